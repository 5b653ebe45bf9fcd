//! What happens in a run, as data. The terminal, NDJSON and the report are
//! made of nothing else.

use std::num::NonZero;
use std::time::Duration;

use mayan_reference::{Answer, Board, Rules};
use serde::{Deserialize, Serialize};

use crate::config::{self, Io};
use crate::isolation::Isolation;
use crate::scoring::Group;
use crate::testcase::CaseId;
use crate::units::{Bytes, seconds};
use crate::verdict::CaseResult;

/// The version of the events and of the report. It changes when a reader of
/// the former version would misread the new one; new keys may come without.
pub const VERSION: u32 = 1;

/// Something that happened. In NDJSON one line each; the first is `start`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A run begins.
    Start(Start),
    /// A submission's turn has come.
    SubmissionStarted {
        /// The submission.
        submission: String,
        /// Its language; `null` for a program that runs as it is.
        language: Option<String>,
    },
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
    /// How many submissions there are.
    pub submissions: usize,
    /// How many programs run at a time.
    #[serde(default = "one")]
    pub jobs: NonZero<usize>,
    /// What keeps programs in their place; what was found on this machine.
    #[serde(default)]
    pub isolation: Isolation,
}

fn one() -> NonZero<usize> {
    NonZero::<usize>::MIN
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
