//! From an input file to a board, in the ways in which programs read it.

use super::grid::{EMPTY, Grid, HEIGHT, WIDTH, settle};

/// How a program reads its input. The default is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Reading {
    #[default]
    Right,
    /// The first column is the right one.
    FromTheRight,
    /// The first block of a column is its top.
    FromTheTop,
    /// A line is a row of the board, from the bottom.
    LinesAsRows,
    /// At most so many blocks a column; the others are read and forgotten.
    Rows(usize),
    /// Seven numbers and no closing 0 after them: the next column begins with it.
    SevenWithoutEnd,
    /// Digit by digit: 10 is a 1 and a 0.
    Digits,
    /// An empty column ends the board.
    EndsAtEmptyColumn,
    /// An empty column is passed over.
    SkipsEmptyColumn,
    /// Ten is read as another colour.
    TenIs(u8),
    /// The last column isn't read.
    FourColumns,
}

impl Reading {
    /// n and the board; `None` where a program would read beyond its input.
    pub(super) fn read(self, input: &str) -> Option<(usize, Grid)> {
        let mut numbers = self.numbers(input).into_iter();
        let n = usize::try_from(numbers.next()?).ok()?;
        let mut columns: Vec<Vec<u8>> = Vec::new();
        let mut column = Vec::new();
        // What is missing at the end reads as 0.
        let numbers = numbers.chain(std::iter::repeat_n(0, WIDTH));
        for number in numbers {
            if columns.len() == WIDTH {
                break;
            }
            let number = match (self, number) {
                (Self::TenIs(other), 10) => other,
                (_, number) => u8::try_from(number).ok()?,
            };
            if number != 0 {
                column.push(number);
                if !(self == Self::SevenWithoutEnd && column.len() == HEIGHT) {
                    continue;
                }
            }
            let done = std::mem::take(&mut column);
            if done.is_empty() && self == Self::EndsAtEmptyColumn {
                break;
            }
            if !(done.is_empty() && self == Self::SkipsEmptyColumn) {
                columns.push(done);
            }
        }
        Some((n, self.place(&columns)))
    }

    fn numbers(self, input: &str) -> Vec<i64> {
        if self == Self::Digits {
            let digits = input.chars().filter_map(|it| it.to_digit(10));
            return digits.map(i64::from).collect();
        }
        input
            .split_whitespace()
            .filter_map(|it| it.parse().ok())
            .collect()
    }

    fn place(self, columns: &[Vec<u8>]) -> Grid {
        let mut grid = EMPTY;
        for (index, column) in columns.iter().enumerate() {
            let rows = match self {
                Self::Rows(rows) => rows,
                _ => HEIGHT,
            };
            let height = column.len().min(HEIGHT);
            for (place, &colour) in column.iter().enumerate().take(rows.min(HEIGHT)) {
                let (x, y) = match self {
                    Self::FromTheRight => (WIDTH - 1 - index, place),
                    Self::FromTheTop => (index, height - 1 - place),
                    Self::LinesAsRows => (place, index),
                    _ => (index, place),
                };
                if x < WIDTH && !(self == Self::FourColumns && x == WIDTH - 1) {
                    grid[x][y] = colour;
                }
            }
        }
        grid.iter_mut().for_each(settle);
        grid
    }
}
