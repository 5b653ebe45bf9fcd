//! The last two moves of a board together.
//!
//! Nearly all boards of a search have one or two moves left. Here all boards
//! that a board leads to with its last move but one are made first, then all
//! that those lead to with the last move, each lot in one go: no branch that a
//! processor would guess wrong, and the same few steps for many boards, which
//! vector registers do four at a time.
//!
//! What comes out is only whether some pair of moves clears the board. If one
//! does, the search goes through the pairs in order for the least; that
//! happens once in a search, since it ends there.

use crate::board::Colour;
use crate::moves::Direction;
use crate::rules::MoveCount;

use super::bound::{Entry, column_counts, strong_enough};
use super::matching::matching_swaps;
use super::moves::Moves;
use super::order::Commuting;
use super::planes::{Four, Planes, RIGHT, bits};
use super::search::{Node, Search};
use super::vectors;

/// Boards in one batch: more than one board has moves (28 and a wasted one),
/// and a number of [`Four`]s.
const ROOM: usize = 64;

/// Boards side by side.
#[derive(Clone)]
pub(super) struct Batch<const P: usize> {
    planes: [[u64; ROOM]; P],
    len: usize,
}

impl<const P: usize> Batch<P> {
    fn new() -> Self {
        Self {
            planes: [[0; ROOM]; P],
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, board: Planes<P>) {
        self.put(self.len, board);
        self.len += 1;
    }

    #[inline(always)]
    fn put(&mut self, at: usize, board: Planes<P>) {
        for (plane, word) in self.planes.iter_mut().zip(board.0) {
            plane[at] = word;
        }
    }

    /// Adds the boards after all of some moves, not yet at rest.
    #[inline(always)]
    fn play_all(&mut self, board: &Planes<P>, occupied: u64, moves: &Moves) {
        for place in bits(moves.swaps) {
            self.push(board.swapped(1 << place));
        }
        for (cells, direction) in [
            (moves.right, Direction::Right),
            (moves.left, Direction::Left),
        ] {
            for place in bits(cells) {
                self.push(board.dropped(occupied, place, direction));
            }
        }
    }

    #[inline(always)]
    fn get(&self, at: usize) -> Planes<P> {
        Planes(std::array::from_fn(|plane| self.planes[plane][at]))
    }

    /// The fours that hold boards; what lies behind the last board is any.
    #[inline(always)]
    fn fours(&self) -> std::ops::Range<usize> {
        0..self.len.div_ceil(4)
    }

    #[inline(always)]
    fn four(&self, at: usize) -> Planes<P, Four> {
        Planes(std::array::from_fn(|plane| {
            Four::load(&self.planes[plane], at)
        }))
    }

    #[inline(always)]
    fn set_four(&mut self, at: usize, boards: &Planes<P, Four>) {
        for (plane, words) in self.planes.iter_mut().zip(&boards.0) {
            words.store(plane, at);
        }
    }
}

/// The memory for it.
pub(super) struct Batches<const P: usize> {
    /// The boards after the last move but one.
    before: Batch<P>,
    /// Those of them that are new, and what is known of each.
    fresh: Batch<P>,
    known: Known,
    /// The boards after the last move.
    after: Batch<P>,
}

/// What is known of boards with one move left, each list by board.
struct Known {
    occupied: [u64; ROOM],
    equal_right: [u64; ROOM],
    /// Swaps that make a run.
    matching: [u64; ROOM],
    /// Swaps that need not be played.
    skipped: [u64; ROOM],
    /// The column counts of each colour.
    vectors: [[u64; ROOM]; Colour::MAX as usize],
}

impl<const P: usize> Batches<P> {
    pub(super) fn new() -> Self {
        Self {
            before: Batch::new(),
            fresh: Batch::new(),
            known: Known {
                occupied: [0; ROOM],
                equal_right: [0; ROOM],
                matching: [0; ROOM],
                skipped: [0; ROOM],
                vectors: [[0; ROOM]; Colour::MAX as usize],
            },
            after: Batch::new(),
        }
    }
}

impl<const P: usize, const K: usize> Search<P, K> {
    /// Whether some two moves clear a board.
    pub(super) fn last_two(&mut self, node: &Node<P>) -> bool {
        vectors::last_two(self, node)
    }

    /// The body of [`Search::last_two`], for whatever registers there are.
    #[inline(always)]
    pub(super) fn last_two_here(&mut self, node: &Node<P>) -> bool {
        let quiet_from = self.batches.fill_before(node);
        if self.keep_fresh(node, quiet_from) {
            return true;
        }
        self.learn();
        for at in 0..self.batches.fresh.len {
            if self.fill_after(at) {
                return true;
            }
        }
        self.batches.some_cleared()
    }

    /// Takes the boards that were not met before; true if one is an answer
    /// already.
    #[inline(always)]
    fn keep_fresh(&mut self, node: &Node<P>, quiet_from: usize) -> bool {
        let Batches {
            before,
            fresh,
            known,
            ..
        } = &mut self.batches;
        fresh.len = 0;
        let mut quiet_cells = node.moves.swaps & node.commuting.quiet;
        let (mut empty, mut again) = (0, 0);
        for at in 0..before.len {
            let board = before.get(at);
            let mut skipped = 0;
            if at >= quiet_from && quiet_cells != 0 {
                let cell = quiet_cells & quiet_cells.wrapping_neg();
                quiet_cells ^= cell;
                if self.techniques.commutation {
                    let order = node.order.after_quiet(node.commuting, cell, &[]);
                    skipped = order.skipped.swaps;
                }
            }
            let is_empty = board.is_empty();
            let is_known = self.techniques.failed && self.failed.recently(&board);
            // Written in any case, kept if it is new: without a branch.
            known.skipped[fresh.len] = skipped;
            fresh.put(fresh.len, board);
            fresh.len += usize::from(!(is_empty | is_known));
            empty += u64::from(is_empty);
            again += u64::from(is_known) & u64::from(!is_empty);
        }
        self.statistics.count_nodes(1, before.len as u64 - empty);
        self.statistics.failed_before += again;
        empty > 0 && self.rules.moves == MoveCount::AtMost
    }

    /// Finds out what is to be known of the new boards.
    #[inline(always)]
    fn learn(&mut self) {
        let Batches { fresh, known, .. } = &mut self.batches;
        let vectors = &mut known.vectors[..usize::from(self.colours)];
        for at in fresh.fours() {
            let boards = fresh.four(at);
            let occupied = boards.occupied();
            let equal_right = boards.equal(occupied, RIGHT);
            occupied.store(&mut known.occupied, at);
            equal_right.store(&mut known.equal_right, at);
            matching_swaps(&boards, occupied, equal_right).store(&mut known.matching, at);
            for (code, vectors) in (1..).zip(&mut *vectors) {
                column_counts(boards.cells_of(code)).store(vectors, at);
            }
        }
    }

    /// Puts the boards after the last move of a new board into the batch; true
    /// if some board is known to be cleared.
    #[inline(always)]
    fn fill_after(&mut self, at: usize) -> bool {
        let known = &self.batches.known;
        let mut entries = [Entry::default(); Colour::MAX as usize];
        let entries = &mut entries[..usize::from(self.colours)];
        let mut sum = 0;
        for (entry, vectors) in entries.iter_mut().zip(&known.vectors) {
            *entry = Entry::at(vectors[at]);
            sum += entry.distance();
        }
        if sum > 2 {
            self.statistics.cut_by_bound += 1;
            return false;
        }
        let board = self.batches.fresh.get(at);
        let occupied = known.occupied[at];
        let mut moves = Moves::all(occupied, known.equal_right[at]);
        moves.swaps = known.matching[at] & !known.skipped[at];
        if self.techniques.filter {
            moves = strong_enough(&board, entries, 1, sum, moves);
        }
        let count = moves.count() as usize;
        self.statistics.last_moves += count as u64;
        if self.batches.after.len + count > ROOM && self.batches.some_cleared() {
            return true;
        }
        self.batches.after.play_all(&board, occupied, &moves);
        false
    }
}

impl<const P: usize> Batches<P> {
    /// How many boards the last move but one led to.
    pub(super) fn made(&self) -> u64 {
        self.before.len as u64
    }

    /// Makes all boards after the last move but one. Those of quiet swaps begin
    /// at the index that is returned, in the order of their cells.
    #[inline(always)]
    fn fill_before(&mut self, node: &Node<P>) -> usize {
        let Node {
            board,
            occupied,
            moves,
            commuting: Commuting { quiet, same },
            ..
        } = *node;
        let before = &mut self.before;
        before.len = 0;
        // Drops and swaps that make a run must come to rest.
        let loud = Moves {
            swaps: moves.swaps & !quiet,
            ..moves
        };
        before.play_all(board, occupied, &loud);
        for at in before.fours() {
            let mut boards = before.four(at);
            loop {
                let marked = boards.runs();
                if marked.is_zero() {
                    break;
                }
                boards = boards.without(marked);
            }
            before.set_four(at, &boards);
        }
        let quiet_from = before.len;
        for place in bits(moves.swaps & quiet) {
            before.push(board.swapped(1 << place));
        }
        if same != 0 {
            before.push(*board);
        }
        quiet_from
    }

    /// Whether a board of the batch after the last move vanishes; empties it.
    #[inline(always)]
    fn some_cleared(&mut self) -> bool {
        let after = &mut self.after;
        let mut cleared = false;
        while after.len > 0 {
            // Few boards have a further elimination: those move together.
            let len = std::mem::take(&mut after.len);
            for at in 0..len.div_ceil(4) {
                let boards = after.four(at);
                let boards = boards.without(boards.runs());
                let (left, more) = (boards.occupied(), boards.runs());
                after.set_four(at, &boards);
                for lane in 0..4.min(len - 4 * at) {
                    cleared |= left.0[lane] == 0;
                    after.put(after.len, after.get(4 * at + lane));
                    after.len += usize::from(more.0[lane] != 0);
                }
            }
        }
        cleared
    }
}
