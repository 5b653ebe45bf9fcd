//! What somebody should look at: failures of the judge, odd hand-ins, hints,
//! files that may be missed.

use std::collections::BTreeMap;

use super::text::count;
use super::{class, hints};
use crate::submission::class::{Contestant, LeftOut, Unused};
use crate::summary::Report;
use crate::verdict::{CaseResult, Cause};

/// Something to look at.
pub(super) struct Attention<'a> {
    /// Whose hand-in, if it is one's.
    pub(super) contestant: Option<&'a Contestant>,
    /// What.
    pub(super) said: String,
}

/// Everything that somebody should look at.
pub(super) fn attention(report: &Report) -> Vec<Attention<'_>> {
    let mut all: Vec<Attention<'_>> = Vec::new();
    let general = |said| Attention {
        contestant: None,
        said,
    };
    all.extend(judge_faults(report).into_iter().map(general));
    for contestant in &report.start.contestants {
        all.extend(contestant.remarks.iter().map(|remark| Attention {
            contestant: Some(contestant),
            said: class::remark(remark),
        }));
    }
    let results = report.by_submission();
    for contestant in &report.start.contestants {
        let compilation = results
            .get(contestant.id.as_str())
            .and_then(|result| result.compilation.as_ref());
        let hints = compilation.iter().flat_map(|it| &it.hints);
        all.extend(hints.map(|hint| Attention {
            contestant: Some(contestant),
            said: format!("hint: {}", hints::hint(hint)),
        }));
    }
    all.extend(left_out(report).into_iter().map(general));
    all
}

/// The judge's failures, each with some of those whom it struck.
fn judge_faults(report: &Report) -> Vec<String> {
    let mut faults: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for result in &report.results {
        let mut own: Vec<&str> = result.cases.iter().filter_map(judge_fault).collect();
        own.sort_unstable();
        own.dedup();
        for message in own {
            let names = faults.entry(message).or_default();
            names.push(&result.begun.submission);
        }
    }
    faults
        .iter()
        .map(|(message, names)| {
            let names = class::some(names);
            format!("the judge failed (JE, no marks lost): {names}: {message}")
        })
        .collect()
}

fn judge_fault(case: &CaseResult) -> Option<&str> {
    match &case.cause {
        Cause::Judge { message } => Some(message),
        _ => None,
    }
}

/// The files that somebody may miss, of those that were left out.
fn left_out(report: &Report) -> Vec<String> {
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
        .map(|it| format!("left out: {}", class::left_out(it)))
        .collect();
    let more = missed().count() - lines.len();
    if more > 0 {
        lines.push(format!(
            "left out: {} more, see --dry-run",
            count(more, "file")
        ));
    }
    let strange = files.iter().filter(|it| it.why == Unused::NoSource).count();
    if strange > 0 {
        let what = count(strange, "file");
        lines.push(format!(
            "left out: {what} of no known language, see --dry-run"
        ));
    }
    lines
}
