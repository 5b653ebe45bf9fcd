//! Boards that are built from their end, so that they can be cleared.
//!
//! The last board is empty. A step back puts runs into a board, under blocks that are
//! there and across them, and then takes back a move: two neighbours change places, or
//! the block on top of a column goes back to where it can have fallen from. After n
//! steps the moves that were taken back clear the board; its least answer may be
//! another one.

use std::ops::RangeInclusive;

use mayan_reference::{Board, Cascade, Colour, HEIGHT, WIDTH};

use super::columns::Columns;
use super::dice::Dice;

/// What is to be built.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many moves clear the board.
    pub n: usize,
    /// How many blocks it has.
    pub blocks: RangeInclusive<usize>,
    /// How many colours it may have.
    pub colours: usize,
    /// How many eliminations one of the moves sets off at least.
    pub chain: usize,
    /// Where runs are put.
    pub place: Place,
    /// Which colours they have.
    pub palette: Palette,
}

/// Where runs are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Anywhere.
    Any,
    /// On the highest columns, and as high as they go.
    High,
    /// Side by side in three columns, which so get as high as each other.
    Tower {
        /// The first of the columns, 0 to 2.
        left: usize,
    },
}

/// Which colours runs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Any.
    Any,
    /// One that no block on the board has, as long as there is one.
    Fresh,
}

/// How often a step is tried.
const STEPS: usize = 12;

/// How many runs are tried in a step.
const RUNS: usize = 80;

/// A board by a plan, with its colours numbered as they are met; `None` if chance led
/// to one that the plan doesn't fit, which is often.
#[must_use]
pub fn build(plan: &Plan, dice: &mut Dice) -> Option<Columns> {
    let goal = dice.between(*plan.blocks.start(), *plan.blocks.end());
    let chained = dice.below(plan.n.max(1));
    let mut board = Columns::default();
    for step in 0..plan.n {
        let due = goal * (step + 1) / plan.n;
        let chain = if step == chained { plan.chain } else { 0 };
        let is_first_move = step + 1 == plan.n;
        let least = if is_first_move {
            *plan.blocks.start()
        } else {
            1
        };
        board = step_back(&board, due, least, chain, plan, dice)?;
    }
    let fits = plan.blocks.contains(&board.blocks());
    fits.then(|| board.renumbered())
}

/// A board from which one move leads to `after`. It has about `due` blocks, and the
/// move sets off `chain` eliminations at least.
fn step_back(
    after: &Columns,
    due: usize,
    least: usize,
    chain: usize,
    plan: &Plan,
    dice: &mut Dice,
) -> Option<Columns> {
    let most = *plan.blocks.end();
    let goal = after.board()?;
    for _ in 0..STEPS {
        let mut settled = after.clone();
        let mut eliminations = 0;
        let mut last = Vec::new();
        for _ in 0..RUNS {
            let is_due = settled.blocks() + 2 < due || settled.blocks() < least;
            if !is_due && eliminations >= chain {
                break;
            }
            let Some((next, cells)) = with_run(&settled, &last, plan, dice) else {
                continue;
            };
            let Some(count) = eliminations_to(&next, goal) else {
                continue;
            };
            let is_longer = count > eliminations;
            if next.blocks() <= most && (is_longer || eliminations >= chain) {
                (settled, last, eliminations) = (next, cells, count);
            }
        }
        if eliminations < chain || settled.blocks() == 0 {
            continue;
        }
        let before = before(&settled);
        if !before.is_empty() {
            return Some(dice.pick(&before).clone());
        }
    }
    None
}

/// A board with one run more, of which all blocks are of one colour, and the cells that
/// they are in. Where a run was put before, this one often goes below or across it, so
/// that it comes to be only when this one has vanished.
fn with_run(
    board: &Columns,
    last: &[(usize, usize)],
    plan: &Plan,
    dice: &mut Dice,
) -> Option<(Columns, Vec<(usize, usize)>)> {
    let colour = colour(board, plan, dice);
    let (x, y) = if !last.is_empty() && dice.chance(2, 3) {
        let &(x, y) = dice.pick(last);
        (x, y.saturating_sub(dice.below(3)))
    } else {
        start(board, plan.place, dice)?
    };
    // A row that is longer would not stay in a tower's columns.
    let (left, length) = if let Place::Tower { left } = plan.place {
        (left, 3)
    } else {
        let length = *dice.pick(&[3, 3, 3, 3, 3, 4, 4, 5]);
        let left = x.saturating_sub(dice.below(length));
        (left.min(WIDTH - length), length)
    };
    let rows: Vec<_> = (left..left + length).map(|x| (x, y)).collect();
    let column: Vec<_> = (y..y + length).map(|y| (x, y)).collect();
    let mut cells = match dice.below(10) {
        0..=3 => rows,
        4..=7 => column,
        // They share a block: an L, a T or a plus.
        _ => {
            let height = dice.between(3, 4);
            let low = y.saturating_sub(dice.below(height));
            let column = (low..low + height).map(|y| (x, y));
            let others = rows.into_iter().filter(|&(at, _)| at != x);
            column.chain(others).collect()
        }
    };
    // From the bottom, so that each block finds those below it there.
    cells.sort_unstable();
    let mut with = board.clone();
    for &(x, y) in &cells {
        if y > with.0[x].len() {
            return None;
        }
        with.0[x].insert(y, colour);
    }
    with.fits().then_some((with, cells))
}

fn colour(board: &Columns, plan: &Plan, dice: &mut Dice) -> u8 {
    let mut colours: Vec<u8> = (1..=Colour::MAX).take(plan.colours).collect();
    if plan.palette == Palette::Fresh {
        let used = board.0.concat();
        let fresh: Vec<u8> = colours
            .iter()
            .copied()
            .filter(|colour| !used.contains(colour))
            .collect();
        if !fresh.is_empty() {
            colours = fresh;
        }
    }
    *dice.pick(&colours)
}

/// A cell at which a run may begin.
fn start(board: &Columns, place: Place, dice: &mut Dice) -> Option<(usize, usize)> {
    let x = match place {
        Place::Any => dice.below(WIDTH),
        Place::High => highest_with_room(board, dice)?,
        Place::Tower { left } => left + dice.below(3),
    };
    let height = match place {
        Place::Any | Place::High => board.0[x].len(),
        // A row must find a block, or the floor, below each of its blocks.
        Place::Tower { left } => (left..left + 3).map(|x| board.0[x].len()).min()?,
    };
    let y = match place {
        Place::Any => dice.between(0, height),
        Place::High | Place::Tower { .. } => height - dice.below(2).min(height),
    };
    Some((x, y))
}

/// Any of the highest columns that have room for a block.
fn highest_with_room(board: &Columns, dice: &mut Dice) -> Option<usize> {
    let room = (0..WIDTH).filter(|&x| board.0[x].len() < HEIGHT);
    let mut room: Vec<usize> = room.collect();
    dice.shuffle(&mut room);
    room.sort_by_key(|&x| std::cmp::Reverse(board.0[x].len()));
    room.truncate(3);
    (!room.is_empty()).then(|| *dice.pick(&room))
}

/// How many eliminations lead from one board to another; `None` if they lead elsewhere.
fn eliminations_to(settled: &Columns, after: Board) -> Option<usize> {
    let cascade = Cascade::trace(settled.board()?);
    (cascade.result == after).then_some(cascade.eliminations.len())
}

/// All boards without a run from which one move leads to `settled`, before anything
/// vanishes there.
fn before(settled: &Columns) -> Vec<Columns> {
    let mut found = Vec::new();
    let mut add = |board: Columns| {
        if board.fits() && board.board().is_some_and(|it| it.runs().is_empty()) {
            found.push(board);
        }
    };
    for x in 0..WIDTH - 1 {
        let [one, other] = [x, x + 1].map(|x| settled.0[x].len());
        for y in 0..one.min(other) {
            if settled.0[x][y] != settled.0[x + 1][y] {
                let mut board = settled.clone();
                board.0[x][y] = settled.0[x + 1][y];
                board.0[x + 1][y] = settled.0[x][y];
                add(board);
            }
        }
        for (onto, from) in [(x, x + 1), (x + 1, x)] {
            let mut left = settled.clone();
            let Some(block) = left.0[onto].pop() else {
                continue;
            };
            // It was beside an empty cell.
            for y in left.0[onto].len()..=left.0[from].len() {
                let mut board = left.clone();
                board.0[from].insert(y, block);
                add(board);
            }
        }
    }
    found
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use mayan_reference::{Rules, least_clear, solve};

    use super::*;

    fn plan() -> Plan {
        Plan {
            n: 3,
            blocks: 6..=20,
            colours: 4,
            chain: 0,
            place: Place::Any,
            palette: Palette::Any,
        }
    }

    fn built(plan: &Plan, seed: u64, count: usize) -> Vec<Board> {
        let mut dice = Dice::new(seed);
        let boards = (0..count * 20).filter_map(|_| build(plan, &mut dice)?.board());
        boards.take(count).collect()
    }

    #[test]
    fn what_is_built_can_be_cleared() {
        for n in 1..=5 {
            let plan = Plan { n, ..plan() };
            let boards = built(&plan, 1, 40);
            assert_eq!(boards.len(), 40, "n = {n}");
            for board in boards {
                assert!(board.runs().is_empty(), "{board}");
                assert!(plan.blocks.contains(&board.block_count()), "{board}");
                assert!(solve(board, n, Rules::default()).is_some(), "{board}");
                assert!(least_clear(board, n).is_some());
            }
        }
    }

    #[test]
    fn a_move_taken_back_leads_forward_again() {
        let settled = Columns([vec![1], vec![1, 2], vec![1, 2], vec![2], vec![]]);
        let target = settled.board().unwrap();
        let before = before(&settled);
        assert!(before.len() > 4);
        for board in before {
            let board = board.board().unwrap();
            let leads = board.blocks().any(|(cell, _)| {
                [-1, 1].into_iter().any(|g| {
                    let [x, y] = [cell.x, cell.y].map(|it| i64::try_from(it).unwrap());
                    let played = mayan_reference::Move::from_numbers(x, y, g).unwrap();
                    board.shift(played, Rules::default()) == Ok(target)
                })
            });
            assert!(leads, "{board}");
        }
    }
}
