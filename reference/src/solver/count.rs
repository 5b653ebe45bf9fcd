//! How many sequences of moves clear a board.

use std::collections::HashMap;

use crate::rules::{MoveCount, SameColourSwap};

use super::bound;
use super::budget::Stopped;
use super::matching::matching_swaps;
use super::moves::{Kind, Moves};
use super::planes::{Planes, RIGHT};
use super::search::Search;

/// More boards than this are not remembered.
const MOST_KNOWN: usize = 1 << 20;

/// Counts for boards of P planes, by board and moves left.
type Known<const P: usize> = HashMap<(Planes<P>, u32), u64>;

impl<const P: usize, const K: usize> Search<P, K> {
    /// The number of sequences with `n` moves that clear `board`, at most `cap`.
    pub(super) fn count(&mut self, board: &Planes<P>, n: u32, cap: u64) -> Result<u64, Stopped> {
        self.meter.start()?;
        let settled = board.runs() == 0;
        self.count_from(board, n, cap, settled, &mut Known::new())
    }

    /// The smaller of the true number and `cap`: so each sum may stop there.
    fn count_from(
        &mut self,
        board: &Planes<P>,
        left: u32,
        cap: u64,
        settled: bool,
        known: &mut Known<P>,
    ) -> Result<u64, Stopped> {
        let occupied = board.occupied();
        if occupied == 0 {
            let clears = left == 0 || self.rules.moves == MoveCount::AtMost;
            return Ok(u64::from(clears).min(cap));
        }
        if left == 0 || cap == 0 {
            return Ok(0);
        }
        self.statistics.count_node(left);
        if !self.meter.spend(1) {
            return Err(self.meter.reason());
        }
        if let Some(&count) = known.get(&(*board, left)) {
            self.statistics.failed_before += 1;
            return Ok(count);
        }
        let equal_right = board.equal(occupied, RIGHT);
        let mut moves = Moves::all(occupied, equal_right);
        if self.techniques.bound {
            match bound::within(board, self.colours, left, moves, self.techniques.filter) {
                None => return Ok(0),
                Some(within) => moves = within,
            }
        }
        if left == 1 && settled {
            moves.swaps &= matching_swaps(board, occupied, equal_right);
        }
        let mut count = 0_u64;
        if moves.waste && self.rules.same_colour_swap == SameColourSwap::Legal {
            // From the left and from the right.
            let swaps = equal_right & occupied >> RIGHT;
            if swaps != 0 {
                let ways = 2 * u64::from(swaps.count_ones());
                let after = board.at_rest();
                let each = self.count_from(&after, left - 1, cap, true, known)?;
                count = ways.saturating_mul(each).min(cap);
            }
        }
        for step in moves.in_order(0) {
            if count == cap {
                break;
            }
            // A swap is two moves, from the left and from the right.
            let ways = if step.kind == Kind::Swap { 2 } else { 1 };
            let after = board.after(occupied, step).at_rest();
            let each = self.count_from(&after, left - 1, cap, true, known)?;
            count = count.saturating_add(each.saturating_mul(ways)).min(cap);
        }
        if left >= 2 && known.len() < MOST_KNOWN {
            known.insert((*board, left), count);
        }
        Ok(count)
    }
}
