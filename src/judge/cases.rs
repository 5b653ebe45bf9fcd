//! A program on its testcases: several at a time, told in order.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{RwLock, mpsc};
use std::thread;

use super::{Plan, decide, run};
use crate::compile::Program;
use crate::sandbox::{Sandbox, SandboxError};
use crate::testcase::Testcase;
use crate::verdict::{CaseResult, Cause, Skip, Verdict};

/// Runs a program on all cases and tells the results in the cases' order.
///
/// With `fail_fast` what comes after the first failed case, in that order, is
/// skipped, though some of it may have been run.
pub(super) fn run_all(
    plan: &Plan,
    program: &Program,
    sandboxes: &mut [Sandbox],
    tell: impl FnMut(CaseResult) -> io::Result<()>,
) -> io::Result<()> {
    let mut queue = Queue {
        plan,
        tell,
        waiting: BTreeMap::new(),
        told: 0,
        failed: false,
    };
    let next = AtomicUsize::new(0);
    // No case from this one on is begun.
    let end = AtomicUsize::new(plan.cases.len());
    let traffic = RwLock::new(());
    // Works until nothing is left, or nobody listens.
    let work = |sandbox: &mut Sandbox, deliver: &mut dyn FnMut(usize, CaseResult) -> bool| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= end.load(Ordering::Relaxed) {
                return;
            }
            let result = one(plan, program, &plan.cases[index], sandbox, &traffic);
            if plan.fail_fast && result.verdict > Verdict::Skipped {
                end.fetch_min(index + 1, Ordering::Relaxed);
            }
            if !deliver(index, result) {
                return;
            }
        }
    };
    if let [sandbox] = sandboxes {
        let mut told = Ok(());
        work(sandbox, &mut |index, result| {
            told = queue.put(index, result);
            told.is_ok()
        });
        return told;
    }
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for sandbox in sandboxes {
            let sender = sender.clone();
            let work = &work;
            thread::Builder::new().spawn_scoped(scope, move || {
                work(sandbox, &mut |index, result| {
                    sender.send((index, result)).is_ok()
                });
            })?;
        }
        drop(sender);
        for (index, result) in receiver {
            queue.put(index, result)?;
        }
        Ok(())
    })
}

/// Results that wait for those before them.
struct Queue<'a, T> {
    plan: &'a Plan,
    tell: T,
    waiting: BTreeMap<usize, CaseResult>,
    told: usize,
    /// Whether a case failed after which the others are skipped.
    failed: bool,
}

impl<T: FnMut(CaseResult) -> io::Result<()>> Queue<'_, T> {
    fn put(&mut self, index: usize, result: CaseResult) -> io::Result<()> {
        self.waiting.insert(index, result);
        while !self.failed
            && let Some(result) = self.waiting.remove(&self.told)
        {
            self.told += 1;
            self.failed = self.plan.fail_fast && result.verdict > Verdict::Skipped;
            (self.tell)(result)?;
        }
        if self.failed && self.told < self.plan.cases.len() {
            for testcase in &self.plan.cases[self.told..] {
                let why = Skip::FailFast;
                (self.tell)(without_run(testcase, Cause::NotRun { why }))?;
            }
            self.told = self.plan.cases.len();
        }
        Ok(())
    }
}

/// One case, whatever comes of it.
fn one(
    plan: &Plan,
    program: &Program,
    testcase: &Testcase,
    sandbox: &mut Sandbox,
    traffic: &RwLock<()>,
) -> CaseResult {
    match run::case(plan, program, testcase, sandbox, traffic) {
        Ok(result) => result,
        Err(SandboxError::Interrupted) => {
            let why = Skip::Interrupted;
            without_run(testcase, Cause::NotRun { why })
        }
        Err(error) => {
            let message = error.to_string();
            without_run(testcase, Cause::Judge { message })
        }
    }
}

/// The result of a case that didn't run.
pub(super) fn without_run(testcase: &Testcase, cause: Cause) -> CaseResult {
    CaseResult::without_run(testcase.id.clone(), decide::verdict(&cause), cause)
}
