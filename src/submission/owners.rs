//! Whose a file is, by its path.

use std::collections::{BTreeMap, HashSet};

use super::class::{Layout, LeftOut, Unused};
use super::layouts::Laid;
use super::listing::Listing;
use super::names::{is_litter, natural, packed, stem};

/// What one contestant handed in.
#[derive(Debug)]
pub(super) struct HandIn {
    pub(super) id: String,
    pub(super) name: Option<String>,
    /// What may hold their id in the roster.
    pub(super) label: String,
    pub(super) files: Vec<Owned>,
    /// What may not even be looked at.
    pub(super) refused: Vec<LeftOut>,
}

/// A file of a contestant.
#[derive(Clone, Debug)]
pub(super) struct Owned {
    /// Which of the listing.
    pub(super) found: usize,
    /// Its path below the contestant's folder.
    pub(super) inner: String,
    /// What it is ordered by instead of its time.
    pub(super) number: Option<i64>,
    /// Handed in late.
    pub(super) late: bool,
}

impl HandIn {
    pub(super) fn new(id: String) -> Self {
        Self {
            label: id.clone(),
            id,
            name: None,
            files: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// The name, or the id where there is none.
    pub(super) fn called(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }

    /// Takes what another hand-in of the same contestant has.
    pub(super) fn join(&mut self, other: Self) {
        self.files.extend(other.files);
        self.refused.extend(other.refused);
        self.name = self.name.take().or(other.name);
    }
}

/// The owner that a path names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Owner<'a> {
    id: &'a str,
    name: Option<&'a str>,
    inner: &'a str,
    number: Option<i64>,
    late: bool,
}

/// Sorts files by owner, the owners in natural order of their ids; the other
/// files are nobody's. `is_hand_in` says of a file beside the contestants'
/// folders whether it can be one.
pub(super) fn share(
    listing: &Listing,
    laid: &Laid,
    is_hand_in: impl Fn(usize) -> bool,
) -> (Vec<HandIn>, Vec<usize>) {
    let mut owners: BTreeMap<String, HandIn> = BTreeMap::new();
    let mut nobodys = Vec::new();
    let folders: HashSet<&str> = listing.folders.iter().map(String::as_str).collect();
    for (found, file) in listing.files.iter().enumerate() {
        // A folder that can't be read is its owner's.
        let is_folder = folders.contains(file.path.as_str());
        let path = format!("{}{}", file.path, if is_folder { "/" } else { "" });
        let below = path.strip_prefix(&laid.base);
        let below = below.filter(|path| !is_litter(path.split('/').next().unwrap_or(path)));
        // An absolute path in an archive names nobody.
        let below = below.filter(|_| file.trouble != Some(Unused::LeadsOut));
        let owner = below.and_then(|path| owner(laid.layout, path, || is_hand_in(found)));
        let Some(owner) = owner else {
            nobodys.push(found);
            continue;
        };
        let hand_in = entry(&mut owners, &owner, laid.layout);
        hand_in.files.push(Owned {
            found,
            inner: owner.inner.to_owned(),
            number: owner.number,
            late: owner.late,
        });
    }
    for folder in &listing.folders {
        let below = folder.strip_prefix(&laid.base);
        let below = below.filter(|path| !path.is_empty() && !path.contains('/'));
        let path = below.map(|path| format!("{path}/"));
        if let Some(owner) = path
            .as_deref()
            .and_then(|it| owner(laid.layout, it, || false))
        {
            entry(&mut owners, &owner, laid.layout);
        }
    }
    let mut hand_ins: Vec<HandIn> = owners.into_values().collect();
    hand_ins.sort_by(|a, b| natural(&a.id, &b.id));
    (hand_ins, nobodys)
}

fn entry<'a>(
    owners: &'a mut BTreeMap<String, HandIn>,
    owner: &Owner<'_>,
    layout: Layout,
) -> &'a mut HandIn {
    let hand_in = owners
        .entry(owner.id.to_owned())
        .or_insert_with(|| HandIn::new(owner.id.to_owned()));
    if let (None, Some(name)) = (&hand_in.name, owner.name) {
        hand_in.name = Some(name.to_owned());
        // Such ids are the platform's own, and mean nothing elsewhere.
        name.clone_into(&mut hand_in.label);
    }
    if layout == Layout::Canvas {
        hand_in.label.push(' ');
        hand_in.label.push_str(owner.inner);
    }
    hand_in
}

fn owner(layout: Layout, path: &str, is_hand_in: impl Fn() -> bool) -> Option<Owner<'_>> {
    let (first, inner) = match path.split_once('/') {
        Some((first, inner)) => (first, Some(inner)),
        None => (path, None),
    };
    match layout {
        Layout::Plain | Layout::Noi | Layout::Arbiter => {
            let (id, inner) = match inner {
                Some(inner) => (first, inner),
                None if is_hand_in() => (stem(first), first),
                None => return None,
            };
            Some(Owner {
                id,
                name: None,
                inner,
                number: None,
                late: false,
            })
        }
        Layout::Moodle => {
            let mut owner = moodle(first)?;
            if let Some(inner) = inner {
                owner.inner = inner;
            }
            Some(owner)
        }
        Layout::Canvas => match inner {
            None => canvas(first),
            Some(_) => None,
        },
        Layout::Mapping => None,
    }
}

/// `Full Name_ID_assignsubmission_file_name.cpp`; as a folder, the name is empty.
pub(super) fn moodle(first: &str) -> Option<Owner<'_>> {
    let (owner, rest) = first.split_once("_assignsubmission_")?;
    let (name, id) = owner.rsplit_once('_')?;
    let mut kinds = ["file", "onlinetext"].into_iter();
    let inner = kinds.find_map(|kind| rest.strip_prefix(kind))?;
    is_number(id).then(|| Owner {
        id,
        name: (!name.is_empty()).then_some(name),
        inner: inner.strip_prefix('_').unwrap_or(inner),
        number: None,
        late: false,
    })
}

/// `lastfirst_LATE_USER_ATTACHMENT_name.cpp`, and of anonymous ones
/// `anon_ID_ATTACHMENT_name.cpp`, where the id isn't always a number.
pub(super) fn canvas(first: &str) -> Option<Owner<'_>> {
    let (name, rest) = first.split_once('_')?;
    let (before, rest) = skip_late(rest);
    let (id, rest) = rest.split_once('_')?;
    let (after, rest) = skip_late(rest);
    let (attachment, inner) = rest.split_once('_')?;
    let is_anonymous = name == "anon";
    let id_fits = if is_anonymous {
        !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric())
    } else {
        is_number(id)
    };
    let fits = id_fits && !name.is_empty() && is_number(attachment) && !inner.is_empty();
    fits.then(|| Owner {
        id,
        name: (!is_anonymous).then_some(name),
        inner,
        number: attachment.parse().ok(),
        late: before || after,
    })
}

/// The number by which a teaching platform knows who handed in this file, by its
/// path: also where a roster gave them another id.
pub(crate) fn platform_id(layout: Layout, path: &str) -> Option<&str> {
    // The outermost part that fits: what is in it a student has named.
    let parts = path.split('/').map(|it| it.strip_suffix('!').unwrap_or(it));
    let owner = parts.into_iter().find_map(|part| match layout {
        Layout::Moodle => moodle(part),
        Layout::Canvas => canvas(part).filter(|it| it.name.is_some()),
        Layout::Plain | Layout::Noi | Layout::Arbiter | Layout::Mapping => None,
    });
    owner.map(|it| it.id)
}

/// Whether `LATE_` comes next, and what comes after it.
fn skip_late(text: &str) -> (bool, &str) {
    match text.split_once('_') {
        Some((word, after)) if word.eq_ignore_ascii_case("late") => (true, after),
        _ => (false, text),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a file beside the contestants' folders may be a hand-in by its name:
/// an archive.
pub(super) fn is_packed(path: &str) -> bool {
    packed(path).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_platforms() {
        let owner = moodle("张 三_12345_assignsubmission_file_a_b.cpp").expect("Moodle's");
        assert_eq!((owner.id, owner.name), ("12345", Some("张 三")));
        assert_eq!(owner.inner, "a_b.cpp");
        assert!(moodle("a_b_assignsubmission_file_").is_none());
        assert!(moodle("Li_1_assignsubmission_file").is_some());

        let owner = canvas("zhangsan_LATE_17_901_ma_yan-1.cpp").expect("Canvas's");
        assert_eq!((owner.id, owner.name), ("17", Some("zhangsan")));
        assert_eq!((owner.number, owner.late), (Some(901), true));
        assert_eq!(owner.inner, "ma_yan-1.cpp");
        let owner = canvas("anon_Ab3xZ_902_mayan.cpp").expect("Canvas's");
        assert_eq!((owner.id, owner.name), ("Ab3xZ", None));
        assert!(canvas("zhangsan_mayan_1_2.cpp").is_none());
    }
}
