//! The search of a plain program, with what can be wrong in it.

use std::collections::HashSet;

use super::grid::{EMPTY, Grid, HEIGHT, Try, WIDTH, cells, count};
use super::moving::Moving;
use super::vanish::Vanishing;

/// How a program searches. The default is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing that a search can do or not"
)]
pub(super) struct Searching {
    /// Whether a board that is clear before the last move is an answer.
    pub(super) stops_when_clear: bool,
    /// Moves more, or fewer, than n.
    pub(super) depth: i8,
    /// Always so many moves, whatever n is.
    pub(super) always: Option<u8>,
    /// Fewer moves are tried before more.
    pub(super) deepening: bool,
    pub(super) memory: Memory,
    pub(super) undo: Undo,
    pub(super) prune: Prune,
    /// What a program looks at to know that the board is clear.
    pub(super) clear: Clear,
    /// Moves after which something vanishes are tried before others.
    pub(super) clearing_first: bool,
    pub(super) quiet: Quiet,
    /// Not what undoes the move before.
    pub(super) skips_undoing: bool,
    /// Not the cell of the move before.
    pub(super) skips_same_cell: bool,
    /// All answers are printed, one after the other.
    pub(super) all_answers: bool,
    /// -1 after so many boards.
    pub(super) gives_up_after: Option<u64>,
    /// No move that is less than the one before.
    pub(super) never_back: bool,
}

/// Which quiet moves, those after which nothing vanishes, are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiet {
    All,
    None,
    /// No swaps.
    Drops,
    /// None where it is the first move.
    NotFirst,
    /// One in a row.
    One,
}

/// Which boards are not searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    /// Those that failed with as many moves left.
    Right,
    /// All that were met, however many moves were left.
    WithoutDepth,
    /// By the heights of columns and the counts of colours.
    ByCounts,
    /// By a number that different boards share.
    SmallHash,
    /// None.
    Nothing,
}

/// What a program restores when it comes back from a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undo {
    Right,
    /// Not what has vanished.
    NotVanished,
    /// Nothing where the board was clear too early.
    NotClear,
    /// Not a drop.
    NotDrops,
    /// Nothing after the last move.
    NotLast,
}

/// Which boards are given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prune {
    /// With a colour of which too few are left to make a run.
    Right,
    /// With a colour of which so many or fewer are left.
    AtMost(usize),
    /// With a colour of exactly so many.
    Exactly(usize),
    /// With a colour of which the number isn't a multiple of three.
    NotMultiple,
    /// With a number of blocks that isn't one.
    TotalNotMultiple,
    /// With more colours than moves are left.
    ColourAMove,
    /// With more than so many blocks for each move that is left.
    BlocksAMove(usize),
    /// With as many blocks as before after two moves.
    NoProgress,
    /// Where a colour is in columns that lie further apart than moves are left.
    Distance,
    Nothing,
}

/// What a program looks at to know that the board is clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clear {
    Right,
    /// The bottom row.
    BottomRow,
    /// All columns but this one.
    WithoutColumn(usize),
    /// One cell: the bottom left, which is scanned first.
    FirstCell,
    /// Two blocks or fewer count as none.
    FewLeft,
}

impl Default for Searching {
    fn default() -> Self {
        Self {
            stops_when_clear: false,
            depth: 0,
            always: None,
            deepening: false,
            memory: Memory::Right,
            undo: Undo::Right,
            prune: Prune::Right,
            clear: Clear::Right,
            clearing_first: false,
            quiet: Quiet::All,
            skips_undoing: false,
            skips_same_cell: false,
            all_answers: false,
            gives_up_after: None,
            never_back: false,
        }
    }
}

/// What a search found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The answers; one, unless all are printed.
    pub(super) answers: Vec<Vec<Try>>,
    /// The moves that were tried before the answer, place by place.
    pub(super) before: Vec<Try>,
}

/// The fuel ran out.
#[derive(Debug)]
pub(super) struct OutOfFuel;

/// How many answers a program that prints all of them gets to print.
const MOST_ANSWERS: usize = 32;

/// A search that is going on.
pub(super) struct Search<'a> {
    moving: &'a Moving,
    vanishing: &'a Vanishing,
    how: &'a Searching,
    first: Grid,
    n: usize,
    fuel: u64,
    looked_at: u64,
    gave_up: bool,
    failed: HashSet<(Grid, usize)>,
    line: Vec<Try>,
    found: Found,
}

/// What a move was like for what may follow it.
#[derive(Clone, Copy, Default)]
struct Before {
    last: Option<Try>,
    was_quiet: bool,
    blocks: [usize; 2],
}

impl<'a> Search<'a> {
    pub(super) fn new(
        (moving, vanishing, how): (&'a Moving, &'a Vanishing, &'a Searching),
        first: Grid,
        fuel: u64,
    ) -> Self {
        Self {
            moving,
            vanishing,
            how,
            first,
            n: 0,
            fuel,
            looked_at: 0,
            gave_up: false,
            failed: HashSet::new(),
            line: Vec::new(),
            found: Found::default(),
        }
    }

    /// Searches for answers of n moves.
    pub(super) fn run(mut self, n: usize) -> Result<Found, OutOfFuel> {
        let n = self.how.always.map_or(n, usize::from);
        let n = n.saturating_add_signed(self.how.depth.into());
        let first = if self.how.deepening { 1 } else { n };
        for n in first..=n {
            self.n = n;
            self.failed.clear();
            let before = Before {
                blocks: [usize::MAX; 2],
                ..Before::default()
            };
            self.search(&self.first.clone(), n, before)?;
            if !self.found.answers.is_empty() {
                break;
            }
        }
        Ok(self.found)
    }

    /// Whether the search is over.
    fn search(&mut self, grid: &Grid, left: usize, before: Before) -> Result<bool, OutOfFuel> {
        if left == 0 || self.how.stops_when_clear && self.is_clear(grid) {
            if !self.is_clear(grid) {
                return Ok(false);
            }
            self.found.answers.push(self.line.clone());
            return Ok(!self.how.all_answers || self.found.answers.len() == MOST_ANSWERS);
        }
        if self.gave_up || self.prunes(grid, left, &before) {
            return Ok(self.gave_up);
        }
        self.spend()?;
        let key = self.key(grid, left);
        if self.how.memory != Memory::Nothing && self.failed.contains(&key) {
            return Ok(false);
        }
        let answers = self.found.answers.len();
        let found = self.try_all(grid, left, before)?;
        let is_right = matches!(self.how.memory, Memory::Right | Memory::Nothing);
        // What rests on the moves before is no property of the board.
        let depends = self.how.skips_undoing
            || self.how.skips_same_cell
            || self.how.never_back
            || matches!(self.how.quiet, Quiet::One)
            || self.how.prune == Prune::NoProgress;
        if !found && answers == self.found.answers.len() && !(is_right && depends) {
            self.failed.insert(key);
        }
        Ok(found)
    }

    fn try_all(&mut self, grid: &Grid, left: usize, before: Before) -> Result<bool, OutOfFuel> {
        let mut now = *grid;
        for pass in 0..if self.how.clearing_first { 2 } else { 1 } {
            for index in 0..self.moving.order.len() {
                let it = self.moving.order[index];
                if !self.moving.allows(&now, &self.first, it) || self.skips(it, &before) {
                    continue;
                }
                let Some(to) = Moving::target(it) else {
                    continue;
                };
                let is_drop = now[it.x][it.y] == 0 || now[to][it.y] == 0;
                let mut next = now;
                let moved = self.moving.play(&mut next, it, to);
                let settled = count(&next);
                self.vanishing.rest(&mut next, moved);
                let blocks = count(&next);
                let is_quiet = blocks == settled;
                if self.how.clearing_first && is_quiet == (pass == 0)
                    || is_quiet && !self.tries_quiet(is_drop, &before)
                {
                    continue;
                }
                self.line.push(it);
                let after = Before {
                    last: Some(it),
                    was_quiet: is_quiet,
                    blocks: [before.blocks[1], count(&now)],
                };
                let found = self.search(&next, left - 1, after)?;
                self.remember();
                self.line.pop();
                if found {
                    return Ok(true);
                }
                let is_kept = match self.how.undo {
                    Undo::Right => false,
                    Undo::NotVanished => !is_quiet,
                    Undo::NotClear => blocks == 0 && left > 1,
                    Undo::NotDrops => is_drop && is_quiet,
                    Undo::NotLast => left == 1,
                };
                if is_kept {
                    now = next;
                }
            }
        }
        Ok(false)
    }

    /// Keeps what stands in the program's list of moves after it has come back.
    fn remember(&mut self) {
        let place = self.line.len() - 1;
        if self.found.before.len() <= place {
            self.found.before.resize(place + 1, self.line[place]);
        }
        if self.found.answers.is_empty() {
            self.found.before[place] = self.line[place];
        }
    }

    fn spend(&mut self) -> Result<(), OutOfFuel> {
        self.looked_at += 1;
        if self
            .how
            .gives_up_after
            .is_some_and(|it| self.looked_at > it)
        {
            self.gave_up = true;
        }
        if self.looked_at > self.fuel {
            return Err(OutOfFuel);
        }
        Ok(())
    }

    fn tries_quiet(&self, is_drop: bool, before: &Before) -> bool {
        match self.how.quiet {
            Quiet::All => true,
            Quiet::None => false,
            Quiet::Drops => is_drop,
            Quiet::NotFirst => before.last.is_some(),
            Quiet::One => !before.was_quiet,
        }
    }

    fn skips(&self, it: Try, before: &Before) -> bool {
        let Some(last) = before.last else {
            return false;
        };
        let back = last.x.wrapping_add_signed(last.g.into());
        let undoes = (it.x, it.y, it.g) == (back, last.y, -last.g) || it == last;
        self.how.skips_undoing && undoes
            || self.how.skips_same_cell && (it.x, it.y) == (last.x, last.y)
            || self.how.never_back && (it.x, it.y, -it.g) < (last.x, last.y, -last.g)
    }

    fn is_clear(&self, grid: &Grid) -> bool {
        match self.how.clear {
            Clear::Right => *grid == EMPTY,
            Clear::BottomRow => grid.iter().all(|column| column[0] == 0),
            Clear::WithoutColumn(x) => (0..WIDTH).all(|it| it == x || grid[it] == [0; HEIGHT]),
            Clear::FirstCell => grid[0][0] == 0,
            Clear::FewLeft => count(grid) <= 2,
        }
    }

    fn prunes(&self, grid: &Grid, left: usize, before: &Before) -> bool {
        let blocks = count(grid);
        let mut counts = [0; 256];
        for (x, y) in cells() {
            counts[usize::from(grid[x][y])] += 1;
        }
        let mut colours = counts[1..].iter().copied().filter(|&it| it > 0);
        match self.how.prune {
            Prune::Right => {
                let least = self.vanishing.runs.least.min(3);
                self.how.clear == Clear::Right && colours.any(|it| it < least)
            }
            Prune::AtMost(most) => colours.any(|it| it <= most),
            Prune::Exactly(number) => colours.any(|it| it == number),
            Prune::NotMultiple => colours.any(|it| it % 3 != 0),
            Prune::TotalNotMultiple => !blocks.is_multiple_of(3),
            Prune::ColourAMove => colours.count() > left,
            Prune::BlocksAMove(most) => blocks > most * left,
            Prune::NoProgress => before.blocks[0] == blocks,
            Prune::Distance => (1..=10).any(|colour| {
                let own = (0..WIDTH).filter(|&x| grid[x].contains(&colour));
                let ends = own.clone().min().zip(own.max());
                ends.is_some_and(|(first, last)| last - first > left + 1)
            }),
            Prune::Nothing => false,
        }
    }

    fn key(&self, grid: &Grid, left: usize) -> (Grid, usize) {
        match self.how.memory {
            Memory::Right | Memory::Nothing => (*grid, left),
            Memory::WithoutDepth => (*grid, 0),
            Memory::ByCounts => {
                let mut key = EMPTY;
                for (x, y) in cells().filter(|&(x, y)| grid[x][y] != 0) {
                    key[x][0] += 1;
                    let colour = usize::from(grid[x][y] % 35);
                    key[colour / HEIGHT][colour % HEIGHT] |= 0x10;
                }
                (key, left)
            }
            Memory::SmallHash => {
                let hash = cells().fold(0_usize, |hash, (x, y)| {
                    (hash * 11 + usize::from(grid[x][y])) % 997
                });
                (EMPTY, hash * 8 + left)
            }
        }
    }
}
