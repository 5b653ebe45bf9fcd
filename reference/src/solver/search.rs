//! The depth-first search: moves in the order of answers, so that the first
//! answer found is the least.

use crate::moves::{Direction, Move};
use crate::rules::{MoveCount, Rules, SameColourSwap};

use super::bound::{self, Moves};
use super::budget::{Meter, Stopped};
use super::failed::Failed;
use super::matching::matching_swaps;
use super::order::Order;
use super::planes::{Planes, RIGHT, move_at};
use super::statistics::SearchStatistics;
use super::techniques::Techniques;
use super::together::{Batches, LastTwo};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The board can't be cleared.
    Fails,
    /// It can; the moves are in the path.
    Clears,
    /// The budget ran out first.
    Stopped,
}

/// A search for boards of P planes, with its memory.
pub(super) struct Search<const P: usize, const K: usize> {
    pub(super) rules: Rules,
    pub(super) techniques: Techniques,
    pub(super) colours: u8,
    pub(super) failed: Failed<P, K>,
    pub(super) batches: Batches<P>,
    pub(super) meter: Meter,
    pub(super) statistics: SearchStatistics,
    /// The moves of an answer, the last one first.
    path: Vec<Move>,
    /// The boards that those on the way to the board at hand lead to.
    children: Vec<Child<P>>,
}

/// A board that a move leads to.
#[derive(Clone, Copy)]
struct Child<const P: usize> {
    board: Planes<P>,
    order: Order,
    place: u32,
    direction: Direction,
}

impl<const P: usize, const K: usize> Search<P, K> {
    pub(super) fn new() -> Self {
        Self {
            rules: Rules::default(),
            techniques: Techniques::ALL,
            colours: 0,
            failed: Failed::new(),
            batches: Batches::new(),
            meter: Meter::default(),
            statistics: SearchStatistics::default(),
            path: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Makes ready for a board: nothing is known.
    pub(super) fn begin(
        &mut self,
        rules: Rules,
        techniques: Techniques,
        colours: u8,
        meter: Meter,
    ) {
        self.rules = rules;
        self.techniques = techniques;
        self.colours = colours;
        self.meter = meter;
        self.failed.clear();
        self.statistics = SearchStatistics::default();
        self.path.clear();
        self.children.clear();
    }

    /// The least answer with `n` moves, which the search was begun for.
    pub(super) fn answer(
        &mut self,
        board: &Planes<P>,
        n: u32,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        self.meter.start()?;
        let outcome = if board.runs() == 0 {
            self.node(board, n, Order::root())
        } else {
            self.unsettled(board, n)
        };
        match outcome {
            Outcome::Fails => Ok(None),
            Outcome::Clears => Ok(Some(self.path.drain(..).rev().collect())),
            Outcome::Stopped => Err(self.meter.reason()),
        }
    }

    /// A board on which runs wait for the first move: every move lets them go,
    /// none is quiet.
    fn unsettled(&mut self, board: &Planes<P>, left: u32) -> Outcome {
        let occupied = board.occupied();
        if left == 0 {
            return Outcome::Fails;
        }
        let equal_right = board.equal(occupied, RIGHT);
        let moves = Moves::all(occupied, equal_right);
        let same = self.same_colour_swap(occupied, equal_right, moves.waste);
        for (place, direction) in in_order(&moves, same) {
            let after = played(board, occupied, &moves, place, direction);
            let outcome = self.node(&after.at_rest(), left - 1, Order::root());
            if outcome == Outcome::Clears {
                self.path.push(move_at(place, direction));
            }
            if outcome != Outcome::Fails {
                return outcome;
            }
        }
        Outcome::Fails
    }

    /// The first swap of two equal blocks, as a set of one cell or none, if
    /// such a move may be made. All of them lead to the same board with a move
    /// less; if the first fails, all do.
    #[inline(always)]
    fn same_colour_swap(&self, occupied: u64, equal_right: u64, waste: bool) -> u64 {
        if waste && self.rules.same_colour_swap == SameColourSwap::Legal {
            let swaps = equal_right & occupied >> RIGHT;
            swaps & swaps.wrapping_neg()
        } else {
            0
        }
    }

    /// Whether a board at rest can be cleared with `left` moves; if so, they
    /// are at the end of the path, the last one first.
    fn node(&mut self, board: &Planes<P>, left: u32, order: Order) -> Outcome {
        let occupied = board.occupied();
        if occupied == 0 {
            return if left == 0 || self.rules.moves == MoveCount::AtMost {
                Outcome::Clears
            } else {
                Outcome::Fails
            };
        }
        if left == 0 {
            return Outcome::Fails;
        }
        self.statistics.count_node(left);
        if !self.meter.spend(1) {
            return Outcome::Stopped;
        }
        let remember = self.remembers(left);
        if remember && self.failed.contains(board, left) {
            self.statistics.failed_before += 1;
            return Outcome::Fails;
        }
        let equal_right = board.equal(occupied, RIGHT);
        let all = Moves::all(occupied, equal_right);
        let Some(moves) = self.within_bound(board, left, all) else {
            return Outcome::Fails;
        };
        let outcome = if left == 1 {
            self.last_move(board, occupied, equal_right, moves, order)
        } else {
            self.moves(board, occupied, equal_right, moves, left, order)
        };
        if remember && outcome == Outcome::Fails {
            self.failed.insert(board, left);
        }
        outcome
    }

    fn within_bound(&mut self, board: &Planes<P>, left: u32, all: Moves) -> Option<Moves> {
        if !self.techniques.bound {
            return Some(all);
        }
        let filter = self.techniques.filter;
        let moves = bound::within(board, self.colours, left, all, filter);
        match &moves {
            None => self.statistics.cut_by_bound += 1,
            Some(moves) => self.statistics.too_weak += u64::from(all.count() - moves.count()),
        }
        moves
    }

    /// A board with one move left: it must make a run, or be a drop.
    fn last_move(
        &mut self,
        board: &Planes<P>,
        occupied: u64,
        equal_right: u64,
        mut moves: Moves,
        order: Order,
    ) -> Outcome {
        moves.swaps &= matching_swaps(board, occupied, equal_right) & !order.swaps;
        moves.right &= !order.right;
        moves.left &= !order.left;
        for (place, direction) in in_order(&moves, 0) {
            self.statistics.last_moves += 1;
            let after = played(board, occupied, &moves, place, direction);
            if after.at_rest().is_empty() {
                self.path.push(move_at(place, direction));
                return Outcome::Clears;
            }
        }
        Outcome::Fails
    }

    /// A board with two or more moves left.
    fn moves(
        &mut self,
        board: &Planes<P>,
        occupied: u64,
        equal_right: u64,
        mut moves: Moves,
        left: u32,
        order: Order,
    ) -> Outcome {
        let quiet = moves.swaps & !matching_swaps(board, occupied, equal_right);
        self.statistics.commuted += u64::from(
            (moves.swaps & order.swaps).count_ones()
                + (moves.right & order.right).count_ones()
                + (moves.left & order.left).count_ones(),
        );
        moves.swaps &= !order.swaps;
        moves.right &= !order.right;
        moves.left &= !order.left;
        let same = self.same_colour_swap(occupied, equal_right, moves.waste && order.may_waste());

        if left == 2 && self.techniques.together && self.techniques.bound {
            let node = LastTwo {
                board,
                occupied,
                moves,
                quiet,
                same,
                order,
            };
            let clears = self.last_two(&node);
            if !self.meter.spend(self.batches.made()) {
                return Outcome::Stopped;
            }
            if !clears {
                return Outcome::Fails;
            }
            // Which answer is the least is found one by one.
        }
        // All boards first: where each is looked up in the table of failures
        // is far apart, and a processor can wait for many of them at once.
        let begun = self.children.len();
        let remember = self.remembers(left - 1);
        let mut louds: [(u64, u64, u64, bool, Direction); 32] =
            [(0, 0, 0, false, Direction::Right); 32];
        let mut loud_count = 0;
        for (place, direction) in in_order(&moves, same) {
            let cell = 1 << place;
            let after = played(board, occupied, &moves, place, direction);
            let goes_right = direction == Direction::Right;
            let is_swap = goes_right && moves.swaps & cell != 0;
            let (after, order) = if is_swap && quiet & cell != 0 {
                let mut next = order.after_quiet(quiet, cell, same, &self.techniques);
                if self.techniques.commutation {
                    for &(m, apart, _, is_swap, direction) in &louds[..loud_count] {
                        if apart & cell != 0 {
                            next = next.and(m, is_swap, direction);
                        }
                    }
                }
                (after, next)
            } else if goes_right && same & cell != 0 {
                (after, order.after_waste())
            } else if left >= 3 {
                let (moved, shifted) = if is_swap {
                    (cell | cell << RIGHT, 0)
                } else {
                    (cell, cell)
                };
                let (after, apart, changed) = after.at_rest_apart(occupied, moved, shifted);
                let mut next = order.after_other(quiet, apart, cell, same, &self.techniques);
                if self.techniques.commutation {
                    let near = super::planes::near(changed);
                    for &(m, _, ch, is_swap, direction) in &louds[..loud_count] {
                        if near & ch == 0 {
                            next = next.and(m, is_swap, direction);
                        }
                    }
                }
                louds[loud_count] = (cell, apart, changed, is_swap, direction);
                loud_count += 1;
                (after, next)
            } else {
                (
                    after.at_rest(),
                    order.after_other(quiet, 0, cell, same, &self.techniques),
                )
            };
            self.children.push(Child {
                board: after,
                order,
                place,
                direction,
            });
        }
        if remember {
            let boards = self.children[begun..].iter().map(|child| &child.board);
            self.failed.fetch(boards);
        }
        let mut outcome = Outcome::Fails;
        for at in begun..self.children.len() {
            let Child {
                board,
                order,
                place,
                direction,
            } = self.children[at];
            outcome = self.node(&board, left - 1, order);
            if outcome == Outcome::Clears {
                self.path.push(move_at(place, direction));
            }
            if outcome != Outcome::Fails {
                break;
            }
        }
        self.children.truncate(begun);
        outcome
    }

    /// Whether boards with so many moves left are remembered when they fail.
    fn remembers(&self, left: u32) -> bool {
        self.techniques.failed && (2..=super::failed::MOST_LEFT).contains(&left)
    }
}

/// The moves in the order of answers, `same` among them: by cell, right first.
pub(super) fn in_order(moves: &Moves, same: u64) -> impl Iterator<Item = (u32, Direction)> + use<> {
    let right = moves.swaps | moves.right | same;
    let left = moves.left;
    let mut cells = right | left;
    let mut pending_left = false;
    std::iter::from_fn(move || {
        if cells == 0 {
            return None;
        }
        let place = cells.trailing_zeros();
        let cell = 1 << place;
        if right & cell != 0 && !pending_left {
            pending_left = left & cell != 0;
            if !pending_left {
                cells &= cells - 1;
            }
            return Some((place, Direction::Right));
        }
        pending_left = false;
        cells &= cells - 1;
        Some((place, Direction::Left))
    })
}

/// The board after one of `moves` or a swap of equal blocks, not yet at rest.
#[inline(always)]
pub(super) fn played<const P: usize>(
    board: &Planes<P>,
    occupied: u64,
    moves: &Moves,
    place: u32,
    direction: Direction,
) -> Planes<P> {
    let cell = 1 << place;
    if direction == Direction::Left || moves.right & cell != 0 {
        board.dropped(occupied, place, direction)
    } else {
        board.swapped(cell)
    }
}
