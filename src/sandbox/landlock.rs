//! Rules for files where no mounts can be made: the kernel's module Landlock.
//!
//! A path that no rule names can't be opened, though its existence and size
//! can be asked for. Where the kernel has it (6.12), signals and abstract
//! sockets are kept inside too.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

use super::root::{DEVICES, SYSTEM};

/// What we know of; older kernels take what they know of that.
const NEWEST: ABI = ABI::V6;

/// Files of `/proc`, `/sys` and `/etc` that runtimes look at, and that tell
/// nothing of other processes.
const PUBLIC: [&str; 12] = [
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/filesystems",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/kernel/pid_max",
    "/sys/devices/system/cpu",
    "/sys/kernel/mm/transparent_hugepage",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
];

/// Which version of the module the kernel has; `None` without it.
pub(super) fn version() -> Option<u32> {
    super::sys::landlock_version()
}

/// Whether signals are kept inside.
pub(super) fn scopes_signals() -> bool {
    version().is_some_and(|it| it >= 6)
}

/// The rules of a run: its own folders, and what may be read.
pub(super) fn rules<'a>(
    own: [&Path; 2],
    readable: impl Iterator<Item = &'a Path>,
) -> io::Result<OwnedFd> {
    let all = AccessFs::from_all(NEWEST);
    let read = AccessFs::from_read(NEWEST);
    let create = || -> Result<RulesetCreated, landlock::RulesetError> {
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .scope(Scope::from_all(NEWEST))?
            .create()?;
        for path in own {
            rules = allow(rules, path, all)?;
        }
        let public = PUBLIC.iter().chain(&SYSTEM).map(Path::new);
        for path in public.chain(readable) {
            rules = allow(rules, path, read)?;
        }
        let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
        for entry in entries {
            if entry.file_name().to_string_lossy().starts_with("java") {
                rules = allow(rules, &entry.path(), read)?;
            }
        }
        for device in DEVICES {
            let access = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
            rules = allow(rules, &Path::new("/dev").join(device), access)?;
        }
        Ok(rules)
    };
    let rules: Option<OwnedFd> = create().map_err(io::Error::other)?.into();
    rules.ok_or_else(|| io::Error::other("the kernel has no landlock"))
}

/// Adds a rule for a path, if it is there.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let Ok(opened) = PathFd::new(path) else {
        return Ok(rules);
    };
    let access = if path.is_dir() {
        access
    } else {
        access & AccessFs::from_file(NEWEST)
    };
    rules.add_rule(PathBeneath::new(opened, access))
}
