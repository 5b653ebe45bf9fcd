//! A board as five lists of numbers, to be changed at will.

use mayan_reference::{Board, Cell, Colour, HEIGHT, Puzzle, WIDTH};

/// Five columns from left to right, each from bottom to top; colours from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Columns(pub [Vec<u8>; WIDTH]);

impl From<&Board> for Columns {
    fn from(board: &Board) -> Self {
        Self(std::array::from_fn(|x| {
            let cells = (0..board.height(x)).filter_map(|y| board.get(Cell { x, y }));
            cells.map(Colour::number).collect()
        }))
    }
}

impl Columns {
    /// As a board; `None` if a column is too high or a colour isn't one.
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        let mut columns: [Vec<Colour>; WIDTH] = Default::default();
        for (colours, column) in columns.iter_mut().zip(&self.0) {
            let numbers = column.iter().map(|&number| Colour::new(number));
            *colours = numbers.collect::<Option<_>>()?;
        }
        Board::from_columns(columns.each_ref().map(Vec::as_slice))
    }

    /// As a puzzle that keeps the rules of testcases: a block at least, nothing that
    /// can be eliminated at the start, colours numbered without a gap in the order in
    /// which they are met.
    #[must_use]
    pub fn puzzle(&self, n: usize) -> Option<Puzzle> {
        let board = self.renumbered().board()?;
        let is_fair = !board.is_empty() && board.runs().is_empty();
        is_fair.then_some(Puzzle { n, board })
    }

    /// With the colours numbered from 1 in the order in which they are met, column by
    /// column from the bottom: the same for all boards that differ in colours alone.
    #[must_use]
    pub fn renumbered(&self) -> Self {
        let mut met: Vec<u8> = Vec::new();
        Self(self.0.each_ref().map(|column| {
            let number = |&colour: &u8| {
                let place = met.iter().position(|&it| it == colour).unwrap_or_else(|| {
                    met.push(colour);
                    met.len() - 1
                });
                u8::try_from(place + 1).unwrap_or(u8::MAX)
            };
            column.iter().map(number).collect()
        }))
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// How many colours there are.
    #[must_use]
    pub fn colours(&self) -> usize {
        let mut numbers = self.0.concat();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len()
    }

    /// The cells with a block, column by column from the bottom.
    #[must_use]
    pub fn cells(&self) -> Vec<(usize, usize)> {
        (0..WIDTH)
            .flat_map(|x| (0..self.0[x].len()).map(move |y| (x, y)))
            .collect()
    }

    /// Without the blocks in these cells; what is above them drops.
    #[must_use]
    pub fn without(&self, cells: &[(usize, usize)]) -> Self {
        Self(std::array::from_fn(|x| {
            let column = self.0[x].iter().enumerate();
            let left = column.filter(|(y, _)| !cells.contains(&(x, *y)));
            left.map(|(_, &colour)| colour).collect()
        }))
    }

    /// Whether all blocks are in the bottom row.
    #[must_use]
    pub fn is_bottom_row(&self) -> bool {
        self.0.iter().all(|column| column.len() <= 1)
    }

    /// Whether no column is too high.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.0.iter().all(|column| column.len() <= HEIGHT)
    }
}
