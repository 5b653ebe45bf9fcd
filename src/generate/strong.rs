//! A small set of testcases that kills every mutant that can be killed.
//!
//! Many boards of all recipes are tried on all mutants; mutants that none of them kills
//! are hunted on more, and those that are still left get the smallest board that is known
//! to kill them; of all these boards the fewest are taken that kill as much as
//! all do. Boards of middling size come first: such a one kills more, and looks less like
//! a trick, than one of three blocks.

use std::ops::RangeInclusive;

use super::boards::Recipe;
use super::cover::{self, Bits};
use super::dice::Dice;
use super::find::Finder;
use super::kills::{Court, Killer};
use super::wanted::{Form, Wanted};
use crate::mutants::{Fuel, Mutant, catalogue};
use crate::testcase::{CaseId, Testcase};

/// What a set is made by.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Attempts for the boards that are tried on all mutants.
    pub tries: usize,
    /// How many threads work.
    pub threads: usize,
    /// What chance begins with.
    pub seed: u64,
}

/// A set of testcases.
#[derive(Debug)]
pub struct Strong {
    /// Those whose blocks are all in the bottom row, in any order.
    pub bottom_row: Vec<Killer>,
    /// The others, in any order.
    pub full: Vec<Killer>,
    /// The mutants that no testcase of the set kills.
    pub survivors: Bits,
    /// Of these, those that a board was found for, which the set has no room for.
    pub left_out: Bits,
    /// How many attempts at a board were made.
    pub attempts: usize,
}

/// Sizes that a contest's boards should have.
const MIDDLING: RangeInclusive<usize> = 8..=20;

/// Partial covers that are looked at.
const COVERS: u64 = 2_000;

/// Attempts for the mutants that are left, in parts of those for all: few are quick.
const HUNT: usize = 16;

/// Recipes of boards that kill what others don't.
const RARE: [Recipe; 7] = [
    Recipe::Chains,
    Recipe::Spoilt,
    Recipe::High,
    Recipe::Tower,
    Recipe::TopRow,
    Recipe::ManyRuns,
    Recipe::FullSolvable,
];

/// The part of its fuel that a mutant gets on each of many boards.
const QUICK: u64 = 8;

/// Makes a set of `count` testcases at most. A quarter of them may be of the bottom row,
/// for which contests have a subtask; boards there are too simple to kill much.
#[must_use]
pub fn strong(wanted: &Wanted, court: &Court<'_>, count: usize, effort: Effort) -> Strong {
    let (rows, others) = forms(wanted);
    let quick = Court {
        fuel: Fuel(court.fuel.0 / QUICK),
        ..*court
    };
    let easy = Fuel(quick.fuel.0 / 4);
    let mut attempts = 0;
    let mut draw = |wanted: &Wanted, tries: usize, seed: u64| {
        let mut finder = Finder::new(wanted.clone(), seed, tries, effort.threads);
        let mut pool = Vec::new();
        while let Some(found) = finder.next(|testcase| quick.quickly_killed(testcase, easy)) {
            let killers = found.into_iter().filter(|(_, kills)| !kills.is_empty());
            pool.extend(killers.map(|(testcase, kills)| Killer { testcase, kills }));
        }
        attempts += finder.tally().attempts;
        pool
    };
    let rows = rows.map_or_else(Vec::new, |it| draw(&it, effort.tries / 4, effort.seed));
    let mut pool = Vec::new();
    if let Some(others) = &others {
        let mut seed = Dice::stream(effort.seed, 1);
        let mut next = || seed.below(usize::MAX) as u64;
        if let Some(middling) = middling(others) {
            pool.extend(draw(&middling, effort.tries - effort.tries / 4, next()));
        }
        pool.extend(draw(others, effort.tries / 4, next()));
        let killed = cover::all(rows.iter().chain(&pool).map(|it| &it.kills));
        let tries = effort.tries * HUNT;
        let mut finder = Finder::new(others.clone(), next(), tries, effort.threads).by(&RARE);
        pool.extend(missed(
            &court.all().without(&killed),
            &mut finder,
            court,
            &quick,
        ));
        attempts += finder.tally().attempts;
        let killed = cover::all(rows.iter().chain(&pool).map(|it| &it.kills));
        pool.extend(known(&court.all().without(&killed), others, court));
    }
    Strong {
        attempts,
        ..choose(rows, pool, court, count, effort.seed)
    }
}

/// For mutants that chance leads nothing to the smallest boards that are known, as far as
/// they are as wanted.
fn known(missed: &Bits, wanted: &Wanted, court: &Court<'_>) -> Vec<Killer> {
    let boards = missed
        .iter()
        .filter_map(|it| catalogue::of(court.mutants[it].name()));
    let testcases = boards.map(|it| Testcase::new(CaseId(String::new()), it));
    testcases
        .filter(|it| wanted.look(it).is_ok())
        .map(|testcase| Killer {
            kills: court.killed(&testcase),
            testcase,
        })
        .collect()
}

/// Boards that kill mutants which no other has killed so far.
fn missed(missed: &Bits, finder: &mut Finder, court: &Court<'_>, quick: &Court<'_>) -> Vec<Killer> {
    let mut missed = missed.clone();
    let mut found = Vec::new();
    while !missed.is_empty() {
        let these: Vec<&dyn Mutant> = missed.iter().map(|it| court.mutants[it]).collect();
        let only = Court {
            mutants: &these,
            ..*court
        };
        let Some(batch) = finder.next(|testcase| only.quickly_killed(testcase, court.fuel)) else {
            break;
        };
        let numbers: Vec<usize> = missed.iter().collect();
        for (testcase, kills) in batch {
            let kills: Bits = kills.iter().map(|it| numbers[it]).collect();
            if !kills.and(&missed).is_empty() {
                missed = missed.without(&kills);
                let mut all = quick.killed(&testcase);
                all.add(&kills);
                found.push(Killer {
                    testcase,
                    kills: all,
                });
            }
        }
    }
    found
}

/// What is wanted of the bottom row, and of the other boards.
fn forms(wanted: &Wanted) -> (Option<Wanted>, Option<Wanted>) {
    let as_row = Wanted {
        form: Form::BottomRow,
        ..wanted.clone()
    };
    match wanted.form {
        Form::BottomRow => (Some(wanted.clone()), None),
        Form::FullColumns => (None, Some(wanted.clone())),
        Form::Any => (as_row.narrowed().ok(), Some(wanted.clone())),
    }
}

/// The same of middling size, if that is possible.
fn middling(wanted: &Wanted) -> Option<Wanted> {
    let mut wanted = wanted.clone();
    let blocks = &wanted.bounds.blocks;
    wanted.bounds.blocks =
        *MIDDLING.start().max(blocks.start())..=*MIDDLING.end().min(blocks.end());
    (!wanted.bounds.blocks.is_empty()).then_some(wanted)
}

fn choose(
    rows: Vec<Killer>,
    pool: Vec<Killer>,
    court: &Court<'_>,
    count: usize,
    seed: u64,
) -> Strong {
    let kills = |all: &[Killer]| -> Vec<Bits> { all.iter().map(|it| it.kills.clone()).collect() };
    let room = if pool.is_empty() { count } else { count / 4 };
    let chosen_rows = cover::most(&kills(&rows), room);
    let by_rows = cover::all(chosen_rows.iter().map(|&row| &rows[row].kills));
    let mut open: Vec<Bits> = kills(&pool);
    for kills in &mut open {
        *kills = kills.without(&by_rows);
    }
    let room = count - chosen_rows.len();
    let mut chosen = cover::smallest(&open, COVERS).rows;
    if chosen.len() > room {
        chosen = cover::most(&open, room);
    }
    let possible = cover::all(rows.iter().chain(&pool).map(|it| &it.kills));
    let mut dice = Dice::stream(seed, 2);
    let bottom_row = only(rows, &chosen_rows, &mut dice);
    let full = only(pool, &chosen, &mut dice);
    let killed = cover::all(bottom_row.iter().chain(&full).map(|it| &it.kills));
    Strong {
        bottom_row,
        full,
        survivors: court.all().without(&killed),
        left_out: possible.without(&killed),
        attempts: 0,
    }
}

/// Those with these numbers, in any order.
fn only(all: Vec<Killer>, numbers: &[usize], dice: &mut Dice) -> Vec<Killer> {
    let all = all.into_iter().enumerate();
    let mut chosen: Vec<Killer> = all
        .filter(|(number, _)| numbers.contains(number))
        .map(|(_, killer)| killer)
        .collect();
    dice.shuffle(&mut chosen);
    chosen
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use mayan_reference::{Puzzle, Rules};

    use super::super::toys::TOYS;
    use super::*;

    fn set(count: usize, threads: usize) -> Strong {
        let court = Court {
            mutants: &TOYS,
            rules: Rules::default(),
            fuel: Fuel(1000),
        };
        let effort = Effort {
            tries: 200,
            threads,
            seed: 2011,
        };
        let wanted = Wanted::default().narrowed().unwrap();
        strong(&wanted, &court, count, effort)
    }

    fn puzzles(set: &Strong) -> Vec<Puzzle> {
        let all = set.bottom_row.iter().chain(&set.full);
        all.map(|it| it.testcase.puzzle).collect()
    }

    #[test]
    fn a_set_kills_all_that_can_be_killed() {
        let set = set(8, 2);
        // The last is right.
        assert_eq!(set.survivors.iter().collect::<Vec<_>>(), [3]);
        assert!(set.left_out.is_empty());
        assert_eq!(puzzles(&set).len(), 2);
        for killer in &set.bottom_row {
            assert!((0..5).all(|x| killer.testcase.puzzle.board.height(x) <= 1));
        }
    }

    #[test]
    fn it_does_not_depend_on_the_threads() {
        assert_eq!(puzzles(&set(8, 1)), puzzles(&set(8, 3)));
    }

    #[test]
    fn where_there_is_no_room_it_says_so() {
        let set = set(1, 2);
        assert_eq!(puzzles(&set).len(), 1);
        assert!(!set.left_out.is_empty());
        assert!(set.left_out.is_within(&set.survivors));
    }
}
