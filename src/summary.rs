//! The report: events folded into what a reader wants to know at the end.

use serde::{Deserialize, Serialize};

use std::collections::{HashMap, HashSet};

use crate::event::{Begun, CaseInfo, Compilation, Event, Start};
use crate::scoring::{self, GroupScore, Points};
use crate::submission::class::Contestant;
use crate::testcase::CaseId;
use crate::verdict::{CaseResult, Verdict};

/// A whole run. Every document is a function of it, so a saved report renders
/// again without a rerun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What was known at the start; `version` is among its keys.
    #[serde(flatten)]
    pub start: Start,
    /// The submissions that were begun, in order.
    pub results: Vec<SubmissionReport>,
    /// Whether the run was cut short.
    pub interrupted: bool,
}

/// One submission's results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubmissionReport {
    /// The submission.
    #[serde(flatten)]
    pub begun: Begun,
    /// The worst verdict of its cases, as far as they count.
    pub verdict: Verdict,
    /// The points; `null` if testcases were left out or not run, or if the judge
    /// failed on one: its fault costs nobody marks.
    pub score: Option<Score>,
    /// How compiling went.
    pub compilation: Option<Compilation>,
    /// The subtasks, with a strip of letters each.
    pub subtasks: Vec<GroupScore>,
    /// The results of the cases that have one.
    pub cases: Vec<CaseResult>,
}

/// Points that were reached, of those that could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Reached.
    pub points: Points,
    /// To be reached.
    pub of: Points,
}

impl Report {
    /// The report of a run that has begun.
    #[must_use]
    pub fn new(start: Start) -> Self {
        Self {
            start,
            results: Vec::new(),
            interrupted: false,
        }
    }

    /// Takes an event in.
    pub fn fold(&mut self, event: &Event) {
        match event {
            Event::Start(start) => *self = Self::new(start.clone()),
            Event::SubmissionStarted(begun) => self.results.push(SubmissionReport {
                begun: begun.clone(),
                verdict: Verdict::Skipped,
                score: None,
                compilation: None,
                subtasks: Vec::new(),
                cases: Vec::new(),
            }),
            Event::Compiled(compilation) => {
                if let Some(report) = self.results.last_mut() {
                    report.compilation = Some(compilation.clone());
                }
            }
            Event::CaseFinished { result, .. } => {
                if let Some(report) = self.results.last_mut() {
                    report.cases.push(result.clone());
                }
            }
            Event::SubmissionFinished { .. } => {
                if let Some(report) = self.results.last_mut() {
                    report.rate(&self.start);
                }
            }
            Event::Finished { interrupted } => {
                self.interrupted = *interrupted;
                // One that was begun and not finished.
                if let Some(report) = self.results.last_mut()
                    && report.subtasks.is_empty()
                {
                    report.rate(&self.start);
                }
            }
        }
    }

    /// What happened, once more, of the submissions that `chosen` is true of.
    pub fn events<'a>(
        &'a self,
        chosen: impl Fn(&Contestant) -> bool + 'a,
    ) -> impl Iterator<Item = Event> + 'a {
        let results = self.by_submission();
        let mut start = self.start.clone();
        start.contestants.retain(|it| chosen(it));
        let results: Vec<&SubmissionReport> = start
            .contestants
            .iter()
            .filter_map(|it| results.get(it.id.as_str()).copied())
            .collect();
        let interrupted = self.interrupted;
        std::iter::once(Event::Start(start))
            .chain(results.into_iter().flat_map(SubmissionReport::events))
            .chain(std::iter::once(Event::Finished { interrupted }))
    }

    /// The report of those alone that `chosen` is true of.
    #[must_use]
    pub fn of(&self, chosen: impl Fn(&Contestant) -> bool) -> Self {
        let mut report = self.clone();
        report.start.contestants.retain(chosen);
        let ids: HashSet<&str> = report
            .start
            .contestants
            .iter()
            .map(|it| it.id.as_str())
            .collect();
        report
            .results
            .retain(|it| ids.contains(it.begun.submission.as_str()));
        report
    }

    /// Whether a result is the judge's fault, also one that doesn't count.
    #[must_use]
    pub fn has_judge_error(&self) -> bool {
        let mut cases = self.results.iter().flat_map(|report| &report.cases);
        cases.any(CaseResult::has_judge_error)
    }

    /// Whether every submission was accepted on every case that counts. Who handed in
    /// nothing doesn't count.
    #[must_use]
    pub fn all_accepted(&self) -> bool {
        let all = self.start.cases.len();
        self.results.len() == self.submissions()
            && self
                .results
                .iter()
                .all(|report| report.verdict == Verdict::Accepted && report.cases.len() == all)
    }

    /// How many submissions there are, graded or not yet.
    #[must_use]
    pub fn submissions(&self) -> usize {
        let contestants = self.start.contestants.iter();
        contestants.filter(|it| it.file.is_some()).count()
    }

    /// Whether every submission has a result for every case.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let all = self.start.cases.len();
        self.results.len() == self.submissions()
            && self.results.iter().all(|it| it.cases.len() == all)
    }

    /// A testcase, by its name.
    #[must_use]
    pub fn case(&self, id: &CaseId) -> Option<&CaseInfo> {
        self.start.cases.iter().find(|info| info.case == *id)
    }

    /// The results, by the names of their submissions.
    #[must_use]
    pub fn by_submission(&self) -> HashMap<&str, &SubmissionReport> {
        let results = self.results.iter();
        let named = results.map(|result| (result.begun.submission.as_str(), result));
        named.collect()
    }

    /// Everyone, the highest score first; equal scores share a rank, and the next
    /// one counts them all: 1, 1, 3. Who has no score has no rank and comes after,
    /// those last who handed in nothing. Within these, in order.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing<'_>> {
        let results = self.by_submission();
        let standing = |contestant| Standing {
            rank: None,
            contestant,
            result: results.get(contestant.id.as_str()).copied(),
        };
        let mut standings: Vec<Standing> = self.start.contestants.iter().map(standing).collect();
        standings.sort_by_key(|it| {
            let is_absent = it.contestant.file.is_none();
            (std::cmp::Reverse(it.points()), is_absent)
        });
        let mut last = None;
        for (index, standing) in standings.iter_mut().enumerate() {
            let Some(points) = standing.points() else {
                break;
            };
            let rank = match last {
                Some((former, rank)) if former == points => rank,
                _ => index + 1,
            };
            last = Some((points, rank));
            standing.rank = Some(rank);
        }
        standings
    }
}

impl Report {
    /// The standings, with the ranks that these contestants have among everyone of
    /// `whole`.
    #[must_use]
    pub fn standings_in(&self, whole: &Self) -> Vec<Standing<'_>> {
        let ranks: HashMap<&str, Option<usize>> = whole
            .standings()
            .iter()
            .map(|it| (it.contestant.id.as_str(), it.rank))
            .collect();
        let mut standings = self.standings();
        for standing in &mut standings {
            let rank = ranks.get(standing.contestant.id.as_str());
            standing.rank = rank.copied().flatten();
        }
        standings
    }
}

/// Where a contestant stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The rank, from 1; `None` without a score.
    pub rank: Option<usize>,
    /// Who.
    pub contestant: &'a Contestant,
    /// What their submission got, if it was graded.
    pub result: Option<&'a SubmissionReport>,
}

impl Standing<'_> {
    /// The points, if there is a score.
    #[must_use]
    pub fn points(&self) -> Option<Points> {
        Some(self.result?.score?.points)
    }
}

/// What became of cases that don't count and were run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Uncounted {
    /// How many were not accepted.
    pub failed: usize,
    /// How many of these would be right under another reading of the statement.
    pub read_otherwise: usize,
}

impl SubmissionReport {
    /// The first case that was run and is not accepted; one that doesn't count only
    /// where all others are.
    #[must_use]
    pub fn first_failure(&self, start: &Start) -> Option<&CaseResult> {
        let failed = || {
            let cases = self.cases.iter();
            cases.filter(|result| result.verdict > Verdict::Skipped)
        };
        let mut counting = failed().filter(|result| start.counts(&result.case));
        counting.next().or_else(|| failed().next())
    }

    /// What became of the cases that don't count.
    #[must_use]
    pub fn uncounted(&self, start: &Start) -> Uncounted {
        let mut found = Uncounted::default();
        for result in &self.cases {
            let is_failure = !matches!(
                result.verdict,
                Verdict::Accepted | Verdict::Skipped | Verdict::CompileError | Verdict::JudgeError
            );
            if is_failure && !start.counts(&result.case) {
                found.failed += 1;
                let outcome = result.check();
                let is_right = outcome.is_some_and(|it| !it.right_under.is_empty());
                found.read_otherwise += usize::from(is_right);
            }
        }
        found
    }

    fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let submission = &self.begun.submission;
        let compiled = self.compilation.clone().map(Event::Compiled);
        let cases = self.cases.iter().map(|result| Event::CaseFinished {
            submission: submission.clone(),
            result: result.clone(),
        });
        std::iter::once(Event::SubmissionStarted(self.begun.clone()))
            .chain(compiled)
            .chain(cases)
            .chain(std::iter::once(Event::SubmissionFinished {
                submission: submission.clone(),
            }))
    }

    /// Brings verdict, strips and score up to date with the cases.
    /// The verdict where no case counts, since others were not chosen: accepted, unless
    /// nothing is known of the program.
    fn verdict_of_none(&self) -> Verdict {
        use Verdict::{Accepted, CompileError, JudgeError, Skipped};
        let unknown = |it: &Verdict| matches!(it, CompileError | JudgeError | Skipped);
        let verdicts = self.cases.iter().map(|it| it.verdict);
        let worst = verdicts.filter(unknown).max();
        let none = if self.cases.is_empty() {
            Skipped
        } else {
            Accepted
        };
        worst.unwrap_or(none)
    }

    fn rate(&mut self, start: &Start) {
        let verdicts: HashMap<&CaseId, Verdict> = self
            .cases
            .iter()
            .map(|result| (&result.case, result.verdict))
            .collect();
        self.subtasks = scoring::scores(&start.subtasks, |case| {
            let verdict = verdicts.get(case).copied();
            verdict.unwrap_or(Verdict::Skipped)
        });
        let counting = self.cases.iter().filter(|it| start.counts(&it.case));
        let worst = counting.map(|result| result.verdict).max();
        self.verdict = worst.unwrap_or_else(|| self.verdict_of_none());
        if start.left_out > 0 {
            // What a part of a subtask is worth says nothing.
            for group in &mut self.subtasks {
                group.points = None;
            }
        }
        let points: Option<Points> = self.subtasks.iter().map(|group| group.points).sum();
        self.score = points.map(|points| Score {
            points,
            of: self.subtasks.iter().map(|group| group.of).sum(),
        });
    }
}
