//! What a search did.

use crate::moves::Answer;

/// Moves left that are told apart; searches with more of them are not made.
const DEPTHS: usize = 16;

/// What a search did, in numbers. The same board, n, rules and techniques give
/// the same numbers on every machine, wider vectors or not. A [`Solver`] that is
/// used again may have larger tables from before and search a little less.
///
/// [`Solver`]: super::Solver
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStatistics {
    /// Boards that were looked at, by how many moves were left; index 0 is not
    /// used, the last one is for all that is more.
    pub boards: [u64; DEPTHS],
    /// Boards that the column-count bound ruled out.
    pub cut_by_bound: u64,
    /// Moves not played because the bound would rule out where they lead; last
    /// moves that are searched together are not counted here.
    pub too_weak: u64,
    /// Moves not played because the other order was searched before, in the same
    /// way.
    pub commuted: u64,
    /// Boards that had failed before, with as many moves left.
    pub failed_before: u64,
    /// Last moves that were played out.
    pub last_moves: u64,
}

impl SearchStatistics {
    /// All boards that were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.boards.iter().sum()
    }

    #[inline(always)]
    pub(super) fn count_nodes(&mut self, left: u32, boards: u64) {
        self.boards[(left as usize).min(DEPTHS - 1)] += boards;
    }

    #[inline(always)]
    pub(super) fn count_node(&mut self, left: u32) {
        self.count_nodes(left, 1);
    }
}

/// An answer, and what the search for it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What [`solve`](super::solve) gives.
    pub answer: Answer,
    /// What the search did.
    pub search: SearchStatistics,
}
