//! Looking for boards: attempts by number, each with chance of its own, so that several
//! threads can make them and the same are found.

use std::collections::{BTreeMap, HashSet};

use mayan_reference::Puzzle;

use super::boards::Recipe;
use super::dice::Dice;
use super::parallel;
use super::wanted::{Property, Wanted};
use crate::testcase::{CaseId, Testcase};

/// How many attempts are made before what they gave is looked at.
const BATCH: usize = 64;

/// What is looked for and how.
#[derive(Clone, Debug)]
pub struct Finder {
    wanted: Wanted,
    recipes: Vec<Recipe>,
    seed: u64,
    threads: usize,
    tries: usize,
    seen: HashSet<Puzzle>,
    tally: Tally,
}

/// What attempts came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were made.
    pub attempts: usize,
    /// How many came to no board.
    pub nothing: usize,
    /// How many came to a board that lacked a property first.
    pub lacked: BTreeMap<Property, usize>,
    /// How many came to a board that was known.
    pub again: usize,
}

impl Finder {
    /// A search for what is wanted, in so many attempts at most.
    #[must_use]
    pub fn new(wanted: Wanted, seed: u64, tries: usize, threads: usize) -> Self {
        let recipes = wanted.recipes();
        Self {
            wanted,
            recipes,
            seed,
            threads,
            tries,
            seen: HashSet::new(),
            tally: Tally::default(),
        }
    }

    /// The same with these recipes, as far as they are among its own.
    #[must_use]
    pub fn by(mut self, recipes: &[Recipe]) -> Self {
        let apt = self.recipes.iter().filter(|it| recipes.contains(it));
        let apt: Vec<Recipe> = apt.copied().collect();
        if !apt.is_empty() {
            self.recipes = apt;
        }
        self
    }

    /// What is wanted.
    #[must_use]
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// How many attempts are made at most.
    #[must_use]
    pub fn tries(&self) -> usize {
        self.tries
    }

    /// By how many threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// What was tried so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The boards of the next attempts, each with what `work` makes of it; `None` when
    /// all attempts are made.
    pub fn next<R: Send>(
        &mut self,
        work: impl Fn(&Testcase) -> R + Sync,
    ) -> Option<Vec<(Testcase, R)>> {
        let from = self.tally.attempts;
        let to = self.tries.min(from + BATCH);
        if from >= to || self.recipes.is_empty() {
            return None;
        }
        let numbers: Vec<usize> = (from..to).collect();
        let made = parallel::map(&numbers, self.threads, |&number| {
            let made = self.attempt(number);
            made.map(|made| made.map(|testcase| (work(&testcase), testcase)))
        });
        self.tally.attempts = to;
        let mut found = Vec::new();
        for made in made {
            match made {
                None => self.tally.nothing += 1,
                Some(Err(property)) => *self.tally.lacked.entry(property).or_default() += 1,
                Some(Ok((result, testcase))) if self.seen.insert(testcase.puzzle) => {
                    found.push((testcase, result));
                }
                Some(Ok(_)) => self.tally.again += 1,
            }
        }
        Some(found)
    }

    /// So many boards, or fewer if there are no more attempts.
    pub fn take(&mut self, count: usize) -> Vec<Testcase> {
        let mut found = Vec::new();
        while found.len() < count {
            let Some(more) = self.next(|_| ()) else {
                break;
            };
            found.extend(more.into_iter().map(|(testcase, ())| testcase));
        }
        found.truncate(count);
        found
    }

    fn attempt(&self, number: usize) -> Option<Result<Testcase, Property>> {
        let recipe = self.recipes[number % self.recipes.len()];
        let mut dice = Dice::stream(self.seed, number as u64);
        let puzzle = recipe.draw(&self.wanted.bounds, &mut dice)?;
        let testcase = Testcase::new(CaseId(String::new()), puzzle);
        Some(self.wanted.look(&testcase).map(|()| testcase))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::boards::Bounds;
    use super::super::wanted::Form;
    use super::*;

    fn find(wanted: Wanted, threads: usize, count: usize) -> Vec<Puzzle> {
        let wanted = wanted.narrowed().unwrap();
        let mut finder = Finder::new(wanted, 3, 2000, threads);
        let found = finder.take(count);
        found.iter().map(|it| it.puzzle).collect()
    }

    #[test]
    fn boards_are_as_wanted_whoever_finds_them() {
        let solvable = Wanted {
            bounds: Bounds {
                n: 3..=3,
                blocks: 8..=12,
                ..Bounds::default()
            },
            solvable: Some(true),
            ..Wanted::default()
        };
        let found = find(solvable.clone(), 1, 20);
        assert_eq!(found.len(), 20);
        assert_eq!(found, find(solvable.clone(), 4, 20));
        for puzzle in found {
            let testcase = Testcase::new(CaseId(String::new()), puzzle);
            assert_eq!(solvable.look(&testcase), Ok(()));
        }
    }

    #[test]
    fn a_search_comes_to_an_end_and_says_what_was_tried() {
        let wanted = Wanted {
            solvable: Some(true),
            form: Form::BottomRow,
            ..Wanted::default()
        };
        let mut finder = Finder::new(wanted.narrowed().unwrap(), 1, 300, 2);
        // There are only so many such boards.
        assert!(finder.take(1000).len() < 100);
        let tally = finder.tally();
        assert_eq!(tally.attempts, 300);
        assert!(
            tally.again > 0 && tally.lacked[&Property::Solvable] > 0,
            "{tally:?}"
        );
    }
}
