//! `merge`: the journals of several runs of one class, put together.

use std::path::Path;

use super::documents::{Documents, one_submission};
use super::grade::keeping::unusable;
use super::listener::{Listener, Manner};
use super::{Failure, Streams, exit, tell, unwritable};
use crate::cli::{Format, MergeArgs};
use crate::exit::Exit;
use crate::journal::merge::merge;
use crate::journal::read::Contents;
use crate::lang::Lang;
use crate::report::file::DocumentFile;
use crate::report::{conflict, json, problem, text};
use crate::sanitize;

pub(super) fn run(args: &MergeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let lang = Lang::English;
    let taken: Vec<&Path> = args
        .files
        .iter()
        .chain(&args.json)
        .map(|it| &**it)
        .collect();
    let documents = Documents::prepare(&args.documents, &taken)?;
    let file = match &args.json {
        Some(path) => Some((
            DocumentFile::create(path, "report", json::is_ours)
                .map_err(|error| unwritable(path, &error))?,
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
    let contestants = merged.run.start.contestants.iter();
    one_submission(
        &args.documents,
        contestants.filter(|it| it.file.is_some()).count(),
    )?;
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
    let written = match file {
        Some((file, path)) => file
            .write(|out| json::report(out, &report))
            .map_err(|error| unwritable(path, &error)),
        None => Ok(()),
    };
    documents.write(&report, &report, lang)?;
    written?;
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
