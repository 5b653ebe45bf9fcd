//! How hard a puzzle is, and which answers it has. Counted in boards, never timed, so
//! that it is the same on every machine.

use mayan_reference::solver::moves_needed;
use mayan_reference::{Answer, Budget, MoveCount, Puzzle, Rules, SameColourSwap, Solver};
use serde::Serialize;

use super::issue::Reading;

/// How many boards a search beyond n moves, and a count of solutions, may look at:
/// what takes a hundredth of a second or so. A search of n moves has no limit. n is 5
/// at most, and the hardest board that is known needs 113,805.
const MOST_BOARDS: u64 = 100_000;

/// Solutions are counted up to this.
pub const MOST_SOLUTIONS: u64 = 1_000_000;

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hardness {
    /// How many boards the search for the least answer looks at.
    pub nodes: u64,
    /// The fewest moves that clear it.
    pub least: Least,
    /// How many sequences of moves are answers, the least or not.
    pub solutions: Solutions,
}

/// The fewest moves that clear a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Least {
    /// So many.
    Moves(usize),
    /// More than so many; it was not searched further.
    MoreThan(usize),
    /// No number is enough: of a colour there are one or two blocks.
    Never,
}

/// A number of sequences of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solutions {
    /// So many.
    Exactly(u64),
    /// So many, or more.
    AtLeast(u64),
    /// They take too long to be counted.
    Uncounted,
}

/// What is known of a puzzle when it is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// How hard it is.
    pub hardness: Hardness,
    /// The least answers under [`Rules::ALL`].
    pub answers: [Answer; 4],
}

impl Solved {
    /// Solves a puzzle under every rule set.
    ///
    /// Each puzzle has a solver of its own: what one keeps from the puzzle before
    /// makes its numbers of boards a little smaller.
    #[must_use]
    pub fn of(puzzle: &Puzzle, rules: Rules) -> Self {
        let Puzzle { n, board } = *puzzle;
        let mut solver = Solver::new();
        let own = ask(&mut solver, board, n, rules);
        let nodes = solver.statistics().nodes();
        let least = least(&mut solver, puzzle, rules, own.is_some());
        // Where no fewer than n moves clear the board, answers have n moves under all
        // rule sets. None of these is wasted, since without it fewer would do; so all
        // rule sets have the same answers.
        let is_plain = board.runs().is_empty() && !board.is_empty();
        let is_same = is_plain && !matches!(least, Least::Moves(fewer) if fewer < n);
        let answers = Rules::ALL.map(|other| {
            if is_same || other == rules {
                own.clone()
            } else {
                ask(&mut solver, board, n, other)
            }
        });
        let solutions = if own.is_some() {
            solutions(puzzle, rules)
        } else {
            Solutions::Exactly(0)
        };
        Self {
            hardness: Hardness {
                nodes,
                least,
                solutions,
            },
            answers,
        }
    }

    /// The answers that differ, those of the contest's rules first; one if the puzzle
    /// is unambiguous.
    #[must_use]
    pub fn readings(&self, rules: Rules) -> Vec<Reading> {
        let others = Rules::ALL.into_iter().filter(|&it| it != rules);
        let mut readings: Vec<Reading> = Vec::new();
        for rules in std::iter::once(rules).chain(others) {
            let answer = &self.answers[rules.index()];
            match readings.iter_mut().find(|it| it.answer == *answer) {
                Some(reading) => reading.rules.push(rules),
                None => readings.push(Reading {
                    answer: answer.clone(),
                    rules: vec![rules],
                }),
            }
        }
        readings
    }
}

fn ask(solver: &mut Solver, board: mayan_reference::Board, n: usize, rules: Rules) -> Answer {
    // Without a budget nothing stops it.
    solver.solve(board, n, rules).unwrap_or(None)
}

fn least(solver: &mut Solver, puzzle: &Puzzle, rules: Rules, is_solvable: bool) -> Least {
    let Puzzle { n, board } = *puzzle;
    // What can't be cleared with exactly n moves can with fewer at most, and what
    // can't with at most n can't with fewer either.
    let most = match rules.moves {
        _ if is_solvable => n,
        MoveCount::Exact => n - 1,
        MoveCount::AtMost => 0,
    };
    match solver.least_clear(board, most) {
        Ok(Some(moves)) => return Least::Moves(moves),
        _ if moves_needed(&board).is_none() => return Least::Never,
        _ => {}
    }
    let budget = Budget {
        nodes: Some(MOST_BOARDS),
        ..Budget::default()
    };
    let forbidden = Rules::new(MoveCount::Exact, SameColourSwap::Forbidden);
    match Solver::new()
        .with_budget(budget)
        .solve(board, n + 1, forbidden)
    {
        Ok(Some(_)) => Least::Moves(n + 1),
        Ok(None) => Least::MoreThan(n + 1),
        Err(_) => Least::MoreThan(n),
    }
}

fn solutions(puzzle: &Puzzle, rules: Rules) -> Solutions {
    let budget = Budget {
        nodes: Some(MOST_BOARDS),
        ..Budget::default()
    };
    let mut solver = Solver::new().with_budget(budget);
    match solver.solutions(puzzle.board, puzzle.n, rules, MOST_SOLUTIONS) {
        Ok(MOST_SOLUTIONS) => Solutions::AtLeast(MOST_SOLUTIONS),
        Ok(number) => Solutions::Exactly(number),
        Err(_) => Solutions::Uncounted,
    }
}
