//! Which boards a program is tried on, in which order.
//!
//! First, from the smallest on, all boards of up to five blocks that can be cleared and
//! the smallest board that each known wrong program fails on; then boards by chance, in
//! rounds that begin with small ones: what goes wrong on a small board is seen there at
//! once, and rare shapes need large ones.

use std::collections::HashSet;

use mayan_reference::{MAX_MOVES, Puzzle, Rules, WIDTH, solve_all};

use super::Terms;
use crate::generate::boards::{Bounds, MAX_BLOCKS, Recipe};
use crate::generate::columns::Columns;
use crate::generate::dice::Dice;
use crate::generate::shrink::size;
use crate::mutants::catalogue;
use crate::testcase::{CaseId, Testcase};

/// How many boards a round draws.
const ROUND: u64 = 256;

/// Boards, one after another, none of them twice.
pub(super) struct Boards<'a> {
    terms: &'a Terms,
    known: std::vec::IntoIter<Puzzle>,
    drawn: u64,
    seen: HashSet<Puzzle>,
}

impl<'a> Boards<'a> {
    pub(super) fn new(terms: &'a Terms) -> Self {
        Self {
            terms,
            known: known(terms).into_iter(),
            drawn: 0,
            seen: HashSet::new(),
        }
    }

    /// The next ones, so many at most, with their answers. There are none any more if
    /// nothing new came of many draws.
    pub(super) fn next(&mut self, count: usize) -> Vec<Testcase> {
        let mut found = Vec::new();
        // Where a few are wanted chance has to be asked as often.
        for _ in 0..100.max(6400 / count.max(1)) {
            let mut puzzles = Vec::new();
            // Many are ambiguous.
            for _ in 0..count - found.len() {
                puzzles.extend(self.draw());
            }
            found.extend(solved(&puzzles, self.terms.ambiguous, self.terms));
            if found.len() > count / 2 {
                break;
            }
        }
        found
    }

    fn draw(&mut self) -> Option<Puzzle> {
        let puzzle = self.known.next().or_else(|| {
            let number = self.drawn;
            self.drawn += 1;
            by_chance(number, self.terms)
        })?;
        let fits = self.terms.n.is_none_or(|n| puzzle.n == n);
        (fits && self.seen.insert(puzzle)).then_some(puzzle)
    }
}

/// Boards that are tried first, small ones first: one block, which nothing clears; the
/// smallest that can be cleared, all of them; the smallest of each known wrong program;
/// some full ones.
fn known(terms: &Terms) -> Vec<Puzzle> {
    let one_block = Columns([vec![1], vec![], vec![], vec![], vec![]]);
    let mut known = of_one_colour(terms);
    known.extend(one_block.puzzle(terms.n.unwrap_or(1)));
    known.extend(catalogue::puzzles());
    known.extend(full(terms));
    known.sort_by_cached_key(size);
    known
}

/// Some boards without a gap, by which arrays that are too short show.
fn full(terms: &Terms) -> Vec<Puzzle> {
    // With more moves slow programs would be stopped on the first of them.
    let within = Bounds {
        n: 1..=2,
        ..Bounds::default()
    };
    let mut dice = Dice::stream(terms.seed, u64::MAX - 1);
    let drawn = [Recipe::Full, Recipe::FullSolvable]
        .into_iter()
        .cycle()
        .take(8);
    drawn.filter_map(|it| it.draw(&within, &mut dice)).collect()
}

/// All boards of three to five blocks that can be cleared. They are of one colour, since
/// a colour needs three: so there are few.
fn of_one_colour(terms: &Terms) -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for heights in heights() {
        let board = Columns(heights.map(|height| vec![1; height]));
        if (3..=5).contains(&board.blocks()) {
            puzzles.extend((1..=MAX_MOVES).filter_map(|n| board.puzzle(n)));
        }
    }
    let answers = solve_all(&puzzles, terms.rules, Some(terms.jobs));
    let answered = puzzles.into_iter().zip(answers);
    let solvable = answered.filter(|(_, answer)| answer.is_some());
    solvable.map(|(puzzle, _)| puzzle).collect()
}

/// All heights that columns can have together, up to five each.
fn heights() -> impl Iterator<Item = [usize; WIDTH]> {
    const HEIGHTS: usize = 6;
    let all = (0..WIDTH).fold(1, |all, _| all * HEIGHTS);
    (0..all).map(|number| {
        let mut rest = number;
        [(); WIDTH].map(|()| {
            let height = rest % HEIGHTS;
            rest /= HEIGHTS;
            height
        })
    })
}

/// The board of a number, if chance leads to one: a seed and a number decide it alone.
fn by_chance(number: u64, terms: &Terms) -> Option<Puzzle> {
    draw(
        largest(number),
        &mut Dice::stream(terms.seed, number),
        terms,
    )
}

/// Boards with fewer blocks than so many, the smallest first; none is there twice.
pub(super) fn smaller_than(blocks: usize, count: u64, terms: &Terms) -> Vec<Puzzle> {
    // Not those that were tried from the same seed.
    let mut dice = Dice::stream(terms.seed, u64::MAX);
    let mut drawn: Vec<Puzzle> = (0..count)
        .filter_map(|_| draw(blocks.saturating_sub(1), &mut dice, terms))
        .collect();
    drawn.sort_by_cached_key(size);
    drawn.dedup();
    drawn
}

fn draw(most: usize, dice: &mut Dice, terms: &Terms) -> Option<Puzzle> {
    let within = Bounds {
        n: terms.n.map_or(1..=MAX_MOVES, |n| n..=n),
        blocks: 1..=most,
        ..Bounds::default()
    };
    // Each as likely as the others, of those that make boards of this size.
    (0..64).find_map(|_| dice.pick(&Recipe::ALL).draw(&within, dice))
}

/// How many blocks the board of a number has at most: a few in the first quarter of a
/// round, then more and more.
fn largest(number: u64) -> usize {
    let place = usize::try_from(number % ROUND).unwrap_or(0);
    let quarter = usize::try_from(ROUND / 4).unwrap_or(1);
    match place.checked_sub(quarter) {
        None => 4 + place * 4 / quarter,
        Some(place) => 8 + (place + 1) * (MAX_BLOCKS - 8) / (3 * quarter),
    }
}

/// Testcases of puzzles, with their answers: only those on which the four readings
/// agree, or all.
pub(super) fn solved(puzzles: &[Puzzle], takes_ambiguous: bool, terms: &Terms) -> Vec<Testcase> {
    let id = || CaseId("stress".to_owned());
    let mut cases: Vec<Testcase> = puzzles.iter().map(|it| Testcase::new(id(), *it)).collect();
    let all = if takes_ambiguous {
        vec![terms.rules]
    } else {
        Rules::ALL.to_vec()
    };
    for &rules in &all {
        let puzzles: Vec<Puzzle> = cases.iter().map(|it| it.puzzle).collect();
        let answers = solve_all(&puzzles, rules, Some(terms.jobs));
        for (case, answer) in cases.iter().zip(answers) {
            case.know(rules, answer);
        }
        // What two differ on need not be solved for the others.
        cases.retain(|it| it.answer(rules) == it.answer(all[0]));
    }
    cases
}
