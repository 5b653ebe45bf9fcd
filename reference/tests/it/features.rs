//! What a board is an example of, told by the naive program.

use crate::naive::{self, COLUMNS, Grid, ROWS, Round, Triple, Wrong};
use crate::table::Entry;

/// Whether a board is an example of what its name says: the part of the name
/// before the hyphen.
pub(crate) fn is_example(entry: &Entry) -> bool {
    let Entry {
        n, grid, answers, ..
    } = entry;
    let least = answers[0].as_deref();
    let moves = least.unwrap_or(&[]);
    let (boards, _) = naive::play_all(grid, moves, false);
    let played = || boards.iter().zip(moves.iter().copied());
    let rounds: Vec<Vec<Round>> = played()
        .map(|(before, triple)| naive::rounds(&naive::shift(before, triple)))
        .collect();
    let most_rounds = rounds.iter().map(Vec::len).max().unwrap_or(0);
    let any_round = |is: fn(&Round) -> bool| rounds.iter().flatten().any(is);
    let colours = |grid: &Grid| {
        let mut colours = grid.as_flattened().to_vec();
        colours.sort_unstable();
        colours.dedup();
        colours.retain(|&colour| colour != 0);
        colours.len()
    };
    match entry.name.split('-').next().unwrap() {
        "sample" => *n == 3 && least.is_some(),
        // Empty from the start.
        "empty" => naive::is_empty(grid),
        // All blocks in the bottom row.
        "bottom" => !naive::is_empty(grid) && grid.iter().all(|column| column[1] == 0),
        // An elimination after the first.
        "cascade" => most_rounds == 2,
        "chain" => most_rounds >= 3,
        // A row and a column share a block.
        "cross" => any_round(|round| is_crossed(&round.before)),
        // Runs of several colours vanish at once.
        "groups" => any_round(|round| {
            let mut marked = round.before;
            for (x, y) in cells() {
                marked[x][y] *= u8::from(round.marks[x][y]);
            }
            marked.as_flattened().iter().any(|&colour| {
                let first = marked.as_flattened().iter().find(|&&c| c != 0);
                colour != 0 && Some(&colour) != first
            })
        }),
        // Runs longer than three.
        "four" => any_round(|round| longest_run(&round.before) == 4),
        "five" => any_round(|round| longest_run(&round.before) >= 5),
        // A full column.
        "full" => grid.iter().any(|column| column[ROWS - 1] != 0),
        // A run in the two top rows.
        "high" => any_round(|round| round.marks.iter().any(|column| column[5] || column[6])),
        // A block falls from the top row.
        "fall" => played().any(|(before, (x, y, g))| y == 6 && is_drop(before, (x, y, g))),
        // Two blocks of the top row are swapped.
        "top" => played().any(|(before, (x, y, g))| {
            let is_swap = !is_drop(before, (x, y, g));
            y == 6 && is_swap && naive::wrongs(before, (x, y, g), true).is_empty()
        }),
        // All colours there are.
        "ten" => colours(grid) == 10,
        // Equal blocks are swapped to use up a move.
        "waste" => played()
            .any(|(before, triple)| naive::wrongs(before, triple, true) == [Wrong::SameColour]),
        // Clear before the last move.
        "early" => answers[2].as_ref().is_some_and(|answer| answer.len() < *n),
        "none" => answers.iter().all(Option::is_none),
        // The four rule sets give several answers.
        "readings" => answers.iter().any(|answer| *answer != answers[0]),
        // Taking left drops into x while column x is scanned gives another answer.
        "order" => {
            let wrong = first_in_wrong_order(grid, *n);
            wrong.is_some() && wrong.as_deref() != least
        }
        // One or two blocks of a colour are left from the start.
        "few" => (1..=10).any(|colour| {
            let blocks = cells().filter(|&(x, y)| grid[x][y] == colour);
            matches!(blocks.count(), 1 | 2)
        }),
        name => panic!("what is {name}?"),
    }
}

fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..COLUMNS).flat_map(|x| (0..ROWS).map(move |y| (x, y)))
}

fn is_drop(before: &Grid, (x, y, g): Triple) -> bool {
    naive::wrongs(before, (x + g, y, -g), false).contains(&Wrong::NoBlock)
}

/// Whether a block is in a run of its row and in one of its column.
pub(crate) fn is_crossed(grid: &Grid) -> bool {
    let alone = |keep: &dyn Fn(usize, usize) -> bool| {
        let mut kept = naive::EMPTY;
        for (x, y) in cells().filter(|&(x, y)| keep(x, y)) {
            kept[x][y] = grid[x][y];
        }
        naive::marks(&kept)
    };
    cells().any(|(x, y)| alone(&|other, _| other == x)[x][y] && alone(&|_, other| other == y)[x][y])
}

fn longest_run(grid: &Grid) -> usize {
    let run = |x: usize, y: usize, dx: usize, dy: usize| {
        (0..)
            .map_while(|i| grid.get(x + i * dx)?.get(y + i * dy))
            .take_while(|&&colour| colour != 0 && colour == grid[x][y])
            .count()
    };
    cells()
        .map(|(x, y)| run(x, y, 1, 0).max(run(x, y, 0, 1)))
        .max()
        .unwrap_or(0)
}

/// What published programs print that try `x+1 y -1` before `x y+1 1`.
pub(crate) fn first_in_wrong_order(grid: &Grid, n: usize) -> Option<Vec<Triple>> {
    if n == 0 {
        return naive::is_empty(grid).then(Vec::new);
    }
    let order = (0..5).flat_map(|x| (0..7).flat_map(move |y| [(x, y, 1), (x + 1, y, -1)]));
    order
        .filter(|&triple| naive::wrongs(grid, triple, false).is_empty())
        .filter(|&triple| triple.2 == 1 || is_drop(grid, triple))
        .find_map(|triple| {
            let rest = first_in_wrong_order(&naive::play(grid, triple), n - 1)?;
            Some([&[triple], &rest[..]].concat())
        })
}
