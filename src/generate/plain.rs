//! How long plain programs search: a count, not a time, so that boards can be compared
//! on any machine.
//!
//! The plain program tries moves in the order of answers, right onto a block of another
//! colour, left and right into empty cells; it gives a board up that is empty too early
//! or has one or two blocks of a colour left, and knows nothing else. Counted are the
//! boards that it looks at before it prints something. Boards that are met again are
//! counted again, as it looks at them again, but here they are searched only once.

use std::collections::HashMap;

use mayan_reference::moves::Effect;
use mayan_reference::{Board, Direction, Move, Puzzle, Rules};

/// How many boards the plain program looks at.
#[must_use]
pub fn cost(puzzle: &Puzzle) -> u64 {
    let mut search = Search::new(u64::MAX);
    let searched = search.from(puzzle.board, puzzle.n);
    searched.map_or(u64::MAX, |it| it.boards)
}

/// Whether a program that searches no board twice is done when it has looked at `most`.
/// It takes no longer to see than that.
#[must_use]
pub fn is_done_within(puzzle: &Puzzle, most: u64) -> bool {
    Search::new(most).from(puzzle.board, puzzle.n).is_some()
}

/// What a search from a board comes to.
#[derive(Clone, Copy)]
struct Searched {
    boards: u64,
    solved: bool,
}

struct Search {
    known: HashMap<(Board, usize), Searched>,
    /// How many boards may still be looked at.
    left: u64,
}

impl Search {
    fn new(most: u64) -> Self {
        Self {
            known: HashMap::new(),
            left: most,
        }
    }

    /// `None` if there are too many boards.
    fn from(&mut self, board: Board, moves: usize) -> Option<Searched> {
        self.left = self.left.checked_sub(1)?;
        let leaf = |solved| Some(Searched { boards: 1, solved });
        if moves == 0 {
            return leaf(board.is_empty());
        }
        let is_lost = |count: &u8| matches!(count, 1 | 2);
        if board.is_empty() || board.colour_counts().iter().skip(1).any(is_lost) {
            return leaf(false);
        }
        if let Some(&searched) = self.known.get(&(board, moves)) {
            return Some(searched);
        }
        let mut all = Searched {
            boards: 1,
            solved: false,
        };
        for settled in children(&board) {
            let child = self.from(settled.cascade(), moves - 1)?;
            all.boards += child.boards;
            all.solved = child.solved;
            if all.solved {
                break;
            }
        }
        self.known.insert((board, moves), all);
        Some(all)
    }
}

/// The boards after each of the moves that the plain program tries, in their order.
fn children(board: &Board) -> impl Iterator<Item = Board> + '_ {
    let rules = Rules::default();
    let moves = board.blocks().flat_map(|(cell, _)| {
        [Direction::Right, Direction::Left].map(|direction| Move { cell, direction })
    });
    moves.filter_map(move |played| match board.effect(played, rules).ok()? {
        Effect::Swap if played.direction == Direction::Left => None,
        Effect::SameColourSwap => None,
        Effect::Swap | Effect::Drop => board.shift(played, rules).ok(),
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::boards::{Recipe, Source};
    use super::*;

    /// The same without memory.
    fn naive(board: Board, left: usize, count: &mut u64) -> bool {
        *count += 1;
        if left == 0 {
            return board.is_empty();
        }
        let counts = board.colour_counts();
        if board.is_empty() || counts.iter().skip(1).any(|it| matches!(it, 1 | 2)) {
            return false;
        }
        children(&board).any(|child| naive(child.cascade(), left - 1, count))
    }

    #[test]
    fn boards_are_counted_as_a_plain_program_meets_them() {
        for recipe in [Recipe::Few, Recipe::Backward, Recipe::Tower] {
            for puzzle in Source::new(3, recipe).take(30).filter(|it| it.n <= 3) {
                let mut count = 0;
                naive(puzzle.board, puzzle.n, &mut count);
                assert_eq!(cost(&puzzle), count, "{puzzle}");
                assert!(is_done_within(&puzzle, count));
                assert!(count < 2 || !is_done_within(&puzzle, 1));
            }
        }
    }

    #[test]
    fn the_slowest_board_that_is_known() {
        let board = "3 1 3 1 3 1 3 0 1 3 2 3 2 3 2 0 2 1 3 1 3 2 1 0 1 2 1 2 1 1 2 0 \
                     3 1 3 1 3 3 1 0";
        let puzzle = Puzzle::parse(format!("4 {board}").as_bytes()).unwrap();
        assert_eq!(cost(&puzzle), 496_016);
    }
}
