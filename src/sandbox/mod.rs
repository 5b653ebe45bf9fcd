//! Running a stranger's program under limits.
//!
//! A small single-threaded helper process, a re-run of our own binary, starts
//! the programs: fork from it is cheap, a program's peak memory isn't that of
//! the judge, and as the reaper of orphans it gets back every process that a
//! program leaves behind. Judge and helper speak JSON lines over a socket;
//! when the judge goes, however it goes, the socket closes and the helper ends
//! what runs.
//!
//! What holds now: CPU time, wall time, memory, output and the number of
//! processes are limited, and no process survives its run. What does not yet:
//! the program runs as the user that the judge runs as, and sees its files and
//! network.
//!
//! - [`mod@self`]: the judge's side, and what both sides say.
//! - `helper`: the helper's loop and one run.
//! - `tree`: a program's processes: what they use, and ending them all.
//! - `rundir`: the fresh folder of a run, taking the answer from it, removal.
//! - `sys`: the system calls that need `unsafe`, which is nowhere else.

mod helper;
mod rundir;
mod sys;
mod tree;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};

use crate::units::{Bytes, seconds};
use crate::verdict::Usage;

pub use helper::serve;
pub use rundir::{RunDir, Taken, head, take};

/// The first argument that turns our binary into a helper.
pub const HELPER_ARGUMENT: &str = "__sandbox-helper";

/// How many processes a run may have at a time.
pub const MOST_PROCESSES: usize = 256;

/// How often the judge looks whether it was interrupted while a program runs.
const LOOK: Duration = Duration::from_millis(50);

/// After how many times the wall limit a helper that says nothing is given up;
/// it waits 20 times itself on a machine that is too busy.
const HELPER_PATIENCE: u32 = 21;

/// Where programs are looked for: the judge's own `PATH`, or the usual one where
/// there is none. Compilers need it to find their parts.
#[must_use]
pub fn search_path() -> OsString {
    std::env::var_os("PATH")
        .filter(|path| !path.is_empty())
        .unwrap_or_else(|| "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin".into())
}

/// What may be used by one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunLimits {
    /// CPU time of all processes together.
    #[serde(with = "seconds")]
    pub cpu_time: Duration,
    /// Time on the clock.
    #[serde(with = "seconds")]
    pub wall_time: Duration,
    /// Resident memory of all processes together.
    pub memory: Bytes,
    /// Size of each file that is written, the output streams among them.
    pub output: Bytes,
    /// Processes at a time.
    pub processes: usize,
}

/// One run: a command, where it runs, and what it may use.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The program and its arguments; the program by its path, or a name to be
    /// found in the `PATH` of `environment`.
    pub command: Vec<OsString>,
    /// The whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// What is given on standard input.
    pub input: String,
    /// The working folder.
    pub directory: OsString,
    /// The file that standard output goes to; it must exist.
    pub stdout: OsString,
    /// The file that standard error goes to; it must exist.
    pub stderr: OsString,
    /// What may be used.
    pub limits: RunLimits,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The program ended with this exit code.
    Exited(i32),
    /// A signal ended it that was not ours.
    Signalled(i32),
    /// We ended it at a limit.
    Stopped(Limit),
    /// It could not be started.
    NotStarted {
        /// The system's error number.
        errno: i32,
    },
}

/// A limit at which a run is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// CPU time.
    CpuTime,
    /// Wall time.
    WallTime,
    /// Memory.
    Memory,
    /// Number of processes.
    Processes,
}

/// What came of a run. Output is in the files of the [`Task`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Execution {
    /// How it ended.
    pub ending: Ending,
    /// What it used.
    pub usage: Usage,
}

/// What the helper answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reply {
    Done(Execution),
    /// The helper could not do its own part.
    Failed(String),
}

/// Why there is no execution.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The run was interrupted; its processes are gone.
    #[error("interrupted")]
    Interrupted,
    /// The helper can't be started.
    #[error("cannot start the sandbox helper: {0}")]
    Helper(io::Error),
    /// The helper went away or said nothing sensible.
    #[error("the sandbox helper ended unexpectedly ({0})")]
    HelperGone(String),
    /// The helper could not prepare or watch the run.
    #[error("{0}")]
    Run(String),
}

/// Set from a signal handler: ends the run at hand and all that follow.
#[derive(Clone, Debug, Default)]
pub struct Cancel(pub Arc<AtomicBool>);

impl Cancel {
    /// Whether the user wants to stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A place in which programs run one after another: a helper, started when it
/// is first needed and again if it dies.
///
/// It makes this process the reaper of orphans, and takes every child process
/// of it for its own.
#[derive(Debug)]
pub struct Sandbox {
    executable: PathBuf,
    cancel: Cancel,
    helper: Option<Helper>,
}

#[derive(Debug)]
struct Helper {
    process: Child,
    socket: BufReader<UnixStream>,
}

impl Sandbox {
    /// A sandbox whose helper is `executable`, run with [`HELPER_ARGUMENT`].
    #[must_use]
    pub fn new(executable: PathBuf, cancel: Cancel) -> Self {
        Self {
            executable,
            cancel,
            helper: None,
        }
    }

    /// Runs a task to its end. When this returns, on whatever way, no process
    /// of the task is left.
    ///
    /// # Errors
    /// The judge's own faults, and interruption. What the program does wrong
    /// is in the [`Execution`].
    pub fn run(&mut self, task: &Task) -> Result<Execution, SandboxError> {
        if self.cancel.is_set() {
            return Err(SandboxError::Interrupted);
        }
        let mut helper = match self.helper.take() {
            Some(helper) => helper,
            None => Helper::start(&self.executable).map_err(SandboxError::Helper)?,
        };
        match helper.ask(task, &self.cancel) {
            Ok(Reply::Done(execution)) => {
                self.helper = Some(helper);
                Ok(execution)
            }
            Ok(Reply::Failed(why)) => {
                self.helper = Some(helper);
                Err(SandboxError::Run(why))
            }
            Err(error) => {
                // Closing the socket makes the helper end what runs and go. If it
                // was killed, by the program most likely, what it left is ours.
                let status = helper.close();
                tree::end_all(None, drop).map_err(SandboxError::Helper)?;
                if self.cancel.is_set() {
                    Err(SandboxError::Interrupted)
                } else {
                    Err(SandboxError::HelperGone(format!("{error}, {status}")))
                }
            }
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Some(helper) = self.helper.take() {
            helper.close();
        }
    }
}

impl Helper {
    fn start(executable: &std::path::Path) -> io::Result<Self> {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        sys::wait_for_children();
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_read_timeout(Some(LOOK))?;
        let process = Command::new(executable)
            .arg0("mayan-judge-sandbox")
            .arg(HELPER_ARGUMENT)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            // Ctrl-C at the terminal is for the judge alone.
            .process_group(0)
            .spawn()?;
        Ok(Self {
            process,
            socket: BufReader::new(ours),
        })
    }

    /// Sends a task and waits for the reply, or for the user's interrupt.
    fn ask(&mut self, task: &Task, cancel: &Cancel) -> io::Result<Reply> {
        let mut line = serde_json::to_vec(task)?;
        line.push(b'\n');
        self.socket.get_mut().write_all(&line)?;
        let mut reply = Vec::new();
        let deadline = Instant::now() + task.limits.wall_time.saturating_mul(HELPER_PATIENCE);
        let deadline = deadline + Duration::from_secs(120);
        loop {
            match self.socket.read_until(b'\n', &mut reply) {
                Ok(_) if reply.ends_with(b"\n") => return Ok(serde_json::from_slice(&reply)?),
                Ok(_) => return Err(io::ErrorKind::UnexpectedEof.into()),
                // What was read before the time-out stays in `reply`.
                Err(error) if is_timeout(&error) => {
                    if cancel.is_set() {
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                    if Instant::now() > deadline {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    self.wake();
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Lets the helper go on if it was stopped: a program of the same user can
    /// do that, and would have all the time it wants.
    fn wake(&self) {
        let pid = i32::try_from(self.process.id())
            .ok()
            .and_then(Pid::from_raw);
        if let Some(pid) = pid {
            // It isn't waited for yet, so the number is its own.
            let _ = kill_process(pid, Signal::CONT);
        }
    }

    /// Closes the socket, upon which the helper ends what runs and goes; one
    /// that doesn't is killed. Says how it ended.
    fn close(self) -> String {
        let Self { socket, .. } = &self;
        let _ = socket.get_ref().shutdown(std::net::Shutdown::Both);
        let deadline = Instant::now() + Duration::from_secs(70);
        let mut helper = self;
        loop {
            match helper.process.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if Instant::now() > deadline => {
                    let _ = helper.process.kill();
                }
                Ok(None) => helper.wake(),
                Err(error) => return error.to_string(),
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}
