//! What kind of board a puzzle is: whether it can be solved, and whether all readings
//! of the rules say the same.

use mayan_reference::{Answer, Puzzle, Rules, solve};

use crate::testcase::{CaseId, Testcase};

/// The least answer under the rules as they are written.
#[must_use]
pub fn answer(puzzle: &Puzzle) -> Answer {
    solve(puzzle.board, puzzle.n, Rules::default())
}

/// Whether the board can be cleared, under the rules as they are written.
#[must_use]
pub fn is_solvable(puzzle: &Puzzle) -> bool {
    answer(puzzle).is_some()
}

/// Whether the four rule sets give one answer.
#[must_use]
pub fn is_unambiguous(puzzle: &Puzzle) -> bool {
    has_one_answer(&Testcase::new(CaseId(String::new()), *puzzle))
}

/// The same of a testcase, which keeps its answers.
#[must_use]
pub fn has_one_answer(testcase: &Testcase) -> bool {
    let [literal, others @ ..] = Rules::ALL;
    let expected = testcase.answer(literal);
    others
        .iter()
        .all(|&rules| testcase.answer(rules) == expected)
}
