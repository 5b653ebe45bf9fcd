//! The helper process: takes tasks from its standard input, which is a socket,
//! runs them one by one, and answers there.

use std::io;
use std::net::Shutdown;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use super::ground::{Ground, Prepare, Setup};
use super::home::Home;
use super::init::{self, Report};
use super::prepared::{Places, Prepared, Streams};
use super::probe::Probe;
use super::root::{self, TEMPORARY, View, WORK};
use super::sys::{self, Fork};
use super::task::{Ending, Execution, Limit, Task, fill};
use super::watch::{Stop, Watch};
use super::{folder, tree, wire};
use crate::units::Bytes;
use crate::verdict::Usage;

use serde::{Deserialize, Serialize};

/// What the judge asks for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Request {
    /// The first: to get ready.
    Prepare(Prepare),
    /// To run a task, beginning on the core that the judge is on.
    ///
    /// To wake another core takes longer than all else that starting a program
    /// does. So judge and helper stay together until the program has run for a
    /// while; the program itself may use all cores from its beginning.
    Run(Task, Option<usize>),
    /// To run the dry run as if it were a program, under a task's limits.
    Probe(Task, Probe),
}

/// What the helper answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reply {
    Ready(Setup),
    Done(Execution),
    /// The helper could not do its own part.
    Failed(String),
}

/// What a control group is given beyond the program's memory: the kernel's part
/// of the processes, our own, and what the run's files may take.
const OVERHEAD: Bytes = Bytes::mib(8);

/// How long an init may take to end all and report, on a machine that is too
/// busy.
const INIT_PATIENCE: Duration = Duration::from_secs(60);

/// The helper's whole life: until the judge closes the socket.
///
/// # Errors
/// A socket that fails, or a kernel without what is needed.
pub fn serve() -> io::Result<()> {
    sys::close_inherited_on_exec();
    sys::default_signals();
    // Without a terminal, which programs would have too.
    let _ = rustix::process::setsid();
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let judge = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Some((Request::Prepare(prepare), _)) = wire::receive(&judge)? else {
        return Ok(());
    };
    let (mut ground, setup) = Ground::prepare(prepare)?;
    wire::send(&judge, &Reply::Ready(setup), &[])?;
    let served = answer_all(&mut ground, &judge);
    ground.leave();
    served
}

fn answer_all(ground: &mut Ground, judge: &UnixStream) -> io::Result<()> {
    while let Some((request, parts)) = wire::receive(judge)? {
        let (mut task, probe) = match request {
            Request::Run(task, core) => {
                if let (Some(core), Some(_)) = (core, &ground.standing.cores) {
                    sys::keep_to_one(core);
                }
                (task, None)
            }
            Request::Probe(task, probe) => (task, Some(probe)),
            Request::Prepare(_) => return Err(io::Error::other("prepared already")),
        };
        task.fill(parts);
        let reply = match run(ground, &task, probe.as_ref(), judge) {
            Ok(Some(execution)) => Reply::Done(execution),
            // The judge is gone: nobody waits for an answer.
            Ok(None) => return Ok(()),
            Err(error) => Reply::Failed(error.to_string()),
        };
        let parts = match &reply {
            Reply::Done(execution) => execution.parts(),
            Reply::Ready(_) | Reply::Failed(_) => Vec::new(),
        };
        wire::send(judge, &reply, &parts)?;
        // After the answer: the judge goes on meanwhile.
        if let Some(home) = &mut ground.home {
            home.clear();
        }
        while let Ok(Some(_)) = sys::reap(-1) {}
    }
    Ok(())
}

/// Runs one task; `None` if the judge went away meanwhile. No process of it is
/// left in either case.
fn run(
    ground: &mut Ground,
    task: &Task,
    probe: Option<&Probe>,
    judge: &UnixStream,
) -> io::Result<Option<Execution>> {
    let limits = &task.limits;
    // Those of helper and init are counted too, and of the init before.
    let processes = limits.processes + 3;
    let memory = limits.memory.0 + limits.disk.0 + OVERHEAD.0;
    root::step(
        "set the control group's limits",
        ground.groups.limit(Bytes(memory), processes),
    )?;
    let streams = Streams::new(&task.input)?;
    let outcome = if ground.roots.is_some() {
        in_namespaces(ground, task, probe, &streams, judge)?
    } else {
        in_the_open(ground, task, probe, &streams, judge)?
    };
    let Some(mut execution) = outcome else {
        return Ok(None);
    };
    [execution.stdout, execution.stderr] = streams.take(limits.output, task.keep)?;
    Ok(Some(execution))
}

/// Runs a task in namespaces of its own.
fn in_namespaces(
    ground: &mut Ground,
    task: &Task,
    probe: Option<&Probe>,
    streams: &Streams,
    judge: &UnixStream,
) -> io::Result<Option<Execution>> {
    let view = View {
        visible: task.visible.clone(),
        program: task.program.clone(),
    };
    let places = Places {
        work: Path::new(WORK),
        temporary: Path::new(TEMPORARY),
    };
    let others = ground.others();
    let prepared = Prepared::new(task, &places, others, &ground.standing, streams, probe)?;
    let Some(roots) = &mut ground.roots else {
        return Err(io::Error::other("there are no namespaces"));
    };
    let (ours, theirs) = UnixStream::pair()?;
    let mut watch = Watch::new(&task.limits, &ground.groups, &ground.standing, None);
    roots.enter(&view)?;
    ground.groups.begin_fork();
    let forked = sys::fork(ground.namespaces);
    if let Ok(Fork::Child) = forked {
        init::run(task, &prepared, &theirs);
    }
    ground.groups.end_fork();
    // Before anything else: what goes wrong below is to be seen from the host.
    roots.leave()?;
    drop(theirs);
    let Fork::Parent(init) = root::step("make a process namespace", forked)? else {
        return Err(io::Error::other("two children"));
    };
    watch.root = init;
    let watched = watch.wait(ours.as_fd(), judge.as_fd(), |_, readable| Ok(readable));
    let report = watched.and_then(|stop| Ok((stop, farewell(&ours)?)));
    let (stop, report) = match report {
        Ok(report) => report,
        Err(error) => {
            kill(init);
            // The init itself may be what the system ended.
            if !watch.was_killed() {
                return Err(error);
            }
            (Stop::Limit(Limit::Memory), None)
        }
    };
    if stop == Stop::JudgeGone {
        kill(init);
        return Ok(None);
    }
    let (report, parts) = match report {
        Some((Report::Failed(why), _)) => return Err(io::Error::other(why)),
        Some((Report::NotStarted { errno }, _)) => {
            return Ok(Some(execution(
                Ending::NotStarted { errno },
                Usage::default(),
            )));
        }
        Some((report, parts)) => (Some(report), parts),
        None => (None, Vec::new()),
    };
    let Some(Report::Ran {
        status,
        wall_time,
        cpu_time,
        peak_memory,
        own_cpu_time,
        mut files,
    }) = report
    else {
        let usage = Usage {
            cpu_time: watch.cpu_time(Duration::ZERO),
            wall_time: watch.elapsed(),
            peak_memory: watch.peak_memory(),
        };
        return Ok(Some(execution(Ending::Stopped(Limit::Memory), usage)));
    };
    fill(&mut files, parts.into_iter());
    let ending = ending(stop, status, &watch)?;
    let usage = Usage {
        cpu_time: watch.cpu_time(own_cpu_time).max(cpu_time),
        wall_time,
        peak_memory: watch.peak_memory().max(peak_memory),
    };
    Ok(Some(Execution {
        idle: watch.idle,
        files,
        ..execution(ending, usage)
    }))
}

/// Tells the init to end all, unless it has, and takes its report.
fn farewell(init: &UnixStream) -> io::Result<Option<(Report, Vec<Vec<u8>>)>> {
    init.shutdown(Shutdown::Write)?;
    init.set_read_timeout(Some(INIT_PATIENCE))?;
    let report = wire::receive(init)?;
    match report {
        Some(report) => Ok(Some(report)),
        None => Err(io::Error::other("the run's first process was ended")),
    }
}

/// Runs a task among the processes of the machine.
fn in_the_open(
    ground: &mut Ground,
    task: &Task,
    probe: Option<&Probe>,
    streams: &Streams,
    judge: &UnixStream,
) -> io::Result<Option<Execution>> {
    let mut home = match ground.home.take() {
        Some(home) => home,
        None => Home::new(&ground.folder, ground.standing.identity)?,
    };
    let [work, temporary] = home.fill()?;
    let places = Places {
        work: &work,
        temporary: &temporary,
    };
    let others = ground.others();
    let mut prepared = Prepared::new(task, &places, others, &ground.standing, streams, probe)?;
    folder::fill(&work, task, &|path| prepared.give(path))?;
    home.begin(task)?;
    let rules = match &mut ground.landlock {
        Some(landlock) => {
            let readable = task.visible.iter().chain(&task.program);
            Some(landlock.rules(home.generation(), [&work, &temporary], readable)?)
        }
        None => None,
    };
    prepared.landlock = rules;
    prepared.dies_with_parent = true;
    prepared.has_session = true;
    let mut watch = Watch::new(
        &task.limits,
        &ground.groups,
        &ground.standing,
        Some(home.path()),
    );
    ground.groups.begin_fork();
    let launched = prepared.launch();
    ground.groups.end_fork();
    let program = match launched {
        Ok(pid) => pid,
        Err(error) => {
            let errno = error.raw_os_error().ok_or(error)?;
            return Ok(Some(execution(
                Ending::NotStarted { errno },
                Usage::default(),
            )));
        }
    };
    if ground.standing.identity.is_none() {
        home.mark(program)?;
    }
    let mut status = None;
    let watched = watch_in_the_open(&mut watch, program, judge);
    let wall_time = watch.elapsed();
    let grip = tree::Grip {
        program,
        user: ground.standing.identity.map(|it| it.user),
        keeps_group: ground.standing.filter.is_some(),
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
    let ending = ending(stop, status, &watch)?;
    let usage = Usage {
        cpu_time: watch.cpu_time(Duration::ZERO),
        wall_time,
        peak_memory: watch.peak_memory(),
    };
    let idle = watch.idle;
    let files = folder::take_all(&work, &task.take, task.limits.output);
    ground.home = Some(home);
    Ok(Some(Execution {
        idle,
        files,
        ..execution(ending, usage)
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
        _ if watch.was_killed() => Ending::Stopped(Limit::Memory),
        _ if watch.was_refused() => Ending::Stopped(Limit::Processes),
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
