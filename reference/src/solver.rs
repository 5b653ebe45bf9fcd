//! The least answer: a depth-first search that tries moves in the order of
//! answers, so that the first one found is the least.
//!
//! What is cut, and why nothing is lost:
//!
//! - **Left onto a block.** `x y -1` onto a block gives the board that
//!   `x-1 y 1` gives, which is less and was tried before.
//! - **One or two of a colour.** They can never form a run, so the board can't
//!   be cleared. More than two may: the cut is one-sided.
//! - **Same-colour swaps after the first.** All of them lead to the same board
//!   with one move less; if the first fails, all do, and it is the least.
//! - **Boards that failed.** A board with k moves left that could not be
//!   cleared is not searched again, however it was reached. The key is the
//!   whole board, not a hash of it, so that no answer rests on luck.

use std::collections::HashSet;

use crate::board::{Board, Cell, WIDTH};
use crate::moves::{Answer, Direction, Effect, Move};
use crate::rules::{MoveCount, Rules};

/// The least answer to `board` with `n` moves under `rules`; `None` where the
/// board can't be cleared and -1 is to be printed.
///
/// Under [`MoveCount::AtMost`] an empty board has the empty answer, no move at
/// all; under [`MoveCount::Exact`] it has none, since no move exists on it.
///
/// The time grows with 28 to the power of n: n up to 5 is the contest's range.
#[must_use]
pub fn solve(board: Board, n: usize, rules: Rules) -> Answer {
    let mut search = Search {
        rules,
        path: Vec::with_capacity(n),
        failed: HashSet::new(),
    };
    search.clears(board, n).then_some(search.path)
}

struct Search {
    rules: Rules,
    /// The moves from the root to the node at hand; the answer at the end.
    path: Vec<Move>,
    /// Boards that can't be cleared with so many moves left.
    failed: HashSet<(Board, usize)>,
}

impl Search {
    /// Whether `board` can be cleared with `left` moves; if so, they are in
    /// `path`, behind what was there.
    fn clears(&mut self, board: Board, left: usize) -> bool {
        if board.is_empty() {
            return left == 0 || self.rules.moves == MoveCount::AtMost;
        }
        if left == 0 || has_hopeless_colour(&board) {
            return false;
        }
        // With one move left a look into the set costs as much as the search.
        let worth_keeping = left >= 2;
        if worth_keeping && self.failed.contains(&(board, left)) {
            return false;
        }
        let found = self.some_move_clears(board, left);
        if !found && worth_keeping {
            self.failed.insert((board, left));
        }
        found
    }

    fn some_move_clears(&mut self, board: Board, left: usize) -> bool {
        let mut same_colour_tried = false;
        for x in 0..WIDTH {
            for y in 0..board.height(x) {
                for direction in [Direction::Right, Direction::Left] {
                    let cell = Cell { x, y };
                    let played = Move { cell, direction };
                    let Ok(effect) = board.effect(played, self.rules) else {
                        continue;
                    };
                    let redundant = match (effect, direction) {
                        (Effect::Drop, _) => false,
                        (_, Direction::Left) => true,
                        (Effect::Swap, _) => false,
                        (Effect::SameColourSwap, _) => {
                            std::mem::replace(&mut same_colour_tried, true)
                        }
                    };
                    if redundant {
                        continue;
                    }
                    let after = board.play(played, effect).cascade();
                    self.path.push(played);
                    if self.clears(after, left - 1) {
                        return true;
                    }
                    self.path.pop();
                }
            }
        }
        false
    }
}

/// Whether a colour has one or two blocks: too few for a run, ever.
fn has_hopeless_colour(board: &Board) -> bool {
    board.colour_counts()[1..]
        .iter()
        .any(|&count| matches!(count, 1 | 2))
}
