//! One run, from the helper's side: made ready, begun, watched, ended.
//!
//! A run is made ready without what it is given: namespaces, mounts, a process
//! that is confined and waits to become the program. That is most of the work,
//! and for runs that are alike it is done ahead, while the judge looks at the
//! answer of the one before; and the namespaces are made once for all of them.

use std::io;
use std::net::Shutdown;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use super::ground::Ground;
use super::home::Home;
use super::init::{self, Report};
use super::prepared::{Gate, Places, Prepared};
use super::probe::Probe;
use super::root::{View, step};
use super::streams::Streams;
use super::sys::{self, Fork};
use super::task::{Ending, Execution, Limit, Task, fill};
use super::watch::{Stop, Watch};
use super::{folder, tree, wire};
use crate::units::Bytes;
use crate::verdict::Usage;

/// What a control group is given beyond the program's memory and files: the
/// kernel's part of the processes, and our own.
const OVERHEAD: Bytes = Bytes::mib(8);

/// With less room than this on the disk a program may have written less than it
/// wanted: not all is given to everybody.
const SCARCE: Bytes = Bytes::kib(16);

/// How long an init may take to end all and report, on a machine that is too
/// busy.
const INIT_PATIENCE: Duration = Duration::from_secs(60);

/// A run that is ready to begin.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The task's header: a run with the same one can begin here.
    key: Vec<u8>,
    streams: Streams,
    /// What waits; `None` once it has begun.
    kind: Option<Kind>,
}

#[derive(Debug)]
enum Kind {
    /// An init that waits for its files.
    Namespaces(Init),
    /// A process that waits at its gate.
    Open { program: i32, gate: Gate },
}

/// An init, from the helper's side. With it goes what it has made.
#[derive(Debug)]
struct Init {
    /// 0 once it was reaped.
    pid: i32,
    socket: UnixStream,
}

/// An init that waits for another run.
#[derive(Debug)]
pub(super) struct Staying {
    /// As that of a [`Waiting`].
    key: Vec<u8>,
    init: Init,
}

impl Drop for Init {
    fn drop(&mut self) {
        kill(self.pid);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(Kind::Open { program, .. }) = self.kind {
            kill(program);
            // It has no children yet.
            let _ = sys::reap_next();
        }
    }
}

/// Runs one task; `None` if the judge went away meanwhile. No process of it is
/// left in either case.
pub(super) fn run(
    ground: &mut Ground,
    task: &Task,
    probe: Option<&Probe>,
    judge: &UnixStream,
) -> io::Result<Option<Execution>> {
    let key = key(task, probe)?;
    let mut waiting = match ground.waiting.take() {
        Some(waiting) if waiting.key == key => waiting,
        other => {
            drop(other);
            ready(ground, task, probe, key)?
        }
    };
    waiting.streams.give(&task.input)?;
    let outcome = match waiting.kind.take() {
        Some(Kind::Namespaces(init)) => {
            let ran = in_namespaces(ground, task, &init, &waiting.streams, judge)?;
            ran.map(|(execution, stays)| {
                let key = waiting.key.clone();
                ground.staying = stays.then_some(Staying { key, init });
                execution
            })
        }
        Some(Kind::Open { program, gate }) => {
            in_the_open(ground, task, program, &gate, &waiting.streams, judge)?
        }
        None => return Err(io::Error::other("nothing waits")),
    };
    let Some(mut execution) = outcome else {
        return Ok(None);
    };
    let streams = waiting.streams.take(task.limits.output, task.keep)?;
    [execution.stdout, execution.stderr] = streams;
    // To be closed, which takes its time, when the judge has its answer.
    ground.spent = Some(waiting);
    Ok(Some(execution))
}

/// Clears away what the last run left, and makes the next one ready if it will
/// most likely be like that.
pub(super) fn follow(ground: &mut Ground, task: &Task) {
    if let Some(home) = &mut ground.home {
        home.clear();
    }
    let key = ground
        .spent
        .take()
        .map(|mut it| std::mem::take(&mut it.key));
    while let Ok(Some(process)) = sys::reap(-1) {
        // Its number may soon be another's.
        if let Some(mut gone) = ground.staying.take_if(|it| it.init.pid == process.pid) {
            gone.init.pid = 0;
        }
    }
    // What the system did while that run was being ended is no fault of the next.
    ground.groups.settle();
    if let Some(key) = key.filter(|_| task.repeats) {
        // What fails now will fail again, and be told, when it is asked for.
        ground.waiting = ready(ground, task, None, key).ok();
    }
    ground.staying = None;
}

/// All that a run is made ready with. Not whether more will follow: the last of
/// many is as the others are.
fn key(task: &Task, probe: Option<&Probe>) -> io::Result<Vec<u8>> {
    let task = Task {
        repeats: true,
        ..task.clone()
    };
    Ok(serde_json::to_vec(&(task, probe))?)
}

/// Makes a run ready.
fn ready(
    ground: &mut Ground,
    task: &Task,
    probe: Option<&Probe>,
    key: Vec<u8>,
) -> io::Result<Waiting> {
    let limits = &task.limits;
    // Those of helper and init are counted too, and of the init before.
    let processes = limits.processes + 3;
    let memory = limits.memory.0 + limits.disk.0 + OVERHEAD.0;
    step(
        "set the control group's limits",
        ground.groups.limit(Bytes(memory), processes),
    )?;
    let (kind, streams) = if ground.roots.is_some() {
        let others = ground.others();
        let init = match ground.staying.take() {
            Some(staying) if staying.key == key => staying.init,
            other => {
                drop(other);
                begin_init(ground, task, probe)?
            }
        };
        // Not before: an init that doesn't have them can't keep them.
        let streams = Streams::new()?;
        step("hand over", streams.hand_over(&init.socket, others))?;
        (Kind::Namespaces(init), streams)
    } else {
        let streams = Streams::new()?;
        let kind = ready_in_the_open(ground, task, probe, &streams)?;
        (kind, streams)
    };
    Ok(Waiting {
        key,
        streams,
        kind: Some(kind),
    })
}

fn begin_init(ground: &mut Ground, task: &Task, probe: Option<&Probe>) -> io::Result<Init> {
    let view = View {
        visible: task.visible.clone(),
        program: task.program.clone(),
    };
    let Some(roots) = &mut ground.roots else {
        return Err(io::Error::other("there are no namespaces"));
    };
    let (socket, theirs) = UnixStream::pair()?;
    socket.set_read_timeout(Some(INIT_PATIENCE))?;
    roots.enter(&view)?;
    ground.groups.begin_fork();
    let forked = sys::fork(ground.namespaces);
    if let Ok(Fork::Child) = forked {
        let init = init::Init {
            task,
            standing: &ground.standing,
            probe,
            helper: &theirs,
        };
        init.live();
    }
    ground.groups.end_fork();
    // Before anything else: what goes wrong below is to be seen from the host.
    roots.leave()?;
    match step("make a process namespace", forked)? {
        Fork::Parent(pid) => Ok(Init { pid, socket }),
        Fork::Child => Err(io::Error::other("two children")),
    }
}

/// Runs a task in namespaces of its own; says also whether its init waits for
/// another one.
fn in_namespaces(
    ground: &Ground,
    task: &Task,
    init: &Init,
    streams: &Streams,
    judge: &UnixStream,
) -> io::Result<Option<(Execution, bool)>> {
    let socket = &init.socket;
    let watch = Watch::new(&task.limits, &ground.groups, streams, None);
    let mut watch = watch.below(init.pid);
    let files: Vec<&[u8]> = task.files.iter().map(|it| it.bytes.as_slice()).collect();
    // An init that failed has said so, and doesn't listen any more.
    let _ = wire::send(socket, &(), &files);
    let watched = watch.wait(socket.as_fd(), judge.as_fd(), |_, readable| Ok(readable));
    let (stop, report) = match watched {
        Ok(Stop::JudgeGone) => return Ok(None),
        Ok(stop) => match farewell(socket, stop) {
            Ok(report) => (stop, Some(report)),
            // The init itself may be what the system ended.
            Err(_) if watch.was_killed() => (Stop::Limit(Limit::Memory), None),
            Err(error) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    let nothing = |ending, usage| Ok(Some((execution(ending, usage), false)));
    match report {
        Some((Report::Failed(why), _)) => Err(io::Error::other(why)),
        Some((Report::NotStarted { errno }, _)) => {
            nothing(Ending::NotStarted { errno }, Usage::default())
        }
        Some((
            Report::Ran {
                status,
                wall_time,
                cpu_time,
                peak_memory,
                own_cpu_time,
                is_full,
                stays,
                mut files,
            },
            parts,
        )) => {
            fill(&mut files, parts.into_iter());
            let stop = match stop {
                Stop::Ended if is_full => Stop::Limit(Limit::Disk),
                stop => stop,
            };
            let usage = Usage {
                cpu_time: watch.cpu_time(own_cpu_time).max(cpu_time),
                wall_time,
                peak_memory: watch.peak_memory().max(peak_memory),
            };
            let ending = ending(stop, status, &watch)?;
            // Where a limit was met there may be more than meets the eye.
            let stays = stays && !matches!(ending, Ending::Stopped(_));
            let execution = Execution {
                idle: watch.idle,
                files,
                ..execution(ending, usage)
            };
            Ok(Some((execution, stays)))
        }
        None => {
            let usage = Usage {
                cpu_time: watch.cpu_time(Duration::ZERO),
                wall_time: watch.elapsed(),
                peak_memory: watch.peak_memory(),
            };
            nothing(Ending::Stopped(Limit::Memory), usage)
        }
    }
}

/// Tells the init to end all, unless it has, and takes its report.
fn farewell(init: &UnixStream, stop: Stop) -> io::Result<(Report, Vec<Vec<u8>>)> {
    if stop != Stop::Ended {
        // An init that has reported may be gone already.
        let _ = init.shutdown(Shutdown::Write);
    }
    wire::receive(init)?.ok_or_else(|| io::Error::other("the run's first process was ended"))
}

fn ready_in_the_open(
    ground: &mut Ground,
    task: &Task,
    probe: Option<&Probe>,
    streams: &Streams,
) -> io::Result<Kind> {
    let others = ground.others();
    let identity = ground.standing.identity;
    let home = match &mut ground.home {
        Some(home) => home,
        None => ground.home.insert(Home::new(&ground.folder, identity)?),
    };
    let [work, temporary] = home.fill()?;
    let places = Places {
        work: &work,
        temporary: &temporary,
    };
    let mut prepared = Prepared::new(task, &places, others, &ground.standing, streams, probe)?;
    if let Some(landlock) = &mut ground.landlock {
        let readable = task.visible.iter().chain(&task.program);
        let rules = landlock.rules(home.generation(), [&work, &temporary], readable)?;
        prepared.landlock = Some(rules);
    }
    prepared.dies_with_parent = true;
    ground.groups.begin_fork();
    let launched = prepared.launch();
    ground.groups.end_fork();
    let (program, gate) = step("fork a program", launched)?;
    let kind = Kind::Open { program, gate };
    // By a user of its own it is found without.
    if identity.is_none() {
        home.mark(program)?;
    }
    Ok(kind)
}

/// Runs a task among the processes of the machine.
fn in_the_open(
    ground: &mut Ground,
    task: &Task,
    program: i32,
    gate: &Gate,
    streams: &Streams,
    judge: &UnixStream,
) -> io::Result<Option<Execution>> {
    let Ground {
        home: Some(home),
        groups,
        standing,
        ..
    } = ground
    else {
        return Err(io::Error::other("there is no folder to run in"));
    };
    let mut status = None;
    let disk = home.path().to_owned();
    let mut watch = Watch::new(&task.limits, groups, streams, Some(&disk));
    let mut begin = || -> io::Result<()> {
        let files = task.files.iter().map(|it| (it.name.as_str(), &it.bytes));
        folder::fill(&home.work(), files, &|path| standing.give(path))?;
        home.begin(task)?;
        gate.open()
    };
    let begun = begin();
    let watched = begun.and_then(|()| watch_in_the_open(&mut watch, program, judge));
    let wall_time = watch.elapsed();
    if standing.identity.is_some() {
        groups.release_processes();
    }
    let grip = tree::Grip {
        program,
        user: standing.identity.map(|it| it.user),
        keeps_group: standing.filter.is_some(),
    };
    let ended = tree::end_all(grip, |process| {
        if process.pid == program {
            status = Some(process.status);
        }
        watch.count(&process);
    });
    let stop = match (watched, ended) {
        (Ok(Stop::JudgeGone), _) => return Ok(None),
        (Ok(stop), Ok(())) => stop,
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    if let Some(errno) = standing.start_error() {
        return Ok(Some(execution(
            Ending::NotStarted { errno },
            Usage::default(),
        )));
    }
    if stop == Stop::Ended && folder::is_full(home.path(), SCARCE) {
        // Whatever it did then, it could not do what it should.
        let what = format!("the file system of {} is full", ground.folder.display());
        return Err(io::Error::other(what));
    }
    let usage = Usage {
        cpu_time: watch.cpu_time(Duration::ZERO),
        wall_time,
        peak_memory: watch.peak_memory(),
    };
    Ok(Some(Execution {
        idle: watch.idle,
        files: folder::take_all(&home.work(), &task.take, task.limits.output),
        ..execution(ending(stop, status, &watch)?, usage)
    }))
}

fn watch_in_the_open(watch: &mut Watch<'_>, program: i32, judge: &UnixStream) -> io::Result<Stop> {
    let pid = Pid::from_raw(program).ok_or_else(|| io::Error::other("no process id"))?;
    let descriptor = pidfd_open(pid, PidfdFlags::empty())?;
    watch.wait(descriptor.as_fd(), judge.as_fd(), |watch, _| {
        // Orphans are reaped as they end, the program itself not before its
        // group is ended.
        while let Some(pid) = sys::ended_child()? {
            if pid == program {
                return Ok(true);
            }
            if let Some(process) = sys::reap(pid)? {
                watch.count(&process);
            }
        }
        Ok(false)
    })
}

/// How a run ended, from why we stopped watching and what `wait` said.
fn ending(stop: Stop, status: Option<i32>, watch: &Watch<'_>) -> io::Result<Ending> {
    Ok(match stop {
        Stop::Limit(limit) => Ending::Stopped(limit),
        _ if watch.was_refused() => Ending::Stopped(Limit::Processes),
        _ if watch.was_killed() => Ending::Stopped(Limit::Memory),
        _ => {
            let status = status.ok_or_else(|| io::Error::other("the program was lost"))?;
            let status = ExitStatus::from_raw(status);
            match (status.code(), status.signal()) {
                (Some(code), _) => Ending::Exited(code),
                (None, Some(signal)) => Ending::Signalled(signal),
                (None, None) => {
                    return Err(io::Error::other("a process neither exited nor died"));
                }
            }
        }
    })
}

fn execution(ending: Ending, usage: Usage) -> Execution {
    Execution {
        ending,
        usage,
        idle: None,
        stdout: super::task::Output::default(),
        stderr: super::task::Output::default(),
        files: Vec::new(),
    }
}

fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, Signal::KILL);
    }
}
