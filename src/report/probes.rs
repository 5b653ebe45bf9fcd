//! What came of boards besides the testcases: who is to be looked at, and why.

use mayan_reference::{Puzzle, Rules};

use super::explain;
use super::style::{self, Style};
use super::text;
use crate::event::{CaseInfo, Limits};
use crate::lang::Lang;
use crate::summary::SubmissionReport;
use crate::verdict::{CaseResult, Cause, Probe, ProbeKind, Verdict};

/// The testcases of a submission with boards of a kind that somebody should look at.
#[must_use]
pub fn flagged(submission: &SubmissionReport, kind: ProbeKind) -> Vec<&str> {
    let cases = submission.cases.iter();
    let flagged = cases.filter(|it| it.flagged(kind) > 0);
    flagged.map(|it| it.case.0.as_str()).collect()
}

/// What somebody should look at in a submission, a line each; none for most.
#[must_use]
pub fn flags(lang: Lang, submission: &SubmissionReport) -> Vec<String> {
    let of = |kind| {
        let cases = flagged(submission, kind);
        (!cases.is_empty()).then(|| text::flagged(lang, kind, &cases))
    };
    ProbeKind::ALL.into_iter().filter_map(of).collect()
}

/// How a program did on the boards besides a testcase, in half a line: empty where
/// nobody need look.
#[must_use]
pub fn beside(lang: Lang, result: &CaseResult) -> String {
    let Some(probes) = &result.probes else {
        return String::new();
    };
    let said = ProbeKind::ALL.into_iter().filter_map(|kind| {
        let failed = probes.flagged(kind).count();
        (failed > 0).then(|| text::probes_failed(lang, kind, failed, probes.all(kind)))
    });
    let said: Vec<String> = said.collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    text::list(lang, &said)
}

/// The first board of each kind that somebody should look at, in a sentence each.
#[must_use]
pub fn examples(lang: Lang, result: &CaseResult, limits: &Limits) -> Vec<String> {
    let Some(probes) = &result.probes else {
        return Vec::new();
    };
    let said = |probe: &Probe| {
        let (n, board) = (probe.n, probe.board);
        let puzzle = Puzzle { n, board }.to_string();
        let puzzle: Vec<&str> = puzzle.lines().collect();
        let found = text::cause(lang, &probe.cause, &info(probe, result), limits);
        let code = probe.verdict.code();
        text::probe_example(lang, probe.kind, &puzzle.join(" "), code, &found)
    };
    let firsts = ProbeKind::ALL.into_iter();
    let firsts = firsts.filter_map(|kind| probes.flagged(kind).next());
    firsts.map(said).collect()
}

/// The same with boards, and what was not held against anybody.
#[must_use]
pub fn explained(result: &CaseResult, limits: &Limits, rules: Rules, style: Style) -> String {
    let lang = style.lang;
    let Some(probes) = &result.probes else {
        return String::new();
    };
    let mut out = String::new();
    for kind in ProbeKind::ALL {
        let all = probes.all(kind);
        let flagged = probes.flagged(kind).count();
        let failed = probes.failed.iter().filter(|it| it.kind == kind);
        let others = failed.filter(|it| !it.flagged && it.verdict != Verdict::JudgeError);
        let others = others.count();
        if all > 0 {
            let said = text::probes_failed(lang, kind, flagged, all);
            let said = text::sentence(lang, &explain::capital(&said));
            out += &style::wrap(&said, "  ", style);
        }
        if others > 0 {
            out += &style::wrap(&text::probes_unsaid(lang, kind, others), "  ", style);
        }
        if let Some(probe) = probes.flagged(kind).next() {
            let own = probe.result(&result.case);
            let said = explain::case(&own, &info(probe, result), limits, rules, style);
            out += &format!("\n{} {said}\n", text::probe_heading(lang, kind));
        }
    }
    out
}

/// The board as if it were a testcase.
fn info(probe: &Probe, result: &CaseResult) -> CaseInfo {
    CaseInfo {
        case: result.case.clone(),
        n: probe.n,
        board: probe.board,
        answer: probe.answer.clone(),
        description: None,
    }
}

/// The judge's failures on boards besides a testcase.
pub(super) fn judge_faults(result: &CaseResult) -> impl Iterator<Item = &str> {
    let probes = result.probes.iter().flat_map(|it| &it.failed);
    probes.filter_map(|it| match &it.cause {
        Cause::Judge { message } => Some(message.as_str()),
        _ => None,
    })
}
