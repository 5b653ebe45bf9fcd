//! Moves that commute: of two orders that lead to the same board only the
//! lesser one is searched.
//!
//! Let a and b be moves of board N, a less than b, and let a, b and b, a lead
//! to the same board. When b is tried, everything that begins with a has failed
//! already, and with it a, b. So after b, a is skipped. This never loses the
//! least answer: a success of a, b would have ended the search before b. For
//! the same reason a board that fails with some moves skipped does fail.
//!
//! It goes on: a move that is known to fail on N, because it was tried or is
//! skipped itself, is skipped after b too if it commutes with b.
//!
//! **Quiet swaps.** A swap is *quiet* if it makes no run. Two quiet swaps that
//! share no cell commute: either way the same blocks are in the same cells
//! before anything vanishes, so the same vanishes.
//!
//! **Loud moves**, which make a run or are drops: see [`super::apart`].
//!
//! **Wasted moves.** A swap of equal blocks changes nothing and commutes with
//! everything that leaves one to be made. It is made as early as it can be: if
//! N with a move less was searched and failed, no board that other moves lead
//! to from N needs to waste one.

use super::apart::Loud;
use super::moves::Moves;
use super::planes::RIGHT;

/// What earlier moves make needless on a board.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// Moves that are known to fail.
    pub(super) skipped: Moves,
    /// Whether a board above was searched with a move less, in vain.
    wasted: bool,
}

/// The moves of a board that commute with some others.
#[derive(Clone, Copy)]
pub(super) struct Commuting {
    /// Quiet swaps.
    pub(super) quiet: u64,
    /// The swap of equal blocks, if one is among the moves.
    pub(super) same: u64,
}

impl Order {
    /// Nothing is needless.
    pub(super) const ROOT: Self = Self {
        skipped: Moves::NONE,
        wasted: false,
    };

    #[inline(always)]
    pub(super) fn may_waste(&self) -> bool {
        !self.wasted
    }

    /// After the quiet swap at `cell`; `loud` are the loud moves before it.
    #[inline(always)]
    pub(super) fn after_quiet(&self, of: Commuting, cell: u64, loud: &[Loud]) -> Self {
        let touching = cell | cell << RIGHT | cell >> RIGHT;
        let mut skipped = Moves {
            swaps: self.failing(of, cell) & !touching,
            ..Moves::NONE
        };
        for loud in loud {
            if loud.apart & cell != 0 {
                skipped = skipped.with(loud.step);
            }
        }
        Self {
            skipped,
            wasted: self.wasted_before(of, cell),
        }
    }

    /// After a loud move; `earlier` are the loud moves before it.
    #[inline(always)]
    pub(super) fn after_loud(&self, of: Commuting, loud: &Loud, earlier: &[Loud]) -> Self {
        let cell = loud.step.cell();
        let mut skipped = Moves {
            swaps: self.failing(of, cell) & loud.apart,
            ..Moves::NONE
        };
        for earlier in earlier {
            if loud.is_far_from(earlier) {
                skipped = skipped.with(earlier.step);
            }
        }
        Self {
            skipped,
            wasted: self.wasted_before(of, cell),
        }
    }

    /// After a loud move from `cell` that nothing more is known of.
    #[inline(always)]
    pub(super) fn after_unknown(&self, of: Commuting, cell: u64) -> Self {
        Self {
            skipped: Moves::NONE,
            wasted: self.wasted_before(of, cell),
        }
    }

    /// After a swap of equal blocks.
    #[inline(always)]
    pub(super) fn after_waste(&self) -> Self {
        Self {
            skipped: Moves::NONE,
            wasted: self.wasted,
        }
    }

    /// The quiet swaps that have failed when the move from `cell` is tried.
    #[inline(always)]
    fn failing(&self, of: Commuting, cell: u64) -> u64 {
        of.quiet & ((cell - 1) | self.skipped.swaps)
    }

    #[inline(always)]
    fn wasted_before(&self, of: Commuting, cell: u64) -> bool {
        self.wasted || of.same & (cell - 1) != 0
    }
}
