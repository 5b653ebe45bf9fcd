//! Which moves have nothing to do with each other though one of them clears.
//!
//! Two things are written down while the board after a loud move m comes to
//! rest.
//!
//! **Quiet swaps that are apart from m.** A quiet swap i exchanges two blocks.
//! Suppose that in all of m's cascade they stay in their cells and are in no
//! run, and that on each board of it their exchange would make no run. Then m's
//! cascade is the same whether i was played or not, so i, m is m, i; and i is
//! quiet after m.
//!
//! **Cells that change** with m: its own, where it lands, those that vanish,
//! and all above one that goes away. Two loud moves are *far* from each other
//! if no three cells in line, within which a run would be seen, hold a changed
//! cell of both. Each window that one move's cascade looks at is then as the
//! other move left it, before and after: both go as if alone, in either order.
//! Columns keep their parts too: what changes below a changed cell of the other
//! move would change that cell, and a column that one move lands on has the
//! landing cell next to its top block.

use super::matching::matching_swaps;
use super::moves::{Kind, Step};
use super::planes::{Planes, RIGHT, UP, and_above};

/// A move that makes a run, or a drop, and what it has to do with.
#[derive(Clone, Copy)]
pub(super) struct Loud {
    pub(super) step: Step,
    /// Swaps that are apart from it, if they are quiet.
    pub(super) apart: u64,
    /// Cells that change.
    changed: u64,
}

impl Loud {
    /// Plays a move of a board and lets it come to rest.
    #[inline(always)]
    pub(super) fn play<const P: usize>(
        board: &Planes<P>,
        occupied: u64,
        step: Step,
    ) -> (Planes<P>, Self) {
        let mut after = board.after(occupied, step);
        let landed = after.occupied() & !occupied;
        let cell = step.cell();
        let (own, mut gone) = match step.kind {
            Kind::Swap => (cell | cell << RIGHT, 0),
            Kind::Drop(_) => (cell, cell),
        };
        let mut matching = 0;
        loop {
            let occupied = after.occupied();
            matching |= matching_swaps(&after, occupied, after.equal(occupied, RIGHT));
            let marked = after.runs();
            if marked == 0 {
                break;
            }
            gone |= marked;
            after = after.without(marked);
        }
        let changed = and_above(gone) & occupied | own | landed;
        let loud = Self {
            step,
            apart: !(matching | changed | changed >> RIGHT),
            changed,
        };
        (after, loud)
    }

    #[inline(always)]
    pub(super) fn is_far_from(&self, other: &Self) -> bool {
        let cells = self.changed;
        let column = cells << UP | cells << (2 * UP) | cells >> UP | cells >> (2 * UP);
        let row = cells << RIGHT | cells << (2 * RIGHT) | cells >> RIGHT | cells >> (2 * RIGHT);
        (cells | column | row) & other.changed == 0
    }
}
