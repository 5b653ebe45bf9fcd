//! Verdicts, and what a program is told about one testcase.

use std::fmt;
use std::time::Duration;

use mayan_reference::{Answer, Board};
use serde::{Deserialize, Serialize};

use crate::finding::{CheckOutcome, Finding};
use crate::testcase::CaseId;
use crate::units::{Bytes, seconds};

/// The outcome of one testcase, or the worst one of several.
///
/// The order is that of gravity: a judge's fault stands above everything,
/// since it makes the rest uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// Accepted.
    #[serde(rename = "AC")]
    Accepted,
    /// Skipped: not run.
    #[serde(rename = "SK")]
    Skipped,
    /// Presentation error: the output isn't made of whole numbers.
    #[serde(rename = "PE")]
    PresentationError,
    /// Wrong answer.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// CPU time limit exceeded.
    #[serde(rename = "TLE")]
    TimeLimitExceeded,
    /// Idleness limit exceeded: wall time ran out without using the CPU.
    #[serde(rename = "ILE")]
    IdlenessLimitExceeded,
    /// Memory limit exceeded.
    #[serde(rename = "MLE")]
    MemoryLimitExceeded,
    /// Output limit exceeded.
    #[serde(rename = "OLE")]
    OutputLimitExceeded,
    /// Runtime error: a signal, or an exit code other than 0.
    #[serde(rename = "RE")]
    RuntimeError,
    /// Compile error.
    #[serde(rename = "CE")]
    CompileError,
    /// Judge error: ours, never the contestant's.
    #[serde(rename = "JE")]
    JudgeError,
}

impl Verdict {
    /// All, in order of gravity.
    pub const ALL: [Self; 11] = [
        Self::Accepted,
        Self::Skipped,
        Self::PresentationError,
        Self::WrongAnswer,
        Self::TimeLimitExceeded,
        Self::IdlenessLimitExceeded,
        Self::MemoryLimitExceeded,
        Self::OutputLimitExceeded,
        Self::RuntimeError,
        Self::CompileError,
        Self::JudgeError,
    ];

    /// The code of two or three letters; never translated.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::Skipped => "SK",
            Self::PresentationError => "PE",
            Self::WrongAnswer => "WA",
            Self::TimeLimitExceeded => "TLE",
            Self::IdlenessLimitExceeded => "ILE",
            Self::MemoryLimitExceeded => "MLE",
            Self::OutputLimitExceeded => "OLE",
            Self::RuntimeError => "RE",
            Self::CompileError => "CE",
            Self::JudgeError => "JE",
        }
    }

    /// One letter for a strip of cases; `-` for a case that was not run.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Accepted => 'A',
            Self::Skipped => '-',
            Self::PresentationError => 'P',
            Self::WrongAnswer => 'W',
            Self::TimeLimitExceeded => 'T',
            Self::IdlenessLimitExceeded => 'I',
            Self::MemoryLimitExceeded => 'M',
            Self::OutputLimitExceeded => 'O',
            Self::RuntimeError => 'R',
            Self::CompileError => 'C',
            Self::JudgeError => 'J',
        }
    }
}

/// The verdict on an output of which this was found.
impl From<&Finding> for Verdict {
    fn from(finding: &Finding) -> Self {
        match finding {
            Finding::Right => Self::Accepted,
            Finding::NotInteger { .. } | Finding::Utf16 => Self::PresentationError,
            _ => Self::WrongAnswer,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// What a run used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// CPU time, user and system, of the program and all its children.
    /// In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub cpu_time: Duration,
    /// Time on the clock, from start to end. In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub wall_time: Duration,
    /// The largest resident size. Memory that is never touched isn't used.
    pub peak_memory: Bytes,
}

/// What [`Cause::Output`] calls all that a program may write to together.
pub const FOLDER: &str = "its folder";

/// One reason for a verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Cause {
    /// What the checker found in the output.
    Answer(CheckOutcome),
    /// The answer file that the contest asks for could not be taken.
    AnswerFile {
        /// Its name, such as `mayan.out`.
        name: String,
        /// Why.
        why: AnswerFileFault,
    },
    /// More CPU time than the limit.
    CpuTime,
    /// The wall time ran out first.
    WallTime {
        /// What the program was doing, where the system tells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Idle>,
    },
    /// More memory than the limit.
    Memory,
    /// More output than the limit.
    Output {
        /// Where it went: `standard output`, `standard error`, a file's name, or
        /// [`FOLDER`].
        stream: String,
    },
    /// More processes at a time than the limit.
    Processes {
        /// The limit.
        limit: usize,
    },
    /// An exit code other than 0.
    ExitCode {
        /// The code, 1 to 255.
        code: i32,
    },
    /// The program was ended by a signal that the judge did not send.
    Signal {
        /// Its number.
        number: i32,
    },
    /// The source did not compile.
    Compile,
    /// The case was not run.
    NotRun {
        /// Why.
        why: Skip,
    },
    /// The judge failed.
    Judge {
        /// What happened, and what to do about it.
        message: String,
    },
}

/// What a program does that uses no CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// It reads standard input.
    WaitsForInput,
    /// It sleeps, of its own will.
    Sleeps,
    /// It waits for a lock, a pipe, another thread or process.
    Blocked,
    /// It could run, but others had the CPU.
    Starved,
}

/// Why an answer file could not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerFileFault {
    /// The program made none.
    Missing,
    /// It is a link, directory, FIFO, device or socket.
    NotRegular,
    /// It has a second name somewhere.
    HardLink,
    /// It may not be read.
    Unreadable,
}

/// Why a case was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// An earlier case failed and `--fail-fast` was given.
    FailFast,
    /// The run was interrupted.
    Interrupted,
}

/// One of several runs of a testcase.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// What it would have been given.
    pub verdict: Verdict,
    /// What it used.
    pub usage: Usage,
    /// Whether the judge ran nothing else meanwhile.
    pub alone: bool,
}

/// What a board that probes a program has to do with the testcase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProbeKind {
    /// The same board with other colours.
    Isomorph,
    /// Another board of the same kind.
    Fresh,
}

impl ProbeKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Isomorph, Self::Fresh];
}

/// Boards besides a testcase on which a program was run that was accepted on it. They
/// change neither its verdict nor its points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Probes {
    /// How many isomorphs there were.
    pub isomorphs: usize,
    /// How many fresh boards there were.
    pub fresh: usize,
    /// Those on which it was not accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<Probe>,
}

impl Probes {
    /// How many of a kind there were.
    #[must_use]
    pub fn all(&self, kind: ProbeKind) -> usize {
        match kind {
            ProbeKind::Isomorph => self.isomorphs,
            ProbeKind::Fresh => self.fresh,
        }
    }

    /// Those of a kind that somebody should look at.
    pub fn flagged(&self, kind: ProbeKind) -> impl Iterator<Item = &Probe> {
        let failed = self.failed.iter();
        failed.filter(move |it| it.kind == kind && it.flagged)
    }
}

/// A board on which a program failed that is accepted on the testcase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// What it has to do with the testcase.
    pub kind: ProbeKind,
    /// How many moves may be played.
    pub n: usize,
    /// The board.
    pub board: Board,
    /// Its least answer.
    pub answer: Answer,
    /// The verdict.
    pub verdict: Verdict,
    /// What decided the verdict.
    pub cause: Cause,
    /// What else was wrong, or right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Cause>,
    /// What the run used.
    pub usage: Option<Usage>,
    /// Whether somebody should look at the program. Not where it may have run out of
    /// time or memory honestly, nor where the judge failed.
    pub flagged: bool,
}

impl Probe {
    /// As if it were a testcase's result, of this testcase.
    #[must_use]
    pub fn result(&self, case: &CaseId) -> CaseResult {
        CaseResult {
            also: self.also.clone(),
            usage: self.usage,
            ..CaseResult::without_run(case.clone(), self.verdict, self.cause.clone())
        }
    }
}

/// The outcome of one testcase, with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The testcase.
    pub case: CaseId,
    /// The verdict.
    pub verdict: Verdict,
    /// What decided the verdict.
    pub cause: Cause,
    /// What else was wrong, or right: the answer of a program that crashed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Cause>,
    /// What the run used; `None` where nothing ran.
    pub usage: Option<Usage>,
    /// All runs of the case, in order, where there was more than one: near the
    /// time limit a program is run once more, alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
    /// The file from which the answer was taken; `None` for standard output, and
    /// where the file could not be taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_file: Option<String>,
    /// The beginning of what the program wrote to standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The boards besides that it was run on; `None` where it wasn't.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probes: Option<Probes>,
}

impl CaseResult {
    /// A result for a case that did not run.
    #[must_use]
    pub fn without_run(case: CaseId, verdict: Verdict, cause: Cause) -> Self {
        Self {
            case,
            verdict,
            cause,
            also: Vec::new(),
            usage: None,
            attempts: Vec::new(),
            answer_file: None,
            stderr: String::new(),
            probes: None,
        }
    }

    /// Whether the judge failed, on the case or on a board besides it: then it is to
    /// be tried again.
    #[must_use]
    pub fn has_judge_error(&self) -> bool {
        let probes = self.probes.iter().flat_map(|it| &it.failed);
        let mut verdicts = probes.map(|it| it.verdict).chain([self.verdict]);
        verdicts.any(|it| it == Verdict::JudgeError)
    }

    /// How many boards of a kind besides it somebody should look at.
    #[must_use]
    pub fn flagged(&self, kind: ProbeKind) -> usize {
        let probes = self.probes.as_ref();
        probes.map_or(0, |it| it.flagged(kind).count())
    }

    /// What the checker found, whether or not it decided the verdict.
    #[must_use]
    pub fn check(&self) -> Option<&CheckOutcome> {
        std::iter::once(&self.cause)
            .chain(&self.also)
            .find_map(|cause| match cause {
                Cause::Answer(outcome) => Some(outcome),
                _ => None,
            })
    }
}
