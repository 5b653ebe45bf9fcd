//! What a helper stands on: the mechanisms that it could get on this machine.

use std::fs;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::cgroup::Cgroups;
use super::hierarchy::{self, refused};
use super::home::Home;
use super::landlock::Landlock;
use super::prepared::{Standing, set_common_limits};
use super::root::Roots;
use super::run::{Staying, Waiting};
use super::seccomp::{self, Others};
use super::sys::{self, Identity};
use super::{landlock, sweep};
use crate::isolation::{Mechanism, Why, Without};

/// The user ids that programs have where the judge is root. Nothing else has
/// them: systemd's list of ids keeps this range free.
pub(super) const USERS: std::ops::RangeInclusive<u32> = 60_578..=61_183;

/// The first request.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Prepare {
    /// The judge's folder for temporary files.
    pub(super) folder: PathBuf,
    /// An empty folder in it.
    pub(super) root: PathBuf,
    /// What is not to be used.
    pub(super) without: Without,
}

/// What the helper got.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Setup {
    /// Why there are no namespaces, if there are none.
    pub(super) no_namespaces: Option<Why>,
    /// Why there is no network namespace, if there are others.
    pub(super) no_network_namespace: Option<Why>,
    /// By what memory, processes and CPU time are governed.
    pub(super) groups: [Option<Mechanism>; 3],
    /// Why one of them is not.
    pub(super) no_groups: Option<Why>,
    /// The groups' folders.
    pub(super) group_folders: Vec<PathBuf>,
    /// Why there are no rules for files, if there are none.
    pub(super) no_landlock: Option<Why>,
    /// Why there is no filter of system calls, if there is none.
    pub(super) no_seccomp: Option<Why>,
    /// Whether programs have a user id of their own.
    pub(super) has_user: bool,
}

/// What the helper holds.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) folder: PathBuf,
    pub(super) groups: Cgroups,
    /// The roots to run in, with namespaces.
    pub(super) roots: Option<Roots>,
    /// The namespaces (`CLONE_NEW…`) that each init gets anew.
    pub(super) namespaces: i32,
    /// Rules for files, where they are needed.
    pub(super) landlock: Option<Landlock>,
    /// The folder of runs that have no root of their own.
    pub(super) home: Option<Home>,
    pub(super) standing: Standing,
    /// A run that was made ready ahead.
    pub(super) waiting: Option<Waiting>,
    /// The init of the run before, if it stays for the next one.
    pub(super) staying: Option<Staying>,
    /// The run that has ended last, until it is cleared away.
    pub(super) spent: Option<Waiting>,
    /// Whether processes of others count against our limit.
    counts_others: bool,
    /// How many those are, and when they were counted.
    counted: Option<(Instant, u64)>,
    /// Holds the user id.
    _user: Option<UnixListener>,
}

impl Ground {
    /// Gets what can be had.
    ///
    /// # Errors
    /// What must not fail on any machine.
    pub(super) fn prepare(prepare: Prepare) -> io::Result<(Self, Setup)> {
        let Prepare {
            folder,
            root,
            without,
        } = prepare;
        set_common_limits()?;
        // Root in a container may not have the rights that make it root.
        let lock = if rustix::process::geteuid().is_root() {
            take_user()?
        } else {
            None
        };
        let identity = lock.as_ref().map(|(user, _)| Identity {
            user: *user,
            group: *user,
        });
        let (mut groups, no_groups) = if without.cgroups {
            (Cgroups::default(), Some(Why::SwitchedOff))
        } else {
            Cgroups::enter()
        };
        let namespaces = if without.namespaces {
            Err(Why::SwitchedOff)
        } else {
            enter_namespaces(identity.is_none())
        };
        let mut no_network_namespace = None;
        if namespaces.is_ok() {
            let net = libc::CLONE_NEWNET;
            no_network_namespace = sys::unshare(net)
                .err()
                .map(|error| refused("unshare(CLONE_NEWNET)", &error));
        }
        if namespaces.is_err() {
            groups.forget_memory();
        }
        let roots = match &namespaces {
            Ok(()) => {
                let own = || Identity {
                    user: rustix::process::geteuid().as_raw(),
                    group: rustix::process::getegid().as_raw(),
                };
                Some(Roots::new(root, identity.unwrap_or_else(own))?)
            }
            Err(_) => None,
        };
        let has_namespaces = roots.is_some();
        let has_landlock = !without.landlock && landlock::version().is_some();
        let scopes = has_landlock && landlock::scopes_signals();
        let others = match (has_namespaces, identity, scopes) {
            (true, ..) => Others::OutOfReach,
            (false, Some(_), _) => Others::OtherUser,
            (false, None, true) => Others::SameUser,
            (false, None, false) => Others::SameUserSignals,
        };
        let counted = groups.mechanisms()[0].is_some();
        let may_filter = !without.seccomp && sys::has_seccomp();
        let filter = may_filter
            .then(|| seccomp::filter(others, counted))
            .flatten();
        let missing = |is_there: bool, off: bool| match (is_there, off) {
            (true, _) => None,
            (false, true) => Some(Why::SwitchedOff),
            (false, false) => Some(Why::Missing),
        };
        // Nobody may look into us or into the inits.
        let _ =
            rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
        let setup = Setup {
            no_namespaces: namespaces.err(),
            no_network_namespace,
            groups: groups.mechanisms(),
            no_groups,
            group_folders: groups.folders().to_vec(),
            no_landlock: missing(has_landlock, without.landlock),
            no_seccomp: missing(filter.is_some(), without.seccomp),
            has_user: identity.is_some(),
        };
        // The filter refuses what such a namespace would keep apart.
        let own_ipc = filter.as_ref().map_or(libc::CLONE_NEWIPC, |_| 0);
        let standing = Standing {
            identity,
            filter,
            errno: sys::shared_number()?,
            nice: rustix::process::getpriority_process(None).unwrap_or(0),
        };
        let ground = Self {
            folder,
            groups,
            roots,
            namespaces: libc::CLONE_NEWPID | libc::CLONE_NEWNS | own_ipc,
            landlock: (has_landlock && !has_namespaces).then(Landlock::default),
            home: None,
            standing,
            waiting: None,
            staying: None,
            spent: None,
            counts_others: identity.is_none() && !(has_namespaces && counts_by_namespace()),
            counted: None,
            _user: lock.map(|(_, lock)| lock),
        };
        Ok((ground, setup))
    }

    /// How many processes and threads the system counts for the user of a run
    /// that are not the run's.
    pub(super) fn others(&mut self) -> u64 {
        /// The control group is to be the first to refuse, or whoever looks on: forks
        /// at the same time are refused before there are so many.
        const MORE: u64 = 64;
        /// Other runs come, each with as many as it may have, and are no fault of
        /// this one. Whoever looks on ends it at its limit.
        const RUNS: u64 = 16 * super::MOST_PROCESSES as u64;
        /// Counting takes a look at every process of the machine.
        const LASTS: Duration = Duration::from_millis(200);
        if self.counts_others {
            let known = self.counted.filter(|(when, _)| when.elapsed() < LASTS);
            let (when, count) = known.unwrap_or_else(|| (Instant::now(), sweep::own_threads()));
            self.counted = Some((when, count));
            count + RUNS
        } else {
            MORE
        }
    }

    /// Gives back what would outlive this process.
    pub(super) fn leave(mut self) {
        self.waiting = None;
        self.staying = None;
        self.home = None;
        self.groups.leave();
    }
}

/// A user id that no other judge uses now, held as long as the socket lives;
/// `None` if this process can't give it to programs.
fn take_user() -> io::Result<Option<(u32, UnixListener)>> {
    if !sys::can_become(*USERS.start())? {
        return Ok(None);
    }
    // Judges in different containers don't see each other's sockets; they most
    // likely begin at different places.
    let count = USERS.end() - USERS.start() + 1;
    let first = std::process::id() % count;
    for offset in 0..count {
        let user = USERS.start() + (first + offset) % count;
        let name = SocketAddr::from_abstract_name(format!("mayan-judge-user-{user}"))?;
        if let Ok(lock) = UnixListener::bind_addr(&name)
            && sweep::end_user(user)
        {
            return Ok(Some((user, lock)));
        }
    }
    Err(io::Error::other("all user ids for programs are taken"))
}

/// Enters mount, IPC and UTS namespaces, for an ordinary user in a user
/// namespace of its own.
fn enter_namespaces(needs_user: bool) -> Result<(), Why> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    // A program that is root in its namespace would have all rights there.
    let inside = |id: u32| if id == 0 { 1000 } else { id };
    let own_user = inside(user.as_raw());
    let own_group = inside(group.as_raw());
    let own = libc::CLONE_NEWNS | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
    if needs_user {
        let new = libc::CLONE_NEWUSER | own;
        sys::unshare(new).map_err(|error| refused("unshare(CLONE_NEWUSER)", &error))?;
        for (file, text) in [
            ("setgroups", "deny".to_owned()),
            ("uid_map", format!("{own_user} {} 1", user.as_raw())),
            ("gid_map", format!("{own_group} {} 1", group.as_raw())),
        ] {
            fs::write(format!("/proc/self/{file}"), text)
                .map_err(|error| refused(&format!("write {file}"), &error))?;
        }
    } else {
        sys::unshare(own).map_err(|error| refused("unshare(CLONE_NEWNS)", &error))?;
    }
    let private =
        rustix::mount::MountPropagationFlags::PRIVATE | rustix::mount::MountPropagationFlags::REC;
    rustix::mount::mount_change("/", private)
        .map_err(|error| refused("make mounts private", &error.into()))
}

/// Whether the kernel counts processes by user namespace (Linux 5.14).
fn counts_by_namespace() -> bool {
    let version = rustix::system::uname();
    let version = version.release().to_string_lossy();
    let mut numbers = version.split(['.', '-']).map_while(|it| it.parse().ok());
    let version: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    version >= (5, 14)
}

/// The groups of a helper that was ended without leaving.
pub(super) fn clear(setup: &Setup) {
    hierarchy::remove(&setup.group_folders);
}
