//! All 28 swaps at once: which of them make a run.

use super::planes::{Planes, RIGHT, UP, Word};

/// The cells whose block makes a run when it changes places with the block to
/// its right; `equal_right` are the cells equal to the one to their right.
///
/// The block at p goes to q, to the right of it. It makes a run there if q's
/// column has two of its colour next to q (two above, two below, one on either
/// side), or if the two cells right of q have it. As bits of p these cells are
/// at fixed distances: q's column one and two up is 9 and 10 further on, one
/// and two down is 7 and 6, the row is 16 and 24. For the block that goes from
/// q to p the same distances count backwards from q.
///
/// A distance that leaves the column lands on its guard row or on a cell of
/// another column; each pair asks for a cell between, and that is the guard
/// row, which is empty.
#[inline(always)]
pub(super) fn matching_swaps<const P: usize, W: Word>(
    board: &Planes<P, W>,
    occupied: W,
    equal_right: W,
) -> W {
    let equal = |offset| board.equal(occupied, offset);
    let (e6, e7, e9, e10) = (equal(6), equal(7), equal(9), equal(10));
    let (e16, e24) = (equal(2 * RIGHT), equal(3 * RIGHT));

    let (up, up_2, down, down_2) = (e9, e10, e7, e6);
    let going_right = up & up_2 | up & down | down & down_2 | e16 & e24;

    let (up, up_2) = (e7 >> UP, e6 >> (2 * UP));
    let (down, down_2) = (e9 << UP, e10 << (2 * UP));
    let (left, left_2) = (e16 << RIGHT, e24 << (2 * RIGHT));
    let going_left = up & up_2 | up & down | down & down_2 | left & left_2;

    (going_right | going_left) & occupied & occupied >> RIGHT & !equal_right
}
