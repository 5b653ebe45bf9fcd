//! Making a board smaller while something stays true of it.

use std::collections::HashSet;

use mayan_reference::Puzzle;

use super::columns::Columns;
use super::{dense, kind};

/// How large a puzzle is, to be compared: blocks, then moves, then colours, then the
/// board itself, so that of two puzzles one is always the smaller.
#[must_use]
pub fn size(puzzle: &Puzzle) -> (usize, usize, usize, Columns) {
    let counts = puzzle.board.colour_counts();
    let colours = counts.iter().skip(1).filter(|&&count| count > 0).count();
    let columns = Columns::from(&puzzle.board);
    (columns.blocks(), puzzle.n, colours, columns)
}

/// Puzzles that are a step smaller: first those without blocks that vanish together when
/// the answer is played, which are the likeliest to be like this one, then all others,
/// those first that are smaller by most. All are smaller by [`size`], so that taking one
/// again and again comes to an end.
#[must_use]
pub fn smaller(puzzle: &Puzzle) -> Vec<Puzzle> {
    let columns = Columns::from(&puzzle.board);
    let groups = kind::answer(puzzle).map(|moves| dense::vanishing(puzzle, &moves));
    let groups = groups.into_iter().flatten();
    let mut first = groups.filter_map(|group| columns.without(&group).puzzle(puzzle.n));
    let mut found = ordered(&mut first, puzzle);
    let mut others = with_less_blocks(&columns)
        .into_iter()
        .filter_map(|it| it.puzzle(puzzle.n))
        .chain((1..puzzle.n).filter_map(|n| columns.puzzle(n)))
        .chain(repainted(&columns).filter_map(|it| it.puzzle(puzzle.n)));
    let others = ordered(&mut others, puzzle);
    let known: HashSet<Puzzle> = found.iter().copied().collect();
    found.extend(others.into_iter().filter(|it| !known.contains(it)));
    found
}

/// Those that are smaller than a puzzle, each once, from the smallest.
fn ordered(all: &mut dyn Iterator<Item = Puzzle>, than: &Puzzle) -> Vec<Puzzle> {
    let own = size(than);
    let mut all: Vec<Puzzle> = all.filter(|it| size(it) < own).collect();
    all.sort_by_cached_key(size);
    all.dedup();
    all
}

/// Without a colour, without three blocks of one, without any two or one.
fn with_less_blocks(columns: &Columns) -> Vec<Columns> {
    let cells = columns.cells();
    let colour_of = |&(x, y): &(usize, usize)| columns.0[x][y];
    let mut found = Vec::new();
    for colour in colours(columns) {
        let own = cells.iter().filter(|it| colour_of(it) == colour);
        let own: Vec<_> = own.copied().collect();
        found.push(columns.without(&own));
        // Three of a colour keep what is left solvable more often than others do.
        for (i, one) in own.iter().enumerate() {
            for (j, two) in own.iter().enumerate().skip(i + 1) {
                let threes = own[j + 1..].iter().map(|three| [*one, *two, *three]);
                found.extend(threes.map(|cells| columns.without(&cells)));
            }
        }
    }
    for (i, one) in cells.iter().enumerate() {
        found.push(columns.without(&[*one]));
        let pairs = cells[i + 1..].iter().map(|two| [*one, *two]);
        found.extend(pairs.map(|cells| columns.without(&cells)));
    }
    found
}

/// With one colour in the place of another.
fn repainted(columns: &Columns) -> impl Iterator<Item = Columns> + '_ {
    let colours = colours(columns);
    let others = colours.clone();
    let pairs = colours
        .into_iter()
        .flat_map(move |from| others.clone().into_iter().map(move |to| (from, to)));
    pairs.filter(|(from, to)| from != to).map(|(from, to)| {
        let paint = |&it: &u8| if it == from { to } else { it };
        let column = |column: &Vec<u8>| column.iter().map(paint).collect();
        Columns(columns.0.each_ref().map(column))
    })
}

fn colours(columns: &Columns) -> Vec<u8> {
    let mut colours = columns.0.concat();
    colours.sort_unstable();
    colours.dedup();
    colours
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn steps_are_smaller_and_each_is_there_once() {
        let sample = puzzle("3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0");
        let steps = smaller(&sample);
        assert!(steps.len() > 50, "{}", steps.len());
        assert!(steps.iter().all(|it| size(it) < size(&sample)));
        let unlike: HashSet<&Puzzle> = steps.iter().collect();
        assert_eq!(unlike.len(), steps.len());
        // What vanishes together comes first.
        assert_eq!(steps[0].board.block_count(), 9);
        assert!(kind::is_solvable(&steps[0]));
    }

    #[test]
    fn what_holds_is_as_small_as_it_gets() {
        let sample = puzzle("3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0");
        let solvable = shrink(sample, kind::is_solvable);
        assert_eq!(solvable.board.block_count(), 3);
        assert_eq!(solvable.n, 1);
        let is_high = |it: &Puzzle| it.board.height(4) >= 2;
        assert_eq!(
            shrink(sample, is_high).to_string(),
            "1\n0\n0\n0\n0\n1 1 0\n"
        );
        assert_eq!(shrink(sample, |_| false), sample);
    }
}
