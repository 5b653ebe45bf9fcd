//! System calls that no safe wrapper gives: here and in `launch` is the only
//! `unsafe` code.

mod launch;

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::AtomicI32;
use std::time::Duration;

pub(super) use launch::{Identity, Launch, launch, launch_own};

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

/// Takes a child that has ended: this one, or any with -1; `None` if none has.
///
/// # Errors
/// `ECHILD` when there are no children at all.
pub(super) fn reap(pid: i32) -> io::Result<Option<Reaped>> {
    wait(pid, libc::WNOHANG)
}

/// Waits for the next child to end.
///
/// # Errors
/// `ECHILD` when there are no children at all.
pub(super) fn reap_next() -> io::Result<Reaped> {
    wait(-1, 0)?.ok_or_else(|| io::ErrorKind::Interrupted.into())
}

fn wait(pid: i32, flags: libc::c_int) -> io::Result<Option<Reaped>> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both pointers are to live variables of the right types.
    let pid = unsafe { libc::wait4(pid, &raw mut status, flags, usage.as_mut_ptr()) };
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

/// The CPU time of this process, without its children's.
pub(super) fn own_cpu_time() -> Duration {
    read_clock(libc::CLOCK_PROCESS_CPUTIME_ID).unwrap_or_default()
}

/// The CPU time that a process has used until now, to the nanosecond; `None`
/// when it is gone.
pub(super) fn cpu_time(pid: i32) -> Option<Duration> {
    let mut clock = 0;
    // SAFETY: the pointer is to a live variable of the right type.
    if unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) } != 0 {
        return None;
    }
    read_clock(clock)
}

fn read_clock(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = MaybeUninit::<libc::timespec>::zeroed();
    // SAFETY: the pointer is to a live variable of the right type.
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

/// Takes the default action for every signal: programs are to start so, and
/// what is ignored would be handed down to them.
pub(super) fn default_signals() {
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: the default action is no handler. KILL and STOP, and those
        // that the C library keeps to itself, are refused, which is no harm.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// The clock ticks of `/proc/PID/stat` in a second.
pub(super) fn ticks_per_second() -> u64 {
    system_number(libc::_SC_CLK_TCK, 100)
}

/// The size of a page in bytes. Not by the library's own function, which reads
/// `/proc/self/auxv`, and a process that may not be looked into can't.
pub(super) fn page_size() -> u64 {
    system_number(libc::_SC_PAGESIZE, 4096)
}

fn system_number(name: libc::c_int, otherwise: u64) -> u64 {
    // SAFETY: sysconf takes no pointer and changes nothing.
    let number = u64::try_from(unsafe { libc::sysconf(name) });
    number.ok().filter(|&it| it > 0).unwrap_or(otherwise)
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

/// Closes all descriptors but a socket and standard output and error, in a process
/// that was forked to do something else to its end: what the other end of a socket
/// waits for is that the last copy is closed. What had them is of no use any more.
pub(super) fn let_go_of_all_but(kept: &UnixStream) {
    // A helper's standard input is a socket too.
    let _ = rustix::stdio::dup2_stdin(kept);
    // SAFETY: our callers never return to what has the others.
    unsafe { close_all_but([kept.as_raw_fd(), -1]) }
}

/// Closes every descriptor from 3 up but these (-1 for none).
///
/// # Safety
/// Nothing that has another descriptor may be used or dropped in this process any
/// more.
unsafe fn close_all_but(kept: [i32; 2]) {
    /// An old kernel has no call for ranges; helpers have no more than this.
    const MOST: libc::c_uint = 512;
    let close = |from: i32, to: libc::c_uint| {
        let from = from.unsigned_abs();
        // SAFETY: numbers only; the caller has no use for what is closed.
        unsafe {
            if from <= to && libc::syscall(libc::SYS_close_range, from, to, 0) != 0 {
                for number in from..=to.min(MOST) {
                    libc::close(number.cast_signed());
                }
            }
        }
    };
    let mut from = 3;
    for number in [kept[0].min(kept[1]), kept[0].max(kept[1])] {
        if number >= from {
            close(from, number.unsigned_abs() - 1);
            from = number + 1;
        }
    }
    close(from, libc::c_uint::MAX);
}

/// A place before others in the queue for the CPU, for this process and another
/// of ours, where the system allows it (to root). Both give it back in the end.
pub(super) struct Precedence {
    former: i32,
    other: Option<rustix::process::Pid>,
}

impl Precedence {
    /// Takes it.
    pub(super) fn take(other: i32) -> Self {
        let former = rustix::process::getpriority_process(None).unwrap_or(0);
        let other = rustix::process::Pid::from_raw(other);
        for process in [None, other] {
            let _ = rustix::process::setpriority_process(process, -20);
        }
        Self { former, other }
    }
}

impl Drop for Precedence {
    fn drop(&mut self) {
        for process in [None, self.other] {
            let _ = rustix::process::setpriority_process(process, self.former);
        }
    }
}

/// What a process is after it was forked.
pub(super) enum Fork {
    /// The new one.
    Child,
    /// The old one, with the number of the new one.
    Parent(i32),
}

/// Forks a process of our own code, with new namespaces (`CLONE_NEW…`) or none.
///
/// For processes with one thread only: the child may then do what it likes.
pub(super) fn fork(namespaces: i32) -> io::Result<Fork> {
    let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
    // SAFETY: without a stack and without shared memory this is a fork. Our
    // callers are helpers and what they forked, which have one thread, so that
    // no lock is held by one that isn't there in the child.
    match unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Fork::Child),
        pid => Ok(Fork::Parent(i32::try_from(pid).map_err(io::Error::other)?)),
    }
}

/// Ends this process at once: nothing is flushed or dropped.
pub(super) fn exit_now(code: i32) -> ! {
    // SAFETY: no memory is touched.
    unsafe { libc::_exit(code) }
}

/// Leaves namespaces (`CLONE_NEW…`) for new ones.
pub(super) fn unshare(namespaces: i32) -> io::Result<()> {
    // SAFETY: a number only; no memory or descriptor table is unshared.
    match unsafe { libc::unshare(namespaces) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Enters a mount namespace.
pub(super) fn enter_mounts(namespace: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: a descriptor that lives, and a number.
    match unsafe { libc::setns(namespace.as_raw_fd(), libc::CLONE_NEWNS) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Attributes of a mount (`mount_setattr(2)`).
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// A mount is only read, and no set-user-id program counts; devices of it can
/// be written to, though not changed.
pub(super) const READ_ONLY_DEVICE: u64 = 1 | NO_SUID;
/// A mount is only read, and no set-user-id program or device of it counts.
pub(super) const READ_ONLY: u64 = 1 | NO_SUID | NO_DEVICES;
/// No set-user-id program counts.
pub(super) const NO_SUID: u64 = 2;
/// No device can be opened.
pub(super) const NO_DEVICES: u64 = 4;

/// Sets attributes of the mount at a path, and of those below it.
pub(super) fn set_mount(path: &CStr, attributes: u64) -> io::Result<()> {
    const RECURSIVE: libc::c_int = 0x8000;
    let attributes = MountAttributes {
        set: attributes,
        clear: 0,
        propagation: 0,
        user_namespace: 0,
    };
    // SAFETY: the path ends with a zero, the structure is the call's own of
    // the size that is told.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            RECURSIVE,
            &raw const attributes,
            size_of::<MountAttributes>(),
        )
    };
    if done == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Blocks the signal of ended children and gives a descriptor that is readable
/// when it was sent.
pub(super) fn child_signals() -> io::Result<File> {
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: sigemptyset fills the set, which lives as long as it is used; the
    // descriptor is new and ours.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, set.as_ptr(), std::ptr::null_mut());
        match libc::signalfd(-1, set.as_ptr(), libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) {
            -1 => Err(io::Error::last_os_error()),
            descriptor => Ok(OwnedFd::from_raw_fd(descriptor).into()),
        }
    }
}

/// Ends every process that we may send a signal to, but this one. In a process
/// namespace of its own that is what the namespace holds.
pub(super) fn kill_all_others() {
    // SAFETY: numbers only.
    unsafe { libc::kill(-1, libc::SIGKILL) };
}

/// Whether this process may give another one a user's rights: root without its
/// capabilities, or in a namespace with few ids, may not.
pub(super) fn can_become(user: u32) -> io::Result<bool> {
    // SAFETY: without shared memory this is a fork; the child makes system calls
    // only, on no memory but an empty list.
    unsafe {
        let flags = libc::c_long::from(libc::CLONE_VFORK | libc::SIGCHLD);
        let pid = libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0);
        if pid == 0 {
            let none = std::ptr::null::<u32>();
            let can = libc::syscall(libc::SYS_setgroups, 0, none) == 0
                && libc::syscall(libc::SYS_setresgid, user, user, user) == 0
                && libc::syscall(libc::SYS_setresuid, user, user, user) == 0;
            libc::_exit(i32::from(!can));
        }
        let pid = i32::try_from(pid).map_err(io::Error::other)?;
        if pid < 0 {
            return Err(io::Error::last_os_error());
        }
        let mut status = 0;
        Ok(libc::waitpid(pid, &raw mut status, 0) == pid && status == 0)
    }
}

/// Ends every process of a user, at once: none of them can fork meanwhile.
///
/// # Errors
/// No process, or no right, to do it with.
pub(super) fn kill_user(user: u32) -> io::Result<()> {
    /// Those that are to be ended may end the one that is to end them first.
    const TRIES: usize = 1000;
    for _ in 0..TRIES {
        // SAFETY: without shared memory this is a fork, whose parent waits until
        // the child ends; the child makes system calls only. The status is ours.
        let status = unsafe {
            let flags = libc::c_long::from(libc::CLONE_VFORK | libc::SIGCHLD);
            let pid = libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0);
            if pid == 0 {
                let became = libc::syscall(libc::SYS_setresuid, user, user, user) == 0;
                if became {
                    libc::kill(-1, libc::SIGKILL);
                }
                libc::_exit(i32::from(!became));
            }
            let pid = i32::try_from(pid).map_err(io::Error::other)?;
            let mut status = 0;
            if pid < 0 || libc::waitpid(pid, &raw mut status, 0) != pid {
                return Err(io::Error::last_os_error());
            }
            status
        };
        if libc::WIFEXITED(status) {
            return match libc::WEXITSTATUS(status) {
                0 => Ok(()),
                _ => Err(io::ErrorKind::PermissionDenied.into()),
            };
        }
    }
    Err(io::Error::other("the processes end what is to end them"))
}

/// A number that forked processes share.
pub(super) fn shared_number() -> io::Result<&'static AtomicI32> {
    // SAFETY: a new anonymous mapping of a page, which is never unmapped; all
    // bits zero is a valid number.
    unsafe {
        let page = libc::mmap(
            std::ptr::null_mut(),
            size_of::<AtomicI32>(),
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if page == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(&*page.cast::<AtomicI32>())
    }
}

/// Whether the kernel takes a filter of system calls.
pub(super) fn has_seccomp() -> bool {
    const GET_ACTION_AVAILABLE: libc::c_uint = 2;
    let action = libc::SECCOMP_RET_ERRNO;
    // SAFETY: the pointer is to a live number, which the call reads.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            GET_ACTION_AVAILABLE,
            0,
            &raw const action,
        )
    };
    answer == 0
}

/// Standard output (1) or error (2) as a file of its own.
pub(super) fn standard(number: i32) -> io::Result<File> {
    // SAFETY: a number that isn't open is refused when it is copied, and the copy
    // is ours.
    let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
    Ok(descriptor.try_clone_to_owned()?.into())
}

/// The version of Landlock's interface; `None` where it isn't.
pub(super) fn landlock_version() -> Option<u32> {
    const VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the call takes no structure.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            std::ptr::null::<libc::c_void>(),
            0,
            VERSION,
        )
    };
    u32::try_from(answer).ok().filter(|&version| version > 0)
}
