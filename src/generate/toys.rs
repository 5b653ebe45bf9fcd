//! Mutants for the tests of this room, which must not change when real ones do.

use mayan_reference::moves::answer_text;
use mayan_reference::{Direction, Puzzle, Rules, solve};

use crate::mutants::{Fault, Fuel, Mutant, Ran, Standing};

/// A name, and what it prints for a puzzle.
pub(super) struct Toy(&'static str, fn(&Puzzle) -> String);

/// Prints -1 for every board.
pub(super) const ALWAYS_NONE: Toy = Toy("always-none", |_| "-1".to_owned());

/// Right, but where it has to drag a block left: there it says -1.
pub(super) const LEFT_NEVER: Toy = Toy("left-never", |puzzle| {
    let answer = solve(puzzle.board, puzzle.n, Rules::default());
    let is_left = |played: &mayan_reference::Move| played.direction == Direction::Left;
    let answer = answer.filter(|it| !it.iter().any(is_left));
    answer_text(answer.as_deref())
});

/// Right, but where there is no answer: it pads.
pub(super) const NEVER_NONE: Toy = Toy("never-none", |puzzle| {
    let answer = solve(puzzle.board, puzzle.n, Rules::default());
    answer.map_or("0 0 1".to_owned(), |it| answer_text(Some(&it)))
});

/// Right.
pub(super) const RIGHT: Toy = Toy("right", |puzzle| {
    answer_text(solve(puzzle.board, puzzle.n, Rules::default()).as_deref())
});

/// All of them.
pub(super) const TOYS: [&dyn Mutant; 4] = [&ALWAYS_NONE, &LEFT_NEVER, &NEVER_NONE, &RIGHT];

impl Mutant for Toy {
    fn name(&self) -> &str {
        self.0
    }

    fn faults(&self) -> &[Fault] {
        &[]
    }

    fn standing(&self) -> Standing {
        Standing::Killable
    }

    fn run(&self, input: &str, fuel: Fuel) -> Ran {
        let Ok(puzzle) = Puzzle::parse(input.as_bytes()) else {
            return Ran::Crashed;
        };
        if fuel.0 == 0 {
            return Ran::OutOfFuel;
        }
        Ran::Printed(self.1(&puzzle).into_bytes())
    }
}
