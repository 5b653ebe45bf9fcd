//! One result with all that it rests on, for an appeal.

use super::explain;
use super::isolation;
use super::probes;
use super::style::{self, BOLD, Style, pad, paint};
use super::text::{self, Fact, Label};
use crate::event::CaseInfo;
use crate::sanitize;
use crate::submission::class::Contestant;
use crate::summary::{Report, SubmissionReport};
use crate::verdict::{CaseResult, Verdict};

/// What is appealed against.
#[derive(Clone, Copy, Debug)]
pub struct Appeal<'a> {
    /// The report that it is in.
    pub report: &'a Report,
    /// Whose it is.
    pub contestant: &'a Contestant,
    /// What they got.
    pub submission: &'a SubmissionReport,
    /// The testcase.
    pub case: &'a CaseInfo,
    /// What they got on it.
    pub result: &'a CaseResult,
}

/// The result explained, and below it what it rests on: points, limits, what was
/// used, all attempts, the source's digest, the compiler, the machine, the judge.
#[must_use]
pub fn appeal(appeal: &Appeal<'_>, style: Style) -> String {
    let Appeal {
        report,
        contestant,
        submission,
        case,
        result,
    } = *appeal;
    let lang = style.lang;
    let name = sanitize::line(&contestant.to_string());
    let limits = &submission.begun.limits;
    let explained = explain::case(result, case, limits, report.start.rules, style);
    let mut out = paint(BOLD, style::wrap(&name, "", style).trim_end());
    out += &format!("\n{explained}");
    out += &probes::explained(result, limits, report.start.rules, style);
    out += &besides(appeal, style);
    out.push('\n');
    out += &format!("{}\n", paint(BOLD, text::label(lang, Label::RestsOn)));
    let facts = facts(appeal, style);
    let names = facts.iter().map(|(fact, _)| text::fact(lang, *fact));
    let column = names.map(style::width).max().unwrap_or(0) + 2;
    let indent = " ".repeat(2 + column);
    for (fact, said) in &facts {
        let said = style::wrap(said, &indent, style);
        let name = pad(text::fact(lang, *fact), column);
        out += &format!("  {name}{}", said.trim_start());
    }
    out
}

/// What is known of the hand-in besides its results: what the compiler said where it
/// refused the source, hints, remarks.
fn besides(appeal: &Appeal<'_>, style: Style) -> String {
    let lang = style.lang;
    let mut out = String::new();
    if let Some(compilation) = &appeal.submission.compilation {
        if appeal.result.verdict == Verdict::CompileError {
            out += &explain::quote(&compilation.message, 20, 0, style);
        }
        for hint in &compilation.hints {
            let hint = text::hint(lang, hint);
            let said = text::of(lang, text::label(lang, Label::Hint), &hint);
            out += &style::wrap(&said, "  ", style);
        }
    }
    for remark in &appeal.contestant.remarks {
        out += &style::wrap(&text::remark(lang, remark), "  ", style);
    }
    out
}

fn facts(appeal: &Appeal<'_>, style: Style) -> Vec<(Fact, String)> {
    let lang = style.lang;
    let start = &appeal.report.start;
    let begun = &appeal.submission.begun;
    let mut facts = Vec::new();
    let mut add = |fact: Fact, said: Option<String>| {
        facts.extend(said.filter(|it| !it.is_empty()).map(|said| (fact, said)));
    };
    let place = start
        .subtasks
        .iter()
        .position(|group| group.cases.contains(&appeal.case.case));
    let group = place.and_then(|place| appeal.submission.subtasks.get(place));
    add(
        Fact::Subtask,
        group.map(|group| {
            let points = text::group_points(lang, group);
            format!(
                "{}  [{}]  {points}",
                sanitize::line(&group.name),
                group.strip
            )
        }),
    );
    add(Fact::Limits, Some(text::limits(lang, &begun.limits)));
    add(
        Fact::Used,
        appeal.result.usage.map(|it| text::used(lang, &it)),
    );
    add(
        Fact::Attempts,
        Some(text::attempts(lang, &appeal.result.attempts)),
    );
    let probing = start.probing.as_ref();
    add(Fact::Probes, probing.map(|it| text::probing(lang, it)));
    add(Fact::Rules, Some(text::rules(lang, start.rules)));
    add(Fact::InputOutput, Some(text::input_output(lang, &start.io)));
    add(
        Fact::File,
        appeal.contestant.file.as_deref().map(sanitize::line),
    );
    add(Fact::Digest, begun.digest.map(|it| it.to_string()));
    add(
        Fact::Language,
        begun.language.as_deref().map(sanitize::line),
    );
    let compilation = appeal.submission.compilation.as_ref();
    let toolchain = compilation.and_then(|it| it.toolchain.as_deref());
    add(Fact::Compiler, toolchain.map(sanitize::line));
    add(Fact::Machine, begun.machine.as_deref().map(sanitize::line));
    add(
        Fact::Isolation,
        Some(isolation::shortfall(&start.isolation, lang)),
    );
    add(Fact::Judge, Some(format!("mayan-judge {}", start.judge)));
    facts
}
