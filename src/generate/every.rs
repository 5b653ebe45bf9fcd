//! Every board of a few blocks.

use mayan_reference::{HEIGHT, Puzzle, WIDTH};

use super::columns::Columns;
use super::shrink::size;

/// Every fair puzzle with so many blocks and numbers of moves, from the smallest by
/// [`size`]. There are about a thousand boards of four blocks, and seven times as many
/// with each block more.
#[must_use]
pub fn every(blocks: usize, n: std::ops::RangeInclusive<usize>) -> Vec<Puzzle> {
    let mut boards = Vec::new();
    add_blocks(&mut Columns::default(), 0, blocks, 0, &mut boards);
    let mut puzzles: Vec<Puzzle> = n
        .flat_map(|n| boards.iter().filter_map(move |board| board.puzzle(n)))
        .collect();
    puzzles.sort_by_cached_key(size);
    puzzles
}

/// Puts blocks on column `x` and those right of it, in all ways. Colours are numbered in
/// the order in which they come, so that no two boards differ in their names alone.
fn add_blocks(board: &mut Columns, x: usize, left: usize, colours: u8, all: &mut Vec<Columns>) {
    if left == 0 {
        all.push(board.clone());
        return;
    }
    if x + 1 < WIDTH {
        add_blocks(board, x + 1, left, colours, all);
    }
    if board.0[x].len() < HEIGHT {
        for colour in 1..=colours + 1 {
            board.0[x].push(colour);
            add_blocks(board, x, left - 1, colours.max(colour), all);
            board.0[x].pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_boards_are_there_once() {
        // Ways to put blocks on five columns, times ways to colour them, less those
        // with a run: of three, five columns and three rows of one colour.
        let count = |blocks| every(blocks, 1..=1).len();
        assert_eq!([0, 1, 2, 3].map(count), [0, 5, 15 * 2, 35 * 5 - 5 - 3]);
        let mut boards = every(4, 1..=1);
        assert_eq!(boards.len(), 967);
        boards.dedup();
        assert_eq!(boards.len(), 967);
        assert!(boards.is_sorted_by_key(size));
        assert_eq!(every(4, 2..=5).len(), 4 * 967);
    }
}
