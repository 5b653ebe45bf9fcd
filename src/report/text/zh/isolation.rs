//! What keeps programs in their place, told to whoever runs the judge.

use crate::isolation::{Isolation, Level, Mechanism, Property, Remedy, Strength, Why};

pub(crate) fn conclusion(isolation: &Isolation) -> &'static str {
    if isolation.is_unsafe() {
        "程序可能逃出沙箱：除非给出 --allow-unsafe，`grade` 不会运行任何程序。"
    } else {
        match isolation.level() {
            Level::Full => "全部强制（--require-isolation full）。",
            Level::Contained => {
                "程序无法逃出沙箱（--require-isolation contained），但并非每项都能精确测量或限制。"
            }
            Level::None => {
                "能约束正常的程序；恶意程序可能找到出路。请在虚拟机中评测来历不明的程序。"
            }
        }
    }
}

pub(crate) fn lacks(mechanism: Mechanism, why: &Why) -> String {
    format!("缺少{}：{}", self::mechanism(mechanism), self::why(why))
}

pub(crate) fn refused(wanted: Option<Level>) -> String {
    match wanted {
        Some(level) => format!("本机达不到所要求的隔离（{level}）："),
        None => "在本机上程序可能逃出沙箱，没有运行任何程序：".to_owned(),
    }
}

pub(crate) fn run_all_the_same() -> &'static str {
    "如果信任这些程序，仍要运行：--allow-unsafe。"
}

pub(crate) fn property(property: Property) -> &'static str {
    match property {
        Property::Network => "网络",
        Property::Files => "文件",
        Property::KillAll => "终止进程",
        Property::Memory => "内存",
        Property::Processes => "进程数",
        Property::CpuTime => "CPU 时间",
        Property::Output => "输出",
    }
}

pub(crate) fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Enforced => "强制",
        Strength::BestEffort => "尽力",
        Strength::NotEnforced => "未强制",
    }
}

pub(crate) fn mechanism(mechanism: Mechanism) -> &'static str {
    match mechanism {
        Mechanism::NetworkNamespace => "网络命名空间",
        Mechanism::Seccomp => "系统调用过滤（seccomp）",
        Mechanism::MountNamespace => "独立的根目录（挂载命名空间）",
        Mechanism::Landlock => "文件规则（landlock）",
        Mechanism::UserId => "独立的用户 ID",
        Mechanism::PidNamespace => "进程命名空间",
        Mechanism::ProcessGroup => "不能离开的进程组",
        Mechanism::CgroupV1 => "控制组（v1）",
        Mechanism::CgroupV2 => "控制组（v2）",
        Mechanism::Polling => "每 5 毫秒查看一次",
        Mechanism::ResourceLimits => "资源限制（setrlimit）",
        Mechanism::Tmpfs => "限制大小的文件系统（tmpfs）",
    }
}

fn why(why: &Why) -> String {
    match why {
        Why::SwitchedOff => "已关闭".to_owned(),
        Why::Refused { step, errno: 0 } => format!("系统拒绝（{step}）"),
        Why::Refused { step, errno } => {
            let error = std::io::Error::from_raw_os_error(*errno);
            format!("{step}：{error}")
        }
        Why::Missing => "系统没有".to_owned(),
        Why::Failed => "存在，但试运行能绕过它".to_owned(),
    }
}

pub(crate) fn remedy(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::AppArmor => {
            "AppArmor 不允许普通用户使用用户命名空间（Ubuntu 23.10 及以后）：请运行 `sudo sysctl \
             kernel.apparmor_restrict_unprivileged_userns=0`，或以 root 运行评测程序。"
        }
        Remedy::UnprivilegedClone => {
            "用户命名空间已关闭：请运行 `sudo sysctl kernel.unprivileged_userns_clone=1`，或以 \
             root 运行评测程序。"
        }
        Remedy::MaxUserNamespaces => {
            "用户命名空间的数目限制为 0：请运行 `sudo sysctl user.max_user_namespaces=10000`，或以 \
             root 运行评测程序。"
        }
        Remedy::ContainerProfile => {
            "命名空间被拒绝，多半是容器的安全配置所致：启动容器时加上 `--cap-add SYS_ADMIN \
             --security-opt seccomp=unconfined --security-opt apparmor=unconfined`，或在容器外运行\
             评测程序。"
        }
        Remedy::Delegate => {
            "需要把控制组交给你：用 `systemd-run --user --scope -p Delegate=yes mayan-judge ...` \
             启动评测程序，或以 root 运行。"
        }
        Remedy::CgroupMount => {
            "无法建立控制组：请把 /sys/fs/cgroup 挂载为可写（容器中：`--cgroupns private -v \
             /sys/fs/cgroup:/sys/fs/cgroup:rw`），并在没有其他进程的组中启动评测程序，例如 \
             `systemd-run --scope -p Delegate=yes`。"
        }
        Remedy::NewerKernel => "内核没有此功能：Linux 5.13 及以后有 Landlock 和其他所需功能。",
        Remedy::SwitchOn => "去掉关闭它的选项。",
    }
}
