//! What keeps programs in their place, told to whoever runs the judge.

use super::style::{self, Style, pad, paint};
use crate::isolation::{
    Guarantee, Isolation, Lack, Level, Mechanism, Property, Remedy, Strength, Why,
};
use crate::verdict::Verdict;

/// All properties, a line each, and what to do about those that hold less than
/// they could.
#[must_use]
pub fn doctor(isolation: &Isolation, style: Style) -> String {
    let mut out = String::new();
    for guarantee in &isolation.0 {
        out += &line(guarantee, style);
    }
    out += "\n";
    out += &style::wrap(conclusion(isolation), "", style.width);
    let remedies = remedies(isolation, |_| true);
    if !remedies.is_empty() {
        out += "\nWhat can be done:\n";
        for remedy in remedies {
            let text = style::wrap(&remedy, "    ", style.width);
            out += &format!("  - {}", text.trim_start());
        }
    }
    out
}

fn line(guarantee: &Guarantee, style: Style) -> String {
    let how: Vec<&str> = guarantee.by.iter().map(|it| mechanism(*it)).collect();
    let mut how: Vec<String> = [how.join(", ")].into();
    if guarantee.strength != Strength::Enforced {
        let lacks = guarantee.lacks.iter();
        how.extend(lacks.map(|it| format!("no {}: {}", mechanism(it.mechanism), why(&it.why))));
    }
    how.retain(|it| !it.is_empty());
    let how = how.join("; ");
    let colours = style::verdict(match guarantee.strength {
        Strength::Enforced => Verdict::Accepted,
        Strength::BestEffort => Verdict::TimeLimitExceeded,
        Strength::NotEnforced => Verdict::WrongAnswer,
    });
    let said = pad(strength(guarantee.strength), 12);
    let name = pad(property(guarantee.property), 10);
    let indent = " ".repeat(26);
    let how = style::wrap(&how, &indent, style.width);
    format!("  {name} {} {}", paint(colours, said), how.trim_start())
}

fn conclusion(isolation: &Isolation) -> &'static str {
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

/// What is less than enforced, in half a line; empty if nothing is.
#[must_use]
pub fn shortfall(isolation: &Isolation) -> String {
    let of = |strength| {
        let found = isolation.0.iter().filter(|it| it.strength == strength);
        let names: Vec<&str> = found.map(|it| property(it.property)).collect();
        (!names.is_empty()).then(|| format!("{}: {}", self::strength(strength), names.join(", ")))
    };
    let parts = [Strength::NotEnforced, Strength::BestEffort].map(of);
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Why nothing is run, with what to do about it.
#[must_use]
pub fn refusal(isolation: &Isolation, wanted: Option<Level>) -> String {
    let wants = |property: Property| wanted == Some(Level::Full) || property.contains();
    let lacking = |it: &&Guarantee| {
        wants(it.property)
            && match wanted {
                Some(_) => it.strength != Strength::Enforced,
                None => it.strength == Strength::NotEnforced,
            }
    };
    let lines = isolation.0.iter().filter(lacking).map(|it| {
        let reasons: Vec<String> = it
            .lacks
            .iter()
            .map(|lack| format!("no {}: {}", mechanism(lack.mechanism), why(&lack.why)))
            .collect();
        format!(
            "\n  {}: {} ({})",
            property(it.property),
            strength(it.strength),
            reasons.join("; ")
        )
    });
    let head = match wanted {
        Some(level) => format!("this machine doesn't give the isolation asked for ({level})"),
        None => "programs could get out on this machine: nothing was run".to_owned(),
    };
    let remedies = remedies(isolation, wants);
    let help = remedies.iter().map(|remedy| format!("\n  - {remedy}"));
    let more = match wanted {
        Some(_) => "",
        None => "\n  - Run it all the same, for programs that you trust: --allow-unsafe.",
    };
    format!(
        "{head}:{}\nWhat can be done:{}{more}",
        lines.collect::<String>(),
        help.collect::<String>()
    )
}

/// The remedies of what isn't enforced, each once.
fn remedies(isolation: &Isolation, wants: impl Fn(Property) -> bool) -> Vec<String> {
    let weak = isolation
        .0
        .iter()
        .filter(|it| it.strength != Strength::Enforced && wants(it.property));
    let mut said: Vec<String> = weak
        .flat_map(|it| &it.lacks)
        .filter_map(|lack: &Lack| Some(remedy(lack.remedy?).to_owned()))
        .collect();
    let mut seen = Vec::new();
    said.retain(|it| {
        let is_new = !seen.contains(it);
        seen.push(it.clone());
        is_new
    });
    said
}

/// A property's name.
#[must_use]
pub fn property(property: Property) -> &'static str {
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

fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Enforced => "enforced",
        Strength::BestEffort => "best effort",
        Strength::NotEnforced => "NOT enforced",
    }
}

fn mechanism(mechanism: Mechanism) -> &'static str {
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

fn remedy(remedy: Remedy) -> &'static str {
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
