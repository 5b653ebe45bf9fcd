//! Texts without colours, and the same on every machine: for documents.

use anstream::adapter::strip_str;

use super::explain;
use super::style::Style;
use super::text::{self, Label};
use crate::event::{CaseInfo, Compilation, Limits};
use crate::lang::Lang;
use crate::sanitize;
use crate::submission::class::{Contestant, Remark};
use crate::summary::{Report, SubmissionReport};
use crate::verdict::{CaseResult, Cause, Verdict};

use mayan_reference::Rules;

fn style(lang: Lang) -> Style {
    Style {
        unicode: true,
        width: 80,
        lang,
    }
}

/// A case's result, explained with boards.
#[must_use]
pub fn explained(
    lang: Lang,
    result: &CaseResult,
    case: &CaseInfo,
    limits: &Limits,
    rules: Rules,
) -> String {
    let text = explain::case(result, case, limits, rules, style(lang));
    sanitize::lines(strip_str(&text).to_string().as_bytes())
}

/// What the compiler said, and what can be done about it; empty where there is
/// nothing to say.
#[must_use]
pub fn compiled(lang: Lang, compilation: &Compilation) -> String {
    let mut parts = Vec::new();
    if !compilation.message.is_empty() {
        parts.push(sanitize::lines(compilation.message.as_bytes()));
    }
    for hint in &compilation.hints {
        let said = text::hint(lang, hint);
        parts.push(text::of(lang, text::label(lang, Label::Hint), &said));
    }
    parts.join("\n")
}

/// Why somebody has no result.
#[must_use]
pub fn absent(lang: Lang, contestant: &Contestant) -> String {
    let mut remarks = contestant.remarks.iter();
    let why = remarks.find(|it| {
        matches!(
            it,
            Remark::NothingHandedIn | Remark::NothingUsable { .. } | Remark::SameName
        )
    });
    match why {
        Some(why) => text::remark(lang, why),
        None => text::absent(lang, None).to_owned(),
    }
}

/// What became of the cases that don't count; `None` where all were accepted.
#[must_use]
pub fn uncounted(lang: Lang, report: &Report, result: &SubmissionReport) -> Option<String> {
    let found = result.uncounted(&report.start);
    (found.failed > 0).then(|| text::uncounted(lang, found))
}

/// Why somebody whose program was graded has no score; `None` where there is one.
#[must_use]
pub fn unscored(lang: Lang, report: &Report, result: &SubmissionReport) -> Option<String> {
    if result.score.is_some() {
        return None;
    }
    let fault = result.cases.iter().find_map(|case| match &case.cause {
        Cause::Judge { message } => Some(message),
        _ => None,
    });
    let is_ours = result.verdict == Verdict::JudgeError;
    let left_out = report.start.left_out > 0;
    let why = text::unscored(lang, is_ours, left_out).to_owned();
    Some(match fault {
        Some(message) => text::of(lang, &why, message),
        None => why,
    })
}
