//! The filter of system calls: a deny list, compiled once to a search tree.
//!
//! Our own small assembler rather than a library's: the kernel runs a new
//! filter over every system call number when it is installed, once a run, so
//! that a tree of a hundred instructions is worth it; and the numbers of the
//! x32 ABI, which a deny list for `x86_64` lets pass, must be refused.
//!
//! Facts: seccomp(2), `linux/filter.h`, `linux/audit.h`.

use libc::sock_filter;

/// What is done with a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Allow,
    /// It fails with this error.
    Deny(i32),
    /// Nothing is done, and it seems to have worked.
    Pretend,
    /// It fails if an argument has all of these bits.
    DenyAll {
        argument: u32,
        bits: u32,
    },
    /// It fails if an argument has one of these bits.
    DenyBits {
        argument: u32,
        bits: u32,
    },
    /// It fails if its second argument is one of these.
    DenyAmong(&'static [u32]),
    /// It fails but for pairs of UNIX sockets that only know each other.
    DenyDatagrams,
    /// It fails if an argument isn't this number.
    DenyUnless {
        argument: u32,
        value: u32,
    },
}

/// `AUDIT_ARCH_X86_64`, `AUDIT_ARCH_AARCH64`; elsewhere there is no filter.
#[cfg(target_arch = "x86_64")]
const ARCH: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const ARCH: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCH: Option<u32> = None;

/// The first number of the x32 ABI.
const X32: u32 = 0x4000_0000;

/// Flags of `clone` that make namespaces.
const NEW_NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Which processes a program could otherwise touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// None: a namespace hides them.
    OutOfReach,
    /// None: they belong to another user.
    OtherUser,
    /// Those of its own user: it may not leave its process group, so that the
    /// group's end is its end.
    SameUser,
    /// The same, and nothing else keeps it from sending them signals.
    SameUserSignals,
}

/// The filter's instructions; `None` on machines that we have no numbers for.
/// Where [`OWN_PID`] stands, the process puts its number before it installs it.
/// `counted` says whether a control group counts all memory.
pub(super) fn filter(others: Others, counted: bool) -> Option<Vec<sock_filter>> {
    let arch = ARCH?;
    let mut rules = rules(others, counted);
    rules.sort_by_key(|(number, _)| *number);
    // Ranges of numbers, each up to the next one's beginning.
    let mut ranges: Vec<(u32, Action)> = vec![(0, Action::Allow)];
    let mut put = |start: u32, action: Action| match ranges.last_mut() {
        Some((begun, last)) if *begun == start => *last = action,
        Some((_, last)) if *last == action => {}
        _ => ranges.push((start, action)),
    };
    for (number, action) in rules {
        put(number, action);
        put(number + 1, Action::Allow);
    }
    put(X32, Action::Deny(libc::ENOSYS));
    let mut code = vec![
        load(ARCH_AT),
        jump(libc::BPF_JEQ, arch, 1, 0),
        verdict(Action::Deny(libc::ENOSYS)),
        load(NUMBER_AT),
    ];
    code.extend(tree(&ranges)?);
    Some(code)
}

/// Stands for the number of the process that the filter is for.
pub(super) const OWN_PID: u32 = u32::MAX;

/// Offsets in `struct seccomp_data`.
const NUMBER_AT: u32 = 0;
const ARCH_AT: u32 = 4;
/// The lower half of an argument on a little-endian machine.
const fn argument_at(argument: u32) -> u32 {
    16 + 8 * argument
}

/// Where a comparison leads.
#[derive(Clone, Copy)]
enum Target {
    /// To another one.
    Comparison(usize),
    Leaf(Action),
}

/// A search tree: the comparisons, then the leaves, each once, since the kernel
/// compiles every instruction again with every run. `None` if it is too large
/// for the jumps.
fn tree(ranges: &[(u32, Action)]) -> Option<Vec<sock_filter>> {
    /// Adds the comparisons for some ranges, and says where to begin.
    fn grow(ranges: &[(u32, Action)], comparisons: &mut Vec<(u32, Target, Target)>) -> Target {
        if let [(_, action)] = ranges {
            return Target::Leaf(*action);
        }
        let (lower, upper) = ranges.split_at(ranges.len() / 2);
        let index = comparisons.len();
        let nowhere = Target::Leaf(Action::Allow);
        comparisons.push((upper[0].0, nowhere, nowhere));
        comparisons[index].1 = grow(lower, comparisons);
        comparisons[index].2 = grow(upper, comparisons);
        Target::Comparison(index)
    }
    let mut comparisons = Vec::new();
    grow(ranges, &mut comparisons);
    let mut leaves: Vec<(Action, usize)> = Vec::new();
    let mut code = Vec::new();
    for (_, action) in ranges {
        if !leaves.iter().any(|(known, _)| known == action) {
            leaves.push((*action, comparisons.len() + code.len()));
            code.extend(leaf(*action));
        }
    }
    let place = |target| match target {
        Target::Comparison(index) => Some(index),
        Target::Leaf(action) => {
            let leaf = leaves.iter().find(|(known, _)| *known == action)?;
            Some(leaf.1)
        }
    };
    let jumps = comparisons
        .iter()
        .enumerate()
        .map(|(at, (start, lower, upper))| {
            let skip = |target| u8::try_from(place(target)? - at - 1).ok();
            Some(jump(libc::BPF_JGE, *start, skip(*upper)?, skip(*lower)?))
        });
    let mut all: Vec<sock_filter> = jumps.collect::<Option<_>>()?;
    all.extend(code);
    Some(all)
}

fn leaf(action: Action) -> Vec<sock_filter> {
    let (test, argument, value) = match action {
        Action::Allow | Action::Deny(_) | Action::Pretend => return vec![verdict(action)],
        Action::DenyAll { argument, bits } => {
            return vec![
                load(argument_at(argument)),
                instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, 0, 0, bits),
                jump(libc::BPF_JEQ, bits, 0, 1),
                verdict(Action::Deny(libc::EPERM)),
                verdict(Action::Allow),
            ];
        }
        Action::DenyAmong(values) => {
            let mut code = vec![load(argument_at(1))];
            let left = (0..values.len()).rev();
            let tests = values.iter().zip(left).map(|(value, left)| {
                // To the second verdict, past those that are left and the first.
                let hit = u8::try_from(left + 1).unwrap_or(u8::MAX);
                jump(libc::BPF_JEQ, *value, hit, 0)
            });
            code.extend(tests);
            code.extend([Action::Allow, Action::Deny(libc::EPERM)].map(verdict));
            return code;
        }
        Action::DenyDatagrams => {
            return vec![
                load(argument_at(0)),
                jump(libc::BPF_JEQ, libc::AF_UNIX.unsigned_abs(), 0, 2),
                load(argument_at(1)),
                // The bit that streams and sequences of packets don't have.
                jump(libc::BPF_JSET, libc::SOCK_DGRAM.unsigned_abs(), 0, 1),
                verdict(Action::Deny(libc::EPERM)),
                verdict(Action::Allow),
            ];
        }
        Action::DenyBits { argument, bits } => (libc::BPF_JSET, argument, bits),
        Action::DenyUnless { argument, value } => (libc::BPF_JEQ, argument, value),
    };
    let (hit, miss) = match action {
        Action::DenyBits { .. } => (Action::Deny(libc::EPERM), Action::Allow),
        _ => (Action::Allow, Action::Deny(libc::EPERM)),
    };
    vec![
        load(argument_at(argument)),
        jump(test, value, 0, 1),
        verdict(hit),
        verdict(miss),
    ]
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    // All codes fit: they are made of a byte's bits.
    let code = u16::try_from(code).unwrap_or_default();
    sock_filter { code, jt, jf, k }
}

fn load(at: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, at)
}

fn jump(test: u32, value: u32, jt: u8, jf: u8) -> sock_filter {
    instruction(libc::BPF_JMP | test | libc::BPF_K, jt, jf, value)
}

fn verdict(action: Action) -> sock_filter {
    let value = match action {
        Action::Deny(errno) => libc::SECCOMP_RET_ERRNO | errno.unsigned_abs(),
        Action::Pretend => libc::SECCOMP_RET_ERRNO,
        _ => libc::SECCOMP_RET_ALLOW,
    };
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

/// Changes of owners and times: that of nothing to nothing is allowed to all, and
/// shows in a file's times.
const MARKS: [libc::c_long; 3] = [libc::SYS_fchown, libc::SYS_fchownat, libc::SYS_utimensat];

/// Changes of modes and attributes.
const MODES: [libc::c_long; 13] = [
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
    SYS_FILE_GETATTR,
    SYS_FILE_SETATTR,
];

/// The same by older calls, which newer machines don't have.
#[cfg(target_arch = "x86_64")]
const OLD_MARKS: [libc::c_long; 5] = [
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(target_arch = "x86_64")]
const OLD_MODES: [libc::c_long; 1] = [libc::SYS_chmod];
#[cfg(not(target_arch = "x86_64"))]
const OLD_MARKS: [libc::c_long; 0] = [];
#[cfg(not(target_arch = "x86_64"))]
const OLD_MODES: [libc::c_long; 0] = [];

/// Changes of how much of the cores a process gets.
const PRIORITIES: [libc::c_long; 5] = [
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
];

/// Newer than the C library's headers; the numbers are those of all machines.
const SYS_FCHMODAT2: libc::c_long = 452;
const SYS_SETXATTRAT: libc::c_long = 463;
const SYS_REMOVEXATTRAT: libc::c_long = 466;
const SYS_FILE_GETATTR: libc::c_long = 468;
const SYS_FILE_SETATTR: libc::c_long = 469;

/// `FS_IOC_SETFLAGS` and `FS_IOC_FSSETXATTR`: attributes of an open file.
/// `FIOSETOWN` and `SIOCSPGRP`: whom it sends signals to.
const IOCTLS: [u32; 4] = [0x4008_6602, 0x401C_5820, 0x8901, 0x8902];

/// `F_SETOWN`, `F_SETSIG` and `F_SETOWN_EX`: whom an open file sends signals to.
const FCNTLS: [u32; 3] = [8, 10, 15];

/// What a contestant's program has no business with.
const FORBIDDEN: [libc::c_long; 67] = [
    // The network. Buffers of pairs of sockets, made large, hold memory that no
    // limit sees.
    libc::SYS_socket,
    libc::SYS_setsockopt,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_perf_event_open,
    // What outlives a run: keys, System V objects, message queues.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_msgget,
    libc::SYS_msgctl,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Memory that no limit of ours sees.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // Handles of files past their paths.
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    // The kernel and the machine.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_quotactl,
    libc::SYS_vhangup,
];

/// The rules for all calls that are not simply allowed.
fn rules(others: Others, counted: bool) -> Vec<(u32, Action)> {
    let deny = |number: libc::c_long| (number, Action::Deny(libc::EPERM));
    let mut rules: Vec<(libc::c_long, Action)> = FORBIDDEN.into_iter().map(deny).collect();
    #[cfg(target_arch = "x86_64")]
    rules.extend([libc::SYS_iopl, libc::SYS_ioperm].map(deny));
    // The C library goes back to `clone`, whose flags can be looked at.
    rules.push((libc::SYS_clone3, Action::Deny(libc::ENOSYS)));
    rules.push((
        libc::SYS_clone,
        Action::DenyBits {
            argument: 0,
            bits: NEW_NAMESPACES.unsigned_abs(),
        },
    ));
    // A datagram's end can name any other socket by its path.
    rules.push((libc::SYS_socketpair, Action::DenyDatagrams));
    // A session is a party of its own to the scheduler: of hundreds each has as
    // much of the cores as we. Honest programs go on without one.
    rules.push((libc::SYS_setsid, Action::Pretend));
    // We wait for what a process holds that others keep from the cores.
    rules.extend(PRIORITIES.map(deny));
    if !counted {
        // Of memory that is shared, what was let go of is still there, and in no
        // list.
        let bits = (libc::MAP_SHARED | libc::MAP_ANONYMOUS).unsigned_abs();
        rules.push((libc::SYS_mmap, Action::DenyAll { argument: 3, bits }));
    }
    // Limits of itself alone.
    let own = |argument| Action::DenyUnless { argument, value: 0 };
    rules.push((libc::SYS_prlimit64, own(0)));
    if others != Others::OutOfReach {
        // No mount keeps these from files that are only to be read: a program
        // could leave itself a mark.
        rules.extend(MARKS.into_iter().chain(OLD_MARKS).map(deny));
    }
    if matches!(others, Others::SameUser | Others::SameUserSignals) {
        // Landlock doesn't look at these: a program could change the modes of all
        // that its user has.
        rules.extend(MODES.into_iter().chain(OLD_MODES).map(deny));
        rules.push((libc::SYS_ioctl, Action::DenyAmong(&IOCTLS)));
        rules.push((libc::SYS_fcntl, Action::DenyAmong(&FCNTLS)));
        rules.push((libc::SYS_setpgid, Action::Pretend));
        rules.push((libc::SYS_sched_setaffinity, own(0)));
        rules.push((libc::SYS_migrate_pages, own(0)));
        rules.push((libc::SYS_move_pages, own(0)));
    }
    if others == Others::SameUserSignals {
        let to_itself = Action::DenyUnless {
            argument: 0,
            value: OWN_PID,
        };
        rules.extend([libc::SYS_kill, libc::SYS_tgkill].map(|it| (it, to_itself)));
        rules.extend([libc::SYS_tkill, libc::SYS_pidfd_send_signal].map(deny));
        rules.extend([libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo].map(deny));
    }
    let number = |(number, action)| Some((u32::try_from(number).ok()?, action));
    rules.into_iter().filter_map(number).collect()
}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use super::*;

    /// Runs a filter as the kernel would, on a call's number and arguments.
    fn run(code: &[sock_filter], number: u32, arguments: [u32; 6]) -> u32 {
        let mut at = 0;
        let mut value = 0;
        loop {
            let it = code[at];
            at += 1;
            let code = u32::from(it.code);
            match code & 0x07 {
                libc::BPF_LD => {
                    value = match it.k {
                        NUMBER_AT => number,
                        ARCH_AT => ARCH.unwrap_or_default(),
                        other => arguments[(other as usize - 16) / 8],
                    }
                }
                libc::BPF_RET => return it.k,
                libc::BPF_ALU => value &= it.k,
                _ => {
                    let holds = match code & 0xf0 {
                        libc::BPF_JEQ => value == it.k,
                        libc::BPF_JGE => value >= it.k,
                        _ => value & it.k != 0,
                    };
                    at += usize::from(if holds { it.jt } else { it.jf });
                }
            }
        }
    }

    #[test]
    fn each_call_comes_to_its_own_rule() {
        for others in [
            Others::OutOfReach,
            Others::OtherUser,
            Others::SameUser,
            Others::SameUserSignals,
        ] {
            let code = filter(others, others == Others::OutOfReach);
            let code = code.expect("the tree is small enough");
            assert!(code.len() < 250, "{}", code.len());
            let rules = rules(others, others == Others::OutOfReach);
            let mut denied = 0;
            for number in 0..1000 {
                let rule = rules.iter().find(|(it, _)| *it == number);
                let (plain, odd) = match rule.map(|(_, action)| *action) {
                    None | Some(Action::Allow | Action::DenyAmong(_)) => (true, true),
                    Some(Action::Deny(_) | Action::Pretend | Action::DenyDatagrams) => {
                        (false, false)
                    }
                    Some(
                        Action::DenyBits { .. }
                        | Action::DenyAll { .. }
                        | Action::DenyUnless { value: 0, .. },
                    ) => (true, false),
                    Some(Action::DenyUnless { .. }) => (false, true),
                };
                let allows =
                    |argument| run(&code, number, [argument; 6]) == libc::SECCOMP_RET_ALLOW;
                assert_eq!((allows(0), allows(u32::MAX)), (plain, odd), "{number}");
                denied += usize::from(!plain);
            }
            assert!(denied >= FORBIDDEN.len(), "{denied}");
            let ioctl = u32::try_from(libc::SYS_ioctl).unwrap_or_default();
            let same_user = matches!(others, Others::SameUser | Others::SameUserSignals);
            let fcntl = u32::try_from(libc::SYS_fcntl).unwrap_or_default();
            let allows =
                |number, arguments| run(&code, number, arguments) == libc::SECCOMP_RET_ALLOW;
            for (call, values) in [(ioctl, &IOCTLS[..]), (fcntl, &FCNTLS)] {
                for value in values {
                    assert_eq!(allows(call, [*value; 6]), !same_user, "{call}, {value}");
                    assert!(allows(call, [*value + 3; 6]), "{call}, {value}");
                }
            }
            let map = u32::try_from(libc::SYS_mmap).unwrap_or_default();
            for (flags, allowed) in [(0x01, true), (0x22, true), (0x21, false), (0x4021, false)] {
                let allowed = allowed || others == Others::OutOfReach;
                assert_eq!(allows(map, [0, 0, 0, flags, 0, 0]), allowed, "{flags}");
            }
            let pair = u32::try_from(libc::SYS_socketpair).unwrap_or_default();
            let flags = libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
            for (domain, kind, allowed) in [
                (libc::AF_UNIX, libc::SOCK_STREAM, true),
                (libc::AF_UNIX, libc::SOCK_SEQPACKET, true),
                (libc::AF_UNIX, libc::SOCK_DGRAM, false),
                (libc::AF_UNIX, libc::SOCK_RAW, false),
                (libc::AF_TIPC, libc::SOCK_STREAM, false),
            ] {
                let [domain, kind, more] = [domain, kind, kind | flags].map(i32::unsigned_abs);
                for kind in [kind, more] {
                    assert_eq!(allows(pair, [domain, kind, 0, 0, 0, 0]), allowed);
                }
            }
            assert_ne!(run(&code, X32 + 41, [0; 6]), libc::SECCOMP_RET_ALLOW);
            assert_ne!(run(&code, u32::MAX, [0; 6]), libc::SECCOMP_RET_ALLOW);
        }
    }
}
