//! What most hand-ins failed on, counted: by testcase, and by kind of fault.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::text;
use crate::summary::Report;
use crate::testcase::CaseId;
use crate::verdict::{CaseResult, Cause, Verdict};

/// The counts, the most frequent first.
pub(super) struct Failures<'a> {
    /// By testcase, those on which nobody failed left out.
    pub(super) cases: Vec<CaseFailures<'a>>,
    /// Kinds of fault in words, and how many hand-ins have them.
    pub(super) kinds: Vec<(&'static str, usize)>,
    /// How many hand-ins were graded.
    pub(super) graded: usize,
}

/// How many hand-ins failed on one testcase.
pub(super) struct CaseFailures<'a> {
    pub(super) case: &'a CaseId,
    pub(super) number: usize,
    /// Which verdicts they got, and how many each.
    pub(super) verdicts: Vec<(Verdict, usize)>,
}

impl<'a> Failures<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        let all = &report.start.cases;
        let mut cases: BTreeMap<usize, BTreeMap<Verdict, usize>> = BTreeMap::new();
        let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
        for result in &report.results {
            let mut own: Vec<&'static str> = Vec::new();
            if result.verdict == Verdict::CompileError {
                own.push(text::kind(&Cause::Compile));
            }
            for case in result.cases.iter().filter(|it| is_failure(it)) {
                if let Some(place) = all.iter().position(|it| it.case == case.case) {
                    let verdicts = cases.entry(place).or_default();
                    *verdicts.entry(case.verdict).or_default() += 1;
                }
                own.push(text::kind(&case.cause));
            }
            own.sort_unstable();
            own.dedup();
            for kind in own {
                *kinds.entry(kind).or_default() += 1;
            }
        }
        let mut cases: Vec<(usize, CaseFailures<'_>)> = cases
            .into_iter()
            .map(|(place, verdicts)| {
                let failures = CaseFailures {
                    case: &all[place].case,
                    number: verdicts.values().sum(),
                    verdicts: verdicts.into_iter().collect(),
                };
                (place, failures)
            })
            .collect();
        cases.sort_by_key(|(place, it)| (Reverse(it.number), *place));
        let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
        kinds.sort_by_key(|(kind, number)| (Reverse(*number), *kind));
        Self {
            cases: cases.into_iter().map(|(_, it)| it).collect(),
            kinds,
            graded: report.results.len(),
        }
    }
}

/// Whether a program failed on a case by what it did there.
fn is_failure(case: &CaseResult) -> bool {
    !matches!(
        case.verdict,
        Verdict::Accepted | Verdict::Skipped | Verdict::JudgeError | Verdict::CompileError
    )
}
