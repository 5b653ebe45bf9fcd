//! The oracle: the rules of the puzzle written down a second time, as slowly
//! and as literally as possible.
//!
//! Nothing here uses the crate under test, not even a type: a mistake would
//! have to be made twice to go unseen. The board is a plain array, the solver
//! tries every move, left swaps too, and skips nothing.

/// Columns of the board.
pub(crate) const COLUMNS: usize = 5;
/// Rows of the board.
pub(crate) const ROWS: usize = 7;

/// `grid[x][y]` is the colour at (x, y), 0 where there is none.
pub(crate) type Grid = [[u8; ROWS]; COLUMNS];

/// `marks[x][y]`: the block at (x, y) is in a run.
pub(crate) type Marks = [[bool; ROWS]; COLUMNS];

/// A move as an answer has it: x, y, g.
pub(crate) type Triple = (i64, i64, i64);

/// A board with no block.
pub(crate) const EMPTY: Grid = [[0; ROWS]; COLUMNS];

/// One thing that is wrong with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// g is neither 1 nor -1.
    Direction,
    /// (x, y) is no cell of the board.
    Cell,
    /// x + g is not 0..4.
    Target,
    /// (x, y) holds no block.
    NoBlock,
    /// The two blocks are equal, and that is forbidden.
    SameColour,
}

/// One elimination: the board before it, what it marks, the board after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) before: Grid,
    pub(crate) marks: Marks,
    pub(crate) after: Grid,
}

/// Why a list of moves ends, or where it goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// All moves were played.
    AllPlayed,
    /// The move at this index is not legal.
    Illegal(usize, Vec<Wrong>),
    /// The board is empty, yet a move is left: its index.
    MovesLeft(usize),
}

fn colour_at(grid: &Grid, x: i64, y: i64) -> Option<u8> {
    let x = usize::try_from(x).ok()?;
    let y = usize::try_from(y).ok()?;
    grid.get(x)?.get(y).copied()
}

/// Everything that is wrong with a move; a legal move has an empty list.
pub(crate) fn wrongs(grid: &Grid, (x, y, g): Triple, forbid_same: bool) -> Vec<Wrong> {
    let mut found = Vec::new();
    if g != 1 && g != -1 {
        found.push(Wrong::Direction);
    }
    let from = colour_at(grid, x, y);
    let to = x.checked_add(g).and_then(|x| colour_at(grid, x, 0));
    match from {
        None => found.push(Wrong::Cell),
        Some(0) => found.push(Wrong::NoBlock),
        Some(_) => {}
    }
    if to.is_none() {
        found.push(Wrong::Target);
    }
    if found.is_empty() && forbid_same && colour_at(grid, x + g, y) == from {
        found.push(Wrong::SameColour);
    }
    found
}

/// Whether no cell holds a block.
pub(crate) fn is_empty(grid: &Grid) -> bool {
    *grid == EMPTY
}

/// Lets every block drop until there is the floor or a block under it.
pub(crate) fn settle(grid: &Grid) -> Grid {
    let mut settled = EMPTY;
    for x in 0..COLUMNS {
        let mut height = 0;
        for colour in grid[x] {
            if colour != 0 {
                settled[x][height] = colour;
                height += 1;
            }
        }
    }
    settled
}

/// The board after a legal move, when all blocks have settled and before
/// anything is eliminated.
pub(crate) fn shift(grid: &Grid, (x, y, g): Triple) -> Grid {
    let from = usize::try_from(x).unwrap();
    let to = usize::try_from(x + g).unwrap();
    let y = usize::try_from(y).unwrap();
    let mut moved = *grid;
    // An empty target cell takes part in the swap like a block: what hangs in
    // the air afterwards drops.
    moved[from][y] = grid[to][y];
    moved[to][y] = grid[from][y];
    settle(&moved)
}

/// All blocks that are in a horizontal or vertical run of three or more.
pub(crate) fn marks(grid: &Grid) -> Marks {
    let mut marks = [[false; ROWS]; COLUMNS];
    for x in 0..COLUMNS {
        for y in 0..ROWS {
            let colour = grid[x][y];
            if colour == 0 {
                continue;
            }
            let mut right = x;
            while right < COLUMNS && grid[right][y] == colour {
                right += 1;
            }
            if right - x >= 3 {
                for marked in &mut marks[x..right] {
                    marked[y] = true;
                }
            }
            let mut up = y;
            while up < ROWS && grid[x][up] == colour {
                up += 1;
            }
            if up - y >= 3 {
                for marked in &mut marks[x][y..up] {
                    *marked = true;
                }
            }
        }
    }
    marks
}

/// Takes the marked blocks away, all at once, and lets the others drop.
pub(crate) fn vanish(grid: &Grid, marks: &Marks) -> Grid {
    let mut left = *grid;
    for x in 0..COLUMNS {
        for y in 0..ROWS {
            if marks[x][y] {
                left[x][y] = 0;
            }
        }
    }
    settle(&left)
}

/// Every elimination in turn, until a board has none.
pub(crate) fn rounds(grid: &Grid) -> Vec<Round> {
    let mut found = Vec::new();
    let mut before = *grid;
    loop {
        let marks = marks(&before);
        if marks == [[false; ROWS]; COLUMNS] {
            return found;
        }
        let after = vanish(&before, &marks);
        found.push(Round {
            before,
            marks,
            after,
        });
        before = after;
    }
}

/// The board at rest: after all eliminations.
pub(crate) fn rest(grid: &Grid) -> Grid {
    rounds(grid).last().map_or(*grid, |round| round.after)
}

/// The board after a legal move and all that follows from it.
pub(crate) fn play(grid: &Grid, triple: Triple) -> Grid {
    rest(&shift(grid, triple))
}

/// Plays a list of moves as far as it goes.
pub(crate) fn play_all(grid: &Grid, triples: &[Triple], forbid_same: bool) -> (Vec<Grid>, End) {
    let mut boards = vec![*grid];
    let mut now = *grid;
    for (index, &triple) in triples.iter().enumerate() {
        if is_empty(&now) {
            return (boards, End::MovesLeft(index));
        }
        let wrong = wrongs(&now, triple, forbid_same);
        if !wrong.is_empty() {
            return (boards, End::Illegal(index, wrong));
        }
        now = play(&now, triple);
        boards.push(now);
    }
    (boards, End::AllPlayed)
}

/// The order of moves: smaller x, then smaller y, then to the right.
pub(crate) fn in_order() -> impl Iterator<Item = Triple> {
    (0..5).flat_map(|x| (0..7).flat_map(move |y| [(x, y, 1), (x, y, -1)]))
}

/// The least answer: the first that is met when moves are tried in order.
pub(crate) fn least(
    grid: &Grid,
    n: usize,
    at_most: bool,
    forbid_same: bool,
) -> Option<Vec<Triple>> {
    if is_empty(grid) && (n == 0 || at_most) {
        return Some(Vec::new());
    }
    if n == 0 {
        return None;
    }
    for triple in in_order() {
        if !wrongs(grid, triple, forbid_same).is_empty() {
            continue;
        }
        let next = play(grid, triple);
        if let Some(rest) = least(&next, n - 1, at_most, forbid_same) {
            let mut answer = vec![triple];
            answer.extend(rest);
            return Some(answer);
        }
    }
    None
}

/// The least answers under the four rule sets, in the order exact-legal,
/// exact-forbidden, at-most-legal, at-most-forbidden.
pub(crate) fn least_under_all(grid: &Grid, n: usize) -> [Option<Vec<Triple>>; 4] {
    [(false, false), (false, true), (true, false), (true, true)]
        .map(|(at_most, forbid_same)| least(grid, n, at_most, forbid_same))
}
