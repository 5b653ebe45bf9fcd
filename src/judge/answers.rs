//! Verifying the answer files that come with the testcases.

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use mayan_reference::Rules;

use crate::checker::check;
use crate::finding::{CheckOutcome, Finding};
use crate::testcase::Testcase;

/// An answer file that is not the least answer of its testcase.
#[derive(Debug)]
pub struct WrongAnswerFile<'a> {
    /// The testcase.
    pub testcase: &'a Testcase,
    /// The file.
    pub path: &'a Path,
    /// What is wrong with the answer.
    pub outcome: CheckOutcome,
}

/// Solves all testcases, on all cores, and checks the answer files that came
/// with them. Grading with a wrong one would cost a student marks.
#[must_use]
pub fn verify_answers(cases: &[Testcase], rules: Rules) -> Vec<WrongAnswerFile<'_>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(testcase) = cases.get(index) else {
                return wrong;
            };
            let found = wrong_answers(testcase, rules).into_iter();
            wrong.extend(found.map(|it| (index, it)));
        }
    };
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let mut wrong = thread::scope(|scope| {
        // Where no more threads are to be had, this one does the work.
        let helpers: Vec<_> = (1..workers)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut wrong = work();
        for helper in helpers {
            match helper.join() {
                Ok(more) => wrong.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        wrong
    });
    wrong.sort_by_key(|(index, _)| *index);
    wrong.into_iter().map(|(_, wrong)| wrong).collect()
}

fn wrong_answers(testcase: &Testcase, rules: Rules) -> Vec<WrongAnswerFile<'_>> {
    // Solved here even without an answer file, since it will be needed.
    testcase.answer(rules);
    let checked = testcase.given.iter().map(|given| WrongAnswerFile {
        testcase,
        path: &given.path,
        outcome: check(testcase, rules, &given.bytes),
    });
    checked
        .filter(|it| it.outcome.finding != Finding::Right)
        .collect()
}
