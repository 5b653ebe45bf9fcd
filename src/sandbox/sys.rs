//! System calls that no safe wrapper gives, and the only `unsafe` code.

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, Signal};

use super::RunLimits;

/// A process that has ended and is no more.
pub(super) struct Reaped {
    pub(super) pid: i32,
    /// The status as `wait` gives it.
    pub(super) status: i32,
    pub(super) cpu_time: Duration,
    /// The largest resident size of it and its waited-for children, in KiB.
    pub(super) peak_kib: u64,
}

/// The process id of a child that has ended and is still to be reaped, if
/// there is one now. Until then its number is taken by no other process.
///
/// # Errors
/// `ECHILD` when there are no children at all.
pub(super) fn ended_child() -> io::Result<Option<i32>> {
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: the pointer is to a live variable of the right type.
    if unsafe { libc::waitid(libc::P_ALL, 0, info.as_mut_ptr(), flags) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: all bits zero is a valid siginfo, waitid has filled it, and a
    // siginfo of waitid has a process id: 0 if there is no such child.
    let pid = unsafe { info.assume_init().si_pid() };
    Ok((pid != 0).then_some(pid))
}

/// Takes a child that has ended: this one, or any with -1.
///
/// # Errors
/// `ECHILD` when there are no children at all.
pub(super) fn reap(pid: i32) -> io::Result<Option<Reaped>> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both pointers are to live variables of the right types.
    let pid = unsafe { libc::wait4(pid, &raw mut status, libc::WNOHANG, usage.as_mut_ptr()) };
    match pid {
        0 => Ok(None),
        -1 => Err(io::Error::last_os_error()),
        _ => {
            // SAFETY: all bits zero is a valid rusage, and wait4 has filled it.
            let usage = unsafe { usage.assume_init() };
            Ok(Some(Reaped {
                pid,
                status,
                cpu_time: duration(usage.ru_utime) + duration(usage.ru_stime),
                peak_kib: u64::try_from(usage.ru_maxrss).unwrap_or_default(),
            }))
        }
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let micros = u64::try_from(time.tv_usec).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

/// The CPU time that a process has used until now, to the nanosecond; `None`
/// when it is gone.
pub(super) fn cpu_time(pid: i32) -> Option<Duration> {
    let mut clock = 0;
    let mut time = MaybeUninit::<libc::timespec>::zeroed();
    // SAFETY: the pointer is to a live variable of the right type.
    if unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) } != 0 {
        return None;
    }
    // SAFETY: as above.
    if unsafe { libc::clock_gettime(clock, time.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: all bits zero is a valid timespec, and the call has filled it.
    let time = unsafe { time.assume_init() };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanos))
}

/// Whether two processes have one address space, as after `vfork`. `false`
/// where the kernel doesn't tell.
pub(super) fn share_memory(one: i32, other: i32) -> bool {
    const KCMP_VM: libc::c_int = 1;
    // SAFETY: the call takes numbers only and touches no memory.
    unsafe { libc::syscall(libc::SYS_kcmp, one, other, KCMP_VM, 0, 0) == 0 }
}

/// Takes the default action for ended children. A parent that ignores them
/// hands that down, and the system would then reap ours before we can.
pub(super) fn wait_for_children() {
    // SAFETY: the default action is no handler.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}

/// The clock ticks of `/proc/PID/stat` in a second.
pub(super) fn ticks_per_second() -> u64 {
    // SAFETY: sysconf takes no pointer and changes nothing.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks)
        .ok()
        .filter(|&ticks| ticks > 0)
        .unwrap_or(100)
}

/// Marks every descriptor from 3 up to be closed when a program starts: what
/// the judge's own parent left open is not for contestants.
pub(super) fn close_inherited_on_exec() {
    // SAFETY: the call takes numbers only and touches no memory. An old kernel
    // refuses it, and nothing changes.
    unsafe {
        libc::syscall(
            libc::SYS_close_range,
            3,
            libc::c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        );
    }
}

/// Puts this process before others in the queue for the CPU, where the system
/// allows it (to root), so that a crowd of a contestant's processes can't keep
/// it from ending them. Gives the former place, for programs that it starts.
pub(super) fn take_precedence() -> i32 {
    let former = rustix::process::getpriority_process(None).unwrap_or(0);
    let _ = rustix::process::setpriority_process(None, -20);
    former
}

/// How many processes and threads our user has; `None` for root, whom the
/// system doesn't count.
fn own_processes() -> Option<u64> {
    let me = rustix::process::getuid();
    if me.is_root() {
        return None;
    }
    let entries = std::fs::read_dir("/proc").ok()?.flatten();
    let mine = entries.filter(|entry| {
        let name = entry.file_name();
        let is_process = name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
        is_process
            && entry
                .metadata()
                .is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == me.as_raw())
    });
    let threads = mine.map(|entry| {
        let threads = std::fs::read_dir(entry.path().join("task"));
        threads.map_or(1, |threads| threads.count() as u64)
    });
    Some(threads.sum())
}

/// Makes the command start as a contestant: in a session of its own, under
/// resource limits, with default signals, and never more than our user may do.
pub(super) fn confine(command: &mut Command, limits: &RunLimits, priority: i32) {
    // One byte more than the limit may be written, so that a program that
    // ignores the signal shows by its size that it went over.
    let output = limits.output.0.saturating_add(1);
    // Only a backstop: the kernel counts whole seconds, and fires early.
    let cpu = limits.cpu_time.as_secs() + 2;
    // The system counts all that the user has; ours are to be so many more.
    let processes = own_processes().map(|now| now.saturating_add(limits.processes as u64));
    let rlimits = [
        (Resource::Nproc, processes),
        (Resource::Core, Some(0)),
        (Resource::Fsize, Some(output)),
        (Resource::Cpu, Some(cpu)),
        // Recursion is limited by memory, as everything else is.
        (Resource::Stack, None),
    ]
    .map(|(resource, value)| {
        let hard = rustix::process::getrlimit(resource).maximum;
        // No limit (`None`) is more than any.
        let value = match (value, hard) {
            (Some(value), Some(hard)) => Some(value.min(hard)),
            (value, None) => value,
            (None, hard) => hard,
        };
        let rlimit = Rlimit {
            current: value,
            maximum: if resource == Resource::Stack {
                hard
            } else {
                value
            },
        };
        (resource, rlimit)
    });
    let start = move || {
        rustix::process::setsid()?;
        rustix::process::setpriority_process(None, priority)?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        rustix::thread::set_no_new_privs(true)?;
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
        for signal in 1..32 {
            // SAFETY: the default action is no handler; KILL and STOP are
            // refused, which is no harm.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        let mut none = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: sigemptyset fills the set that sigprocmask then reads; both
        // may be called between fork and exec.
        unsafe {
            libc::sigemptyset(none.as_mut_ptr());
            libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), std::ptr::null_mut());
        }
        for (resource, rlimit) in rlimits {
            rustix::process::setrlimit(resource, rlimit)?;
        }
        Ok(())
    };
    // SAFETY: the closure makes system calls only: no allocation, no lock.
    // The helper has one thread, so that no lock could be held either.
    unsafe { command.pre_exec(start) };
}
