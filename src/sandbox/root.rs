//! The file system that a program sees where mounts can be made: the system's
//! folders to read, a few devices, its own program, and its own `/box`.
//!
//! Building it takes about a millisecond, and a run starts from a copy: the
//! helper keeps a mount namespace whose root it is, enters it to fork a run,
//! and goes back to the host's, from which the next one is built when other
//! folders are to be seen.

use std::ffi::CString;
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, mount_remount, unmount,
};

use super::sys::{self, Identity};

/// Where the program's folder is seen.
pub(super) const SUBMISSION: &str = "/submission";
/// Where the file system of a run is.
pub(super) const BOX: &str = "/box";
/// The working folder in it.
pub(super) const WORK: &str = "/box/work";
/// The folder for temporary files in it, which `/tmp` leads to.
pub(super) const TEMPORARY: &str = "/box/tmp";

/// The system's folders, all of them to be read alone.
pub(super) const SYSTEM: [&str; 7] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
];

/// What compilers, interpreters and Java read in `/etc`; of `java` whatever
/// begins so.
const ETC: [&str; 7] = [
    "alternatives",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "fpc.cfg",
    "java",
];

/// Devices that a program may use. Not `zero`: mapped, it is shared memory that no
/// limit but a control group's sees.
pub(super) const DEVICES: [&str; 4] = ["null", "full", "random", "urandom"];

/// Which folders of the host are seen, besides the system's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    /// At their own paths.
    pub(super) visible: Vec<PathBuf>,
    /// At [`SUBMISSION`].
    pub(super) program: Option<PathBuf>,
}

/// The host's mount namespace, and the one that runs start from.
#[derive(Debug)]
pub(super) struct Roots {
    host: OwnedFd,
    /// An empty folder of the host to build on.
    folder: PathBuf,
    identity: Identity,
    built: Option<(View, OwnedFd)>,
}

impl Roots {
    /// Takes this process's mount namespace, which must be its own, for the
    /// host's.
    pub(super) fn new(folder: PathBuf, identity: Identity) -> io::Result<Self> {
        Ok(Self {
            host: own_namespace()?,
            folder,
            identity,
            built: None,
        })
    }

    /// Enters the namespace in which this view is the root.
    pub(super) fn enter(&mut self, view: &View) -> io::Result<()> {
        let known = self.built.as_ref().filter(|(built, _)| built == view);
        if let Some((_, namespace)) = known {
            return sys::enter_mounts(namespace.as_fd());
        }
        self.built = None;
        sys::unshare(libc::CLONE_NEWNS)?;
        // Opened before the root, and `/proc` with it, changes.
        let built = own_namespace().and_then(|namespace| {
            build(&self.folder, view, self.identity)?;
            Ok(namespace)
        });
        match built {
            Ok(namespace) => {
                self.built = Some((view.clone(), namespace));
                Ok(())
            }
            Err(error) => {
                self.leave()?;
                Err(error)
            }
        }
    }

    /// Goes back to the host's.
    pub(super) fn leave(&self) -> io::Result<()> {
        sys::enter_mounts(self.host.as_fd())
    }
}

fn own_namespace() -> io::Result<OwnedFd> {
    Ok(File::open("/proc/self/ns/mnt")?.into())
}

/// Says at which step the system refused.
pub(super) fn step<T, E: Into<io::Error>>(name: &str, result: Result<T, E>) -> io::Result<T> {
    result.map_err(|error| {
        let error = error.into();
        io::Error::new(error.kind(), format!("{name}: {error}"))
    })
}

/// Makes the view the root of this process's mount namespace.
fn build(folder: &Path, view: &View, identity: Identity) -> io::Result<()> {
    let hidden = MountFlags::NOSUID | MountFlags::NODEV;
    step(
        "mount a root",
        mount("tmpfs", folder, "tmpfs", hidden, c"size=4m,mode=0755"),
    )?;
    let at = |path: &str| folder.join(path.trim_start_matches('/'));
    for path in ["proc", "dev", "etc", "submission", "box"] {
        fs::create_dir(at(path))?;
    }
    for path in SYSTEM {
        let target = at(path);
        match fs::symlink_metadata(path) {
            Ok(it) if it.is_symlink() => symlink(fs::read_link(path)?, target)?,
            Ok(it) if it.is_dir() => {
                fs::create_dir(&target)?;
                show(Path::new(path), &target)?;
            }
            _ => {}
        }
    }
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if ETC.contains(&name.as_ref()) || name.starts_with("java") {
            let target = at("etc").join(name.as_ref());
            if entry.file_type()?.is_symlink() {
                symlink(fs::read_link(entry.path())?, target)?;
            } else {
                place(&entry.path(), &target)?;
            }
        }
    }
    let Identity { user, group } = identity;
    let root = if user == 0 {
        ""
    } else {
        "root:x:0:0::/:/bin/sh\n"
    };
    let users = format!("{root}contestant:x:{user}:{group}::{WORK}:/bin/sh\n");
    fs::write(at("etc/passwd"), users)?;
    let root = if group == 0 { "" } else { "root:x:0:\n" };
    fs::write(at("etc/group"), format!("{root}contestant:x:{group}:\n"))?;
    for device in DEVICES {
        let (source, target) = (Path::new("/dev").join(device), at("dev").join(device));
        File::create(&target)?;
        step("show a device", mount_bind(&source, &target))?;
        // Its times would tell the next run of this one.
        let target = CString::new(target.as_os_str().as_bytes())?;
        step(
            "show a device",
            sys::set_mount(&target, sys::READ_ONLY_DEVICE),
        )?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
        ("shm", TEMPORARY),
    ] {
        symlink(target, at("dev").join(name))?;
    }
    // To mount another /proc an ordinary user must see one. A run's own hides it.
    step(
        "show /proc",
        mount_bind_recursive("/proc", at("proc").as_path()),
    )?;
    for path in &view.visible {
        let Ok(real) = fs::canonicalize(path) else {
            continue;
        };
        // Through a link that is there already it could be made, or emptied,
        // outside of this root: what the link leads to is shown instead.
        for path in [path, &real] {
            if !leads_through_link(folder, path) {
                place(path, &below(folder, path))?;
                break;
            }
        }
    }
    if let Some(program) = &view.program {
        show(program, &at(SUBMISSION))?;
    }
    // Unless something that is to be seen lies there.
    let _ = symlink(TEMPORARY, at("tmp"));
    std::env::set_current_dir(folder)?;
    step("change the root", rustix::process::pivot_root(".", "."))?;
    step("leave the old root", unmount(".", UnmountFlags::DETACH))?;
    std::env::set_current_dir("/")?;
    let flags = MountFlags::BIND | MountFlags::RDONLY | hidden;
    step("close the root", mount_remount("/", flags, c""))
}

/// A path of the system's as it is below a folder.
fn below(folder: &Path, path: &Path) -> PathBuf {
    folder.join(path.strip_prefix("/").unwrap_or(path))
}

/// Whether a part of a path is a symbolic link below a folder.
fn leads_through_link(folder: &Path, path: &Path) -> bool {
    let target = below(folder, path);
    let inside = target.ancestors().take_while(|it| *it != folder);
    inside
        .filter_map(|it| it.symlink_metadata().ok())
        .any(|it| it.is_symlink())
}

/// Shows a file or folder at a place that is made for it.
fn place(source: &Path, target: &Path) -> io::Result<()> {
    if source.is_dir() {
        fs::create_dir_all(target)?;
    } else {
        if let Some(above) = target.parent() {
            fs::create_dir_all(above)?;
        }
        match File::create_new(target) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => drop(created?),
        }
    }
    show(source, target)
}

/// Shows a file or folder, to be read alone.
fn show(source: &Path, target: &Path) -> io::Result<()> {
    let name = format!("show {}", source.display());
    step(&name, mount_bind_recursive(source, target))?;
    let target = CString::new(target.as_os_str().as_bytes())?;
    step(&name, sys::set_mount(&target, sys::READ_ONLY))
}
