//! From a forked process to the contestant's program: what happens between
//! fork and exec, where nothing may allocate or lock.

use std::ffi::{CString, c_char};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use libc::{rlimit, sock_filter};

use super::super::seccomp::OWN_PID;
use super::Fork;

/// Whose rights a program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sandbox) struct Identity {
    pub(in crate::sandbox) user: u32,
    pub(in crate::sandbox) group: u32,
}

/// Everything that the child needs, made ready before.
pub(in crate::sandbox) struct Launch<'a> {
    /// Paths of the program, tried in turn as `execvp` does.
    pub(in crate::sandbox) programs: &'a [CString],
    pub(in crate::sandbox) arguments: &'a [CString],
    /// `NAME=value`.
    pub(in crate::sandbox) environment: &'a [CString],
    pub(in crate::sandbox) directory: &'a CString,
    /// Standard input, output and error; numbers above 2.
    pub(in crate::sandbox) streams: [BorrowedFd<'a>; 3],
    pub(in crate::sandbox) identity: Option<Identity>,
    pub(in crate::sandbox) limits: &'a [(u32, rlimit)],
    pub(in crate::sandbox) landlock: Option<BorrowedFd<'a>>,
    /// Its place in the queue for the CPU, if what forks it has another one now.
    pub(in crate::sandbox) nice: i32,
    pub(in crate::sandbox) filter: Option<&'a [sock_filter]>,
    /// An eventfd: the process waits here until it is written to.
    pub(in crate::sandbox) gate: BorrowedFd<'a>,
    /// Ends the program when its parent ends.
    pub(in crate::sandbox) dies_with_parent: bool,
}

/// What is made of a [`Launch`] for the child: plain pointers.
struct Ready<'a> {
    launch: &'a Launch<'a>,
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
    filter: Vec<sock_filter>,
    /// Where the child says why it failed: 0 if it didn't.
    errno: &'a AtomicI32,
}

impl<'a> Ready<'a> {
    fn new(launch: &'a Launch<'a>, errno: &'a AtomicI32) -> Self {
        let pointers = |strings: &[CString]| {
            let pointers = strings.iter().map(|it| it.as_ptr());
            pointers.chain([ptr::null()]).collect()
        };
        errno.store(0, Ordering::Relaxed);
        Self {
            launch,
            arguments: pointers(launch.arguments),
            environment: pointers(launch.environment),
            filter: launch.filter.map(<[_]>::to_vec).unwrap_or_default(),
            errno,
        }
    }
}

/// Makes a process that becomes a program when its gate is opened (an eventfd
/// that is written to), and gives its number.
///
/// `errno` is a number that forked processes share: if the program can't be
/// started, the process ends with that in it. It is 0 for a program that ran.
///
/// # Errors
/// What `fork` said.
pub(in crate::sandbox) fn launch(launch: &Launch<'_>, errno: &AtomicI32) -> io::Result<i32> {
    let mut ready = Ready::new(launch, errno);
    match super::fork(0)? {
        Fork::Parent(pid) => Ok(pid),
        // SAFETY: the child is this function's alone, and ends in it. It has a
        // copy of our memory, though lending it would be faster: the kernel
        // would count our size as the program's peak.
        Fork::Child => unsafe { start(&mut ready) },
    }
}

/// Makes a process of our own code in the same way, confined as a program would
/// be. It ends with what `work` returns; unlike a program it has our memory.
///
/// # Errors
/// As [`launch`].
pub(in crate::sandbox) fn launch_own(
    launch: &Launch<'_>,
    errno: &AtomicI32,
    work: impl FnOnce() -> i32,
) -> io::Result<i32> {
    let mut ready = Ready::new(launch, errno);
    match super::fork(0)? {
        Fork::Parent(pid) => Ok(pid),
        Fork::Child => {
            // SAFETY: the child is this function's alone, and ends in it.
            unsafe { confine(&mut ready) };
            super::exit_now(work())
        }
    }
}

/// The child: becomes the program, or ends with the reason told.
///
/// # Safety
/// Only in a child that has nothing to lose.
unsafe fn start(ready: &mut Ready<'_>) -> ! {
    // SAFETY: all pointers are to what `ready` holds; the lists of pointers end
    // with a null, the strings with a zero.
    unsafe {
        confine(ready);
        let mut failed = libc::ENOENT;
        for program in ready.launch.programs {
            libc::execve(
                program.as_ptr(),
                ready.arguments.as_ptr(),
                ready.environment.as_ptr(),
            );
            match *libc::__errno_location() {
                libc::ENOENT | libc::ENOTDIR => {}
                // Told rather than that another place hasn't it at all.
                libc::EACCES => failed = libc::EACCES,
                code => {
                    failed = code;
                    break;
                }
            }
        }
        ready.errno.store(failed, Ordering::Relaxed);
        libc::_exit(127)
    }
}

/// Makes this process one that may become a contestant's program, or ends it
/// with the error told.
///
/// # Safety
/// Only in a child that has nothing to lose: it changes the whole process. All
/// that it calls are system calls.
unsafe fn confine(ready: &mut Ready<'_>) {
    let launch = ready.launch;
    let errno = ready.errno;
    let must = |result: libc::c_long| {
        if result < 0 {
            // SAFETY: the location is this thread's own; `_exit` ends it.
            unsafe {
                errno.store(*libc::__errno_location(), Ordering::Relaxed);
                libc::_exit(127)
            }
        }
    };
    // SAFETY: all pointers are to what `ready` holds, of the types that the
    // calls want; strings end with a zero.
    unsafe {
        // A session is what its processes are known by where there are no process
        // namespaces, and for the scheduler it is a party of its own, so that a
        // crowd of them can't keep us from the CPU.
        must(libc::setsid().into());
        for (descriptor, number) in launch.streams.iter().zip(0..) {
            must(libc::dup2(descriptor.as_raw_fd(), number).into());
        }
        // What is left is closed by exec.
        let rules = launch.landlock.map_or(-1, |it| it.as_raw_fd());
        super::close_all_but([launch.gate.as_raw_fd(), rules]);
        // Before the rights to it are gone. Who may not, has not taken another.
        libc::setpriority(libc::PRIO_PROCESS, 0, launch.nice);
        for (resource, limit) in launch.limits {
            must(libc::setrlimit(*resource, limit).into());
        }
        libc::umask(0o022);
        if let Some(Identity { user, group }) = launch.identity {
            // Not the C library's, which would ask all threads.
            must(libc::syscall(libc::SYS_setgroups, 0, ptr::null::<u32>()));
            must(libc::syscall(libc::SYS_setresgid, group, group, group));
            must(libc::syscall(libc::SYS_setresuid, user, user, user));
        }
        must(libc::chdir(launch.directory.as_ptr()).into());
        if launch.dies_with_parent {
            must(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL).into());
        }
        must(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0).into());
        // No signal is ignored: the helper has seen to that. A handler ends with
        // exec.
        let mut none = std::mem::zeroed::<libc::sigset_t>();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
        if let Some(rules) = launch.landlock {
            must(libc::syscall(
                libc::SYS_landlock_restrict_self,
                rules.as_raw_fd(),
                0,
            ));
        }
        if !ready.filter.is_empty() {
            let own = libc::getpid().unsigned_abs();
            for instruction in &mut ready.filter {
                if instruction.k == OWN_PID {
                    instruction.k = own;
                }
            }
            let program = libc::sock_fprog {
                len: u16::try_from(ready.filter.len()).unwrap_or(u16::MAX),
                filter: ready.filter.as_mut_ptr(),
            };
            must(libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                0,
                &raw const program,
            ));
        }
        let mut opened = 0_u64;
        while libc::read(launch.gate.as_raw_fd(), (&raw mut opened).cast(), 8) < 0 {
            if *libc::__errno_location() != libc::EINTR {
                must(-1);
            }
        }
    }
}
