//! What holds on this machine: from what could be got and what the dry runs
//! showed to a word on each property, with what to do where it is less than all.

use std::fs;
use std::path::Path;

use super::ground::Setup;
use super::place::Dry;
use crate::isolation::{Guarantee, Isolation, Lack, Mechanism, Property, Remedy, Strength, Why};

/// What a remedy depends on.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing read")]
pub(super) struct System {
    is_root: bool,
    in_container: bool,
    /// Debian's switch for user namespaces is off.
    no_clone: bool,
    /// There may be no user namespaces.
    no_user_namespaces: bool,
    /// `AppArmor` keeps them from ordinary users.
    restricted: bool,
}

impl System {
    /// Reads what is to be known.
    pub(super) fn read() -> Self {
        let is = |path: &str, value: &str| {
            fs::read_to_string(path).is_ok_and(|text| text.trim() == value)
        };
        let containers = ["/.dockerenv", "/run/.containerenv"];
        Self {
            is_root: rustix::process::geteuid().is_root(),
            in_container: containers.iter().any(|path| Path::new(path).exists()),
            no_clone: is("/proc/sys/kernel/unprivileged_userns_clone", "0"),
            no_user_namespaces: is("/proc/sys/user/max_user_namespaces", "0"),
            restricted: is(
                "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
                "1",
            ),
        }
    }

    /// What an administrator can do about a mechanism that is lacking.
    fn remedy(self, mechanism: Mechanism, why: &Why) -> Option<Remedy> {
        Some(match (mechanism, why) {
            (_, Why::SwitchedOff) => Remedy::SwitchOn,
            (_, Why::Failed) => return None,
            (Mechanism::CgroupV1 | Mechanism::CgroupV2, _) if self.is_root => Remedy::CgroupMount,
            (Mechanism::CgroupV1 | Mechanism::CgroupV2, _) => Remedy::Delegate,
            (Mechanism::Landlock | Mechanism::Seccomp, _) => Remedy::NewerKernel,
            _ if self.is_root => Remedy::ContainerProfile,
            _ if self.no_clone => Remedy::UnprivilegedClone,
            _ if self.no_user_namespaces => Remedy::MaxUserNamespaces,
            _ if self.restricted => Remedy::AppArmor,
            _ if self.in_container => Remedy::ContainerProfile,
            _ => Remedy::NewerKernel,
        })
    }
}

/// What holds.
pub(super) fn assess(setup: &Setup, dry: &Dry, system: System) -> Isolation {
    let facts = Facts {
        setup,
        dry,
        system,
        namespaces: setup.no_namespaces.is_none(),
        seccomp: setup.no_seccomp.is_none(),
    };
    Isolation(vec![
        facts.network(),
        facts.files(),
        facts.kill_all(),
        facts.memory(),
        facts.processes(),
        facts.cpu_time(),
        facts.output(),
    ])
}

struct Facts<'a> {
    setup: &'a Setup,
    dry: &'a Dry,
    system: System,
    namespaces: bool,
    seccomp: bool,
}

impl Facts<'_> {
    fn network(&self) -> Guarantee {
        let namespace = self.namespaces && self.setup.no_network_namespace.is_none();
        let found = self.dry.found;
        // In a namespace of its own a socket reaches nobody; the files of those
        // of this machine are out of sight.
        let held = self.seccomp && !found.socket && !found.local_socket;
        let lack = match &self.setup.no_network_namespace {
            Some(why) => self.lack(Mechanism::NetworkNamespace, Some(why)),
            None => self.no_namespace(Mechanism::NetworkNamespace),
        };
        guarantee(
            Property::Network,
            if held || namespace {
                Strength::Enforced
            } else {
                Strength::NotEnforced
            },
            [
                namespace.then_some(Mechanism::NetworkNamespace),
                self.seccomp.then_some(Mechanism::Seccomp),
            ],
            [lack, self.no_seccomp()],
        )
    }

    fn files(&self) -> Guarantee {
        let landlock = self.setup.no_landlock.is_none() && !self.namespaces;
        let no_landlock = self.lack(Mechanism::Landlock, self.setup.no_landlock.as_ref());
        guarantee(
            Property::Files,
            match (self.dry.found.secret, self.namespaces, landlock) {
                (false, true, _) => Strength::Enforced,
                // Landlock doesn't look at modes and times; the filter does, and
                // another user can't change them.
                (false, _, true) if self.seccomp || self.setup.has_user => Strength::Enforced,
                (false, _, true) => Strength::BestEffort,
                // A user id of its own keeps it from nothing that all may read,
                // and answers mostly are.
                _ => Strength::NotEnforced,
            },
            [
                self.namespaces.then_some(Mechanism::MountNamespace),
                landlock.then_some(Mechanism::Landlock),
                self.setup.has_user.then_some(Mechanism::UserId),
            ],
            [
                self.no_namespace(Mechanism::MountNamespace),
                no_landlock.filter(|_| !self.namespaces),
            ],
        )
    }

    fn kill_all(&self) -> Guarantee {
        let by_user = !self.namespaces && self.setup.has_user;
        let by_group = !self.namespaces && !self.setup.has_user;
        let can_signal = self.dry.found.signal;
        let held = !can_signal && (self.namespaces || by_user || self.seccomp);
        guarantee(
            Property::KillAll,
            if held {
                Strength::Enforced
            } else {
                Strength::NotEnforced
            },
            [
                self.namespaces.then_some(Mechanism::PidNamespace),
                by_user.then_some(Mechanism::UserId),
                by_group.then_some(Mechanism::ProcessGroup),
                (!self.namespaces && self.seccomp).then_some(Mechanism::Seccomp),
            ],
            [
                self.no_namespace(Mechanism::PidNamespace),
                self.no_seccomp().filter(|_| by_group),
            ],
        )
    }

    fn memory(&self) -> Guarantee {
        let group = self.setup.groups[0];
        guarantee(
            Property::Memory,
            match (self.dry.held_memory, group) {
                (true, Some(_)) => Strength::Enforced,
                (true, None) => Strength::BestEffort,
                (false, _) => Strength::NotEnforced,
            },
            [Some(group.unwrap_or(Mechanism::Polling))],
            [
                self.no_group(group),
                self.no_namespace(Mechanism::PidNamespace)
                    .filter(|_| group.is_none()),
                failed(self.dry.held_memory, group.unwrap_or(Mechanism::Polling)),
            ],
        )
    }

    fn processes(&self) -> Guarantee {
        let group = self.setup.groups[1];
        // Else the system counts them together with others of the same user.
        let counted_apart = group.is_some() || self.setup.has_user || self.namespaces;
        guarantee(
            Property::Processes,
            match (self.dry.held_processes, counted_apart) {
                (true, true) => Strength::Enforced,
                (true, false) => Strength::BestEffort,
                (false, _) => Strength::NotEnforced,
            },
            [
                group,
                Some(Mechanism::ResourceLimits),
                (!counted_apart).then_some(Mechanism::Polling),
            ],
            [
                self.no_namespace(Mechanism::PidNamespace)
                    .filter(|_| !counted_apart),
                failed(self.dry.held_processes, Mechanism::ResourceLimits),
            ],
        )
    }

    fn cpu_time(&self) -> Guarantee {
        let group = self.setup.groups[2];
        guarantee(
            Property::CpuTime,
            match group {
                Some(_) => Strength::Enforced,
                None => Strength::BestEffort,
            },
            [Some(group.unwrap_or(Mechanism::Polling))],
            [self.no_group(group)],
        )
    }

    fn output(&self) -> Guarantee {
        guarantee(
            Property::Output,
            match (self.dry.held_output, self.namespaces) {
                (true, true) => Strength::Enforced,
                (true, false) => Strength::BestEffort,
                (false, _) => Strength::NotEnforced,
            },
            [
                Some(Mechanism::ResourceLimits),
                self.namespaces.then_some(Mechanism::Tmpfs),
                (!self.namespaces).then_some(Mechanism::Polling),
            ],
            [
                self.no_namespace(Mechanism::Tmpfs),
                failed(self.dry.held_output, Mechanism::ResourceLimits),
            ],
        )
    }

    fn lack(&self, mechanism: Mechanism, why: Option<&Why>) -> Option<Lack> {
        let why = why?.clone();
        let remedy = self.system.remedy(mechanism, &why);
        Some(Lack {
            mechanism,
            why,
            remedy,
        })
    }

    fn no_namespace(&self, mechanism: Mechanism) -> Option<Lack> {
        self.lack(mechanism, self.setup.no_namespaces.as_ref())
    }

    fn no_seccomp(&self) -> Option<Lack> {
        self.lack(Mechanism::Seccomp, self.setup.no_seccomp.as_ref())
    }

    fn no_group(&self, group: Option<Mechanism>) -> Option<Lack> {
        let lack = self.lack(Mechanism::CgroupV2, self.setup.no_groups.as_ref());
        lack.filter(|_| group.is_none())
    }
}

fn failed(held: bool, mechanism: Mechanism) -> Option<Lack> {
    (!held).then_some(Lack {
        mechanism,
        why: Why::Failed,
        remedy: None,
    })
}

fn guarantee(
    property: Property,
    strength: Strength,
    by: impl IntoIterator<Item = Option<Mechanism>>,
    lacks: impl IntoIterator<Item = Option<Lack>>,
) -> Guarantee {
    Guarantee {
        property,
        strength,
        by: by.into_iter().flatten().collect(),
        lacks: lacks.into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::Found;
    use super::*;
    use crate::isolation::Level;

    /// A dry run in which everything was held.
    const HELD: Dry = Dry {
        found: Found {
            socket: false,
            local_socket: false,
            secret: false,
            signal: false,
            proc: true,
            forks: false,
        },
        held_processes: true,
        held_memory: true,
        held_output: true,
    };

    fn refused() -> Why {
        Why::Refused {
            step: "unshare(CLONE_NEWUSER)".to_owned(),
            errno: libc::EPERM,
        }
    }

    fn remedies(isolation: &Isolation, property: Property) -> Vec<Remedy> {
        let of = isolation.of(property).expect("every property is there");
        of.lacks.iter().filter_map(|lack| lack.remedy).collect()
    }

    #[test]
    fn with_everything_everything_is_enforced() {
        let setup = Setup {
            groups: [Some(Mechanism::CgroupV2); 3],
            has_user: true,
            ..Setup::default()
        };
        let isolation = assess(&setup, &HELD, System::default());
        assert_eq!(isolation.level(), Level::Full);
        assert!(!isolation.is_unsafe());
    }

    /// Ubuntu 24.04 as an ordinary user.
    #[test]
    fn where_apparmor_refuses_namespaces_its_switch_is_named() {
        let setup = Setup {
            no_namespaces: Some(refused()),
            no_groups: Some(Why::Missing),
            ..Setup::default()
        };
        let system = System {
            restricted: true,
            ..System::default()
        };
        let isolation = assess(&setup, &HELD, system);
        assert_eq!(isolation.level(), Level::Contained);
        assert_eq!(remedies(&isolation, Property::Output), [Remedy::AppArmor]);
        let of = remedies(&isolation, Property::Memory);
        assert_eq!(of, [Remedy::Delegate, Remedy::AppArmor]);
    }

    /// Docker's default profile.
    #[test]
    fn a_container_without_namespaces_is_told_of_its_profile() {
        let setup = Setup {
            no_namespaces: Some(refused()),
            no_groups: Some(refused()),
            has_user: true,
            ..Setup::default()
        };
        let system = System {
            is_root: true,
            in_container: true,
            ..System::default()
        };
        let isolation = assess(&setup, &HELD, system);
        assert_eq!(isolation.level(), Level::Contained);
        let of = |property| remedies(&isolation, property);
        assert_eq!(of(Property::Output), [Remedy::ContainerProfile]);
        let both = [Remedy::CgroupMount, Remedy::ContainerProfile];
        assert_eq!(of(Property::Memory), both);
    }

    /// gVisor, or a kernel without landlock.
    #[test]
    fn what_the_dry_run_got_past_is_not_enforced() {
        let setup = Setup {
            no_namespaces: Some(refused()),
            no_landlock: Some(Why::Missing),
            no_groups: Some(Why::Missing),
            ..Setup::default()
        };
        let mut dry = HELD;
        dry.found.secret = true;
        let isolation = assess(&setup, &dry, System::default());
        assert!(isolation.is_unsafe());
        assert_eq!(isolation.level(), Level::None);
        for change in [
            |it: &mut Dry| it.found.signal = true,
            |it: &mut Dry| it.held_memory = false,
            |it: &mut Dry| it.held_processes = false,
            |it: &mut Dry| it.held_output = false,
        ] {
            let mut dry = HELD;
            change(&mut dry);
            let isolation = assess(&Setup::default(), &dry, System::default());
            let weak = |it: &&Guarantee| it.strength == Strength::NotEnforced;
            assert_eq!(isolation.0.iter().filter(weak).count(), 1);
        }
    }
}
