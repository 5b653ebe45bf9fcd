//! Finding a class: who is to be graded, and with what.

use std::path::{Path, PathBuf};

use super::archive::Archive;
use super::choose::Chooser;
pub use super::class::ClassError;
use super::class::{Class, Contestant, Layout, Remark, Unused};
use super::layouts::{Laid, lay};
use super::listing::{At, Found, Listing, MOST_FILES, walk};
use super::mapping::{Mapped, map};
use super::names::{Packed, is_litter, last, natural, packed};
use super::owners::{HandIn, is_packed, share};
use super::roster::{Roster, Seated, seat};
use super::{Kind, Submission};
use crate::config::Config;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The problem's name, which is also that of its files: `mayan`.
    pub problem: &'a str,
    /// The contest's languages.
    pub config: &'a Config,
    /// A CSV file with those who should have handed in: id and name.
    pub roster: Option<&'a Path>,
    /// A CSV file that says which file is whose: id and path.
    pub mapping: Option<&'a Path>,
    /// How the hand-ins are laid out; `None`: found out by what is there.
    pub layout: Option<Layout>,
}

/// Finds everyone's hand-ins in a folder, or in a zip file of one, which is read
/// without being unpacked to disk. Of what contestants handed in nothing is run,
/// no link is followed, and nothing of it is an error: what can't be graded is
/// in [`Class::left_out`] with the reason. The same files give the same class,
/// in whatever order the system lists them.
///
/// # Errors
/// A folder, roster or mapping that can't be read or is wrong.
pub fn discover(folder_or_zip: &Path, wanted: &Wanted<'_>) -> Result<Class, ClassError> {
    let roster = wanted.roster.map(Roster::read).transpose()?;
    let (listing, archive) = list(folder_or_zip, wanted)?;
    let shares = shares(folder_or_zip, &listing, wanted)?;
    let mut chooser = Chooser {
        wanted,
        layout: shares.layout,
        files: &listing.files,
        archive,
        left_out: Vec::new(),
        kept: 0,
    };
    for found in shares.nobodys {
        chooser.nobodys(found);
    }
    let entries = match roster {
        None => shares
            .hand_ins
            .into_iter()
            .map(|hand_in| chooser.choose(hand_in))
            .collect(),
        Some(roster) => with_roster(&roster, shares.hand_ins, &mut chooser),
    };
    let mut left_out = chooser.left_out;
    left_out.sort_by(|a, b| natural(&a.path, &b.path));
    Ok(Class {
        layout: shares.layout,
        entries,
        left_out,
    })
}

/// What is in a folder or a zip file.
fn list(path: &Path, wanted: &Wanted<'_>) -> Result<(Listing, Option<Archive>), ClassError> {
    let metadata = std::fs::metadata(path).map_err(|error| ClassError::Unreadable {
        path: path.to_owned(),
        error,
    })?;
    if metadata.is_dir() {
        let listing = walk(path)?;
        return Ok(match export_in(&listing, path, wanted) {
            Some((listing, archive)) => (listing, Some(archive)),
            None => (listing, None),
        });
    }
    let not_zip = |why| not_zip(path.to_owned(), why);
    let archive = Archive::open(path, u64::MAX, MOST_FILES).map_err(not_zip)?;
    Ok((archive.list(""), Some(archive)))
}

/// A folder with nothing but the zip file of a class in it: a platform's export
/// as it was downloaded.
fn export_in(listing: &Listing, folder: &Path, wanted: &Wanted<'_>) -> Option<(Listing, Archive)> {
    let is_litter = |it: &&Found| it.trouble == Some(Unused::Litter) || is_litter(last(&it.path));
    let (litter, files): (Vec<_>, Vec<_>) = listing.files.iter().partition(is_litter);
    let [file] = files.as_slice() else {
        return None;
    };
    let At::Disk(path) = &file.at else {
        return None;
    };
    let fits = packed(&file.path) == Some(Packed::Zip) && file.trouble.is_none();
    if !fits || !listing.folders.is_empty() || wanted.mapping.is_some() {
        return None;
    }
    let archive = Archive::open(path, u64::MAX, MOST_FILES).ok()?;
    let prefix = format!("{}!/", file.path);
    let mut inner = archive.list(&prefix);
    let laid = lay(&inner, folder, wanted);
    inner.files.extend(litter.into_iter().cloned());
    laid.base.starts_with(&prefix).then_some((inner, archive))
}

fn not_zip(path: PathBuf, why: Unused) -> ClassError {
    let error = match why {
        Unused::BadArchive { error } | Unused::Unreadable { error } => error,
        Unused::Bomb => {
            return ClassError::TooMany {
                path,
                most: MOST_FILES,
                fullest: "/".to_owned(),
            };
        }
        _ => "it is no plain file".to_owned(),
    };
    ClassError::NotZip { path, error }
}

/// Whose the files are.
struct Shares {
    layout: Layout,
    hand_ins: Vec<HandIn>,
    nobodys: Vec<usize>,
}

fn shares(folder: &Path, listing: &Listing, wanted: &Wanted<'_>) -> Result<Shares, ClassError> {
    if let Some(path) = wanted.mapping {
        let Mapped { hand_ins, nobodys } = map(path, folder, listing)?;
        return Ok(Shares {
            layout: Layout::Mapping,
            hand_ins,
            nobodys,
        });
    }
    if wanted.layout == Some(Layout::Mapping) {
        return Err(ClassError::NoMapping);
    }
    let laid = lay(listing, folder, wanted);
    let (hand_ins, nobodys) = share(listing, &laid, |found| {
        is_hand_in(listing, &laid, found, wanted)
    });
    Ok(Shares {
        layout: laid.layout,
        hand_ins,
        nobodys,
    })
}

/// Whether a file beside the contestants' folders is one's hand-in.
fn is_hand_in(listing: &Listing, laid: &Laid, found: usize, wanted: &Wanted<'_>) -> bool {
    let file = &listing.files[found];
    let name = last(&file.path);
    if wanted.config.language_of(Path::new(name)).is_some() || is_packed(name) {
        return true;
    }
    match &file.at {
        At::Disk(path)
            if laid.layout == Layout::Plain && file.may_run && file.trouble.is_none() =>
        {
            Submission::from_path(path, wanted.config).is_ok_and(|it| it.kind == Kind::Executable)
        }
        _ => false,
    }
}

/// Everyone in the order of the roster, then those who aren't in it.
fn with_roster(
    roster: &Roster,
    hand_ins: Vec<HandIn>,
    chooser: &mut Chooser<'_>,
) -> Vec<(Contestant, Option<Submission>)> {
    let Seated {
        mut seats,
        others,
        doubtful,
    } = seat(roster, hand_ins);
    let mut entries = Vec::new();
    for (at, row) in roster.rows.iter().enumerate() {
        let mut hand_in = HandIn::new(row.id.clone());
        let theirs = seats.remove(&at);
        hand_in.name.clone_from(&row.name);
        let is_doubtful = theirs.is_none() && doubtful.contains(&at);
        if let Some(theirs) = theirs {
            hand_in.join(theirs);
        }
        let (mut contestant, submission) = chooser.choose(hand_in);
        if is_doubtful {
            contestant.remarks = vec![Remark::SameName];
        }
        entries.push((contestant, submission));
    }
    for hand_in in others {
        let (mut contestant, submission) = chooser.choose(hand_in);
        contestant.remarks.push(Remark::NotInRoster);
        entries.push((contestant, submission));
    }
    entries
}
