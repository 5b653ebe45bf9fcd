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
use crate::moves::Direction;

/// What earlier moves make needless.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// Moves that need not be played, as [`Moves`] has them.
    pub(super) swaps: u64,
    pub(super) right: u64,
    pub(super) left: u64,
    /// Whether a board above was searched with a move less, in vain.
    wasted: bool,
}

impl Order {
    /// Nothing is needless.
    pub(super) fn root() -> Self {
        Self {
            swaps: 0,
            right: 0,
            left: 0,
            wasted: false,
        }
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
            swaps: (before | self.swaps & quiet) & !touching,
            right: 0,
            left: 0,
            wasted: self.wasted || same & (cell - 1) != 0,
        }
    }

    /// After a swap of equal blocks.
    #[inline(always)]
    pub(super) fn after_waste(self) -> Self {
        Self {
            wasted: self.wasted,
            ..Self::root()
        }
    }

    /// After any other move from `cell`, which the quiet swaps of `apart` have
    /// nothing to do with.
    #[inline(always)]
    pub(super) fn after_other(
        self,
        quiet: u64,
        apart: u64,
        cell: u64,
        same: u64,
        on: &Techniques,
    ) -> Self {
        if !on.commutation {
            return self;
        }
        let before = quiet & (cell - 1);
        Self {
            swaps: (before | self.swaps & quiet) & apart,
            wasted: self.wasted || same & (cell - 1) != 0,
            ..Self::root()
        }
    }

    /// Without a move from `cell` that was searched before.
    #[inline(always)]
    pub(super) fn and(mut self, cell: u64, is_swap: bool, direction: Direction) -> Self {
        match direction {
            Direction::Right if is_swap => self.swaps |= cell,
            Direction::Right => self.right |= cell,
            Direction::Left => self.left |= cell,
        }
        self
    }
}
