//! What is in a folder: every file, none of them opened, no link followed.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::class::{ClassError, Unused};
use super::names::{is_litter, natural, shown};

/// How many folders deep a hand-in may be.
pub(super) const DEEPEST: usize = 12;
/// The most files and folders of a class.
pub(super) const MOST_FILES: usize = 200_000;

/// A file that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Its path below the hand-ins, as text.
    pub(super) path: String,
    /// Where its bytes are.
    pub(super) at: At,
    /// Its size in bytes; in an archive, what the archive says.
    pub(super) size: u64,
    /// When it was changed last, in seconds since 1970; in an archive by the
    /// clock of who packed it.
    pub(super) time: i64,
    /// Whether it may be run, where that is known.
    pub(super) may_run: bool,
    /// Why it can't be used, as far as that is known already.
    pub(super) trouble: Option<Unused>,
}

/// Where a file is.
#[derive(Clone, Debug)]
pub(super) enum At {
    Disk(PathBuf),
    /// The entry of the archive that was listed.
    Entry(usize),
}

/// What is in a folder or an archive, in natural order of the paths.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) files: Vec<Found>,
    /// The folders, by their paths.
    pub(super) folders: Vec<String>,
}

impl Listing {
    pub(super) fn sort(&mut self) {
        self.files.sort_by(|a, b| natural(&a.path, &b.path));
        self.folders.sort_by(|a, b| natural(a, b));
        self.folders.dedup();
    }
}

/// Lists a folder.
pub(super) fn walk(root: &Path) -> Result<Listing, ClassError> {
    let mut listing = Listing::default();
    let mut counts = Counts::default();
    let mut walk = WalkDir::new(root).max_depth(DEEPEST).into_iter();
    while let Some(next) = walk.next() {
        let entry = match next {
            Ok(entry) => entry,
            Err(error) if error.depth() == 0 => return Err(unreadable(root, error.into())),
            Err(error) => {
                let path = error.path().unwrap_or(root).to_owned();
                let why = unread(&error);
                let path_below = relative(root, &path);
                listing.files.push(with(path_below, path, None, Some(why)));
                continue;
            }
        };
        if entry.depth() == 0 {
            if !entry.file_type().is_dir() {
                let error = io::Error::from(io::ErrorKind::NotADirectory);
                return Err(unreadable(root, error));
            }
            continue;
        }
        let path = relative(root, entry.path());
        counts.add(root, &path)?;
        if !entry.file_type().is_dir() {
            listing.files.push(found(path, &entry));
        } else if is_litter(&shown(entry.file_name())) {
            walk.skip_current_dir();
            listing.files.push(folder(path, &entry, Unused::Litter));
        } else if entry.depth() == DEEPEST {
            listing.files.push(folder(path, &entry, Unused::TooDeep));
        } else {
            listing.folders.push(path);
        }
    }
    listing.sort();
    Ok(listing)
}

fn unreadable(root: &Path, error: io::Error) -> ClassError {
    ClassError::Unreadable {
        path: root.to_owned(),
        error,
    }
}

/// A path below the hand-ins as text.
fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<String> = below.iter().map(shown).collect();
    parts.join("/")
}

fn found(path: String, entry: &DirEntry) -> Found {
    let kind = entry.file_type();
    let metadata = match entry.metadata() {
        Ok(metadata) => metadata,
        Err(error) => return folder(path, entry, unread(&error)),
    };
    let trouble = match () {
        () if kind.is_symlink() => Some(Unused::Link),
        () if !metadata.is_file() => Some(Unused::NotPlain),
        () => None,
    };
    with(path, entry.path().to_owned(), Some(&metadata), trouble)
}

/// A folder that is left out as a whole.
fn folder(path: String, entry: &DirEntry, why: Unused) -> Found {
    with(path, entry.path().to_owned(), None, Some(why))
}

fn unread(error: &walkdir::Error) -> Unused {
    // Without the path, which is told already.
    let error = error.io_error().map(ToString::to_string);
    Unused::Unreadable {
        error: error.unwrap_or_default(),
    }
}

fn with(path: String, at: PathBuf, metadata: Option<&Metadata>, trouble: Option<Unused>) -> Found {
    Found {
        path,
        at: At::Disk(at),
        size: metadata.map_or(0, Metadata::len),
        time: metadata.map_or(0, MetadataExt::mtime),
        may_run: metadata.is_some_and(|it| it.permissions().mode() & 0o111 != 0),
        trouble,
    }
}

/// How many files there are, and in which folders.
#[derive(Default)]
struct Counts {
    all: usize,
    below: BTreeMap<String, usize>,
}

impl Counts {
    fn add(&mut self, root: &Path, path: &str) -> Result<(), ClassError> {
        let first = path.split('/').next().unwrap_or(path);
        match self.below.get_mut(first) {
            Some(count) => *count += 1,
            None => drop(self.below.insert(first.to_owned(), 1)),
        }
        self.all += 1;
        if self.all <= MOST_FILES {
            return Ok(());
        }
        let fullest = self.below.iter().max_by_key(|(_, count)| **count);
        Err(ClassError::TooMany {
            path: root.to_owned(),
            most: MOST_FILES,
            fullest: fullest.map(|(name, _)| name.clone()).unwrap_or_default(),
        })
    }
}
