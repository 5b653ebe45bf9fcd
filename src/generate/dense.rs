//! Boards with hardly a gap that can be cleared all the same.
//!
//! Chance makes such boards of two colours, of which runs come by themselves. More
//! colours are put in afterwards: blocks that vanish together may have a colour of
//! their own, if nothing else then changes.

use mayan_reference::{Cascade, Cell, HEIGHT, Move, Puzzle, Rules, WIDTH};

use super::columns::Columns;
use super::dice::Dice;
use super::kind::answer;
use super::shape;

/// As `puzzle`, with a colour more: blocks that vanish together while `moves` are
/// played have it, on a board that can be cleared as well; `None` if none is found.
#[must_use]
pub fn with_colour_more(puzzle: &Puzzle, moves: &[Move], dice: &mut Dice) -> Option<Puzzle> {
    let columns = Columns::from(&puzzle.board);
    let colour = u8::try_from(columns.colours() + 1).ok()?;
    let mut groups = vanishing(puzzle, moves);
    dice.shuffle(&mut groups);
    groups.iter().find_map(|group| {
        let mut painted = columns.clone();
        for &(x, y) in group {
            painted.0[x][y] = colour;
        }
        let painted = painted.puzzle(puzzle.n)?;
        let is_more = Columns::from(&painted.board).colours() > columns.colours();
        (is_more && answer(&painted).is_some()).then_some(painted)
    })
}

/// The blocks that vanish as one, or as several runs that share blocks, by their places
/// on the board at the start.
#[must_use]
pub fn vanishing(puzzle: &Puzzle, moves: &[Move]) -> Vec<Vec<(usize, usize)>> {
    let mut board = puzzle.board;
    let mut origin: [Vec<(usize, usize)>; WIDTH] =
        std::array::from_fn(|x| (0..board.height(x)).map(|y| (x, y)).collect());
    let mut groups = Vec::new();
    for &played in moves {
        let (Ok(settled), Some(target)) = (board.shift(played, Rules::default()), played.target())
        else {
            break;
        };
        let Cell { x, y } = played.cell;
        if board.get(target).is_some() {
            let block = origin[x][y];
            origin[x][y] = std::mem::replace(&mut origin[target.x][y], block);
        } else {
            let block = origin[x].remove(y);
            origin[target.x].push(block);
        }
        let cascade = Cascade::trace(settled);
        for elimination in &cascade.eliminations {
            for group in shape::groups(&elimination.before) {
                groups.push(group.iter().map(|cell| origin[cell.x][cell.y]).collect());
            }
            for (x, column) in origin.iter_mut().enumerate() {
                let mut y = 0;
                column.retain(|_| {
                    y += 1;
                    !elimination.marked.contains(Cell { x, y: y - 1 })
                });
            }
        }
        board = cascade.result;
    }
    groups
}

/// Puts two equal blocks, another and an equal one side by side into the top row of four
/// full columns: a swap makes a run there.
pub fn prepare_top_row(columns: &mut Columns, dice: &mut Dice) {
    let is_full = |x: usize| columns.0[x].len() == HEIGHT;
    let fitting = (0..=WIDTH - 4).filter(|&left| (left..left + 4).all(is_full));
    let fitting: Vec<usize> = fitting.collect();
    if fitting.is_empty() {
        return;
    }
    let left = *dice.pick(&fitting);
    let row = if dice.chance(1, 2) {
        [1, 1, 2, 1]
    } else {
        [1, 2, 1, 1]
    };
    for (x, colour) in (left..).zip(row) {
        columns.0[x][HEIGHT - 1] = colour;
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::boards::{Bounds, Recipe};
    use super::*;

    #[test]
    fn what_vanishes_together() {
        // A swap, then the block that has dropped and its neighbours.
        let sample = Puzzle::parse(b"3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0").unwrap();
        let moves = answer(&sample).unwrap();
        let groups = vanishing(&sample, &moves);
        let columns = Columns::from(&sample.board);
        assert_eq!(groups.concat().len(), columns.blocks());
        for group in groups {
            let colours = group.iter().map(|&(x, y)| columns.0[x][y]);
            let colours: Vec<u8> = colours.collect();
            assert!(colours.len() >= 3 && colours.iter().all(|it| *it == colours[0]));
        }
    }

    #[test]
    fn a_colour_more() {
        let two = Bounds {
            n: 2..=4,
            blocks: 9..=16,
            colours: 2..=2,
            chain: 0,
        };
        let mut dice = Dice::new(1);
        let mut found = 0;
        for _ in 0..60 {
            let Some(plain) = Recipe::Backward.draw(&two, &mut dice) else {
                continue;
            };
            let moves = answer(&plain).unwrap();
            if let Some(more) = with_colour_more(&plain, &moves, &mut dice) {
                let columns = Columns::from(&more.board);
                assert_eq!(columns.colours(), 3);
                assert_eq!(columns.blocks(), plain.board.block_count());
                assert!(answer(&more).is_some());
                found += 1;
            }
        }
        assert!(found > 5, "{found}");
    }
}
