//! Moves that commute: of two orders that lead to the same board only the
//! lesser one is searched.
//!
//! A *quiet* swap makes no run. Let i and j be quiet swaps on board N that
//! share no cell, j less than i. Playing i then j puts the same blocks in the
//! same cells as j then i, before anything vanishes, so what vanishes is the
//! same too: both end at one board with the same number of moves left. When i
//! is tried, all that begins with j has failed already, and with it j, i. So
//! after i, j is skipped. This never loses the least answer: what is skipped
//! would fail, since a success of j, i would have ended the search before i.
//! For the same reason a board that fails with some moves skipped does fail.
//!
//! It goes on: let j be quiet after i too, and let a quiet swap i2 follow that
//! shares no cell with it. Then i, i2, j is i, j, i2, which is j, i, i2.
//!
//! Wasted moves (a swap of equal blocks changes nothing) are made as early as
//! they can: if the board N with a move less was searched and failed, nothing
//! that is reached from N by other moves needs to waste one.

use super::planes::RIGHT;
use super::techniques::Techniques;

/// What earlier moves make needless.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// Swaps, by their left cell, that need not be played.
    skipped: u64,
    /// Whether a board above was searched with a move less, in vain.
    wasted: bool,
}

impl Order {
    /// Nothing is needless.
    pub(super) fn root() -> Self {
        Self {
            skipped: 0,
            wasted: false,
        }
    }

    #[inline(always)]
    pub(super) fn skipped(self) -> u64 {
        self.skipped
    }

    #[inline(always)]
    pub(super) fn may_waste(self) -> bool {
        !self.wasted
    }

    /// After the quiet swap at `cell`; `quiet` are the quiet swaps that the
    /// bound leaves, `same` the wasted move among the moves here.
    #[inline(always)]
    pub(super) fn after_quiet(self, quiet: u64, cell: u64, same: u64, on: &Techniques) -> Self {
        if !on.commutation {
            return self;
        }
        let before = quiet & (cell - 1);
        let touching = cell | cell << RIGHT | cell >> RIGHT;
        Self {
            skipped: (before | self.skipped & quiet) & !touching,
            wasted: self.wasted || same & (cell - 1) != 0,
        }
    }

    /// After a swap of equal blocks.
    #[inline(always)]
    pub(super) fn after_waste(self) -> Self {
        Self {
            skipped: 0,
            wasted: self.wasted,
        }
    }

    /// After any other move from `cell`.
    #[inline(always)]
    pub(super) fn after_other(self, cell: u64, same: u64, on: &Techniques) -> Self {
        Self {
            skipped: 0,
            wasted: self.wasted || (on.commutation && same & (cell - 1) != 0),
        }
    }
}
