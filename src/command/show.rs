//! `show`: a board drawn, and moves played on it.

use std::io::Write;

use super::{Failure, configuration, read, read_puzzle, tell};
use crate::checker::check;
use crate::cli::ShowArgs;
use crate::exit::Exit;
use crate::report::style::Style;
use crate::report::{replay, text};
use crate::testcase::{CaseId, Testcase};

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.input.as_os_str() == "-" && args.output.as_ref().is_some_and(|it| it.as_os_str() == "-")
    {
        return Err(Failure::usage("only one file can be standard input (-)"));
    }
    let config = configuration(&args.rules, args.rules.overrides())?;
    let rules = config.rules;
    let style = Style::detect();
    let puzzle = read_puzzle(&args.input, config.testcases.layout)?;
    let board = || replay::start(puzzle.n, puzzle.board, style);
    let shown = match &args.output {
        None => board(),
        Some(path) => {
            let testcase = Testcase::new(CaseId(String::new()), puzzle);
            let outcome = check(&testcase, rules, &read(path)?);
            let only = args.step.and_then(|step| usize::try_from(step).ok());
            let steps = replay::steps(puzzle.board, &outcome, rules, only, style);
            match (steps, only) {
                (Some(steps), Some(_)) => steps,
                (steps, None) => format!(
                    "{}\n{}{}",
                    board(),
                    steps.unwrap_or_default(),
                    replay::end(&outcome, puzzle.n, rules, style)
                ),
                (None, Some(step)) => {
                    let why = match text::finding(&outcome.finding, puzzle.n) {
                        none if none.is_empty() => String::new(),
                        why => format!(" ({why})"),
                    };
                    let played = text::count(replay::played(puzzle.board, &outcome, rules), "move");
                    return Err(Failure::usage(format_args!(
                        "there is no step {step}: {played} of the output can be played{why}"
                    )));
                }
            }
        }
    };
    tell(out, &shown)?;
    Ok(Exit::Success)
}
