//! The board: five columns of blocks, none of which floats.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Number of columns, x = 0 (left) to 4 (right).
pub const WIDTH: usize = 5;

/// Number of rows, y = 0 (bottom) to 6 (top).
pub const HEIGHT: usize = 7;

/// Bits of one cell in a packed column.
const CELL_BITS: usize = 4;

/// The lowest bit of each of the seven cells of a packed column.
pub(crate) const CELLS: u32 = 0x0111_1111;

/// The colour of a block, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Colour(u8);

impl Colour {
    /// The largest colour of the statement.
    pub const MAX: u8 = 10;

    /// The colour with this number; `None` outside 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=Self::MAX) {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The colour's number, 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Colour {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a colour is a number from 1 to 10")
    }
}

impl From<Colour> for u8 {
    fn from(colour: Colour) -> Self {
        colour.0
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A place on the board: column `x` from the left, row `y` from the bottom.
///
/// The order is that of answers: smaller x first, then smaller y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Column, 0 to 4.
    pub x: usize,
    /// Row, 0 to 6.
    pub y: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A board at rest: no block floats, because a column is a stack.
///
/// Five words, one a column: the cell in row y is bits 4y to 4y+3, 0 for
/// empty. So a column's blocks above a cell are a shift away, and comparing
/// two columns cell by cell is one exclusive or.
///
/// ```
/// use mayan_reference::{Board, Colour};
/// let red = Colour::new(1).unwrap();
/// let board = Board::from_columns([&[red, red], &[], &[red], &[], &[]]).unwrap();
/// assert_eq!(board.to_string(), "1 1 0\n0\n1 0\n0\n0\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board {
    columns: [u32; WIDTH],
}

impl Board {
    /// The board without a block.
    pub const EMPTY: Self = Self {
        columns: [0; WIDTH],
    };

    /// The board with these columns, left to right, each from bottom to top.
    ///
    /// `None` if a column is higher than [`HEIGHT`].
    #[must_use]
    pub fn from_columns(columns: [&[Colour]; WIDTH]) -> Option<Self> {
        let mut board = Self::EMPTY;
        for (x, column) in columns.into_iter().enumerate() {
            if column.len() > HEIGHT {
                return None;
            }
            for &colour in column {
                board.push(x, colour);
            }
        }
        Some(board)
    }

    /// The block at a cell, `None` where there is none or the cell is outside.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        if cell.x >= WIDTH || cell.y >= HEIGHT {
            return None;
        }
        let code = self.columns[cell.x] >> (CELL_BITS * cell.y) & 0xf;
        Colour::new(u8::try_from(code).ok()?)
    }

    /// How many blocks column `x` has.
    ///
    /// # Panics
    /// If `x` is not below [`WIDTH`].
    #[must_use]
    pub fn height(&self, x: usize) -> usize {
        let used = u32::BITS - self.columns[x].leading_zeros();
        (used as usize).div_ceil(CELL_BITS)
    }

    /// The blocks with their places, column by column, each from the bottom.
    pub fn blocks(&self) -> impl Iterator<Item = (Cell, Colour)> + '_ {
        (0..WIDTH).flat_map(move |x| {
            (0..self.height(x)).filter_map(move |y| {
                let cell = Cell { x, y };
                self.get(cell).map(|colour| (cell, colour))
            })
        })
    }

    /// How many blocks are left.
    #[must_use]
    pub fn block_count(&self) -> usize {
        (0..WIDTH).map(|x| self.height(x)).sum()
    }

    /// Whether no block is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns == [0; WIDTH]
    }

    /// How many blocks each colour has; index = the colour's number, 0 unused.
    #[must_use]
    pub fn colour_counts(&self) -> [u8; Colour::MAX as usize + 1] {
        let mut counts = [0; Colour::MAX as usize + 1];
        for mut column in self.columns {
            while column != 0 {
                counts[(column & 0xf) as usize] += 1;
                column >>= CELL_BITS;
            }
        }
        counts
    }

    /// The columns as packed words (see the type).
    pub(crate) fn packed(&self) -> &[u32; WIDTH] {
        &self.columns
    }

    /// Puts a block on top of column `x`, which must have room.
    pub(crate) fn push(&mut self, x: usize, colour: Colour) {
        let y = self.height(x);
        debug_assert!(y < HEIGHT, "column {x} is full");
        self.columns[x] |= u32::from(colour.number()) << (CELL_BITS * y);
    }

    /// Takes the block at a cell out; those above it drop by one.
    pub(crate) fn take(&mut self, cell: Cell) {
        self.columns[cell.x] = without(self.columns[cell.x], CELL_BITS * cell.y);
    }

    /// Exchanges what two neighbouring columns hold in row `y`.
    pub(crate) fn exchange(&mut self, x: usize, other: usize, y: usize) {
        let difference = (self.columns[x] ^ self.columns[other]) & (0xf << (CELL_BITS * y));
        self.columns[x] ^= difference;
        self.columns[other] ^= difference;
    }

    /// Takes all the cells of a set out at once and lets the rest drop.
    pub(crate) fn remove(&mut self, cells: CellSet) {
        for (column, &marks) in self.columns.iter_mut().zip(&cells.columns) {
            // From the top, so that the places of the lower marks stay true.
            let mut marks = marks;
            while marks != 0 {
                let bit = (u32::BITS - 1 - marks.leading_zeros()) as usize;
                *column = without(*column, bit);
                marks &= !(1 << bit);
            }
        }
    }
}

/// A packed column without the cell that begins at `bit`.
fn without(column: u32, bit: usize) -> u32 {
    let below = (1 << bit) - 1;
    column & below | column >> CELL_BITS & !below
}

/// The text form that an input file has: five lines, each closed by 0.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for x in 0..WIDTH {
            for y in 0..self.height(x) {
                if let Some(colour) = self.get(Cell { x, y }) {
                    write!(f, "{colour} ")?;
                }
            }
            f.write_str("0\n")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Board({})",
            self.to_string().trim_end().replace('\n', " / ")
        )
    }
}

/// As a list of five columns, each a list of colours from bottom to top.
impl Serialize for Board {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns: Vec<Vec<Colour>> = (0..WIDTH)
            .map(|x| {
                (0..self.height(x))
                    .filter_map(|y| self.get(Cell { x, y }))
                    .collect()
            })
            .collect();
        columns.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let columns = <[Vec<Colour>; WIDTH]>::deserialize(deserializer)?;
        Self::from_columns(columns.each_ref().map(Vec::as_slice))
            .ok_or_else(|| serde::de::Error::custom("a column has at most 7 blocks"))
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CellSet {
    /// Per column, bit 4y for the cell in row y.
    pub(crate) columns: [u32; WIDTH],
}

impl CellSet {
    /// Whether no cell is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns == [0; WIDTH]
    }

    /// Whether this cell is in the set.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x < WIDTH && cell.y < HEIGHT && self.columns[cell.x] >> (CELL_BITS * cell.y) & 1 == 1
    }

    /// The cells, column by column, each from the bottom.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..WIDTH)
            .flat_map(|x| (0..HEIGHT).map(move |y| Cell { x, y }))
            .filter(|&cell| self.contains(cell))
    }

    /// How many cells are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns
            .iter()
            .map(|column| column.count_ones() as usize)
            .sum()
    }
}
