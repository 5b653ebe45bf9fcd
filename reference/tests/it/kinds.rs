//! Kinds of random boards that a solver may stumble over: full ones, ones of
//! one colour or of all ten, ones that are not at rest, and ones that quiet
//! swaps have scattered.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::generate::{any_board, backward_board, nested_board, painted_board};
use crate::naive::{self, COLUMNS, Grid, ROWS, Triple};

/// How many blocks a board has.
pub(crate) fn blocks(grid: &Grid) -> usize {
    grid.iter().flatten().filter(|&&colour| colour != 0).count()
}

/// The moves that are legal if same-colour swaps are, in order.
pub(crate) fn legal_moves(grid: &Grid) -> Vec<Triple> {
    naive::in_order()
        .filter(|&triple| naive::wrongs(grid, triple, false).is_empty())
        .collect()
}

/// One of them; `None` on an empty board.
pub(crate) fn some_move(grid: &Grid, pick: u16) -> Option<Triple> {
    let moves = legal_moves(grid);
    let index = usize::from(pick).checked_rem(moves.len())?;
    Some(moves[index])
}

/// A number of moves for a board: fewer where it has more blocks than `many`,
/// so that a search without any cut takes no longer.
pub(crate) fn few_if_high(grid: &Grid, n: usize, many: usize) -> usize {
    if blocks(grid) > many { n.min(2) } else { n }
}

/// 35 blocks of two to ten colours without any order; not made to rest, as that
/// would take blocks away.
fn full_at_random() -> impl Strategy<Value = Grid> {
    let colours = prop_oneof![Just(2_u8), Just(3), Just(5), Just(10)];
    (colours, vec(any::<u8>(), COLUMNS * ROWS)).prop_map(|(colours, raw)| {
        let mut grid = naive::EMPTY;
        for (cell, raw) in grid.iter_mut().flatten().zip(raw) {
            *cell = raw % colours + 1;
        }
        grid
    })
}

/// Every column in one or two colours, up to `height`, then up to `swaps` swaps
/// across: full boards that few moves clear, as it takes no more to undo them.
fn stripes(
    height: impl Strategy<Value = [usize; COLUMNS]>,
    swaps: usize,
) -> impl Strategy<Value = Grid> {
    let paints = vec(any::<(u8, u8, bool)>(), COLUMNS);
    let swaps = vec((0..COLUMNS - 1, 0..ROWS), 0..=swaps);
    let colours = prop_oneof![Just(2_u8), Just(4), Just(10)];
    (height, colours, paints, swaps).prop_map(|(heights, colours, paints, swaps)| {
        let mut grid = naive::EMPTY;
        for x in 0..COLUMNS {
            let (low, high, two) = paints[x];
            for (y, cell) in grid[x][..heights[x]].iter_mut().enumerate() {
                let paint = if two && y >= 3 { high } else { low };
                *cell = paint % colours + 1;
            }
        }
        for (x, y) in swaps {
            if grid[x][y] != 0 && grid[x + 1][y] != 0 {
                (grid[x][y], grid[x + 1][y]) = (grid[x + 1][y], grid[x][y]);
            }
        }
        grid
    })
}

/// All 35 cells hold a block; some can be cleared, most are not at rest.
pub(crate) fn full_board() -> impl Strategy<Value = Grid> {
    prop_oneof![
        1 => full_at_random(),
        2 => stripes(Just([ROWS; COLUMNS]), 3),
    ]
}

/// Columns of six or seven blocks, of which a swap or two make one colour.
pub(crate) fn high_columns() -> impl Strategy<Value = Grid> {
    let height = prop_oneof![
        2 => Just(ROWS),
        1 => Just(ROWS - 1),
        2 => Just(0),
        1 => 0..ROWS,
    ];
    stripes(proptest::array::uniform5(height), 4)
}

/// All ten colours are there, three blocks of each and up to five more, one
/// upon the other by threes; up to three swaps across have parted some.
pub(crate) fn ten_colours() -> impl Strategy<Value = Grid> {
    let order = Just((1..=10_u8).collect::<Vec<_>>()).prop_shuffle();
    let tops = vec(prop_oneof![3 => Just(false), 1 => Just(true)], COLUMNS);
    let swaps = vec((0..COLUMNS - 1, 0..ROWS), 0..=3);
    (order, tops, swaps).prop_map(|(order, tops, swaps)| {
        let mut grid = naive::EMPTY;
        for x in 0..COLUMNS {
            grid[x][..3].fill(order[2 * x]);
            grid[x][3..6].fill(order[2 * x + 1]);
            if tops[x] {
                grid[x][6] = order[2 * x + 1];
            }
        }
        for (x, y) in swaps {
            if grid[x][y] != 0 && grid[x + 1][y] != 0 {
                (grid[x][y], grid[x + 1][y]) = (grid[x + 1][y], grid[x][y]);
            }
        }
        grid
    })
}

/// One colour only, at rest or not.
pub(crate) fn one_colour() -> impl Strategy<Value = Grid> {
    let height = prop_oneof![3 => 0..=2_usize, 1 => 0..=ROWS, 1 => Just(ROWS)];
    let heights = proptest::array::uniform5(height);
    (heights, 1..=10_u8, any::<bool>()).prop_map(|(heights, colour, rest)| {
        let mut grid = naive::EMPTY;
        for x in 0..COLUMNS {
            grid[x][..heights[x]].fill(colour);
        }
        if rest { naive::rest(&grid) } else { grid }
    })
}

/// Something would vanish at once: with the first move, as it goes.
pub(crate) fn restless_board() -> impl Strategy<Value = Grid> {
    let boards = prop_oneof![
        3 => nested_board(),
        1 => painted_board(),
        1 => any_board(),
        1 => high_columns(),
    ];
    boards.prop_filter("at rest", |grid| !naive::rounds(grid).is_empty())
}

/// A board that a few moves clear, then 1 to `swaps` swaps after which nothing
/// vanished: the answer has quiet moves, and most of them in any order.
pub(crate) fn scattered_board(
    steps: impl Into<proptest::collection::SizeRange>,
    swaps: usize,
) -> impl Strategy<Value = Grid> {
    let swaps = vec(any::<u16>(), 1..=swaps);
    (backward_board(steps), swaps).prop_map(|(grid, swaps)| swaps.into_iter().fold(grid, unswap))
}

/// One quiet swap of different blocks, if there is any.
fn unswap(grid: Grid, pick: u16) -> Grid {
    let mut options = Vec::new();
    for x in 0..COLUMNS - 1 {
        for y in 0..ROWS {
            let (here, there) = (grid[x][y], grid[x + 1][y]);
            if here != 0 && there != 0 && here != there {
                let mut before = grid;
                (before[x][y], before[x + 1][y]) = (there, here);
                if naive::rounds(&before).is_empty() {
                    options.push(before);
                }
            }
        }
    }
    usize::from(pick)
        .checked_rem(options.len())
        .map_or(grid, |index| options[index])
}

/// A board of any kind.
pub(crate) fn mixed_board() -> impl Strategy<Value = Grid> {
    prop_oneof![
        3 => backward_board(1..=4),
        3 => scattered_board(1..=2, 2),
        1 => restless_board(),
        1 => one_colour(),
        1 => ten_colours(),
        1 => full_board(),
        1 => any_board().prop_map(|grid| naive::rest(&grid)),
    ]
}

/// Three blocks each of `colours` colours dealt out to the columns in any order:
/// where few moves are enough it is by chance, so that most need many.
pub(crate) fn dealt_board(colours: u8) -> impl Strategy<Value = Grid> {
    let blocks: Vec<_> = (1..=colours).flat_map(|colour| [colour; 3]).collect();
    let columns = vec(0..COLUMNS, blocks.len());
    (Just(blocks).prop_shuffle(), columns).prop_map(|(blocks, columns)| {
        let mut grid = naive::EMPTY;
        for (colour, x) in blocks.into_iter().zip(columns) {
            if let Some(cell) = grid[x].iter_mut().find(|cell| **cell == 0) {
                *cell = colour;
            }
        }
        naive::rest(&grid)
    })
}

/// After how many moves of a sequence nothing vanished.
pub(crate) fn quiet_moves(grid: &Grid, moves: &[Triple]) -> usize {
    let (boards, _) = naive::play_all(grid, moves, false);
    boards
        .windows(2)
        .filter(|pair| blocks(&pair[0]) == blocks(&pair[1]))
        .count()
}
