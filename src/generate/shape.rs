//! What is to be seen on a board and in its least answer, such as a chain of three or a
//! run in the top row: the rare shapes that wrong programs are wrong about.

use mayan_reference::{
    Board, Cascade, Cell, CellSet, Colour, Direction, HEIGHT, Move, Puzzle, Rules, WIDTH, replay,
};

use super::columns::Columns;

/// Something that a testcase may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A horizontal run in the top row.
    RowAtTop,
    /// A vertical run that ends in the top row.
    ColumnToTop,
    /// A run of five or more.
    RunOfFive,
    /// A run of four.
    RunOfFour,
    /// A horizontal and a vertical run that share a block.
    SharedBlock,
    /// Two separate holes in one column after one elimination.
    TwoHoles,
    /// Several runs apart from each other that vanish together.
    SeveralRuns,
    /// A move that sets off two eliminations or more.
    Chain,
    /// A block that is dragged into an empty cell and falls by three rows or more.
    LongFall,
    /// A block that is dragged left.
    DraggedLeft,
    /// Columns that are all seven high.
    FullColumns,
    /// A column of seven blocks.
    SevenHigh,
    /// All ten colours.
    TenColours,
    /// All blocks in the bottom row.
    BottomRow,
}

impl Shape {
    /// All of them, the rarer ones first.
    pub const ALL: [Self; 14] = [
        Self::RowAtTop,
        Self::ColumnToTop,
        Self::RunOfFive,
        Self::TwoHoles,
        Self::SharedBlock,
        Self::TenColours,
        Self::RunOfFour,
        Self::FullColumns,
        Self::SeveralRuns,
        Self::Chain,
        Self::SevenHigh,
        Self::BottomRow,
        Self::LongFall,
        Self::DraggedLeft,
    ];

    /// Its name, for files.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::RowAtTop => "row-at-top",
            Self::ColumnToTop => "column-to-top",
            Self::RunOfFive => "run-of-five",
            Self::RunOfFour => "run-of-four",
            Self::SharedBlock => "shared-block",
            Self::TwoHoles => "two-holes",
            Self::SeveralRuns => "several-runs",
            Self::Chain => "chain",
            Self::LongFall => "long-fall",
            Self::DraggedLeft => "dragged-left",
            Self::FullColumns => "full-columns",
            Self::SevenHigh => "seven-high",
            Self::TenColours => "ten-colours",
            Self::BottomRow => "bottom-row",
        }
    }
}

/// What is to be seen on a puzzle's board, and while an answer is played on it.
#[must_use]
pub fn shapes(puzzle: &Puzzle, answer: Option<&[Move]>) -> Vec<Shape> {
    let mut seen = of_board(&puzzle.board);
    for step in replay(puzzle.board, answer.unwrap_or_default(), Rules::default()).steps {
        seen.extend(of_move(&step.before, step.played));
        seen.extend(of_cascade(&step.cascade));
    }
    Shape::ALL
        .into_iter()
        .filter(|it| seen.contains(it))
        .collect()
}

/// The most eliminations that one move of an answer sets off.
#[must_use]
pub fn longest_chain(puzzle: &Puzzle, answer: &[Move]) -> usize {
    let steps = replay(puzzle.board, answer, Rules::default()).steps;
    let chains = steps.iter().map(|step| step.cascade.eliminations.len());
    chains.max().unwrap_or(0)
}

fn of_board(board: &Board) -> Vec<Shape> {
    let columns = Columns::from(board);
    let heights = columns.0.each_ref().map(Vec::len);
    let colours = board.colour_counts().iter().filter(|&&it| it > 0).count();
    let all = [
        (Shape::FullColumns, heights == [HEIGHT; WIDTH]),
        (Shape::SevenHigh, heights.contains(&HEIGHT)),
        (Shape::TenColours, colours == usize::from(Colour::MAX)),
        (Shape::BottomRow, columns.is_bottom_row()),
    ];
    seen(all)
}

fn of_move(before: &Board, played: Move) -> Vec<Shape> {
    let fall = played.target().and_then(|target| {
        let is_empty = before.get(target).is_none();
        is_empty.then(|| target.y - before.height(target.x))
    });
    seen([
        (Shape::LongFall, fall.is_some_and(|rows| rows >= 3)),
        (Shape::DraggedLeft, played.direction == Direction::Left),
    ])
}

fn of_cascade(cascade: &Cascade) -> Vec<Shape> {
    let mut found = seen([(Shape::Chain, cascade.eliminations.len() >= 2)]);
    for elimination in &cascade.eliminations {
        let runs = runs(&elimination.before);
        let (rows, columns): (Vec<_>, Vec<_>) = runs.iter().partition(|run| run.is_row());
        let longest = runs.iter().map(|run| run.cells.len()).max().unwrap_or(0);
        let top = HEIGHT - 1;
        found.extend(seen([
            (
                Shape::RowAtTop,
                rows.iter().any(|run| run.cells[0].y == top),
            ),
            (
                Shape::ColumnToTop,
                columns.iter().any(|run| run.reaches(top)),
            ),
            (Shape::RunOfFive, longest >= 5),
            (
                Shape::RunOfFour,
                runs.iter().any(|run| run.cells.len() == 4),
            ),
            (
                Shape::SharedBlock,
                rows.iter()
                    .any(|row| columns.iter().any(|it| row.meets(it))),
            ),
            (
                Shape::TwoHoles,
                (0..WIDTH).any(|x| holes(&elimination.marked, x) >= 2),
            ),
            (
                Shape::SeveralRuns,
                runs.iter()
                    .enumerate()
                    .any(|(at, run)| runs[..at].iter().any(|other| !run.meets(other))),
            ),
        ]));
    }
    found
}

fn seen<const N: usize>(all: [(Shape, bool); N]) -> Vec<Shape> {
    let seen = all.into_iter().filter(|(_, is_seen)| *is_seen);
    seen.map(|(shape, _)| shape).collect()
}

/// How many separate groups of a column's cells are marked.
fn holes(marked: &CellSet, x: usize) -> usize {
    let is_marked = |y| marked.contains(Cell { x, y });
    (0..HEIGHT)
        .filter(|&y| is_marked(y) && (y == 0 || !is_marked(y - 1)))
        .count()
}

/// A maximal run.
struct Run {
    cells: Vec<Cell>,
}

impl Run {
    fn is_row(&self) -> bool {
        self.cells[0].y == self.cells[1].y
    }

    fn reaches(&self, row: usize) -> bool {
        self.cells.iter().any(|cell| cell.y == row)
    }

    fn meets(&self, other: &Self) -> bool {
        self.cells.iter().any(|cell| other.cells.contains(cell))
    }
}

/// The cells that vanish first on a board: each run with those that it shares blocks
/// with.
#[must_use]
pub fn groups(board: &Board) -> Vec<Vec<Cell>> {
    let mut groups: Vec<Run> = Vec::new();
    for run in runs(board) {
        let (met, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|it| it.meets(&run));
        groups = apart;
        let mut cells = run.cells;
        cells.extend(met.into_iter().flat_map(|it| it.cells));
        cells.sort_unstable();
        cells.dedup();
        groups.push(Run { cells });
    }
    groups.into_iter().map(|it| it.cells).collect()
}

/// All maximal runs of three or more equal blocks.
fn runs(board: &Board) -> Vec<Run> {
    let rows = (0..HEIGHT).map(|y| (0..WIDTH).map(|x| Cell { x, y }).collect::<Vec<_>>());
    let columns = (0..WIDTH).map(|x| (0..HEIGHT).map(|y| Cell { x, y }).collect());
    let mut found = Vec::new();
    for line in rows.chain(columns) {
        for cells in line.chunk_by(|&one, &next| board.get(one) == board.get(next)) {
            if cells.len() >= 3 && board.get(cells[0]).is_some() {
                found.push(Run {
                    cells: cells.to_vec(),
                });
            }
        }
    }
    found
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::kind::answer;
    use super::*;

    fn check(text: &str, expected: &[Shape]) {
        let puzzle = Puzzle::parse(text.as_bytes()).unwrap();
        let answer = answer(&puzzle);
        assert_eq!(shapes(&puzzle, answer.as_deref()), expected, "{answer:?}");
    }

    #[test]
    fn shapes_are_seen() {
        check("1 1 0 1 0 0 1 0 0", &[Shape::BottomRow, Shape::DraggedLeft]);
        check("1 1 0 1 1 0 0 1 0 1 0", &[Shape::RunOfFive]);
        check("1 2 2 1 0 2 2 1 0 1 2 0 0 0", &[]);
        // -1: only what is on the board.
        check("1 1 2 1 2 1 2 1 0 0 0 0 0", &[Shape::SevenHigh]);
    }

    #[test]
    fn chains_are_counted() {
        let sample = Puzzle::parse(b"3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0").unwrap();
        let answer = answer(&sample).unwrap();
        assert_eq!(longest_chain(&sample, &answer), 3);
        assert_eq!(longest_chain(&sample, &[]), 0);
    }

    #[test]
    fn every_shape_is_listed_once() {
        let mut slugs = Shape::ALL.map(Shape::slug).to_vec();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), Shape::ALL.len());
    }
}
