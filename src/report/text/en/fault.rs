//! The errors of the rooms below, which are in English already.

use mayan_reference::InputError;
use mayan_reference::diagnostic::{Diagnostic, Names};

use crate::config::ConfigError;
use crate::journal::JournalError;
use crate::sanitize;
use crate::submission::SubmissionError;
use crate::submission::class::ClassError;
use crate::testcase::TestcaseError;

pub(crate) fn submission(error: &SubmissionError) -> String {
    sanitize::line(&error.to_string())
}

pub(crate) fn class(error: &ClassError) -> String {
    sanitize::line(&error.to_string())
}

pub(crate) fn journal(error: &JournalError) -> String {
    match error {
        JournalError::Foreign(_) => {
            let error = sanitize::line(&error.to_string());
            format!("{error}: name another file with --out, or remove it")
        }
        _ => sanitize::line(&error.to_string()),
    }
}

pub(crate) fn journal_to_merge(error: &JournalError) -> String {
    match error {
        JournalError::Foreign(_) => format!(
            "{}: `merge` puts journals (.jsonl) together, `report` shows a report (.json)",
            sanitize::line(&error.to_string())
        ),
        _ => sanitize::line(&error.to_string()),
    }
}

pub(crate) fn config(error: &ConfigError) -> String {
    error.to_string()
}

pub(crate) fn testcase(error: &TestcaseError) -> String {
    error.to_string()
}

pub(crate) fn input(error: &InputError) -> Diagnostic {
    error.diagnostic()
}

pub(crate) fn diagnostic_names() -> Names {
    Names::ENGLISH
}
