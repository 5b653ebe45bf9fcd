//! A task made ready to be launched: strings, limits, streams.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicI32, Ordering};

use libc::{rlimit, sock_filter};
use rustix::event::{EventfdFlags, eventfd};

use super::probe;
use super::streams::Streams;
use super::sys::{self, Identity, Launch};
use super::task::Task;

/// What holds a process back until its run begins.
#[derive(Debug)]
pub(super) struct Gate(OwnedFd);

impl Gate {
    fn new() -> io::Result<Self> {
        Ok(Self(eventfd(0, EventfdFlags::CLOEXEC)?))
    }

    /// Lets it go.
    pub(super) fn open(&self) -> io::Result<()> {
        rustix::io::write(&self.0, &1_u64.to_ne_bytes())?;
        Ok(())
    }
}

/// What is the same for all runs of a helper.
#[derive(Debug)]
pub(super) struct Standing {
    /// Whose rights programs have, if not ours.
    pub(super) identity: Option<Identity>,
    pub(super) filter: Option<Vec<sock_filter>>,
    pub(super) errno: &'static AtomicI32,
    /// The place in the queue for the CPU that the judge was started with.
    pub(super) nice: i32,
}

impl Standing {
    /// Why the last program that was launched could not be started, once its
    /// process has ended.
    pub(super) fn start_error(&self) -> Option<i32> {
        Some(self.errno.load(Ordering::Relaxed)).filter(|&errno| errno != 0)
    }

    /// Gives a file or folder to programs.
    pub(super) fn give(&self, path: &Path) -> io::Result<()> {
        match self.identity {
            Some(Identity { user, group }) => {
                std::os::unix::fs::chown(path, Some(user), Some(group))
            }
            None => Ok(()),
        }
    }
}

/// A task made ready.
pub(super) struct Prepared<'a> {
    pub(super) standing: &'a Standing,
    streams: &'a Streams,
    programs: Vec<CString>,
    arguments: Vec<CString>,
    environment: Vec<CString>,
    directory: CString,
    limits: Vec<(u32, rlimit)>,
    probe: Option<&'a probe::Probe>,
    /// Rules for files, if there are any.
    pub(super) landlock: Option<BorrowedFd<'a>>,
    pub(super) dies_with_parent: bool,
}

/// The folders of a run, as it sees them.
pub(super) struct Places<'a> {
    pub(super) work: &'a Path,
    pub(super) temporary: &'a Path,
}

impl<'a> Prepared<'a> {
    /// `others` is how many processes the system counts that aren't the run's.
    pub(super) fn new(
        task: &Task,
        places: &Places<'_>,
        others: u64,
        standing: &'a Standing,
        streams: &'a Streams,
        probe: Option<&'a probe::Probe>,
    ) -> io::Result<Self> {
        let string = |text: &OsStr| CString::new(text.as_bytes()).map_err(io::Error::other);
        let has = |name: &str| task.environment.iter().any(|(it, _)| it == name);
        let own = [("HOME", places.work), ("TMPDIR", places.temporary)];
        let own = own.iter().filter(|(name, _)| !has(name));
        let own = own.map(|(name, path)| (OsStr::new(name), path.as_os_str()));
        let given = task.environment.iter();
        let given = given.map(|(name, value)| (name.as_os_str(), value.as_os_str()));
        let environment = given.chain(own).map(|(name, value)| {
            let line = [name.as_bytes(), b"=", value.as_bytes()].concat();
            CString::new(line).map_err(io::Error::other)
        });
        let arguments = task.command.iter().map(|it| string(it));
        let programs = candidates(task).into_iter();
        Ok(Self {
            standing,
            streams,
            programs: programs.map(CString::new).collect::<Result<_, _>>()?,
            arguments: arguments.collect::<io::Result<_>>()?,
            environment: environment.collect::<io::Result<_>>()?,
            directory: string(places.work.as_os_str())?,
            limits: limits(task, others),
            probe,
            landlock: None,
            dies_with_parent: false,
        })
    }

    /// Makes the process that will be the program once its gate is opened.
    pub(super) fn launch(&self) -> io::Result<(i32, Gate)> {
        let gate = Gate::new()?;
        let Standing {
            identity,
            filter,
            errno,
            nice,
        } = self.standing;
        let launch = Launch {
            programs: &self.programs,
            arguments: &self.arguments,
            environment: &self.environment,
            directory: &self.directory,
            streams: self.streams.descriptors(),
            identity: *identity,
            limits: &self.limits,
            landlock: self.landlock,
            nice: *nice,
            filter: filter.as_deref(),
            gate: gate.0.as_fd(),
            dies_with_parent: self.dies_with_parent,
        };
        let pid = match self.probe {
            None => sys::launch(&launch, errno),
            Some(probe) => sys::launch_own(&launch, errno, || probe::examine(probe)),
        };
        Ok((pid?, gate))
    }
}

/// Where the program may be, as `execvp` would look for it.
fn candidates(task: &Task) -> Vec<Vec<u8>> {
    let Some(name) = task.command.first().map(|it| it.as_bytes()) else {
        return Vec::new();
    };
    if name.contains(&b'/') {
        return vec![name.to_vec()];
    }
    let path = task.environment.iter().find(|(name, _)| name == "PATH");
    let path = path.map_or(&b""[..], |(_, path)| path.as_bytes());
    let folders = path.split(|&byte| byte == b':');
    folders
        .filter(|folder| folder.starts_with(b"/"))
        .map(|folder| [folder, b"/", name].concat())
        .collect()
}

/// The limits of the process itself that a task has.
fn limits(task: &Task, others: u64) -> Vec<(u32, rlimit)> {
    let limits = &task.limits;
    let wanted = [
        // One byte more than the limit may be written, so that a program that
        // ignores the signal shows by its size that it went over.
        (libc::RLIMIT_FSIZE, limits.output.0.saturating_add(1)),
        // Only a backstop: the kernel counts whole seconds, and fires early.
        (libc::RLIMIT_CPU, limits.cpu_time.as_secs() + 2),
        (libc::RLIMIT_NPROC, others + limits.processes as u64),
    ];
    wanted
        .into_iter()
        .map(|(number, value)| {
            let value = value.min(hard(number));
            let limit = rlimit {
                rlim_cur: value,
                rlim_max: value,
            };
            (number, limit)
        })
        .collect()
}

fn hard(number: u32) -> u64 {
    use rustix::process::{Resource, getrlimit};
    let resource = match number {
        libc::RLIMIT_FSIZE => Resource::Fsize,
        libc::RLIMIT_CPU => Resource::Cpu,
        _ => Resource::Nproc,
    };
    getrlimit(resource).maximum.unwrap_or(libc::RLIM_INFINITY)
}

/// Sets this process's own limits that are the same for all tasks, to be handed
/// down.
///
/// # Errors
/// A limit that the judge was started under and that can't be raised: programs
/// would be under it too, and fail by it rather than by their own.
pub(super) fn set_common_limits() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const GIB: u64 = 1 << 30;
    /// How many files a process may have open.
    const MOST_FILES: u64 = 512;
    // What programs must be able to have at least, and what of it is set here:
    // size of the stack, since recursion is limited by memory, as everything is.
    for (resource, name, least) in [
        (Resource::Stack, "s", GIB),
        (Resource::Fsize, "f", GIB),
        (Resource::As, "v", 64 * GIB),
        (Resource::Data, "d", 64 * GIB),
        (Resource::Cpu, "t", 24 * 60 * 60),
        (Resource::Nproc, "u", super::MOST_PROCESSES as u64),
        (Resource::Nofile, "n", MOST_FILES),
    ] {
        let none = Rlimit {
            current: None,
            maximum: None,
        };
        // Root may raise it, others can't.
        if setrlimit(resource, none).is_err() {
            let maximum = getrlimit(resource).maximum;
            if maximum.is_some_and(|it| it < least) {
                let message = format!(
                    "the judge was started under a limit (`ulimit -H{name}`) that programs \
                     would be under too: start it without"
                );
                return Err(io::Error::other(message));
            }
            setrlimit(
                resource,
                Rlimit {
                    current: maximum,
                    maximum,
                },
            )?;
        }
    }
    for (resource, most) in [
        (Resource::Core, 0),
        (Resource::Nofile, MOST_FILES),
        // Page tables of memory that is never touched count nowhere.
        (Resource::As, 64 * GIB),
        (Resource::Msgqueue, 0),
    ] {
        let hard = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let limit = Some(hard.min(most));
        setrlimit(
            resource,
            Rlimit {
                current: limit,
                maximum: limit,
            },
        )?;
    }
    Ok(())
}
