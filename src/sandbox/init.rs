//! The first process of a run's process namespace. It mounts what is the run's
//! own, starts the program, reaps what is orphaned, and at the end ends all,
//! takes the answer and reports.
//!
//! It is ours alone: no signal from inside reaches it (it is the namespace's
//! first process), nobody may look into it (it is not dumpable), and it isn't
//! seen in the run's `/proc`. When it goes, the kernel ends every process of the
//! namespace.
//!
//! It may stay for more runs that differ in what they are given alone, since half
//! of what a short run costs is the making and the end of an init. Each of them
//! begins as the first did: with no other process, on file systems that were
//! mounted for it, with the number 2. What else a program could leave behind, the
//! filter refuses; without one no init stays.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use super::prepared::{Gate, Places, Prepared, Standing};
use super::probe::Probe;
use super::root::{BOX, TEMPORARY, WORK, step};
use super::streams::Streams;
use super::sys;
use super::task::{Taken, Task};
use super::{folder, wire};
use crate::units::Bytes;

/// What the init says at the end. The bytes of taken files go with it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The program ran.
    Ran {
        /// As `wait` gives it; `None` if it was still running when it was to be
        /// ended, and then ended otherwise than by that.
        status: Option<i32>,
        wall_time: Duration,
        /// Of all processes that were waited for, the init's own left out.
        cpu_time: Duration,
        /// The largest of them.
        peak_memory: Bytes,
        /// What the init itself used, since the run began.
        own_cpu_time: Duration,
        /// Whether its folders take nothing more.
        is_full: bool,
        /// Whether the init waits for another run.
        stays: bool,
        files: Vec<(String, Taken)>,
    },
    /// The program could not be started.
    NotStarted { errno: i32 },
    /// A step of ours failed.
    Failed(String),
}

/// What an init that stays may have had in its hands: the room that it keeps is
/// the least that the next program is measured to have.
const SMALL: usize = 1 << 16;

/// The number that the system gave last, in this process namespace.
const LAST_PID: &str = "/proc/sys/kernel/ns_last_pid";

/// An init.
pub(super) struct Init<'a> {
    pub(super) task: &'a Task,
    pub(super) standing: &'a Standing,
    pub(super) probe: Option<&'a Probe>,
    /// The helper. It hands over a run's streams when one is to be made ready,
    /// sends its files when it is to begin, and says nothing more until it is to
    /// be ended.
    pub(super) helper: &'a UnixStream,
}

impl Init<'_> {
    /// The init's whole life.
    pub(super) fn live(&self) -> ! {
        // What it has of the helper's: who holds the other ends must see that the
        // helper has ended, and so must we.
        sys::let_go_of_all_but(self.helper);
        let mut kept = None;
        loop {
            let ran = self.run(&mut kept);
            let report = ran.unwrap_or_else(|error| Report::Failed(error.to_string()));
            let (stays, parts) = match &report {
                Report::Ran { stays, files, .. } => {
                    let parts = files.iter().filter_map(|(_, taken)| match taken {
                        Taken::Bytes(bytes) => Some(bytes.as_slice()),
                        Taken::TooLarge | Taken::Refused(_) => None,
                    });
                    (*stays, parts.collect())
                }
                Report::NotStarted { .. } | Report::Failed(_) => (false, Vec::new()),
            };
            // If nobody listens any more, nobody needs it.
            let sent = wire::send(self.helper, &report, &parts);
            // To the helper, which may have been woken on our core: what follows
            // takes longer than its part.
            std::thread::yield_now();
            if !stays || sent.is_err() {
                sys::exit_now(0)
            }
        }
    }

    /// One run, after which it has what it keeps for the next.
    fn run(&self, kept: &mut Option<Kept>) -> io::Result<Report> {
        let task = self.task;
        if kept.is_none() {
            rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        let Some((streams, others)) = Streams::take_over(self.helper)? else {
            sys::exit_now(0);
        };
        let Kept { children, last_pid } = if let Some(kept) = kept {
            // Whatever holds it still: nobody sees it any more.
            let unmounted = unmount(BOX, UnmountFlags::DETACH);
            step("unmount the last run's folder", unmounted)?;
            kept
        } else {
            hide_processes()?;
            kept.insert(Kept::new()?)
        };
        self.furnish()?;
        // What the next run begins with, this one does too: nobody can tell.
        let resets = last_pid.as_ref().map(|file| file.write_all_at(b"1", 0));
        let (program, gate) = self.launch(&streams, others)?;
        drop(streams);
        // All this was done ahead; here the run begins.
        let Some(((), files)) = wire::receive::<()>(self.helper)? else {
            sys::exit_now(0);
        };
        let used = sys::own_cpu_time();
        let names = task.files.iter().map(|it| it.name.as_str());
        folder::fill(WORK.as_ref(), names.zip(&files), &|path| {
            self.standing.give(path)
        })?;
        let begun = Instant::now();
        gate.open()?;
        let mut sum = Sum::default();
        wait(program, self.helper, children.as_fd(), &mut sum)?;
        let wall_time = begun.elapsed();
        sys::kill_all_others();
        sum.reap_all(program)?;
        if let Some(errno) = self.standing.start_error() {
            return Ok(Report::NotStarted { errno });
        }
        let is_full = folder::is_full(BOX.as_ref(), Bytes(1));
        let files = folder::take_all(WORK.as_ref(), &task.take, task.limits.output);
        let resets = matches!(resets, Some(Ok(())));
        let is_small = files.iter().all(|(_, taken)| match taken {
            Taken::Bytes(bytes) => bytes.len() < SMALL,
            Taken::TooLarge | Taken::Refused(_) => true,
        });
        Ok(Report::Ran {
            status: sum.status,
            wall_time,
            cpu_time: sum.cpu_time,
            peak_memory: sum.peak_memory,
            own_cpu_time: sys::own_cpu_time().saturating_sub(used),
            is_full,
            stays: task.repeats && resets && is_small && self.standing.filter.is_some(),
            files,
        })
    }

    /// Mounts what is this run's own.
    fn furnish(&self) -> io::Result<()> {
        let limits = &self.task.limits;
        let options = format!(
            "size={},nr_inodes={},mode=0755",
            limits.disk.0, limits.inodes
        );
        let options = std::ffi::CString::new(options)?;
        step(
            "mount the run's folder",
            mount("tmpfs", BOX, "tmpfs", SAFE, options.as_c_str()),
        )?;
        for path in [WORK, TEMPORARY] {
            fs::create_dir(path)?;
            self.standing.give(path.as_ref())?;
        }
        Ok(())
    }

    /// Makes the process that will be the program.
    fn launch(&self, streams: &Streams, others: u64) -> io::Result<(i32, Gate)> {
        let places = Places {
            work: WORK.as_ref(),
            temporary: TEMPORARY.as_ref(),
        };
        let prepared = Prepared::new(
            self.task,
            &places,
            others,
            self.standing,
            streams,
            self.probe,
        )?;
        step("fork a program", prepared.launch())
    }
}

/// What an init has from its first run on.
struct Kept {
    /// Tells of processes that have ended.
    children: File,
    /// Where the next run's processes can be given the numbers of this one's.
    last_pid: Option<File>,
}

impl Kept {
    fn new() -> io::Result<Self> {
        Ok(Self {
            children: sys::child_signals()?,
            last_pid: File::options().write(true).open(LAST_PID).ok(),
        })
    }
}

/// For what the judge mounts for programs.
const SAFE: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

/// Mounts a `/proc` of the namespace's own over the host's, which is not to be
/// seen; nor is our own entry in it, which would tell of runs before. Containers
/// that hide parts of it don't allow another one; programs that need none run all
/// the same.
fn hide_processes() -> io::Result<()> {
    let own = c"hidepid=2";
    if mount("proc", "/proc", "proc", SAFE | MountFlags::NOEXEC, own).is_err() {
        let nothing = c"size=4k,mode=0555";
        let flags = SAFE | MountFlags::RDONLY;
        let hidden = mount("tmpfs", "/proc", "tmpfs", flags, nothing);
        step("hide /proc", hidden)?;
    }
    Ok(())
}

/// Waits until the program ends or is to be ended; reaps others meanwhile.
fn wait(
    program: i32,
    parent: &UnixStream,
    children: BorrowedFd<'_>,
    sum: &mut Sum,
) -> io::Result<()> {
    loop {
        let mut watched = [
            PollFd::from_borrowed_fd(children, PollFlags::IN),
            PollFd::new(parent, PollFlags::IN),
        ];
        match poll(&mut watched, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if !watched[1].revents().is_empty() {
            return Ok(());
        }
        let mut signal = [0; 128];
        let _ = rustix::io::read(children, &mut signal);
        while let Some(process) = sys::reap(-1)? {
            let is_program = process.pid == program;
            sum.add(&process, program);
            if is_program {
                return Ok(());
            }
        }
    }
}

/// What the processes used that have ended.
#[derive(Default)]
struct Sum {
    status: Option<i32>,
    cpu_time: Duration,
    peak_memory: Bytes,
}

impl Sum {
    fn add(&mut self, process: &sys::Reaped, program: i32) {
        if process.pid == program {
            self.status = Some(process.status);
        }
        self.cpu_time += process.cpu_time;
        self.peak_memory = self.peak_memory.max(Bytes::kib(process.peak_kib));
    }

    /// Waits for all that are left, which were killed.
    fn reap_all(&mut self, program: i32) -> io::Result<()> {
        loop {
            match sys::reap_next() {
                Ok(process) => self.add(&process, program),
                Err(error) if error.raw_os_error() == Some(libc::ECHILD) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
