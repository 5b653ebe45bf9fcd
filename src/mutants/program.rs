//! A plain program, whole: it reads, searches and prints. Without a fault it is right;
//! a mutant is one with a fault or two.

use super::grid::Try;
use super::moving::Moving;
use super::printing::{Hopeless, Padding, Printing};
use super::reading::Reading;
use super::searching::{Search, Searching};
use super::vanish::Vanishing;
use super::{Fuel, Ran};

/// What a program answers without any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Known {
    #[default]
    Nothing,
    /// -1, whatever the board is.
    MinusOne,
    /// The sample of the statement; -1 for all else.
    Sample,
}

/// The parts of a program. The default has no fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) reading: Reading,
    pub(super) moving: Moving,
    pub(super) vanishing: Vanishing,
    pub(super) searching: Searching,
    pub(super) printing: Printing,
    pub(super) hopeless: Hopeless,
    pub(super) padding: Padding,
    pub(super) known: Known,
    /// Whether what can vanish does so before the first move.
    pub(super) rests_first: bool,
}

impl Default for Program {
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            moving: Moving::default(),
            vanishing: Vanishing::default(),
            searching: Searching::default(),
            printing: Printing::default(),
            hopeless: Hopeless::default(),
            padding: Padding::Nothing,
            known: Known::default(),
            rests_first: false,
        }
    }
}

/// The sample of the statement, and its answer.
const SAMPLE: (&str, &str) = (
    "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0",
    "2 1 1\n3 1 1\n3 0 1\n",
);

impl Program {
    pub(super) fn run(&self, input: &str, fuel: Fuel) -> Ran {
        let words = || input.split_whitespace();
        match self.known {
            Known::Nothing => {}
            Known::Sample if words().eq(SAMPLE.0.split(' ')) => {
                return Ran::Printed(SAMPLE.1.into());
            }
            Known::MinusOne | Known::Sample => return Ran::Printed(self.hopeless(0, &[])),
        }
        let Some((n, mut grid)) = self.reading.read(input) else {
            return Ran::Crashed;
        };
        if self.rests_first {
            self.vanishing.rest(&mut grid, [(0, 0); 2]);
        }
        let parts = (&self.moving, &self.vanishing, &self.searching);
        let Ok(found) = Search::new(parts, grid, fuel.0).run(n) else {
            return Ran::OutOfFuel;
        };
        if found.answers.is_empty() {
            return Ran::Printed(self.hopeless(n, &found.before));
        }
        let printed = found
            .answers
            .iter()
            .map(|moves| self.padding.fill(moves, n, &found.before, self.printing));
        Ran::Printed(printed.collect::<String>().into_bytes())
    }

    fn hopeless(&self, n: usize, tried: &[Try]) -> Vec<u8> {
        self.hopeless.print(n, tried).into_bytes()
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use mayan_reference::{Rules, solve};

    use super::*;
    use crate::generate::boards::{Recipe, Source};
    use crate::testcase::{CaseId, Testcase};

    /// The program that faults are put into is itself an oracle that shares nothing with
    /// the solver.
    #[test]
    fn without_a_fault_it_is_right() {
        let mut seen = [0, 0];
        for recipe in Recipe::ALL {
            for puzzle in Source::new(5, recipe).filter(|it| it.n <= 3).take(30) {
                let case = Testcase::new(CaseId(String::new()), puzzle);
                let Ran::Printed(output) = Program::default().run(&case.input, Fuel(500)) else {
                    continue;
                };
                let answer = solve(puzzle.board, puzzle.n, Rules::default());
                seen[usize::from(answer.is_some())] += 1;
                let expected = answer.map_or("-1\n".to_owned(), |moves| {
                    moves.iter().map(|it| format!("{it}\n")).collect()
                });
                assert_eq!(String::from_utf8(output).unwrap(), expected, "{puzzle:?}");
            }
        }
        assert!(seen.iter().all(|&it| it > 50), "{seen:?}");
    }
}
