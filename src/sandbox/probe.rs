//! The dry run: what a confined process of our own finds that it can do.

use std::fs;
use std::io::{self, Write};
use std::net::UdpSocket;
use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;

use rustix::process::{Pid, Signal, test_kill_process};
use serde::{Deserialize, Serialize};

use super::sys::{self, Fork};

/// What is tried, and on what.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Probe {
    /// A file of the host that everyone may read.
    pub(super) secret: PathBuf,
    /// A process of the host: the helper.
    pub(super) helper: i32,
    /// How many forks are tried; more than are allowed.
    pub(super) forks: usize,
    /// How many bytes are written to standard output; more than are allowed.
    pub(super) output: usize,
    /// How many bytes are touched, in the second dry run: more than are allowed.
    pub(super) memory: usize,
}

/// What it could do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing tried")]
pub(super) struct Found {
    /// Make a socket of the internet.
    pub(super) socket: bool,
    /// Make a socket of this machine.
    pub(super) local_socket: bool,
    /// Read the secret.
    pub(super) secret: bool,
    /// Send the helper a signal.
    pub(super) signal: bool,
    /// See its own entry in `/proc`.
    pub(super) proc: bool,
    /// Fork as often as was tried.
    pub(super) forks: bool,
}

/// Tries, and says what succeeded on standard error. The exit code means
/// nothing; what the limits do is seen from outside.
pub(super) fn examine(probe: &Probe) -> i32 {
    if probe.memory > 0 {
        let touched = vec![1_u8; probe.memory];
        return i32::from(touched[touched.len() / 2]);
    }
    let helper = Pid::from_raw(probe.helper);
    let mut found = Found {
        socket: UdpSocket::bind("127.0.0.1:0").is_ok(),
        local_socket: UnixDatagram::unbound().is_ok(),
        secret: fs::read(&probe.secret).is_ok(),
        signal: helper.is_some_and(|it| test_kill_process(it).is_ok()),
        proc: fs::read_link("/proc/self").is_ok(),
        forks: true,
    };
    let mut children = Vec::new();
    for _ in 0..probe.forks {
        match sys::fork(0) {
            Ok(Fork::Child) => {
                // Not for ever: it may be that nobody ends it.
                std::thread::sleep(std::time::Duration::from_secs(10));
                sys::exit_now(0);
            }
            Ok(Fork::Parent(pid)) => children.push(pid),
            Err(_) => {
                found.forks = false;
                break;
            }
        }
    }
    // The first is left to be ended by the run's end.
    for pid in children.into_iter().skip(1).filter_map(Pid::from_raw) {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
    // Standard error holds the answer; standard output is filled until the
    // system ends us, which is what is to be seen.
    let said = serde_json::to_vec(&found).unwrap_or_default();
    let _ = descriptor(2).and_then(|mut it| it.write_all(&said));
    let _ = descriptor(1).and_then(|mut it| it.write_all(&vec![b'x'; probe.output]));
    0
}

fn descriptor(number: u32) -> io::Result<fs::File> {
    match number {
        1 => sys::duplicate(rustix::stdio::stdout()),
        _ => sys::duplicate(rustix::stdio::stderr()),
    }
}
