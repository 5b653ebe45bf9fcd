//! Errors and warnings of the judge and its user, for standard error.

use std::fmt::Display;
use std::path::Path;

use mayan_reference::Rules;
use mayan_reference::diagnostic::{Diagnostic, Severity};

use super::explain;
use super::style::{self, Style, paint, wrap};
use super::text::{self, Label};
use crate::config::ConfigError;
use crate::finding::CheckOutcome;
use crate::sanitize;
use crate::testcase::{Testcase, TestcaseError};

/// An error in words alone.
#[must_use]
pub fn error(style: Style, message: impl Display) -> String {
    told(
        style,
        Label::Error,
        anstyle::AnsiColor::Red,
        &message.to_string(),
    )
}

/// A warning in words alone.
#[must_use]
pub fn warning(style: Style, message: impl Display) -> String {
    told(
        style,
        Label::Warning,
        anstyle::AnsiColor::Yellow,
        &message.to_string(),
    )
}

/// A word that is neither.
#[must_use]
pub fn note(style: Style, message: impl Display) -> String {
    told(
        style,
        Label::Note,
        anstyle::AnsiColor::Cyan,
        &message.to_string(),
    )
}

/// A message in lines that fit, its first word in colour.
fn told(style: Style, word: Label, colour: anstyle::AnsiColor, message: &str) -> String {
    let word = text::label(style.lang, word);
    let lead = style::width(word) + 2;
    // As if the word were an indent, so that what follows has its own.
    let indent = " ".repeat(lead);
    let said: String = message
        .lines()
        .map(|line| wrap(line, &indent, style))
        .collect();
    format!(
        "{}: {}",
        paint(colour.on_default().bold(), word),
        &said[lead..]
    )
}

/// A configuration that can't be used, with the line drawn.
#[must_use]
pub fn config(style: Style, problem: &ConfigError) -> String {
    match problem {
        ConfigError::Unreadable { .. } => error(style, text::config(style.lang, problem)),
        ConfigError::Invalid {
            path,
            text: source,
            diagnostic,
        } => drawn(style, Severity::Error, diagnostic, path, source),
    }
}

/// A testcase that can't be used, with the line drawn.
#[must_use]
pub fn testcase(style: Style, problem: &TestcaseError) -> String {
    match problem {
        TestcaseError::Unreadable { .. } => error(style, text::testcase(style.lang, problem)),
        TestcaseError::Input {
            path,
            text: source,
            error,
        } => {
            let diagnostic = text::input(style.lang, error);
            drawn(style, Severity::Error, &diagnostic, path, source)
        }
    }
}

/// A diagnostic with its line drawn.
pub(super) fn drawn(
    style: Style,
    severity: Severity,
    diagnostic: &Diagnostic,
    path: &Path,
    source: &[u8],
) -> String {
    let path = sanitize::line(&path.to_string_lossy());
    let names = text::diagnostic_names(style.lang);
    let room = Style {
        width: style.width.saturating_sub(style::width(names.help) + 2),
        ..style
    };
    let help = diagnostic.help.as_deref();
    let diagnostic = Diagnostic {
        help: help.map(|it| wrap(it, "", room).trim_end().to_owned()),
        ..diagnostic.clone()
    };
    let drawn = diagnostic.draw_with(&names, severity, &path, source, true);
    drawn + "\n"
}

/// An answer file that is wrong: which, and how.
#[must_use]
pub fn wrong_answer_file(
    path: &Path,
    outcome: &CheckOutcome,
    case: &Testcase,
    rules: Rules,
    style: Style,
) -> String {
    let said = text::not_least_answer(style.lang, path, &case.id.0);
    let heading = error(style, said);
    heading + &explain::checked(outcome, case.puzzle.n, case.puzzle.board, rules, style)
}
