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
        // Boards are made by the million: without a list on the heap for each column.
        let mut cells = [[Colour::new(1)?; HEIGHT]; WIDTH];
        for (cells, column) in cells.iter_mut().zip(&self.0) {
            for (cell, &number) in cells.get_mut(..column.len())?.iter_mut().zip(column) {
                *cell = Colour::new(number)?;
            }
        }
        let column = |x: usize| &cells[x][..self.0[x].len()];
        Board::from_columns(std::array::from_fn(column))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_a_board_if_they_can_be() {
        let columns = Columns([vec![3, 1], vec![], vec![3], vec![10], vec![]]);
        let board = columns.board().expect("they fit");
        assert_eq!(Columns::from(&board), columns);
        assert_eq!(board.to_string(), "3 1 0\n0\n3 0\n10 0\n0\n");
        let with = |column: Vec<u8>| Columns([column, vec![], vec![], vec![], vec![]]);
        assert_eq!(with(vec![1; 8]).board(), None);
        assert_eq!(with(vec![11]).board(), None);
        assert!(!with(vec![1; 8]).fits() && with(vec![1; 7]).fits());
    }

    #[test]
    fn a_puzzle_is_fair_and_its_colours_have_no_gap() {
        let columns = Columns([vec![7, 4], vec![], vec![7], vec![9], vec![]]);
        let puzzle = columns.puzzle(2).expect("it is fair");
        assert_eq!(puzzle.to_string(), "2\n1 2 0\n0\n1 0\n3 0\n0\n");
        assert_eq!(columns.colours(), 3);
        assert_eq!(Columns::default().puzzle(1), None);
        let run = Columns([vec![2], vec![2], vec![2], vec![], vec![]]);
        assert_eq!(run.puzzle(1), None);
    }

    #[test]
    fn what_is_above_drops() {
        let columns = Columns([vec![1, 2, 3], vec![4], vec![], vec![], vec![]]);
        let left = columns.without(&[(0, 1), (1, 0)]);
        assert_eq!(left.0[0], [1, 3]);
        assert_eq!(left.blocks(), 2);
        assert!(!left.is_bottom_row() && left.without(&[(0, 0)]).is_bottom_row());
    }
}
