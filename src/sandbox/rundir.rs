//! The fresh folder of one run: making it, taking the answer, removing it.

use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use tempfile::TempDir;

use crate::units::Bytes;
use crate::verdict::AnswerFileFault;

/// A fresh folder with a program's working folder in it, and beside that the
/// files that its output goes to.
#[derive(Debug)]
pub struct RunDir {
    root: TempDir,
}

/// What was taken from a file that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// What it holds.
    Bytes(Vec<u8>),
    /// It is larger than the limit.
    TooLarge,
    /// It can't be taken.
    Refused(AnswerFileFault),
}

impl RunDir {
    /// Makes the folder, with empty output files.
    ///
    /// # Errors
    /// No room or no permission for temporary files.
    pub fn new() -> io::Result<Self> {
        let root = tempfile::Builder::new().prefix("mayan-judge-").tempdir()?;
        let run = Self { root };
        fs::create_dir(run.work())?;
        File::create_new(run.stdout())?;
        File::create_new(run.stderr())?;
        Ok(run)
    }

    /// The program's working folder, empty at first.
    #[must_use]
    pub fn work(&self) -> PathBuf {
        self.root.path().join("work")
    }

    /// The file for standard output.
    #[must_use]
    pub fn stdout(&self) -> PathBuf {
        self.root.path().join("stdout")
    }

    /// The file for standard error.
    #[must_use]
    pub fn stderr(&self) -> PathBuf {
        self.root.path().join("stderr")
    }

    /// Takes what the program wrote to a file in its working folder, `limit`
    /// bytes at most.
    ///
    /// The name may by now be a link to a secret, a FIFO that never ends, or a
    /// second name of another file: only a plain file of its own is taken.
    #[must_use]
    pub fn take(&self, name: &str, limit: Bytes) -> Taken {
        take(&self.work().join(name), limit)
    }
}

/// Takes a file that a program wrote, `limit` bytes at most.
#[must_use]
pub fn take(path: &Path, limit: Bytes) -> Taken {
    let file = match open(path) {
        Ok(file) => file,
        Err(error) => {
            let is_link = fs::symlink_metadata(path).is_ok_and(|it| !it.is_file());
            return Taken::Refused(match error.kind() {
                io::ErrorKind::NotFound => AnswerFileFault::Missing,
                _ if is_link => AnswerFileFault::NotRegular,
                _ => AnswerFileFault::Unreadable,
            });
        }
    };
    let Ok(metadata) = file.metadata() else {
        return Taken::Refused(AnswerFileFault::Unreadable);
    };
    if !metadata.is_file() {
        return Taken::Refused(AnswerFileFault::NotRegular);
    }
    if metadata.nlink() > 1 {
        return Taken::Refused(AnswerFileFault::HardLink);
    }
    // The size is looked at first: a file of many gigabytes may be one hole.
    if metadata.len() > limit.0 {
        return Taken::TooLarge;
    }
    let mut bytes = Vec::new();
    match file.take(limit.0 + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > limit.0 => Taken::TooLarge,
        Ok(_) => Taken::Bytes(bytes),
        Err(_) => Taken::Refused(AnswerFileFault::Unreadable),
    }
}

/// The beginning of a file that a program wrote; empty if it can't be taken.
#[must_use]
pub fn head(path: &Path, most: Bytes) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = open(path)
        && file.metadata().is_ok_and(|it| it.is_file())
    {
        // What was read until an error is what there is.
        let _ = file.take(most.0).read_to_end(&mut bytes);
    }
    bytes
}

/// Opens a file for reading, no link, and without waiting for a FIFO's writer.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    // The constants are small; the types differ by sign only.
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    File::options().read(true).custom_flags(flags).open(path)
}

impl Drop for RunDir {
    fn drop(&mut self) {
        // What stays behind is temporary; a run isn't spoilt by it.
        let _ = empty(&self.work());
    }
}

/// Removes everything in a folder, however deep it is and whatever its modes.
///
/// Folders are lifted to the top before they are looked into, so that no path
/// grows long and nothing recurses: a tree of 20,000 folders in each other
/// would break both.
fn empty(top: &Path) -> io::Result<()> {
    let mut lifted = 0_u64;
    loop {
        let mut found = false;
        fs::set_permissions(top, Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(top)? {
            let entry = entry?;
            found = true;
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
            for inner in fs::read_dir(entry.path())? {
                let inner = inner?;
                if inner.file_type()?.is_dir() {
                    // A folder can be moved only by one who may write to it.
                    fs::set_permissions(inner.path(), Permissions::from_mode(0o700))?;
                    lift(&inner.path(), top, &mut lifted)?;
                } else {
                    fs::remove_file(inner.path())?;
                }
            }
            fs::remove_dir(entry.path())?;
        }
        if !found {
            return Ok(());
        }
    }
}

/// Moves a folder to the top, under a name that isn't taken there: the
/// contestant may have thought of such names too.
fn lift(folder: &Path, top: &Path, count: &mut u64) -> io::Result<()> {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    loop {
        *count += 1;
        match fs::rename(folder, top.join(format!(".lifted-{count}"))) {
            Err(error)
                if matches!(
                    error.kind(),
                    AlreadyExists | DirectoryNotEmpty | NotADirectory
                ) => {}
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Bytes = Bytes(8);

    #[test]
    fn a_plain_file_is_taken_up_to_the_limit() -> io::Result<()> {
        let run = RunDir::new()?;
        assert_eq!(
            run.take("out", LIMIT),
            Taken::Refused(AnswerFileFault::Missing)
        );
        fs::write(run.work().join("out"), "12345678")?;
        assert_eq!(run.take("out", LIMIT), Taken::Bytes(b"12345678".to_vec()));
        fs::write(run.work().join("out"), "123456789")?;
        assert_eq!(run.take("out", LIMIT), Taken::TooLarge);
        Ok(())
    }

    #[test]
    fn a_hole_of_gigabytes_is_not_read() -> io::Result<()> {
        let run = RunDir::new()?;
        File::create(run.work().join("out"))?.set_len(10 << 30)?;
        assert_eq!(run.take("out", LIMIT), Taken::TooLarge);
        Ok(())
    }

    #[test]
    fn what_is_no_plain_file_is_refused() -> io::Result<()> {
        let run = RunDir::new()?;
        let at = |name: &str| run.work().join(name);
        std::os::unix::fs::symlink("/etc/passwd", at("link"))?;
        std::os::unix::fs::symlink("nowhere", at("dangling"))?;
        fs::create_dir(at("folder"))?;
        fs::write(at("one"), "x")?;
        fs::hard_link(at("one"), at("two"))?;
        let fifo = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, at("fifo"), fifo, 0o600.into(), 0)?;
        let _socket = std::os::unix::net::UnixListener::bind(at("socket"))?;
        for name in ["link", "dangling", "folder", "fifo", "socket"] {
            let taken = run.take(name, LIMIT);
            assert_eq!(taken, Taken::Refused(AnswerFileFault::NotRegular), "{name}");
        }
        assert_eq!(
            run.take("two", LIMIT),
            Taken::Refused(AnswerFileFault::HardLink)
        );
        Ok(())
    }

    #[test]
    fn a_deep_tree_without_permissions_is_removed() -> io::Result<()> {
        let run = RunDir::new()?;
        let root = run.root.path().to_owned();
        let mut folder = rustix::fs::open(
            run.work(),
            OFlags::DIRECTORY | OFlags::RDONLY,
            rustix::fs::Mode::empty(),
        )?;
        for _ in 0..3000 {
            rustix::fs::mkdirat(&folder, "d", 0o700.into())?;
            rustix::fs::mkdirat(&folder, ".lifted-1", 0o000.into())?;
            folder = rustix::fs::openat(
                &folder,
                "d",
                OFlags::DIRECTORY | OFlags::RDONLY,
                rustix::fs::Mode::empty(),
            )?;
        }
        drop(folder);
        fs::set_permissions(run.work().join("d"), Permissions::from_mode(0o000))?;
        drop(run);
        assert!(!root.exists());
        Ok(())
    }
}
