//! Which boards a program is tried on, in which order.
//!
//! First the two simplest, which say whether it runs at all; then the smallest board of
//! each wrong program that is known; then boards by chance, in rounds that begin with
//! small ones: what goes wrong on a small board is seen there at once, and rare shapes
//! need large ones.

use std::collections::HashSet;

use mayan_reference::{Puzzle, Rules, solve_all};

use super::Terms;
use crate::generate::backward::{self, Place, Plan};
use crate::generate::columns::Columns;
use crate::generate::dice::Dice;
use crate::generate::shrink::size;
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
            known: known().into_iter(),
            drawn: 0,
            seen: HashSet::new(),
        }
    }

    /// The next ones, so many at most, with their answers. There are none any more if
    /// nothing new came of many draws.
    pub(super) fn next(&mut self, count: usize) -> Vec<Testcase> {
        let mut found = Vec::new();
        for _ in 0..100 {
            let mut puzzles = Vec::new();
            // Many are ambiguous.
            for _ in 0..count - found.len() {
                puzzles.extend(self.draw());
            }
            found.extend(solved(&puzzles, self.terms.ambiguous, self.terms));
            if found.len() >= count / 2 + 1 {
                break;
            }
        }
        found
    }

    fn draw(&mut self) -> Option<Puzzle> {
        let puzzle = match self.known.next() {
            Some(puzzle) => puzzle,
            None => {
                let number = self.drawn;
                self.drawn += 1;
                by_chance(number, self.terms)?
            }
        };
        let fits = self.terms.n.is_none_or(|n| puzzle.n == n);
        (fits && self.seen.insert(puzzle)).then_some(puzzle)
    }
}

/// Boards that are tried first, in order.
fn known() -> Vec<Puzzle> {
    let mut known = first();
    known.sort_by_cached_key(size);
    known
}

/// The two simplest boards: one block, which nothing clears, and three that one move
/// clears.
fn first() -> Vec<Puzzle> {
    let boards: [&[u8]; 2] = [b"1 1 0 0 0 0 0", b"1 1 0 1 0 0 1 0 0"];
    boards
        .iter()
        .filter_map(|it| Puzzle::parse(it).ok())
        .collect()
}

/// The board of a number, or none: a seed and a number decide it alone.
fn by_chance(number: u64, terms: &Terms) -> Option<Puzzle> {
    let mut dice = Dice::stream(terms.seed, number);
    let place = usize::try_from(number % ROUND).unwrap_or(0);
    let most = (6 + place / 8).min(35);
    let n = terms.n.unwrap_or_else(|| dice.between(1, 5));
    if dice.chance(1, 4) {
        let colours = dice.between(1, 3);
        let mut columns = Columns::default();
        for _ in 0..dice.between(2, most) {
            let colour = u8::try_from(dice.between(1, colours)).unwrap_or(1);
            columns.0[dice.below(5)].push(colour);
        }
        return columns.fits().then(|| columns.puzzle(n))?;
    }
    let plan = Plan {
        n,
        blocks: 3..=most,
        colours: dice.between(1, 6),
        chain: dice.below(3),
        place: *dice.pick(&[Place::Any, Place::High]),
    };
    backward::build(&plan, &mut dice)?.puzzle(n)
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
