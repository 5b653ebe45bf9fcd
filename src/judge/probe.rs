//! Boards besides a testcase, for a program that was accepted on it: does it solve
//! boards, or does it know these?
//!
//! The same board with other colours has the same answer and takes the same search, so
//! a program that fails there has, most likely, a table of answers. A fresh board of
//! the same kind finds a table that numbers colours first, and a wrong program that the
//! testcases let pass. Neither is proof: what fails is flagged for a person.

use std::sync::{OnceLock, PoisonError, RwLock};

use mayan_reference::{Puzzle, Rules};

use super::{Plan, run};
use crate::config::Limits;
use crate::event::Probing;
use crate::generate::dice::Dice;
use crate::generate::kind::is_unambiguous;
use crate::generate::like;
use crate::generate::recolour::{isomorphs, seed};
use crate::sandbox::{Sandbox, SandboxError};
use crate::testcase::Testcase;
use crate::verdict::{CaseResult, Cause, Probe, ProbeKind, Probes, Usage, Verdict};

/// The boards of all testcases, each testcase's made when the first program needs them.
pub(super) struct Boards {
    probing: Option<Probing>,
    made: Vec<OnceLock<Vec<(ProbeKind, Testcase)>>>,
}

impl Boards {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            probing: plan.probing,
            made: plan.cases.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Those of the testcase of this place; `None` where nothing is probed.
    pub(super) fn of(&self, case: usize) -> Option<Own<'_>> {
        let made = &self.made[case];
        self.probing.map(|probing| Own { probing, made })
    }
}

/// The boards of one testcase.
pub(super) struct Own<'a> {
    probing: Probing,
    made: &'a OnceLock<Vec<(ProbeKind, Testcase)>>,
}

impl Own<'_> {
    fn get(
        &self,
        testcase: &Testcase,
        rules: Rules,
        traffic: &RwLock<()>,
    ) -> &[(ProbeKind, Testcase)] {
        self.made.get_or_init(|| {
            // Making them takes the CPU as a run does.
            let _shared = traffic.read().unwrap_or_else(PoisonError::into_inner);
            let puzzle = &testcase.puzzle;
            let recoloured = isomorphs(puzzle, self.probing.isomorphs).into_iter();
            let recoloured = recoloured.map(|it| (ProbeKind::Isomorph, testcase.recoloured(it)));
            let fresh = fresh(puzzle, self.probing).into_iter();
            let fresh = fresh.map(|it| {
                let testcase = Testcase::new(testcase.id.clone(), it);
                testcase.answer(rules);
                (ProbeKind::Fresh, testcase)
            });
            recoloured.chain(fresh).collect()
        })
    }
}

/// Fresh boards of a puzzle's kind that all readings of the statement agree on. The
/// puzzle and the seed decide which.
fn fresh(puzzle: &Puzzle, probing: Probing) -> Vec<Puzzle> {
    /// So many times as many are looked at as are wanted: some kinds have few.
    const PATIENCE: u64 = 3;
    let seed = seed(&["fresh", &puzzle.to_string(), &probing.seed.to_string()]);
    let mut found: Vec<Puzzle> = Vec::new();
    for number in 0..PATIENCE * probing.fresh as u64 {
        if found.len() == probing.fresh {
            break;
        }
        let one = like(puzzle, &mut Dice::stream(seed, number));
        let new = one.filter(|it| !found.contains(it) && is_unambiguous(it));
        found.extend(new);
    }
    found
}

/// Runs a program on a testcase, and on the boards besides if it is accepted.
///
/// # Errors
/// As [`run::case`] has them; a board on which the judge fails is among the boards.
pub(super) fn case(
    terms: &run::Terms<'_>,
    testcase: &Testcase,
    boards: Option<Own<'_>>,
    sandbox: &mut Sandbox,
    traffic: &RwLock<()>,
) -> Result<CaseResult, SandboxError> {
    let Some(boards) = boards else {
        return run::case(terms, testcase, sandbox, traffic);
    };
    let followed = run::Terms {
        repeats: true,
        ..*terms
    };
    let mut result = run::case(&followed, testcase, sandbox, traffic)?;
    if result.verdict != Verdict::Accepted {
        return Ok(result);
    }
    let limits = &terms.config.limits;
    let boards = boards.get(testcase, terms.config.rules, traffic);
    let mut probes = Probes::default();
    for (at, (kind, board)) in boards.iter().enumerate() {
        let terms = if at + 1 == boards.len() {
            terms
        } else {
            &followed
        };
        let run = match kind {
            ProbeKind::Isomorph => run::case(terms, board, sandbox, traffic),
            ProbeKind::Fresh => run::once(terms, board, sandbox, traffic),
        };
        let probe = match run {
            Err(SandboxError::Interrupted) => return Err(SandboxError::Interrupted),
            Err(error) => {
                let message = error.to_string();
                let cause = Cause::Judge { message };
                CaseResult::without_run(testcase.id.clone(), Verdict::JudgeError, cause)
            }
            Ok(probe) => probe,
        };
        match kind {
            ProbeKind::Isomorph => probes.isomorphs += 1,
            ProbeKind::Fresh => probes.fresh += 1,
        }
        if probe.verdict != Verdict::Accepted {
            probes.failed.push(Probe {
                kind: *kind,
                n: board.puzzle.n,
                board: board.puzzle.board,
                answer: board.answer(terms.config.rules).clone(),
                flagged: is_telling(*kind, &probe, result.usage.unwrap_or_default(), limits),
                verdict: probe.verdict,
                cause: probe.cause,
                also: probe.also,
                usage: probe.usage,
            });
        }
    }
    result.probes = Some(probes);
    Ok(result)
}

/// Whether a failure says something of a program that used so much on the testcase.
///
/// On an isomorph the search is the same: one that took no more than half of a limit
/// there and runs over it here does something else. On a fresh board it may need any
/// time and memory, honestly.
fn is_telling(kind: ProbeKind, probe: &CaseResult, usage: Usage, limits: &Limits) -> bool {
    let within_half = match probe.verdict {
        Verdict::Accepted | Verdict::Skipped | Verdict::CompileError | Verdict::JudgeError => {
            return false;
        }
        Verdict::TimeLimitExceeded => usage.cpu_time * 2 <= limits.cpu_time,
        Verdict::IdlenessLimitExceeded => usage.wall_time * 2 <= limits.wall_time(),
        Verdict::MemoryLimitExceeded => usage.peak_memory.0 <= limits.memory.0 / 2,
        // How many there are at a time is chance.
        Verdict::RuntimeError if matches!(probe.cause, Cause::Processes { .. }) => return false,
        Verdict::RuntimeError
        | Verdict::PresentationError
        | Verdict::WrongAnswer
        | Verdict::OutputLimitExceeded => return true,
    };
    kind == ProbeKind::Isomorph && within_half
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::testcase::CaseId;
    use crate::units::Bytes;

    #[test]
    fn what_a_failure_says() {
        use ProbeKind::{Fresh, Isomorph};
        use Verdict::{
            JudgeError, MemoryLimitExceeded, RuntimeError, TimeLimitExceeded, WrongAnswer,
        };
        let limits = Limits::default();
        let used = |seconds, mib| Usage {
            cpu_time: Duration::from_secs(seconds),
            wall_time: Duration::from_secs(seconds),
            peak_memory: Bytes::mib(mib),
        };
        let says = |kind, verdict, usage| {
            let probe = CaseResult::without_run(CaseId(String::new()), verdict, Cause::CpuTime);
            is_telling(kind, &probe, usage, &limits)
        };
        for (kind, verdict, usage, expected) in [
            (Isomorph, WrongAnswer, used(2, 60), true),
            (Fresh, RuntimeError, used(2, 60), true),
            (Isomorph, TimeLimitExceeded, used(1, 60), true),
            (Isomorph, TimeLimitExceeded, used(2, 1), false),
            (Isomorph, MemoryLimitExceeded, used(2, 30), true),
            (Isomorph, MemoryLimitExceeded, used(0, 40), false),
            (Fresh, TimeLimitExceeded, used(0, 1), false),
            (Isomorph, JudgeError, used(0, 1), false),
        ] {
            assert_eq!(says(kind, verdict, usage), expected, "{kind:?} {verdict}");
        }
    }

    #[test]
    fn the_board_and_the_seed_decide_which_are_fresh() {
        let text = "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0";
        let puzzle = Puzzle::parse(text.as_bytes()).expect("a puzzle");
        let of = |fresh, seed| {
            let isomorphs = 0;
            self::fresh(
                &puzzle,
                Probing {
                    isomorphs,
                    fresh,
                    seed,
                },
            )
        };
        let three = of(3, 0);
        assert_eq!(three.len(), 3);
        assert_eq!(of(2, 0), three[..2]);
        assert_ne!(of(3, 1), three);
        let lone = Puzzle::parse(b"1 1 0 0 0 0 0").expect("a puzzle");
        let probing = Probing {
            isomorphs: 0,
            fresh: 2,
            seed: 0,
        };
        assert_eq!(self::fresh(&lone, probing), []);
    }
}
