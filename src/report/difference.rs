//! How two reports of one class differ: what a rejudge would change.

use std::collections::{HashMap, HashSet};

use super::style::{self, BOLD, Style, paint};
use super::{probes, text};
use crate::sanitize;
use crate::scoring::Points;
use crate::summary::{Report, SubmissionReport};
use crate::testcase::CaseId;
use crate::verdict::Verdict;

/// What differs, contestant by contestant; empty if nothing does.
#[must_use]
pub fn difference(old: &Report, new: &Report, style: Style) -> String {
    let (before, after) = (old.by_submission(), new.by_submission());
    let mut out = String::new();
    let mut changed = 0;
    let mut seen: HashSet<&str> = HashSet::new();
    let everyone = new.start.contestants.iter().chain(&old.start.contestants);
    for contestant in everyone {
        let id = contestant.id.as_str();
        if !seen.insert(id) {
            continue;
        }
        let lines = lines(before.get(id).copied(), after.get(id).copied(), style);
        if lines.is_empty() {
            continue;
        }
        changed += 1;
        let name = sanitize::line(&contestant.to_string());
        out += &format!("{}\n{lines}", paint(BOLD, name));
    }
    if out.is_empty() {
        return out;
    }
    format!("{}\n\n{out}\n", text::would_change(style.lang, changed))
}

fn lines(
    before: Option<&SubmissionReport>,
    after: Option<&SubmissionReport>,
    style: Style,
) -> String {
    let mut out = String::new();
    let [old, new] = [before, after].map(verdicts);
    let mut cases: Vec<&CaseId> = old.keys().chain(new.keys()).copied().collect();
    cases.sort();
    cases.dedup();
    for case in cases {
        let [was, is] = [&old, &new].map(|it| it.get(case).copied());
        if was != is {
            let (was, is) = (code(was), code(is));
            let said = format!("{was} -> {is}  {}", sanitize::line(&case.0));
            out += &style::wrap(&said, "  ", style);
        }
    }
    let [was, is] = [before, after].map(|it| {
        let flags = it.map(|it| probes::flags(style.lang, it));
        flags.unwrap_or_default()
    });
    for (sign, own, others) in [('-', &was, &is), ('+', &is, &was)] {
        for said in own.iter().filter(|it| !others.contains(it)) {
            out += &style::wrap(&format!("{sign} {said}"), "  ", style);
        }
    }
    let [was, is] = [before, after].map(points);
    if was != is {
        out += &format!("  {}\n", text::score_change(style.lang, &was, &is));
    }
    out
}

fn verdicts(report: Option<&SubmissionReport>) -> HashMap<&CaseId, Verdict> {
    let cases = report.into_iter().flat_map(|report| &report.cases);
    cases.map(|it| (&it.case, it.verdict)).collect()
}

fn code(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("--", Verdict::code)
}

fn points(report: Option<&SubmissionReport>) -> String {
    let points: Option<Points> = report.and_then(|it| it.score).map(|it| it.points);
    points.map_or_else(|| "-".to_owned(), |points| points.to_string())
}
