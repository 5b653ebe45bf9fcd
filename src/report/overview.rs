//! A class in numbers and remarks, beside its standings: what hand-ins failed on,
//! what somebody should look at.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::{probes, text};
use crate::lang::Lang;
use crate::sanitize;
use crate::submission::class::{Contestant, LeftOut, Unused};
use crate::summary::Report;
use crate::testcase::CaseId;
use crate::verdict::{CaseResult, Cause, Verdict};

/// What hand-ins failed on, in numbers.
#[derive(Debug)]
pub struct Failures {
    /// By testcase, those first on which most failed. Hand-ins that don't compile
    /// are not among them, nor are testcases that don't count.
    pub cases: Vec<FailedCase>,
    /// By kind of fault, in words: how many hand-ins have it, most first.
    pub kinds: Vec<(&'static str, usize)>,
}

/// How many hand-ins failed on a testcase.
#[derive(Debug)]
pub struct FailedCase {
    /// Its place among the report's testcases.
    pub place: usize,
    /// How many, by verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
}

impl FailedCase {
    /// How many in all.
    #[must_use]
    pub fn number(&self) -> usize {
        self.verdicts.values().sum()
    }
}

impl Failures {
    /// Counts the failures of a report.
    #[must_use]
    pub fn of(report: &Report, lang: Lang) -> Self {
        let places: HashMap<&CaseId, usize> = report
            .start
            .cases
            .iter()
            .enumerate()
            .map(|(place, info)| (&info.case, place))
            .collect();
        let mut cases: BTreeMap<usize, BTreeMap<Verdict, usize>> = BTreeMap::new();
        let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
        for result in &report.results {
            if result.verdict == Verdict::CompileError {
                *kinds.entry(text::kind(lang, &Cause::Compile)).or_default() += 1;
                continue;
            }
            let mut own: Vec<&'static str> = Vec::new();
            let counts = |it: &&CaseResult| is_failure(it) && report.start.counts(&it.case);
            for case in result.cases.iter().filter(counts) {
                if let Some(place) = places.get(&case.case) {
                    let verdicts = cases.entry(*place).or_default();
                    *verdicts.entry(case.verdict).or_default() += 1;
                }
                own.push(text::kind(lang, &case.cause));
            }
            own.sort_unstable();
            own.dedup();
            for kind in own {
                *kinds.entry(kind).or_default() += 1;
            }
        }
        let mut cases: Vec<FailedCase> = cases
            .into_iter()
            .map(|(place, verdicts)| FailedCase { place, verdicts })
            .collect();
        cases.sort_by_key(|it| (Reverse(it.number()), it.place));
        let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
        kinds.sort_by_key(|(kind, number)| (Reverse(*number), *kind));
        Self { cases, kinds }
    }
}

fn is_failure(case: &CaseResult) -> bool {
    !matches!(
        case.verdict,
        Verdict::Accepted | Verdict::Skipped | Verdict::JudgeError | Verdict::CompileError
    )
}

/// Something that somebody should look at.
#[derive(Debug)]
pub struct Attention<'a> {
    /// Whose hand-ins; nobody's for what concerns the whole class.
    pub contestants: Vec<&'a Contestant>,
    /// What.
    pub said: String,
}

impl Attention<'_> {
    /// In a line.
    #[must_use]
    pub fn line(&self, lang: Lang) -> String {
        if self.contestants.is_empty() {
            return self.said.clone();
        }
        let names = self.contestants.iter();
        let names: Vec<String> = names.map(|it| sanitize::line(&it.to_string())).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text::of_contestants(lang, &names, &self.said)
    }
}

/// What somebody should look at: failures of the judge, programs that know the testcases
/// and not their like, odd hand-ins, hints, files
/// that may be missed. What is to be said of several is said once.
#[must_use]
pub fn attention(report: &Report, lang: Lang) -> Vec<Attention<'_>> {
    let nobodys = |said| Attention {
        contestants: Vec::new(),
        said,
    };
    let mut all: Vec<Attention<'_>> = Vec::new();
    all.extend(judge_faults(report, lang).into_iter().map(nobodys));
    let contestants = &report.start.contestants;
    let results = report.by_submission();
    all.extend(together(contestants.iter().flat_map(|it| {
        let result = results.get(it.id.as_str());
        let flags = result.map_or_else(Vec::new, |result| probes::flags(lang, result));
        flags.into_iter().map(move |said| (it, said))
    })));
    let remarks = contestants.iter().flat_map(|it| {
        let remarks = it.remarks.iter();
        remarks.map(move |remark| (it, text::remark(lang, remark)))
    });
    all.extend(together(remarks));
    let hints = contestants.iter().flat_map(|it| {
        let result = results.get(it.id.as_str());
        let compilation = result.and_then(|result| result.compilation.as_ref());
        let hints = compilation.into_iter().flat_map(|it| &it.hints);
        hints.map(move |hint| (it, text::hint_line(lang, &text::hint(lang, hint))))
    });
    all.extend(together(hints));
    all.extend(read_otherwise(report, lang).map(nobodys));
    all.extend(left_out(report, lang).into_iter().map(nobodys));
    all
}

/// How many hand-ins follow another reading of the statement, and lose nothing by it.
fn read_otherwise(report: &Report, lang: Lang) -> Option<String> {
    let results = report.results.iter();
    let otherwise = results.filter(|it| it.uncounted(&report.start).read_otherwise > 0);
    match otherwise.count() {
        0 => None,
        number => Some(text::read_otherwise(lang, number)),
    }
}

/// The judge's failures, each with some of those whom it struck.
fn judge_faults(report: &Report, lang: Lang) -> Vec<String> {
    let mut faults: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for result in &report.results {
        let own = result.cases.iter().flat_map(|case| {
            let own = judge_fault(case).into_iter();
            own.chain(probes::judge_faults(case))
        });
        let mut own: Vec<&str> = own.collect();
        own.sort_unstable();
        own.dedup();
        for message in own {
            let names = faults.entry(message).or_default();
            names.push(&result.begun.submission);
        }
    }
    faults
        .iter()
        .map(|(message, names)| text::judge_failed(lang, names, message))
        .collect()
}

/// Remarks on contestants, of which those that say the same become one.
fn together<'a>(remarks: impl Iterator<Item = (&'a Contestant, String)>) -> Vec<Attention<'a>> {
    let mut all: Vec<Attention<'a>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (contestant, said) in remarks {
        let place = *places.entry(said.clone()).or_insert_with(|| {
            all.push(Attention {
                contestants: Vec::new(),
                said,
            });
            all.len() - 1
        });
        all[place].contestants.push(contestant);
    }
    all
}

/// The files that somebody may miss, of those that were left out.
fn left_out(report: &Report, lang: Lang) -> Vec<String> {
    /// So many in full.
    const MOST: usize = 20;
    let is_known = |it: &&LeftOut| {
        matches!(
            it.why,
            Unused::NotChosen { .. } | Unused::OtherProblem | Unused::Litter | Unused::NoSource
        )
    };
    let files = &report.start.left_out_files;
    let missed = || files.iter().filter(|it| !is_known(it));
    let mut lines: Vec<String> = missed()
        .take(MOST)
        .map(|it| text::left_out_line(lang, &text::left_out(lang, it)))
        .collect();
    let more = missed().count() - lines.len();
    if more > 0 {
        lines.push(text::left_out_more(lang, more));
    }
    let strange = files.iter().filter(|it| it.why == Unused::NoSource).count();
    if strange > 0 {
        lines.push(text::left_out_strange(lang, strange));
    }
    lines
}

fn judge_fault(case: &CaseResult) -> Option<&str> {
    match &case.cause {
        Cause::Judge { message } => Some(message),
        _ => None,
    }
}

/// A class in numbers of contestants.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Everyone.
    pub contestants: usize,
    /// Accepted.
    pub accepted: usize,
    /// Refused by the compiler.
    pub refused: usize,
    /// With a failure of the judge.
    pub judge_errors: usize,
    /// Without anything that can be graded.
    pub absent: usize,
    /// Not graded yet; `None` where the run came to its end.
    pub missing: Option<usize>,
}

impl Ending {
    /// Counts a report's contestants.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let of = |verdict| {
            let results = report.results.iter();
            results.filter(|it| it.verdict == verdict).count()
        };
        let contestants = &report.start.contestants;
        let missing = report.submissions().saturating_sub(report.results.len());
        Self {
            contestants: contestants.len(),
            accepted: of(Verdict::Accepted),
            refused: of(Verdict::CompileError),
            judge_errors: of(Verdict::JudgeError),
            absent: contestants.iter().filter(|it| it.file.is_none()).count(),
            missing: (missing > 0 || report.interrupted).then_some(missing),
        }
    }
}
