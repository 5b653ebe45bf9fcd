//! The helper process: takes tasks from its standard input, which is a socket,
//! runs them one by one, and answers there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::num::NonZero;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::{Ending, Execution, Limit, Reply, RunLimits, Task, sys, tree};
use crate::units::Bytes;
use crate::verdict::Usage;

/// How often memory and children are looked at while a program runs.
const TICK: Duration = Duration::from_millis(5);

/// The shortest sleep near a limit.
const SHORTEST: Duration = Duration::from_micros(200);

/// The helper's whole life: until the judge closes the socket.
///
/// # Errors
/// A socket that fails, or a kernel without what is needed.
pub fn serve() -> io::Result<()> {
    sys::close_inherited_on_exec();
    sys::wait_for_children();
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let priority = sys::take_precedence();
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut requests = BufReader::new(socket.try_clone()?);
    let mut line = Vec::new();
    loop {
        line.clear();
        if requests.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let task: Task = serde_json::from_slice(&line)?;
        let reply = match run(&task, socket.as_fd(), priority) {
            Ok(Some(execution)) => Reply::Done(execution),
            // The judge is gone: nobody waits for an answer.
            Ok(None) => return Ok(()),
            Err(error) => Reply::Failed(error.to_string()),
        };
        let mut line = serde_json::to_vec(&reply)?;
        line.push(b'\n');
        (&socket).write_all(&line)?;
    }
}

/// Runs one task; `None` if the judge went away meanwhile. No process is left
/// in either case.
fn run(task: &Task, judge: BorrowedFd<'_>, priority: i32) -> io::Result<Option<Execution>> {
    let [program, arguments @ ..] = task.command.as_slice() else {
        return Err(io::Error::other("the command is empty"));
    };
    let output = |path| File::options().append(true).open(path);
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_clear()
        .envs(task.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&task.directory)
        .stdin(Stdio::from(sealed(task.input.as_bytes())?))
        .stdout(Stdio::from(output(&task.stdout)?))
        .stderr(Stdio::from(output(&task.stderr)?));
    sys::confine(&mut command, &task.limits, priority);
    // A folder that is gone would look like a program that is.
    fs::metadata(&task.directory)?;
    let begun = Instant::now();
    let child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let errno = error.raw_os_error().ok_or(error)?;
            return Ok(Some(Execution {
                ending: Ending::NotStarted { errno },
                usage: Usage::default(),
            }));
        }
    };
    // The process is waited for below, through `wait4`; dropping the handle
    // does nothing to it.
    let pid = i32::try_from(child.id()).map_err(io::Error::other)?;
    drop(child);
    let mut run = Run {
        pid,
        begun,
        status: None,
        reaped_cpu_time: Duration::ZERO,
        seen: HashMap::new(),
        peak_memory: Bytes(0),
    };
    let watched = run.watch(&task.limits, judge);
    let wall_time = begun.elapsed();
    let ended = tree::end_all(Some(pid), |process| run.count(&process));
    let stop = match (watched, ended) {
        (Ok(stop), Ok(())) => stop,
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let ending = match (stop, run.status) {
        (Some(Stop::JudgeGone), _) => return Ok(None),
        (Some(Stop::Limit(limit)), _) => Ending::Stopped(limit),
        (None, Some(status)) => match (status.code(), status.signal()) {
            (Some(code), _) => Ending::Exited(code),
            (None, Some(signal)) => Ending::Signalled(signal),
            (None, None) => return Err(io::Error::other("a process neither exited nor died")),
        },
        (None, None) => return Err(io::Error::other("the program was lost")),
    };
    Ok(Some(Execution {
        ending,
        usage: Usage {
            cpu_time: run.reaped_cpu_time.max(run.seen_cpu_time()),
            wall_time,
            peak_memory: run.peak_memory,
        },
    }))
}

/// Why a run is to be ended.
enum Stop {
    Limit(Limit),
    JudgeGone,
}

/// A program that runs, with what is known of it so far.
struct Run {
    pid: i32,
    begun: Instant,
    /// How the program itself ended, once it has.
    status: Option<ExitStatus>,
    /// CPU time of the processes that are no more.
    reaped_cpu_time: Duration,
    /// CPU time of each process alone, when it was last seen. What a child used
    /// that nobody waits for (its parent ignores SIGCHLD) is in no other sum.
    seen: HashMap<tree::Identity, Duration>,
    peak_memory: Bytes,
}

impl Run {
    /// Waits until the program ends (`None`) or is to be ended.
    fn watch(&mut self, limits: &RunLimits, judge: BorrowedFd<'_>) -> io::Result<Option<Stop>> {
        let pid = Pid::from_raw(self.pid).ok_or_else(|| io::Error::other("no process id"))?;
        let program = pidfd_open(pid, PidfdFlags::empty())?;
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let cores = u32::try_from(cores).unwrap_or(u32::MAX);
        let mut cpu_left = limits.cpu_time;
        loop {
            let wall_left = limits.wall_time.saturating_sub(self.begun.elapsed());
            let wall_left = if wall_left.is_zero() { TICK } else { wall_left };
            // Threads on all cores together use up the CPU time so much faster.
            let sleep = TICK.min(wall_left).min(cpu_left / cores).max(SHORTEST);
            let mut watched = [
                PollFd::new(&program, PollFlags::IN),
                PollFd::new(&judge, PollFlags::IN),
            ];
            let timeout = Timespec::try_from(sleep).map_err(io::Error::other)?;
            match poll(&mut watched, Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            // The judge says nothing while it waits: this is the socket's end.
            if !watched[1].revents().is_empty() {
                return Ok(Some(Stop::JudgeGone));
            }
            // Orphans are reaped as they end, the program itself not before
            // its group is ended.
            while let Some(pid) = sys::ended_child()? {
                if pid == self.pid {
                    return Ok(None);
                }
                if let Some(process) = sys::reap(pid)? {
                    self.count(&process);
                }
            }
            let now = tree::snapshot();
            self.seen.extend(now.alone.iter().copied());
            let mut resident = now.resident_bytes;
            if resident > limits.memory.0 {
                // Sizes are read one after another while processes come and go:
                // only what is seen twice is believed.
                resident = resident.min(tree::snapshot().resident_bytes);
            }
            self.peak_memory = self.peak_memory.max(Bytes(resident));
            let used = (self.reaped_cpu_time + now.cpu_time).max(self.seen_cpu_time());
            cpu_left = limits.cpu_time.saturating_sub(used);
            let over = [
                (cpu_left.is_zero(), Limit::CpuTime),
                (resident > limits.memory.0, Limit::Memory),
                (now.processes > limits.processes, Limit::Processes),
                (self.is_idle(limits.wall_time), Limit::WallTime),
            ];
            if let Some((_, limit)) = over.into_iter().find(|(over, _)| *over) {
                return Ok(Some(Stop::Limit(limit)));
            }
        }
    }

    fn seen_cpu_time(&self) -> Duration {
        self.seen.values().sum()
    }

    /// Whether the wall time has run out. Time in which the program could have
    /// run and others had the CPU is not its own: on a busy machine it gets more
    /// of the clock, though not without end.
    fn is_idle(&self, wall_time: Duration) -> bool {
        const PATIENCE: u32 = 20;
        let elapsed = self.begun.elapsed();
        elapsed >= wall_time
            && (elapsed >= wall_time.saturating_mul(PATIENCE)
                || elapsed.saturating_sub(tree::longest_wait()) >= wall_time)
    }

    /// Adds what a process used that has ended.
    fn count(&mut self, process: &sys::Reaped) {
        if process.pid == self.pid {
            self.status = Some(ExitStatus::from_raw(process.status));
        }
        self.reaped_cpu_time += process.cpu_time;
        self.peak_memory = self.peak_memory.max(Bytes::kib(process.peak_kib));
    }
}

/// Bytes as a file that can't be changed: a program may open its standard
/// input again for writing.
fn sealed(bytes: &[u8]) -> io::Result<File> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("input", flags)?);
    file.write_all(bytes)?;
    file.rewind()?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    Ok(file)
}
