//! A submission against the reference on board after board until they differ.
//!
//! - [`mod@self`]: the hunt, and what came of it, as data.
//! - `boards`: which boards, in which order; `shrinking`: the smallest that fails.

mod boards;
mod shrinking;

use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mayan_reference::Rules;
use serde::Serialize;

use crate::event::{CaseInfo, Compilation, Limits, Now};
use crate::judge::trial::{Course, Trial};
use crate::sandbox::SandboxError;
use crate::testcase::{CaseId, Testcase};
use crate::units::seconds;
use crate::verdict::{CaseResult, Verdict};

use boards::Boards;
use shrinking::Shrinking;

pub use shrinking::{End as ShrinkEnd, Shrunk};

/// The version of [`Outcome`]. It changes when a reader of the former version would
/// misread the new one; new keys may come without.
pub const VERSION: u32 = 1;

/// The seed if none is given: the same boards each time.
pub const SEED: u64 = 2011;

/// How long a hunt is if nothing is said of its end.
pub const TIME: Duration = Duration::from_secs(10);

/// How many boards are solved ahead of the runs.
const BATCH: usize = 64;

/// What is hunted for, and for how long.
#[derive(Clone, Debug, Serialize)]
pub struct Terms {
    /// What the boards come from.
    pub seed: u64,
    /// The reading of the statement.
    pub rules: Rules,
    /// Only boards with so many moves.
    pub n: Option<usize>,
    /// Whether boards are tried on which readings of the statement differ.
    pub ambiguous: bool,
    /// Whether a board that was found is made smaller.
    pub shrink: bool,
    /// How many boards are tried.
    #[serde(rename = "most_tries")]
    pub tries: Option<usize>,
    /// How long they are tried, and as long again for making one smaller.
    #[serde(skip)]
    pub time: Option<Duration>,
    /// How many programs run at a time.
    pub jobs: NonZero<usize>,
}

/// What came of it all.
#[derive(Debug, Serialize)]
pub struct Outcome {
    /// [`VERSION`].
    pub version: u32,
    /// The judge's own version.
    pub judge: &'static str,
    /// The program, as it was named.
    pub submission: String,
    /// Its language; `None` of a program that is run as it is.
    pub language: Option<String>,
    /// How it was compiled.
    pub compilation: Compilation,
    /// What it may use on a board.
    pub limits: Limits,
    /// What was hunted for.
    #[serde(flatten)]
    pub terms: Terms,
    /// What came of the hunt; `None` where there was no program to run.
    pub hunt: Option<Hunt>,
}

/// What came of a hunt.
#[derive(Debug, Serialize)]
pub struct Hunt {
    /// How many boards were tried.
    pub tries: usize,
    /// How long that took. In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// Why it ended.
    pub ended: End,
    /// The board that was found, if one was.
    pub found: Option<Box<Found>>,
}

impl Hunt {
    /// How many boards were tried in a second.
    #[must_use]
    pub fn rate(&self) -> u128 {
        let milliseconds = self.time.as_millis().max(1);
        self.tries as u128 * 1000 / milliseconds
    }
}

/// Why a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The program differs from the reference.
    Found,
    /// As many boards were tried as were wanted, or as there are.
    Tries,
    /// The time was over.
    Time,
    /// A person, or the system, wanted it to end.
    Interrupted,
}

/// A board on which the program fails.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The input of the board that the hunt found, the last that it tried.
    pub first: String,
    /// How many blocks that board has.
    pub first_blocks: usize,
    /// Whether the program fails in the same way on the simplest board that can be
    /// cleared and on the simplest that can't, so that it isn't for the boards.
    pub always: bool,
    /// How the board was made smaller.
    pub shrunk: Shrunk,
    /// The input of the smallest board on which the program fails alike.
    pub input: String,
    /// How many blocks it has.
    pub blocks: usize,
    /// That board, and its least answer.
    pub case: CaseInfo,
    /// Whether readings of the statement differ on it.
    pub ambiguous: bool,
    /// What the program got on it, and why.
    pub result: CaseResult,
    /// What it did when it was run on that board again.
    pub again: Again,
}

/// Runs of a program on a board on which it has failed. None are made where the program
/// was stopped for its time, or somebody wanted to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Again {
    /// How many there were.
    pub runs: usize,
    /// How many of them came to the same verdict. Fewer than all: what the program does
    /// doesn't depend on the board alone.
    pub failed: usize,
}

impl Again {
    /// How often a program is run again.
    const RUNS: usize = 3;

    /// Whether the program failed in another way, or not at all, when run again.
    #[must_use]
    pub fn differs(self) -> bool {
        self.failed < self.runs
    }
}

impl Outcome {
    /// The board that was found.
    #[must_use]
    pub fn found(&self) -> Option<&Found> {
        self.hunt.as_ref()?.found.as_deref()
    }

    /// Whether a person ended it before its time.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.hunt.as_ref().is_some_and(|hunt| {
            let shrink = hunt.found.as_ref().map(|found| found.shrunk.ended);
            hunt.ended == End::Interrupted || shrink == Some(ShrinkEnd::Interrupted)
        })
    }
}

/// Runs a program on board after board until it fails on one, and makes that one as
/// small as it gets. `now` is told how far it is.
///
/// # Errors
/// The judge's own faults.
pub fn hunt(
    trial: &mut Trial,
    terms: &Terms,
    submission: &str,
    now: &Now,
) -> Result<Hunt, SandboxError> {
    let begun = Instant::now();
    let deadline = terms.time.map(|time| begun + time);
    let mut boards = Boards::new(terms);
    let mut tries = 0;
    let course = Course {
        goes_on: &|| is_before(deadline),
        is_last: &fails,
    };
    let ended = loop {
        tell(now, terms, begun, submission, tries);
        let left = terms.tries.map_or(BATCH, |most| most - tries);
        let mut cases = boards.next(left.min(BATCH));
        if cases.is_empty() {
            break End::Tries;
        }
        let mut results = trial.run(&cases, &course)?;
        tries += results.len();
        if let Some(result) = results.pop_if(|it| fails(it)) {
            let time = begun.elapsed();
            let at = results.len();
            let other = other_kind(&cases, terms).filter(|_| tries == 1);
            let second = other.map(|it| cases.swap_remove(it));
            let case = cases.swap_remove(at);
            let found = found(trial, terms, (case, result), second)?;
            return Ok(Hunt {
                tries,
                time,
                ended: End::Found,
                found: Some(Box::new(found)),
            });
        }
        if trial.is_cancelled() {
            break End::Interrupted;
        }
        if !is_before(deadline) {
            break End::Time;
        }
    };
    Ok(Hunt {
        tries,
        time: begun.elapsed(),
        ended,
        found: None,
    })
}

/// Says how far the hunt is. How many boards a time is enough for is guessed from how
/// many it was so far.
fn tell(now: &Now, terms: &Terms, begun: Instant, submission: &str, tries: usize) {
    let elapsed = begun.elapsed().as_millis().max(1);
    let time = terms.time.map_or(0, |it| it.as_millis());
    let guess = usize::try_from(tries as u128 * time / elapsed).unwrap_or(usize::MAX);
    let all = terms.tries.unwrap_or(guess);
    now.all.store(all.max(tries), Ordering::Relaxed);
    now.done.store(tries, Ordering::Relaxed);
    let board = CaseId(format!("#{}", tries + 1));
    now.set(0, Some((submission.to_owned(), Some(board))));
}

/// Whether a program differs from the reference.
fn fails(result: &CaseResult) -> bool {
    result.verdict > Verdict::Skipped
}

fn is_before(deadline: Option<Instant>) -> bool {
    deadline.is_none_or(|it| Instant::now() < it)
}

/// The first board that can be cleared, if the first of all can't be, or the reverse.
fn other_kind(cases: &[Testcase], terms: &Terms) -> Option<usize> {
    let is_solvable = |it: &Testcase| it.answer(terms.rules).is_some();
    let first = is_solvable(cases.first()?);
    cases.iter().position(|it| is_solvable(it) != first)
}

/// Runs a program again on the board that it fails on: some fail by chance.
fn run_again(
    trial: &mut Trial,
    case: &Testcase,
    result: &CaseResult,
    ended: ShrinkEnd,
) -> Result<Again, SandboxError> {
    let is_slow = matches!(
        result.verdict,
        Verdict::TimeLimitExceeded | Verdict::IdlenessLimitExceeded
    );
    if is_slow || ended == ShrinkEnd::Interrupted {
        return Ok(Again::default());
    }
    let same = || Testcase::new(case.id.clone(), case.puzzle);
    let cases: Vec<Testcase> = (0..Again::RUNS).map(|_| same()).collect();
    let course = Course {
        goes_on: &|| true,
        is_last: &|_| false,
    };
    let results = trial.run(&cases, &course)?;
    let failed = results.iter().filter(|it| it.verdict == result.verdict);
    Ok(Again {
        runs: results.len(),
        failed: failed.count(),
    })
}

/// What is to be told of a board that fails; `second` is one of the other kind, if it is
/// the first of all.
fn found(
    trial: &mut Trial,
    terms: &Terms,
    (case, result): (Testcase, CaseResult),
    second: Option<Testcase>,
) -> Result<Found, SandboxError> {
    let first = case.input.clone();
    let first_blocks = case.puzzle.board.block_count();
    let always = match second {
        Some(second) => {
            let course = Course {
                goes_on: &|| true,
                is_last: &fails,
            };
            let again = trial.run(std::slice::from_ref(&second), &course)?;
            again.iter().any(|it| it.verdict == result.verdict)
        }
        None => false,
    };
    let mut shrinking = Shrinking::new(case, result);
    if terms.shrink && !always {
        shrinking.run(trial, terms)?;
    }
    let Shrinking {
        case,
        result,
        shrunk,
        ..
    } = shrinking;
    let again = run_again(trial, &case, &result, shrunk.ended)?;
    Ok(Found {
        again,
        first,
        first_blocks,
        always,
        shrunk,
        input: case.input.clone(),
        blocks: case.puzzle.board.block_count(),
        ambiguous: case.is_ambiguous(),
        case: CaseInfo {
            case: case.id.clone(),
            n: case.puzzle.n,
            board: case.puzzle.board,
            answer: case.answer(terms.rules).clone(),
            description: None,
        },
        result,
    })
}
