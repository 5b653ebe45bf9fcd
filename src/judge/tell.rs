//! Telling what happened in order, whatever the order it happened in: submission
//! by submission, case by case.

use std::collections::BTreeMap;
use std::io;

use super::Plan;
use crate::event::{Begun, Compilation, Event};
use crate::testcase::Testcase;
use crate::verdict::{CaseResult, Cause, Skip, Verdict};

/// What jobs say, each of a submission by its place.
pub(super) enum Said {
    /// Its turn has come.
    Begun(Begun),
    /// It was compiled.
    Compiled(Box<Compilation>),
    /// A case, by its place, has a result.
    Result(usize, Box<CaseResult>),
    /// It will not be run: the run was interrupted before it was compiled.
    Interrupted,
}

/// Tells the events in order.
pub(super) struct Teller<'a, E> {
    plan: &'a Plan,
    emit: E,
    /// The submission that is being told.
    current: usize,
    waiting: BTreeMap<usize, Waiting>,
}

/// What is known of a submission and not told yet.
#[derive(Default)]
struct Waiting {
    events: Vec<Event>,
    has_begun: bool,
    /// Whether there is no program to run: then that is told of every case.
    is_refused: bool,
    results: BTreeMap<usize, CaseResult>,
    told: usize,
    failed: bool,
}

impl<'a, E: FnMut(&Event) -> io::Result<()>> Teller<'a, E> {
    pub(super) fn new(plan: &'a Plan, emit: E) -> Self {
        Self {
            plan,
            emit,
            current: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes in what a job said, and tells what can be told.
    pub(super) fn take(&mut self, place: usize, said: Said) -> io::Result<()> {
        let waiting = self.waiting.entry(place).or_default();
        match said {
            Said::Begun(begun) => {
                waiting.has_begun = true;
                waiting.events.push(Event::SubmissionStarted(begun));
            }
            Said::Compiled(compilation) => {
                if let Some((verdict, cause)) = compilation.instead() {
                    waiting.is_refused = true;
                    waiting.fill(self.plan, verdict, &cause);
                }
                waiting.events.push(Event::Compiled(*compilation));
            }
            Said::Result(case, result) => {
                waiting.results.insert(case, *result);
            }
            Said::Interrupted => {}
        }
        self.go_on()
    }

    fn go_on(&mut self) -> io::Result<()> {
        while let Some(waiting) = self.waiting.get_mut(&self.current) {
            if !waiting.tell(self.plan, self.current, &mut self.emit)? {
                return Ok(());
            }
            self.waiting.remove(&self.current);
            self.current += 1;
        }
        Ok(())
    }

    /// Tells the rest of a run that was cut short, and that it is over.
    pub(super) fn finish(mut self, interrupted: bool) -> io::Result<()> {
        for (place, mut waiting) in std::mem::take(&mut self.waiting) {
            if !waiting.has_begun {
                continue;
            }
            let why = Skip::Interrupted;
            waiting.fill(self.plan, Verdict::Skipped, &Cause::NotRun { why });
            waiting.tell(self.plan, place, &mut self.emit)?;
        }
        (self.emit)(&Event::Finished { interrupted })
    }
}

impl Waiting {
    /// Gives a result to every case that has none.
    fn fill(&mut self, plan: &Plan, verdict: Verdict, cause: &Cause) {
        for (index, case) in plan.cases.iter().enumerate().skip(self.told) {
            let result = || CaseResult::without_run(case.id.clone(), verdict, cause.clone());
            self.results.entry(index).or_insert_with(result);
        }
    }

    /// Tells what can be told; whether that was all.
    fn tell(
        &mut self,
        plan: &Plan,
        place: usize,
        emit: &mut impl FnMut(&Event) -> io::Result<()>,
    ) -> io::Result<bool> {
        for event in self.events.drain(..) {
            emit(&event)?;
        }
        let submission = &plan.submissions[place].name;
        while self.told < plan.cases.len() {
            let testcase: &Testcase = &plan.cases[self.told];
            let result = if self.failed {
                let cause = Cause::NotRun {
                    why: Skip::FailFast,
                };
                CaseResult::without_run(testcase.id.clone(), Verdict::Skipped, cause)
            } else if let Some(result) = self.results.remove(&self.told) {
                result
            } else {
                return Ok(false);
            };
            self.told += 1;
            self.failed |= !self.is_refused && plan.ends_with(&result);
            emit(&Event::CaseFinished {
                submission: submission.clone(),
                result,
            })?;
        }
        emit(&Event::SubmissionFinished {
            submission: submission.clone(),
        })?;
        Ok(true)
    }
}
