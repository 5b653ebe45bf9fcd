//! Where attacks are run: a contest whose files are worth reading, services
//! worth calling, and a neighbour worth hurting.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Permissions;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

use crate::support::{SAMPLE, SAMPLE_ANSWER};

/// What stands in every secret, and must stand in no report.
pub(super) const SECRET: &str = "hunter2";

/// A name that no other process of this machine has, as a command's name and
/// as a file's: at most 15 letters.
fn unique() -> (u32, String) {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    (number, format!("mja{}x{number}z", std::process::id()))
}

/// A program's own words for the places between `@`s.
pub(super) struct Names {
    pub(super) name: String,
    key: u32,
}

impl Names {
    pub(super) fn new() -> Self {
        let (number, name) = unique();
        // Away from 0, which is no key, and from the keys of other programs.
        let key = 0x4d61_0000_u32 ^ (std::process::id() << 8) ^ number;
        Self {
            name,
            key: key & 0x7fff_ffff | 1 << 30,
        }
    }
}

pub(super) struct Arena {
    dir: TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    by_path: UnixListener,
    by_name: UnixListener,
    datagrams: UnixDatagram,
    abstract_name: String,
    neighbour: Mutex<Child>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Arena {
    pub(super) fn new() -> Self {
        let dir = tempfile::Builder::new().prefix("a contest 比赛 ").tempdir();
        let dir = dir.unwrap();
        // What is readable to everybody is what only the sandbox protects.
        std::fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        for (path, text) in [
            ("testcases/1.in", SAMPLE),
            ("testcases/1.ans", SAMPLE_ANSWER),
            ("testcases/2.in", SAMPLE),
            ("testcases/2.ans", SAMPLE_ANSWER),
            ("submissions/other.cpp", "// hunter2, another one's work\n"),
            ("submissions/mayan.out", "hunter2, not an answer\n"),
            ("home/secret", "hunter2, at home\n"),
            ("home/descriptor", "hunter2, opened by somebody else\n"),
        ] {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let (_, abstract_name) = unique();
        let name = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let datagrams = SocketAddr::from_abstract_name(format!("{abstract_name}d")).unwrap();
        let arena = Self {
            tcp: TcpListener::bind("127.0.0.1:0").unwrap(),
            udp: UdpSocket::bind("127.0.0.1:0").unwrap(),
            by_path: UnixListener::bind(dir.path().join("unix")).unwrap(),
            by_name: UnixListener::bind_addr(&name).unwrap(),
            datagrams: UnixDatagram::bind_addr(&datagrams).unwrap(),
            abstract_name,
            neighbour: Mutex::new(neighbour()),
            files: contents(dir.path()),
            dir,
        };
        arena.tcp.set_nonblocking(true).unwrap();
        arena.udp.set_nonblocking(true).unwrap();
        arena.by_path.set_nonblocking(true).unwrap();
        arena.by_name.set_nonblocking(true).unwrap();
        arena.datagrams.set_nonblocking(true).unwrap();
        let everybody = Permissions::from_mode(0o777);
        std::fs::set_permissions(arena.path("unix"), everybody).unwrap();
        arena
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A source with what it is to attack.
    pub(super) fn filled(&self, text: &str, names: &Names) -> String {
        let path = |name: &str| self.path(name).to_str().unwrap().to_owned();
        let neighbour = self.neighbour.lock().unwrap().id();
        [
            ("@ANSWER@", path("testcases/1.ans")),
            ("@INPUT@", path("testcases/1.in")),
            ("@OTHER@", path("submissions/other.cpp")),
            ("@HOME_SECRET@", path("home/secret")),
            ("@UNIX@", path("unix")),
            ("@PORT@", self.tcp.local_addr().unwrap().port().to_string()),
            (
                "@UDP_PORT@",
                self.udp.local_addr().unwrap().port().to_string(),
            ),
            ("@ABSTRACT@", self.abstract_name.clone()),
            ("@TEST_PID@", std::process::id().to_string()),
            ("@NEIGHBOUR_PID@", neighbour.to_string()),
            ("@SYSV_KEY@", names.key.to_string()),
            ("@NAME@", names.name.clone()),
        ]
        .iter()
        .fold(text.to_owned(), |text, (word, with)| {
            text.replace(word, with)
        })
    }

    /// What has happened to the arena that must not; each is told once, and
    /// mended. Two programs run at a time: it may have been the other one.
    pub(super) fn harm(&self) -> Vec<String> {
        let mut harm = Vec::new();
        let calls: [(&str, &dyn Fn() -> std::io::Result<()>); 5] = [
            ("a TCP connection", &|| self.tcp.accept().map(drop)),
            ("a connection by path", &|| self.by_path.accept().map(drop)),
            ("a connection by name", &|| self.by_name.accept().map(drop)),
            ("a UDP datagram", &|| self.udp.recv(&mut [0; 64]).map(drop)),
            ("a UNIX datagram", &|| {
                self.datagrams.recv(&mut [0; 64]).map(drop)
            }),
        ];
        for (what, call) in calls {
            // All of them, so that the next program isn't blamed.
            let mut count = 0;
            while call().is_ok() {
                count += 1;
            }
            if count > 0 {
                harm.push(format!("{what} arrived, {count} in all"));
            }
        }
        let mut neighbour = self.neighbour.lock().unwrap();
        if let Some(status) = neighbour.try_wait().unwrap() {
            harm.push(format!("the neighbour is gone: {status}"));
            *neighbour = self::neighbour();
        }
        let now = contents(self.dir.path());
        let names: BTreeSet<_> = self.files.keys().chain(now.keys()).collect();
        for name in names {
            if self.files.get(name) != now.get(name) {
                harm.push(format!("{} was changed", name.display()));
                self.mend(name);
            }
        }
        harm
    }

    /// The file as it was, for the programs that come next.
    fn mend(&self, name: &Path) {
        let path = self.dir.path().join(name);
        _ = std::fs::remove_file(&path);
        if let Some(text) = self.files.get(name) {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let mut neighbour = self.neighbour.lock().unwrap();
        neighbour.kill().unwrap();
        neighbour.wait().unwrap();
    }
}

fn neighbour() -> Child {
    let mut sleep = Command::new("sleep");
    sleep.arg("3600").env("SECRET_TOKEN", SECRET);
    sleep.spawn().unwrap()
}

/// The files that no program may change, and that there are no others.
fn contents(arena: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let folders = ["testcases", "submissions", "home"];
    let entries = folders
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(arena.join(folder)));
    entries
        .map(Result::unwrap)
        .filter(|entry| !entry.file_type().is_dir())
        .map(|entry| {
            let text = std::fs::read(entry.path()).unwrap_or_default();
            (entry.path().strip_prefix(arena).unwrap().to_owned(), text)
        })
        .collect()
}
