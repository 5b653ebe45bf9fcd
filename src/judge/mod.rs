//! The jobs of a run: compile each submission, run it on each testcase, and
//! tell what happened.
//!
//! - [`mod@self`]: the plan, and the order of things.
//! - `cases`: a program on its testcases, several at a time.
//! - `run`: a program on one testcase, again if that is doubtful.
//! - `decide`: from what was measured to a verdict.
//! - `answers`: whether the answer files are right.

mod answers;
mod cases;
mod decide;
mod run;

use std::fs;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;

use crate::compile::{CompileError, Compiled, Compiler};
use crate::config::Config;
use crate::event::{CaseInfo, Compilation, CompileOutcome, Event, Start, VERSION};
use crate::sandbox::{Place, Sandbox, SandboxError};
use crate::scoring::Group;
use crate::submission::{Kind, Submission};
use crate::testcase::Testcase;
use crate::verdict::{Cause, Skip};

pub use answers::{WrongAnswerFile, verify_answers};

/// Everything that a run needs.
#[derive(Debug)]
pub struct Plan {
    /// The contest.
    pub config: Config,
    /// The testcases, in the order in which they run.
    pub cases: Vec<Testcase>,
    /// The subtasks that the cases are in.
    pub groups: Vec<Group>,
    /// How many testcases were left out.
    pub left_out: usize,
    /// The submissions.
    pub submissions: Vec<Submission>,
    /// Whether a submission's first failed case is its last.
    pub fail_fast: bool,
    /// How many programs run at a time.
    pub jobs: NonZero<usize>,
}

/// How many programs run at a time if nothing is said: one on each physical
/// core, since two on one core share its units and slow each other down.
#[must_use]
pub fn default_jobs() -> NonZero<usize> {
    let allowed = std::thread::available_parallelism().map_or(1, NonZero::get);
    let entries = fs::read_dir("/sys/devices/system/cpu")
        .into_iter()
        .flatten();
    let siblings = entries.flatten().filter_map(|entry| {
        fs::read_to_string(entry.path().join("topology/thread_siblings_list")).ok()
    });
    let mut cores: Vec<String> = siblings.collect();
    cores.sort();
    cores.dedup();
    let physical = cores.len().clamp(1, allowed);
    NonZero::new(physical).unwrap_or(NonZero::<usize>::MIN)
}

/// Grades all submissions on all testcases and tells each thing that happens,
/// in the same order whatever the number of jobs.
///
/// # Errors
/// What `emit` returns; its first error ends the run. All else that goes wrong
/// is in the events.
pub fn grade(
    plan: &Plan,
    place: &Arc<Place>,
    mut emit: impl FnMut(&Event) -> io::Result<()>,
) -> io::Result<()> {
    emit(&Event::Start(start(plan, place)))?;
    let compiler = Compiler::new(&plan.config, place.clone(), None);
    let jobs = plan.jobs.get().min(plan.cases.len().max(1));
    let mut sandboxes: Vec<Sandbox> = (0..jobs).map(|_| Sandbox::new(place.clone())).collect();
    for submission in &plan.submissions {
        if place.is_cancelled() {
            break;
        }
        grade_one(plan, submission, &compiler, &mut sandboxes, &mut emit)?;
    }
    let interrupted = place.is_cancelled();
    emit(&Event::Finished { interrupted })
}

fn start(plan: &Plan, place: &Place) -> Start {
    let config = &plan.config;
    let info = |testcase: &Testcase| CaseInfo {
        case: testcase.id.clone(),
        n: testcase.puzzle.n,
        board: testcase.puzzle.board,
        answer: testcase.answer(config.rules).clone(),
        description: testcase.description.clone(),
    };
    Start {
        version: VERSION,
        judge: env!("CARGO_PKG_VERSION").to_owned(),
        limits: (&config.limits).into(),
        rules: config.rules,
        io: config.io.clone(),
        cases: plan.cases.iter().map(info).collect(),
        subtasks: plan.groups.clone(),
        left_out: plan.left_out,
        submissions: plan.submissions.len(),
        jobs: plan.jobs,
        isolation: place.isolation().clone(),
    }
}

fn grade_one(
    plan: &Plan,
    submission: &Submission,
    compiler: &Compiler<'_>,
    sandboxes: &mut [Sandbox],
    emit: &mut impl FnMut(&Event) -> io::Result<()>,
) -> io::Result<()> {
    let name = &submission.name;
    emit(&Event::SubmissionStarted {
        submission: name.clone(),
        language: match &submission.kind {
            Kind::Source(language) => Some(language.clone()),
            Kind::Executable => None,
        },
    })?;
    let begun = Instant::now();
    let compiled = match sandboxes {
        [first, ..] => twice(|| compiler.compile(submission, first)),
        [] => return Ok(()),
    };
    let compilation = |outcome, message| {
        Event::Compiled(Compilation {
            submission: name.clone(),
            outcome,
            message,
            time: begun.elapsed(),
        })
    };
    // What every case gets if there is nothing to run.
    let (program, otherwise) = match compiled {
        Ok(Compiled::Program(program)) => {
            let outcome = if program.compiled {
                CompileOutcome::Done
            } else {
                CompileOutcome::NotNeeded
            };
            emit(&compilation(outcome, String::new()))?;
            (Some(program), Cause::Compile)
        }
        Ok(Compiled::Rejected(rejection)) => {
            emit(&compilation(CompileOutcome::Failed, rejection.message))?;
            (None, Cause::Compile)
        }
        Err(CompileError::Sandbox(SandboxError::Interrupted)) => {
            let why = Skip::Interrupted;
            (None, Cause::NotRun { why })
        }
        Err(error) => {
            let message = error.to_string();
            emit(&compilation(CompileOutcome::JudgeError, message.clone()))?;
            (None, Cause::Judge { message })
        }
    };
    match &program {
        Some(program) => cases::run_all(plan, program, sandboxes, |result| {
            emit(&Event::CaseFinished {
                submission: name.clone(),
                result,
            })
        })?,
        None => {
            for testcase in &plan.cases {
                emit(&Event::CaseFinished {
                    submission: name.clone(),
                    result: cases::without_run(testcase, otherwise.clone()),
                })?;
            }
        }
    }
    emit(&Event::SubmissionFinished {
        submission: name.clone(),
    })
}

/// Does a thing again if the judge failed at it: a full disk may be empty again,
/// a helper that was killed is replaced.
fn twice<T>(mut work: impl FnMut() -> Result<T, CompileError>) -> Result<T, CompileError> {
    match work() {
        Err(CompileError::Sandbox(error)) if !matches!(error, SandboxError::Interrupted) => work(),
        Err(CompileError::Files(_)) => work(),
        done => done,
    }
}
