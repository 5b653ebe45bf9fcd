//! The working folder of a run: filling it, taking the answer, removing it.

use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::OFlags;

use super::task::{Take, Taken};
use crate::units::Bytes;
use crate::verdict::AnswerFileFault;

/// Of more files than this, what is taken is a part.
const MOST_FILES: usize = 4096;

/// Puts files into a working folder; `give` hands each over.
pub(super) fn fill<'a>(
    work: &Path,
    files: impl Iterator<Item = (&'a str, &'a Vec<u8>)>,
    give: &dyn Fn(&Path) -> io::Result<()>,
) -> io::Result<()> {
    for (name, bytes) in files {
        let path = work.join(name);
        fs::write(&path, bytes)?;
        give(&path)?;
    }
    Ok(())
}

/// Takes what a task asks for. No process of the run may be left.
pub(super) fn take_all(work: &Path, what: &Take, limit: Bytes) -> Vec<(String, Taken)> {
    match what {
        Take::Nothing => Vec::new(),
        Take::File(name) => vec![(name.clone(), take(&work.join(name), limit))],
        Take::Everything => everything(work, limit),
    }
}

/// All plain files below a folder, up to `limit` bytes together.
fn everything(work: &Path, limit: Bytes) -> Vec<(String, Taken)> {
    let mut found = Vec::new();
    let mut left = limit.0;
    let walk = walkdir::WalkDir::new(work)
        .max_depth(16)
        .sort_by_file_name();
    let files = walk.into_iter().flatten();
    for entry in files.filter(|it| it.file_type().is_file()).take(MOST_FILES) {
        let Some(name) = entry.path().strip_prefix(work).ok().and_then(Path::to_str) else {
            continue;
        };
        let taken = take(entry.path(), Bytes(left));
        if let Taken::Bytes(bytes) = &taken {
            left -= bytes.len() as u64;
        }
        found.push((name.to_owned(), taken));
    }
    found
}

/// Whether a folder holds more than it may.
pub(super) fn is_over(work: &Path, size: Bytes, inodes: u64) -> bool {
    let mut count = 0;
    let mut sum = 0;
    for entry in walkdir::WalkDir::new(work).into_iter().flatten() {
        count += 1;
        // What it takes on the disk: a hole takes nothing.
        sum += entry.metadata().map_or(0, |it| it.blocks() * 512);
        if count > inodes || sum > size.0 {
            return true;
        }
    }
    false
}

/// Whether the file system of a folder has no room for `least` bytes, or for
/// another file.
pub(super) fn is_full(folder: &Path, least: Bytes) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|it| {
        let no_room = it.f_blocks > 0 && it.f_bavail * it.f_frsize < least.0;
        let no_inode = it.f_files > 0 && it.f_favail == 0;
        no_room || no_inode
    })
}

/// Takes a file that a program wrote, `limit` bytes at most.
pub(super) fn take(path: &Path, limit: Bytes) -> Taken {
    let file = match open(path) {
        Ok(file) => file,
        Err(error) => {
            let is_link = || fs::symlink_metadata(path).is_ok_and(|it| !it.is_file());
            return Taken::Refused(match error.kind() {
                io::ErrorKind::NotFound => AnswerFileFault::Missing,
                _ if is_link() => AnswerFileFault::NotRegular,
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

/// Opens a file for reading, no link, and without waiting for a FIFO's writer.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    // The constants are small; the types differ by sign only.
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    File::options().read(true).custom_flags(flags).open(path)
}

/// Removes everything in a folder, however deep it is and whatever its modes.
///
/// Folders are lifted to the top before they are looked into, so that no path
/// grows long and nothing recurses: a tree of 20,000 folders in each other
/// would break both.
pub(super) fn empty(top: &Path) -> io::Result<()> {
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
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("out");
        assert_eq!(take(&path, LIMIT), Taken::Refused(AnswerFileFault::Missing));
        fs::write(&path, "12345678")?;
        assert_eq!(take(&path, LIMIT), Taken::Bytes(b"12345678".to_vec()));
        fs::write(&path, "123456789")?;
        assert_eq!(take(&path, LIMIT), Taken::TooLarge);
        Ok(())
    }

    #[test]
    fn a_hole_of_gigabytes_is_not_read() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("out");
        File::create(&path)?.set_len(10 << 30)?;
        assert_eq!(take(&path, LIMIT), Taken::TooLarge);
        assert!(!is_over(folder.path(), Bytes::mib(1), 10));
        Ok(())
    }

    #[test]
    fn what_is_no_plain_file_is_refused() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("/etc/passwd", at("link"))?;
        std::os::unix::fs::symlink("nowhere", at("dangling"))?;
        fs::create_dir(at("folder"))?;
        fs::write(at("one"), "x")?;
        fs::hard_link(at("one"), at("two"))?;
        let fifo = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, at("fifo"), fifo, 0o600.into(), 0)?;
        let _socket = std::os::unix::net::UnixListener::bind(at("socket"))?;
        for name in ["link", "dangling", "folder", "fifo", "socket"] {
            let taken = take(&at(name), LIMIT);
            assert_eq!(taken, Taken::Refused(AnswerFileFault::NotRegular), "{name}");
        }
        assert_eq!(
            take(&at("two"), LIMIT),
            Taken::Refused(AnswerFileFault::HardLink)
        );
        Ok(())
    }

    #[test]
    fn everything_is_taken_but_links() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("a"))?;
        fs::write(at("a/b"), "12345")?;
        fs::write(at("c"), "67")?;
        fs::write(at("d"), "8901")?;
        std::os::unix::fs::symlink("/etc/passwd", at("e"))?;
        let taken = everything(folder.path(), LIMIT);
        let want = [
            ("a/b", Taken::Bytes(b"12345".to_vec())),
            ("c", Taken::Bytes(b"67".to_vec())),
            ("d", Taken::TooLarge),
        ];
        assert_eq!(taken, want.map(|(name, taken)| (name.to_owned(), taken)));
        Ok(())
    }

    #[test]
    fn many_files_are_too_many() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        for name in 0..20 {
            fs::write(folder.path().join(name.to_string()), "x")?;
        }
        assert!(is_over(folder.path(), Bytes::mib(1), 20));
        assert!(!is_over(folder.path(), Bytes::mib(1), 21));
        Ok(())
    }

    #[test]
    fn a_deep_tree_without_permissions_is_removed() -> io::Result<()> {
        let top = tempfile::tempdir()?;
        let flags = OFlags::DIRECTORY | OFlags::RDONLY;
        let none = rustix::fs::Mode::empty();
        let mut folder = rustix::fs::open(top.path(), flags, none)?;
        for _ in 0..3000 {
            rustix::fs::mkdirat(&folder, "d", 0o700.into())?;
            rustix::fs::mkdirat(&folder, ".lifted-1", 0o000.into())?;
            folder = rustix::fs::openat(&folder, "d", flags, none)?;
        }
        drop(folder);
        fs::set_permissions(top.path().join("d"), Permissions::from_mode(0o000))?;
        empty(top.path())?;
        assert!(fs::read_dir(top.path())?.next().is_none());
        Ok(())
    }
}
