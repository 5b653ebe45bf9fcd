//! `report`: a report of an earlier run, shown again without running anything.

use std::path::Path;

use unicode_normalization::UnicodeNormalization;

use super::listener::{Listener, Manner};
use super::{Failure, Streams, exit, read};
use crate::cli::{Format, ReportArgs};
use crate::event::VERSION;
use crate::exit::Exit;
use crate::report::style::Style;
use crate::report::text;
use crate::submission::class::Contestant;
use crate::summary::Report;

pub(super) fn run(args: &ReportArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let report = load(style, &args.file)?;
    let wanted = &args.contestants;
    let is_wanted = |contestant: &Contestant| {
        wanted.is_empty() || wanted.iter().any(|it| is_called(contestant, it))
    };
    for name in wanted {
        let contestants = &report.start.contestants;
        if !contestants.iter().any(|it| is_called(it, name)) {
            let message = text::no_contestant(style.lang, name);
            return Err(Failure::usage(style, message));
        }
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

/// Whether a contestant has this id or name, however its accents are written.
pub(super) fn is_called(contestant: &Contestant, name: &str) -> bool {
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
