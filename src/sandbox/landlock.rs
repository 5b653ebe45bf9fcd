//! Rules for files where no mounts can be made: the kernel's module Landlock.
//!
//! A path that no rule names can't be opened, though its existence and size
//! can be asked for. Where the kernel has it (6.12), signals and abstract
//! sockets are kept inside too.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, Scope,
};
use rustix::fs::{Mode, OFlags};

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

/// What all runs may read, opened once.
#[derive(Debug, Default)]
pub(super) struct Landlock {
    system: Vec<Opened>,
    /// What the program before could read besides.
    others: Vec<(PathBuf, Option<Opened>)>,
    /// The last rules, and which run folders they were for.
    made: Option<(u64, OwnedFd)>,
}

#[derive(Debug)]
struct Opened {
    descriptor: OwnedFd,
    access: BitFlags<AccessFs>,
}

impl Landlock {
    /// The rules of a run: its own folders, and what may be read. `generation`
    /// changes when the folders are others, though their paths may be the same.
    pub(super) fn rules<'a>(
        &mut self,
        generation: u64,
        own: [&Path; 2],
        readable: impl Iterator<Item = &'a PathBuf>,
    ) -> io::Result<BorrowedFd<'_>> {
        let readable: Vec<&PathBuf> = readable.collect();
        let same = self
            .others
            .iter()
            .map(|(path, _)| path)
            .eq(readable.iter().copied());
        let made = match self.made.take() {
            Some((of, rules)) if same && of == generation => rules,
            _ => self.make(own, &readable)?,
        };
        Ok(self.made.insert((generation, made)).1.as_fd())
    }

    fn make(&mut self, own: [&Path; 2], readable: &[&PathBuf]) -> io::Result<OwnedFd> {
        let read = AccessFs::from_read(NEWEST);
        let all = AccessFs::from_all(NEWEST);
        let write = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
        if self.system.is_empty() {
            let public = PUBLIC.iter().chain(&SYSTEM).map(PathBuf::from);
            let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
            let java = entries.filter(|it| it.file_name().to_string_lossy().starts_with("java"));
            let readable = public.chain(java.map(|it| it.path()));
            let devices = DEVICES.map(|name| (Path::new("/dev").join(name), write));
            let all = readable.map(|path| (path, read)).chain(devices);
            self.system = all
                .filter_map(|(path, access)| opened(&path, access))
                .collect();
        }
        let others = readable
            .iter()
            .map(|&path| (path.clone(), opened(path, read)));
        self.others = others.collect();
        let own: Vec<Opened> = own
            .into_iter()
            .filter_map(|path| opened(path, all))
            .collect();
        let create = || -> Result<RulesetCreated, landlock::RulesetError> {
            let mut rules = Ruleset::default()
                .set_compatibility(CompatLevel::BestEffort)
                .handle_access(all)?
                .scope(Scope::from_all(NEWEST))?
                .create()?;
            let others = self.others.iter().filter_map(|(_, it)| it.as_ref());
            for Opened { descriptor, access } in self.system.iter().chain(others).chain(&own) {
                rules = rules.add_rule(PathBeneath::new(descriptor, *access))?;
            }
            Ok(rules)
        };
        let rules: Option<OwnedFd> = create().map_err(io::Error::other)?.into();
        rules.ok_or_else(|| io::Error::other("the kernel has no landlock"))
    }
}

/// A path, if it is there, with what can be allowed of it.
fn opened(path: &Path, access: BitFlags<AccessFs>) -> Option<Opened> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let descriptor = rustix::fs::open(path, flags, Mode::empty()).ok()?;
    let access = if path.is_dir() {
        access
    } else {
        access & AccessFs::from_file(NEWEST)
    };
    Some(Opened { descriptor, access })
}
