//! Which subtask a testcase is in, and what it must be there.

use super::issue::{Issue, Kind, OfSubtask, Severity};
use crate::config::{Config, Style, Subtask, Worth};
use crate::testcase::CaseId;

/// What folders and subtasks of boards of one row are called.
const BOTTOM_ROW: &str = "bottom-row";

/// What subtasks all cases are in, by their places.
#[derive(Debug)]
pub struct Membership<'a> {
    config: &'a Config,
    /// Each case's subtask; none of any if subtasks don't count.
    of: Vec<Option<&'a Subtask>>,
    /// What doesn't fit, where something should.
    misfit: bool,
}

/// What one case is among.
#[derive(Clone, Copy, Debug, Default)]
pub struct Belongs<'a> {
    /// Its subtask.
    pub subtask: Option<&'a Subtask>,
    /// Whether all its blocks must be in the bottom row.
    pub must_be_low: bool,
    /// Whether it would belong into another subtask if they were.
    pub is_told_if_low: bool,
    /// Whether it gives no points, since its subtask has none.
    pub is_worthless: bool,
}

impl<'a> Membership<'a> {
    /// Puts each case into the first subtask that it fits.
    #[must_use]
    pub fn of(ids: &[&CaseId], config: &'a Config) -> Self {
        let subtasks = &config.subtasks;
        let counts = config.contest.style == Style::Oi && !subtasks.is_empty();
        let of = |id: &&CaseId| subtasks.iter().find(|it| counts && it.cases.matches(id));
        let of: Vec<Option<&Subtask>> = ids.iter().map(of).collect();
        let fits_none = !of.iter().flatten().any(|it| is_wanted(it, config));
        // As for `grade`: the built-in subtasks are a guess, and may fit nothing.
        let is_guess = *subtasks == Config::default().subtasks;
        Self {
            config,
            of,
            misfit: counts && fits_none && !is_guess,
        }
    }

    /// What the case at a place is among.
    #[must_use]
    pub fn belongs(&self, place: usize, id: &CaseId) -> Belongs<'a> {
        let subtask = self.of.get(place).copied().flatten();
        let is_low = |it: &Subtask| it.name == BOTTOM_ROW;
        let mut folders = id.0.split('/').rev().skip(1);
        let must_be_low = subtask.is_some_and(is_low) || folders.any(|it| it == BOTTOM_ROW);
        let is_worthless = subtask.is_some_and(|it| !it.worth.has_points());
        let has_low = self.config.subtasks.iter().any(is_low);
        Belongs {
            subtask,
            must_be_low,
            is_told_if_low: subtask.is_some() && has_low && !must_be_low && !is_worthless,
            is_worthless,
        }
    }

    /// What there is to say of subtasks without cases, and cases without subtasks.
    #[must_use]
    pub fn issues(&self, ids: &[&CaseId]) -> Vec<Issue> {
        let issue = |case: Option<&CaseId>, severity, kind| Issue {
            severity,
            case: case.cloned(),
            file: None,
            span: None,
            source: None,
            kind,
        };
        let subtasks = &self.config.subtasks;
        if self.misfit {
            let patterns = subtasks.iter().map(|it| it.cases.to_string()).collect();
            let kind = Kind::Subtask(OfSubtask::NoneFits { patterns });
            return vec![issue(None, Severity::Error, kind)];
        }
        if self.of.iter().all(Option::is_none) {
            return Vec::new();
        }
        let outside = ids.iter().zip(&self.of).filter(|(_, of)| of.is_none());
        let outside = outside.map(|(id, _)| {
            issue(
                Some(id),
                Severity::Warning,
                Kind::Subtask(OfSubtask::NoSubtask {}),
            )
        });
        let is_empty = |subtask: &&Subtask| {
            let mut others = self.of.iter().flatten();
            is_wanted(subtask, self.config) && !others.any(|it| it.name == subtask.name)
        };
        let empty = subtasks.iter().filter(is_empty).map(|subtask| {
            let (Worth::Together(points) | Worth::EachCase(points)) = subtask.worth;
            let kind = Kind::Subtask(OfSubtask::Empty {
                subtask: subtask.name.clone(),
                pattern: subtask.cases.to_string(),
                points,
            });
            issue(None, Severity::Warning, kind)
        });
        outside.chain(empty).collect()
    }
}

/// Whether there are to be cases in a subtask: not if it has no points and others have
/// some. That costs nobody anything.
fn is_wanted(subtask: &Subtask, config: &Config) -> bool {
    let has_points = config.subtasks.iter().any(|it| it.worth.has_points());
    subtask.worth.has_points() == has_points
}
