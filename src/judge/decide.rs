//! From what was measured to a verdict. Pure.

use crate::checker::check;
use crate::config::{Config, IoMode, NonzeroExit};
use crate::finding::Note;
use crate::sandbox::{Ending, Execution, Limit, MOST_PROCESSES, Taken};
use crate::sanitize;
use crate::testcase::Testcase;
use crate::verdict::{AnswerFileFault, CaseResult, Cause, FOLDER, Verdict};

/// What a program left behind.
struct Outputs {
    stdout: Taken,
    stderr_too_large: bool,
    /// The answer file, whether or not the contest wants one.
    file: Taken,
}

/// The verdict that a cause gives.
pub(super) fn verdict(cause: &Cause) -> Verdict {
    match cause {
        Cause::Answer(outcome) => Verdict::from(&outcome.finding),
        Cause::AnswerFile { .. } => Verdict::WrongAnswer,
        Cause::CpuTime => Verdict::TimeLimitExceeded,
        Cause::WallTime { .. } => Verdict::IdlenessLimitExceeded,
        Cause::Memory => Verdict::MemoryLimitExceeded,
        Cause::Output { .. } => Verdict::OutputLimitExceeded,
        Cause::Processes { .. } | Cause::ExitCode { .. } | Cause::Signal { .. } => {
            Verdict::RuntimeError
        }
        Cause::Compile => Verdict::CompileError,
        Cause::NotRun { .. } => Verdict::Skipped,
        Cause::Judge { .. } => Verdict::JudgeError,
    }
}

/// Decides one run. The first cause gives the verdict, the others are kept.
pub(super) fn decide(testcase: &Testcase, config: &Config, mut execution: Execution) -> CaseResult {
    let mut files = std::mem::take(&mut execution.files).into_iter();
    let stdout = std::mem::take(&mut execution.stdout);
    let outputs = Outputs {
        stdout: if stdout.too_large {
            Taken::TooLarge
        } else {
            Taken::Bytes(stdout.bytes)
        },
        stderr_too_large: execution.stderr.too_large,
        file: match files.next() {
            Some((_, taken)) => taken,
            None => Taken::Refused(AnswerFileFault::Missing),
        },
    };
    let mut causes = faults(config, &execution, &outputs);
    let stderr = sanitize::ends(&execution.stderr.bytes);
    let Outputs { stdout, file, .. } = outputs;
    let checked = |taken, name: &str| match taken {
        Taken::Bytes(bytes) => Some(Cause::Answer(check(testcase, config.rules, &bytes))),
        // Too much output is among the faults already.
        Taken::TooLarge => None,
        Taken::Refused(why) => Some(Cause::AnswerFile {
            name: name.to_owned(),
            why,
        }),
    };
    let name = &config.io.output;
    let is_made = file != Taken::Refused(AnswerFileFault::Missing);
    let has_stdout = !matches!(&stdout, Taken::Bytes(bytes) if bytes.is_empty());
    let from_file = match config.io.mode {
        IoMode::Auto => is_made,
        IoMode::Stdio => false,
        IoMode::File => true,
    };
    // A file that was refused was not judged.
    let is_taken = from_file && !matches!(file, Taken::Refused(_));
    let mut judged = if from_file {
        checked(file, name)
    } else {
        checked(stdout.clone(), "standard output")
    };
    // What was written where nobody looks is told.
    if let Some(Cause::Answer(outcome)) = &mut judged {
        if from_file && has_stdout {
            outcome.notes.push(Note::StandardOutputIgnored);
        } else if !from_file && is_made {
            outcome.notes.push(Note::AnswerFileIgnored);
        }
    }
    causes.extend(judged);
    if from_file && !is_made && has_stdout {
        // A program that forgot the file may have been right.
        causes.extend(checked(stdout, "standard output"));
    }
    let answer_file = is_taken.then(|| name.clone());
    let mut causes = causes.into_iter();
    let cause = causes.next().unwrap_or_else(|| Cause::Judge {
        message: "the run left nothing to judge".to_owned(),
    });
    CaseResult {
        case: testcase.id.clone(),
        verdict: verdict(&cause),
        cause,
        also: causes.collect(),
        usage: Some(execution.usage),
        attempts: Vec::new(),
        answer_file,
        stderr,
        probes: None,
    }
}

/// What was wrong with the run itself, the gravest first.
fn faults(config: &Config, execution: &Execution, outputs: &Outputs) -> Vec<Cause> {
    let limits = &config.limits;
    let usage = &execution.usage;
    let stopped = |limit| execution.ending == Ending::Stopped(limit);
    let mut causes = Vec::new();
    // The measured use decides, whoever ended the run.
    let over_time = usage.cpu_time > limits.cpu_time || stopped(Limit::CpuTime);
    let over_memory = usage.peak_memory > limits.memory || stopped(Limit::Memory);
    if over_time {
        causes.push(Cause::CpuTime);
    }
    if over_memory {
        causes.push(Cause::Memory);
    }
    if stopped(Limit::Memory) {
        causes.reverse();
    }
    if stopped(Limit::Processes) {
        let limit = MOST_PROCESSES;
        causes.insert(0, Cause::Processes { limit });
    }
    if let Some(stream) = over_output(config, execution, outputs) {
        causes.push(Cause::Output { stream });
    }
    if stopped(Limit::WallTime) && !over_time {
        causes.push(Cause::WallTime {
            why: execution.idle,
        });
    }
    match execution.ending {
        // These two are how the system itself ends what is over a limit.
        Ending::Signalled(libc::SIGXFSZ) => {}
        Ending::Signalled(libc::SIGXCPU | libc::SIGKILL) if over_time => {}
        Ending::Signalled(number) => causes.push(Cause::Signal { number }),
        Ending::Exited(code)
            if code != 0 && config.io.nonzero_exit == NonzeroExit::RuntimeError =>
        {
            causes.push(Cause::ExitCode { code });
        }
        Ending::Exited(_) | Ending::Stopped(_) | Ending::NotStarted { .. } => {}
    }
    causes
}

/// The stream or file that holds more than it may.
fn over_output(config: &Config, execution: &Execution, outputs: &Outputs) -> Option<String> {
    if outputs.stdout == Taken::TooLarge {
        return Some("standard output".to_owned());
    }
    if outputs.stderr_too_large {
        return Some("standard error".to_owned());
    }
    if config.io.mode != IoMode::Stdio && outputs.file == Taken::TooLarge {
        return Some(config.io.output.clone());
    }
    match execution.ending {
        Ending::Signalled(libc::SIGXFSZ) => Some("a file".to_owned()),
        Ending::Stopped(Limit::Output) => Some("an output stream".to_owned()),
        Ending::Stopped(Limit::Disk) => Some(FOLDER.to_owned()),
        _ => None,
    }
}
