//! The smallest board on which a program still fails alike.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use mayan_reference::Puzzle;
use serde::Serialize;

use super::{TIME, Terms, boards, is_before};
use crate::generate::shrink::smaller;
use crate::judge::trial::{Course, Trial};
use crate::sandbox::SandboxError;
use crate::testcase::Testcase;
use crate::units::seconds;
use crate::verdict::{CaseResult, Verdict};

/// How many boards are run together for each program that runs at a time. Of these all
/// before the first that fails were in vain, and they are tried in that order: so more
/// of them cost nothing but the search for their answers.
const BATCH: usize = 16;

/// A board of so many blocks is small enough: all that are smaller and can be cleared
/// were tried already.
const SMALL: usize = 6;

/// How many smaller boards are tried where no step leads on.
const ELSEWHERE: u64 = 256;

/// How a board was made smaller.
#[derive(Clone, Debug, Serialize)]
pub struct Shrunk {
    /// How often the program was run for it.
    pub runs: usize,
    /// How long that took. In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// Why it ended.
    pub ended: End,
}

/// Why no smaller board was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// On all boards that are a step smaller the program does something else.
    Smallest,
    /// The time was over.
    Time,
    /// A person, or the system, wanted it to end.
    Interrupted,
    /// It was not wanted, or of no use.
    NotTried,
}

/// A board that becomes smaller.
pub(super) struct Shrinking {
    pub(super) case: Testcase,
    pub(super) result: CaseResult,
    pub(super) shrunk: Shrunk,
    /// On these the program does not fail alike.
    tried: HashSet<Puzzle>,
}

impl Shrinking {
    pub(super) fn new(case: Testcase, result: CaseResult) -> Self {
        Self {
            case,
            result,
            shrunk: Shrunk {
                runs: 0,
                time: Duration::ZERO,
                ended: End::NotTried,
            },
            tried: HashSet::new(),
        }
    }

    /// Makes the board smaller while the verdict stays the same: a wrong answer that
    /// became a time limit would be another fault. Once readings of the statement
    /// agree on a board, only boards are taken on which they do.
    pub(super) fn run(&mut self, trial: &mut Trial, terms: &Terms) -> Result<(), SandboxError> {
        let begun = Instant::now();
        let verdict = self.result.verdict;
        // Each of these costs the whole time limit, and more.
        let is_slow = matches!(
            verdict,
            Verdict::TimeLimitExceeded | Verdict::IdlenessLimitExceeded
        );
        let time = terms.time.or(is_slow.then_some(TIME));
        let deadline = time.map(|time| begun + time);
        let mut is_smallest = false;
        self.shrunk.ended = loop {
            if trial.is_cancelled() {
                break End::Interrupted;
            }
            if !is_before(deadline) {
                break End::Time;
            }
            if is_smallest {
                break End::Smallest;
            }
            is_smallest = !self.step(trial, terms, deadline)?
                && (is_slow || !self.elsewhere(trial, terms, deadline)?);
        };
        self.shrunk.time = begun.elapsed();
        Ok(())
    }

    /// Takes the smallest board of those a step smaller that fails alike; whether
    /// there is one.
    fn step(
        &mut self,
        trial: &mut Trial,
        terms: &Terms,
        deadline: Option<Instant>,
    ) -> Result<bool, SandboxError> {
        let takes_ambiguous = terms.ambiguous && self.case.is_ambiguous();
        let mut smaller = smaller(&self.case.puzzle);
        let fits = |it: &Puzzle| terms.n.is_none_or(|n| it.n == n) && !self.tried.contains(it);
        smaller.retain(fits);
        for batch in smaller.chunks(BATCH * terms.jobs.get()) {
            let cases = boards::solved(batch, takes_ambiguous, terms);
            if self.take_first(cases, trial, deadline)? {
                return Ok(true);
            }
            if trial.is_cancelled() || !is_before(deadline) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Takes a smaller board by chance that fails alike, where no step leads on: many a
    /// board can't lose a block and still be cleared. Whether there is one.
    fn elsewhere(
        &mut self,
        trial: &mut Trial,
        terms: &Terms,
        deadline: Option<Instant>,
    ) -> Result<bool, SandboxError> {
        let blocks = self.case.puzzle.board.block_count();
        if blocks <= SMALL {
            return Ok(false);
        }
        let mut puzzles = boards::smaller_than(blocks, ELSEWHERE, terms);
        puzzles.retain(|it| !self.tried.contains(it));
        let cases = boards::solved(&puzzles, false, terms);
        self.take_first(cases, trial, deadline)
    }

    /// Takes the first of some boards that fails alike; whether there is one.
    fn take_first(
        &mut self,
        mut cases: Vec<Testcase>,
        trial: &mut Trial,
        deadline: Option<Instant>,
    ) -> Result<bool, SandboxError> {
        let verdict = self.result.verdict;
        let alike = |it: &CaseResult| it.verdict == verdict;
        let course = Course {
            goes_on: &|| is_before(deadline),
            is_last: &alike,
        };
        let mut results = trial.run(&cases, &course)?;
        self.shrunk.runs += results.len();
        let first = results.pop_if(|it| alike(it));
        let passed = cases.iter().take(results.len());
        self.tried.extend(passed.map(|it| it.puzzle));
        let Some(result) = first else {
            return Ok(false);
        };
        self.case = cases.swap_remove(results.len());
        self.result = result;
        Ok(true)
    }
}
