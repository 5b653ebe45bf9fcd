//! Where results are kept: the report, the journal, and what a rejudge puts in
//! their place.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::super::documents::{Documents, is_same, one_submission};
use super::super::{Failure, unusable_file, unwritable};
use super::hand_ins::HandIns;
use crate::cli::GradeArgs;
use crate::exit::Exit;
use crate::journal::merge::merge;
use crate::journal::read::Contents;
use crate::journal::{Journal, JournalError};
use crate::report::difference::difference;
use crate::report::file::{DocumentFile, Kind};
use crate::report::style::Style;
use crate::report::text::{self, Label};
use crate::report::{json, problem};
use crate::summary::Report;

/// The files of a run.
pub(super) struct Keeping {
    /// The report, to be written at the end.
    report: Option<(DocumentFile, PathBuf)>,
    /// What else is to be written of it.
    documents: Documents,
    /// The journal that is written to.
    pub(super) journal: Option<(Journal, Contents)>,
    /// What is to be held against the new results, and where these belong.
    rejudged: Option<Rejudged>,
}

struct Rejudged {
    old: Report,
    /// Kept locked until the new one is in its place.
    journal: Journal,
    /// Whether the new results replace the old.
    replace: bool,
}

impl Keeping {
    /// Makes sure of all files before a long run begins.
    pub(super) fn prepare(
        args: &GradeArgs,
        hand_ins: &HandIns,
        style: Style,
    ) -> Result<Self, Failure> {
        if args.json.as_deref() == Some(Path::new("-")) {
            return Err(Failure::usage(style, text::json_dash(style.lang)));
        }
        let is_class = hand_ins.layout.is_some();
        let named = |ending: &str| {
            let mut name = hand_ins.name.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        // A part's report is that of its journal, once it is merged.
        let is_part = args.journal.partition.is_some();
        let report = match &args.json {
            Some(path) => Some(path.clone()),
            None => (is_class && !is_part).then(|| named(".report.json")),
        };
        let is_stream = |path: &Path| path.metadata().is_ok_and(|it| !it.is_file());
        let journal = match (&args.journal.out, &report) {
            (Some(path), _) => Some(path.clone()),
            (None, Some(report)) if is_class && is_stream(report) => Some(named(".report.jsonl")),
            (None, Some(report)) if is_class => Some(report.with_extension("jsonl")),
            (None, _) => None,
        };
        if let (Some(report), Some(journal)) = (&report, &journal)
            && is_same(report, journal)
        {
            let message = text::report_and_journal(style.lang, report);
            return Err(Failure::usage(style, message));
        }
        one_submission(&args.documents, hand_ins.submissions.len(), style)?;
        let taken = report.iter().chain(&journal).map(|it| &**it);
        let documents = Documents::prepare(&args.documents, &taken.collect::<Vec<_>>(), style)?;
        let Some(path) = journal else {
            if args.journal.rejudge {
                let message = text::rejudge_without_journal(style.lang);
                return Err(Failure::usage(style, message));
            }
            return Ok(Self::new(created(report, style)?, documents, None, None));
        };
        if !args.journal.rejudge {
            // First what may be refused: nothing is to be left behind then.
            let report = created(report, style)?;
            let journal = Journal::open(&path).map_err(|error| failure(style, &error))?;
            if args.journal.out.is_none() && args.json.is_none() {
                same_folder(&journal.1, hand_ins, style)?;
            }
            return Ok(Self::new(report, documents, Some(journal), None));
        }
        if !path.exists() {
            let message = text::nothing_to_rejudge(style.lang, &path);
            return Err(Failure::usage(style, message));
        }
        let (old_journal, old) = Journal::open(&path).map_err(|error| failure(style, &error))?;
        let rejudged = Rejudged {
            old: report_of(old, style)?,
            journal: old_journal,
            replace: args.journal.yes,
        };
        let journal = Journal::open(&beside(&path)).map_err(|error| failure(style, &error))?;
        // What isn't replaced is not written either.
        let report = report.filter(|_| rejudged.replace);
        Ok(Self::new(
            created(report, style)?,
            documents,
            Some(journal),
            Some(rejudged),
        ))
    }

    fn new(
        report: Option<(DocumentFile, PathBuf)>,
        documents: Documents,
        journal: Option<(Journal, Contents)>,
        rejudged: Option<Rejudged>,
    ) -> Self {
        Self {
            report,
            documents,
            journal,
            rejudged,
        }
    }

    /// Whether this run is held against an earlier one.
    pub(super) fn is_rejudge(&self) -> bool {
        self.rejudged.is_some()
    }

    /// The report of an interrupted run, with what its journal holds of runs before.
    pub(super) fn known(&self, report: Report, style: Style) -> Result<Report, Failure> {
        let Some((journal, _)) = &self.journal else {
            return Ok(report);
        };
        let contents = Contents::read(journal.path()).map_err(|error| failure(style, &error))?;
        let is_ours = |run: &crate::journal::Run| run.start.cases == report.start.cases;
        if !contents.runs.last().is_some_and(is_ours) {
            // Interrupted before it began: the journal is of another contest yet.
            return Ok(report);
        }
        let mut known = report_of(contents, style)?;
        known.start = report.start;
        known.interrupted = true;
        let own: HashSet<&str> = known
            .start
            .contestants
            .iter()
            .map(|it| it.id.as_str())
            .collect();
        known
            .results
            .retain(|it| own.contains(it.begun.submission.as_str()));
        Ok(known)
    }

    /// Writes the report and the documents. Gives what is to be said on standard output and on
    /// standard error.
    pub(super) fn finish(self, report: &Report, style: Style) -> Result<(String, String), Failure> {
        let lang = style.lang;
        let (mut said, mut notes) = (String::new(), String::new());
        if let Some((journal, _)) = &self.journal {
            journal.sync()?;
        }
        if let (Some(rejudged), Some((journal, _))) = (&self.rejudged, &self.journal) {
            let is_taken = rejudged.replace && !report.interrupted && !report.has_judge_error();
            if !is_taken && !self.documents.is_empty() {
                notes += &problem::note(style, text::no_documents(lang));
            }
            if report.interrupted {
                notes += &problem::note(style, text::rejudge_interrupted(lang));
                return Ok((said, notes));
            }
            said += &difference(&rejudged.old, report, style);
            if said.is_empty() {
                said += text::label(lang, Label::NothingChanges);
                said.push('\n');
            }
            let (new, old) = (journal.path(), rejudged.journal.path());
            if rejudged.replace && report.has_judge_error() {
                notes += &problem::error(style, text::judge_failed_rejudge(lang, new));
                return Ok((said, notes));
            }
            if !rejudged.replace {
                notes += &problem::note(style, text::not_replaced(lang, new));
                return Ok((said, notes));
            }
            std::fs::rename(new, old).map_err(|error| unwritable(style, old, &error))?;
            notes += &problem::note(style, text::replaced(lang));
        }
        // One that can't be written costs no other.
        let documents = self.documents.write(report, report, style);
        if let Some((file, path)) = self.report {
            let is_plain = file.is_plain();
            file.write(|out| json::report(out, report))
                .map_err(|error| unwritable(style, &path, &error))?;
            if is_plain && report.start.hand_ins.is_some() {
                notes += &problem::note(style, text::report_is(lang, &path));
            }
        }
        documents?;
        Ok((said, notes))
    }
}

fn created(
    report: Option<PathBuf>,
    style: Style,
) -> Result<Option<(DocumentFile, PathBuf)>, Failure> {
    let Some(path) = report else {
        return Ok(None);
    };
    let file = DocumentFile::create(&path, Kind::Report, json::is_ours)
        .map_err(|error| unusable_file(style, &path, &error))?;
    Ok(Some((file, path)))
}

/// Refuses a journal, found by its name alone, that is of another folder's class:
/// two classes of one name would take each other's place.
fn same_folder(journal: &Contents, hand_ins: &HandIns, style: Style) -> Result<(), Failure> {
    let last = journal.runs.last().and_then(|run| run.folder.as_deref());
    match (last, hand_ins.folder.as_deref()) {
        (Some(last), Some(own)) if last != own => {
            let message = text::other_folder(style.lang, &journal.path, last, own);
            Err(Failure::usage(style, message))
        }
        _ => Ok(()),
    }
}

/// Where a rejudge keeps its results until they replace the old.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("rejudge.jsonl")
}

/// The report of what a journal holds.
fn report_of(contents: Contents, style: Style) -> Result<Report, Failure> {
    let path = contents.path.clone();
    let merged =
        merge(vec![contents], true).map_err(|_| failure(style, &JournalError::Foreign(path)))?;
    let mut report = Report::new(merged.run.start.clone());
    for event in merged.events() {
        report.fold(&event);
    }
    Ok(report)
}

/// Why the journal of a run can't be used, and how that ends the judge.
fn failure(style: Style, error: &JournalError) -> Failure {
    unusable(style, error, &text::journal(style.lang, error))
}

/// A journal that can't be used, in words, and how that ends the judge.
pub(in crate::command) fn unusable(style: Style, error: &JournalError, message: &str) -> Failure {
    let exit = match error {
        JournalError::InUse(_) => Exit::TryAgain,
        _ => Exit::Usage,
    };
    Failure::new(problem::error(style, message), exit)
}
