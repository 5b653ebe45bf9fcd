//! A program on one testcase: once, and again where one run is not to be
//! trusted.

use std::ffi::OsString;
use std::io;
use std::sync::{PoisonError, RwLock};

use super::decide;
use crate::compile::Program;
use crate::config::{Config, IoMode};
use crate::sandbox::{
    Deposit, Ending, MOST_PROCESSES, PATH, RunLimits, Sandbox, SandboxError, Take, Task,
};
use crate::sanitize;
use crate::testcase::Testcase;
use crate::units::Bytes;
use crate::verdict::{Attempt, CaseResult, Cause, Idle, Usage, Verdict};

/// What a run's files may take, beyond its output.
const DISK: Bytes = Bytes::mib(16);
/// How many files and folders it may make.
const INODES: u64 = 4096;

/// What a program is run with.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// The contest's configuration, with the limits of the program's language.
    pub(super) config: &'a Config,
    pub(super) program: &'a Program,
    /// Whether nothing else runs at any time.
    pub(super) is_alone: bool,
    /// Whether more runs of this program will follow.
    pub(super) repeats: bool,
}

/// Runs a program on a testcase. A failure of the judge's own is tried again
/// once; a run near the time limit is repeated with nothing else running, since
/// programs that run at the same time slow each other down.
///
/// `traffic` is held by every run, exclusively by one that is to be alone.
pub(super) fn case(
    terms: &Terms<'_>,
    testcase: &Testcase,
    sandbox: &mut Sandbox,
    traffic: &RwLock<()>,
) -> Result<CaseResult, SandboxError> {
    let first = once(terms, testcase, sandbox, traffic)?;
    if !is_doubtful(&first, terms.config) {
        return Ok(first);
    }
    let task = task(terms, testcase);
    let second = {
        let _exclusive = traffic.write().unwrap_or_else(PoisonError::into_inner);
        retried(|| attempt(terms, testcase, &task, sandbox))?
    };
    Ok(better(first, second, terms.is_alone))
}

/// The same, never repeated: for what nobody judges a program's speed by.
pub(super) fn once(
    terms: &Terms<'_>,
    testcase: &Testcase,
    sandbox: &mut Sandbox,
    traffic: &RwLock<()>,
) -> Result<CaseResult, SandboxError> {
    let task = task(terms, testcase);
    let _shared = traffic.read().unwrap_or_else(PoisonError::into_inner);
    retried(|| attempt(terms, testcase, &task, sandbox))
}

fn retried<T>(mut work: impl FnMut() -> Result<T, SandboxError>) -> Result<T, SandboxError> {
    match work() {
        Err(SandboxError::Interrupted) => Err(SandboxError::Interrupted),
        Err(first) => work().map_err(|second| match second {
            SandboxError::Interrupted => SandboxError::Interrupted,
            second if second.to_string() == first.to_string() => second,
            second => SandboxError::Run(format!("{first}; tried again: {second}")),
        }),
        done => done,
    }
}

/// Whether another run could come to another verdict, for reasons that aren't
/// the program's: it was near the time limit (0.8 of it or more), or others had
/// the CPU.
fn is_doubtful(result: &CaseResult, config: &Config) -> bool {
    let Some(Usage { cpu_time, .. }) = result.usage else {
        return false;
    };
    let starved = Cause::WallTime {
        why: Some(Idle::Starved),
    };
    cpu_time * 5 >= config.limits.cpu_time * 4
        || result.verdict == Verdict::TimeLimitExceeded
        || result.cause == starved
        || has_too_many(result)
}

/// How many processes there are at a time depends on how fast they come to an end.
fn has_too_many(result: &CaseResult) -> bool {
    matches!(result.cause, Cause::Processes { .. })
}

/// Of two runs of one case the one that counts: the second, which was alone, if
/// time or the number of processes was what the first one failed by; else the first
/// one. Both are kept.
fn better(first: CaseResult, second: CaseResult, was_alone: bool) -> CaseResult {
    let attempt = |result: &CaseResult, alone| Attempt {
        verdict: result.verdict,
        usage: result.usage.unwrap_or_default(),
        alone,
    };
    let attempts = vec![attempt(&first, was_alone), attempt(&second, true)];
    let by_time = |result: &CaseResult| {
        matches!(
            result.verdict,
            Verdict::TimeLimitExceeded | Verdict::IdlenessLimitExceeded
        )
    };
    let by_time = |result: &CaseResult| by_time(result) || has_too_many(result);
    let chosen = match (by_time(&first), by_time(&second)) {
        (true, _) => second,
        (false, true) => first,
        (false, false) => {
            // The same either way: the less disturbed time is the truer one.
            let time = |result: &CaseResult| result.usage.unwrap_or_default().cpu_time;
            if second.verdict == first.verdict && time(&second) < time(&first) {
                second
            } else {
                first
            }
        }
    };
    CaseResult { attempts, ..chosen }
}

/// One run, in a fresh folder.
fn attempt(
    terms: &Terms<'_>,
    testcase: &Testcase,
    task: &Task,
    sandbox: &mut Sandbox,
) -> Result<CaseResult, SandboxError> {
    let execution = sandbox.run(task)?;
    if let Ending::NotStarted { errno } = execution.ending {
        return Err(SandboxError::Run(cannot_start(
            terms.program,
            errno,
            sandbox,
        )));
    }
    Ok(decide::decide(testcase, terms.config, execution))
}

fn task(terms: &Terms<'_>, testcase: &Testcase) -> Task {
    let Config { limits, io, .. } = terms.config;
    let program = terms.program;
    let input = testcase.input.as_bytes();
    Task {
        command: program.command.clone(),
        // Nothing of the judge's is in it.
        environment: [("PATH", PATH), ("LANG", "C.UTF-8")]
            .map(|(name, value)| (name.into(), value.into()))
            .into(),
        input: match io.mode {
            IoMode::Auto | IoMode::Stdio => input.to_vec(),
            IoMode::File => Vec::new(),
        },
        files: match io.mode {
            IoMode::Auto | IoMode::File => vec![Deposit {
                name: io.input.clone(),
                bytes: input.to_vec(),
            }],
            IoMode::Stdio => Vec::new(),
        },
        program: Some(program.folder().to_owned()),
        visible: program.visible.clone(),
        take: Take::File(io.output.clone()),
        keep: limits.output,
        limits: RunLimits {
            cpu_time: limits.cpu_time,
            wall_time: limits.wall_time(),
            memory: limits.memory,
            output: limits.output,
            processes: MOST_PROCESSES,
            disk: Bytes(limits.output.0.saturating_mul(2).saturating_add(DISK.0)),
            inodes: INODES,
        },
        repeats: terms.repeats,
    }
}

/// Why a program can't be started, with what to do about it.
fn cannot_start(program: &Program, errno: i32, sandbox: &Sandbox) -> String {
    let error = io::Error::from_raw_os_error(errno);
    let command: Option<&OsString> = program.command.first();
    let command = command.map(|it| it.to_string_lossy());
    let command = sanitize::line(&command.unwrap_or_default());
    let remedy = match (errno, &program.install) {
        (libc::ENOENT, Some(install)) => {
            format!("programs can't see it: install it ({install}), or name its folder in needs")
        }
        (libc::ENOENT, None) => {
            "it, or the interpreter in its first line (#!), is not where programs can see it"
                .to_owned()
        }
        (libc::ENOEXEC, _) => "it is no program for this machine".to_owned(),
        (libc::EACCES, _) if sandbox.place().foreign_user() => {
            "programs run as another user, who may not execute it: what runs it must be \
             installed for all users"
                .to_owned()
        }
        (libc::EACCES, _) => {
            "it may not be executed: check its permissions, and that the folder for temporary \
             files (TMPDIR) is not mounted noexec"
                .to_owned()
        }
        _ => return format!("cannot start {command}: {error}"),
    };
    format!("cannot start {command}: {error}: {remedy}")
}
