//! What the judge says to its user: errors, warnings and notes on what it was
//! given.

use std::path::Path;

use super::class::names;
use super::result::count;
use crate::report::file::{FileError, Kind};
use crate::report::text::{Thing, shown, some, typed};
use crate::sanitize;
use crate::testcase::PassedOver;

pub(crate) fn cannot_read(path: &Path, error: &str) -> String {
    format!("cannot read {}: {error}", shown(path))
}

pub(crate) fn cannot_write(path: &Path, error: &str) -> String {
    format!("cannot write {}: {error}", shown(path))
}

pub(crate) fn unknown_variable(name: &str, known: &str) -> String {
    format!("the variable {name} means nothing; known are {known}")
}

pub(crate) fn one_standard_input() -> &'static str {
    "only one file can be standard input (-)"
}

pub(crate) fn is_journal(path: &Path) -> String {
    let (path, typed) = (shown(path), typed(path));
    format!("{path} is a journal: `mayan-judge merge {typed}` shows it")
}

pub(crate) fn other_version(path: &Path, version: u32, own: u32) -> String {
    format!(
        "{} is a report of version {version}, this judge reads version {own}: use the judge that \
         wrote it",
        shown(path)
    )
}

pub(crate) fn no_report(path: &Path, line: usize, column: usize, error: &str) -> String {
    format!(
        "{}:{line}:{column}: this is no report of mayan-judge: {error}; expected the file that \
         `grade --json` writes",
        shown(path)
    )
}

pub(crate) fn no_contestant(name: &str) -> String {
    let name = sanitize::line(name);
    format!("no contestant of this report has the id or name `{name}`")
}

pub(crate) fn no_step(step: usize, played: usize, why: &str) -> String {
    let why = if why.is_empty() {
        String::new()
    } else {
        format!(" ({why})")
    };
    let played = count(played, Thing::Move);
    format!("there is no step {step}: {played} of the output can be played{why}")
}

pub(crate) fn unusable_file(path: &Path, error: &FileError) -> String {
    let why = match error {
        FileError::System(error) => error.to_string(),
        FileError::Foreign(kind) => format!(
            "it is there already and is no {} of mayan-judge: name another file, or remove it",
            document(*kind)
        ),
        FileError::NoFolder(folder) => format!("there is no folder {}", shown(folder)),
    };
    cannot_write(path, &why)
}

fn document(kind: Kind) -> &'static str {
    match kind {
        Kind::Report => "report",
        Kind::Page => "page",
        Kind::Table => "table",
        Kind::JUnit => "JUnit XML",
        Kind::Results => "results.json",
        Kind::LemonLime => "table for LemonLime",
        Kind::Filled => "filled copy of this table",
    }
}

pub(crate) fn dash(option: &str) -> String {
    format!("{option} - would be a file of that name: for standard output use {option} /dev/stdout")
}

pub(crate) fn one_file_for_two(option: &str, path: &Path) -> String {
    format!(
        "{option} {} is the file of another document of this run: name a file for each",
        shown(path)
    )
}

pub(crate) fn over_template(option: &str, template: &Path) -> String {
    format!(
        "{option} would write over {}, which it fills in: name another file for the filled one",
        shown(template)
    )
}

pub(crate) fn stale_pages(folder: &Path, names: &[String]) -> String {
    let names = some(names, ", ", |more| format!(" and {more} more"));
    format!(
        "{} has pages of an earlier report, which stay as they are: {names}",
        shown(folder)
    )
}

pub(crate) fn filled_column(heading: &str) -> String {
    format!("the scores are in the column `{}`", sanitize::line(heading))
}

pub(crate) fn part_of_class() -> &'static str {
    "this report is of a part of the class, and whose line is whose depends on everyone: merge \
     the parts first"
}

pub(crate) fn column_of_nothing() -> &'static str {
    "--column and --scale are for --canvas and --moodle: name the teacher's table with one of them"
}

pub(crate) fn not_one(submissions: usize) -> String {
    format!(
        "--gradescope holds the results of one submission, and there are {submissions}: \
         `mayan-judge report FILE --student ID --gradescope PATH` writes one contestant's"
    )
}

pub(crate) fn no_documents() -> &'static str {
    "no document was written: the new results don't count yet"
}

pub(crate) fn written(files: &[String]) -> String {
    let files = some(files, ", ", |more| format!(" and {more} more"));
    format!("wrote {files}")
}

pub(crate) fn json_dash() -> &'static str {
    "--json - would be a file of that name: for standard output use --format json, or --json \
     /dev/stdout"
}

pub(crate) fn report_and_journal(path: &Path) -> String {
    format!(
        "{} would be both the report and the journal: name the journal with --out",
        shown(path)
    )
}

pub(crate) fn rejudge_without_journal() -> &'static str {
    "--rejudge needs the journal of an earlier run: name it with --out"
}

pub(crate) fn nothing_to_rejudge(path: &Path) -> String {
    format!(
        "nothing to rejudge: the journal {} is not there",
        shown(path)
    )
}

pub(crate) fn other_folder(journal: &Path, last: &str, own: &str) -> String {
    format!(
        "{} is of the hand-ins in {}, not of {}: name a report for these with --json",
        shown(journal),
        sanitize::line(last),
        sanitize::line(own)
    )
}

pub(crate) fn rejudge_interrupted() -> &'static str {
    "the rejudge was interrupted; nothing was replaced, and the same command goes on where it was"
}

pub(crate) fn judge_failed_rejudge(new: &Path) -> String {
    format!(
        "nothing was replaced: the judge failed on some (JE), which must cost nobody marks. The \
         new results are in {}; when that is mended, the same command goes on",
        shown(new)
    )
}

pub(crate) fn not_replaced(new: &Path) -> String {
    format!(
        "nothing was replaced: the new results are in {}. Run it again with --rejudge --yes to \
         take them, or remove that file to leave it",
        shown(new)
    )
}

pub(crate) fn replaced() -> &'static str {
    "the new results were put in the place of the old"
}

pub(crate) fn report_is(path: &Path) -> String {
    format!(
        "the report is {}; `mayan-judge report {} NAME` explains one contestant's",
        shown(path),
        typed(path)
    )
}

pub(crate) fn nothing_named() -> &'static str {
    "nothing to grade: name a program, a source file or a folder of hand-ins, such as \
     `mayan-judge grade solution.cpp`"
}

pub(crate) fn roster_without_class() -> &'static str {
    "--roster is for a class: name one folder or zip file of hand-ins"
}

pub(crate) fn no_hand_in() -> &'static str {
    "nothing to grade: no hand-in was found; --dry-run shows what was understood"
}

pub(crate) fn kept(kept: usize, all: usize, journal: &Path) -> String {
    format!("{kept} of {all} results were kept from {}", shown(journal))
}

pub(crate) fn damaged(journal: &Path, line: usize) -> String {
    format!(
        "{}:{line}: this line is damaged; what it held is graded again",
        shown(journal)
    )
}

pub(crate) fn damaged_not_taken(journal: &Path, line: usize) -> String {
    format!(
        "{}:{line}: this line is damaged and not taken",
        shown(journal)
    )
}

pub(crate) fn torn(journal: &Path) -> String {
    format!(
        "{}: the last line is not whole and not taken",
        shown(journal)
    )
}

pub(crate) fn results_missing(missing: usize, all: usize) -> String {
    format!(
        "{} of {all} missing: grade the parts that are not here, or go on with those that were \
         interrupted",
        count(missing, Thing::Result)
    )
}

pub(crate) fn nothing_merged() -> &'static str {
    "nothing was merged"
}

pub(crate) fn no_testcases(folder: &Path, is_named: bool) -> String {
    let why = if folder.exists() {
        "is not a folder"
    } else {
        "is not there"
    };
    let hint = if is_named {
        ""
    } else {
        "; name the folder with --testcases DIR, or in judge.toml"
    };
    format!("the testcases folder `{}` {why}{hint}", shown(folder))
}

pub(crate) fn passed_over(passed_over: &PassedOver) -> String {
    let (path, why) = match passed_over {
        PassedOver::Orphan(path) => (path, "has no input (.in) beside it"),
        PassedOver::NotPlain(path) => (path, "is not a plain file"),
        PassedOver::BadLink(path) => (path, "is a link that leads nowhere"),
    };
    format!("{} {why} and is not used", shown(path))
}

pub(crate) fn mend_testcases(normalisable: bool) -> String {
    let more = if normalisable {
        " (`--layout normalise` takes a BOM and Windows line ends away)"
    } else {
        ""
    };
    format!("the testcases must be mended before anything is graded on them{more}")
}

pub(crate) fn no_input(folder: &Path) -> String {
    format!(
        "nothing to grade on: {} has no NAME.in at any depth",
        shown(folder)
    )
}

pub(crate) fn run_at_start(case: &str) -> String {
    format!(
        "testcase {}: the board has a run of three before the first move, which the statement \
         rules out",
        sanitize::line(case)
    )
}

pub(crate) fn no_subtask_fits(patterns: &str, first: &str) -> String {
    format!(
        "no testcase belongs to any subtask: cases = {patterns} fit none, such as {}; `*` stays \
         within a folder, `**` doesn't, and a pattern without `/` is tried on the name alone too",
        sanitize::line(first)
    )
}

pub(crate) fn empty_subtask(name: &str, pattern: &str, points: u32) -> String {
    format!(
        "no testcase belongs to subtask `{}` (cases = \"{pattern}\"): its {points} points can't \
         be reached",
        sanitize::line(name)
    )
}

pub(crate) fn outside_subtasks(cases: usize, first: &str) -> String {
    format!(
        "{} in no subtask, worth no points: {} is the first",
        count(cases, Thing::Case),
        sanitize::line(first)
    )
}

pub(crate) fn no_case_fits(all: usize, pattern: &str) -> String {
    format!("nothing to grade on: no testcase of {all} fits --case '{pattern}'")
}

pub(crate) fn not_least_answer(path: &Path, case: &str) -> String {
    format!(
        "{} is not the least answer of {}",
        shown(path),
        sanitize::line(case)
    )
}

pub(crate) fn wrong_answer_files() -> &'static str {
    "nothing was graded: a wrong answer file costs students marks. Mend it, or remove it and the \
     answer is computed"
}

pub(crate) fn several_contestants(name: &str, ids: &[&str]) -> String {
    let name = sanitize::line(name);
    format!(
        "several contestants are called `{name}`: name one by the id, which is one of {}",
        names(ids)
    )
}

pub(crate) fn no_case(name: &str, fitting: &[&str]) -> String {
    let name = sanitize::line(name);
    if fitting.is_empty() {
        format!("no testcase of this report is called `{name}`")
    } else {
        let fitting = names(fitting);
        format!("several testcases of this report fit `{name}`: {fitting}")
    }
}

pub(crate) fn not_graded(contestant: &str, case: &str) -> String {
    format!(
        "{} has no result on {}: it was not run",
        sanitize::line(contestant),
        sanitize::line(case)
    )
}
