//! What came of sources, kept by what they hold.
//!
//! A folder of the judge's user with a file for each entry. An entry is read,
//! checked and copied; no program ever sees the folder. A file is an entry once
//! it has its name, which it gets when it is whole.

use std::env;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, fstat, openat, renameat, statat, unlinkat,
};
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::units::Bytes;

/// What all entries together may take.
const LARGEST: Bytes = Bytes::mib(1024);
/// What one may take.
const LARGEST_ENTRY: Bytes = Bytes::mib(64);
/// An entry's age is that of its last use, as exactly as this.
const USE: Duration = Duration::from_secs(60 * 60);
/// What a killed judge was writing.
const UNFINISHED: &str = ".new-";

/// Raised when entries are written otherwise, or commands are used otherwise.
const FORMAT: &[u8] = b"mayan-judge program 1\n";

/// What an entry is known by: a source file, and the tools that are used on it.
pub(super) fn key(tools: Digest, file: &str, source: &[u8]) -> Digest {
    Digest::of_parts([FORMAT, &tools.0, file.as_bytes(), source])
}

/// What came of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The files that the compiler made, by name.
    Made(Vec<(String, Vec<u8>)>),
    /// Why it refused it.
    Refused(String),
}

/// The beginning of an entry; the files' bytes follow it.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    key: String,
    refused: Option<String>,
    files: Vec<(String, usize)>,
}

/// Why a cache can't be used. Programs are compiled then.
#[derive(Debug, thiserror::Error)]
#[error("compiled programs are not kept in {}: {why}", folder.display())]
pub struct CacheError {
    folder: PathBuf,
    why: String,
}

/// Compiled programs, kept between runs.
#[derive(Debug)]
pub struct Cache {
    folder: OwnedFd,
    size: AtomicU64,
    written: AtomicU64,
}

impl Cache {
    /// Where it is if nothing else is said: `mayan-judge` in `$XDG_CACHE_HOME`,
    /// or in `.cache` of the judge's home. `None` without either.
    #[must_use]
    pub fn default_dir() -> Option<PathBuf> {
        let given = |name| env::var_os(name).map(PathBuf::from);
        let absolute = |path: &PathBuf| path.is_absolute();
        let caches = given("XDG_CACHE_HOME").filter(absolute);
        let home = || given("HOME").filter(absolute);
        let caches = caches.or_else(|| Some(home()?.join(".cache")))?;
        Some(caches.join("mayan-judge"))
    }

    /// Opens the cache in a folder, which is made if it isn't there, and takes
    /// from it what was used longest ago where it is too large.
    ///
    /// # Errors
    /// A folder that can't be made, or that others than this user can change.
    pub fn open(folder: &Path) -> Result<Self, CacheError> {
        let failed = |why: String| CacheError {
            folder: folder.to_owned(),
            why,
        };
        let mut builder = std::fs::DirBuilder::new();
        let made = builder.recursive(true).mode(0o700).create(folder);
        made.map_err(|error| failed(error.to_string()))?;
        let descriptor = own_folder(folder).map_err(failed)?;
        let cache = Self {
            folder: descriptor,
            size: AtomicU64::new(0),
            written: AtomicU64::new(0),
        };
        cache.prune().map_err(|error| failed(error.to_string()))?;
        Ok(cache)
    }

    /// Removes what is too much. An entry that another judge uses stays open
    /// for it.
    fn prune(&self) -> io::Result<()> {
        let mut entries = Vec::new();
        let now = SystemTime::now();
        for entry in Dir::read_from(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Ok(text) = name.to_str() else { continue };
            let is_entry = is_entry_name(text);
            if !is_entry && !text.starts_with(UNFINISHED) {
                continue;
            }
            let Ok(stat) = statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW) else {
                continue;
            };
            let size = u64::try_from(stat.st_size).unwrap_or_default();
            let used = u64::try_from(stat.st_mtime);
            let used = Duration::from_secs(used.unwrap_or_default());
            if is_entry {
                entries.push((used, size, text.to_owned()));
            } else if now > SystemTime::UNIX_EPOCH + used + USE {
                let _ = unlinkat(&self.folder, name, AtFlags::empty());
            }
        }
        let mut size: u64 = entries.iter().map(|(_, size, _)| size).sum();
        if size > LARGEST.0 {
            entries.sort();
            for (_, taken, name) in entries {
                if size <= LARGEST.0 / 4 * 3 {
                    break;
                }
                if unlinkat(&self.folder, &name, AtFlags::empty()).is_ok() {
                    size -= taken;
                }
            }
        }
        self.size.store(size, Ordering::Relaxed);
        Ok(())
    }

    /// What is known of a source. An entry that is damaged is removed.
    pub(super) fn get(&self, key: &Digest) -> Option<Outcome> {
        let name = key.to_string();
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = openat(&self.folder, &name, flags, Mode::empty()).ok()?;
        let file = File::from(file);
        let outcome = read(&file).and_then(|bytes| decode(&name, &bytes));
        if outcome.is_none() {
            let _ = unlinkat(&self.folder, &name, AtFlags::empty());
            return None;
        }
        let used = file.metadata().and_then(|it| it.modified());
        let age = used.ok().and_then(|it| it.elapsed().ok());
        if age.is_none_or(|age| age > USE) {
            let _ = file.set_modified(SystemTime::now());
        }
        outcome
    }

    /// Keeps what came of a source, if there is room.
    pub(super) fn put(&self, key: &Digest, outcome: &Outcome) -> io::Result<()> {
        let name = key.to_string();
        let bytes = encode(&name, outcome)?;
        let size = bytes.len() as u64;
        let all = self.size.load(Ordering::Relaxed).saturating_add(size);
        if size > LARGEST_ENTRY.0 || all > LARGEST.0 {
            return Ok(());
        }
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        let unfinished = format!("{UNFINISHED}{}-{number}", std::process::id());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let file = openat(&self.folder, &unfinished, flags, mode)?;
        let written = File::from(file).write_all(&bytes);
        let written =
            written.and_then(|()| Ok(renameat(&self.folder, &unfinished, &self.folder, &name)?));
        match written {
            Ok(()) => {
                self.size.fetch_add(size, Ordering::Relaxed);
                Ok(())
            }
            Err(error) => {
                let _ = unlinkat(&self.folder, &unfinished, AtFlags::empty());
                Err(error)
            }
        }
    }
}

/// Opens a folder that no other user can change, and lets nobody else read it.
fn own_folder(path: &Path) -> Result<OwnedFd, String> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(CWD, path, flags, Mode::empty()).map_err(|error| match error {
        rustix::io::Errno::NOTDIR | rustix::io::Errno::LOOP => "it is not a folder".to_owned(),
        error => error.to_string(),
    })?;
    let stat = fstat(&folder).map_err(|error| error.to_string())?;
    if stat.st_uid != rustix::process::geteuid().as_raw() {
        return Err("it belongs to another user".to_owned());
    }
    if stat.st_mode & 0o022 != 0 {
        return Err("other users can write in it: run `chmod 700` on it".to_owned());
    }
    if stat.st_mode & 0o077 != 0 {
        fchmod(&folder, Mode::RWXU).map_err(|error| error.to_string())?;
    }
    Ok(folder)
}

fn is_entry_name(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn read(file: &File) -> Option<Vec<u8>> {
    let metadata = file.metadata().ok()?;
    let is_plain = FileType::from_raw_mode(metadata.mode()) == FileType::RegularFile;
    let size = metadata.len();
    if !is_plain || size > LARGEST_ENTRY.0 {
        return None;
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).ok()?);
    file.take(LARGEST_ENTRY.0).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

const DIGEST: usize = 32;

/// An entry: the digest of all that follows, the head in a line, the files.
fn encode(key: &str, outcome: &Outcome) -> io::Result<Vec<u8>> {
    let (refused, files) = match outcome {
        Outcome::Made(files) => (None, files.as_slice()),
        Outcome::Refused(message) => (Some(message.clone()), &[][..]),
    };
    let head = Head {
        key: key.to_owned(),
        refused,
        files: files
            .iter()
            .map(|(name, bytes)| (name.clone(), bytes.len()))
            .collect(),
    };
    let mut entry = vec![0; DIGEST];
    serde_json::to_writer(&mut entry, &head)?;
    entry.push(b'\n');
    for (_, bytes) in files {
        entry.extend(bytes);
    }
    let digest = Digest::of(&entry[DIGEST..]);
    entry[..DIGEST].copy_from_slice(&digest.0);
    Ok(entry)
}

/// What an entry says, if it is whole and of this key.
fn decode(key: &str, entry: &[u8]) -> Option<Outcome> {
    let (digest, body) = entry.split_at_checked(DIGEST)?;
    if Digest::of(body).0 != digest {
        return None;
    }
    let end = body.iter().position(|&byte| byte == b'\n')?;
    let head: Head = serde_json::from_slice(&body[..end]).ok()?;
    if head.key != key {
        return None;
    }
    if let Some(message) = head.refused {
        return Some(Outcome::Refused(message));
    }
    let mut rest = &body[end + 1..];
    let mut files = Vec::new();
    for (name, size) in head.files {
        let (bytes, after) = rest.split_at_checked(size)?;
        rest = after;
        if !is_inside(&name) {
            return None;
        }
        files.push((name, bytes.to_vec()));
    }
    Some(Outcome::Made(files))
}

/// Whether a file of this name is in the folder that it is put into.
pub(super) fn is_inside(name: &str) -> bool {
    let is_plain = |part| matches!(part, Component::Normal(_));
    !name.is_empty() && Path::new(name).components().all(is_plain)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("a/b")).unwrap();
        (folder, cache)
    }

    fn made() -> Outcome {
        let file = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
        Outcome::Made(vec![
            file("program", b"\x7fELF\n\0"),
            file("a/B.class", b""),
        ])
    }

    #[test]
    fn what_is_put_is_got() {
        let (_folder, cache) = cache();
        let first = key(Digest([1; 32]), "main.c", b"int main() {}");
        assert_eq!(cache.get(&first), None);
        for outcome in [made(), Outcome::Refused("main.c:1: 错".to_owned())] {
            cache.put(&first, &outcome).unwrap();
            assert_eq!(cache.get(&first), Some(outcome));
        }
        assert_eq!(
            cache.get(&key(Digest([2; 32]), "main.c", b"int main() {}")),
            None
        );
        assert_eq!(
            cache.get(&key(Digest([1; 32]), "main.cint", b" main() {}")),
            None
        );
    }

    #[test]
    fn a_damaged_entry_is_none() {
        let (folder, cache) = cache();
        let key = Digest([7; 32]);
        let path = folder.path().join("a/b").join(key.to_string());
        cache.put(&key, &made()).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, &damaged).unwrap();
            assert_eq!(cache.get(&key), None, "byte {at}");
            assert!(!path.exists());
            std::fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(cache.get(&key), None, "{at} bytes");
        }
        // Another's entry under this name.
        cache.put(&Digest([8; 32]), &made()).unwrap();
        std::fs::rename(path.with_file_name(Digest([8; 32]).to_string()), &path).unwrap();
        assert_eq!(cache.get(&key), None);
        std::os::unix::fs::symlink("/etc/passwd", &path).unwrap();
        assert_eq!(cache.get(&key), None);
        cache.put(&key, &made()).unwrap();
        assert_eq!(cache.get(&key), Some(made()));
    }

    #[test]
    fn names_that_lead_out_are_no_entries() {
        for name in ["../x", "/x", "", "a/../../x"] {
            let outcome = Outcome::Made(vec![(name.to_owned(), Vec::new())]);
            let entry = encode("k", &outcome).unwrap();
            assert_eq!(decode("k", &entry), None, "{name}");
        }
    }

    #[test]
    fn what_is_too_much_is_removed_oldest_first() {
        let (folder, cache) = cache();
        let path = folder.path().join("a/b");
        let make = |number: u8, size: u64, age: u64| {
            let file = File::create(path.join(Digest([number; 32]).to_string())).unwrap();
            // Sparse: nothing of it is on the disk.
            file.set_len(size).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age))
                .unwrap();
        };
        make(1, LARGEST.0 / 2, 1000);
        make(2, LARGEST.0 / 2, 3000);
        make(3, LARGEST.0 / 8, 2000);
        std::fs::write(path.join("readme"), "not ours").unwrap();
        File::create(path.join(".new-1-1"))
            .unwrap()
            .set_modified(SystemTime::UNIX_EPOCH)
            .unwrap();
        File::create(path.join(".new-1-2")).unwrap();
        drop(cache);
        let cache = Cache::open(&path).unwrap();
        let left = |number: u8| path.join(Digest([number; 32]).to_string()).exists();
        assert_eq!([1, 2, 3].map(left), [true, false, true]);
        assert!(path.join("readme").exists() && path.join(".new-1-2").exists());
        assert!(!path.join(".new-1-1").exists());
        // And no more is put in than there is room for.
        cache.size.store(LARGEST.0, Ordering::Relaxed);
        cache.put(&Digest([4; 32]), &made()).unwrap();
        assert!(!left(4));
    }

    #[test]
    fn a_folder_that_others_can_change_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |mode| {
            std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(mode)).unwrap();
        };
        for open in [0o770, 0o777, 0o702] {
            mode(open);
            let error = Cache::open(folder.path()).unwrap_err().to_string();
            assert!(error.contains("other users can write in it"), "{error}");
        }
        mode(0o755);
        Cache::open(folder.path()).unwrap();
        assert_eq!(folder.path().metadata().unwrap().mode() & 0o777, 0o700);
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(Cache::open(&file).is_err());
        assert!(Cache::open(&file.join("x")).is_err());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path(), &link).unwrap();
        assert!(Cache::open(&link).is_err());
    }
}
