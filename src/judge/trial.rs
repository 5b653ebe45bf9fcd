//! One program on testcases as they come, apart from a contest's run: the same runs
//! and the same verdicts, many a second.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread;

use super::{prepare, run};
use crate::compile::{Compiler, Program};
use crate::config::Config;
use crate::event::{Compilation, Limits};
use crate::sandbox::{Place, Sandbox, SandboxError};
use crate::submission::Submission;
use crate::testcase::Testcase;
use crate::verdict::CaseResult;

/// A program, ready to be run on testcase after testcase.
///
/// A program of a contest reads one board and ends, so each board is a process of its
/// own. What can be had ahead of it is: the sandboxes stay, and each makes its next
/// process ready while the last one runs.
#[derive(Debug)]
pub struct Trial {
    /// With the limits of the program's language.
    config: Config,
    program: Program,
    /// One for each program that runs at a time.
    sandboxes: Vec<Sandbox>,
    /// Held by every run, exclusively by one that is to be alone.
    traffic: RwLock<()>,
    place: Arc<Place>,
}

/// A submission that was made ready.
#[derive(Debug)]
pub struct Made {
    /// How it was compiled.
    pub compilation: Compilation,
    /// The program; `None` if there is none.
    pub trial: Option<Trial>,
}

/// What may be run on, and when a run is the last.
pub struct Course<'a> {
    /// Asked before each run: whether there is to be another.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
    /// Asked of each result: whether those that come after it are of no interest.
    pub is_last: &'a (dyn Fn(&CaseResult) -> bool + Sync),
}

impl Trial {
    /// Compiles a submission, to be run so many at a time. `None` if that was
    /// interrupted.
    #[must_use]
    pub fn prepare(
        submission: &Submission,
        config: &Config,
        compiler: &Compiler<'_>,
        place: &Arc<Place>,
        jobs: usize,
    ) -> Option<Made> {
        let config = config.for_language(prepare::language(submission).as_deref());
        let mut sandboxes: Vec<Sandbox> = (0..jobs.max(1))
            .map(|_| Sandbox::new(place.clone()))
            .collect();
        let (compilation, program) =
            prepare::compile(submission, &config, compiler, &mut sandboxes[0])?;
        let trial = program.map(|program| Self {
            config,
            program,
            sandboxes,
            traffic: RwLock::new(()),
            place: place.clone(),
        });
        Some(Made { compilation, trial })
    }

    /// What the program may use on a testcase.
    #[must_use]
    pub fn limits(&self) -> Limits {
        (&self.config.limits).into()
    }

    /// Whether the user wants to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.place.is_cancelled()
    }

    /// Runs the program on testcases, several at a time, and gives the results in the
    /// order of the testcases: of all of them, or up to the first that is the last, or
    /// as far as it went when it was not to go on or was interrupted. Of programs that
    /// do the same each time the results are the same whatever the number of jobs.
    ///
    /// # Errors
    /// The judge's own faults.
    pub fn run(
        &mut self,
        cases: &[Testcase],
        course: &Course<'_>,
    ) -> Result<Vec<CaseResult>, SandboxError> {
        let Self {
            config,
            program,
            sandboxes,
            traffic,
            ..
        } = self;
        let terms = run::Terms {
            config,
            program,
            is_alone: sandboxes.len() == 1,
            repeats: true,
        };
        let (next, end) = (AtomicUsize::new(0), AtomicUsize::new(cases.len()));
        let results: Mutex<Vec<(usize, Result<CaseResult, SandboxError>)>> = Mutex::default();
        let work = |sandbox: &mut Sandbox| {
            while (course.goes_on)() {
                // Taken in order: all before one that is the last are run too.
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= end.load(Ordering::Relaxed) {
                    return;
                }
                let result = run::case(&terms, &cases[at], sandbox, traffic);
                if result.as_ref().map_or(true, |it| (course.is_last)(it)) {
                    end.fetch_min(at + 1, Ordering::Relaxed);
                }
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.push((at, result));
            }
        };
        thread::scope(|scope| {
            let work = &work;
            let Some((own, others)) = sandboxes.split_first_mut() else {
                return;
            };
            for sandbox in others {
                // Where no more threads are to be had, this one does the work.
                let _ = thread::Builder::new().spawn_scoped(scope, move || work(sandbox));
            }
            work(own);
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|(at, _)| *at);
        results.truncate(end.into_inner());
        let mut told = Vec::with_capacity(results.len());
        for (_, result) in results {
            match result {
                Ok(result) => told.push(result),
                Err(SandboxError::Interrupted) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(told)
    }
}
