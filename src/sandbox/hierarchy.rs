//! Where control groups are: the hierarchies that are mounted, the groups of
//! them that this process is in, making groups there and clearing them away.
//!
//! Facts: cgroups(7), `admin-guide/cgroup-v2.rst`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::isolation::Why;

/// What our groups are called, followed by something unique.
pub(super) const PREFIX: &str = "mayan-judge-";

/// Where the judge itself goes where a group that has groups below it may hold
/// no process.
pub(super) const MAIN: &str = "mayan-judge-main-";

/// A hierarchy of groups: where it is mounted, and which of its groups this
/// process is in.
pub(super) struct Hierarchy {
    pub(super) controllers: Vec<String>,
    pub(super) mount: PathBuf,
    pub(super) own: PathBuf,
}

pub(super) fn refused(step: &str, error: &io::Error) -> Why {
    Why::Refused {
        step: step.to_owned(),
        errno: error.raw_os_error().unwrap_or(libc::EIO),
    }
}

/// Makes a group below another one and moves this process there.
pub(super) fn enter_below(above: &Path) -> Result<PathBuf, Why> {
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
pub(super) fn delegate(group: &Path) -> Result<(), Why> {
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
    pub(super) fn has(&self, controller: &str) -> bool {
        self.controllers.iter().any(|it| it == controller)
    }
}

/// The hierarchies that are mounted and that this process is in.
pub(super) fn hierarchies() -> io::Result<Vec<Hierarchy>> {
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
}
