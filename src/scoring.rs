//! Points: subtasks, and what a program's verdicts are worth.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::config::{Scoring, Subtask};
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
}

/// Puts testcases into subtasks, each into the first whose pattern fits.
///
/// Where no subtask fits any case, the folder is laid out in another way than
/// the configuration thinks: all cases then make one group of 100 points.
/// Cases that alone fit nowhere make a last group without points.
#[must_use]
pub fn group(cases: &[CaseId], subtasks: &[Subtask]) -> Vec<Group> {
    let empty = |subtask: &Subtask| Group {
        name: subtask.name.clone(),
        points: Points::whole(subtask.points),
        scoring: subtask.scoring,
        cases: Vec::new(),
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
    groups.retain(|group| !group.cases.is_empty());
    if !rest.is_empty() {
        let (name, points) = if groups.is_empty() {
            (ALL, 100)
        } else {
            (OTHER, 0)
        };
        groups.push(Group {
            name: name.to_owned(),
            points: Points::whole(points),
            scoring: Scoring::Sum,
            cases: rest,
        });
    }
    groups
}

/// The score of one subtask, from the verdicts of its cases.
#[must_use]
pub fn score(group: &Group, verdicts: &[Verdict]) -> GroupScore {
    let accepted = verdicts
        .iter()
        .filter(|&&verdict| verdict == Verdict::Accepted)
        .count();
    let all = group.cases.len();
    let points = match group.scoring {
        Scoring::Sum => group.points.share(accepted, all),
        Scoring::Min if accepted == all => group.points,
        Scoring::Min => Points::default(),
    };
    let whole = verdicts
        .iter()
        .all(|verdict| !matches!(verdict, Verdict::Skipped | Verdict::JudgeError));
    GroupScore {
        name: group.name.clone(),
        strip: verdicts.iter().map(|verdict| verdict.letter()).collect(),
        points: whole.then_some(points),
        of: group.points,
    }
}
