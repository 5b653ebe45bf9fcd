//! Control groups: memory, processes and CPU time of all that a helper runs.
//!
//! The helper itself moves into a group of its own, once, and what it forks is
//! born there. Moving each run would cost the kernel a grace period; making a
//! group for each, several.
//!
//! Facts: `admin-guide/cgroup-v1/memory.rst`, `admin-guide/cgroup-v2.rst`.

use std::cell::Cell;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::hierarchy::{Hierarchy, MAIN, delegate, enter_below, hierarchies, refused, remove};
use crate::isolation::{Mechanism, Why};
use crate::units::Bytes;

/// The groups that this process is in, and their meters.
#[derive(Debug, Default)]
pub(super) struct Cgroups {
    memory: Option<MemoryGroup>,
    processes: Option<ProcessGroup>,
    cpu: Option<CpuMeter>,
    folders: Vec<PathBuf>,
    /// Where it is said whom the system ends first when memory runs out.
    precedence: Option<File>,
    /// What was read last: the groups are ours alone, and what is asked before a
    /// run is what was told after the one before.
    last: Last,
    /// The limits that are set now.
    set: Cell<Option<(Bytes, usize)>>,
}

#[derive(Debug, Default)]
struct Last {
    memory_kills: Cell<Option<u64>>,
    refused_forks: Cell<Option<u64>>,
    /// Of this process alone.
    resident: Option<Bytes>,
}

#[derive(Debug)]
struct MemoryGroup {
    limit: PathBuf,
    /// The limit with swap; there is none where there is no swap.
    swap: Option<PathBuf>,
    /// Has a line `oom_kill N`.
    events: File,
    statistics: File,
    /// The line of `statistics` that counts memory of processes.
    resident: &'static str,
    is_v2: bool,
}

#[derive(Debug)]
struct ProcessGroup {
    limit: PathBuf,
    /// Has a line `max N`.
    events: File,
    is_v2: bool,
}

#[derive(Debug)]
struct CpuMeter {
    file: File,
    is_v2: bool,
}

impl Cgroups {
    /// Moves this process into groups of its own, as many as can be had, and
    /// gives the first thing that was refused.
    pub(super) fn enter() -> (Self, Option<Why>) {
        let mut groups = Self::default();
        let hierarchies = match hierarchies() {
            Ok(hierarchies) => hierarchies,
            Err(error) => return (groups, Some(refused("read /proc/self/cgroup", &error))),
        };
        let mut why = None;
        for hierarchy in &hierarchies {
            let wanted = ["memory", "pids", "cpuacct"];
            let is_v2 = hierarchy.controllers.is_empty();
            if !is_v2 && !wanted.iter().any(|it| hierarchy.has(it)) {
                continue;
            }
            let entered = if is_v2 {
                groups.enter_v2(hierarchy)
            } else {
                groups.enter_v1(hierarchy)
            };
            if let Err(refusal) = entered {
                why.get_or_insert(refusal);
            }
        }
        if groups.memory.is_none() || groups.processes.is_none() || groups.cpu.is_none() {
            why.get_or_insert(Why::Missing);
        }
        if groups.memory.is_some() {
            let options = File::options().write(true).open("/proc/self/oom_score_adj");
            groups.precedence = options.ok();
        }
        groups.last.resident = groups.resident();
        groups.memory_kills();
        groups.refused_forks();
        (groups, why)
    }

    /// Gives up limiting memory. Without an init in the group, the helper would be
    /// what the system ends when a program has just been ended for want of memory
    /// and what it had is not yet given back.
    pub(super) fn forget_memory(&mut self) {
        self.memory = None;
        self.precedence = None;
        self.last = Last::default();
        self.refused_forks();
    }

    /// The groups' folders, to be removed when the helper is gone.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// By what memory, processes and CPU time are governed here.
    pub(super) fn mechanisms(&self) -> [Option<Mechanism>; 3] {
        let version = |is_v2| {
            if is_v2 {
                Mechanism::CgroupV2
            } else {
                Mechanism::CgroupV1
            }
        };
        [
            self.memory.as_ref().map(|it| version(it.is_v2)),
            self.processes.as_ref().map(|it| version(it.is_v2)),
            self.cpu.as_ref().map(|it| version(it.is_v2)),
        ]
    }

    fn enter_v1(&mut self, hierarchy: &Hierarchy) -> Result<(), Why> {
        let folder = enter_below(&hierarchy.own)?;
        self.folders.push(folder.clone());
        if hierarchy.has("memory") && self.memory.is_none() {
            let swap = folder.join("memory.memsw.limit_in_bytes");
            self.memory = Some(MemoryGroup {
                limit: folder.join("memory.limit_in_bytes"),
                swap: swap.exists().then_some(swap),
                events: open(&folder, "memory.oom_control")?,
                statistics: open(&folder, "memory.stat")?,
                resident: "total_rss",
                is_v2: false,
            });
        }
        if hierarchy.has("pids") && self.processes.is_none() {
            self.processes = Some(ProcessGroup {
                limit: folder.join("pids.max"),
                events: open(&folder, "pids.events")?,
                is_v2: false,
            });
        }
        if hierarchy.has("cpuacct") && self.cpu.is_none() {
            self.cpu = Some(CpuMeter {
                file: open(&folder, "cpuacct.usage")?,
                is_v2: false,
            });
        }
        Ok(())
    }

    fn enter_v2(&mut self, hierarchy: &Hierarchy) -> Result<(), Why> {
        // Groups of version 1 have taken the controllers away.
        let has = |controller: &str| {
            let all = fs::read_to_string(hierarchy.mount.join("cgroup.controllers"));
            all.is_ok_and(|all| all.split_whitespace().any(|it| it == controller))
        };
        if self.memory.is_some() || !has("memory") || !has("pids") {
            return Ok(());
        }
        let above = match &hierarchy.own {
            own if own
                .file_name()
                .is_some_and(|it| it.to_string_lossy().starts_with(MAIN)) =>
            {
                own.parent().unwrap_or(own)
            }
            own => own,
        };
        let mut folder = delegate(above).and_then(|()| enter_below(above));
        // Root may start anew at the top, where processes are allowed.
        if folder.is_err() && above != hierarchy.mount {
            let top = &hierarchy.mount;
            if let Ok(found) = delegate(top).and_then(|()| enter_below(top)) {
                folder = Ok(found);
            }
        }
        let folder = folder?;
        self.folders.push(folder.clone());
        let swap = folder.join("memory.swap.max");
        self.memory = Some(MemoryGroup {
            limit: folder.join("memory.max"),
            swap: swap.exists().then_some(swap),
            events: open(&folder, "memory.events")?,
            statistics: open(&folder, "memory.stat")?,
            resident: "anon",
            is_v2: true,
        });
        self.processes = Some(ProcessGroup {
            limit: folder.join("pids.max"),
            events: open(&folder, "pids.events")?,
            is_v2: true,
        });
        self.cpu = Some(CpuMeter {
            file: open(&folder, "cpu.stat")?,
            is_v2: true,
        });
        Ok(())
    }

    /// Sets the limits of what runs next.
    pub(super) fn limit(&self, memory: Bytes, processes: usize) -> io::Result<()> {
        if self.set.get() == Some((memory, processes)) {
            return Ok(());
        }
        if let Some(group) = &self.memory {
            let bytes = memory.0.to_string();
            match (&group.swap, group.is_v2) {
                (Some(swap), true) => fs::write(swap, "0")?,
                // The limit with swap may never be the smaller one: which of the
                // two goes first depends on the direction.
                (Some(swap), false) => {
                    let first = fs::write(&group.limit, &bytes);
                    fs::write(swap, &bytes)?;
                    if first.is_ok() {
                        fs::write(swap, &bytes)?;
                    }
                }
                (None, _) => {}
            }
            fs::write(&group.limit, &bytes)?;
        }
        if let Some(group) = &self.processes {
            fs::write(&group.limit, processes.to_string())?;
        }
        self.set.set(Some((memory, processes)));
        Ok(())
    }

    /// Lets this process fork though a run has as many as it may: to end them.
    pub(super) fn release_processes(&self) {
        if let Some(group) = &self.processes {
            // Where it is refused the fork will say so.
            let _ = fs::write(&group.limit, "max");
            self.set.set(None);
        }
    }

    /// What is forked between these two calls is ended before this process is,
    /// when the group's memory runs out.
    pub(super) fn begin_fork(&self) {
        self.set_precedence(b"1000");
    }

    /// See [`Self::begin_fork`].
    pub(super) fn end_fork(&self) {
        self.set_precedence(b"0");
    }

    fn set_precedence(&self, value: &[u8]) {
        if let Some(file) = &self.precedence {
            // A kernel that refuses chooses by size.
            let _ = file.write_at(value, 0);
        }
    }

    /// Takes what was counted until now for a run that is over.
    pub(super) fn settle(&self) {
        self.memory_kills();
        self.refused_forks();
    }

    /// How often the system ended a process for want of memory.
    pub(super) fn memory_kills(&self) -> Option<u64> {
        let now = number(&self.memory.as_ref()?.events, "oom_kill");
        self.last.memory_kills.set(now);
        now
    }

    /// What that was when it was last asked.
    pub(super) fn memory_kills_before(&self) -> Option<u64> {
        self.last.memory_kills.get()
    }

    /// How often a fork was refused.
    pub(super) fn refused_forks(&self) -> Option<u64> {
        let now = number(&self.processes.as_ref()?.events, "max");
        self.last.refused_forks.set(now);
        now
    }

    /// What that was when it was last asked.
    pub(super) fn refused_forks_before(&self) -> Option<u64> {
        self.last.refused_forks.get()
    }

    /// Memory of all processes together, without files.
    pub(super) fn resident(&self) -> Option<Bytes> {
        let group = self.memory.as_ref()?;
        number(&group.statistics, group.resident).map(Bytes)
    }

    /// What that was with this process alone.
    pub(super) fn resident_before(&self) -> Option<Bytes> {
        self.last.resident
    }

    /// CPU time of all processes together, since the group was made.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        let meter = self.cpu.as_ref()?;
        if meter.is_v2 {
            return number(&meter.file, "usage_usec").map(Duration::from_micros);
        }
        let mut text = [0; 32];
        let length = meter.file.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        text.trim().parse().ok().map(Duration::from_nanos)
    }

    /// Leaves the groups and removes them, when nobody else will.
    pub(super) fn leave(&self) {
        for folder in &self.folders {
            if let Some(above) = folder.parent() {
                let _ = fs::write(above.join("cgroup.procs"), "0");
            }
        }
        remove(&self.folders);
    }
}

/// The number in the line `name N` of a file that is open already.
fn number(file: &File, name: &str) -> Option<u64> {
    let mut text = [0; 4096];
    let length = file.read_at(&mut text, 0).ok()?;
    let text = std::str::from_utf8(&text[..length]).ok()?;
    let mut lines = text.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

fn open(folder: &Path, name: &str) -> Result<File, Why> {
    File::open(folder.join(name)).map_err(|error| refused(&format!("open {name}"), &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_from_its_own_line() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("memory.events");
        fs::write(&path, "oom 3\noom_kill 7\noom_group_kill 9\n")?;
        let file = File::open(path)?;
        assert_eq!(number(&file, "oom_kill"), Some(7));
        assert_eq!(number(&file, "oom"), Some(3));
        assert_eq!(number(&file, "kill"), None);
        Ok(())
    }
}
