//! What keeps a program in its place on this machine, as it was found by
//! trying, property by property.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What is promised of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// A program reaches no network and no other program.
    Network,
    /// It sees its own folder and the system's, and changes its own alone.
    Files,
    /// All its processes are ended when it ends, and it can end no others.
    KillAll,
    /// All its processes together have so much memory.
    Memory,
    /// It has so many processes and threads at a time.
    Processes,
    /// The CPU time of all its processes is counted.
    CpuTime,
    /// What it writes is limited.
    Output,
}

impl Property {
    /// All, in the order in which they are reported.
    pub const ALL: [Self; 7] = [
        Self::Network,
        Self::Files,
        Self::KillAll,
        Self::Memory,
        Self::Processes,
        Self::CpuTime,
        Self::Output,
    ];

    /// Whether a program that has its way here gets out: a wrong figure costs
    /// a mark, this costs more.
    #[must_use]
    pub const fn contains(self) -> bool {
        matches!(self, Self::Network | Self::Files | Self::KillAll)
    }
}

/// How far a property holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// A hostile program gets its way.
    NotEnforced,
    /// Honest and clumsy programs are held; a hostile one may gain a little.
    BestEffort,
    /// The system enforces it, and a dry run showed that it does.
    Enforced,
}

/// A means of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mechanism {
    /// A network namespace of its own, without any interface.
    NetworkNamespace,
    /// A filter of system calls.
    Seccomp,
    /// A mount namespace with a root of its own.
    MountNamespace,
    /// Rules for files, of the kernel's module of that name.
    Landlock,
    /// A user id that nothing else has.
    UserId,
    /// A process namespace, whose end is the end of all in it.
    PidNamespace,
    /// The process group, which it can't leave, and the tree of processes.
    ProcessGroup,
    /// Control groups, version 1.
    CgroupV1,
    /// Control groups, version 2.
    CgroupV2,
    /// Looking every few milliseconds.
    Polling,
    /// Limits of the process itself (`setrlimit`).
    ResourceLimits,
    /// A file system of its own in memory, of limited size.
    Tmpfs,
}

/// What was found of one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarantee {
    /// The property.
    pub property: Property,
    /// How far it holds.
    pub strength: Strength,
    /// What makes it hold.
    pub by: Vec<Mechanism>,
    /// What would make it hold better, and why it isn't there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<Lack>,
}

/// A mechanism that can't be used here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lack {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// Why it can't be used.
    pub why: Why,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Remedy>,
}

/// Why a mechanism can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It was switched off.
    SwitchedOff,
    /// The system refused a step of it.
    Refused {
        /// The step, in the system's words: `unshare`, `write uid_map`.
        step: String,
        /// The system's error number.
        errno: i32,
    },
    /// It isn't there.
    Missing,
    /// It seemed to work, but the dry run got past it.
    Failed,
}

/// What an administrator can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// `AppArmor` keeps user namespaces from ordinary users (Ubuntu 23.10 on).
    AppArmor,
    /// Debian's switch for user namespaces is off.
    UnprivilegedClone,
    /// The number of user namespaces is limited to none.
    MaxUserNamespaces,
    /// The container's profile forbids it.
    ContainerProfile,
    /// Control groups must be handed to the user.
    Delegate,
    /// Run as root, or mount the control groups writably.
    CgroupMount,
    /// A newer kernel.
    NewerKernel,
    /// The option that switched it off can be left out.
    SwitchOn,
}

/// What was found on this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Isolation(pub Vec<Guarantee>);

/// How much must hold before anything is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing.
    None,
    /// Nothing gets out: network, files and processes are enforced.
    Contained,
    /// Every property is enforced.
    Full,
}

impl Isolation {
    /// The highest level that holds.
    #[must_use]
    pub fn level(&self) -> Level {
        let all = |which: &dyn Fn(Property) -> bool| {
            Property::ALL.into_iter().filter(|it| which(*it)).all(|it| {
                self.of(it)
                    .is_some_and(|it| it.strength == Strength::Enforced)
            })
        };
        if all(&|_| true) {
            Level::Full
        } else if all(&Property::contains) {
            Level::Contained
        } else {
            Level::None
        }
    }

    /// Whether a program could get out, so that strangers' programs are not to
    /// be run here without a word.
    #[must_use]
    pub fn is_unsafe(&self) -> bool {
        let open = |it: &Guarantee| it.property.contains() && it.strength == Strength::NotEnforced;
        self.0.is_empty() || self.0.iter().any(open)
    }

    /// What was found of a property.
    #[must_use]
    pub fn of(&self, property: Property) -> Option<&Guarantee> {
        self.0.iter().find(|it| it.property == property)
    }
}

/// Mechanisms that are not to be used although they are there. For tests of
/// the judge on machines that have them all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch")]
pub struct Without {
    /// All namespaces.
    pub namespaces: bool,
    /// Control groups.
    pub cgroups: bool,
    /// Landlock.
    pub landlock: bool,
    /// The filter of system calls.
    pub seccomp: bool,
}

impl FromStr for Without {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut without = Self::default();
        for word in text.split(',').filter(|word| !word.is_empty()) {
            let switch = match word {
                "namespaces" => &mut without.namespaces,
                "cgroups" => &mut without.cgroups,
                "landlock" => &mut without.landlock,
                "seccomp" => &mut without.seccomp,
                _ => return Err(format!("`{word}` is no mechanism")),
            };
            *switch = true;
        }
        Ok(without)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Contained => "contained",
            Self::Full => "full",
        })
    }
}
