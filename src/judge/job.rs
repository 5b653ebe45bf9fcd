//! One job: takes work from the pool, compiles, runs, and tells what came of it.

use std::io;
use std::sync::{PoisonError, mpsc};

use super::pool::{Ready, Work};
use super::tell::Said;
use super::{Plan, Shift, prepare, probe, run};
use crate::sandbox::{Sandbox, SandboxError};
use crate::verdict::{CaseResult, Cause, Skip, Verdict};

/// One of the programs that run at a time.
pub(super) struct Job {
    pub(super) number: usize,
    pub(super) sandbox: Sandbox,
    pub(super) sender: mpsc::SyncSender<io::Result<(usize, Said)>>,
}

/// Why a job ends before the work does.
pub(super) enum Stop {
    /// Nobody listens any more.
    Unheard,
    /// The journal can't be written.
    Failed(io::Error),
}

impl Job {
    fn say(&self, place: usize, said: Said) -> Result<(), Stop> {
        self.sender
            .send(Ok((place, said)))
            .map_err(|_| Stop::Unheard)
    }

    /// Works until nothing is left to do.
    pub(super) fn work(&mut self, shift: &Shift<'_>) -> Result<(), Stop> {
        let mut own = None;
        loop {
            if shift.place.is_cancelled() {
                shift.pool.stop();
            }
            match shift.pool.take(own) {
                Work::Done => return Ok(()),
                Work::Prepare(place) => {
                    own = Some(place);
                    let ready = self.prepare(shift, place);
                    let (ready, stop) = match ready {
                        Ok(ready) => (ready, None),
                        Err(stop) => (None, Some(stop)),
                    };
                    shift.pool.prepared(ready);
                    if let Some(stop) = stop {
                        return Err(stop);
                    }
                }
                Work::Run(ready, case, more) => {
                    own = Some(ready.place);
                    self.run(shift, &ready, case, more)?;
                }
            }
        }
    }

    /// Compiles a submission, and finds out which of its cases are to be run.
    fn prepare(
        &mut self,
        shift: &Shift<'_>,
        place: usize,
    ) -> Result<Option<(Ready, Vec<usize>)>, Stop> {
        let Shift { plan, tools, .. } = shift;
        let submission = &plan.submissions[place];
        let Some(terms) = shift.terms.get(&prepare::language(submission)) else {
            return Ok(None);
        };
        tools
            .now
            .set(self.number, Some((submission.name.clone(), None)));
        let known = prepare::known(submission, terms, tools.compiler);
        let kept = prepare::kept(plan, tools, &known);
        self.say(place, Said::Begun(known.begun.clone()))?;
        let mut end = plan.cases.len();
        if let Some(compilation) = &kept.compilation {
            let is_refused = compilation.instead().is_some();
            self.say(place, Said::Compiled(Box::new(compilation.clone())))?;
            if is_refused {
                shift.kept(plan.cases.len());
                return Ok(None);
            }
            shift.kept(kept.results.len());
            for (&case, result) in &kept.results {
                if plan.ends_with(result) {
                    end = end.min(case + 1);
                }
                self.say(place, Said::Result(case, Box::new(result.clone())))?;
            }
        }
        let left: Vec<usize> = (0..end)
            .filter(|case| !kept.results.contains_key(case))
            .collect();
        if left.is_empty() {
            return Ok(None);
        }
        let compiled = {
            let _shared = shift.traffic.read().unwrap_or_else(PoisonError::into_inner);
            prepare::compile(submission, &terms.config, tools.compiler, &mut self.sandbox)
        };
        let Some((compilation, program)) = compiled else {
            self.say(place, Said::Interrupted)?;
            return Ok(None);
        };
        if kept.compilation.is_none() {
            if let Some((journal, _)) = tools.journal {
                journal
                    .compiled(prepare::line(&known, &compilation))
                    .map_err(Stop::Failed)?;
            }
            self.say(place, Said::Compiled(Box::new(compilation.clone())))?;
        }
        let Some(program) = program else {
            if kept.compilation.is_some() {
                self.instead(&compilation, place, plan, &left)?;
            }
            shift.done(left.len());
            return Ok(None);
        };
        let ready = Ready {
            place,
            program,
            config: terms.config.clone(),
            keys: known.cases,
        };
        Ok(Some((ready, left)))
    }

    /// What was compiled once could not be compiled again: the cases that are left
    /// are told so.
    fn instead(
        &self,
        compilation: &crate::event::Compilation,
        place: usize,
        plan: &Plan,
        left: &[usize],
    ) -> Result<(), Stop> {
        let Some((verdict, cause)) = compilation.instead() else {
            return Ok(());
        };
        // That a source compiles on one day only is no fault of who wrote it.
        let (verdict, cause) = match verdict {
            Verdict::CompileError => (
                Verdict::JudgeError,
                Cause::Judge {
                    message: format!(
                        "it compiled in an earlier run and does not now: {}",
                        compilation.message
                    ),
                },
            ),
            _ => (verdict, cause),
        };
        for &case in left {
            let id = plan.cases[case].id.clone();
            let result = CaseResult::without_run(id, verdict, cause.clone());
            self.say(place, Said::Result(case, Box::new(result)))?;
        }
        Ok(())
    }

    fn run(
        &mut self,
        shift: &Shift<'_>,
        ready: &Ready,
        case: usize,
        more: bool,
    ) -> Result<(), Stop> {
        let Shift { plan, tools, .. } = shift;
        let testcase = &plan.cases[case];
        let name = &plan.submissions[ready.place].name;
        tools
            .now
            .set(self.number, Some((name.clone(), Some(testcase.id.clone()))));
        let terms = run::Terms {
            config: &ready.config,
            program: &ready.program,
            is_alone: plan.jobs.get() == 1,
            repeats: more,
        };
        let boards = shift.boards.of(case);
        let result = match probe::case(&terms, testcase, boards, &mut self.sandbox, &shift.traffic)
        {
            Ok(result) => result,
            Err(SandboxError::Interrupted) => {
                let why = Skip::Interrupted;
                let cause = Cause::NotRun { why };
                CaseResult::without_run(testcase.id.clone(), Verdict::Skipped, cause)
            }
            Err(error) => {
                let message = error.to_string();
                let cause = Cause::Judge { message };
                CaseResult::without_run(testcase.id.clone(), Verdict::JudgeError, cause)
            }
        };
        if plan.ends_with(&result) {
            shift.pool.end_at(ready.place, case);
        }
        if let Some((journal, _)) = tools.journal
            && result.verdict != Verdict::Skipped
        {
            let key = ready.keys[case].clone();
            journal.case(key, name, &result).map_err(Stop::Failed)?;
        }
        shift.done(1);
        self.say(ready.place, Said::Result(case, Box::new(result)))
    }
}
