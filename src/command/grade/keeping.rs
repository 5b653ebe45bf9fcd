//! Where results are kept: the report, the journal, and what a rejudge puts in
//! their place.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::super::documents::{Documents, is_same, one_submission};
use super::super::{Failure, unwritable};
use super::hand_ins::HandIns;
use crate::cli::GradeArgs;
use crate::exit::Exit;
use crate::journal::merge::merge;
use crate::journal::read::Contents;
use crate::journal::{Journal, JournalError};
use crate::lang::Lang;
use crate::report::difference::difference;
use crate::report::file::DocumentFile;
use crate::report::style::Style;
use crate::report::{json, problem};
use crate::sanitize;
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
    pub(super) fn prepare(args: &GradeArgs, hand_ins: &HandIns) -> Result<Self, Failure> {
        if args.json.as_deref() == Some(Path::new("-")) {
            let message = "--json - would be a file of that name: for standard output use \
                           --format json, or --json /dev/stdout";
            return Err(Failure::usage(message));
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
            return Err(Failure::usage(format_args!(
                "{} would be both the report and the journal: name the journal with --out",
                shown(report)
            )));
        }
        one_submission(&args.documents, hand_ins.submissions.len())?;
        let taken = report.iter().chain(&journal).map(|it| &**it);
        let documents = Documents::prepare(&args.documents, &taken.collect::<Vec<_>>())?;
        let Some(path) = journal else {
            if args.journal.rejudge {
                let message = "--rejudge needs the journal of an earlier run: name it with --out";
                return Err(Failure::usage(message));
            }
            return Ok(Self::new(created(report)?, documents, None, None));
        };
        if !args.journal.rejudge {
            // First what may be refused: nothing is to be left behind then.
            let report = created(report)?;
            let journal = Journal::open(&path).map_err(|error| failure(&error))?;
            if args.journal.out.is_none() && args.json.is_none() {
                same_folder(&journal.1, hand_ins)?;
            }
            return Ok(Self::new(report, documents, Some(journal), None));
        }
        if !path.exists() {
            let path = sanitize::line(&path.to_string_lossy());
            return Err(Failure::usage(format_args!(
                "nothing to rejudge: the journal {path} is not there"
            )));
        }
        let (old_journal, old) = Journal::open(&path).map_err(|error| failure(&error))?;
        let rejudged = Rejudged {
            old: report_of(old)?,
            journal: old_journal,
            replace: args.journal.yes,
        };
        let journal = Journal::open(&beside(&path)).map_err(|error| failure(&error))?;
        // What isn't replaced is not written either.
        let report = report.filter(|_| rejudged.replace);
        Ok(Self::new(
            created(report)?,
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
    pub(super) fn known(&self, report: Report) -> Result<Report, Failure> {
        let Some((journal, _)) = &self.journal else {
            return Ok(report);
        };
        let contents = Contents::read(journal.path()).map_err(|error| failure(&error))?;
        let is_ours = |run: &crate::journal::Run| run.start.cases == report.start.cases;
        if !contents.runs.last().is_some_and(is_ours) {
            // Interrupted before it began: the journal is of another contest yet.
            return Ok(report);
        }
        let mut known = report_of(contents)?;
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
    pub(super) fn finish(self, report: &Report, lang: Lang) -> Result<(String, String), Failure> {
        let (mut said, mut notes) = (String::new(), String::new());
        if let Some((journal, _)) = &self.journal {
            journal.sync()?;
        }
        if let (Some(rejudged), Some((journal, _))) = (&self.rejudged, &self.journal) {
            let is_taken = rejudged.replace && !report.interrupted && !report.has_judge_error();
            if !is_taken && !self.documents.is_empty() {
                notes += &problem::note(match lang {
                    Lang::English => "no document was written: the new results don't count yet",
                    Lang::Chinese => "未写入任何文档：新结果尚未生效",
                });
            }
            if report.interrupted {
                notes += &problem::note(
                    "the rejudge was interrupted; nothing was replaced, and the same command \
                     goes on where it was",
                );
                return Ok((said, notes));
            }
            said += &difference(&rejudged.old, report, Style::detect());
            if said.is_empty() {
                said += "Nothing would change.\n";
            }
            let (new, old) = (journal.path(), rejudged.journal.path());
            if rejudged.replace && report.has_judge_error() {
                notes += &problem::error(format_args!(
                    "nothing was replaced: the judge failed on some (JE), which must cost nobody \
                     marks. The new results are in {}; when that is mended, the same command \
                     goes on",
                    shown(new)
                ));
                return Ok((said, notes));
            }
            if !rejudged.replace {
                notes += &problem::note(format_args!(
                    "nothing was replaced: the new results are in {}. Run it again with \
                     --rejudge --yes to take them, or remove that file to leave it",
                    shown(new)
                ));
                return Ok((said, notes));
            }
            std::fs::rename(new, old).map_err(|error| unwritable(old, &error))?;
            notes += &problem::note("the new results were put in the place of the old");
        }
        // One that can't be written costs no other.
        let documents = self.documents.write(report, report, lang);
        if let Some((file, path)) = self.report {
            let is_plain = file.is_plain();
            file.write(|out| json::report(out, report))
                .map_err(|error| unwritable(&path, &error))?;
            if is_plain && report.start.hand_ins.is_some() {
                notes += &problem::note(format_args!(
                    "the report is {}; `mayan-judge report {} NAME` explains one contestant's",
                    shown(&path),
                    sanitize::shell(&path.to_string_lossy())
                ));
            }
        }
        documents?;
        Ok((said, notes))
    }
}

fn created(report: Option<PathBuf>) -> Result<Option<(DocumentFile, PathBuf)>, Failure> {
    let Some(path) = report else {
        return Ok(None);
    };
    let file = DocumentFile::create(&path, "report", json::is_ours)
        .map_err(|error| unwritable(&path, &error))?;
    Ok(Some((file, path)))
}

/// Refuses a journal, found by its name alone, that is of another folder's class:
/// two classes of one name would take each other's place.
fn same_folder(journal: &Contents, hand_ins: &HandIns) -> Result<(), Failure> {
    let last = journal.runs.last().and_then(|run| run.folder.as_deref());
    match (last, hand_ins.folder.as_deref()) {
        (Some(last), Some(own)) if last != own => Err(Failure::usage(format_args!(
            "{} is of the hand-ins in {}, not of {}: name a report for these with --json",
            shown(&journal.path),
            sanitize::line(last),
            sanitize::line(own)
        ))),
        _ => Ok(()),
    }
}

fn shown(path: &Path) -> String {
    sanitize::line(&path.to_string_lossy())
}

/// Where a rejudge keeps its results until they replace the old.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("rejudge.jsonl")
}

/// The report of what a journal holds.
fn report_of(contents: Contents) -> Result<Report, Failure> {
    let path = contents.path.clone();
    let merged = merge(vec![contents], true).map_err(|_| failure(&JournalError::Foreign(path)))?;
    let mut report = Report::new(merged.run.start.clone());
    for event in merged.events() {
        report.fold(&event);
    }
    Ok(report)
}

/// Why the journal of a run can't be used, and how that ends the judge.
fn failure(error: &JournalError) -> Failure {
    unusable(error, "name another file with --out, or remove it")
}

/// Why a journal can't be used, with what to do `instead` of giving another kind of
/// file, and how that ends the judge.
pub(in crate::command) fn unusable(error: &JournalError, instead: &str) -> Failure {
    let said = match error {
        JournalError::Foreign(_) => format!("{error}: {instead}"),
        _ => error.to_string(),
    };
    let exit = match error {
        JournalError::InUse(_) => Exit::TryAgain,
        _ => Exit::Usage,
    };
    Failure::new(problem::error(sanitize::line(&said)), exit)
}
