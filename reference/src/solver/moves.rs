//! The moves of a board as three sets of cells.

use crate::board::Cell;
use crate::moves::{Direction, Move};

use super::planes::{COLUMNS, Planes, RIGHT, bits};

/// Moves of a board, each by the cell it begins at. Swaps to the left are not
/// among them: the same swap from the other cell, to the right, is less.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    /// Swaps of different blocks, by the left one.
    pub(super) swaps: u64,
    /// Drops to the right.
    pub(super) right: u64,
    /// Drops to the left.
    pub(super) left: u64,
    /// Whether a swap of equal blocks is worth it.
    pub(super) waste: bool,
}

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A swap, to the right.
    Swap,
    /// A drop.
    Drop(Direction),
}

/// One move of [`Moves`], or a swap of equal blocks.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The bit of the cell.
    pub(super) place: u32,
    pub(super) kind: Kind,
}

impl Moves {
    /// None.
    pub(super) const NONE: Self = Self {
        swaps: 0,
        right: 0,
        left: 0,
        waste: false,
    };

    /// All of a board; `equal_right` are its cells equal to the one to their
    /// right.
    #[inline(always)]
    pub(super) fn all(occupied: u64, equal_right: u64) -> Self {
        Self {
            swaps: occupied & occupied >> RIGHT & !equal_right,
            right: occupied & !(occupied >> RIGHT) & COLUMNS[0b1111],
            left: occupied & !(occupied << RIGHT) & COLUMNS[0b1111] << RIGHT,
            waste: true,
        }
    }

    /// How many they are.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.swaps.count_ones() + self.right.count_ones() + self.left.count_ones()
    }

    /// Those that are not in `others`.
    #[inline(always)]
    pub(super) fn without(self, others: &Self) -> Self {
        Self {
            swaps: self.swaps & !others.swaps,
            right: self.right & !others.right,
            left: self.left & !others.left,
            waste: self.waste,
        }
    }

    /// Those that are in `others` too.
    #[inline(always)]
    pub(super) fn and(self, others: &Self) -> Self {
        Self {
            swaps: self.swaps & others.swaps,
            right: self.right & others.right,
            left: self.left & others.left,
            waste: self.waste,
        }
    }

    /// With one more.
    #[inline(always)]
    pub(super) fn with(mut self, step: Step) -> Self {
        let moves = match step.kind {
            Kind::Swap => &mut self.swaps,
            Kind::Drop(Direction::Right) => &mut self.right,
            Kind::Drop(Direction::Left) => &mut self.left,
        };
        *moves |= step.cell();
        self
    }

    /// They and the swaps of equal blocks of `same`, in the order of answers.
    pub(super) fn in_order(self, same: u64) -> impl Iterator<Item = Step> + use<> {
        bits(self.swaps | self.right | self.left | same).flat_map(move |place| {
            let cell = 1 << place;
            let step = |kind| Step { place, kind };
            // A cell's way to the right is one of the two.
            let right = if self.right & cell != 0 {
                Some(step(Kind::Drop(Direction::Right)))
            } else {
                ((self.swaps | same) & cell != 0).then(|| step(Kind::Swap))
            };
            let left = (self.left & cell != 0).then(|| step(Kind::Drop(Direction::Left)));
            right.into_iter().chain(left)
        })
    }
}

impl Step {
    #[inline(always)]
    pub(super) fn cell(self) -> u64 {
        1 << self.place
    }

    /// As the crate has it.
    pub(super) fn to_move(self) -> Move {
        let place = self.place as usize;
        Move {
            cell: Cell {
                x: place / 8,
                y: place % 8,
            },
            direction: match self.kind {
                Kind::Swap => Direction::Right,
                Kind::Drop(direction) => direction,
            },
        }
    }
}

impl<const P: usize> Planes<P> {
    /// The board after a move, not yet at rest.
    #[inline(always)]
    pub(super) fn after(&self, occupied: u64, step: Step) -> Self {
        match step.kind {
            Kind::Swap => self.swapped(step.cell()),
            Kind::Drop(direction) => self.dropped(occupied, step.place, direction),
        }
    }
}
