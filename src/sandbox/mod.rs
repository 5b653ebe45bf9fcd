//! Running a stranger's program under limits, where it can do no harm.
//!
//! Judge, helper, init, program: a small single-threaded helper process, a
//! re-run of our own binary, forks every run, since a fork from it is cheap and
//! a program's peak memory isn't that of the judge. Where namespaces can be had
//! the runs of a program have an init of ours, in a process namespace of their own,
//! whose end is the end of all in it. When the judge goes, however it goes, the helper's
//! socket closes, and it ends what runs.
//!
//! Each property of a run has mechanisms in order, best first; which of them
//! this machine gives is found by trying ([`Place::find`]) and told as
//! [`crate::isolation::Isolation`].
//!
//! | property | mechanisms |
//! |---|---|
//! | network | own network namespace and filter of system calls · the filter |
//! | files | own root and mounts · Landlock, as root with a user id of its own |
//! | kill all | process namespace · all of the user id · process group and tree |
//! | memory, processes, CPU | control groups v1, v2 · polling and rlimits |
//! | output | `RLIMIT_FSIZE` on files in memory, a folder of limited size |
//!
//! - [`mod@self`], `place`: the judge's side; `task`, `wire`: what both say.
//! - `helper`: the helper's loop; `run`: one run; `ground`: what it could get.
//! - `init`: the first process of a namespace; `root`: the file system it sees.
//! - `prepared`, `streams`, `sys/launch`: from a task to a program that runs.
//! - `watch`: limits while it runs; `cgroup` and `hierarchy`, `tree`: what it uses.
//! - `seccomp`, `landlock`: what it may ask of the system.
//! - `folder`, `home`: its working folder; `sweep`: what killed judges have left.
//! - `probe`: the dry run; `assess`: what it and all else comes to.
//! - `sys`: the system calls that need `unsafe`, which is nowhere else.

mod assess;
mod cgroup;
mod folder;
mod ground;
mod helper;
mod hierarchy;
mod home;
mod init;
mod landlock;
mod place;
mod prepared;
mod probe;
mod root;
mod run;
mod seccomp;
mod streams;
mod sweep;
mod sys;
mod task;
mod tree;
mod watch;
mod wire;

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use ground::{Prepare, Setup};
use helper::{Reply, Request};

pub use helper::serve;
pub use place::Place;
pub use sweep::Workspace;
pub use task::{Deposit, Ending, Execution, Limit, Output, RunLimits, Take, Taken, Task};

/// The first argument that turns our binary into a helper.
pub const HELPER_ARGUMENT: &str = "__sandbox-helper";

/// How many processes and threads a run may have at a time.
pub const MOST_PROCESSES: usize = 256;

/// Where programs are looked for.
pub const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// How often the judge looks whether it was interrupted while a program runs.
const LOOK: Duration = Duration::from_millis(50);

/// After how many times the wall limit a helper that says nothing is given up;
/// it waits 20 times itself on a machine that is too busy.
const HELPER_PATIENCE: u32 = 21;

/// The children of this process that it started and that live; what else is a
/// child of it was left by a helper that was killed.
static CHILDREN: Mutex<Vec<i32>> = Mutex::new(Vec::new());

/// Starts a child that is known before anyone looks for strays.
fn spawn_known(command: &mut Command) -> io::Result<Child> {
    let mut children = CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    children.extend(i32::try_from(child.id()));
    Ok(child)
}

/// Forgets a child that has ended, and ends what others left.
fn forget(child: &Child) {
    let mut children = CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
    children.retain(|it| i32::try_from(child.id()) != Ok(*it));
    tree::end_strays(&children);
}

/// The judge's own `PATH`, or the usual one where there is none. Compilers need
/// it to find their parts.
#[must_use]
pub fn search_path() -> OsString {
    std::env::var_os("PATH")
        .filter(|path| !path.is_empty())
        .unwrap_or_else(|| "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin".into())
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
    /// The helper ended, or fell silent, while a program ran.
    #[error("the sandbox helper ended while the program ran ({0})")]
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

/// Runs programs one after another: a helper, started when it is first needed
/// and again if it dies. It makes this process the reaper of orphans.
#[derive(Debug)]
pub struct Sandbox {
    place: Arc<Place>,
    helper: Option<Helper>,
}

#[derive(Debug)]
struct Helper {
    process: Child,
    socket: UnixStream,
    setup: Setup,
    /// An empty folder for it to mount on.
    _root: tempfile::TempDir,
}

impl Sandbox {
    /// A sandbox in a place.
    #[must_use]
    pub fn new(place: Arc<Place>) -> Self {
        Self {
            place,
            helper: None,
        }
    }

    /// The place.
    #[must_use]
    pub fn place(&self) -> &Arc<Place> {
        &self.place
    }

    /// Runs a task to its end. When this returns, on whatever way, no process
    /// of the task is left.
    ///
    /// # Errors
    /// The judge's own faults, and interruption. What the program does wrong
    /// is in the [`Execution`].
    pub fn run(&mut self, task: &Task) -> Result<Execution, SandboxError> {
        let patience = task.limits.wall_time.saturating_mul(HELPER_PATIENCE);
        self.ask(&Request::Run(task.clone()), &task.parts(), patience)
    }

    fn ask(
        &mut self,
        request: &Request,
        parts: &[&[u8]],
        patience: Duration,
    ) -> Result<Execution, SandboxError> {
        let cancel = &self.place.cancel;
        if cancel.is_set() {
            return Err(SandboxError::Interrupted);
        }
        let mut helper = match self.helper.take() {
            Some(helper) => helper,
            None => Helper::start(&self.place)?,
        };
        match helper.ask(request, parts, patience, cancel) {
            Ok((Reply::Done(mut execution), parts)) => {
                execution.fill(parts);
                self.helper = Some(helper);
                Ok(execution)
            }
            Ok((Reply::Failed(why), _)) => {
                self.helper = Some(helper);
                Err(SandboxError::Run(why))
            }
            Ok((Reply::Ready(_), _)) => Err(SandboxError::HelperGone("it answered twice".into())),
            Err(error) => {
                // Closing the socket makes the helper end what runs and go. If it
                // was killed, what it left is ours.
                let status = helper.close();
                if self.place.cancel.is_set() {
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
    fn start(place: &Place) -> Result<Self, SandboxError> {
        Self::try_start(place).map_err(|error| {
            if place.cancel.is_set() {
                SandboxError::Interrupted
            } else {
                SandboxError::Helper(error)
            }
        })
    }

    fn try_start(place: &Place) -> io::Result<Self> {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        sys::wait_for_children();
        let root = place.workspace.folder("root-")?;
        let (ours, theirs) = UnixStream::pair()?;
        let mut command = Command::new(&place.executable);
        command
            .arg0("mayan-judge-sandbox")
            .arg(HELPER_ARGUMENT)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            // Nothing of the judge's to be read in `/proc/1`.
            .env_clear()
            .current_dir("/")
            // Ctrl-C at the terminal is for the judge alone.
            .process_group(0);
        let process = spawn_known(&mut command)?;
        // The other end must be the helper's alone, to be closed when it ends.
        drop(command);
        let request = Request::Prepare(Prepare {
            folder: place.workspace.path().to_owned(),
            root: root.path().to_owned(),
            without: place.without,
        });
        let mut helper = Self {
            process,
            socket: ours,
            setup: Setup::default(),
            _root: root,
        };
        match helper.ask(&request, &[], Duration::ZERO, &place.cancel) {
            Ok((Reply::Ready(setup), _)) => {
                helper.setup = setup;
                Ok(helper)
            }
            Ok((reply, _)) => {
                helper.close();
                Err(io::Error::other(match reply {
                    Reply::Failed(why) => why,
                    Reply::Ready(_) | Reply::Done(_) => "it does not answer".to_owned(),
                }))
            }
            Err(error) => {
                let status = helper.close();
                Err(io::Error::other(format!("{error}, {status}")))
            }
        }
    }

    /// Sends a request and waits for the reply, or for the user's interrupt.
    fn ask(
        &mut self,
        request: &Request,
        parts: &[&[u8]],
        patience: Duration,
        cancel: &Cancel,
    ) -> io::Result<(Reply, Vec<Vec<u8>>)> {
        wire::send(&self.socket, request, parts)?;
        let deadline = Instant::now() + patience + Duration::from_secs(120);
        let look = Timespec::try_from(LOOK).map_err(io::Error::other)?;
        loop {
            let mut watched = [PollFd::new(&self.socket, PollFlags::IN)];
            match poll(&mut watched, Some(&look)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => {
                    let reply = wire::receive(&self.socket)?;
                    return reply.ok_or_else(|| io::ErrorKind::UnexpectedEof.into());
                }
                Err(error) => return Err(error.into()),
            }
            if cancel.is_set() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if Instant::now() > deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.wake();
        }
    }

    /// Lets the helper go on if it was stopped: a program of the same user may
    /// be able to do that, and would have all the time it wants.
    fn wake(&self) {
        if let Some(pid) = self.pid().and_then(Pid::from_raw) {
            // It isn't waited for yet, so the number is its own.
            let _ = kill_process(pid, Signal::CONT);
        }
    }

    fn pid(&self) -> Option<i32> {
        i32::try_from(self.process.id()).ok()
    }

    /// Closes the socket, upon which the helper ends what runs and goes; one
    /// that doesn't is killed. Ends what it left. Says how it ended.
    fn close(mut self) -> String {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        let deadline = Instant::now() + Duration::from_secs(70);
        let status = loop {
            match self.process.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if Instant::now() > deadline => {
                    let _ = self.process.kill();
                }
                Ok(None) => self.wake(),
                Err(error) => break error.to_string(),
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        forget(&self.process);
        ground::clear(&self.setup);
        status
    }
}

impl Place {
    /// Where a run sees the folder that is its task's `program`.
    #[must_use]
    pub fn program_folder(&self, folder: &Path) -> PathBuf {
        if self.has_roots {
            root::SUBMISSION.into()
        } else {
            folder.to_owned()
        }
    }
}
