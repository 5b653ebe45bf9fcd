//! Looks for boards that are harder than the ones known, by hill climbing: a
//! board is changed a little, and the change is kept if the search for its
//! answer looks at no fewer boards.
//!
//! `cargo bench -p mayan-reference --bench worse -- [SECONDS [N [COLOURS
//! [SEED]]]]`; 5 seconds, n = 5, 3 colours by default. Nodes are counted, not
//! time, so that a busy machine doesn't mislead it. What it finds that is worse
//! belongs into `common/boards.rs`.
#![expect(clippy::print_stdout, reason = "a bench prints what it found")]

mod common;

use std::time::{Duration, Instant};

use common::boards::{self, A, Random};
use mayan_reference::{Board, Cell, Colour, HEIGHT, Rules, Solver, WIDTH};

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse::<u64>().ok());
    let mut next = |default| numbers.next().unwrap_or(default);
    let (time, n, colours, seed) = (next(5), next(5), next(3), next(1));
    let n = usize::try_from(n).expect("a small number");
    let colours = usize::try_from(colours.clamp(1, 10)).expect("a small number");

    let mut solver = Solver::new();
    let mut nodes = |board: Board| match solver.solve(board, n, Rules::default()) {
        Ok(_) => solver.statistics().nodes(),
        Err(_) => unreachable!("a search without a budget is not stopped"),
    };
    println!("A: {} boards looked at, n = {n}", nodes(boards::board(A)));

    let random = &mut Random(seed);
    let end = Instant::now() + Duration::from_secs(time);
    let (mut worst, mut tried) = (0, 0_u64);
    let mut start = Some(boards::board(A));
    while Instant::now() < end {
        // From the worst one known first, then from anywhere.
        let mut board = start
            .take()
            .unwrap_or_else(|| boards::full(1, colours, random.next())[0]);
        let mut height = nodes(board);
        let mut in_vain = 0;
        while in_vain < 1000 && Instant::now() < end {
            tried += 1;
            let changed = changed(random, &board, colours);
            let found = if changed.runs().is_empty() {
                nodes(changed)
            } else {
                0
            };
            in_vain = if found > height { 0 } else { in_vain + 1 };
            if found >= height {
                (board, height) = (changed, found);
            }
        }
        if height > worst {
            worst = height;
            println!("{worst} boards looked at:\n{board}");
        }
    }
    println!("{tried} boards tried in {time} s, seed {seed}");
}

/// The board with a block of another colour, or with a block more or less on
/// top of a column.
fn changed(random: &mut Random, board: &Board, colours: usize) -> Board {
    let mut columns: [Vec<Colour>; WIDTH] = std::array::from_fn(|x| {
        (0..board.height(x))
            .filter_map(|y| board.get(Cell { x, y }))
            .collect()
    });
    let mut colour = || {
        let number = u8::try_from(random.below(colours) + 1).expect("at most 10");
        Colour::new(number).expect("a colour")
    };
    let (one, two) = (colour(), colour());
    for paint in [one, two] {
        let column = &mut columns[random.below(WIDTH)];
        match random.below(12) {
            0 => drop(column.pop()),
            1 if column.len() < HEIGHT => column.push(paint),
            _ if column.is_empty() => {}
            _ => {
                let y = random.below(column.len());
                column[y] = paint;
            }
        }
        // One change as often as two.
        if random.below(2) == 0 {
            break;
        }
    }
    Board::from_columns(columns.each_ref().map(Vec::as_slice)).expect("columns of at most 7")
}
