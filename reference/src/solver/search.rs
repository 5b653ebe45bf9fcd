//! The depth-first search: moves in the order of answers, so that the first
//! answer found is the least.

use crate::moves::Move;
use crate::rules::{MoveCount, Rules, SameColourSwap};

use super::apart::Loud;
use super::bound;
use super::budget::{Meter, Stopped};
use super::failed::{self, Failed};
use super::matching::matching_swaps;
use super::moves::{Kind, Moves, Step};
use super::order::{Commuting, Order};
use super::planes::{Planes, RIGHT};
use super::statistics::SearchStatistics;
use super::techniques::Techniques;
use super::together::Batches;

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
    /// The loud moves of the board at hand, as far as they were made.
    loud: Vec<Loud>,
}

/// A board with two or more moves left, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a, const P: usize> {
    pub(super) board: &'a Planes<P>,
    pub(super) occupied: u64,
    /// The moves that are worth it, without wasted ones.
    pub(super) moves: Moves,
    pub(super) commuting: Commuting,
    pub(super) order: Order,
}

/// A board that a move leads to.
#[derive(Clone, Copy)]
struct Child<const P: usize> {
    board: Planes<P>,
    order: Order,
    step: Step,
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
            loud: Vec::new(),
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
        if n > 1 {
            self.failed.prepare_recent(n);
        }
        let outcome = if board.runs() == 0 {
            self.node(board, n, Order::ROOT)
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
        for step in moves.in_order(same) {
            let after = board.after(occupied, step).at_rest();
            let outcome = self.node(&after, left - 1, Order::ROOT);
            if outcome == Outcome::Clears {
                self.path.push(step.to_move());
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
        moves.swaps &= matching_swaps(board, occupied, equal_right);
        for step in moves.without(&order.skipped).in_order(0) {
            self.statistics.last_moves += 1;
            if board.after(occupied, step).at_rest().is_empty() {
                self.path.push(step.to_move());
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
        moves: Moves,
        left: u32,
        order: Order,
    ) -> Outcome {
        let quiet = moves.swaps & !matching_swaps(board, occupied, equal_right);
        self.statistics.commuted += u64::from(moves.and(&order.skipped).count());
        let moves = moves.without(&order.skipped);
        let waste = moves.waste && order.may_waste();
        let same = self.same_colour_swap(occupied, equal_right, waste);
        let node = Node {
            board,
            occupied,
            moves,
            commuting: Commuting { quiet, same },
            order,
        };

        if left == 2 && self.techniques.together && self.techniques.bound {
            let clears = self.last_two(&node);
            if !self.meter.spend(self.batches.made()) {
                return Outcome::Stopped;
            }
            if !clears {
                return Outcome::Fails;
            }
            // Which answer is the least is found one by one.
        }

        let begun = self.children.len();
        self.make_children(&node);
        if self.remembers(left - 1) {
            // Where each is looked up in the table of failures is far apart,
            // and a processor can wait for many of them at once.
            let boards = self.children[begun..].iter().map(|child| &child.board);
            self.failed.fetch(boards);
        }
        let mut outcome = Outcome::Fails;
        for at in begun..self.children.len() {
            let Child { board, order, step } = self.children[at];
            outcome = self.node(&board, left - 1, order);
            if outcome == Outcome::Clears {
                self.path.push(step.to_move());
            }
            if outcome != Outcome::Fails {
                break;
            }
        }
        self.children.truncate(begun);
        outcome
    }

    /// Adds the boards that the moves of a board lead to, in order.
    fn make_children(&mut self, node: &Node<P>) {
        let Node {
            board,
            occupied,
            moves,
            commuting,
            order,
        } = *node;
        let Techniques {
            commutation, apart, ..
        } = self.techniques;
        self.loud.clear();
        for step in moves.in_order(commuting.same) {
            let cell = step.cell();
            let is_swap = step.kind == Kind::Swap;
            let (after, next) = if is_swap && commuting.quiet & moves.swaps & cell != 0 {
                let next = order.after_quiet(commuting, cell, &self.loud);
                (board.swapped(cell), next)
            } else if is_swap && commuting.same & cell != 0 {
                (*board, order.after_waste())
            } else if apart {
                let (after, loud) = Loud::play(board, occupied, step);
                let next = order.after_loud(commuting, &loud, &self.loud);
                self.loud.push(loud);
                (after, next)
            } else {
                (
                    board.after(occupied, step).at_rest(),
                    order.after_unknown(commuting, cell),
                )
            };
            self.children.push(Child {
                board: after,
                order: if commutation { next } else { Order::ROOT },
                step,
            });
        }
    }

    /// Whether boards with so many moves left are remembered when they fail.
    fn remembers(&self, left: u32) -> bool {
        self.techniques.failed && (2..=failed::MOST_LEFT).contains(&left)
    }
}
