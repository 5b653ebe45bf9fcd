//! Making a board smaller while something stays true of it.

use mayan_reference::Puzzle;

use super::columns::Columns;

/// How large a puzzle is, to be compared: blocks, then moves, then colours, then the
/// board itself, so that of two puzzles one is always the smaller.
#[must_use]
pub fn size(puzzle: &Puzzle) -> (usize, usize, usize, Columns) {
    let counts = puzzle.board.colour_counts();
    let colours = counts.iter().skip(1).filter(|&&count| count > 0).count();
    let columns = Columns::from(&puzzle.board);
    (columns.blocks(), puzzle.n, colours, columns)
}

/// Puzzles that are a step smaller, those first that are smaller by most. All are
/// smaller by [`size`], so that taking one again and again comes to an end.
#[must_use]
pub fn smaller(puzzle: &Puzzle) -> Vec<Puzzle> {
    let columns = Columns::from(&puzzle.board);
    let mut found = Vec::new();
    let cells = columns.cells();
    let colour_of = |&(x, y): &(usize, usize)| columns.0[x][y];
    let mut colours: Vec<u8> = cells.iter().map(colour_of).collect();
    colours.sort_unstable();
    colours.dedup();
    for &colour in &colours {
        let own: Vec<_> = cells
            .iter()
            .copied()
            .filter(|it| colour_of(it) == colour)
            .collect();
        found.extend(columns.without(&own).puzzle(puzzle.n));
    }
    // Three of a colour keep what is left solvable more often than others do.
    for (i, one) in cells.iter().enumerate() {
        for (j, two) in cells.iter().enumerate().skip(i + 1) {
            for three in &cells[j + 1..] {
                if colour_of(one) == colour_of(two) && colour_of(two) == colour_of(three) {
                    found.extend(columns.without(&[*one, *two, *three]).puzzle(puzzle.n));
                }
            }
        }
    }
    for (i, one) in cells.iter().enumerate() {
        for two in &cells[i + 1..] {
            found.extend(columns.without(&[*one, *two]).puzzle(puzzle.n));
        }
    }
    for one in &cells {
        found.extend(columns.without(&[*one]).puzzle(puzzle.n));
    }
    for n in 1..puzzle.n {
        found.extend(columns.puzzle(n));
    }
    for &from in &colours {
        for &to in colours.iter().filter(|&&to| to != from) {
            let paint = |&it: &u8| if it == from { to } else { it };
            let painted = Columns(
                columns
                    .0
                    .each_ref()
                    .map(|it| it.iter().map(paint).collect()),
            );
            found.extend(painted.puzzle(puzzle.n));
        }
    }
    let own = size(puzzle);
    found.retain(|it| size(it) < own);
    found.sort_by_cached_key(size);
    found.dedup();
    found
}

/// The smallest puzzle that is reached from `puzzle` by steps of which each leaves
/// `holds` true. It is tried of every puzzle on the way, and not of `puzzle` itself.
#[must_use]
pub fn shrink(puzzle: Puzzle, mut holds: impl FnMut(&Puzzle) -> bool) -> Puzzle {
    let mut now = puzzle;
    while let Some(next) = smaller(&now).into_iter().find(|it| holds(it)) {
        now = next;
    }
    now
}
