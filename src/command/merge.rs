//! `merge`: the journals of several runs of one class, put together.

use std::path::Path;

use super::documents::{Documents, one_submission};
use super::grade::keeping::unusable;
use super::listener::{Listener, Manner};
use super::{Failure, Streams, exit, tell, unusable_file, unwritable};
use crate::cli::{Format, MergeArgs};
use crate::exit::Exit;
use crate::journal::merge::merge;
use crate::journal::read::Contents;
use crate::report::file::{DocumentFile, Kind};
use crate::report::{conflict, json, problem, text};

pub(super) fn run(args: &MergeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let taken: Vec<&Path> = args
        .files
        .iter()
        .chain(&args.json)
        .map(|it| &**it)
        .collect();
    let documents = Documents::prepare(&args.documents, &taken, style)?;
    let file = match &args.json {
        Some(path) => Some((
            DocumentFile::create(path, Kind::Report, json::is_ours)
                .map_err(|error| unusable_file(style, path, &error))?,
            path,
        )),
        None => None,
    };
    let mut journals = Vec::new();
    for path in &args.files {
        let contents = Contents::read(path).map_err(|error| {
            let message = text::journal_to_merge(style.lang, &error);
            unusable(style, &error, &message)
        })?;
        warn_of_damage(&contents, path, streams)?;
        journals.push(contents);
    }
    let merged = merge(journals, args.any_speed)
        .map_err(|all| Failure::new(conflict::conflicts(&all, style), Exit::JudgeError))?;
    let contestants = merged.run.start.contestants.iter();
    let submissions = contestants.filter(|it| it.file.is_some()).count();
    one_submission(&args.documents, submissions, style)?;
    let manner = match merged.run.start.hand_ins {
        Some(_) => Manner::Board,
        None => Manner::Lines,
    };
    let mut listener = Listener::new(Format::Human, manner, streams.out, style);
    for event in merged.events() {
        listener.tell(&event)?;
    }
    let Some(report) = listener.report.take() else {
        return Ok(Exit::JudgeError);
    };
    let written = match file {
        Some((file, path)) => file
            .write(|out| json::report(out, &report))
            .map_err(|error| unwritable(style, path, &error)),
        None => Ok(()),
    };
    documents.write(&report, &report, style)?;
    written?;
    if !report.is_complete() {
        let all = report.submissions() * report.start.cases.len();
        let there: usize = report.results.iter().map(|it| it.cases.len()).sum();
        let missing = all - there.min(all);
        let message = text::results_missing(style.lang, missing, all);
        tell(streams.err, &problem::error(style, message))?;
        return Ok(Exit::JudgeError);
    }
    Ok(exit(&report, args.exit_zero))
}

fn warn_of_damage(
    contents: &Contents,
    path: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let style = streams.style;
    for line in &contents.damaged {
        let message = text::damaged_not_taken(style.lang, path, *line);
        tell(streams.err, &problem::warning(style, message))?;
    }
    if contents.whole < contents.size {
        let message = text::torn(style.lang, path);
        tell(streams.err, &problem::warning(style, message))?;
    }
    Ok(())
}
