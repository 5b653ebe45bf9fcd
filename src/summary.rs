//! The report: events folded into what a reader wants to know at the end.

use serde::{Deserialize, Serialize};

use crate::event::{Compilation, Event, Start};
use crate::scoring::{self, GroupScore, Points};
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
    pub submission: String,
    /// Its language; `null` for a program that runs as it is.
    pub language: Option<String>,
    /// The worst verdict of its cases.
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
            Event::SubmissionStarted {
                submission,
                language,
            } => {
                let mut report = SubmissionReport {
                    submission: submission.clone(),
                    language: language.clone(),
                    verdict: Verdict::Skipped,
                    score: None,
                    compilation: None,
                    subtasks: Vec::new(),
                    cases: Vec::new(),
                };
                report.rate(&self.start);
                self.results.push(report);
            }
            Event::Compiled(compilation) => {
                if let Some(report) = self.results.last_mut() {
                    report.compilation = Some(compilation.clone());
                }
            }
            Event::CaseFinished { result, .. } => {
                if let Some(report) = self.results.last_mut() {
                    report.cases.push(result.clone());
                    report.rate(&self.start);
                }
            }
            Event::SubmissionFinished { .. } => {}
            Event::Finished { interrupted } => self.interrupted = *interrupted,
        }
    }

    /// Whether a result is the judge's fault.
    #[must_use]
    pub fn has_judge_error(&self) -> bool {
        self.results
            .iter()
            .any(|report| report.verdict == Verdict::JudgeError)
    }

    /// Whether every submission was accepted on every case.
    #[must_use]
    pub fn all_accepted(&self) -> bool {
        let all = self.start.cases.len();
        self.results.len() == self.start.submissions
            && self
                .results
                .iter()
                .all(|report| report.verdict == Verdict::Accepted && report.cases.len() == all)
    }
}

impl SubmissionReport {
    /// The first case that was run and is not accepted.
    #[must_use]
    pub fn first_failure(&self) -> Option<&CaseResult> {
        self.cases
            .iter()
            .find(|result| result.verdict > Verdict::Skipped)
    }

    /// Brings verdict, strips and score up to date with the cases.
    fn rate(&mut self, start: &Start) {
        let verdict_of = |case| {
            let result = self.cases.iter().find(|result| &result.case == case);
            result.map_or(Verdict::Skipped, |result| result.verdict)
        };
        self.subtasks = start
            .subtasks
            .iter()
            .map(|group| {
                let verdicts: Vec<Verdict> = group.cases.iter().map(verdict_of).collect();
                scoring::score(group, &verdicts)
            })
            .collect();
        self.verdict = self
            .cases
            .iter()
            .map(|result| result.verdict)
            .max()
            .unwrap_or(Verdict::Skipped);
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
