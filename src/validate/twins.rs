//! Testcases that are another one: the same, with other colours, or mirrored.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use mayan_reference::{Board, Puzzle};

use super::issue::{Kind, Twin};
use crate::generate::columns::Columns;
use crate::testcase::CaseId;

/// What to say of each puzzle that an earlier one is like, by its place.
///
/// The numbers of colours mean nothing, so a program that is right on one of two
/// isomorphs is right on both. The order of answers goes from left to right, so a
/// mirror image is another puzzle.
#[must_use]
pub fn twins(cases: &[(&CaseId, Puzzle)]) -> Vec<(usize, Kind)> {
    let mut found = Vec::new();
    let mut same: HashMap<Puzzle, usize> = HashMap::new();
    let mut canonical: HashMap<(usize, Board), usize> = HashMap::new();
    for (place, (_, puzzle)) in cases.iter().enumerate() {
        let name = |first: usize| cases[first].0.clone();
        let columns = Columns::from(&puzzle.board);
        let key = |columns: &Columns| Some((puzzle.n, columns.renumbered().board()?));
        let (Some(own), Some(mirrored)) = (key(&columns), key(&mirror(&columns))) else {
            continue;
        };
        let first = match same.entry(*puzzle) {
            Entry::Occupied(first) => {
                let of = name(*first.get());
                found.push((place, Kind::Twin(Twin::Duplicate { of })));
                continue;
            }
            Entry::Vacant(free) => {
                free.insert(place);
                canonical.get(&own)
            }
        };
        if let Some(&first) = first {
            found.push((place, Kind::Twin(Twin::Isomorph { of: name(first) })));
            continue;
        }
        if let Some(&first) = canonical.get(&mirrored) {
            found.push((place, Kind::Twin(Twin::Mirror { of: name(first) })));
        }
        canonical.insert(own, place);
    }
    found
}

fn mirror(columns: &Columns) -> Columns {
    let mut mirrored = columns.clone();
    mirrored.0.reverse();
    mirrored
}
