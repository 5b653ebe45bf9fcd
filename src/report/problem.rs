//! Errors and warnings of the judge and its user, for standard error.

use std::fmt::Display;
use std::path::Path;

use mayan_reference::Rules;
use mayan_reference::diagnostic::{Diagnostic, Severity};

use super::explain;
use super::style::{Style, paint, wrap};
use crate::config::ConfigError;
use crate::finding::CheckOutcome;
use crate::sanitize;
use crate::testcase::{Testcase, TestcaseError};

/// An error in words alone.
#[must_use]
pub fn error(message: impl Display) -> String {
    told("error", anstyle::AnsiColor::Red, &message.to_string())
}

/// A warning in words alone.
#[must_use]
pub fn warning(message: impl Display) -> String {
    told("warning", anstyle::AnsiColor::Yellow, &message.to_string())
}

/// A word that is neither.
#[must_use]
pub fn note(message: impl Display) -> String {
    told("note", anstyle::AnsiColor::Cyan, &message.to_string())
}

/// A message in lines that fit, its first word in colour.
fn told(word: &str, colour: anstyle::AnsiColor, message: &str) -> String {
    let lead = word.len() + 2;
    let width = Style::detect().width;
    // As if the word were an indent, so that what follows has its own.
    let indent = " ".repeat(lead);
    let text: String = message
        .lines()
        .map(|line| wrap(line, &indent, width))
        .collect();
    format!(
        "{}: {}",
        paint(colour.on_default().bold(), word),
        &text[lead..]
    )
}

/// A configuration that can't be used, with the line drawn.
#[must_use]
pub fn config(problem: &ConfigError) -> String {
    match problem {
        ConfigError::Unreadable { .. } => error(problem),
        ConfigError::Invalid {
            path,
            text,
            diagnostic,
        } => drawn(diagnostic, path, text),
    }
}

/// A testcase that can't be used, with the line drawn.
#[must_use]
pub fn testcase(problem: &TestcaseError) -> String {
    match problem {
        TestcaseError::Unreadable { .. } => error(problem),
        TestcaseError::Input { path, text, error } => drawn(&error.diagnostic(), path, text),
    }
}

fn drawn(diagnostic: &Diagnostic, path: &Path, source: &[u8]) -> String {
    let path = sanitize::line(&path.to_string_lossy());
    format!(
        "{}\n",
        diagnostic.draw(Severity::Error, &path, source, true)
    )
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
    let path = sanitize::line(&path.to_string_lossy());
    let heading = error(format_args!(
        "{path} is not the least answer of {}",
        sanitize::line(&case.id.0)
    ));
    heading + &explain::checked(outcome, case.puzzle.n, case.puzzle.board, rules, style)
}
