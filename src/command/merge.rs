//! `merge`: the journals of several runs of one class, put together.

use std::path::Path;

use super::grade::keeping::unusable;
use super::listener::{Listener, Manner};
use super::{Failure, Streams, exit, tell, unwritable};
use crate::cli::{Format, MergeArgs};
use crate::exit::Exit;
use crate::journal::merge::merge;
use crate::journal::read::Contents;
use crate::report::json::ReportFile;
use crate::report::{conflict, problem, text};

pub(super) fn run(args: &MergeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let file = match &args.json {
        Some(path) => Some((
            ReportFile::create(path).map_err(|error| unwritable(style, path, &error))?,
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
    if let Some((file, path)) = file {
        file.write(&report)
            .map_err(|error| unwritable(style, path, &error))?;
    }
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
