//! Whose line is whose, where only what is certain counts: a score in a stranger's
//! line is worse than none.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::submission::class::{Contestant, Layout};
use crate::submission::names::folded;
use crate::submission::owners::platform_id;
use crate::summary::{Report, SubmissionReport};

use super::sheet::{Warning, shown};

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

/// The cells of those whose line is certain, and what is to be said of the others.
/// Scores are written like the number `like`.
pub(super) fn cells(
    report: &Report,
    layout: Layout,
    lines: &[Line],
    like: &str,
) -> (HashMap<usize, String>, Vec<Warning>) {
    let index = Index::new(report, layout, lines);
    let mut seats: BTreeMap<usize, Vec<(Sureness, &Contestant)>> = BTreeMap::new();
    let (mut absent, mut doubtful) = (Vec::new(), Vec::new());
    for contestant in &report.start.contestants {
        match index.claim(contestant) {
            Claim::Row(sureness, row) => seats.entry(row).or_default().push((sureness, contestant)),
            Claim::Doubtful => doubtful.push(contestant.to_string()),
            Claim::None => absent.push(contestant.to_string()),
        }
    }
    let results = report.by_submission();
    let (mut cells, mut unscored) = (HashMap::new(), Vec::new());
    let mut seated = BTreeSet::new();
    for (row, mut claims) in seats {
        claims.sort_by_key(|(sureness, _)| *sureness);
        let surest = claims[0].0;
        let is_certain = claims.iter().filter(|it| it.0 == surest).count() == 1;
        for (sureness, contestant) in claims {
            if sureness > surest {
                absent.push(contestant.to_string());
            } else if !is_certain {
                doubtful.push(contestant.to_string());
            } else {
                let result: Option<&&SubmissionReport> = results.get(contestant.id.as_str());
                match result.and_then(|it| it.score) {
                    Some(score) => drop(cells.insert(row, shown(score.points, like))),
                    None => unscored.push(contestant.to_string()),
                }
            }
        }
        seated.insert(row);
    }
    let left = lines.iter().filter(|it| !seated.contains(&it.row));
    let left: Vec<String> = left
        .map(|it| it.called.clone())
        .filter(|it| !it.is_empty())
        .collect();
    let warnings = [
        Warning::Doubtful(doubtful),
        Warning::NotInTable(absent),
        Warning::NotInReport(left),
        Warning::Unscored(unscored),
    ];
    let is_said = |it: &Warning| match it {
        Warning::Doubtful(names)
        | Warning::NotInTable(names)
        | Warning::NotInReport(names)
        | Warning::Unscored(names) => !names.is_empty(),
        Warning::OtherTotal { .. } => true,
    };
    (cells, warnings.into_iter().filter(is_said).collect())
}

/// The lines by what they can be known by.
struct Index<'a> {
    layout: Option<Layout>,
    platform: HashMap<&'a str, BTreeSet<usize>>,
    ids: HashMap<String, BTreeSet<usize>>,
    names: HashMap<String, BTreeSet<usize>>,
    /// How many contestants have a name.
    bearers: HashMap<String, usize>,
}

impl<'a> Index<'a> {
    fn new(report: &Report, layout: Layout, lines: &'a [Line]) -> Self {
        let mut index = Self {
            layout: report.start.hand_ins.filter(|it| *it == layout),
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
            *index.bearers.entry(name(contestant)).or_default() += 1;
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
        let is_only_bearer = self.bearers.get(&own_name) == Some(&1);
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
        let is_another = by_name.len() == 1 && !by_name.contains(&row) && is_only_bearer;
        match sureness {
            Sureness::Platform | Sureness::Id if is_another => Claim::Doubtful,
            Sureness::Name if !is_only_bearer => Claim::Doubtful,
            _ => Claim::Row(sureness, row),
        }
    }
}

/// A contestant's name for comparing; the id where there is none.
fn name(contestant: &Contestant) -> String {
    folded(contestant.name.as_deref().unwrap_or(&contestant.id))
}
