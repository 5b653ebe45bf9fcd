//! `solve`: prints the least answer as a contestant must.

use mayan_reference::moves::answer_text;
use mayan_reference::{Explanation, explain, least_clear, solutions};

use super::{Failure, Streams, configuration, read_puzzle, tell};
use crate::cli::SolveArgs;
use crate::exit::Exit;
use crate::report::search::{Hardness, hardness};

pub(super) fn run(args: &SolveArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let config = configuration(style, &args.rules, args.rules.overrides())?;
    let puzzle = read_puzzle(style, &args.input, config.testcases.layout)?;
    let Explanation { answer, search } = explain(puzzle.board, puzzle.n, config.rules);
    tell(streams.out, &answer_text(answer.as_deref()))?;
    if args.explain {
        let found = Hardness {
            search,
            solutions: solutions(puzzle.board, puzzle.n, config.rules, Hardness::CAP),
            least_clear: least_clear(puzzle.board, puzzle.n),
        };
        // Nobody reads standard error: then there is nobody to tell.
        let said = hardness(puzzle.n, &found, style.lang);
        let _ = streams.err.write_all(said.as_bytes());
    }
    Ok(Exit::Success)
}
