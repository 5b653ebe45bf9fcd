//! What happens in a run, as data. The terminal, NDJSON and the report are
//! made of nothing else.

use std::num::NonZero;
use std::sync::atomic::AtomicUsize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mayan_reference::{Answer, Board, Rules};
use serde::{Deserialize, Serialize};

use crate::config::{self, Contest, Io};
use crate::digest::Digest;
use crate::hint::Hint;
use crate::isolation::Isolation;
use crate::scoring::{self, Group};
use crate::source::Encoding;
use crate::submission::class::{Contestant, Layout, LeftOut};
use crate::testcase::CaseId;
use crate::units::{Bytes, seconds};
use crate::verdict::{CaseResult, Cause, Verdict};

/// The version of the events and of the report. It changes when a reader of
/// the former version would misread the new one; new keys may come without.
pub const VERSION: u32 = 2;

/// Something that happened. In NDJSON one line each; the first is `start`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A run begins.
    Start(Start),
    /// A submission's turn has come.
    SubmissionStarted(Begun),
    /// Its source was compiled, or needed no compiling.
    Compiled(Compilation),
    /// A testcase has a result.
    CaseFinished {
        /// The submission.
        submission: String,
        /// The result.
        #[serde(flatten)]
        result: CaseResult,
    },
    /// All its testcases have results.
    SubmissionFinished {
        /// The submission.
        submission: String,
    },
    /// The run is over.
    Finished {
        /// Whether it was cut short.
        interrupted: bool,
    },
}

/// Everything that is known before the first program runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// [`VERSION`].
    pub version: u32,
    /// The judge's own version.
    pub judge: String,
    /// What a program may use.
    pub limits: Limits,
    /// The reading of the statement.
    pub rules: Rules,
    /// How input and output are given.
    pub io: Io,
    /// The testcases, in the order in which they run.
    pub cases: Vec<CaseInfo>,
    /// The subtasks; each case is in one.
    pub subtasks: Vec<Group>,
    /// How many testcases were left out by `--case`: no score is given then.
    pub left_out: usize,
    /// What is held, and how it is ranked.
    #[serde(default)]
    pub contest: Contest,
    /// How the folder of hand-ins is laid out; `null` where programs were named
    /// one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_ins: Option<Layout>,
    /// Everyone, in order, also those who handed in nothing.
    pub contestants: Vec<Contestant>,
    /// Files that are graded for nobody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out_files: Vec<LeftOut>,
    /// Whether a submission's first failed case is its last, if it counts.
    #[serde(default)]
    pub fail_fast: bool,
    /// Which part of a class this is, of several that are graded apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// The boards besides the testcases; `null` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probing: Option<Probing>,
    /// How many programs run at a time.
    #[serde(default = "one")]
    pub jobs: NonZero<usize>,
    /// What keeps programs in their place; what was found on this machine.
    #[serde(default)]
    pub isolation: Isolation,
}

impl Start {
    /// Whether a case counts: see [`scoring::counts`].
    #[must_use]
    pub fn counts(&self, case: &CaseId) -> bool {
        scoring::counts(&self.subtasks, case)
    }
}

fn one() -> NonZero<usize> {
    NonZero::<usize>::MIN
}

/// On which boards besides a testcase a program is run that was accepted on it: how
/// many at most, since not every board has so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probing {
    /// The same board with other colours.
    pub isomorphs: usize,
    /// Other boards of the same kind.
    pub fresh: usize,
    /// What decides which fresh boards these are, beside the testcase.
    pub seed: u64,
}

/// What a program may use on one testcase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time. In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub cpu_time: Duration,
    /// Time on the clock. In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub wall_time: Duration,
    /// Resident memory, in bytes.
    pub memory: Bytes,
    /// Size of standard output and of each file, in bytes.
    pub output: Bytes,
}

impl From<&config::Limits> for Limits {
    fn from(limits: &config::Limits) -> Self {
        Self {
            cpu_time: limits.cpu_time,
            wall_time: limits.wall_time(),
            memory: limits.memory,
            output: limits.output,
        }
    }
}

/// What is going on at this moment, for whoever shows it: not in order, and no
/// part of the report.
#[derive(Debug, Default)]
pub struct Now {
    /// How many results there will be.
    pub all: AtomicUsize,
    /// How many there are.
    pub done: AtomicUsize,
    /// How many of these were kept from an earlier run.
    pub kept: AtomicUsize,
    /// What each job does.
    pub jobs: Mutex<Vec<Option<Doing>>>,
}

/// What a job does: the submission, and the testcase unless it is being compiled.
pub type Doing = (String, Option<CaseId>);

impl Now {
    /// Tells what a job does from now on.
    pub fn set(&self, job: usize, what: Option<Doing>) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() <= job {
            jobs.resize(job + 1, None);
        }
        jobs[job] = what;
    }
}

/// A testcase, as far as reports need it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseInfo {
    /// Its name.
    pub case: CaseId,
    /// How many moves may be played.
    pub n: usize,
    /// The board: five columns from left to right, each from bottom to top.
    pub board: Board,
    /// The least answer; `null` where -1 is right.
    pub answer: Answer,
    /// What the case is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A submission whose turn has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begun {
    /// The submission: its contestant's id.
    pub submission: String,
    /// Its language; `null` for a program that runs as it is.
    pub language: Option<String>,
    /// SHA-256 of what was handed in, in hexadecimal; `null` if it can't be read.
    #[serde(default)]
    pub digest: Option<Digest>,
    /// The machine that it is run on: its name and its processor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// What it may use: the contest's limits, with its language's time factor.
    pub limits: Limits,
}

/// How compiling went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compilation {
    /// The submission.
    pub submission: String,
    /// What came of it.
    pub outcome: CompileOutcome,
    /// What the compiler said, from its beginning, made safe to show.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// How long it took. In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// Whether the program, or the refusal, was there from an equal source.
    #[serde(default)]
    pub cached: bool,
    /// What compiled it, as it calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toolchain: Option<String>,
    /// How the source was encoded; compilers get UTF-8.
    #[serde(default)]
    pub encoding: Encoding,
    /// What can be done about the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
}

impl Compilation {
    /// What every case gets where there is no program to run.
    #[must_use]
    pub fn instead(&self) -> Option<(Verdict, Cause)> {
        match self.outcome {
            CompileOutcome::NotNeeded | CompileOutcome::Done => None,
            CompileOutcome::Failed => Some((Verdict::CompileError, Cause::Compile)),
            CompileOutcome::JudgeError => {
                let message = self.message.clone();
                Some((Verdict::JudgeError, Cause::Judge { message }))
            }
        }
    }

    /// The verdict that this alone gives; `None` where there is a program.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.instead().map(|(verdict, _)| verdict)
    }
}

/// What came of compiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompileOutcome {
    /// Nothing was to be done.
    NotNeeded,
    /// There is a program.
    Done,
    /// The compiler found faults, or did not end in time.
    Failed,
    /// The judge could not compile, for a reason that isn't the contestant's.
    JudgeError,
}
