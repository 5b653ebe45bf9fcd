//! `show`: a board drawn, and moves played on it.

use super::{Failure, Streams, configuration, read, read_puzzle, tell};
use crate::checker::check;
use crate::cli::ShowArgs;
use crate::exit::Exit;
use crate::report::{replay, text};
use crate::testcase::{CaseId, Testcase};

pub(super) fn run(args: &ShowArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    if args.input.as_os_str() == "-" && args.output.as_ref().is_some_and(|it| it.as_os_str() == "-")
    {
        return Err(Failure::usage(style, text::one_standard_input(style.lang)));
    }
    let config = configuration(style, &args.rules, args.rules.overrides())?;
    let rules = config.rules;
    let puzzle = read_puzzle(style, &args.input, config.testcases.layout)?;
    let board = || replay::start(puzzle.n, puzzle.board, style);
    let moves = match (&args.play, &args.output) {
        (Some(moves), _) => Some(moves.clone().into_bytes()),
        (None, Some(path)) => Some(read(style, path)?),
        (None, None) => None,
    };
    let shown = match moves {
        None => board(),
        Some(moves) => {
            let testcase = Testcase::new(CaseId(String::new()), puzzle);
            let outcome = check(&testcase, rules, &moves);
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
                    let why = text::finding(style.lang, &outcome.finding, puzzle.n);
                    let played = replay::played(puzzle.board, &outcome, rules);
                    let message = text::no_step(style.lang, step, played, &why);
                    return Err(Failure::usage(style, message));
                }
            }
        }
    };
    tell(streams.out, &shown)?;
    Ok(Exit::Success)
}
