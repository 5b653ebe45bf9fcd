//! What is graded on: testcases, their subtasks, their answers.

use std::collections::HashMap;
use std::io::Write;

use super::super::{Failure, warn};
use crate::cli::GradeArgs;
use crate::config::{Config, Style as Contest, Subtask, Worth};
use crate::exit::Exit;
use crate::judge::{self, WrongAnswerFile};
use crate::report::style::Style;
use crate::report::{problem, text};
use crate::sanitize;
use crate::scoring::{self, Group};
use crate::testcase::{self, CaseId, PassedOver, Testcase};

/// The testcases of a run, in the order in which they run, and their subtasks.
pub(super) struct Data {
    pub(super) cases: Vec<Testcase>,
    pub(super) groups: Vec<Group>,
    /// How many `--case` left out.
    pub(super) left_out: usize,
}

/// Finds the testcases, and makes sure of them.
pub(super) fn read(
    args: &GradeArgs,
    config: &Config,
    err: &mut dyn Write,
) -> Result<Data, Failure> {
    let cases = testcases(args, config, err)?;
    let data = grouped(args, config, cases)?;
    check_subtasks(&data, config, err)?;
    verify(&data.cases, config)?;
    Ok(data)
}

/// Reads all testcases, and says of all what is wrong with them.
fn testcases(
    args: &GradeArgs,
    config: &Config,
    err: &mut dyn Write,
) -> Result<Vec<Testcase>, Failure> {
    let folder = &config.testcases.dir;
    let shown = sanitize::line(&folder.to_string_lossy());
    let hint = match args.testcases {
        Some(_) => "",
        None => "; name the folder with --testcases DIR, or in judge.toml",
    };
    if !folder.is_dir() {
        let why = if folder.exists() {
            "is not a folder"
        } else {
            "is not there"
        };
        return Err(Failure::usage(format_args!(
            "the testcases folder `{shown}` {why}{hint}"
        )));
    }
    let found = testcase::discover(folder)
        .map_err(|error| Failure::new(problem::testcase(&error), Exit::JudgeError))?;
    for passed_over in &found.passed_over {
        let (path, why) = match passed_over {
            PassedOver::Orphan(path) => (path, "has no input (.in) beside it"),
            PassedOver::NotPlain(path) => (path, "is not a plain file"),
            PassedOver::BadLink(path) => (path, "is a link that leads nowhere"),
        };
        let path = sanitize::line(&path.to_string_lossy());
        warn(err, format_args!("{path} {why} and is not used"))?;
    }
    let mut cases = Vec::new();
    let mut problems = String::new();
    let mut foreign_text = false;
    for files in &found.cases {
        match testcase::load(files, config.testcases.layout) {
            Ok(testcase) => cases.push(testcase),
            Err(error) => {
                foreign_text |= error.is_normalisable();
                problems += &problem::testcase(&error);
            }
        }
    }
    if !problems.is_empty() {
        let more = if foreign_text {
            " (`--layout normalise` takes a BOM and Windows line ends away)"
        } else {
            ""
        };
        let hint = format!("the testcases must be mended before anything is graded on them{more}");
        return Err(Failure::new(
            problems + &problem::error(hint),
            Exit::JudgeError,
        ));
    }
    if cases.is_empty() {
        let message = format!("nothing to grade on: {shown} has no NAME.in at any depth");
        return Err(Failure::new(problem::error(message), Exit::NothingToGrade));
    }
    for testcase in &cases {
        if !testcase.puzzle.board.runs().is_empty() {
            let message = format_args!(
                "testcase {}: the board has a run of three before the first move, which the \
                 statement rules out",
                sanitize::line(&testcase.id.0)
            );
            warn(err, message)?;
        }
    }
    Ok(cases)
}

/// Warns of subtasks without cases and cases without points: a mistyped pattern
/// would cost marks. The built-in subtasks are a guess, and may fit nothing.
///
/// # Errors
/// Subtasks of which none has a case.
fn check_subtasks(data: &Data, config: &Config, err: &mut dyn Write) -> Result<(), Failure> {
    let subtasks = &config.subtasks;
    if config.contest.style == Contest::Icpc {
        return Ok(());
    }
    if data.left_out > 0 || *subtasks == Config::default().subtasks && data.groups.len() == 1 {
        return Ok(());
    }
    let fits_any = |subtask: &Subtask| data.cases.iter().any(|it| subtask.cases.matches(&it.id));
    if !subtasks.is_empty() && !subtasks.iter().any(fits_any) {
        let patterns: Vec<String> = subtasks
            .iter()
            .map(|it| format!("\"{}\"", it.cases))
            .collect();
        let first = data.cases.first().map(|it| sanitize::line(&it.id.0));
        return Err(Failure::usage(format_args!(
            "no testcase belongs to any subtask: cases = {} fit none, such as {}; `*` stays \
             within a folder, `**` doesn't, and a pattern without `/` is tried on the name alone \
             too",
            patterns.join(", "),
            first.unwrap_or_default()
        )));
    }
    for subtask in subtasks {
        if !data.groups.iter().any(|group| group.name == subtask.name) {
            let message = format_args!(
                "no testcase belongs to subtask `{}` (cases = \"{}\"): its {} points can't be \
                 reached",
                sanitize::line(&subtask.name),
                subtask.cases,
                match subtask.worth {
                    Worth::Together(points) | Worth::EachCase(points) => points,
                }
            );
            warn(err, message)?;
        }
    }
    let outside = data
        .groups
        .iter()
        .find(|group| group.name == scoring::OTHER);
    if let Some(group) = outside {
        let cases = text::count(group.cases.len(), "testcase");
        let first = group.cases.first().map(|case| sanitize::line(&case.0));
        let first = first.unwrap_or_default();
        warn(
            err,
            format_args!("{cases} in no subtask, worth no points: {first} is the first"),
        )?;
    }
    Ok(())
}

/// Sorts the cases into subtasks, in whose order they run.
fn grouped(args: &GradeArgs, config: &Config, cases: Vec<Testcase>) -> Result<Data, Failure> {
    let all = cases.len();
    let chosen = |testcase: &Testcase| {
        let pattern = args.case.as_ref();
        pattern.is_none_or(|pattern| pattern.matches(&testcase.id))
    };
    let mut cases: Vec<Testcase> = cases.into_iter().filter(chosen).collect();
    if let (true, Some(pattern)) = (cases.is_empty(), &args.case) {
        let message = format!("nothing to grade on: no testcase of {all} fits --case '{pattern}'");
        return Err(Failure::new(problem::error(message), Exit::NothingToGrade));
    }
    let ids: Vec<CaseId> = cases.iter().map(|testcase| testcase.id.clone()).collect();
    let groups = scoring::group(&ids, &config.subtasks, config.contest.style);
    let places: HashMap<&CaseId, usize> = groups
        .iter()
        .enumerate()
        .flat_map(|(place, group)| group.cases.iter().map(move |case| (case, place)))
        .collect();
    cases.sort_by_key(|testcase| places.get(&testcase.id).copied());
    Ok(Data {
        left_out: all - cases.len(),
        cases,
        groups,
    })
}

fn verify(cases: &[Testcase], config: &Config) -> Result<(), Failure> {
    let rules = config.rules;
    let wrong = judge::verify_answers(cases, rules);
    if wrong.is_empty() {
        return Ok(());
    }
    let style = Style::detect();
    let mut said = String::new();
    for WrongAnswerFile {
        testcase,
        path,
        outcome,
    } in &wrong
    {
        said += &problem::wrong_answer_file(path, outcome, testcase, rules, style);
    }
    let hint = "nothing was graded: a wrong answer file costs students marks. Mend it, or remove \
                it and the answer is computed";
    Err(Failure::new(said + &problem::error(hint), Exit::JudgeError))
}
