//! The board of a plain program: an array of cells, and what is easily said of it.

pub(super) use mayan_reference::{HEIGHT, WIDTH};

/// `grid[x][y]`: the colour in column x, row y from the bottom; 0 is empty. Blocks may
/// float: in wrong programs they do.
pub(super) type Grid = [[u8; HEIGHT]; WIDTH];

/// Cells, marked or not.
pub(super) type Marks = [[bool; HEIGHT]; WIDTH];

/// No block at all.
pub(super) const EMPTY: Grid = [[0; HEIGHT]; WIDTH];

/// No cell marked.
pub(super) const UNMARKED: Marks = [[false; HEIGHT]; WIDTH];

/// A move that is tried: x, y and g.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Try {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) g: i8,
}

/// All cells, column by column from the bottom.
pub(super) fn cells() -> impl DoubleEndedIterator<Item = (usize, usize)> + Clone {
    (0..WIDTH * HEIGHT).map(|it| (it / HEIGHT, it % HEIGHT))
}

/// How many blocks there are.
pub(super) fn count(grid: &Grid) -> usize {
    cells().filter(|&(x, y)| grid[x][y] != 0).count()
}

/// Takes the marked blocks away.
pub(super) fn clear(grid: &mut Grid, marks: &Marks) {
    for (x, y) in cells() {
        if marks[x][y] {
            grid[x][y] = 0;
        }
    }
}

/// How high a column reaches: the row above its topmost block.
pub(super) fn top(column: [u8; HEIGHT]) -> usize {
    column.iter().rposition(|&it| it != 0).map_or(0, |y| y + 1)
}

/// Lets the blocks of a column drop as far as they can.
pub(super) fn settle(column: &mut [u8; HEIGHT]) {
    let mut height = 0;
    for y in 0..HEIGHT {
        if column[y] != 0 {
            column.swap(height, y);
            height += 1;
        }
    }
}
