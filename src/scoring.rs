//! Points: subtasks, and what a program's verdicts are worth.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::config::{Scoring, Style, Subtask};
use crate::testcase::CaseId;
use crate::verdict::Verdict;

/// Points in thousandths, so that equal scores are equal. In JSON a number of
/// points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Points(u64);

impl Points {
    /// So many whole points.
    #[must_use]
    pub const fn whole(points: u32) -> Self {
        Self(points as u64 * 1000)
    }

    /// The share that `part` cases of `all` have of these points; all of them
    /// have all points, whatever doesn't divide.
    fn share(self, part: usize, all: usize) -> Self {
        Self(self.0 * part as u64 / all as u64)
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::default(), Self::add)
    }
}

/// Without decimals that say nothing: `30`, `33.333`, `2.5`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(1000) {
            return to.serialize_u64(self.0 / 1000);
        }
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52 thousandths")]
        to.serialize_f64(self.0 as f64 / 1000.0)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(from)?;
        if !(0.0..=1e12).contains(&points) {
            return Err(serde::de::Error::custom("points are a number from 0"));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the range was checked"
        )]
        Ok(Self((points * 1000.0).round() as u64))
    }
}

/// The name of the group where no subtask fits any case.
pub const ALL: &str = "all";

/// The name of the group of cases that alone fit no subtask.
pub const OTHER: &str = "(no subtask)";

/// A subtask with the testcases that belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The subtask's name. Cases of no subtask make a group [`ALL`] or
    /// [`OTHER`].
    pub name: String,
    /// What all its cases together give.
    pub points: Points,
    /// How the points are given.
    pub scoring: Scoring,
    /// Its cases, in the order in which they run.
    pub cases: Vec<CaseId>,
    /// Names of groups before it without whose full points it gives none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends: Vec<String>,
    /// Whether its cases count: see [`counts`].
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub counts: bool,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_yes(it: &bool) -> bool {
    *it
}

/// What a program got for one subtask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupScore {
    /// The subtask's name.
    pub name: String,
    /// A letter a case, `-` for one that was not run.
    pub strip: String,
    /// The points that were reached; `null` if a case was not run, or if the
    /// judge failed on one: its fault costs nobody marks.
    pub points: Option<Points>,
    /// The points that could be reached.
    pub of: Points,
    /// The group without whose full points this one gives none, where that took
    /// points away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// Whether its cases count: see [`counts`].
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub counts: bool,
}

/// Whether a case counts: for a submission's verdict and what follows from it, its
/// points, whether a failed case is the last one, the exit code.
///
/// Those of a subtask without points don't: a setter keeps cases there on which honest
/// programs differ. They are run and shown all the same.
#[must_use]
pub fn counts(groups: &[Group], case: &CaseId) -> bool {
    let mut others = groups.iter().filter(|group| !group.counts);
    !others.any(|group| group.cases.contains(case))
}

/// Puts testcases into subtasks, each into the first whose pattern fits.
///
/// Where no subtask with points fits any case, the folder is laid out in another way
/// than the configuration thinks: all cases that fit nowhere then make one group of
/// 100 points. (`grade` lets that pass for the built-in subtasks and for a choice of
/// cases alone.) Cases that alone fit nowhere make a last group without points, which
/// counts all the same: most likely it is a pattern that was mistyped.
///
/// In a contest of ICPC's style there is one group, worth one point; subtasks without
/// points stay apart from it.
///
/// Subtasks without points don't count, whatever cases are chosen, but where no subtask
/// has points: then a contest is about verdicts alone.
#[must_use]
pub fn group(cases: &[CaseId], subtasks: &[Subtask], style: Style) -> Vec<Group> {
    let empty = |subtask: &Subtask| Group {
        name: subtask.name.clone(),
        points: Points::default(),
        scoring: subtask.scoring,
        cases: Vec::new(),
        depends: subtask.depends.clone(),
        counts: subtask.worth.has_points(),
    };
    let mut groups: Vec<Group> = subtasks.iter().map(empty).collect();
    let mut rest = Vec::new();
    for case in cases {
        match subtasks
            .iter()
            .position(|subtask| subtask.cases.matches(case))
        {
            Some(index) => groups[index].cases.push(case.clone()),
            None => rest.push(case.clone()),
        }
    }
    for (group, subtask) in groups.iter_mut().zip(subtasks) {
        group.points = Points::whole(subtask.worth.of(group.cases.len()));
    }
    groups.retain(|group| !group.cases.is_empty());
    let rest_of = |name: &str, points, scoring, cases| Group {
        name: name.to_owned(),
        points: Points::whole(points),
        scoring,
        cases,
        depends: Vec::new(),
        counts: true,
    };
    let has_points = groups.iter().any(|group| group.counts);
    if style == Style::Icpc {
        let without = |case: &&CaseId| counts(&groups, case);
        let all: Vec<CaseId> = cases.iter().filter(without).cloned().collect();
        groups.retain(|group| !group.counts);
        if !all.is_empty() {
            groups.insert(0, rest_of(ALL, 1, Scoring::Min, all));
        }
    } else if !rest.is_empty() && has_points {
        groups.push(rest_of(OTHER, 0, Scoring::Sum, rest));
    } else if !rest.is_empty() {
        groups.insert(0, rest_of(ALL, 100, Scoring::Sum, rest));
    }
    if !subtasks.iter().any(|it| it.worth.has_points()) {
        for group in &mut groups {
            group.counts = true;
        }
    }
    groups
}

/// The scores of all groups, from the verdicts of their cases.
#[must_use]
pub fn scores(groups: &[Group], verdict_of: impl Fn(&CaseId) -> Verdict) -> Vec<GroupScore> {
    let mut scores: Vec<GroupScore> = Vec::with_capacity(groups.len());
    for group in groups {
        let verdicts: Vec<Verdict> = group.cases.iter().map(&verdict_of).collect();
        let mut score = score(group, &verdicts);
        let others = group
            .depends
            .iter()
            .filter_map(|name| scores.iter().find(|other| other.name == *name));
        for other in others {
            match other.points {
                Some(points) if points == other.of => {}
                Some(_) => {
                    if score.points != Some(Points::default()) {
                        score.withheld = Some(other.name.clone());
                    }
                    score.points = Some(Points::default());
                    break;
                }
                // What isn't known of the other isn't of this one.
                None => score.points = score.points.filter(|it| *it == Points::default()),
            }
        }
        scores.push(score);
    }
    scores
}

/// The score of one group alone.
fn score(group: &Group, verdicts: &[Verdict]) -> GroupScore {
    let count = |fits: &dyn Fn(Verdict) -> bool| verdicts.iter().filter(|it| fits(**it)).count();
    let accepted = count(&|it| it == Verdict::Accepted);
    let unknown = count(&|it| matches!(it, Verdict::Skipped | Verdict::JudgeError));
    let all = group.cases.len();
    let points = match group.scoring {
        // What isn't known of these takes nothing away.
        _ if !group.counts => Some(Points::default()),
        // One case that failed decides, whatever would become of the others.
        Scoring::Min if accepted + unknown < all => Some(Points::default()),
        _ if unknown > 0 => None,
        Scoring::Sum => Some(group.points.share(accepted, all)),
        Scoring::Min => Some(group.points),
    };
    GroupScore {
        name: group.name.clone(),
        strip: verdicts.iter().map(|verdict| verdict.letter()).collect(),
        points,
        of: group.points,
        withheld: None,
        counts: group.counts,
    }
}
