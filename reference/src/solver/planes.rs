//! The board as bit planes: one word for each bit of a colour's code.
//!
//! Bit 8x + y of every plane belongs to cell (x, y), so a column is a byte and
//! a step up or to the right is a shift by 1 or 8. Row 7 of each byte is always
//! empty: it keeps a column from touching the next one. Colours are numbered
//! from 1 as they appear, so that as few planes as possible are needed; 0 is an
//! empty cell. The number of planes is part of the type: loops over them vanish.
//!
//! Everything here works on one board (a `u64`) or on several beside each other
//! (four words at a time), in the same lines of code.

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::board::{Board, Colour, WIDTH};
use crate::moves::Direction;

/// A step up.
pub(super) const UP: u32 = 1;

/// A step to the right.
pub(super) const RIGHT: u32 = 8;

/// The bottom row.
const BOTTOM: u64 = 0x01_0101_0101;

/// All cells of the board.
const CELLS: u64 = 0x7f * BOTTOM;

/// Columns 0 to 3 as cells, by the set of the four as bits.
pub(super) const COLUMNS: [u64; 16] = {
    let mut columns = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut x = 0;
        while x < 4 {
            columns[set] |= ((set as u64 >> x & 1) * 0xff) << (8 * x);
            x += 1;
        }
        set += 1;
    }
    columns
};

/// A word of cells, or several words side by side.
pub(super) trait Word:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Add<Output = Self>
{
    /// This word in every place.
    fn all(word: u64) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn all(word: u64) -> Self {
        word
    }
}

/// Four words, in a form that compilers turn into vector registers.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Four(pub(super) [u64; 4]);

impl Four {
    /// The words at 4 `at` and the three after it.
    #[inline(always)]
    pub(super) fn load(words: &[u64], at: usize) -> Self {
        let words = &words[4 * at..4 * at + 4];
        Self([words[0], words[1], words[2], words[3]])
    }

    /// Puts them there.
    #[inline(always)]
    pub(super) fn store(self, words: &mut [u64], at: usize) {
        words[4 * at..4 * at + 4].copy_from_slice(&self.0);
    }

    /// Whether all four words are 0.
    #[inline(always)]
    pub(super) fn is_zero(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    fn map(self, each: impl Fn(u64) -> u64) -> Self {
        let words = self.0;
        Self([
            each(words[0]),
            each(words[1]),
            each(words[2]),
            each(words[3]),
        ])
    }

    #[inline(always)]
    fn zip(self, other: Self, both: impl Fn(u64, u64) -> u64) -> Self {
        let (left, right) = (self.0, other.0);
        Self([
            both(left[0], right[0]),
            both(left[1], right[1]),
            both(left[2], right[2]),
            both(left[3], right[3]),
        ])
    }
}

impl Word for Four {
    #[inline(always)]
    fn all(word: u64) -> Self {
        Self([word; 4])
    }
}

impl Add for Four {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
}

impl BitAnd for Four {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Four {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Four {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Four {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.map(|a| !a)
    }
}

impl Shl<u32> for Four {
    type Output = Self;
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        self.map(|a| a << by)
    }
}

impl Shr<u32> for Four {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        self.map(|a| a >> by)
    }
}

/// A board of up to 2^P - 1 colours; see the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Planes<const P: usize, W = u64>(pub(super) [W; P]);

impl<const P: usize, W: Word> Planes<P, W> {
    /// The cells that hold a block.
    #[inline(always)]
    pub(super) fn occupied(&self) -> W {
        self.0.iter().fold(W::all(0), |cells, &plane| cells | plane)
    }

    /// The cells with the colour of this code.
    #[inline(always)]
    pub(super) fn cells_of(&self, code: u32) -> W {
        let mut cells = W::all(CELLS);
        for (bit, &plane) in self.0.iter().enumerate() {
            cells = cells & if code >> bit & 1 == 1 { plane } else { !plane };
        }
        cells
    }

    /// The blocks whose colour is that of the cell `offset` bits further on.
    #[inline(always)]
    pub(super) fn equal(&self, occupied: W, offset: u32) -> W {
        let different = self
            .0
            .iter()
            .fold(W::all(0), |cells, &plane| cells | (plane ^ plane >> offset));
        occupied & !different
    }

    /// The blocks in runs of three or more, rows and columns.
    ///
    /// A run is the union of its windows of three.
    #[inline(always)]
    pub(super) fn runs(&self) -> W {
        let occupied = self.occupied();
        let upwards = self.equal(occupied, UP);
        let upwards = upwards & upwards >> UP;
        let sideways = self.equal(occupied, RIGHT);
        let sideways = sideways & sideways >> RIGHT;
        upwards
            | upwards << UP
            | upwards << (2 * UP)
            | sideways
            | sideways << RIGHT
            | sideways << (2 * RIGHT)
    }

    /// The board without the marked blocks, everything above them dropped.
    ///
    /// All columns at once: a block drops by the number of marks below it, a
    /// number of three bits, and each bit is one step for those that have it.
    #[inline(always)]
    pub(super) fn without(&self, marked: W) -> Self {
        let mut kept = W::all(CELLS) & !marked;
        let mut planes = self.0.map(|plane| plane & kept);
        // Below: the marks that have not been counted yet, one row higher, so
        // that the parity at a cell is that of those under it.
        let mut below = marked << UP & W::all(CELLS);
        for step in [1, 2, 4] {
            let mut odd = below ^ below << 1 & W::all(CELLS & !BOTTOM);
            odd = odd ^ odd << 2 & W::all(CELLS & !(0x03 * BOTTOM));
            odd = odd ^ odd << 4 & W::all(CELLS & !(0x0f * BOTTOM));
            let moving = odd & kept;
            kept = kept ^ moving | moving >> step;
            planes = planes.map(|plane| {
                let dropping = plane & moving;
                plane ^ dropping | dropping >> step
            });
            below = below & !odd;
        }
        Self(planes)
    }
}

impl<const P: usize> Planes<P> {
    /// A board in which colour c has the code `codes[c]`.
    pub(super) fn new(board: &Board, codes: &Codes) -> Self {
        let mut planes = [0; P];
        for (x, &column) in board.packed().iter().enumerate() {
            for y in 0..7 {
                let code = codes.code[(column >> (4 * y) & 0xf) as usize];
                for (bit, plane) in planes.iter_mut().enumerate() {
                    *plane |= u64::from(code >> bit & 1) << (8 * x + y);
                }
            }
        }
        Self(planes)
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.occupied() == 0
    }

    /// The board after the block at `cell` and the one right of it changed
    /// places; `cell` is one bit.
    #[inline(always)]
    pub(super) fn swapped(&self, cell: u64) -> Self {
        Self(self.0.map(|plane| {
            let different = (plane ^ plane >> RIGHT) & cell;
            plane ^ (different | different << RIGHT)
        }))
    }

    /// The board after the block at bit `place` went to the top of the next
    /// column and those above it came down.
    #[inline(always)]
    pub(super) fn dropped(&self, occupied: u64, place: u32, direction: Direction) -> Self {
        let cell = 1 << place;
        let column = place & !7;
        let above = (0x80 << column) - cell;
        let target = match direction {
            Direction::Right => column + RIGHT,
            Direction::Left => column - RIGHT,
        };
        // A column of height h is 2^h - 1, so that adding 1 leaves the one bit
        // above its top.
        let landing = (occupied + BOTTOM) & 0xff << target;
        Self(self.0.map(|plane| {
            let lands = if plane & cell == 0 { 0 } else { landing };
            plane & !above | (plane & above & !cell) >> UP | lands
        }))
    }

    /// The board at rest: eliminations until there is no run left.
    #[inline(always)]
    pub(super) fn at_rest(mut self) -> Self {
        loop {
            let marked = self.runs();
            if marked == 0 {
                return self;
            }
            self = self.without(marked);
        }
    }
}

/// The codes of a board's colours.
pub(super) struct Codes {
    /// By the colour's number; 0 for none.
    code: [u8; Colour::MAX as usize + 1],
    /// How many colours there are; their codes are 1 to this.
    pub(super) colours: u8,
}

impl Codes {
    /// Numbers the colours of a board as they appear.
    pub(super) fn new(board: &Board) -> Self {
        let mut codes = Self {
            code: [0; Colour::MAX as usize + 1],
            colours: 0,
        };
        for x in 0..WIDTH {
            let mut column = board.packed()[x];
            while column != 0 {
                let code = &mut codes.code[(column & 0xf) as usize];
                if *code == 0 {
                    codes.colours += 1;
                    *code = codes.colours;
                }
                column >>= 4;
            }
        }
        codes
    }
}

/// The cells and all that are above them in their columns.
#[inline(always)]
pub(super) fn and_above(mut cells: u64) -> u64 {
    cells |= cells << UP & CELLS & !BOTTOM;
    cells |= cells << (2 * UP) & CELLS & !(0x03 * BOTTOM);
    cells | cells << (4 * UP) & CELLS & !(0x0f * BOTTOM)
}

/// The places of the bits of a set of cells, in order.
#[inline(always)]
pub(super) fn bits(mut cells: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = cells.trailing_zeros();
        let some = cells != 0;
        cells &= cells.wrapping_sub(1);
        some.then_some(place)
    })
}
