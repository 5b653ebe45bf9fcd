//! The column-count bound D: moves that a board needs at least.
//!
//! For one colour, forget everything but how many of its blocks each column
//! holds: five numbers. Blocks change their column by moves alone, one column
//! at a time. When may the colour vanish without any more moves? Each block
//! goes in a horizontal run, which takes one block from each of three or more
//! neighbouring columns, or in a vertical run, which takes three or more from
//! one column, or in both at once. So for some choice of horizontal runs that
//! cover r blocks of a column which holds a: a = r, or a > r and a >= 3. D is
//! the number of unit steps from the vector to the nearest such *feasible* one.
//!
//! **Never above the truth.** A move takes one block (a drop) or two of
//! different colours (a swap) one column on: D of a colour falls by at most 1,
//! the sum over colours by at most 2. An elimination never lowers D: what was
//! a feasible vector after it is one before it, with the run put back. So with
//! k moves left every D must be at most k and the sum at most 2k. One or two
//! blocks of a colour have no feasible vector: that prune is contained.
//!
//! **Moves that are too weak.** The table also says which steps lower D and
//! which keep it. A move that leaves a sum above 2(k - 1), or some D above
//! k - 1, needs not be played: cell masks take it out with all its kind. The
//! slack s = 2k - sum is what may still be wasted; a swap that lowers both
//! colours wastes none, one that raises both wastes 4.

use crate::board::{Board, Colour};

use super::moves::Moves;
use super::planes::{COLUMNS, Codes, Planes, RIGHT, Word};

/// The table that `build.rs` writes.
static TABLE: &[u8; 4 << 15] = include_bytes!(concat!(env!("OUT_DIR"), "/distance.bin"));

/// The distance of a colour that can never vanish.
const NEVER: u32 = 255;

/// What the table knows of a vector of column counts.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry(u32);

impl Entry {
    /// Of the vector with this index.
    #[inline(always)]
    pub(super) fn at(vector: u64) -> Self {
        let place = 4 * (vector & 0x7fff) as usize;
        let bytes = [
            TABLE[place],
            TABLE[place + 1],
            TABLE[place + 2],
            TABLE[place + 3],
        ];
        Self(u32::from_le_bytes(bytes))
    }

    #[inline(always)]
    pub(super) fn distance(self) -> u32 {
        self.0 & 0xff
    }

    /// The columns from which a step to the right and one to the left lower D.
    #[inline(always)]
    fn lowering(self) -> Sides {
        Sides::from_steps(self.0 >> 8)
    }

    /// The columns from which they don't raise it.
    #[inline(always)]
    fn not_raising(self) -> Sides {
        Sides::from_steps(self.0 >> 16)
    }
}

/// Cells whose block may go to the right, and cells whose block may go left.
#[derive(Clone, Copy)]
struct Sides {
    right: u64,
    left: u64,
}

impl Sides {
    const NONE: Self = Self { right: 0, left: 0 };
    const ALL: Self = Self {
        right: !0,
        left: !0,
    };

    /// Whole columns, from eight bits of the table.
    #[inline(always)]
    fn from_steps(steps: u32) -> Self {
        Self {
            right: COLUMNS[(steps & 0xf) as usize],
            left: COLUMNS[(steps >> 4 & 0xf) as usize] << RIGHT,
        }
    }

    #[inline(always)]
    fn within(self, cells: u64) -> Self {
        Self {
            right: self.right & cells,
            left: self.left & cells,
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self {
            right: self.right | other.right,
            left: self.left | other.left,
        }
    }

    /// The left block of a swap goes right, the right one left: of the swaps,
    /// by their left cell, the sides of the two blocks.
    #[inline(always)]
    fn of_swaps(self) -> (u64, u64) {
        (self.right, self.left >> RIGHT)
    }
}

/// The index in the table of a set of cells: three bits for each column's count.
#[inline(always)]
pub(super) fn column_counts<W: Word>(cells: W) -> W {
    let masked = |word: W, mask: u64| word & W::all(mask);
    // Bits counted within each byte, then the five bytes moved together.
    let pairs = masked(cells, 0x55_5555_5555) + masked(cells >> 1, 0x55_5555_5555);
    let fours = masked(pairs, 0x33_3333_3333) + masked(pairs >> 2, 0x33_3333_3333);
    let bytes = masked(fours + (fours >> 4), 0x0f_0f0f_0f0f);
    let twos = masked(bytes | bytes >> 5, 0x3f_003f_003f);
    masked(twos | twos >> 10, 0x0fff) | masked(twos >> 20, 0x7000)
}

/// Of `moves`, those after which the bound doesn't rule out that the board is
/// cleared with the moves that are left then; `None` if it rules the board out
/// now. `left` is at least 1.
#[inline(always)]
pub(super) fn within<const P: usize>(
    board: &Planes<P>,
    colours: u8,
    left: u32,
    moves: Moves,
    filter: bool,
) -> Option<Moves> {
    let mut entries = [Entry::default(); Colour::MAX as usize];
    let entries = &mut entries[..usize::from(colours)];
    let (mut sum, mut most) = (0, 0);
    for (code, entry) in (1..).zip(&mut *entries) {
        *entry = Entry::at(column_counts(board.cells_of(code)));
        sum += entry.distance();
        most = most.max(entry.distance());
    }
    if most > left || sum > 2 * left {
        return None;
    }
    if !filter {
        return Some(moves);
    }
    Some(strong_enough(board, entries, left, sum, moves))
}

/// The filter of [`within`]: `entries` are those of the board's colours, `sum`
/// that of D.
#[inline(always)]
pub(super) fn strong_enough<const P: usize>(
    board: &Planes<P>,
    entries: &[Entry],
    left: u32,
    sum: u32,
    moves: Moves,
) -> Moves {
    let cells = (1..).map(|code| board.cells_of(code));
    let slack = 2 * left - sum;
    if sum == 0 {
        // Nothing can be lowered. What is left is that nothing may be raised,
        // or not twice, or, with more moves, anything.
        let not_raising = match left {
            1 => entries
                .iter()
                .zip(cells)
                .fold(Sides::NONE, |all, (entry, cells)| {
                    all.or(entry.not_raising().within(cells))
                }),
            _ => Sides::ALL,
        };
        let (going_right, going_left) = not_raising.of_swaps();
        return Moves {
            swaps: moves.swaps & going_right & going_left,
            right: moves.right & not_raising.right,
            left: moves.left & not_raising.left,
            waste: moves.waste,
        };
    }
    let (mut lowering, mut not_raising) = (Sides::NONE, Sides::NONE);
    // Moves that a colour without a step to spare can't do without.
    let mut needed = Sides::ALL;
    let mut strained = 0;
    if slack >= 4 && entries.iter().all(|entry| entry.distance() < left) {
        return moves;
    }
    for (entry, cells) in entries.iter().zip(cells) {
        let lowers = entry.lowering().within(cells);
        lowering = lowering.or(lowers);
        not_raising = not_raising.or(entry.not_raising().within(cells));
        if entry.distance() == left {
            needed = lowers;
            strained += 1;
        }
    }
    // Two such colours are the whole sum: there is no slack, and the two that
    // must be lowered are they.
    if strained > 1 {
        needed = Sides::ALL;
    }
    let (lower_right, lower_left) = lowering.of_swaps();
    let (keep_right, keep_left) = not_raising.of_swaps();
    let (swaps, drops) = match slack {
        0 => (lower_right & lower_left, Sides::NONE),
        1 => (lower_right & keep_left | keep_right & lower_left, lowering),
        2 => (
            lower_right | lower_left | keep_right & keep_left,
            not_raising,
        ),
        3 => (keep_right | keep_left, Sides::ALL),
        _ => (!0, Sides::ALL),
    };
    let (needed_right, needed_left) = needed.of_swaps();
    Moves {
        swaps: moves.swaps & swaps & (needed_right | needed_left),
        right: moves.right & drops.right & needed.right,
        left: moves.left & drops.left & needed.left,
        waste: moves.waste && slack >= 2 && strained == 0,
    }
}

/// A number of moves that is needed at least to clear this board; `None` if no
/// number of them does.
///
/// ```
/// use mayan_reference::{Puzzle, solver::moves_needed};
/// let far = Puzzle::parse(b"5\n1 0\n1 0\n0\n0\n1 0\n").unwrap();
/// assert_eq!(moves_needed(&far.board), Some(2));
/// let two = Puzzle::parse(b"5\n1 0\n1 0\n0\n0\n0\n").unwrap();
/// assert_eq!(moves_needed(&two.board), None);
/// ```
#[must_use]
pub fn moves_needed(board: &Board) -> Option<usize> {
    let codes = Codes::new(board);
    let planes = Planes::<4>::new(board, &codes);
    let (mut sum, mut most) = (0, 0);
    for code in 1..=codes.colours {
        let vector = column_counts(planes.cells_of(code.into()));
        let distance = Entry::at(vector).distance();
        if distance == NEVER {
            return None;
        }
        sum += distance;
        most = most.max(distance);
    }
    // A board that isn't empty needs a move, if only to let its runs go.
    let some = u32::from(codes.colours > 0);
    Some(sum.div_ceil(2).max(most).max(some) as usize)
}
