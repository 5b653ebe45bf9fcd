//! A list that says which file is whose.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Component, Path};

use super::class::{ClassError, Field, LeftOut, TableFault, Unused};
use super::listing::Listing;
use super::names::{last, shown};
use super::owners::{HandIn, Owned};
use super::roster::{IDS, header};
use super::table::Table;

const EXAMPLE: &str = "2023001,folder/mayan.cpp";
const PATHS: [&str; 8] = [
    "path",
    "file",
    "filename",
    "filepath",
    "submission",
    "文件",
    "路径",
    "文件名",
];

/// What a mapping says of a folder.
pub(super) struct Mapped {
    /// Everyone in it, in its order.
    pub(super) hand_ins: Vec<HandIn>,
    /// The files that it doesn't name.
    pub(super) nobodys: Vec<usize>,
}

/// Reads a mapping. Its paths count from the hand-ins or from where it is.
pub(super) fn map(path: &Path, folder: &Path, listing: &Listing) -> Result<Mapped, ClassError> {
    let rows = rows(path)?;
    let index: BTreeMap<&str, usize> = listing
        .files
        .iter()
        .enumerate()
        .filter(|(_, file)| file.trouble != Some(Unused::Doubled))
        .map(|(at, file)| (file.path.as_str(), at))
        .collect();
    let hand_ins = parts(folder).unwrap_or_default();
    let beside = parts(path).map(|mut parts| {
        parts.pop();
        parts
    });
    let froms = [Some(hand_ins.clone()), beside];
    let mut owned = BTreeSet::new();
    let mut mapped = Mapped {
        hand_ins: Vec::new(),
        nobodys: Vec::new(),
    };
    for (id, written) in rows {
        let mut hand_in = HandIn::new(id);
        let places: Vec<String> = froms
            .iter()
            .flatten()
            .filter_map(|from| resolve(from, &written, &hand_ins))
            .collect();
        let mut files = places.iter().map(|place| files(place, &index));
        hand_in.files = files.find(|it| !it.is_empty()).unwrap_or_default();
        owned.extend(hand_in.files.iter().map(|file| file.found));
        if hand_in.files.is_empty() {
            let why = if places.is_empty() {
                Unused::LeadsOut
            } else {
                Unused::Missing
            };
            hand_in.refused.push(LeftOut { path: written, why });
        }
        mapped.hand_ins.push(hand_in);
    }
    let all = 0..listing.files.len();
    mapped.nobodys = all.filter(|found| !owned.contains(found)).collect();
    Ok(mapped)
}

/// The ids and paths.
fn rows(path: &Path) -> Result<Vec<(String, String)>, ClassError> {
    let table = Table::read(path)?;
    let header = header(&table);
    let find = |known: &[&str]| header.iter().position(|it| known.contains(&it.as_str()));
    let (id_at, path_at, first) = match (find(&IDS), find(&PATHS)) {
        (Some(id), Some(path)) => (id, path, 1),
        (None, Some(path)) => (usize::from(path == 0), path, 1),
        (_, None) => (0, 1, 0),
    };
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut rows = Vec::new();
    for record in first..table.records.len() {
        let id = table.wanted(record, id_at, Field::Id)?;
        if table.records[record].fields.len() <= path_at {
            let fault = TableFault::Missing(Field::PathAfterId, EXAMPLE);
            return Err(table.fault(record, path_at, fault));
        }
        let written = table.wanted(record, path_at, Field::Path)?;
        if let Some(first) = seen.insert(id, record) {
            let fault = TableFault::Duplicate {
                id: id.to_owned(),
                first: table.line(first),
            };
            return Err(table.fault(record, id_at, fault));
        }
        rows.push((id.to_owned(), written.to_owned()));
    }
    if rows.is_empty() {
        return Err(table.fault(0, 0, TableFault::Nobody(EXAMPLE)));
    }
    Ok(rows)
}

/// The parts of a path from the root on; none where there is no such file.
fn parts(path: &Path) -> Option<Vec<String>> {
    let path = path.canonicalize().ok()?;
    let names = path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(shown(name)),
        _ => None,
    });
    Some(names.collect())
}

/// A written path that counts from a folder, seen from the hand-ins, if it is in
/// them. Nothing on disk is looked at: links lead nowhere.
fn resolve(from: &[String], written: &str, hand_ins: &[String]) -> Option<String> {
    let written = written.replace('\\', "/");
    let mut parts = from.to_vec();
    for component in Path::new(&written).components() {
        match component {
            Component::Normal(name) => parts.push(shown(name)),
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::RootDir | Component::Prefix(_) => parts.clear(),
        }
    }
    let below = parts.strip_prefix(hand_ins)?;
    (!below.is_empty()).then(|| below.join("/"))
}

/// The file of a path, or all files below it.
fn files(place: &str, index: &BTreeMap<&str, usize>) -> Vec<Owned> {
    let owned = |found, inner: &str| Owned {
        found,
        inner: inner.to_owned(),
        number: None,
        late: false,
    };
    if let Some(&found) = index.get(place) {
        return vec![owned(found, last(place))];
    }
    let folder = format!("{place}/");
    let below = index.range(folder.as_str()..);
    let below = below.map_while(|(path, found)| Some((path.strip_prefix(&folder)?, found)));
    below.map(|(inner, found)| owned(*found, inner)).collect()
}
