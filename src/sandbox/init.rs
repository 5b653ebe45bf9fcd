//! The first process of a run's process namespace. It mounts what is the run's
//! own, starts the program, reaps what is orphaned, and at the end ends all,
//! takes the answer and reports.
//!
//! It is ours alone: no signal from inside reaches it (it is the namespace's
//! first process), and nobody may look into it (it is not dumpable). When it
//! goes, the kernel ends every process of the namespace.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::mount::{MountFlags, mount};
use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use super::prepared::Prepared;
use super::root::{BOX, TEMPORARY, WORK, step};
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
        files: Vec<(String, Taken)>,
    },
    /// The program could not be started.
    NotStarted { errno: i32 },
    /// A step of ours failed.
    Failed(String),
}

/// The init's whole life. `parent` is the helper, which sends the run's files
/// when it is to begin, and nothing more until it is to be ended.
pub(super) fn run(task: &Task, prepared: &Prepared<'_>, parent: &UnixStream) -> ! {
    let report = live(task, prepared, parent);
    let report = report.unwrap_or_else(|error| Report::Failed(error.to_string()));
    let parts: Vec<&[u8]> = match &report {
        Report::Ran { files, .. } => files
            .iter()
            .filter_map(|(_, taken)| match taken {
                Taken::Bytes(bytes) => Some(bytes.as_slice()),
                Taken::TooLarge | Taken::Refused(_) => None,
            })
            .collect(),
        Report::NotStarted { .. } | Report::Failed(_) => Vec::new(),
    };
    // If nobody listens any more, nobody needs it.
    let _ = wire::send(parent, &report, &parts);
    // To the helper, which may have been woken on our core: the end of a run's
    // namespaces takes longer than its part.
    std::thread::yield_now();
    sys::exit_now(0)
}

fn live(task: &Task, prepared: &Prepared<'_>, parent: &UnixStream) -> io::Result<Report> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    furnish(task, prepared)?;
    let children = sys::child_signals()?;
    let (program, gate) = step("fork a program", prepared.launch())?;
    // All this was done ahead; here the run begins.
    let Some(((), files)) = wire::receive::<()>(parent)? else {
        sys::exit_now(0);
    };
    let used = sys::own_cpu_time();
    let names = task.files.iter().map(|it| it.name.as_str());
    folder::fill(WORK.as_ref(), names.zip(&files), &|path| {
        prepared.standing.give(path)
    })?;
    let begun = Instant::now();
    gate.open()?;
    let mut sum = Sum::default();
    wait(program, parent, children.as_fd(), &mut sum)?;
    let wall_time = begun.elapsed();
    sys::kill_all_others();
    sum.reap_all(program)?;
    if let Some(errno) = prepared.standing.start_error() {
        return Ok(Report::NotStarted { errno });
    }
    let is_full = folder::is_full(BOX.as_ref(), Bytes(1));
    let files = folder::take_all(WORK.as_ref(), &task.take, task.limits.output);
    Ok(Report::Ran {
        status: sum.status,
        wall_time,
        cpu_time: sum.cpu_time,
        peak_memory: sum.peak_memory,
        own_cpu_time: sys::own_cpu_time().saturating_sub(used),
        is_full,
        files,
    })
}

/// Mounts what is this run's own.
fn furnish(task: &Task, prepared: &Prepared<'_>) -> io::Result<()> {
    let safe = MountFlags::NOSUID | MountFlags::NODEV;
    let options = format!(
        "size={},nr_inodes={},mode=0755",
        task.limits.disk.0, task.limits.inodes
    );
    let options = std::ffi::CString::new(options)?;
    step(
        "mount the run's folder",
        mount("tmpfs", BOX, "tmpfs", safe, options.as_c_str()),
    )?;
    // Over the host's, which is not to be seen. Containers that hide parts of it
    // don't allow another one; programs that need none run all the same.
    let nothing = c"size=4k,mode=0555";
    if mount("proc", "/proc", "proc", safe | MountFlags::NOEXEC, c"").is_err() {
        step(
            "hide /proc",
            mount(
                "tmpfs",
                "/proc",
                "tmpfs",
                safe | MountFlags::RDONLY,
                nothing,
            ),
        )?;
    }
    for path in [WORK, TEMPORARY] {
        fs::create_dir(path)?;
        prepared.standing.give(path.as_ref())?;
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
