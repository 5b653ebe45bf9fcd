//! What of a contestant's files is graded.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{Archive, LARGEST_ARCHIVE, MOST_ENTRIES};
use super::class::{Choice, Contestant, Layout, LeftOut, Remark, Unused};
use super::discover::Wanted;
use super::listing::{At, Found};
use super::names::{
    Likeness, Packed, folded, is_litter, is_litter_file, last, likeness, natural, packed, stem,
};
use super::owners::{HandIn, Owned};
use super::{Content, Kind, LARGEST_SOURCE, Submission};
use crate::units::Bytes;

/// The most that all sources of archives take in memory.
const MOST_KEPT: u64 = Bytes::mib(1024).0;
/// How many archives may be in each other below a contestant.
const DEEPEST_ARCHIVE: usize = 2;

/// Chooses for everyone.
pub(super) struct Chooser<'a> {
    pub(super) wanted: &'a Wanted<'a>,
    pub(super) layout: Layout,
    pub(super) files: &'a [Found],
    /// The archive that the files are in, if they are.
    pub(super) archive: Option<Archive>,
    pub(super) left_out: Vec<LeftOut>,
    /// What the chosen ones take in memory.
    pub(super) kept: u64,
}

/// A file that could be graded.
struct Candidate {
    path: String,
    inner: String,
    content: Content,
    kind: Kind,
    time: i64,
    late: bool,
}

/// What is known of one contestant's files.
#[derive(Default)]
struct Pile {
    candidates: Vec<Candidate>,
    /// Files that may be programs.
    programs: Vec<(PathBuf, Candidate)>,
    left_out: Vec<LeftOut>,
    /// How much was unpacked.
    unpacked: u64,
    entries: usize,
}

impl Pile {
    fn leave(&mut self, path: &str, why: Unused) {
        self.left_out.push(LeftOut {
            path: path.to_owned(),
            why,
        });
    }

    fn left(&self) -> u64 {
        LARGEST_ARCHIVE.0.saturating_sub(self.unpacked)
    }
}

impl Chooser<'_> {
    /// A file that is no contestant's.
    pub(super) fn nobodys(&mut self, found: usize) {
        let file = &self.files[found];
        let name = last(&file.path);
        let why = match &file.trouble {
            Some(trouble) => trouble.clone(),
            None if is_litter(name) => Unused::Litter,
            None if self.language(name).is_some() => Unused::NobodyS,
            None => Unused::NoSource,
        };
        let path = file.path.clone();
        self.left_out.push(LeftOut { path, why });
    }

    fn language(&self, name: &str) -> Option<&str> {
        self.wanted.config.language_of(Path::new(name))
    }

    /// Chooses what is graded of a hand-in.
    pub(super) fn choose(&mut self, hand_in: HandIn) -> (Contestant, Option<Submission>) {
        let HandIn {
            id,
            name,
            files,
            refused,
            ..
        } = hand_in;
        let mut pile = Pile {
            left_out: refused,
            ..Pile::default()
        };
        let mut archive = self.archive.take();
        for owned in &files {
            let file = &self.files[owned.found];
            self.sort_in(&mut pile, file, owned, archive.as_mut(), 0);
        }
        self.archive = archive;
        self.set_programs(&mut pile);
        self.set_other_problems(&mut pile);
        let mut candidates = std::mem::take(&mut pile.candidates);
        candidates.sort_by_cached_key(|it| (self.rank(it), Natural(it.path.clone())));
        let mut contestant = Contestant {
            name: name.filter(|name| folded(name) != folded(&id)),
            id,
            file: None,
            remarks: Vec::new(),
        };
        let remarks = self.remarks(&candidates, &contestant.id, &mut pile);
        contestant.remarks = remarks;
        let mut candidates = candidates.into_iter();
        let mut chosen = candidates.next();
        if let Some(Content::Bytes(bytes)) = chosen.as_ref().map(|it| &it.content) {
            let kept = self.kept + bytes.len() as u64;
            if kept > MOST_KEPT {
                let path = chosen.take().map(|it| it.path).unwrap_or_default();
                pile.leave(&path, Unused::Bomb);
                contestant.remarks = vec![unusable(&pile)];
            } else {
                self.kept = kept;
            }
        }
        if chosen.is_none() && contestant.remarks.is_empty() {
            let anything = pile.left_out.iter().any(is_something);
            contestant.remarks.push(if anything {
                unusable(&pile)
            } else {
                Remark::NothingHandedIn
            });
        }
        self.left_out.append(&mut pile.left_out);
        let submission = chosen.map(|it| {
            contestant.file = Some(it.path.clone());
            Submission {
                name: contestant.id.clone(),
                file_name: last(&it.path).into(),
                content: it.content,
                kind: it.kind,
            }
        });
        (contestant, submission)
    }

    /// Finds out what a file is.
    fn sort_in(
        &self,
        pile: &mut Pile,
        file: &Found,
        owned: &Owned,
        archive: Option<&mut Archive>,
        depth: usize,
    ) {
        let name = last(&owned.inner);
        if let Some(trouble) = &file.trouble {
            return pile.leave(&file.path, trouble.clone());
        }
        if is_litter(name) {
            return pile.leave(&file.path, Unused::Litter);
        }
        if let Some(language) = self.language(name) {
            let kind = Kind::Source(language.to_owned());
            return match source(pile, file, archive) {
                Ok(content) => pile.candidates.push(candidate(file, owned, content, kind)),
                Err(why) => pile.leave(&file.path, why),
            };
        }
        match packed(name) {
            Some(Packed::Zip) => match open(pile, file, archive, depth) {
                Ok(inner) => self.unpack(pile, file, owned, inner, depth),
                Err(why) => pile.leave(&file.path, why),
            },
            Some(Packed::Other(kind)) => {
                let error = format!("{kind} files aren't read: unpack it into a folder");
                pile.leave(&file.path, Unused::BadArchive { error });
            }
            None => match &file.at {
                At::Disk(path) if self.layout == Layout::Plain && file.may_run => {
                    let content = Content::File(path.clone());
                    let program = candidate(file, owned, content, Kind::Executable);
                    pile.programs.push((path.clone(), program));
                }
                _ => pile.leave(&file.path, Unused::NoSource),
            },
        }
    }

    /// Sorts in what is in an archive.
    fn unpack(
        &self,
        pile: &mut Pile,
        file: &Found,
        owned: &Owned,
        mut archive: Archive,
        depth: usize,
    ) {
        let listing = archive.list(&format!("{}!/", file.path));
        if listing.files.is_empty() {
            return pile.leave(&file.path, Unused::Empty);
        }
        pile.entries += listing.files.len();
        if pile.entries > MOST_ENTRIES {
            return pile.leave(&file.path, Unused::Bomb);
        }
        for (found, inner) in listing.files.iter().enumerate() {
            let below = inner.path.strip_prefix(&file.path).unwrap_or_default();
            let owned = Owned {
                found,
                inner: format!("{}{below}", owned.inner),
                ..owned.clone()
            };
            self.sort_in(pile, inner, &owned, Some(&mut archive), depth + 1);
        }
    }

    /// Programs are graded for those who handed in no source.
    fn set_programs(&self, pile: &mut Pile) {
        for (path, program) in std::mem::take(&mut pile.programs) {
            let submission = Submission::from_path(&path, self.wanted.config);
            let runs = submission.is_ok_and(|it| it.kind == Kind::Executable);
            let sourceless = |it: &Candidate| it.kind == Kind::Executable;
            if runs && pile.candidates.iter().all(sourceless) {
                pile.candidates.push(program);
            } else {
                pile.leave(&program.path, Unused::NoSource);
            }
        }
    }

    /// A contest's folders hold the other problems' solutions too.
    fn set_other_problems(&self, pile: &mut Pile) {
        if !matches!(self.layout, Layout::Noi | Layout::Arbiter) {
            return;
        }
        let unlike = |name: &str| self.likeness(name) == Likeness::Unlike;
        let placed = pile.candidates.iter().any(|it| self.in_place(&it.inner));
        let is_other = |it: &Candidate| match it.inner.rsplit_once('/') {
            // `bus/bus.cpp`, and beside the right one `bus/bus_slow.cpp`.
            Some((folder, file)) => {
                let folder = last(folder);
                unlike(folder) && unlike(stem(file)) && (placed || folder == stem(file))
            }
            None => placed && unlike(stem(&it.inner)),
        };
        let candidates = std::mem::take(&mut pile.candidates);
        let (others, own): (Vec<_>, Vec<_>) = candidates.into_iter().partition(is_other);
        pile.candidates = own;
        for other in others {
            pile.leave(&other.path, Unused::OtherProblem);
        }
    }

    /// What orders candidates: less is better.
    fn rank(&self, candidate: &Candidate) -> (bool, Likeness, Reverse<i64>, bool) {
        let wrong = match self.layout {
            Layout::Noi | Layout::Arbiter => !self.in_place(&candidate.inner),
            _ => false,
        };
        let name = stem(last(&candidate.inner));
        // Of two right places the problem's own folder.
        let outside = match self.layout {
            Layout::Noi => !candidate.inner.contains('/'),
            _ => false,
        };
        let time = Reverse(candidate.time);
        (wrong, self.likeness(name), time, outside)
    }

    fn likeness(&self, stem: &str) -> Likeness {
        // Canvas counts those that are handed in again: `mayan-1.cpp`.
        let counted = match stem.rsplit_once('-') {
            Some((before, count)) if count.bytes().all(|byte| byte.is_ascii_digit()) => before,
            _ => stem,
        };
        let stem = match self.layout {
            Layout::Canvas => counted,
            _ => stem,
        };
        likeness(stem, self.wanted.problem)
    }

    /// Whether it is where the contest wants it, letter by letter.
    fn in_place(&self, inner: &str) -> bool {
        let problem = self.wanted.problem;
        let file = match inner.split_once('/') {
            Some((folder, file)) if folder == problem => file,
            None if self.layout == Layout::Noi => inner,
            _ => return false,
        };
        let mut languages = self.wanted.config.languages.values();
        let extension = file
            .strip_prefix(problem)
            .and_then(|it| it.strip_prefix('.'));
        extension.is_some_and(|it| languages.any(|known| known.extensions.iter().any(|e| e == it)))
    }

    /// What there is to say of the first of the candidates; the others are left out.
    fn remarks(&self, candidates: &[Candidate], id: &str, pile: &mut Pile) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let Some((first, others)) = candidates.split_first() else {
            return remarks;
        };
        let rank = self.rank(first);
        if let Some(second) = others.first() {
            let other = self.rank(second);
            let by = match () {
                () if rank.0 != other.0 => Choice::Place,
                () if rank.1 != other.1 => Choice::Name,
                () if rank.2 != other.2 => Choice::Newest,
                () if rank.3 != other.3 => Choice::Place,
                () => Choice::Order,
            };
            let others = others.iter().map(|it| it.path.clone()).collect();
            remarks.push(Remark::Chosen { by, others });
        }
        if rank.0 {
            let extension = Path::new(&first.inner).extension().and_then(OsStr::to_str);
            let extension = extension.unwrap_or_default().to_ascii_lowercase();
            let problem = self.wanted.problem;
            let expected = format!("{problem}/{problem}.{extension}");
            remarks.push(Remark::WrongPath { expected });
        }
        if first.late {
            remarks.push(Remark::Late);
        }
        for other in others {
            let contestant = id.to_owned();
            pile.leave(&other.path, Unused::NotChosen { contestant });
        }
        remarks
    }
}

/// Whether somebody may have meant a file that is left out as a hand-in.
fn is_something(file: &LeftOut) -> bool {
    !is_litter_file(last(&file.path))
}

fn unusable(pile: &Pile) -> Remark {
    /// More would not be read.
    const MOST: usize = 5;
    let files = pile.left_out.iter().filter(|it| is_something(it));
    Remark::NothingUsable {
        files: files.take(MOST).cloned().collect(),
    }
}

fn candidate(file: &Found, owned: &Owned, content: Content, kind: Kind) -> Candidate {
    Candidate {
        path: file.path.clone(),
        inner: owned.inner.clone(),
        content,
        kind,
        time: owned.number.unwrap_or(file.time),
        late: owned.late,
    }
}

/// A source's bytes, or where they are.
fn source(pile: &mut Pile, file: &Found, archive: Option<&mut Archive>) -> Result<Content, Unused> {
    if file.size > LARGEST_SOURCE.0 {
        return Err(Unused::TooLarge);
    }
    match (&file.at, archive) {
        (At::Disk(_), _) if file.size == 0 => Err(Unused::Empty),
        (At::Disk(path), _) => {
            let readable = rustix::fs::access(path, rustix::fs::Access::READ_OK);
            readable.map_err(|error| Unused::Unreadable {
                error: std::io::Error::from(error).to_string(),
            })?;
            Ok(Content::File(path.clone()))
        }
        (At::Entry(entry), Some(archive)) => {
            let bytes = unpacked(pile, archive, *entry, LARGEST_SOURCE.0)?;
            if bytes.is_empty() {
                return Err(Unused::Empty);
            }
            Ok(Content::Bytes(Arc::from(bytes)))
        }
        (At::Entry(_), None) => Err(Unused::NotPlain),
    }
}

/// Unpacks an entry, as far as there is room.
fn unpacked(
    pile: &mut Pile,
    archive: &mut Archive,
    entry: usize,
    most: u64,
) -> Result<Vec<u8>, Unused> {
    let left = pile.left();
    let read = archive.read(entry, most.min(left));
    match read {
        Ok(bytes) => {
            pile.unpacked += bytes.len() as u64;
            Ok(bytes)
        }
        Err(Unused::TooLarge) => {
            pile.unpacked += most.min(left);
            Err(if left < most {
                Unused::Bomb
            } else {
                Unused::TooLarge
            })
        }
        Err(other) => {
            // It may have been unpacked before it was found to be broken.
            pile.unpacked += most.min(left).min(LARGEST_SOURCE.0);
            Err(other)
        }
    }
}

/// Opens a zip file, which may be in another one.
fn open(
    pile: &mut Pile,
    file: &Found,
    archive: Option<&mut Archive>,
    depth: usize,
) -> Result<Archive, Unused> {
    if depth >= DEEPEST_ARCHIVE {
        let error = "an archive in an archive in an archive: unpack it".to_owned();
        return Err(Unused::BadArchive { error });
    }
    if file.size == 0 {
        return Err(Unused::Empty);
    }
    match (&file.at, archive) {
        (At::Disk(path), _) => Archive::open(path, LARGEST_ARCHIVE.0, MOST_ENTRIES),
        (At::Entry(entry), Some(archive)) => {
            let bytes = unpacked(pile, archive, *entry, LARGEST_ARCHIVE.0);
            let bytes = bytes.map_err(|why| match why {
                Unused::TooLarge => Unused::Bomb,
                why => why,
            })?;
            Archive::of(bytes, MOST_ENTRIES)
        }
        (At::Entry(_), None) => Err(Unused::NotPlain),
    }
}

/// A path in natural order.
#[derive(PartialEq, Eq)]
struct Natural(String);

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        natural(&self.0, &other.0)
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
