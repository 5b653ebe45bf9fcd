//! `report`: a report of an earlier run, shown again without running anything.

use unicode_normalization::UnicodeNormalization;

use super::documents::{Documents, one_submission};
use super::listener::{Listener, Manner};
use super::{Failure, Streams, exit, read, tell};
use crate::cli::{Format, ReportArgs};
use crate::event::VERSION;
use crate::exit::Exit;
use crate::lang::Lang;
use crate::report::problem;
use crate::sanitize;
use crate::submission::class::Contestant;
use crate::summary::Report;

pub(super) fn run(args: &ReportArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let lang = Lang::English;
    let report = load(args)?;
    let wanted: Vec<&String> = args
        .contestants
        .iter()
        .chain(&args.others.student)
        .collect();
    let is_wanted = |contestant: &Contestant| {
        wanted.is_empty() || wanted.iter().any(|it| is_called(contestant, it))
    };
    for name in &wanted {
        let contestants = &report.start.contestants;
        if !contestants.iter().any(|it| is_called(it, name)) {
            let name = sanitize::line(name);
            return Err(Failure::usage(format_args!(
                "no contestant of this report has the id or name `{name}`"
            )));
        }
    }
    let student = match &args.others.student {
        Some(name) => Some(only(&report, name)?),
        None => None,
    };
    if asks_for_documents(args) {
        let own = report.of(is_wanted);
        let (documents, others) = (&args.documents, &args.others);
        if own.start.contestants.len() != 1 {
            one_submission(documents, own.submissions())?;
        }
        let documents =
            Documents::of_report((documents, others), &own, student, lang, streams.err)?;
        let said = documents.said();
        documents.write(&own, &report, lang)?;
        if !said.is_empty() {
            let message = match lang {
                Lang::English => format!("wrote {said}"),
                Lang::Chinese => format!("已写入 {said}"),
            };
            tell(streams.err, &problem::note(message))?;
        }
        return Ok(exit(&own, false));
    }
    let manner = match report.start.hand_ins {
        Some(_) if wanted.is_empty() => Manner::Board,
        _ => Manner::Lines,
    };
    let mut listener = Listener::new(Format::Human, manner, streams.out);
    for event in report.events(is_wanted) {
        listener.tell(&event)?;
    }
    Ok(exit(&report, false))
}

/// The id of the only contestant who is called so.
fn only<'a>(report: &'a Report, name: &str) -> Result<&'a str, Failure> {
    let contestants = report.start.contestants.iter();
    let found: Vec<&Contestant> = contestants.filter(|it| is_called(it, name)).collect();
    match found.as_slice() {
        [one] => Ok(&one.id),
        several => {
            let ids: Vec<String> = several.iter().map(|it| sanitize::line(&it.id)).collect();
            Err(Failure::usage(format_args!(
                "--student {} is {} contestants: name one by the id, which is one of {}",
                sanitize::line(name),
                several.len(),
                ids.join(", ")
            )))
        }
    }
}

fn asks_for_documents(args: &ReportArgs) -> bool {
    let (documents, others) = (&args.documents, &args.others);
    let paths = [
        &documents.html,
        &documents.csv,
        &documents.junit,
        &documents.gradescope,
        &others.html_dir,
        &others.lemonlime,
    ];
    paths.iter().any(|it| it.is_some())
        || others.canvas.is_some()
        || others.moodle.is_some()
        || others.column.is_some()
}

/// Whether a contestant has this id or name, however its accents are written.
fn is_called(contestant: &Contestant, name: &str) -> bool {
    let is_name = |it: &str| it.nfc().eq(name.nfc());
    is_name(&contestant.id) || contestant.name.as_deref().is_some_and(is_name)
}

fn load(args: &ReportArgs) -> Result<Report, Failure> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        version: u32,
    }
    let path = sanitize::line(&args.file.to_string_lossy());
    let bytes = read(&args.file)?;
    if bytes.starts_with(b"{\"run\":") {
        return Err(Failure::usage(format_args!(
            "{path} is a journal: `mayan-judge merge {path}` shows it"
        )));
    }
    match serde_json::from_slice::<Versioned>(&bytes) {
        Ok(Versioned { version }) if version != VERSION => {
            return Err(Failure::usage(format_args!(
                "{path} is a report of version {version}, this judge reads version {VERSION}: \
                 use the judge that wrote it"
            )));
        }
        _ => {}
    }
    serde_json::from_slice(&bytes).map_err(|error| {
        Failure::usage(format_args!(
            "{path}:{}:{}: this is no report of mayan-judge: {error}; expected the file that \
             `grade --json` writes",
            error.line(),
            error.column()
        ))
    })
}
