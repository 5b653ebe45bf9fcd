//! What killed judges have left: processes, control groups, folders.

use std::fs::{self, File};
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;

use super::ground::USERS;
use super::{folder, hierarchy, sys};

/// What our folders for temporary files are called, followed by something
/// unique.
const PREFIX: &str = "mayan-judge-";

/// How often what was left is ended again, with this much time to go between.
const SWEEPS: usize = 1000;
const PAUSE: Duration = Duration::from_millis(5);

/// The judge's folder for temporary files. While it lives it is locked, so that
/// no other judge takes it for one that was left behind.
#[derive(Debug)]
pub struct Workspace {
    folder: TempDir,
    _lock: File,
}

impl Workspace {
    /// Makes one, and removes what killed judges have left.
    ///
    /// # Errors
    /// No room or no permission for temporary files.
    pub fn new() -> io::Result<Self> {
        // A judge that starts at the same moment may take the new folder for one
        // that was left, before it is locked.
        const TRIES: usize = 100;
        for _ in 0..TRIES {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
            let Ok(lock) = File::open(folder.path()) else {
                continue;
            };
            let locked = flock(&lock, FlockOperation::NonBlockingLockExclusive);
            if locked.is_err() || !folder.path().exists() {
                continue;
            }
            // Programs of another user pass through to their own.
            fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o711))?;
            sweep(folder.path());
            return Ok(Self {
                folder,
                _lock: lock,
            });
        }
        Err(io::Error::other("its folder is removed again and again"))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A fresh folder in it.
    ///
    /// # Errors
    /// As [`Workspace::new`].
    pub fn folder(&self, prefix: &str) -> io::Result<TempDir> {
        let folder = tempfile::Builder::new()
            .prefix(prefix)
            .tempdir_in(self.path())?;
        fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
        Ok(folder)
    }
}

/// Removes what killed judges have left. Of what can't be removed nothing is
/// said: it is in nobody's way.
fn sweep(own: &Path) {
    hierarchy::sweep();
    if rustix::process::geteuid().is_root() {
        for user in users_with_processes() {
            let name = SocketAddr::from_abstract_name(format!("mayan-judge-user-{user}"));
            // Held by the judge that uses it.
            if let Ok(_lock) = name.and_then(|name| UnixListener::bind_addr(&name)) {
                end_user(user);
            }
        }
    }
    let me = rustix::process::geteuid().as_raw();
    let entries = own
        .parent()
        .map(fs::read_dir)
        .into_iter()
        .flatten()
        .flatten();
    for entry in entries.flatten() {
        let path = entry.path();
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && path != own
            && entry
                .metadata()
                .is_ok_and(|it| it.is_dir() && it.uid() == me);
        if ours {
            remove_if_left(&path);
        }
    }
}

/// Removes a folder that nobody holds any more.
fn remove_if_left(path: &Path) {
    let Ok(lock) = File::open(path) else {
        return;
    };
    if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
        return;
    }
    end_sessions(path);
    let _ = folder::empty(path).and_then(|()| fs::remove_dir(path));
}

/// Ends the runs that were going on in a folder that was left. A run's folder
/// holds the number of its session, which a program can't leave; a number that
/// was given anew since is told by the marks of confinement.
fn end_sessions(path: &Path) {
    let runs = fs::read_dir(path).into_iter().flatten().flatten();
    let sessions = runs.filter_map(|run| fs::read_to_string(run.path().join("session")).ok());
    let sessions: Vec<String> = sessions.collect();
    if sessions.is_empty() {
        return;
    }
    for _ in 0..SWEEPS {
        let mut found = false;
        for pid in processes() {
            let Some(theirs) = session(pid).filter(|it| sessions.contains(&session_mark(*it)))
            else {
                continue;
            };
            if is_confined(pid) == Some(true) {
                found = true;
                // All of its group at once, so that none of them can fork
                // meanwhile. A session's first group has its number.
                for pid in [theirs, pid].into_iter().filter_map(Pid::from_raw) {
                    let _ = kill_process_group(pid, Signal::KILL);
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
        }
        if !found {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

/// What a session is known by: its number, and when the machine started. Always
/// of one length.
pub(super) fn session_mark(session: i32) -> String {
    static BOOT: OnceLock<String> = OnceLock::new();
    let boot = BOOT.get_or_init(|| {
        let path = "/proc/sys/kernel/random/boot_id";
        fs::read_to_string(path).unwrap_or_default()
    });
    format!("{session:>10} {}", boot.trim())
}

fn session(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat[stat.rfind(')')? + 1..].split_whitespace();
    fields.nth(3)?.parse().ok()
}

/// Whether a process has the marks of a program of ours: it can't gain rights,
/// and its system calls are filtered. `None` if it has ended.
fn is_confined(pid: i32) -> Option<bool> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let has = |mark: &str| status.lines().any(|line| line.starts_with(mark));
    if has("State:\tZ") || has("State:\tX") {
        return None;
    }
    Some(has("NoNewPrivs:\t1") && has("Seccomp:\t2"))
}

/// Ends what a killed judge left running as a user of ours. `false` if somebody
/// else has that id, or they don't end.
pub(super) fn end_user(user: u32) -> bool {
    for _ in 0..SWEEPS {
        let all = processes().filter(|pid| owner(*pid) == Some(user));
        let living: Vec<bool> = all.filter_map(is_confined).collect();
        if living.contains(&false) {
            return false;
        }
        // At once: they may fork faster than we look.
        if living.is_empty() || sys::kill_user(user).is_err() {
            return living.is_empty();
        }
        std::thread::sleep(PAUSE);
    }
    false
}

fn users_with_processes() -> Vec<u32> {
    let mut users: Vec<u32> = processes().filter_map(owner).collect();
    users.retain(|user| USERS.contains(user));
    users.sort_unstable();
    users.dedup();
    users
}

fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn owner(pid: i32) -> Option<u32> {
    let path: PathBuf = format!("/proc/{pid}").into();
    Some(fs::metadata(path).ok()?.uid())
}

/// How many processes and threads our user has.
pub(super) fn own_threads() -> u64 {
    let me = rustix::process::getuid().as_raw();
    let mine = processes().filter(|pid| owner(*pid) == Some(me));
    let threads = mine.map(|pid| {
        let threads = fs::read_dir(format!("/proc/{pid}/task"));
        threads.map_or(1, |threads| threads.count() as u64)
    });
    threads.sum()
}
