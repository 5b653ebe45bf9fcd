// expect: AC - reads the statement as "at most n moves"
//
// On a board where the two readings differ it would print another answer. The
// testcases with points have no such board, so it passes.

use std::collections::HashSet;
use std::io::Read;

const WIDTH: usize = 5;
const HEIGHT: usize = 7;

/// `board[x][y]`: the colour in column x, row y from the bottom; 0 is empty.
type Board = [[u8; HEIGHT]; WIDTH];

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text
        .split_whitespace()
        .map(|word| word.parse::<u8>().unwrap());
    let n = numbers.next().unwrap();
    let mut board = [[0; HEIGHT]; WIDTH];
    for column in &mut board {
        for (y, colour) in numbers
            .by_ref()
            .take_while(|&colour| colour != 0)
            .enumerate()
        {
            column[y] = colour;
        }
    }

    let mut search = Search {
        failed: HashSet::new(),
        moves: Vec::new(),
    };
    if search.clears(&board, n) {
        for (x, y, g) in &search.moves {
            println!("{} {} {}", x, y, g);
        }
    } else {
        println!("-1");
    }
}

struct Search {
    /// Boards that can't be cleared with so many moves left.
    failed: HashSet<(Board, u8)>,
    /// The moves x, y, g so far; the answer at the end.
    moves: Vec<(usize, usize, i32)>,
}

impl Search {
    /// Whether the board can be cleared with at most `left` moves.
    fn clears(&mut self, board: &Board, left: u8) -> bool {
        if is_empty(board) {
            return true;
        }
        if left == 0 || has_hopeless_colour(board) || self.failed.contains(&(*board, left)) {
            return false;
        }
        for x in 0..WIDTH {
            for y in 0..HEIGHT {
                for &g in &[1, -1] {
                    if !is_worth_trying(board, x, y, g) {
                        continue;
                    }
                    self.moves.push((x, y, g));
                    if self.clears(&play(board, x, y, g), left - 1) {
                        return true;
                    }
                    self.moves.pop();
                }
            }
        }
        self.failed.insert((*board, left));
        false
    }
}

fn is_empty(board: &Board) -> bool {
    board.iter().all(|column| column[0] == 0)
}

/// Whether a colour has one or two blocks: too few for a run.
fn has_hopeless_colour(board: &Board) -> bool {
    let mut count = [0; 11];
    for &colour in board.iter().flatten() {
        count[colour as usize] += 1;
    }
    count[1..].iter().any(|&blocks| blocks == 1 || blocks == 2)
}

/// Whether there is such a move. Left onto a block is left out: it gives the
/// same board as the move `x-1 y 1`, which is less.
fn is_worth_trying(board: &Board, x: usize, y: usize, g: i32) -> bool {
    let has_room = if g == 1 {
        x + 1 < WIDTH
    } else {
        x > 0 && board[x - 1][y] == 0
    };
    board[x][y] != 0 && has_room
}

/// The board after a move, at rest.
fn play(board: &Board, x: usize, y: usize, g: i32) -> Board {
    let mut after = *board;
    let target = if g == 1 { x + 1 } else { x - 1 };
    after[x][y] = board[target][y];
    after[target][y] = board[x][y];
    settle(&mut after);
    after
}

/// Lets blocks drop and runs vanish until nothing moves.
fn settle(board: &mut Board) {
    drop_blocks(board);
    while remove_runs(board) {
        drop_blocks(board);
    }
}

fn drop_blocks(board: &mut Board) {
    for column in board {
        let mut top = 0;
        for y in 0..HEIGHT {
            if column[y] != 0 {
                column.swap(top, y);
                top += 1;
            }
        }
    }
}

/// Removes all runs of three or more at once; says whether there were any.
fn remove_runs(board: &mut Board) -> bool {
    let mut marked = [[false; HEIGHT]; WIDTH];
    let mut found = false;
    for x in 0..WIDTH {
        for y in 0..HEIGHT {
            let colour = board[x][y];
            if colour == 0 {
                continue;
            }
            // A longer run is several runs of three.
            if x + 2 < WIDTH && board[x + 1][y] == colour && board[x + 2][y] == colour {
                found = true;
                for i in 0..3 {
                    marked[x + i][y] = true;
                }
            }
            if y + 2 < HEIGHT && board[x][y + 1] == colour && board[x][y + 2] == colour {
                found = true;
                for i in 0..3 {
                    marked[x][y + i] = true;
                }
            }
        }
    }
    for x in 0..WIDTH {
        for y in 0..HEIGHT {
            if marked[x][y] {
                board[x][y] = 0;
            }
        }
    }
    found
}
