//! `solve`: prints the least answer as a contestant must.

use std::io::Write;

use mayan_reference::moves::answer_text;
use mayan_reference::solve;

use super::{Failure, configuration, read_puzzle, tell};
use crate::cli::SolveArgs;
use crate::exit::Exit;

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let config = configuration(&args.rules, args.rules.overrides())?;
    let puzzle = read_puzzle(&args.input, config.testcases.layout)?;
    let answer = solve(puzzle.board, puzzle.n, config.rules);
    tell(out, &answer_text(answer.as_deref()))?;
    Ok(Exit::Success)
}
