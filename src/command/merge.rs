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
use crate::sanitize;

pub(super) fn run(args: &MergeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let file = match &args.json {
        Some(path) => Some((
            ReportFile::create(path).map_err(|error| unwritable(path, &error))?,
            path,
        )),
        None => None,
    };
    let mut journals = Vec::new();
    for path in &args.files {
        let instead = "`merge` puts journals (.jsonl) together, `report` shows a report (.json)";
        let contents = Contents::read(path).map_err(|error| unusable(&error, instead))?;
        warn_of_damage(&contents, path, streams)?;
        journals.push(contents);
    }
    let merged = merge(journals, args.any_speed)
        .map_err(|all| Failure::new(conflict::conflicts(&all), Exit::JudgeError))?;
    let manner = match merged.run.start.hand_ins {
        Some(_) => Manner::Board,
        None => Manner::Lines,
    };
    let mut listener = Listener::new(Format::Human, manner, streams.out);
    for event in merged.events() {
        listener.tell(&event)?;
    }
    let Some(report) = listener.report.take() else {
        return Ok(Exit::JudgeError);
    };
    if let Some((file, path)) = file {
        file.write(&report)
            .map_err(|error| unwritable(path, &error))?;
    }
    if !report.is_complete() {
        let all = report.submissions() * report.start.cases.len();
        let there: usize = report.results.iter().map(|it| it.cases.len()).sum();
        let missing = text::count(all - there.min(all), "result");
        let message = format_args!(
            "{missing} of {all} missing: grade the parts that are not here, or go on with those \
             that were interrupted"
        );
        tell(streams.err, &problem::error(message))?;
        return Ok(Exit::JudgeError);
    }
    Ok(exit(&report, args.exit_zero))
}

fn warn_of_damage(
    contents: &Contents,
    path: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let path = sanitize::line(&path.to_string_lossy());
    for line in &contents.damaged {
        let message = format_args!("{path}:{line}: this line is damaged and not taken");
        tell(streams.err, &problem::warning(message))?;
    }
    if contents.whole < contents.size {
        let message = format_args!("{path}: the last line is not whole and not taken");
        tell(streams.err, &problem::warning(message))?;
    }
    Ok(())
}
