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

use crate::isolation::{Mechanism, Why};
use crate::units::Bytes;

/// What our groups are called, followed by something unique.
pub(super) const PREFIX: &str = "mayan-judge-";

/// Where the judge itself goes where a group that has groups below it may hold
/// no process.
const MAIN: &str = "mayan-judge-main-";

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
    set: Option<(Bytes, usize)>,
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

/// A hierarchy of groups: where it is mounted, and which of its groups this
/// process is in.
struct Hierarchy {
    controllers: Vec<String>,
    mount: PathBuf,
    own: PathBuf,
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
    pub(super) fn limit(&mut self, memory: Bytes, processes: usize) -> io::Result<()> {
        if self.set == Some((memory, processes)) {
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
        self.set = Some((memory, processes));
        Ok(())
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

/// Removes groups whose last process has just ended.
pub(super) fn remove(folders: &[PathBuf]) {
    for folder in folders {
        for _ in 0..50 {
            match fs::remove_dir(folder) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => break,
            }
        }
    }
}

/// Undoes what was done so that a group could have groups below it: takes this
/// process, the judge, back to it. Not while another judge has its groups there.
pub(super) fn restore() {
    for hierarchy in hierarchies().unwrap_or_default() {
        let own = &hierarchy.own;
        let is_main = own
            .file_name()
            .is_some_and(|it| it.to_string_lossy().starts_with(MAIN));
        let Some(above) = own.parent().filter(|_| is_main) else {
            continue;
        };
        let entries = fs::read_dir(above).into_iter().flatten().flatten();
        let mut others = entries
            .filter(|it| it.file_name().to_string_lossy().starts_with(PREFIX) && it.path() != *own);
        if others.next().is_none() {
            let _ = fs::write(above.join("cgroup.subtree_control"), "-memory -pids");
            let _ = fs::write(above.join("cgroup.procs"), "0");
            let _ = fs::remove_dir(own);
        }
    }
}

/// Removes the groups that killed judges have left: those without a process,
/// since the system refuses to remove others.
pub(super) fn sweep() {
    for hierarchy in hierarchies().unwrap_or_default() {
        let own = &hierarchy.own;
        for above in [Some(own.as_path()), own.parent(), Some(&hierarchy.mount)] {
            let entries = above.map(fs::read_dir).into_iter().flatten().flatten();
            for entry in entries.flatten() {
                if entry.file_name().to_string_lossy().starts_with(PREFIX) {
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
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

pub(super) fn refused(step: &str, error: &io::Error) -> Why {
    Why::Refused {
        step: step.to_owned(),
        errno: error.raw_os_error().unwrap_or(libc::EIO),
    }
}

/// Makes a group below another one and moves this process there.
fn enter_below(above: &Path) -> Result<PathBuf, Why> {
    let mut last = None;
    // A judge that starts at the same moment may sweep the new group away.
    for attempt in 0..3 {
        let folder = above.join(format!("{PREFIX}{}-{attempt}", std::process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(refused("make a control group", &error));
            }
            _ => {}
        }
        match fs::write(folder.join("cgroup.procs"), "0") {
            Ok(()) => return Ok(folder),
            Err(error) => last = Some(error),
        }
        let _ = fs::remove_dir(&folder);
    }
    let error = last.unwrap_or_else(|| io::ErrorKind::Other.into());
    Err(refused("enter a control group", &error))
}

/// Hands the controllers of a group of version 2 down. It may then hold no
/// process: the judge's own go to a group of their own, those of others stay,
/// and nothing is changed.
fn delegate(group: &Path) -> Result<(), Why> {
    let handed = group.join("cgroup.subtree_control");
    let have = fs::read_to_string(&handed).unwrap_or_default();
    let has = |controller| have.split_whitespace().any(|it| it == controller);
    if has("memory") && has("pids") {
        return Ok(());
    }
    let controllers = "+memory +pids";
    let Err(error) = fs::write(&handed, controllers) else {
        return Ok(());
    };
    if error.raw_os_error() != Some(libc::EBUSY) {
        return Err(refused("hand controllers down", &error));
    }
    let judge = rustix::process::getppid().map_or(0, |it| it.as_raw_nonzero().get());
    let own = std::process::id().to_string();
    let inside = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    let ours = |pid: &str| pid == own || pid == judge.to_string();
    if !inside.split_whitespace().all(ours) {
        return Err(refused("hand controllers down", &error));
    }
    let main = group.join(format!("{MAIN}{judge}"));
    let moved = fs::create_dir_all(&main).and_then(|()| {
        inside
            .split_whitespace()
            .try_for_each(|pid| fs::write(main.join("cgroup.procs"), pid))
    });
    moved
        .and_then(|()| fs::write(&handed, controllers))
        .map_err(|error| refused("hand controllers down", &error))
}

impl Hierarchy {
    fn has(&self, controller: &str) -> bool {
        self.controllers.iter().any(|it| it == controller)
    }
}

/// The hierarchies that are mounted and that this process is in.
fn hierarchies() -> io::Result<Vec<Hierarchy>> {
    let member = fs::read_to_string("/proc/self/cgroup")?;
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    Ok(parse(&member, &mounts))
}

/// Reads `/proc/self/cgroup` (`ID:CONTROLLERS:PATH`) and `/proc/self/mountinfo`.
fn parse(member: &str, mounts: &str) -> Vec<Hierarchy> {
    let mut found = Vec::new();
    for line in member.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let controllers: Vec<String> = controllers
            .split(',')
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect();
        let fits = |kind: &str, options: &str| match controllers.first() {
            None => kind == "cgroup2",
            Some(first) => kind == "cgroup" && options.split(',').any(|it| it == first),
        };
        let mount = mounts.lines().find_map(|line| {
            let (before, after) = line.split_once(" - ")?;
            let mut before = before.split(' ').skip(3);
            let (root, point) = (before.next()?, before.next()?);
            let mut after = after.split(' ');
            let (kind, options) = (after.next()?, after.nth(1)?);
            fits(kind, options).then_some((root, point))
        });
        let Some((root, point)) = mount else {
            continue;
        };
        let below = path.strip_prefix(root).unwrap_or(path);
        let mount = PathBuf::from(point);
        found.push(Hierarchy {
            controllers,
            own: mount.join(below.trim_start_matches('/')),
            mount,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_groups_are_found_by_their_mounts() {
        let mounts = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
                      33 31 0:30 /docker/ab /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n\
                      41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n";
        let member = "4:memory:/a/b\n3:cpu,cpuacct:/docker/ab\n2:pids:/\n0::/user.slice/x.scope\n";
        let found = parse(member, mounts);
        let own: Vec<&Path> = found.iter().map(|it| it.own.as_path()).collect();
        assert_eq!(
            own,
            [
                Path::new("/sys/fs/cgroup/memory/a/b"),
                Path::new("/sys/fs/cgroup/cpu"),
                Path::new("/sys/fs/cgroup/unified/user.slice/x.scope"),
            ]
        );
        assert!(found[1].has("cpuacct"));
        assert!(found[2].controllers.is_empty());
    }

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
