//! What is graded on: testcases, their subtasks, their answers.

use std::collections::HashMap;
use std::io::{self, Write};

use super::super::Failure;
use crate::cli::GradeArgs;
use crate::config::{Config, Style as Contest, Subtask, Worth};
use crate::exit::Exit;
use crate::judge::{self, WrongAnswerFile};
use crate::report::style::Style;
use crate::report::{problem, text};
use crate::scoring::{self, Group};
use crate::testcase::{self, CaseId, Testcase};

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
    style: Style,
) -> Result<Data, Failure> {
    let cases = testcases(args, config, err, style)?;
    let data = grouped(args, config, cases, style)?;
    check_subtasks(&data, config, err, style)?;
    verify(&data.cases, config, style)?;
    Ok(data)
}

/// Reads all testcases, and says of all what is wrong with them.
fn testcases(
    args: &GradeArgs,
    config: &Config,
    err: &mut dyn Write,
    style: Style,
) -> Result<Vec<Testcase>, Failure> {
    let folder = &config.testcases.dir;
    let lang = style.lang;
    if !folder.is_dir() {
        let message = text::no_testcases(lang, folder, args.testcases.is_some());
        return Err(Failure::usage(style, message));
    }
    let found = testcase::discover(folder)
        .map_err(|error| Failure::new(problem::testcase(style, &error), Exit::JudgeError))?;
    for passed_over in &found.passed_over {
        warn(err, style, text::passed_over(lang, passed_over))?;
    }
    let mut cases = Vec::new();
    let mut problems = String::new();
    let mut foreign_text = false;
    for files in &found.cases {
        match testcase::load(files, config.testcases.layout) {
            Ok(testcase) => cases.push(testcase),
            Err(error) => {
                foreign_text |= error.is_normalisable();
                problems += &problem::testcase(style, &error);
            }
        }
    }
    if !problems.is_empty() {
        let hint = problem::error(style, text::mend_testcases(lang, foreign_text));
        return Err(Failure::new(problems + &hint, Exit::JudgeError));
    }
    if cases.is_empty() {
        let message = problem::error(style, text::no_input(lang, folder));
        return Err(Failure::new(message, Exit::NothingToGrade));
    }
    for testcase in &cases {
        if !testcase.puzzle.board.runs().is_empty() {
            warn(err, style, text::run_at_start(lang, &testcase.id.0))?;
        }
    }
    Ok(cases)
}

/// Warns of subtasks without cases and cases without points: a mistyped pattern
/// would cost marks. The built-in subtasks are a guess, and may fit nothing. A subtask
/// without points may be empty: that costs nobody anything.
///
/// # Errors
/// Subtasks of which none with points has a case.
fn check_subtasks(
    data: &Data,
    config: &Config,
    err: &mut dyn Write,
    style: Style,
) -> Result<(), Failure> {
    let lang = style.lang;
    let subtasks = &config.subtasks;
    if config.contest.style == Contest::Icpc {
        return Ok(());
    }
    let counting = data.groups.iter().filter(|group| group.counts).count();
    if data.left_out > 0 || *subtasks == Config::default().subtasks && counting == 1 {
        return Ok(());
    }
    // Where none has points, all are alike.
    let has_points = subtasks.iter().any(|it| it.worth.has_points());
    let wanted = || {
        let subtasks = subtasks.iter();
        subtasks.filter(|it| it.worth.has_points() == has_points)
    };
    let fits_any = |subtask: &Subtask| data.cases.iter().any(|it| subtask.cases.matches(&it.id));
    if !subtasks.is_empty() && !wanted().any(fits_any) {
        let patterns: Vec<String> = wanted().map(|it| format!("\"{}\"", it.cases)).collect();
        let first = data.cases.first().map_or("", |it| it.id.0.as_str());
        let message = text::no_subtask_fits(lang, &patterns.join(", "), first);
        return Err(Failure::usage(style, message));
    }
    for subtask in wanted() {
        if !data.groups.iter().any(|group| group.name == subtask.name) {
            let (Worth::Together(points) | Worth::EachCase(points)) = subtask.worth;
            let pattern = subtask.cases.to_string();
            let message = text::empty_subtask(lang, &subtask.name, &pattern, points);
            warn(err, style, message)?;
        }
    }
    let outside = data
        .groups
        .iter()
        .find(|group| group.name == scoring::OTHER);
    if let Some(group) = outside {
        let first = group.cases.first().map_or("", |case| case.0.as_str());
        let message = text::outside_subtasks(lang, group.cases.len(), first);
        warn(err, style, message)?;
    }
    Ok(())
}

fn warn(err: &mut dyn Write, style: Style, message: String) -> io::Result<()> {
    err.write_all(problem::warning(style, message).as_bytes())
}

/// Sorts the cases into subtasks, in whose order they run.
fn grouped(
    args: &GradeArgs,
    config: &Config,
    cases: Vec<Testcase>,
    style: Style,
) -> Result<Data, Failure> {
    let all = cases.len();
    let chosen = |testcase: &Testcase| {
        let pattern = args.case.as_ref();
        pattern.is_none_or(|pattern| pattern.matches(&testcase.id))
    };
    let mut cases: Vec<Testcase> = cases.into_iter().filter(chosen).collect();
    if let (true, Some(pattern)) = (cases.is_empty(), &args.case) {
        let message = text::no_case_fits(style.lang, all, &pattern.to_string());
        let message = problem::error(style, message);
        return Err(Failure::new(message, Exit::NothingToGrade));
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

fn verify(cases: &[Testcase], config: &Config, style: Style) -> Result<(), Failure> {
    let rules = config.rules;
    let wrong = judge::verify_answers(cases, rules);
    if wrong.is_empty() {
        return Ok(());
    }
    let mut said = String::new();
    for WrongAnswerFile {
        testcase,
        path,
        outcome,
    } in &wrong
    {
        said += &problem::wrong_answer_file(path, outcome, testcase, rules, style);
    }
    said += &problem::error(style, text::wrong_answer_files(style.lang));
    Err(Failure::new(said, Exit::JudgeError))
}
