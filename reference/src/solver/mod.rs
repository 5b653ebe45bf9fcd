//! The least answer, fast: a depth-first search that tries moves in the order of
//! answers, so that the first answer it meets is the least, and cuts what can't
//! hold one. The techniques, each in a file of its own with its reasons:
//!
//! - [`planes`]: the board as one word for each bit of a colour, so that runs,
//!   falls and moves are a few shifts over the whole board.
//! - [`matching`]: which of all swaps make a run, at once. The last move must be
//!   one of them or a drop.
//! - [`bound`]: moves that a board needs at least, from the column counts of its
//!   colours; and with it the moves that would leave too many.
//! - [`order`] and [`apart`]: of moves that commute, one order. This is why it is
//!   safe for the least answer: what is skipped is greater than an equal
//!   sequence that has failed.
//! - [`failed`]: boards that failed, by their whole content. No answer rests on a
//!   hash.
//! - [`together`] and [`vectors`]: the last two moves of a board in bulk.
//!
//! [`search`] puts them together, [`count`] counts solutions in the same way, and
//! [`budget`] ends a search that is too long. What is cut is cut for one of two
//! reasons only: nothing that follows can clear the board, or the same would be
//! found (and was searched) elsewhere. So every answer is exact.
//!
//! In a search no move is tried that is never in a least answer: a swap to the
//! left onto a block (the same swap from the other cell, to the right, is less),
//! and of the swaps of equal blocks on a board any but the first (they all lead
//! to the same board with a move less).
//!
//! How much each technique gains is in `docs/solver.md` of the repository, and
//! `cargo bench -p mayan-reference` measures it again: [`Techniques`] are the
//! switches.

#![expect(
    clippy::inline_always,
    reason = "the same few words of code are compiled for one board and for \
              vectors of four, and must be part of the loop they are called in"
)]

pub mod apart;
mod batch;
pub mod bound;
pub mod budget;
pub mod count;
pub mod failed;
pub mod matching;
mod moves;
pub mod order;
pub mod planes;
pub mod search;
mod statistics;
mod techniques;
pub mod together;
pub mod vectors;

use std::cell::RefCell;

use crate::board::Board;
use crate::moves::Answer;
use crate::rules::{MoveCount, Rules, SameColourSwap};

use budget::Meter;
use planes::{Codes, Planes};
use search::Search;

pub use batch::solve_all;
pub use bound::moves_needed;
pub use budget::{Budget, Stopped};
pub use statistics::{Explanation, SearchStatistics};
pub use techniques::Techniques;

thread_local! {
    /// What the functions of this module search with, so that a call costs no
    /// new memory.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// The least answer to `board` with `n` moves under `rules`; `None` where the
/// board can't be cleared and -1 is to be printed.
///
/// Under [`MoveCount::AtMost`] an empty board has the empty answer, no move at
/// all; under [`MoveCount::Exact`] it has none, since no move exists on it.
///
/// It is made for n up to 8: the time grows about tenfold with each move, and
/// the search is n calls deep. Where that may be too long, give a [`Solver`] a
/// [`Budget`].
///
/// ```
/// use mayan_reference::{Puzzle, Rules, solve};
/// let sample = b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n";
/// let puzzle = Puzzle::parse(sample).unwrap();
/// let answer = solve(puzzle.board, puzzle.n, Rules::default()).unwrap();
/// assert_eq!(answer[0].to_string(), "2 1 1");
/// ```
#[must_use]
pub fn solve(board: Board, n: usize, rules: Rules) -> Answer {
    unlimited(|solver| solver.solve(board, n, rules))
}

/// How many sequences of moves clear `board`, counted up to `cap`.
///
/// A sequence is one that a checker would accept: each of its moves is legal
/// under `rules`, swaps to the left and wasted ones too, and their number is
/// what the rules ask for.
#[must_use]
pub fn solutions(board: Board, n: usize, rules: Rules, cap: u64) -> u64 {
    unlimited(|solver| solver.solutions(board, n, rules, cap))
}

/// The fewest moves that clear `board`, if `max` are enough; 0 for an empty
/// board.
///
/// Swaps of equal blocks are legal. That matters only to a board whose runs
/// wait for the first move: elsewhere the shortest way wastes none.
#[must_use]
pub fn least_clear(board: Board, max: usize) -> Option<usize> {
    unlimited(|solver| solver.least_clear(board, max))
}

/// As [`solve`], with what the search did.
#[must_use]
pub fn explain(board: Board, n: usize, rules: Rules) -> Explanation {
    unlimited(|solver| {
        let answer = solver.solve(board, n, rules)?;
        Ok(Explanation {
            answer,
            search: *solver.statistics(),
        })
    })
}

fn unlimited<T>(ask: impl FnOnce(&mut Solver) -> Result<T, Stopped>) -> T {
    SOLVER.with_borrow_mut(|solver| match ask(solver) {
        Ok(found) => found,
        Err(_) => unreachable!("a search without a budget is not stopped"),
    })
}

/// A solver that keeps its memory between calls, with a budget if one is set.
#[derive(Default)]
pub struct Solver {
    techniques: Techniques,
    budget: Budget,
    statistics: SearchStatistics,
    // By the number of planes; most callers need one or two of them.
    one: Option<Box<Search<1, 1>>>,
    two: Option<Box<Search<2, 2>>>,
    three: Option<Box<Search<3, 2>>>,
    four: Option<Box<Search<4, 3>>>,
}

/// Does something with the search for a board's number of colours.
macro_rules! search {
    ($solver:ident, $board:expr, $rules:expr, |$search:ident, $planes:ident| $work:expr) => {{
        let codes = Codes::new(&$board);
        macro_rules! with {
            ($slot:ident) => {{
                let $search = $solver.$slot.get_or_insert_with(|| Box::new(Search::new()));
                let meter = Meter::new(&$solver.budget);
                $search.begin($rules, $solver.techniques, codes.colours, meter);
                let $planes = &Planes::new(&$board, &codes);
                let found = $work;
                $solver.statistics = $search.statistics;
                found
            }};
        }
        match codes.colours {
            0..=1 => with!(one),
            2..=3 => with!(two),
            4..=7 => with!(three),
            _ => with!(four),
        }
    }};
}

impl Solver {
    /// A solver with every technique and no limit.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// This solver with other techniques.
    #[must_use]
    pub fn with_techniques(mut self, techniques: Techniques) -> Self {
        self.techniques = techniques;
        self
    }

    /// This solver with a limit to each call.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// As [`solve`].
    ///
    /// # Errors
    /// If the budget ran out first.
    pub fn solve(&mut self, board: Board, n: usize, rules: Rules) -> Result<Answer, Stopped> {
        search!(self, board, rules, |search, planes| search
            .answer(planes, moves_of(n)))
    }

    /// As [`solutions`].
    ///
    /// # Errors
    /// If the budget ran out first.
    pub fn solutions(
        &mut self,
        board: Board,
        n: usize,
        rules: Rules,
        cap: u64,
    ) -> Result<u64, Stopped> {
        search!(self, board, rules, |search, planes| search.count(
            planes,
            moves_of(n),
            cap
        ))
    }

    /// As [`least_clear`].
    ///
    /// # Errors
    /// If the budget ran out first.
    pub fn least_clear(&mut self, board: Board, max: usize) -> Result<Option<usize>, Stopped> {
        // A swap of equal blocks is of use only where runs wait for any move.
        let swaps = if board.runs().is_empty() {
            SameColourSwap::Forbidden
        } else {
            SameColourSwap::Legal
        };
        let rules = Rules::new(MoveCount::Exact, swaps);
        let Some(least) = moves_needed(&board) else {
            return Ok(None);
        };
        search!(self, board, rules, |search, planes| {
            let mut found = Ok(None);
            for n in least..=max {
                match search.answer(planes, moves_of(n)) {
                    Ok(None) => {}
                    Ok(Some(_)) => {
                        found = Ok(Some(n));
                        break;
                    }
                    Err(stopped) => {
                        found = Err(stopped);
                        break;
                    }
                }
            }
            found
        })
    }

    /// What the last search did.
    #[must_use]
    pub fn statistics(&self) -> &SearchStatistics {
        &self.statistics
    }
}

/// The number of moves as the search has it. More than it can count are as
/// many: no search of that depth ends.
fn moves_of(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX / 4)
}
