//! What keeps programs in their place, told to whoever runs the judge.

use crate::isolation::{Isolation, Level, Mechanism, Property, Remedy, Strength, Why};

pub(crate) fn conclusion(isolation: &Isolation) -> &'static str {
    if isolation.is_unsafe() {
        "Programs can get out: `grade` refuses to run any, unless --allow-unsafe is given."
    } else {
        match isolation.level() {
            Level::Full => "Everything is enforced (--require-isolation full).",
            Level::Contained => {
                "Nothing gets out (--require-isolation contained), but not everything is \
                 measured or limited exactly."
            }
            Level::None => {
                "Honest programs are held; a hostile one may find a way out. Grade strangers' \
                 programs in a virtual machine."
            }
        }
    }
}

pub(crate) fn lacks(mechanism: Mechanism, why: &Why) -> String {
    format!("no {}: {}", self::mechanism(mechanism), self::why(why))
}

pub(crate) fn refused(wanted: Option<Level>) -> String {
    match wanted {
        Some(level) => format!("this machine doesn't give the isolation asked for ({level}):"),
        None => "programs could get out on this machine: nothing was run:".to_owned(),
    }
}

pub(crate) fn run_all_the_same() -> &'static str {
    "Run it all the same, for programs that you trust: --allow-unsafe."
}

pub(crate) fn property(property: Property) -> &'static str {
    match property {
        Property::Network => "network",
        Property::Files => "files",
        Property::KillAll => "kill all",
        Property::Memory => "memory",
        Property::Processes => "processes",
        Property::CpuTime => "CPU time",
        Property::Output => "output",
    }
}

pub(crate) fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Enforced => "enforced",
        Strength::BestEffort => "best effort",
        Strength::NotEnforced => "NOT enforced",
    }
}

pub(crate) fn mechanism(mechanism: Mechanism) -> &'static str {
    match mechanism {
        Mechanism::NetworkNamespace => "network namespace",
        Mechanism::Seccomp => "system call filter (seccomp)",
        Mechanism::MountNamespace => "root of its own (mount namespace)",
        Mechanism::Landlock => "file rules (landlock)",
        Mechanism::UserId => "user id of its own",
        Mechanism::PidNamespace => "process namespace",
        Mechanism::ProcessGroup => "process group that it can't leave",
        Mechanism::CgroupV1 => "control group (v1)",
        Mechanism::CgroupV2 => "control group (v2)",
        Mechanism::Polling => "looking every 5 ms",
        Mechanism::ResourceLimits => "resource limits (setrlimit)",
        Mechanism::Tmpfs => "file system of limited size (tmpfs)",
    }
}

fn why(why: &Why) -> String {
    match why {
        Why::SwitchedOff => "switched off".to_owned(),
        Why::Refused { step, errno: 0 } => format!("refused ({step})"),
        Why::Refused { step, errno } => {
            let error = std::io::Error::from_raw_os_error(*errno);
            format!("{step}: {error}")
        }
        Why::Missing => "not there".to_owned(),
        Why::Failed => "there, but the dry run got past it".to_owned(),
    }
}

pub(crate) fn remedy(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::AppArmor => {
            "AppArmor keeps user namespaces from ordinary users (Ubuntu 23.10 and later): run \
             `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`, or the judge as root."
        }
        Remedy::UnprivilegedClone => {
            "User namespaces are switched off: run `sudo sysctl \
             kernel.unprivileged_userns_clone=1`, or the judge as root."
        }
        Remedy::MaxUserNamespaces => {
            "The number of user namespaces is limited to 0: run `sudo sysctl \
             user.max_user_namespaces=10000`, or the judge as root."
        }
        Remedy::ContainerProfile => {
            "Namespaces are refused, most likely by a container's profile: start the container \
             with `--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt \
             apparmor=unconfined`, or the judge outside of it."
        }
        Remedy::Delegate => {
            "Control groups must be handed to you: start the judge with `systemd-run --user \
             --scope -p Delegate=yes mayan-judge ...`, or as root."
        }
        Remedy::CgroupMount => {
            "Control groups can't be made: mount /sys/fs/cgroup writably (in a container: \
             `--cgroupns private -v /sys/fs/cgroup:/sys/fs/cgroup:rw`), and start the judge in \
             a group that holds nothing else, as with `systemd-run --scope -p Delegate=yes`."
        }
        Remedy::NewerKernel => {
            "The kernel lacks it: Linux 5.13 or newer has Landlock and all that is used."
        }
        Remedy::SwitchOn => "Leave the option out that switched it off.",
    }
}
