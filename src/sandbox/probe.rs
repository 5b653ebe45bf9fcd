//! The dry run: what a confined process of our own finds that it can do.

use std::fs;
use std::io::{self, Write};
use std::net::UdpSocket;
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, test_kill_process};
use serde::{Deserialize, Serialize};

use super::sys::{self, Fork};

/// What is tried.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Probe {
    /// To reach others. What succeeded is told on standard error.
    Reach {
        /// A file of the host that everyone may read.
        secret: PathBuf,
        /// A process of the host: the helper.
        helper: i32,
        /// How many forks are tried; more than are allowed.
        forks: usize,
    },
    /// To touch so many bytes of memory; more than are allowed.
    Memory(usize),
    /// To write so many bytes; more than are allowed.
    Output(usize),
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

/// Tries. The exit code means nothing; what the limits do is seen from outside.
pub(super) fn examine(probe: &Probe) -> i32 {
    match probe {
        Probe::Reach {
            secret,
            helper,
            forks,
        } => {
            let _ = reach(secret, *helper, *forks);
            0
        }
        Probe::Memory(bytes) => {
            let touched = vec![1_u8; *bytes];
            i32::from(touched[touched.len() / 2])
        }
        Probe::Output(bytes) => {
            let stdout = sys::standard(1);
            i32::from(
                stdout
                    .and_then(|mut it| it.write_all(&vec![b'x'; *bytes]))
                    .is_ok(),
            )
        }
    }
}

fn reach(secret: &Path, helper: i32, forks: usize) -> io::Result<()> {
    let stderr = sys::standard(2)?;
    let say = |found: &Found| {
        let said = serde_json::to_vec(found)?;
        stderr.set_len(said.len() as u64)?;
        stderr.write_all_at(&said, 0)
    };
    let helper = Pid::from_raw(helper);
    let mut found = Found {
        socket: UdpSocket::bind("127.0.0.1:0").is_ok(),
        local_socket: UnixDatagram::unbound().is_ok(),
        secret: fs::read(secret).is_ok(),
        signal: helper.is_some_and(|it| test_kill_process(it).is_ok()),
        proc: fs::read_link("/proc/self").is_ok(),
        forks: true,
    };
    // Before the forks: it may be that they end this process.
    say(&found)?;
    let mut children = Vec::new();
    for _ in 0..forks {
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
    if found.forks {
        // Nothing refused them: then whoever looks on is to see them, and end
        // this, however busy the machine is.
        std::thread::sleep(std::time::Duration::from_secs(2));
    }
    // The first is left to be ended by the run's end.
    for pid in children.into_iter().skip(1).filter_map(Pid::from_raw) {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
    say(&found)
}
