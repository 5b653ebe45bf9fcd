//! `report`: a report of an earlier run, shown again without running anything.

use std::path::Path;

use unicode_normalization::UnicodeNormalization;

use super::documents::{Chosen, Documents, one_submission};
use super::listener::{Listener, Manner};
use super::{Failure, Streams, exit, read, tell};
use crate::cli::{Format, ReportArgs};
use crate::event::VERSION;
use crate::exit::Exit;
use crate::report::style::Style;
use crate::report::{problem, text};
use crate::submission::class::Contestant;
use crate::summary::Report;

pub(super) fn run(args: &ReportArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let lang = style.lang;
    let report = load(style, &args.file)?;
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
            let message = text::no_contestant(lang, name);
            return Err(Failure::usage(style, message));
        }
    }
    let student = match &args.others.student {
        Some(name) => Some(only(&report, name, style)?.id.as_str()),
        None => None,
    };
    if asks_for_documents(args) {
        let chosen = Chosen {
            whole: &report,
            own: report.of(is_wanted),
            is_wanted: &is_wanted,
        };
        let own = &chosen.own;
        let (documents, others) = (&args.documents, &args.others);
        if own.start.contestants.len() != 1 {
            one_submission(documents, own.submissions(), style)?;
        }
        let documents =
            Documents::of_report((documents, others), &chosen, student, style, streams.err)?;
        let files = documents.files();
        documents.write(own, &report, style)?;
        if !files.is_empty() {
            let message = problem::note(style, text::written(lang, &files));
            tell(streams.err, &message)?;
        }
        return Ok(exit(own, false));
    }
    let manner = match report.start.hand_ins {
        Some(_) if wanted.is_empty() => Manner::Board,
        _ => Manner::Lines,
    };
    let mut listener = Listener::new(Format::Human, manner, streams.out, style);
    for event in report.events(is_wanted) {
        listener.tell(&event)?;
    }
    Ok(exit(&report, false))
}

/// The id of the only contestant who is called so.
pub(super) fn only<'a>(
    report: &'a Report,
    name: &str,
    style: Style,
) -> Result<&'a Contestant, Failure> {
    let contestants = report.start.contestants.iter();
    let found: Vec<&Contestant> = contestants.filter(|it| is_called(it, name)).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => {
            let message = text::no_contestant(style.lang, name);
            Err(Failure::usage(style, message))
        }
        several => {
            let ids: Vec<&str> = several.iter().map(|it| it.id.as_str()).collect();
            let message = text::several_contestants(style.lang, name, &ids);
            Err(Failure::usage(style, message))
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
        || others.scale
}

/// Whether a contestant has this id or name, however its accents are written.
fn is_called(contestant: &Contestant, name: &str) -> bool {
    let is_name = |it: &str| it.nfc().eq(name.nfc());
    is_name(&contestant.id) || contestant.name.as_deref().is_some_and(is_name)
}

/// Reads a report file.
pub(super) fn load(style: Style, path: &Path) -> Result<Report, Failure> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        version: u32,
    }
    let lang = style.lang;
    let bytes = read(style, path)?;
    if bytes.starts_with(b"{\"run\":") {
        return Err(Failure::usage(style, text::is_journal(lang, path)));
    }
    match serde_json::from_slice::<Versioned>(&bytes) {
        Ok(Versioned { version }) if version != VERSION => {
            let message = text::other_version(lang, path, version, VERSION);
            return Err(Failure::usage(style, message));
        }
        _ => {}
    }
    serde_json::from_slice(&bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = text::no_report(lang, path, line, column, &error.to_string());
        Failure::usage(style, message)
    })
}
