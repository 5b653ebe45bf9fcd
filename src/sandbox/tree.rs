//! A program's processes: what they use, and how they are all ended where no
//! namespace does it.
//!
//! The helper, and behind it the judge, is the reaper of orphans
//! (`PR_SET_CHILD_SUBREAPER`), so each descendant stays in the tree below it
//! until the helper has waited for it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::sys;
use super::task::RunLimits;
use crate::verdict::Idle;

/// How long looks at the memory of many processes may take. What makes them
/// longer uses CPU time, and is ended by that.
const LOOK: Duration = Duration::from_millis(50);
/// How long ending all processes may take before the helper gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// What living processes use at a moment.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    /// CPU time, with that of children that were waited for.
    pub(super) cpu_time: Duration,
    pub(super) resident_bytes: u64,
    /// Threads, those of all processes.
    pub(super) threads: u64,
    /// The CPU time of each process alone.
    pub(super) alone: Vec<(Identity, Duration)>,
}

/// A process: its number, which may be used again, and when it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pid: i32,
    begun: u64,
}

/// The process ids of all living descendants of a process.
pub(super) fn descendants(root: i32) -> Vec<i32> {
    let mut found: Vec<i32> = Vec::new();
    let mut next = vec![root];
    while let Some(pid) = next.pop() {
        let Some(children) = children(pid) else {
            return scan(root);
        };
        found.extend(&children);
        next.extend(children);
    }
    found
}

pub(super) fn own_pid() -> i32 {
    rustix::process::getpid().as_raw_nonzero().get()
}

/// A process's children; `None` where the kernel doesn't list them.
fn children(pid: i32) -> Option<Vec<i32>> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        // It ended meanwhile; its children are in the tree again next time.
        return Some(Vec::new());
    };
    let mut children = Vec::new();
    for thread in threads.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(list) => children.extend(list.split_whitespace().flat_map(str::parse::<i32>)),
            Err(_) if thread.path().exists() => return None,
            Err(_) => {}
        }
    }
    Some(children)
}

/// The same from the list of all processes.
fn scan(root: i32) -> Vec<i32> {
    let mut by_parent: HashMap<i32, Vec<i32>> = HashMap::new();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    for pid in entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok()) {
        if let Some(stat) = Stat::read(pid) {
            by_parent.entry(stat.parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut next = vec![root];
    while let Some(pid) = next.pop() {
        let children = by_parent.remove(&pid).unwrap_or_default();
        found.extend(&children);
        next.extend(children);
    }
    found
}

/// The fields of `/proc/PID/stat` that matter here.
struct Stat {
    parent: i32,
    /// CPU time of the children that it waited for, in clock ticks.
    children_ticks: u64,
    threads: u64,
    /// Clock ticks since the system's start.
    begun: u64,
    resident_pages: u64,
}

impl Stat {
    fn read(pid: i32) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name, in parentheses, may hold anything; fields 3 to the last
        // follow its last parenthesis.
        let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            children_ticks: number(16)? + number(17)?,
            threads: number(20)?,
            begun: number(22)?,
            resident_pages: number(24)?,
        })
    }

    fn of_children(&self) -> Duration {
        Duration::from_millis(self.children_ticks * 1000 / sys::ticks_per_second())
    }
}

/// CPU time of the children that a process has waited for.
pub(super) fn waited_for(pid: i32) -> Duration {
    Stat::read(pid).map_or(Duration::ZERO, |stat| stat.of_children())
}

/// What a process's living descendants use now, with the CPU time of those that
/// it has waited for.
///
/// Most files of `/proc` wait for locks that processes which fork or become
/// another program all the time hold, and those may wait for a core themselves.
/// So first comes what waits for nothing, the rest only if that isn't over a
/// limit already, and not for longer than [`LOOK`].
///
/// `before` is what the root had waited for when the run began.
pub(super) fn snapshot(root: i32, before: Duration, limits: &RunLimits) -> Snapshot {
    let begun = Instant::now();
    let mut sum = Snapshot::default();
    let living: Vec<(i32, Duration)> = descendants(root)
        .into_iter()
        .map(|pid| (pid, sys::cpu_time(pid).unwrap_or_default()))
        .collect();
    sum.threads = living.len() as u64;
    sum.cpu_time = living.iter().map(|(_, alone)| *alone).sum();
    if sum.threads >= limits.processes as u64 || sum.cpu_time >= limits.cpu_time {
        return sum;
    }
    // What the helper itself waited for is counted where it is done, and of all
    // runs.
    if root != own_pid() {
        sum.cpu_time += waited_for(root).saturating_sub(before);
    }
    let mut sized = Vec::with_capacity(living.len());
    for (pid, alone) in living {
        if begun.elapsed() > LOOK {
            break;
        }
        let Some(stat) = Stat::read(pid) else {
            continue;
        };
        let identity = Identity {
            pid,
            begun: stat.begun,
        };
        sum.alone.push((identity, alone));
        sum.threads += stat.threads.saturating_sub(1);
        sum.cpu_time += stat.of_children();
        sized.push((pid, stat));
    }
    if sum.threads < limits.processes as u64 {
        sum.resident_bytes = sizes(sized, limits.memory.0);
    }
    sum
}

/// What processes hold together, in bytes; of many, if that can't be more than
/// `limit`, what the largest of them does.
fn sizes(mut processes: Vec<(i32, Stat)>, limit: u64) -> u64 {
    /// From here on a closer look waits for too many processes' memory, which
    /// those that fork all the time hold.
    const MANY: usize = 8;
    let page = sys::page_size();
    let resident = |stat: &Stat| stat.resident_pages * page;
    let many = processes.len() > MANY;
    let begun = Instant::now();
    if many {
        processes.sort_by_key(|(_, stat)| std::cmp::Reverse(stat.resident_pages));
        let (mut own, mut common) = (0, 0);
        for (pid, stat) in &processes {
            if begun.elapsed() > LOOK {
                break;
            }
            let files = shared(*pid).unwrap_or_default();
            own += resident(stat).saturating_sub(files);
            common = files.max(common);
        }
        if own + common <= limit {
            return processes.first().map_or(0, |(_, stat)| resident(stat));
        }
    }
    let single = processes.len() == 1;
    let all: HashSet<i32> = processes.iter().map(|(pid, _)| *pid).collect();
    let mut sum = 0;
    for (pid, stat) in processes {
        // Asked before the size is read: if the child takes a memory of its own
        // meanwhile, the size is that one's.
        if all.contains(&stat.parent) && sys::share_memory(pid, stat.parent) {
            continue;
        }
        if many && begun.elapsed() > LOOK {
            break;
        }
        sum += if single {
            resident(&stat)
        } else {
            // Read again: a size from before the question above may be old.
            let again = || Stat::read(pid).map_or(0, |stat| resident(&stat));
            share(pid).unwrap_or_else(again)
        };
    }
    sum
}

/// What a process has of files or shared, in bytes.
fn shared(pid: i32) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(2)?.parse().ok()?;
    Some(pages * sys::page_size())
}

/// How long living processes have waited for a CPU that others had: the longest
/// such wait of one process, since it began.
pub(super) fn longest_wait(root: i32) -> Duration {
    let wait = |pid: i32| {
        let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
        let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(Duration::from_nanos(nanos))
    };
    descendants(root)
        .into_iter()
        .filter_map(wait)
        .max()
        .unwrap_or_default()
}

/// What a process that uses no CPU waits for, if the system tells: the system
/// call that its threads are in.
pub(super) fn idleness(root: i32) -> Option<Idle> {
    let mut found = None;
    for pid in descendants(root) {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter();
        for thread in threads.flatten().flatten() {
            let Ok(call) = fs::read_to_string(thread.path().join("syscall")) else {
                continue;
            };
            let idle = classify(&call);
            // One that only waits for another says less than that other does.
            if idle == Some(Idle::Starved) {
                return idle;
            }
            if found.is_none() || found == Some(Idle::Blocked) {
                found = idle.or(found);
            }
        }
    }
    found
}

/// Reads `/proc/PID/syscall`: `running`, or the call's number and arguments.
fn classify(text: &str) -> Option<Idle> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    if first == "running" {
        return Some(Idle::Starved);
    }
    let number: libc::c_long = first.parse().ok()?;
    let descriptor = words.next().and_then(|it| it.strip_prefix("0x"));
    let is_input = descriptor.is_some_and(|it| u64::from_str_radix(it, 16) == Ok(0));
    let reads = [
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_pread64,
        libc::SYS_preadv,
    ];
    let sleeps = [libc::SYS_nanosleep, libc::SYS_clock_nanosleep];
    #[cfg(target_arch = "x86_64")]
    let pauses = [libc::SYS_pause];
    #[cfg(not(target_arch = "x86_64"))]
    let pauses = [libc::SYS_rt_sigsuspend];
    Some(if reads.contains(&number) && is_input {
        Idle::WaitsForInput
    } else if sleeps.contains(&number) || pauses.contains(&number) {
        Idle::Sleeps
    } else {
        Idle::Blocked
    })
}

/// A process's share of resident memory in bytes: pages that several processes
/// have, as after a fork, are divided among them. Dearer than the resident size
/// and the same for one process.
fn share(pid: i32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib * 1024)
}

/// What helps to end all processes of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grip {
    /// The program, which leads its process group.
    pub(super) program: i32,
    /// Whether none of its processes can leave that group, so that the number
    /// is the group's as long as there is one.
    pub(super) keeps_group: bool,
    /// The user that all its processes have and no others.
    pub(super) user: Option<u32>,
}

/// Ends every descendant and waits for each, giving it to `reaped`.
///
/// The system ends a whole group, or all that a user has, at once, and a fork
/// can't slip through. Of those that made groups of their own, all are stopped
/// before any is ended, or else a program that forks faster than we look would
/// outrun us.
///
/// # Errors
/// Processes that are still there when patience has run out.
pub(super) fn end_all(grip: Grip, mut reaped: impl FnMut(sys::Reaped)) -> io::Result<()> {
    // Most programs have ended by now, and have left nothing.
    if let Some(process) = sys::reap(grip.program)? {
        reaped(process);
        match sys::ended_child() {
            Err(error) if error.raw_os_error() == Some(libc::ECHILD) => return Ok(()),
            _ => {}
        }
        if grip.user.is_none() && grip.keeps_group {
            end_group(grip.program);
        }
    } else if grip.user.is_none() {
        // It isn't reaped yet: the number is its own.
        end_group(grip.program);
    }
    let deadline = Instant::now() + PATIENCE;
    let mut stopped = HashSet::new();
    loop {
        loop {
            match sys::reap(-1) {
                Ok(Some(process)) => reaped(process),
                Ok(None) => break,
                // No child of any kind: the proof that nothing is left.
                Err(error) if error.raw_os_error() == Some(libc::ECHILD) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        if let Some(user) = grip.user {
            // Without a look at what there is: among hundreds that use all cores
            // that would take seconds. Again, since an error is no end.
            let killed = sys::kill_user(user);
            if Instant::now() > deadline {
                killed?;
                return Err(io::Error::other("the processes do not end"));
            }
            std::thread::sleep(Duration::from_micros(200));
            continue;
        }
        let living = descendants(own_pid());
        let fresh: Vec<i32> = living
            .iter()
            .copied()
            .filter(|pid| stopped.insert(*pid))
            .collect();
        if fresh.is_empty() {
            for &pid in &living {
                signal(pid, Signal::KILL);
            }
            stopped.clear();
            std::thread::sleep(Duration::from_micros(200));
        } else {
            for &pid in &fresh {
                signal(pid, Signal::STOP);
            }
        }
        if Instant::now() > deadline {
            let message = format!("{} processes do not end", living.len());
            return Err(io::Error::other(message));
        }
    }
}

fn end_group(leader: i32) {
    if let Some(group) = Pid::from_raw(leader) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Ends the children of this process that it doesn't know, which are what a
/// helper left that was killed, and waits for them.
pub(super) fn end_strays(known: &[i32]) {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        let children = children(own_pid()).unwrap_or_default();
        let strays = children.into_iter().filter(|pid| !known.contains(pid));
        let mut found = false;
        for pid in strays {
            found = true;
            for pid in descendants(pid).into_iter().chain([pid]) {
                signal(pid, Signal::KILL);
            }
            let _ = sys::reap(pid);
        }
        if !found {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal; a process that is gone already is fine.
fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
    }
}
