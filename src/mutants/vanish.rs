//! What vanishes, and when: runs and chains.

use super::fall::{Fall, drop_by_one, fall};
use super::grid::{Grid, HEIGHT, Marks, UNMARKED, WIDTH, cells, clear, settle};

/// What a program takes for blocks that vanish. The default is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Runs {
    pub(super) rows: bool,
    pub(super) columns: bool,
    pub(super) diagonals: bool,
    /// How long a run must be.
    pub(super) least: usize,
    pub(super) part: Part,
    pub(super) unseen: Unseen,
    pub(super) shape: Shape,
    /// The largest colour that is looked at.
    pub(super) colours: u8,
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            rows: true,
            columns: true,
            diagonals: false,
            least: 3,
            part: Part::Whole,
            unseen: Unseen::Nothing,
            shape: Shape::Lines,
            colours: 10,
        }
    }
}

/// Which part of a run vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    FirstThree,
    LastThree,
    FirstFour,
    /// Runs of exactly three vanish, longer ones stay.
    OnlyOfThree,
}

/// Where runs are overlooked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unseen {
    Nothing,
    /// Vertical ones that end in the top row.
    VerticalTop,
    /// Vertical ones that begin in the bottom row.
    VerticalBottom,
    /// Horizontal ones in this row.
    Row(usize),
    /// Horizontal ones that begin in this column.
    From(usize),
    /// Horizontal ones that end in the last column.
    ToTheEdge,
    /// Vertical ones in this column.
    Column(usize),
}

/// What makes blocks belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Straight runs.
    Lines,
    /// Connected blocks of a colour, in any shape.
    Connected,
    /// All blocks that are connected with a run.
    ConnectedToRun,
}

/// Whether all that is marked vanishes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// All at once.
    Together,
    /// First the horizontal runs, or the vertical ones; blocks drop before the others
    /// are looked for, or don't.
    RowsFirst {
        drop: bool,
    },
    ColumnsFirst {
        drop: bool,
    },
    /// One run, and blocks drop.
    OneRun,
    /// The same, from the top right.
    LastRun,
    /// One connected part of what is marked, and blocks drop.
    OneGroup,
    /// One colour, and blocks drop.
    OneColour,
    /// One row or column of the board, and blocks drop.
    OneLine,
}

/// From a board after a move to one at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vanishing {
    pub(super) runs: Runs,
    pub(super) turn: Turn,
    pub(super) fall: Fall,
    /// How many eliminations there are in a chain, at most.
    pub(super) chain: usize,
    /// Whether later eliminations of a chain are looked for in rows, in columns.
    pub(super) later: (bool, bool),
    /// Whether runs are looked for after each row that blocks drop.
    pub(super) mid_fall: bool,
    /// Whether the first elimination is of runs through the moved blocks alone.
    pub(super) local: bool,
}

impl Default for Vanishing {
    fn default() -> Self {
        Self {
            runs: Runs::default(),
            turn: Turn::Together,
            fall: Fall::Right,
            chain: usize::MAX,
            later: (true, true),
            mid_fall: false,
            local: false,
        }
    }
}

impl Vanishing {
    /// Lets a board come to rest after a move between two cells.
    pub(super) fn rest(&self, grid: &mut Grid, moved: [(usize, usize); 2]) {
        let mut round = 0;
        // A board has 35 blocks, and each round takes some of them.
        while round < self.chain {
            if self.mid_fall {
                while drop_by_one(grid) && Self::marks(grid, &self.runs) == UNMARKED {}
            }
            let mut runs = self.runs;
            if round > 0 {
                runs.rows &= self.later.0;
                runs.columns &= self.later.1;
            }
            let through = (self.local && round == 0).then_some(moved);
            if !self.eliminate(grid, &runs, through) {
                break;
            }
            round += 1;
            if !self.mid_fall {
                self.drop(grid);
            }
        }
        if self.mid_fall {
            grid.iter_mut().for_each(settle);
        }
    }

    /// Takes away what vanishes at one time; whether anything did.
    fn eliminate(
        &self,
        grid: &mut Grid,
        runs: &Runs,
        through: Option<[(usize, usize); 2]>,
    ) -> bool {
        let only = |rows: bool| Runs {
            rows: runs.rows && rows,
            columns: runs.columns && !rows,
            ..*runs
        };
        match self.turn {
            Turn::RowsFirst { drop } => self.in_turn(grid, [only(true), only(false)], drop),
            Turn::ColumnsFirst { drop } => self.in_turn(grid, [only(false), only(true)], drop),
            turn => {
                let marks = match turn {
                    Turn::OneRun | Turn::LastRun | Turn::OneLine => one_run(grid, runs, turn),
                    _ => Self::marks(grid, runs),
                };
                let marks = match (turn, through) {
                    (_, Some(cells)) => through_cells(grid, runs, cells),
                    (Turn::OneGroup, _) => first_group(grid, &marks),
                    (Turn::OneColour, _) => first_colour(grid, &marks),
                    _ => marks,
                };
                clear(grid, &marks);
                marks != UNMARKED
            }
        }
    }

    fn in_turn(&self, grid: &mut Grid, turns: [Runs; 2], drop: bool) -> bool {
        let mut any = false;
        for runs in turns {
            let marks = Self::marks(grid, &runs);
            any |= marks != UNMARKED;
            clear(grid, &marks);
            if drop {
                self.drop(grid);
            }
        }
        any
    }

    fn marks(grid: &Grid, runs: &Runs) -> Marks {
        match runs.shape {
            Shape::Lines => lines(grid, runs),
            Shape::Connected => connected(grid, |cells| cells.len() >= runs.least),
            Shape::ConnectedToRun => {
                let lines = lines(grid, runs);
                connected(grid, |cells| cells.iter().any(|&(x, y)| lines[x][y]))
            }
        }
    }

    fn drop(&self, grid: &mut Grid) {
        for column in grid.iter_mut() {
            fall(column, self.fall);
        }
    }
}

/// The cells of runs.
fn lines(grid: &Grid, runs: &Runs) -> Marks {
    let mut marks = UNMARKED;
    if *runs == Runs::default() {
        right(grid, &mut marks);
        return marks;
    }
    each_run(grid, runs, |cells| {
        for &(x, y) in cells {
            marks[x][y] = true;
        }
        true
    });
    marks
}

/// The cells of runs as they are: a run is the union of its windows of three. Most
/// programs are right in this, and spend most of their time here.
fn right(grid: &Grid, marks: &mut Marks) {
    for x in 0..WIDTH {
        for y in 0..HEIGHT {
            let colour = grid[x][y];
            if colour == 0 {
                continue;
            }
            if y + 2 < HEIGHT && grid[x][y + 1] == colour && grid[x][y + 2] == colour {
                marks[x][y..y + 3].fill(true);
            }
            if x + 2 < WIDTH && grid[x + 1][y] == colour && grid[x + 2][y] == colour {
                marks[x..x + 3].iter_mut().for_each(|it| it[y] = true);
            }
        }
    }
}

/// Tells of every run, or what this program takes for one, until `tell` has enough.
fn each_run(grid: &Grid, runs: &Runs, mut tell: impl FnMut(&[(usize, usize)]) -> bool) {
    let mut directions: [Option<(usize, isize)>; 4] = [None; 4];
    directions[0] = runs.columns.then_some((0, 1));
    directions[1] = runs.rows.then_some((1, 0));
    directions[2] = runs.diagonals.then_some((1, 1));
    directions[3] = runs.diagonals.then_some((1, -1));
    let mut cells = [(0, 0); HEIGHT];
    for (dx, dy) in directions.into_iter().flatten() {
        for (x, y) in self::cells() {
            let colour = grid[x][y];
            if colour == 0 || colour > runs.colours {
                continue;
            }
            let at = |step: isize| -> Option<(usize, usize)> {
                let x = x.checked_add_signed(step * dx.cast_signed())?;
                let y = y.checked_add_signed(step * dy)?;
                (grid.get(x)?.get(y)? == &colour).then_some((x, y))
            };
            if at(-1).is_some() {
                continue;
            }
            let mut length = 0_usize;
            while let Some(cell) = at(length.cast_signed()) {
                cells[length] = cell;
                length += 1;
            }
            let run = &cells[..length];
            if length < runs.least || unseen(runs.unseen, run, (dx, dy)) {
                continue;
            }
            let part = match runs.part {
                Part::Whole => run,
                Part::FirstThree => &run[..length.min(3)],
                Part::LastThree => &run[length.saturating_sub(3)..],
                Part::FirstFour => &run[..length.min(4)],
                Part::OnlyOfThree if length == 3 => run,
                Part::OnlyOfThree => continue,
            };
            if !tell(part) {
                return;
            }
        }
    }
}

fn unseen(unseen: Unseen, run: &[(usize, usize)], (dx, dy): (usize, isize)) -> bool {
    let (first, last) = (run[0], run[run.len() - 1]);
    let is_row = dy == 0;
    let is_column = dx == 0;
    match unseen {
        Unseen::Nothing => false,
        Unseen::VerticalTop => is_column && last.1 == HEIGHT - 1,
        Unseen::VerticalBottom => is_column && first.1 == 0,
        Unseen::Row(y) => is_row && first.1 == y,
        Unseen::From(x) => is_row && first.0 == x,
        Unseen::ToTheEdge => is_row && last.0 == WIDTH - 1,
        Unseen::Column(x) => is_column && first.0 == x,
    }
}

/// The first run that is met, or the last; or all in the line of the first.
fn one_run(grid: &Grid, runs: &Runs, turn: Turn) -> Marks {
    let mut found = UNMARKED;
    let mut line = None;
    each_run(grid, runs, |cells| {
        let is_column = cells[0].0 == cells[1].0;
        let own = (is_column, if is_column { cells[0].0 } else { cells[0].1 });
        match turn {
            Turn::LastRun => found = UNMARKED,
            Turn::OneLine if line.is_some_and(|it| it != own) => return true,
            _ => {}
        }
        line = Some(own);
        for &(x, y) in cells {
            found[x][y] = true;
        }
        turn != Turn::OneRun
    });
    found
}

/// The runs that go through one of these cells.
fn through_cells(grid: &Grid, runs: &Runs, through: [(usize, usize); 2]) -> Marks {
    let mut marks = UNMARKED;
    each_run(grid, runs, |cells| {
        if through.iter().any(|it| cells.contains(it)) {
            for &(x, y) in cells {
                marks[x][y] = true;
            }
        }
        true
    });
    marks
}

/// The cells of connected blocks of a colour that `choose` takes.
fn connected(grid: &Grid, choose: impl Fn(&[(usize, usize)]) -> bool) -> Marks {
    let mut marks = UNMARKED;
    let mut seen = UNMARKED;
    for (x, y) in cells() {
        if grid[x][y] == 0 || seen[x][y] {
            continue;
        }
        let colour = grid[x][y];
        let group = spread((x, y), &mut seen, |x, y| grid[x][y] == colour);
        if choose(&group) {
            for (x, y) in group {
                marks[x][y] = true;
            }
        }
    }
    marks
}

/// The cells that are connected with one, as far as `belongs` is true.
fn spread(
    from: (usize, usize),
    seen: &mut Marks,
    belongs: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let mut group = vec![from];
    seen[from.0][from.1] = true;
    let mut next = 0;
    while next < group.len() {
        let (x, y) = group[next];
        next += 1;
        let beside = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        for (x, y) in beside {
            if x < WIDTH && y < HEIGHT && !seen[x][y] && belongs(x, y) {
                seen[x][y] = true;
                group.push((x, y));
            }
        }
    }
    group
}

/// The first connected part of what is marked, of one colour.
fn first_group(grid: &Grid, marks: &Marks) -> Marks {
    let mut found = UNMARKED;
    if let Some((x, y)) = cells().find(|&(x, y)| marks[x][y]) {
        let colour = grid[x][y];
        spread((x, y), &mut found, |x, y| {
            marks[x][y] && grid[x][y] == colour
        });
    }
    found
}

/// What is marked of the least colour.
fn first_colour(grid: &Grid, marks: &Marks) -> Marks {
    let marked = cells().filter(|&(x, y)| marks[x][y]);
    let least = marked.clone().map(|(x, y)| grid[x][y]).min();
    let mut found = UNMARKED;
    for (x, y) in marked {
        found[x][y] = Some(grid[x][y]) == least;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::grid::EMPTY;

    #[test]
    fn a_full_board_of_one_colour_vanishes_at_once() {
        let mut grid = [[1; HEIGHT]; WIDTH];
        Vanishing::default().rest(&mut grid, [(0, 0), (1, 0)]);
        assert_eq!(grid, EMPTY);
    }
}
