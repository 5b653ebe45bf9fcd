//! `solve`: prints the least answer as a contestant must.

use std::io::Write;

use mayan_reference::moves::answer_text;
use mayan_reference::{Explanation, explain, least_clear, solutions};

use super::{Failure, configuration, read_puzzle, tell};
use crate::cli::SolveArgs;
use crate::exit::Exit;
use crate::report::search::{Hardness, hardness};

pub(super) fn run(
    args: &SolveArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let config = configuration(&args.rules, args.rules.overrides())?;
    let puzzle = read_puzzle(&args.input, config.testcases.layout)?;
    let Explanation { answer, search } = explain(puzzle.board, puzzle.n, config.rules);
    tell(out, &answer_text(answer.as_deref()))?;
    if args.explain {
        let found = Hardness {
            search,
            solutions: solutions(puzzle.board, puzzle.n, config.rules, Hardness::CAP),
            least_clear: least_clear(puzzle.board, puzzle.n),
        };
        // Nobody reads standard error: then there is nobody to tell.
        let _ = err.write_all(hardness(puzzle.n, &found).as_bytes());
    }
    Ok(Exit::Success)
}
