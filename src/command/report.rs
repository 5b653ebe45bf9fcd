//! `report`: a report of an earlier run, shown again without running anything.

use std::io::Write;

use unicode_normalization::UnicodeNormalization;

use super::listener::{Listener, Manner};
use super::{Failure, exit, read};
use crate::cli::{Format, ReportArgs};
use crate::event::VERSION;
use crate::exit::Exit;
use crate::sanitize;
use crate::submission::class::Contestant;
use crate::summary::Report;

pub(super) fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let report = load(args)?;
    let wanted = &args.contestants;
    let is_wanted = |contestant: &Contestant| {
        wanted.is_empty() || wanted.iter().any(|it| is_called(contestant, it))
    };
    for name in wanted {
        let contestants = &report.start.contestants;
        if !contestants.iter().any(|it| is_called(it, name)) {
            let name = sanitize::line(name);
            return Err(Failure::usage(format_args!(
                "no contestant of this report has the id or name `{name}`"
            )));
        }
    }
    let manner = match report.start.hand_ins {
        Some(_) if wanted.is_empty() => Manner::Board,
        _ => Manner::Lines,
    };
    let mut listener = Listener::new(Format::Human, manner, out);
    for event in report.events(is_wanted) {
        listener.tell(&event)?;
    }
    Ok(exit(&report, false))
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
