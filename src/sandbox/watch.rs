//! Watching a run: until it ends, or is at a limit, or nobody wants it.

use std::collections::HashMap;
use std::io;
use std::num::NonZero;
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::cgroup::Cgroups;
use super::streams::Streams;
use super::task::{Limit, RunLimits};
use super::{folder, sys, tree};
use crate::units::Bytes;
use crate::verdict::Idle;

/// How often memory and children are looked at where no control group does.
const TICK: Duration = Duration::from_millis(5);
/// How often control groups are asked.
const GROUP_TICK: Duration = Duration::from_millis(10);
/// How often a working folder on the disk is looked through.
const DISK_TICK: Duration = Duration::from_millis(50);
/// The shortest sleep near a limit.
const SHORTEST: Duration = Duration::from_micros(200);
/// What a control group's clock counts of us, so that a run that it ends was
/// surely over its limit.
const MARGIN: Duration = Duration::from_millis(1);

/// The same of its memory.
const GROUP_SLACK: Bytes = Bytes::mib(1);

/// Why watching ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The program ended, or its init has something to say.
    Ended,
    /// It is at a limit.
    Limit(Limit),
    /// Nobody waits for the answer.
    JudgeGone,
}

/// How many threads can run at a time. Asked once: it takes several files.
fn cores() -> u32 {
    static CORES: OnceLock<u32> = OnceLock::new();
    *CORES.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        u32::try_from(cores).unwrap_or(u32::MAX)
    })
}

/// A run that is watched, with what is known of it so far.
pub(super) struct Watch<'a> {
    /// The process below which all its processes are.
    root: i32,
    /// CPU time of what that had waited for at the start, in other runs. Where a
    /// group's clock isn't all that is looked at.
    before: Duration,
    pub(super) limits: &'a RunLimits,
    groups: &'a Cgroups,
    streams: &'a Streams,
    /// A working folder on the disk.
    disk: Option<&'a Path>,
    begun: Instant,
    at_start: Meters,
    peak_memory: Bytes,
    /// CPU time of the processes that are no more and that we waited for.
    pub(super) reaped_cpu_time: Duration,
    /// CPU time of each process alone, when it was last seen. What a child used
    /// that nobody waits for (its parent ignores SIGCHLD) is in no other sum.
    seen: HashMap<tree::Identity, Duration>,
    /// CPU time of all together, as it was last seen.
    seen_in_all: Duration,
    /// What the wall time was spent on, if it ran out.
    pub(super) idle: Option<Idle>,
    /// How often in a row none of its processes could have run, since then.
    idle_looks: u32,
    cores: u32,
    disk_seen: Instant,
    /// Kept until the run is ended: it must be.
    precedence: Option<sys::Precedence>,
}

/// What the control groups counted, ourselves included.
#[derive(Clone, Copy, Debug, Default)]
struct Meters {
    cpu_time: Option<Duration>,
    own_cpu_time: Duration,
    memory_kills: Option<u64>,
    refused_forks: Option<u64>,
    resident: Option<Bytes>,
}

impl Meters {
    fn read(groups: &Cgroups) -> Self {
        Self {
            cpu_time: groups.cpu_time(),
            own_cpu_time: sys::own_cpu_time(),
            memory_kills: groups.memory_kills_before(),
            refused_forks: groups.refused_forks_before(),
            resident: groups.resident_before(),
        }
    }
}

/// What is used at a moment.
#[derive(Default)]
struct Sample {
    cpu_time: Duration,
    resident: Bytes,
    too_many: bool,
}

impl<'a> Watch<'a> {
    /// To be made before the run is started.
    pub(super) fn new(
        limits: &'a RunLimits,
        groups: &'a Cgroups,
        streams: &'a Streams,
        disk: Option<&'a Path>,
    ) -> Self {
        Self {
            root: tree::own_pid(),
            before: Duration::ZERO,
            limits,
            groups,
            streams,
            disk,
            begun: Instant::now(),
            at_start: Meters::read(groups),
            peak_memory: Bytes(0),
            reaped_cpu_time: Duration::ZERO,
            seen: HashMap::new(),
            seen_in_all: Duration::ZERO,
            idle: None,
            idle_looks: 0,
            cores: cores(),
            disk_seen: Instant::now(),
            precedence: None,
        }
    }

    /// Says that all its processes are below an init.
    pub(super) fn below(self, init: i32) -> Self {
        /// A part of a tick may have been there before, of both times that are
        /// told in ticks.
        const TICKS: Duration = Duration::from_millis(20);
        let before = if self.is_by_groups() {
            Duration::ZERO
        } else {
            tree::waited_for(init)
        };
        Self {
            root: init,
            before: if before.is_zero() {
                before
            } else {
                before + TICKS
            },
            ..self
        }
    }

    fn is_by_groups(&self) -> bool {
        self.groups.mechanisms().iter().all(Option::is_some)
    }

    /// Waits until the run ends, as `ended` says when `descriptor` is readable or
    /// children have ended, or is to be ended.
    pub(super) fn wait(
        &mut self,
        descriptor: BorrowedFd<'_>,
        judge: BorrowedFd<'_>,
        mut ended: impl FnMut(&mut Self, bool) -> io::Result<bool>,
    ) -> io::Result<Stop> {
        let by_groups = self.is_by_groups();
        let tick = if by_groups { GROUP_TICK } else { TICK };
        let mut cpu_left = self.limits.cpu_time;
        loop {
            let wall_left = self.limits.wall_time.saturating_sub(self.begun.elapsed());
            let wall_left = if wall_left.is_zero() { TICK } else { wall_left };
            // Threads on all cores together use up the CPU time so much faster.
            let sleep = tick.min(wall_left).min(cpu_left / self.cores);
            let mut watched = [
                PollFd::from_borrowed_fd(descriptor, PollFlags::IN),
                PollFd::from_borrowed_fd(judge, PollFlags::IN),
            ];
            let timeout = Timespec::try_from(sleep.max(SHORTEST)).map_err(io::Error::other)?;
            match poll(&mut watched, Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            // The judge says nothing while it waits: this is the socket's end.
            if !watched[1].revents().is_empty() {
                return Ok(Stop::JudgeGone);
            }
            if ended(self, !watched[0].revents().is_empty())? {
                return Ok(Stop::Ended);
            }
            // It is no short run. From here on a crowd of its processes must not
            // keep us, or its init, from ending it.
            let root = self.root;
            self.precedence
                .get_or_insert_with(|| sys::Precedence::take(root));
            // Without a look at its processes first: of hundreds that takes time.
            if let Some(limit) = self.told_by_the_system() {
                return Ok(Stop::Limit(limit));
            }
            let now = self.sample(by_groups);
            self.peak_memory = self.peak_memory.max(now.resident);
            cpu_left = self.limits.cpu_time.saturating_sub(now.cpu_time);
            self.seen_in_all = self.seen_in_all.max(now.cpu_time);
            let over = [
                // First: it is why such a run takes long.
                (now.too_many, Limit::Processes),
                (cpu_left.is_zero(), Limit::CpuTime),
                (now.resident > self.limits.memory, Limit::Memory),
                (self.is_idle(), Limit::WallTime),
                (self.fills_disk(), Limit::Disk),
            ];
            if let Some((_, limit)) = over.into_iter().find(|(over, _)| *over) {
                if limit != Limit::WallTime {
                    self.idle = None;
                }
                return Ok(Stop::Limit(limit));
            }
        }
    }

    /// The limit at which the system, or a file's size, holds it.
    fn told_by_the_system(&self) -> Option<Limit> {
        [
            // So many processes fill a small memory as well.
            (self.was_refused(), Limit::Processes),
            (self.was_killed(), Limit::Memory),
            (self.streams.are_over(self.limits.output), Limit::Output),
        ]
        .into_iter()
        .find_map(|(over, limit)| over.then_some(limit))
    }

    fn sample(&mut self, by_groups: bool) -> Sample {
        if by_groups {
            return Sample {
                cpu_time: self.group_cpu_time().saturating_sub(MARGIN),
                resident: self.group_resident(),
                too_many: false,
            };
        }
        // The group's clock can be read at once, whatever its processes do.
        let by_group = self.group_cpu_time().saturating_sub(MARGIN);
        if by_group >= self.limits.cpu_time {
            return Sample {
                cpu_time: by_group,
                ..Sample::default()
            };
        }
        let now = tree::snapshot(self.root, self.before, self.limits);
        self.seen.extend(now.alone.iter().copied());
        let mut resident = now.resident_bytes;
        if resident > self.limits.memory.0 {
            // Sizes are read one after another while processes come and go:
            // only what is seen twice is believed.
            let again = tree::snapshot(self.root, self.before, self.limits);
            resident = resident.min(again.resident_bytes);
        }
        Sample {
            cpu_time: (self.reaped_cpu_time + now.cpu_time).max(self.seen.values().sum()),
            resident: Bytes(resident),
            too_many: now.threads >= self.limits.processes as u64,
        }
    }

    /// What the groups counted since the start, without our own.
    fn group_cpu_time(&self) -> Duration {
        let (Some(now), Some(then)) = (self.groups.cpu_time(), self.at_start.cpu_time) else {
            return Duration::ZERO;
        };
        let own = sys::own_cpu_time().saturating_sub(self.at_start.own_cpu_time);
        now.saturating_sub(then).saturating_sub(own)
    }

    fn group_resident(&self) -> Bytes {
        let now = self.groups.resident().unwrap_or_default();
        let then = self.at_start.resident.unwrap_or_default();
        // The init's own is in it too, and the kernel counts in batches.
        Bytes(now.0.saturating_sub(then.0).saturating_sub(GROUP_SLACK.0))
    }

    /// Whether the system ended a process for want of memory.
    pub(super) fn was_killed(&self) -> bool {
        self.groups.memory_kills() > self.at_start.memory_kills
    }

    /// Whether the system refused a fork.
    pub(super) fn was_refused(&self) -> bool {
        self.groups.refused_forks() > self.at_start.refused_forks
    }

    /// Whether the wall time has run out. Time in which the program could have
    /// run and others had the CPU is not its own: on a busy machine it gets more
    /// of the clock, though not without end.
    fn is_idle(&mut self) -> bool {
        const PATIENCE: u32 = 20;
        /// What children waited that are no more is in no list: so it must look
        /// idle so often in a row, for a time.
        const LOOKS: u32 = 10;
        const LOOKED_AT: u32 = 4;
        let wall_time = self.limits.wall_time;
        let elapsed = self.begun.elapsed();
        if elapsed < wall_time {
            return false;
        }
        let is_last = elapsed >= wall_time.saturating_mul(PATIENCE);
        let waited = tree::longest_wait(self.root);
        if !is_last && elapsed.saturating_sub(waited) < wall_time {
            return false;
        }
        let idle = tree::idleness(self.root);
        if idle == Some(Idle::Starved) {
            self.idle_looks = 0;
        } else {
            self.idle_looks += 1;
        }
        let is_idle =
            is_last || self.idle_looks >= LOOKS || elapsed >= wall_time.saturating_mul(LOOKED_AT);
        self.idle = idle.filter(|_| is_idle);
        is_idle
    }

    fn fills_disk(&mut self) -> bool {
        let Some(disk) = self.disk else {
            return false;
        };
        if self.disk_seen.elapsed() < DISK_TICK {
            return false;
        }
        let over = folder::is_over(disk, self.limits.disk, self.limits.inodes);
        self.disk_seen = Instant::now();
        over
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Adds what a process used that has ended.
    pub(super) fn count(&mut self, process: &sys::Reaped) {
        self.reaped_cpu_time += process.cpu_time;
        self.peak_memory = self.peak_memory.max(Bytes::kib(process.peak_kib));
    }

    /// The CPU time in the end, when all are gone: the most that any source
    /// tells. `init` is what the run's own init used.
    pub(super) fn cpu_time(&self, init: Duration) -> Duration {
        // What it was ended for is never less in the end than it was then.
        self.seen_in_all
            .max(self.reaped_cpu_time)
            .max(self.seen.values().sum())
            .max(self.group_cpu_time().saturating_sub(init))
    }

    /// The peak of memory in the end.
    pub(super) fn peak_memory(&self) -> Bytes {
        self.peak_memory
    }
}
