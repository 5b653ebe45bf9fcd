//! What a run may leave behind, and must not.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The processes that bear a name or have it in their command lines, in a line.
/// Those that have just been killed get a moment to go.
pub(super) fn processes(name: &str) -> Option<String> {
    let deadline = Instant::now() + Duration::from_secs(2);
    loop {
        let left = processes_now(name);
        if left.is_empty() || Instant::now() > deadline {
            return listed("processes", &left);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn processes_now(name: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit());
    pids.filter_map(|entry| {
        let read = |file: &str| std::fs::read(entry.path().join(file)).unwrap_or_default();
        let (comm, line) = (read("comm"), read("cmdline"));
        let (comm, line) = (
            String::from_utf8_lossy(&comm),
            String::from_utf8_lossy(&line),
        );
        let pid = entry.file_name().to_string_lossy().into_owned();
        (comm.trim_end() == name || line.contains(name))
            .then(|| format!("{pid} ({})", comm.trim_end()))
    })
    .collect()
}

/// What is in a folder that should be empty, in a line.
pub(super) fn files(folder: &Path) -> Option<String> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    listed("files", &names.collect::<Vec<_>>())
}

fn listed(what: &str, names: &[String]) -> Option<String> {
    let some = names.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
    (!names.is_empty()).then(|| format!("{} {what} are left: {some}", names.len()))
}

/// The judge's mounts and control groups that the machine has now.
pub(super) fn system() -> BTreeSet<String> {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap();
    let mounts = mounts.lines().filter(|line| line.contains("mayan"));
    let mut seen: BTreeSet<_> = mounts.map(|line| format!("mount {line}")).collect();
    let groups = walkdir::WalkDir::new("/sys/fs/cgroup")
        .into_iter()
        .flatten();
    let ours = groups.filter(|entry| {
        entry
            .file_name()
            .to_string_lossy()
            .starts_with("mayan-judge")
    });
    seen.extend(ours.map(|entry| format!("cgroup {}", entry.path().display())));
    seen
}

/// What of the system's state is there to stay. Judges of other tests run
/// beside these; what is theirs goes with them.
pub(super) fn stays(before: &BTreeSet<String>) -> BTreeSet<String> {
    let mut left = &system() - before;
    let deadline = Instant::now() + Duration::from_secs(60);
    while !left.is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(100));
        left = &left & &system();
    }
    left
}
