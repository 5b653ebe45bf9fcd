//! A fresh board of the kind of one that is known.

use mayan_reference::Puzzle;

use super::backward::{self, Palette, Place, Plan};
use super::columns::Columns;
use super::dice::Dice;
use super::kind::{is_solvable, is_unambiguous};

/// How many boards of the same shape are looked at.
const TRIES: usize = 300;

/// How many boards are built backwards, where none of the same shape is found.
const BUILT: usize = 300;

/// Another board of the same kind: as many moves and blocks, solvable if this one is,
/// unambiguous if this one is. As a rule its columns are as high and it has as many
/// blocks of each colour; a solvable board of which none such is met may have others.
///
/// `None` if there is none, as of a lone block in the corner, or none was met in a
/// bounded search.
#[must_use]
pub fn like(puzzle: &Puzzle, dice: &mut Dice) -> Option<Puzzle> {
    let original = Columns::from(&puzzle.board);
    let known = original.renumbered();
    let solvable = is_solvable(puzzle);
    let unambiguous = is_unambiguous(puzzle);
    let is_like = |it: &Puzzle| {
        Columns::from(&it.board) != known
            && is_solvable(it) == solvable
            && (!unambiguous || is_unambiguous(it))
    };
    if solvable {
        changed(&original, puzzle.n, &is_like, dice)
            .or_else(|| built(&original, puzzle.n, &is_like, dice))
    } else {
        shuffled(&original, puzzle.n, &is_like, dice)
    }
}

/// The same blocks at other places: most such boards can't be cleared.
fn shuffled(
    original: &Columns,
    n: usize,
    is_like: &impl Fn(&Puzzle) -> bool,
    dice: &mut Dice,
) -> Option<Puzzle> {
    let mut blocks = original.0.concat();
    (0..TRIES).find_map(|_| {
        dice.shuffle(&mut blocks);
        let mut rest = blocks.iter().copied();
        let board = Columns(
            original
                .0
                .each_ref()
                .map(|column| rest.by_ref().take(column.len()).collect()),
        );
        board.puzzle(n).filter(is_like)
    })
}

/// Blocks change places, two at a time, and each board on the way can be cleared: so
/// the way leads far from where it began, among boards of which most can't.
fn changed(
    original: &Columns,
    n: usize,
    is_like: &impl Fn(&Puzzle) -> bool,
    dice: &mut Dice,
) -> Option<Puzzle> {
    let cells = original.cells();
    let mut now = original.clone();
    let mut found = None;
    let mut steps = 0;
    for _ in 0..TRIES {
        let [(ax, ay), (bx, by)] = [(); 2].map(|()| *dice.pick(&cells));
        let mut next = now.clone();
        next.0[ax][ay] = now.0[bx][by];
        next.0[bx][by] = now.0[ax][ay];
        if next == now {
            continue;
        }
        let Some(puzzle) = next.puzzle(n).filter(is_solvable) else {
            continue;
        };
        now = next;
        steps += 1;
        if is_like(&puzzle) {
            found = Some(puzzle);
            if steps >= cells.len() {
                break;
            }
        }
    }
    found
}

/// As many blocks and colours, put together from the end.
fn built(
    original: &Columns,
    n: usize,
    is_like: &impl Fn(&Puzzle) -> bool,
    dice: &mut Dice,
) -> Option<Puzzle> {
    let blocks = original.blocks();
    let plan = Plan {
        n,
        blocks: blocks..=blocks,
        colours: original.colours(),
        chain: 0,
        place: Place::Any,
        palette: Palette::Any,
    };
    (0..BUILT).find_map(|_| {
        let board = backward::build(&plan, dice)?;
        board.puzzle(n).filter(is_like)
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::parse(text.as_bytes()).unwrap()
    }

    fn counts(puzzle: &Puzzle) -> Vec<u8> {
        let mut counts = puzzle.board.colour_counts().to_vec();
        counts.sort_unstable();
        counts
    }

    fn check(original: &Puzzle) -> Vec<Puzzle> {
        let known = Columns::from(&original.board).renumbered();
        let mut dice = Dice::new(5);
        let found: Vec<_> = (0..10).filter_map(|_| like(original, &mut dice)).collect();
        for other in &found {
            assert_eq!(other.n, original.n);
            assert_ne!(Columns::from(&other.board), known);
            assert_eq!(other.board.block_count(), original.board.block_count());
            assert_eq!(is_solvable(other), is_solvable(original), "{other}");
            assert!(!is_unambiguous(original) || is_unambiguous(other));
        }
        let mut again = Dice::new(5);
        assert_eq!(found.first().copied(), like(original, &mut again));
        found
    }

    #[test]
    fn the_sample_has_boards_like_it() {
        let sample = puzzle("3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0");
        let found = check(&sample);
        assert_eq!(found.len(), 10);
        let same = found.iter().filter(|it| counts(it) == counts(&sample));
        assert!(same.count() > 0, "{found:?}");
    }

    #[test]
    fn boards_that_cannot_be_cleared_keep_their_shape() {
        let hard = "5 3 1 3 1 3 1 3 0 1 3 2 3 2 3 2 0 2 1 3 1 3 2 1 0 1 2 1 2 1 1 2 0 \
                    3 1 3 1 3 3 1 0";
        let original = puzzle(hard);
        for other in check(&original) {
            assert_eq!(counts(&other), counts(&original));
            for x in 0..mayan_reference::WIDTH {
                assert_eq!(other.board.height(x), original.board.height(x));
            }
        }
    }

    #[test]
    fn a_lone_block_has_no_board_like_it() {
        assert_eq!(check(&puzzle("1 1 0 0 0 0 0")), []);
    }
}
