//! Zip files, which may be hostile: nothing of them is written to disk, and how
//! much is read of them doesn't depend on what they say of themselves.

use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::rc::Rc;

use zip::result::ZipError;
use zip::{DateTime, ZipArchive};

use super::class::Unused;
use super::listing::{At, DEEPEST, Found, Listing};
use super::names::{decoded, decoded_path, is_litter};
use crate::units::Bytes;

/// The largest archive of one contestant, and the most that is unpacked for them.
pub(super) const LARGEST_ARCHIVE: Bytes = Bytes::mib(64);
/// The most files in an archive of one contestant.
pub(super) const MOST_ENTRIES: usize = 20_000;

/// An open archive.
pub(super) struct Archive {
    zip: ZipArchive<Metered>,
    /// Paths that more than one entry has, once for each but the last, which is
    /// the one that is read.
    doubles: Vec<String>,
}

impl Archive {
    /// Opens a file of at most `largest` bytes.
    pub(super) fn open(path: &Path, largest: u64, most: usize) -> Result<Self, Unused> {
        let unreadable = |error: io::Error| Unused::Unreadable {
            error: error.to_string(),
        };
        let file = std::fs::File::options()
            .read(true)
            // Opening a FIFO would wait for ever.
            .custom_flags(libc::O_NONBLOCK)
            .open(path)
            .map_err(unreadable)?;
        let metadata = file.metadata().map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(Unused::NotPlain);
        }
        if metadata.len() > largest {
            return Err(Unused::Bomb);
        }
        Self::new(Box::new(BufReader::new(file)), metadata.len(), most)
    }

    /// An archive in memory.
    pub(super) fn of(bytes: Vec<u8>, most: usize) -> Result<Self, Unused> {
        let length = bytes.len() as u64;
        Self::new(Box::new(Cursor::new(bytes)), length, most)
    }

    fn new(inner: Box<dyn ReadSeek>, length: u64, most: usize) -> Result<Self, Unused> {
        // An honest directory is read once, an honest entry once: entries that
        // overlap can't make a small file a long read.
        let whole = length.saturating_mul(3).saturating_add(MARGIN);
        // An entry takes several times its record in the directory in memory.
        let directory = (most as u64).saturating_mul(512).saturating_add(MARGIN);
        let left = Rc::new(Cell::new(whole.min(directory)));
        let mut metered = Metered {
            inner,
            left: Rc::clone(&left),
        };
        let doubles = doubles(&mut metered, length);
        left.set(whole.min(directory));
        let zip = ZipArchive::new(metered).map_err(|error| unused(&error))?;
        if zip.len() > most {
            return Err(Unused::Bomb);
        }
        left.set(whole);
        Ok(Self { zip, doubles })
    }

    /// What is in it, with `prefix` before every path.
    pub(super) fn list(&self, prefix: &str) -> Listing {
        let mut listing = Listing::default();
        let mut litter = BTreeSet::new();
        let mut folders = BTreeSet::new();
        for index in 0..self.zip.len() {
            let Ok(entry) = self.zip.by_index_data(index) else {
                continue;
            };
            let name = decoded_path(entry.name_raw());
            let is_folder = name.ends_with('/') || entry.is_dir();
            let file = |path: &str, trouble| Found {
                path: format!("{prefix}{path}"),
                at: At::Entry(index),
                size: entry.size(),
                time: entry.last_modified().map_or(0, seconds),
                may_run: false,
                trouble,
            };
            let path = match inside(&name) {
                Some(path) => path,
                None if is_folder => continue,
                None => {
                    // As it was written.
                    let name = decoded(entry.name_raw());
                    listing.files.push(file(&name, Some(Unused::LeadsOut)));
                    continue;
                }
            };
            // What is in a folder of litter is named once.
            if let Some(path) = first_litter(&path) {
                if litter.insert(path.to_owned()) {
                    listing.files.push(file(path, Some(Unused::Litter)));
                }
            } else if is_folder {
                folders.insert(format!("{prefix}{path}"));
            } else {
                let trouble = match () {
                    () if entry.is_symlink() => Some(Unused::Link),
                    () if entry.encrypted() => Some(bad(ENCRYPTED)),
                    () if path.split('/').count() > DEEPEST => Some(Unused::TooDeep),
                    () => None,
                };
                let ends = path.rmatch_indices('/').map(|(at, _)| &path[..at]);
                for folder in ends {
                    // Those above it are known too.
                    if !folders.insert(format!("{prefix}{folder}")) {
                        break;
                    }
                }
                listing.files.push(file(&path, trouble));
            }
        }
        let doubles = self.doubles.iter().filter_map(|path| inside(path));
        for path in doubles.filter(|path| first_litter(path).is_none()) {
            listing.files.push(Found {
                path: format!("{prefix}{path}"),
                at: At::Entry(usize::MAX),
                size: 0,
                time: 0,
                may_run: false,
                trouble: Some(Unused::Doubled),
            });
        }
        listing.folders.extend(folders);
        listing.sort();
        listing
    }

    /// Unpacks an entry of `most` bytes at most, whatever the archive says of it.
    ///
    /// # Errors
    /// [`Unused::TooLarge`] for one that is larger, and what is wrong with it.
    pub(super) fn read(&mut self, index: usize, most: u64) -> Result<Vec<u8>, Unused> {
        let mut bytes = Vec::new();
        let entry = self.zip.by_index(index).map_err(|error| unused(&error))?;
        let read = entry.take(most + 1).read_to_end(&mut bytes);
        if bytes.len() as u64 > most {
            return Err(Unused::TooLarge);
        }
        match read {
            Ok(_) => Ok(bytes),
            Err(error) => Err(unused(&ZipError::Io(error))),
        }
    }
}

/// The paths of files that are in an archive's directory again further down. The
/// library knows the last one alone. Of a directory in the large format, or one
/// that isn't where it should be, nothing is said.
///
/// Source: APPNOTE.TXT of PKWARE, 4.3.12 and 4.3.16.
fn doubles(zip: &mut Metered, length: u64) -> Vec<String> {
    let names = directory(zip, length).unwrap_or_default();
    let mut last = HashSet::new();
    let mut doubles: Vec<String> = names
        .iter()
        .rev()
        .filter(|name| !last.insert(name.as_slice()))
        .map(|name| decoded_path(name))
        .filter(|name| !name.ends_with('/'))
        .collect();
    doubles.reverse();
    doubles
}

/// The names in an archive's directory, in its order.
fn directory(zip: &mut Metered, length: u64) -> Option<Vec<Vec<u8>>> {
    /// Of the record at the end, whose comment is no longer than this.
    const END: usize = 22;
    const LONGEST: u64 = 0xffff;
    /// Of an entry, without its name and the rest.
    const ENTRY: usize = 46;
    let number = |bytes: &[u8], at: usize| {
        let two = bytes.get(at..at + 2)?;
        Some(usize::from(u16::from_le_bytes(two.try_into().ok()?)))
    };
    let start = length.saturating_sub(END as u64 + LONGEST);
    let mut tail = Vec::new();
    zip.seek(SeekFrom::Start(start)).ok()?;
    zip.read_to_end(&mut tail).ok()?;
    let end = tail.windows(4).rposition(|it| it == b"PK\x05\x06")?;
    let size = tail.get(end + 12..end + 16)?;
    let size = u64::from(u32::from_le_bytes(size.try_into().ok()?));
    let begin = (start + end as u64).checked_sub(size)?;
    let mut all = Vec::new();
    zip.seek(SeekFrom::Start(begin)).ok()?;
    zip.take(size).read_to_end(&mut all).ok()?;
    let mut names = Vec::new();
    let mut rest = all.as_slice();
    while rest.starts_with(b"PK\x01\x02") {
        let name = number(rest, 28)?;
        let after = ENTRY + name + number(rest, 30)? + number(rest, 32)?;
        names.push(rest.get(ENTRY..ENTRY + name)?.to_vec());
        rest = rest.get(after..)?;
    }
    Some(names)
}

const MARGIN: u64 = 1 << 20;
const ENCRYPTED: &str = "it is encrypted: unpack it with its password";

fn bad(error: &str) -> Unused {
    Unused::BadArchive {
        error: error.to_owned(),
    }
}

/// What an error of an archive means, and what to do.
fn unused(error: &ZipError) -> Unused {
    match error {
        ZipError::Io(error) if error.kind() == io::ErrorKind::QuotaExceeded => Unused::Bomb,
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            bad(ENCRYPTED)
        }
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            bad("it is packed in a way that isn't read here: unpack it")
        }
        // By the text: it comes wrapped in an error of reading too.
        other if other.to_string().contains("not supported") => {
            bad("it is packed in a way that isn't read here: unpack it")
        }
        other => bad(&format!("it is broken ({other}): ask for it again")),
    }
}

/// A path in an archive without what is no part of it, `None` if it leads out.
fn inside(name: &str) -> Option<String> {
    let mut chars = name.chars();
    let drive = chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':');
    let parts: Vec<&str> = name
        .split('/')
        .filter(|part| !matches!(*part, "" | "."))
        .collect();
    let leads_out = name.starts_with('/') || drive || parts.contains(&"..");
    (!leads_out && !parts.is_empty()).then(|| parts.join("/"))
}

/// The path down to the first part that is litter.
fn first_litter(path: &str) -> Option<&str> {
    let ends = path.match_indices('/').map(|(at, _)| at);
    let mut start = 0;
    for end in ends.chain([path.len()]) {
        if is_litter(&path[start..end]) {
            return Some(&path[..end]);
        }
        start = end + 1;
    }
    None
}

/// Seconds since 1970, as if by UTC.
fn seconds(time: DateTime) -> i64 {
    // Days by the civil calendar, years beginning in March.
    let (year, month) = (i64::from(time.year()), i64::from(time.month()));
    let year = if month > 2 { year } else { year - 1 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + i64::from(time.day()) - 1;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468;
    let minutes = i64::from(time.hour()) * 60 + i64::from(time.minute());
    days * 86_400 + minutes * 60 + i64::from(time.second())
}

trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// A file of which only so much is read.
struct Metered {
    inner: Box<dyn ReadSeek>,
    left: Rc<Cell<u64>>,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        match self.left.get().checked_sub(count as u64) {
            Some(left) => self.left.set(left),
            None => return Err(io::ErrorKind::QuotaExceeded.into()),
        }
        Ok(count)
    }
}

impl Seek for Metered {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out_are_none() {
        assert_eq!(inside("a//b/./c.cpp").as_deref(), Some("a/b/c.cpp"));
        for name in ["../a", "a/../b", "/etc/passwd", "C:/a", "c:a", "", "."] {
            assert_eq!(inside(name), None, "{name}");
        }
    }

    #[test]
    fn times_count_from_1970() {
        let time = DateTime::from_date_and_time(2024, 2, 29, 12, 30, 10).expect("a day");
        assert_eq!(seconds(time), 1_709_209_810);
    }
}
