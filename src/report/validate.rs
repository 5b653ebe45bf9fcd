//! What there is to say of testcases: issues kind by kind, how hard each case is, and
//! how many issues there are.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use anstyle::AnsiColor;
use mayan_reference::diagnostic::Diagnostic;

use super::strength;
use super::style::{self, BOLD, Style, pad, pad_left, paint, shorten, wrap};
use super::{explain, problem, text};
use crate::sanitize;
use crate::units::short_duration;
use crate::validate::Validation;
use crate::validate::case::CaseReport;
use crate::validate::code::Code;
use crate::validate::issue::{Issue, Kind, OfAnswer, Severity};
use crate::validate::samples::SampleReport;

/// How many issues of a kind are shown, and files that were mended.
const MOST: usize = 3;
/// How many places of others are named.
const MOST_NAMED: usize = 8;
/// How many cases have a line in the table; of more, the hardest do.
const MOST_CASES: usize = 60;
const HARDEST: usize = 20;
/// The most columns that a name gets.
const NAME: usize = 32;

/// All of it.
#[must_use]
pub fn validation(validation: &Validation, style: Style) -> String {
    let mut out = mended(validation, style);
    let mut kinds: BTreeMap<(Severity, Code), Vec<&Issue>> = BTreeMap::new();
    for issue in &validation.issues {
        let kind = (issue.severity, issue.kind.code());
        kinds.entry(kind).or_default().push(issue);
    }
    for issues in kinds.values() {
        for it in issues.iter().take(MOST) {
            out += &issue(it, style);
            out.push('\n');
        }
        let more = issues.get(MOST..).unwrap_or_default();
        if !more.is_empty() {
            out += &others(more, style);
            out.push('\n');
        }
    }
    out += &cases(&validation.cases, style);
    out += &samples(&validation.samples, style);
    if let Some(found) = &validation.strength {
        out += &strength::strength(found, style);
        out.push('\n');
    }
    out + &summary(validation, style)
}

/// One issue, drawn where it has a place.
#[must_use]
pub fn issue(issue: &Issue, style: Style) -> String {
    let said = text::issue(style.lang, issue);
    let code = format!(" [{}]", issue.kind.code().as_str());
    let place = issue.file.as_deref().zip(issue.source.as_deref());
    let mut out = if let Some((path, source)) = place {
        let title = titled(issue.severity, &(said.title + &code), style);
        let said = Diagnostic { title, ..said };
        problem::drawn(style, issue.severity.into(), &said, path, source)
    } else {
        let title = match place_of(issue).as_str() {
            "" => said.title,
            place => text::of(style.lang, place, &said.title),
        };
        let help = said.help.map(|it| format!("\n{it}")).unwrap_or_default();
        let message = format!("{title}{code}{help}");
        match issue.severity {
            Severity::Error => problem::error(style, message),
            Severity::Warning => problem::warning(style, message),
            Severity::Note => problem::note(style, message),
        }
    };
    if let Kind::Answer(OfAnswer::Wrong {
        outcome,
        n,
        board,
        rules,
    }) = &issue.kind
    {
        out += &explain::checked(outcome, *n, *board, *rules, style);
    }
    out
}

/// A title in lines that fit behind the word that it has before it.
fn titled(severity: Severity, title: &str, style: Style) -> String {
    let names = text::diagnostic_names(style.lang);
    let word = match severity {
        Severity::Error => names.error,
        Severity::Warning => names.warning,
        Severity::Note => names.note,
    };
    let width = style.width.saturating_sub(style::width(word) + 2);
    wrap(title, "", Style { width, ..style })
        .trim_end()
        .to_owned()
}

/// Where an issue is: its file, else its case.
fn place_of(issue: &Issue) -> String {
    let file = issue.file.as_deref().map(Path::to_string_lossy);
    let case = issue.case.as_ref().map(|it| it.0.as_str().into());
    sanitize::line(&file.or(case).unwrap_or_default())
}

/// Those that are not shown.
fn others(more: &[&Issue], style: Style) -> String {
    let name = |issue: &&Issue| match &issue.case {
        Some(case) => sanitize::line(&case.0),
        None => place_of(issue),
    };
    let named: Vec<String> = more.iter().take(MOST_NAMED).map(name).collect();
    wrap(
        &text::more_issues(style.lang, more.len(), &named),
        "  ",
        style,
    )
}

fn mended(validation: &Validation, style: Style) -> String {
    let mended = &validation.mended;
    let mut out = String::new();
    for it in mended.iter().take(MOST_NAMED) {
        out += &wrap(&text::mended(style.lang, &it.file, &it.faults), "", style);
    }
    if mended.len() > MOST_NAMED {
        let more = text::more_mended(style.lang, mended.len() - MOST_NAMED);
        out += &wrap(&more, "", style);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// A table: the first column is a name, the others are numbers.
fn table<const N: usize>(heads: [&str; N], rows: &[[String; N]], style: Style) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| style::width(&row[column]));
        cells.max().unwrap_or(0).max(style::width(heads[column]))
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let others: usize = widths.iter().skip(1).map(|it| it + 2).sum();
    let name = widths[0].min(style.width.saturating_sub(others)).max(8);
    let line = |cells: &[String; N]| {
        let first = pad(&shorten(&cells[0], name, style), name);
        let rest = cells.iter().zip(widths).skip(1);
        let rest: String = rest
            .map(|(cell, width)| format!("  {}", pad_left(cell, width)))
            .collect();
        first + &rest
    };
    let heads = line(&heads.map(str::to_owned));
    let mut out = format!("{}\n", paint(BOLD, heads));
    for row in rows {
        out += &line(row);
        out.push('\n');
    }
    out + "\n"
}

fn cases(cases: &[CaseReport], style: Style) -> String {
    let lang = style.lang;
    if cases.is_empty() {
        return String::new();
    }
    let mut shown: Vec<&CaseReport> = cases.iter().collect();
    let mut heading = String::new();
    if cases.len() > MOST_CASES {
        shown.sort_by_key(|it| Reverse(it.hardness.nodes));
        shown.truncate(HARDEST);
        heading = wrap(&text::hardest(lang, shown.len(), cases.len()), "", style);
    }
    let row = |it: &&CaseReport| {
        let answer = it.answer.as_ref();
        [
            shorten(&sanitize::line(&it.case.0), NAME, style),
            it.n.to_string(),
            it.blocks.to_string(),
            it.colours.to_string(),
            answer.map_or("-1".to_owned(), |moves| moves.len().to_string()),
            text::least_moves(lang, it.hardness.least),
            it.hardness.nodes.to_string(),
            text::solutions(lang, it.hardness.solutions),
        ]
    };
    let rows: Vec<_> = shown.iter().map(row).collect();
    heading + &table(text::case_columns(lang), &rows, style)
}

fn samples(samples: &[SampleReport], style: Style) -> String {
    if samples.is_empty() {
        return String::new();
    }
    let row = |it: &SampleReport| {
        let hundredths = 100 * it.time.as_millis() / it.limit.as_millis().max(1);
        [
            shorten(&sanitize::line(&it.sample), NAME, style),
            it.expected.code().to_owned(),
            shorten(&sanitize::line(&it.slowest.0), NAME, style),
            short_duration(it.time),
            format!("{}.{:02}", hundredths / 100, hundredths % 100),
        ]
    };
    let rows: Vec<_> = samples.iter().map(row).collect();
    table(text::sample_columns(style.lang), &rows, style)
}

fn summary(validation: &Validation, style: Style) -> String {
    let [errors, warnings, notes] =
        [Severity::Error, Severity::Warning, Severity::Note].map(|it| validation.count(it));
    let colour = match (errors, warnings) {
        (0, 0) => AnsiColor::Green,
        (0, _) => AnsiColor::Yellow,
        _ => AnsiColor::Red,
    };
    let said = text::validated(style.lang, validation.inputs, errors, warnings, notes);
    format!("{}\n", paint(colour.on_default().bold(), said))
}
