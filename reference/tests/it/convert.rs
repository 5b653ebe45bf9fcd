//! The way between the naive program's arrays and the crate's types.

use mayan_reference::{Answer, Board, Cell, CellSet, Colour, IllegalMove, Move, Rules};

use crate::naive::{self, COLUMNS, Grid, Marks, ROWS, Triple, Wrong};

/// The crate's board; the grid must not have a block that floats.
pub(crate) fn board(grid: &Grid) -> Board {
    let columns = grid.map(|column| {
        column
            .into_iter()
            .take_while(|&colour| colour != 0)
            .map(|colour| Colour::new(colour).unwrap())
            .collect::<Vec<_>>()
    });
    Board::from_columns(columns.each_ref().map(Vec::as_slice)).unwrap()
}

pub(crate) fn grid(board: &Board) -> Grid {
    let mut grid = naive::EMPTY;
    for (x, column) in grid.iter_mut().enumerate() {
        for (y, cell) in column.iter_mut().enumerate() {
            *cell = board.get(Cell { x, y }).map_or(0, Colour::number);
        }
    }
    grid
}

pub(crate) fn marks(cells: &CellSet) -> Marks {
    let mut marks = [[false; ROWS]; COLUMNS];
    for cell in cells.iter() {
        marks[cell.x][cell.y] = true;
    }
    marks
}

pub(crate) fn played((x, y, g): Triple) -> Move {
    Move::from_numbers(x, y, g).unwrap()
}

pub(crate) fn answer(answer: Answer) -> Option<Vec<Triple>> {
    answer.map(|moves| moves.into_iter().map(Triple::from).collect())
}

/// The switches of a rule set: at-most, same-colour swap forbidden.
pub(crate) fn switches(rules: Rules) -> (bool, bool) {
    use mayan_reference::{MoveCount, SameColourSwap};
    (
        rules.moves == MoveCount::AtMost,
        rules.same_colour_swap == SameColourSwap::Forbidden,
    )
}

/// Whether the crate's reason is one of those that the naive program found.
/// Both may be right with different ones: a move can be wrong in two ways.
pub(crate) fn is_reason(reason: IllegalMove, (x, y, _): Triple, wrongs: &[Wrong]) -> bool {
    let wrong = match reason {
        IllegalMove::ColumnOutOfRange if (0..5).contains(&x) => return false,
        IllegalMove::RowOutOfRange if (0..7).contains(&y) => return false,
        IllegalMove::ColumnOutOfRange | IllegalMove::RowOutOfRange => Wrong::Cell,
        IllegalMove::DirectionOutOfRange => Wrong::Direction,
        IllegalMove::NoBlock => Wrong::NoBlock,
        IllegalMove::OverEdge => Wrong::Target,
        IllegalMove::SameColourSwap => Wrong::SameColour,
    };
    wrongs.contains(&wrong)
}
