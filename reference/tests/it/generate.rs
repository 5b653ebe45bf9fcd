//! Random boards: any, with runs painted on, and made by playing backwards.

use proptest::array::{uniform5, uniform7};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::naive::{self, COLUMNS, Grid, ROWS};

/// A runner for this many cases, the same ones in every run unless the
/// environment asks for others.
pub(crate) fn runner(cases: u32) -> TestRunner {
    let mut config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if matches!(config.rng_seed, RngSeed::Random) {
        config.rng_seed = RngSeed::Fixed(20_111_112);
    }
    TestRunner::new(config)
}

/// Any board without a floating block, with few colours or with all ten, with
/// low columns or with full ones; it may hold runs.
pub(crate) fn any_board() -> impl Strategy<Value = Grid> {
    let colours = prop_oneof![Just(1_u8), Just(2), Just(3), Just(4), Just(10)];
    let height = prop_oneof![4 => 0..=ROWS, 1 => Just(0), 2 => Just(ROWS)];
    let raw = uniform5(uniform7(any::<u8>()));
    (colours, uniform5(height), raw).prop_map(|(colours, heights, raw)| {
        let mut grid = naive::EMPTY;
        for x in 0..COLUMNS {
            for y in 0..heights[x] {
                grid[x][y] = raw[x][y] % colours + 1;
            }
        }
        grid
    })
}

/// A board on which some segments of rows and columns were painted one colour.
pub(crate) fn painted_board() -> impl Strategy<Value = Grid> {
    let stroke = (any::<bool>(), 0..COLUMNS, 0..ROWS, 3..=ROWS, 1..=10_u8);
    (any_board(), vec(stroke, 0..6)).prop_map(|(mut grid, strokes)| {
        for (is_row, x, y, length, colour) in strokes {
            let cells = (0..length).map(|i| if is_row { (x + i, y) } else { (x, y + i) });
            for (x, y) in cells.filter(|&(x, y)| x < COLUMNS && y < ROWS) {
                if grid[x][y] != 0 {
                    grid[x][y] = colour;
                }
            }
        }
        grid
    })
}

/// A board of runs put one into another, of which some part when others vanish.
pub(crate) fn nested_board() -> impl Strategy<Value = Grid> {
    let colours = prop_oneof![Just(2_u8), Just(4), Just(10)];
    (colours, vec(any::<(u8, u16)>(), 2..7)).prop_map(|(colours, runs)| {
        runs.into_iter().fold(naive::EMPTY, |grid, (paint, index)| {
            let options = with_a_run(&grid, paint % colours + 1);
            pick(&options, index).unwrap_or(grid)
        })
    })
}

/// A board for an input file: nothing can be eliminated.
pub(crate) fn resting_board() -> impl Strategy<Value = Grid> {
    painted_board().prop_map(|grid| naive::rest(&grid))
}

/// A resting board of at most this many blocks, the highest taken away.
pub(crate) fn small_board(most: usize) -> impl Strategy<Value = Grid> {
    any_board().prop_map(move |mut grid| {
        for y in (0..ROWS).rev() {
            for x in 0..COLUMNS {
                let blocks = grid.iter().flatten().filter(|&&c| c != 0).count();
                if blocks > most {
                    grid[x][y] = 0;
                }
            }
        }
        naive::rest(&grid)
    })
}

/// What one step of playing backwards picks: the runs, their colours, the move.
type Picks = ([u16; 2], [u8; 2], bool, u16);

/// A board from which runs were played backwards, `steps` moves of them: most
/// can be cleared in that many moves, but nothing here promises it.
pub(crate) fn backward_board(
    steps: impl Into<proptest::collection::SizeRange>,
) -> impl Strategy<Value = Grid> {
    let colours = prop_oneof![Just(2_u8), Just(4), Just(10)];
    let step = any::<Picks>();
    (colours, vec(step, steps)).prop_map(|(colours, steps)| {
        let grid = steps
            .into_iter()
            .fold(naive::EMPTY, |grid, picks| unplay(grid, picks, colours));
        naive::rest(&grid)
    })
}

/// One or two runs more, and a move before that.
fn unplay(grid: Grid, (runs, paints, two, back): Picks, colours: u8) -> Grid {
    let [first, last] = paints.map(|paint| paint % colours + 1);
    let mut more = grid;
    if two {
        more = pick(&with_a_run(&grid, first), runs[0]).unwrap_or(grid);
    }
    // A run that no move could have made is of no use.
    let mut options: Vec<_> = with_a_run(&more, last).iter().map(a_move_before).collect();
    for before in &mut options {
        before.retain(|grid| naive::rounds(grid).is_empty());
    }
    options.retain(|before| !before.is_empty());
    usize::from(runs[1])
        .checked_rem(options.len())
        .and_then(|index| pick(&options[index], back))
        .unwrap_or(grid)
}

fn pick(options: &[Grid], by: u16) -> Option<Grid> {
    let index = usize::from(by).checked_rem(options.len())?;
    Some(options[index])
}

fn height(grid: &Grid, x: usize) -> usize {
    grid[x].iter().filter(|&&colour| colour != 0).count()
}

/// Puts a block under those at (x, y) and above; the column must have room.
fn insert(grid: &mut Grid, x: usize, y: usize, colour: u8) {
    grid[x][y..].rotate_right(1);
    grid[x][y] = colour;
}

/// The boards with three or four more blocks, in a row or in a column.
fn with_a_run(grid: &Grid, colour: u8) -> Vec<Grid> {
    let mut options = Vec::new();
    for length in [3, 4] {
        for x in 0..COLUMNS {
            for y in 0..ROWS {
                let columns = x..x + length;
                let fits = |x: usize| x < COLUMNS && (y..ROWS).contains(&height(grid, x));
                if columns.clone().all(fits) {
                    let mut more = *grid;
                    columns.for_each(|x| insert(&mut more, x, y, colour));
                    options.push(more);
                }
                if y <= height(grid, x) && height(grid, x) + length <= ROWS {
                    let mut more = *grid;
                    (0..length).for_each(|_| insert(&mut more, x, y, colour));
                    options.push(more);
                }
            }
        }
    }
    options
}

/// The boards that one move turns into this one, nothing eliminated yet.
fn a_move_before(grid: &Grid) -> Vec<Grid> {
    let mut options = Vec::new();
    for (x, other) in (1..COLUMNS).flat_map(|x| [(x, x - 1), (x - 1, x)]) {
        let top = height(grid, x);
        for y in 0..ROWS {
            // Two blocks that were swapped.
            let here = grid[x][y];
            let there = grid[other][y];
            if x < other && here != 0 && there != 0 && here != there {
                let mut before = *grid;
                before[x][y] = there;
                before[other][y] = here;
                options.push(before);
            }
            // The top block of x, which came from (other, y).
            let room = (y..ROWS).contains(&height(grid, other));
            if room && top > 0 && y + 1 >= top {
                let mut before = *grid;
                let colour = before[x][top - 1];
                before[x][top - 1] = 0;
                insert(&mut before, other, y, colour);
                options.push(before);
            }
        }
    }
    options
}
