//! Boards that wrong programs get wrong, and the smallest of them.

use std::collections::HashSet;

use mayan_reference::{Puzzle, Rules};

use super::cover::{self, Bits};
use super::every::every;
use super::find::Finder;
use super::parallel;
use super::plain;
use super::shrink::{shrink, size};
use crate::mutants::{Fate, Fuel, Mutant, fate};
use crate::testcase::{CaseId, Testcase};

/// Mutants, and what decides whether a testcase kills one.
#[derive(Clone, Copy)]
pub struct Court<'a> {
    /// The mutants; sets of them are sets of their numbers here.
    pub mutants: &'a [&'a dyn Mutant],
    /// The rules that count.
    pub rules: Rules,
    /// How long each may search.
    pub fuel: Fuel,
}

impl Court<'_> {
    /// The mutants that a testcase kills; none if a program without faults looks at more
    /// than `most` boards on it. Most mutants look at more than that one does, and those
    /// that run out of fuel are a waste of time.
    #[must_use]
    pub fn quickly_killed(&self, testcase: &Testcase, most: Fuel) -> Bits {
        if plain::is_done_within(&testcase.puzzle, most.0) {
            self.killed(testcase)
        } else {
            Bits::default()
        }
    }

    /// The mutants that a testcase kills.
    #[must_use]
    pub fn killed(&self, testcase: &Testcase) -> Bits {
        let numbers = 0..self.mutants.len();
        numbers.filter(|&it| self.kills(testcase, it)).collect()
    }

    /// Whether it kills all of these.
    #[must_use]
    pub fn kills_all(&self, testcase: &Testcase, these: &Bits) -> bool {
        these.iter().all(|it| self.kills(testcase, it))
    }

    fn kills(&self, testcase: &Testcase, number: usize) -> bool {
        fate(self.mutants[number], testcase, self.rules, self.fuel) == Fate::Killed
    }

    /// All of the mutants.
    #[must_use]
    pub fn all(&self) -> Bits {
        (0..self.mutants.len()).collect()
    }
}

/// A testcase and the mutants that it kills.
#[derive(Debug)]
pub struct Killer {
    /// The testcase.
    pub testcase: Testcase,
    /// The numbers of the mutants.
    pub kills: Bits,
}

/// What a hunt came to.
#[derive(Debug)]
pub struct Hunted {
    /// Testcases that kill all of the mutants, or together those that can be killed.
    pub killers: Vec<Killer>,
    /// The mutants that no board killed.
    pub survivors: Bits,
}

/// How many boards that kill all are looked for, to make the smallest of them smaller.
const FOUND: usize = 24;

/// How many of them are made smaller.
const STARTS: usize = 6;

/// Attempts after which it is seen whether boards that kill are rare.
const ENOUGH: usize = 1024;

/// Boards of so many blocks are all looked at for a smaller one.
const ALL_OF: usize = 4;

/// Partial covers that are looked at where no board kills all.
const COVERS: u64 = 2_000;

/// Looks for `count` boards that kill all of the mutants; if there is none, for `count`
/// for each of as few groups of them as possible. With `is_smallest` each is made as
/// small as it can be, and still as it is wanted.
#[must_use]
pub fn hunt(finder: &mut Finder, court: &Court<'_>, count: usize, is_smallest: bool) -> Hunted {
    let all = court.all();
    let wide = if is_smallest { FOUND.max(count) } else { count };
    let mut found: Vec<Killer> = Vec::new();
    let mut killed = Bits::default();
    let mut first = None;
    let patience = finder.tries() / 4;
    while let Some(batch) = finder.next(|testcase| court.quickly_killed(testcase, court.fuel)) {
        for (testcase, kills) in batch {
            killed.add(&kills);
            if !kills.is_empty() {
                found.push(Killer { testcase, kills });
            }
        }
        let attempts = finder.tally().attempts;
        let whole = found.iter().filter(|it| it.kills == all).count();
        if whole > 0 && first.is_none() {
            first = Some(attempts);
        }
        // Where the first took long, others will.
        let is_late = first.is_some_and(|it| attempts >= ENOUGH.max(4 * it));
        let is_tedious = whole >= count && is_late;
        let is_hopeless = whole == 0 && killed == all && attempts >= patience;
        if whole >= wide || is_tedious || is_hopeless {
            break;
        }
    }
    let goals = if found.iter().any(|it| it.kills == all) {
        vec![all.clone()]
    } else {
        let rows: Vec<Bits> = found.iter().map(|it| it.kills.clone()).collect();
        let cover = cover::smallest(&rows, COVERS);
        cover.rows.iter().map(|&row| rows[row].clone()).collect()
    };
    let mut taken = HashSet::new();
    let mut killers = Vec::new();
    for goal in goals {
        let starts = found.iter().filter(|it| goal.is_within(&it.kills));
        let starts: Vec<Puzzle> = starts.map(|it| it.testcase.puzzle).collect();
        for number in 0..count {
            let hunt = Goal {
                finder,
                court,
                mutants: &goal,
                taken: &taken,
            };
            let puzzle = if is_smallest {
                hunt.smallest(&starts)
            } else {
                starts.get(number).copied()
            };
            let Some(puzzle) = puzzle else {
                break;
            };
            taken.insert(puzzle);
            let testcase = Testcase::new(CaseId(String::new()), puzzle);
            let kills = court.killed(&testcase);
            killers.push(Killer { testcase, kills });
        }
    }
    Hunted {
        killers,
        survivors: all.without(&killed),
    }
}

/// What a board must kill.
struct Goal<'a> {
    finder: &'a Finder,
    court: &'a Court<'a>,
    mutants: &'a Bits,
    /// Boards that are taken already.
    taken: &'a HashSet<Puzzle>,
}

impl Goal<'_> {
    fn holds(&self, puzzle: &Puzzle) -> bool {
        let testcase = Testcase::new(CaseId(String::new()), *puzzle);
        !self.taken.contains(puzzle)
            && self.finder.wanted().look(&testcase).is_ok()
            && self.court.kills_all(&testcase, self.mutants)
    }

    /// The smallest that the starts lead to, or that is found among all small boards.
    fn smallest(&self, starts: &[Puzzle]) -> Option<Puzzle> {
        let mut starts = starts.to_vec();
        starts.retain(|it| !self.taken.contains(it));
        starts.sort_by_cached_key(size);
        starts.truncate(STARTS);
        let threads = self.finder.threads();
        let shrunk = parallel::map(&starts, threads, |&start| {
            shrink(start, |puzzle| self.holds(puzzle))
        });
        let best = shrunk.into_iter().min_by_key(size)?;
        Some(self.smaller_than(&best).unwrap_or(best))
    }

    /// The first of all small boards, if one is smaller than this.
    fn smaller_than(&self, best: &Puzzle) -> Option<Puzzle> {
        let bounds = &self.finder.wanted().bounds;
        let most = best.board.block_count().min(ALL_OF);
        let largest = size(best);
        for blocks in *bounds.blocks.start()..=most {
            let mut all = every(blocks, bounds.n.clone());
            all.retain(|it| size(it) < largest);
            // In parts, so that little is looked at in vain.
            for part in all.chunks(256) {
                let holding = parallel::map(part, self.finder.threads(), |it| self.holds(it));
                let first = part.iter().zip(holding).find(|(_, holds)| *holds);
                if let Some((&puzzle, _)) = first {
                    return Some(puzzle);
                }
            }
        }
        None
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::toys::{ALWAYS_NONE, LEFT_NEVER, TOYS};
    use super::super::wanted::Wanted;
    use super::*;

    fn court<'a>(mutants: &'a [&'a dyn Mutant]) -> Court<'a> {
        Court {
            mutants,
            rules: Rules::default(),
            fuel: Fuel(5_000),
        }
    }

    fn finder(threads: usize) -> Finder {
        let wanted = Wanted::default().narrowed().unwrap();
        Finder::new(wanted, 2011, 640, threads)
    }

    #[test]
    fn the_smallest_board_is_found() {
        let mutants: [&dyn Mutant; 1] = [&ALWAYS_NONE];
        let court = court(&mutants);
        let hunted = hunt(&mut finder(2), &court, 1, true);
        assert!(hunted.survivors.is_empty());
        // Three blocks in a row but for one, which is a move away.
        let puzzle = hunted.killers[0].testcase.puzzle;
        assert_eq!((puzzle.n, puzzle.board.block_count()), (1, 3));
        assert_eq!(puzzle.to_string(), "1\n0\n0\n0\n1 1 0\n1 0\n");
        let again = hunt(&mut finder(1), &court, 1, true);
        assert_eq!(again.killers[0].testcase.puzzle, puzzle);
    }

    #[test]
    fn one_board_for_all_if_there_is_one() {
        let mutants: [&dyn Mutant; 2] = [&ALWAYS_NONE, &LEFT_NEVER];
        let court = court(&mutants);
        let hunted = hunt(&mut finder(2), &court, 3, true);
        assert_eq!(hunted.killers.len(), 3);
        let mut puzzles = HashSet::new();
        for killer in &hunted.killers {
            assert_eq!(killer.kills, court.all());
            assert!(puzzles.insert(killer.testcase.puzzle));
        }
    }

    #[test]
    fn who_can_be_killed_apart_only() {
        // One is wrong where there is no answer, the other where there is one.
        let court = court(&TOYS);
        let hunted = hunt(&mut finder(2), &court, 1, true);
        assert_eq!(hunted.killers.len(), 2);
        let killed = cover::all(hunted.killers.iter().map(|it| &it.kills));
        assert_eq!(court.all().without(&killed), hunted.survivors);
        // And one is right.
        assert_eq!(hunted.survivors.len(), 1);
    }

    #[test]
    fn boards_stay_as_large_as_they_are_wanted() {
        let mut wanted = Wanted::default();
        wanted.bounds.blocks = 7..=12;
        let mut finder = Finder::new(wanted.narrowed().unwrap(), 1, 640, 2);
        let mutants: [&dyn Mutant; 1] = [&LEFT_NEVER];
        let hunted = hunt(&mut finder, &court(&mutants), 1, true);
        assert_eq!(hunted.killers[0].testcase.puzzle.board.block_count(), 7);
    }
}
