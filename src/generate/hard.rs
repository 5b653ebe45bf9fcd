//! Boards that plain programs search long on, by [`plain::cost`].
//!
//! Of many boards those are taken on which the search is wide from the start; then blocks
//! change places as long as that makes it wider, and at last as long as that makes all of
//! it longer.

use mayan_reference::Puzzle;

use super::boards::Recipe;
use super::columns::Columns;
use super::dice::Dice;
use super::find::Finder;
use super::parallel;
use super::plain;
use crate::testcase::{CaseId, Testcase};

/// A board and how long plain programs search on it.
#[derive(Debug)]
pub struct Hard {
    /// The board.
    pub testcase: Testcase,
    /// How many boards the plain program looks at.
    pub cost: u64,
}

/// How many moves deep boards are compared at first.
const SHALLOW: usize = 3;

/// How many boards are taken from the first comparison, for each that is wanted.
const STARTS: usize = 4;

/// How often neighbours of a board are looked at by their first moves.
const SHALLOW_ROUNDS: usize = 100;

/// How often by all moves.
const DEEP_ROUNDS: usize = 3;

/// How many neighbours are looked at each time.
const NEIGHBOURS: usize = 8;

/// The hardest boards that are found, the hardest first.
#[must_use]
pub fn hardest(finder: Finder, seed: u64, count: usize) -> (Vec<Hard>, Finder) {
    let recipes = [Recipe::Full, Recipe::FullSolvable, Recipe::Tall];
    let mut finder = finder.by(&recipes);
    let mut drawn = Vec::new();
    while let Some(found) = finder.next(|testcase| shallow(&testcase.puzzle)) {
        drawn.extend(found);
    }
    drawn.sort_by_key(|(_, cost)| std::cmp::Reverse(*cost));
    drawn.truncate(STARTS * count);
    let mut hard: Vec<Hard> = Vec::new();
    for (number, (start, _)) in drawn.into_iter().enumerate() {
        let mut dice = Dice::stream(seed, u64::MAX - number as u64);
        let wide = climb(start.puzzle, shallow, SHALLOW_ROUNDS, &finder, &mut dice);
        let climbed = climb(wide, plain::cost, DEEP_ROUNDS, &finder, &mut dice);
        if hard.iter().all(|it| it.testcase.puzzle != climbed) {
            hard.push(Hard {
                testcase: Testcase::new(CaseId(String::new()), climbed),
                cost: plain::cost(&climbed),
            });
        }
    }
    hard.sort_by_key(|it| std::cmp::Reverse(it.cost));
    hard.truncate(count);
    (hard, finder)
}

/// Exchanges blocks as long as that makes a board harder by a measure.
fn climb(
    start: Puzzle,
    measure: fn(&Puzzle) -> u64,
    rounds: usize,
    finder: &Finder,
    dice: &mut Dice,
) -> Puzzle {
    let mut best = start;
    let mut cost = measure(&best);
    for _ in 0..rounds {
        let neighbours: Vec<Puzzle> = (0..NEIGHBOURS)
            .filter_map(|_| neighbour(&best, dice))
            .collect();
        let measured = parallel::map(&neighbours, finder.threads(), measure);
        for (puzzle, measured) in neighbours.into_iter().zip(measured) {
            let testcase = Testcase::new(CaseId(String::new()), puzzle);
            if measured > cost && finder.wanted().look(&testcase).is_ok() {
                (best, cost) = (puzzle, measured);
            }
        }
    }
    best
}

fn neighbour(puzzle: &Puzzle, dice: &mut Dice) -> Option<Puzzle> {
    let mut columns = Columns::from(&puzzle.board);
    let cells = columns.cells();
    for _ in 0..dice.between(1, 3) {
        let [(ax, ay), (bx, by)] = [(); 2].map(|()| *dice.pick(&cells));
        let block = columns.0[ax][ay];
        columns.0[ax][ay] = std::mem::replace(&mut columns.0[bx][by], block);
    }
    columns.puzzle(puzzle.n)
}

/// How wide a search is in its first moves.
fn shallow(puzzle: &Puzzle) -> u64 {
    let n = puzzle.n.min(SHALLOW);
    plain::cost(&Puzzle { n, ..*puzzle })
}

#[cfg(test)]
mod tests {
    use super::super::boards::Bounds;
    use super::super::wanted::Wanted;
    use super::*;

    #[test]
    fn hard_boards_are_harder_than_those_that_come() {
        let wanted = Wanted {
            bounds: Bounds {
                n: 2..=2,
                ..Bounds::default()
            },
            solvable: Some(false),
            ..Wanted::default()
        };
        let finder = |threads| Finder::new(wanted.clone(), 1, 64, threads);
        let mut drawn = finder(1).by(&[Recipe::Full]);
        let drawn = drawn.take(20);
        let (hard, _) = hardest(finder(2), 1, 2);
        let hardest_drawn = drawn.iter().map(|it| plain::cost(&it.puzzle)).max();
        assert!(Some(hard[0].cost) > hardest_drawn);
        assert!(hard[0].cost >= hard[1].cost);
        let (again, _) = hardest(finder(1), 1, 2);
        let puzzles =
            |all: &[Hard]| -> Vec<Puzzle> { all.iter().map(|it| it.testcase.puzzle).collect() };
        assert_eq!(puzzles(&hard), puzzles(&again));
    }
}
