//! The jobs of a run: compile each submission, run it on each testcase, and
//! tell what happened.

mod decide;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use mayan_reference::Rules;

use crate::checker::check;
use crate::compile::{CompileError, Compiled, Compiler, Program};
use crate::config::{Config, IoMode};
use crate::event::{CaseInfo, Compilation, CompileOutcome, Event, Start, VERSION};
use crate::finding::{CheckOutcome, Finding};
use crate::sandbox::{
    Cancel, Ending, MOST_PROCESSES, RunDir, RunLimits, Sandbox, SandboxError, Task, search_path,
};
use crate::sanitize;
use crate::scoring::Group;
use crate::submission::{Kind, Submission};
use crate::testcase::Testcase;
use crate::verdict::{CaseResult, Cause, Skip, Verdict};

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
}

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

/// Grades all submissions on all testcases and tells each thing that happens.
///
/// # Errors
/// What `emit` returns; its first error ends the run. All else that goes wrong
/// is in the events.
pub fn grade(
    plan: &Plan,
    sandbox: &mut Sandbox,
    cancel: &Cancel,
    mut emit: impl FnMut(&Event) -> io::Result<()>,
) -> io::Result<()> {
    emit(&Event::Start(start(plan)))?;
    let mut compiler = Compiler::new(&plan.config);
    for submission in &plan.submissions {
        if cancel.is_set() {
            break;
        }
        grade_one(plan, submission, &mut compiler, sandbox, &mut emit)?;
    }
    let interrupted = cancel.is_set();
    emit(&Event::Finished { interrupted })
}

fn start(plan: &Plan) -> Start {
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
    }
}

fn grade_one(
    plan: &Plan,
    submission: &Submission,
    compiler: &mut Compiler<'_>,
    sandbox: &mut Sandbox,
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
    let compiled = compiler.compile(submission, sandbox);
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
        Ok(Compiled::Rejected(message)) => {
            emit(&compilation(CompileOutcome::Failed, message))?;
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
    let mut skip = None;
    for testcase in &plan.cases {
        let result = match (&program, skip) {
            (_, Some(why)) => without_run(testcase, Cause::NotRun { why }),
            (None, None) => without_run(testcase, otherwise.clone()),
            (Some(program), None) => match run(plan, program, testcase, sandbox) {
                Ok(result) => result,
                Err(SandboxError::Interrupted) => {
                    skip = Some(Skip::Interrupted);
                    let why = Skip::Interrupted;
                    without_run(testcase, Cause::NotRun { why })
                }
                Err(error) => {
                    let message = error.to_string();
                    without_run(testcase, Cause::Judge { message })
                }
            },
        };
        if plan.fail_fast && result.verdict > Verdict::Skipped {
            skip = Some(Skip::FailFast);
        }
        emit(&Event::CaseFinished {
            submission: name.clone(),
            result,
        })?;
    }
    emit(&Event::SubmissionFinished {
        submission: name.clone(),
    })
}

fn without_run(testcase: &Testcase, cause: Cause) -> CaseResult {
    CaseResult::without_run(testcase.id.clone(), decide::verdict(&cause), cause)
}

/// Runs a program on one testcase, in a fresh folder.
fn run(
    plan: &Plan,
    program: &Program,
    testcase: &Testcase,
    sandbox: &mut Sandbox,
) -> Result<CaseResult, SandboxError> {
    let Config { limits, io, .. } = &plan.config;
    let prepare = |error| SandboxError::Run(format!("cannot make the run's folder: {error}"));
    let folder = RunDir::new().map_err(prepare)?;
    if io.mode != IoMode::Stdio {
        fs::write(folder.work().join(&io.input), &testcase.input).map_err(prepare)?;
    }
    let task = Task {
        command: program.command.clone(),
        environment: environment(&folder),
        input: match io.mode {
            IoMode::Auto | IoMode::Stdio => testcase.input.clone(),
            IoMode::File => String::new(),
        },
        directory: folder.work().into(),
        stdout: folder.stdout().into(),
        stderr: folder.stderr().into(),
        limits: RunLimits {
            cpu_time: limits.cpu_time,
            wall_time: limits.wall_time(),
            memory: limits.memory,
            output: limits.output,
            processes: MOST_PROCESSES,
        },
    };
    let execution = sandbox.run(&task)?;
    if let Ending::NotStarted { errno } = execution.ending {
        return Err(SandboxError::Run(cannot_start(program, errno)));
    }
    let outputs = decide::Outputs::take(&folder, io, limits.output);
    Ok(decide::decide(testcase, &plan.config, &execution, outputs))
}

/// The environment of a contestant's program. Nothing of the judge's is in it
/// but where programs are.
fn environment(folder: &RunDir) -> Vec<(OsString, OsString)> {
    let work = OsString::from(folder.work());
    [
        ("PATH", search_path()),
        ("HOME", work.clone()),
        ("TMPDIR", work),
        ("LANG", "C.UTF-8".into()),
    ]
    .map(|(name, value)| (name.into(), value))
    .into()
}

/// Why a program can't be started, with what to do about it.
fn cannot_start(program: &Program, errno: i32) -> String {
    let error = io::Error::from_raw_os_error(errno);
    let command = program.command.first().map(|it| it.to_string_lossy());
    let command = sanitize::line(&command.unwrap_or_default());
    let remedy = match (errno, &program.install) {
        (libc::ENOENT, Some(install)) => format!("it is not there: install it ({install})"),
        (libc::ENOENT, None) => {
            "it, or the interpreter in its first line (#!), is not there".to_owned()
        }
        (libc::ENOEXEC, _) => "it is no program for this machine".to_owned(),
        (libc::EACCES, _) => {
            "it may not be executed: check the permissions of it and its folders".to_owned()
        }
        _ => return format!("cannot start {command}: {error}"),
    };
    format!("cannot start {command}: {error}: {remedy}")
}
