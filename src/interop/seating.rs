//! Whose line is whose, where only what is certain counts: a score in a stranger's
//! line is worse than none.
//!
//! Everyone of the report is seated, also where the scores of some alone are wanted:
//! a namesake who isn't looked at is a namesake still.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::likeness::{agree, same_shape};
use super::sheet::Warning;
use crate::submission::class::{Contestant, Layout};
use crate::submission::names::folded;
use crate::submission::owners::platform_id;
use crate::summary::Report;

/// A line that is somebody's, with what they can be known by.
pub(super) struct Line {
    pub(super) row: usize,
    /// The number that the platform gives hand-ins of theirs.
    pub(super) platform: String,
    pub(super) ids: Vec<String>,
    pub(super) names: Vec<String>,
    /// What they are called in a warning; nothing is said of those without.
    pub(super) called: String,
}

/// How surely a contestant has a line, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sureness {
    Platform,
    Id,
    Name,
}

enum Claim {
    None,
    Doubtful,
    Row(Sureness, usize),
}

/// Whose lines are certain.
pub(super) struct Seated<'a> {
    /// By row.
    pub(super) seats: BTreeMap<usize, &'a Contestant>,
    /// What is to be said of the others.
    pub(super) warnings: Vec<Warning>,
}

/// Gives the contestants of a report their lines; of those alone that `is_wanted` is
/// true of anything is said.
pub(super) fn seat<'a>(
    report: &'a Report,
    layout: Layout,
    lines: &[Line],
    is_wanted: &dyn Fn(&Contestant) -> bool,
) -> Seated<'a> {
    let index = Index::new(report, layout, lines);
    let mut claims: BTreeMap<usize, Vec<(Sureness, &Contestant)>> = BTreeMap::new();
    let (mut absent, mut doubtful, mut by_name) = (Vec::new(), Vec::new(), Vec::new());
    for contestant in &report.start.contestants {
        match index.claim(contestant) {
            Claim::Row(sureness, row) => {
                claims.entry(row).or_default().push((sureness, contestant));
            }
            Claim::Doubtful => doubtful.push(contestant),
            Claim::None => absent.push(contestant),
        }
    }
    let mut seats = BTreeMap::new();
    for (row, mut claims) in claims {
        claims.sort_by_key(|(sureness, _)| *sureness);
        let surest = claims[0].0;
        let is_certain = claims.iter().filter(|it| it.0 == surest).count() == 1;
        for (sureness, contestant) in claims {
            if sureness > surest {
                absent.push(contestant);
            } else if !is_certain {
                doubtful.push(contestant);
            } else {
                seats.insert(row, contestant);
                if sureness == Sureness::Name {
                    by_name.push(contestant);
                }
            }
        }
    }
    let left = lines.iter().filter(|it| !seats.contains_key(&it.row));
    let left = left.map(|it| it.called.clone()).filter(|it| !it.is_empty());
    let left: Vec<String> = left.collect();
    let called = |all: Vec<&Contestant>| -> Vec<String> {
        let wanted = all.into_iter().filter(|it| is_wanted(it));
        wanted.map(ToString::to_string).collect()
    };
    let warnings = [
        Warning::Doubtful(called(doubtful)),
        Warning::NotInTable(called(absent)),
        Warning::NotInReport(left),
        Warning::ByName(called(by_name)),
    ];
    let warnings = warnings.into_iter().filter(|it| !it.names().is_empty());
    Seated {
        seats,
        warnings: warnings.collect(),
    }
}

/// The lines by what they can be known by.
struct Index<'a> {
    layout: Option<Layout>,
    lines: HashMap<usize, &'a Line>,
    platform: HashMap<&'a str, BTreeSet<usize>>,
    ids: HashMap<String, BTreeSet<usize>>,
    names: HashMap<String, BTreeSet<usize>>,
    /// Which contestants have a name.
    bearers: HashMap<String, BTreeSet<&'a str>>,
}

impl<'a> Index<'a> {
    fn new(report: &'a Report, layout: Layout, lines: &'a [Line]) -> Self {
        let mut index = Self {
            layout: report.start.hand_ins.filter(|it| *it == layout),
            lines: lines.iter().map(|line| (line.row, line)).collect(),
            platform: HashMap::new(),
            ids: HashMap::new(),
            names: HashMap::new(),
            bearers: HashMap::new(),
        };
        for line in lines {
            if !line.platform.is_empty() {
                let rows = index.platform.entry(&line.platform).or_default();
                rows.insert(line.row);
            }
            let keys = |texts: &[String]| -> Vec<String> {
                let keys = texts.iter().map(|it| folded(it));
                keys.filter(|it| !it.is_empty()).collect()
            };
            for id in keys(&line.ids) {
                index.ids.entry(id).or_default().insert(line.row);
            }
            for name in keys(&line.names) {
                index.names.entry(name).or_default().insert(line.row);
            }
        }
        for contestant in &report.start.contestants {
            let bearers = index.bearers.entry(name(contestant)).or_default();
            bearers.insert(&contestant.id);
        }
        index
    }

    fn claim(&self, contestant: &Contestant) -> Claim {
        let none = BTreeSet::new();
        let file = contestant.file.as_deref();
        let number = self.layout.zip(file);
        let number = number.and_then(|(layout, file)| platform_id(layout, file));
        let by_number = number.and_then(|it| self.platform.get(it));
        let by_id = self.ids.get(&folded(&contestant.id)).unwrap_or(&none);
        let own_name = name(contestant);
        let by_name = self.names.get(&own_name).unwrap_or(&none);
        let (sureness, rows) = match by_number {
            Some(rows) => (Sureness::Platform, rows),
            None if !by_id.is_empty() => (Sureness::Id, by_id),
            None => (Sureness::Name, by_name),
        };
        let mut found = rows.iter();
        let row = match (found.next(), found.next()) {
            (None, _) => return Claim::None,
            (Some(row), None) => *row,
            (Some(_), Some(_)) => return Claim::Doubtful,
        };
        let is_contradicted = match sureness {
            Sureness::Platform | Sureness::Id => self.is_of_another(contestant, row, by_name),
            Sureness::Name => {
                let is_shared = self.bearers.get(&own_name).is_some_and(|it| it.len() > 1);
                is_shared || self.has_another_id(contestant, row)
            }
        };
        if is_contradicted {
            Claim::Doubtful
        } else {
            Claim::Row(sureness, row)
        }
    }

    /// Whether the name in a line says that it is somebody else's, whatever its number
    /// is: a number of the platform, or one that lost its zeros, may be another's.
    fn is_of_another(
        &self,
        contestant: &Contestant,
        row: usize,
        by_name: &BTreeSet<usize>,
    ) -> bool {
        let Some(line) = self.lines.get(&row) else {
            return true;
        };
        if !by_name.is_empty() && !by_name.contains(&row) {
            return true;
        }
        let is_borne_by_others = line.names.iter().any(|it| {
            let bearers = self.bearers.get(&folded(it));
            bearers.is_some_and(|it| !it.contains(contestant.id.as_str()))
        });
        let own = contestant.name.as_deref();
        is_borne_by_others || own.is_some_and(|own| !agree(own, &line.names))
    }

    /// Whether a line of the right name has an id like the contestant's that isn't it.
    fn has_another_id(&self, contestant: &Contestant, row: usize) -> bool {
        let ids = self.lines.get(&row).map_or(&[][..], |line| &line.ids);
        let own = folded(&contestant.id);
        let others: Vec<String> = ids.iter().map(|it| folded(it)).collect();
        !others.contains(&own) && others.iter().any(|it| same_shape(it, &own))
    }
}

/// A contestant's name for comparing; the id where there is none.
fn name(contestant: &Contestant) -> String {
    folded(contestant.name.as_deref().unwrap_or(&contestant.id))
}
