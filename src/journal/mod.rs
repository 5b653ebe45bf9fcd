//! The journal: every finished case is safe at once, a run that was cut short
//! goes on where it was, and runs of several machines are put together.
//!
//! One file of JSON lines, with one writer, which a lock keeps to one. A line is
//! written at once; what a killed judge left of its last one is cut off. A result
//! counts as long as all that it depends on is as it was: that is its [`Key`]. At
//! the start of a run what isn't good any more is given up, so that all that a
//! journal holds is good for its last run. Failures of the judge are kept for the report and tried again.
//!
//! - [`mod@self`]: the lines, and writing them.
//! - [`read`]: what a journal holds.
//! - [`merge`]: several journals, one report, conflicts.
//! - [`partition`]: which part of a class is whose.
//! - [`machine`]: where it was graded, and how fast that is.

pub mod machine;
pub mod merge;
pub mod partition;
pub mod read;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::event::{Begun, Compilation, Start};
use crate::testcase::CaseId;
use crate::verdict::CaseResult;
use machine::Machine;
use read::Contents;

/// The version of the journal's lines.
pub const FORMAT: u32 = 1;

/// How often what was written is forced to the disk: a judge that dies loses
/// nothing without it, a machine that loses power loses this much.
const SYNC: Duration = Duration::from_secs(5);

/// Everything that a result depends on, as one digest: source, language,
/// toolchain, testcase, limits, rules, and the judge itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(pub String);

/// One line. In JSON an object with one key, the kind of line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// A run begins; what follows is its.
    Run(Box<Run>),
    /// A submission was compiled, or needed no compiling.
    Submission(Box<CompiledLine>),
    /// A testcase has a result.
    Case(Box<CaseLine>),
    /// What was kept of a submission is not good any more: what it depended on
    /// has changed.
    Stale(Stale),
}

/// A run's first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`FORMAT`].
    pub format: u32,
    /// The digest of what all results of a report must share: judge, limits,
    /// rules, testcases, subtasks.
    pub contest: Digest,
    /// Where it runs.
    pub machine: Machine,
    /// The folder or zip file of the hand-ins there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// What is known before the first program runs, of the whole class also where
    /// this run is a part of it.
    pub start: Start,
}

/// A compiled submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompiledLine {
    /// What compiling depended on.
    pub key: Key,
    /// The submission.
    pub begun: Begun,
    /// How it went.
    pub compilation: Compilation,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseLine {
    /// What it depends on.
    pub key: Key,
    /// [`Machine::speed`] of where it was run, in seconds.
    #[serde(default)]
    pub speed: Option<f64>,
    /// The submission.
    pub submission: String,
    /// The result.
    pub result: CaseResult,
}

/// What isn't good any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stale {
    /// The submission.
    pub submission: String,
    /// Whether how it was compiled is among it.
    pub compilation: bool,
    /// The testcases whose results are.
    pub cases: Vec<CaseId>,
}

/// Why a journal can't be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It can't be read or written.
    #[error("cannot use the journal {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another judge writes to it.
    #[error(
        "the journal {} is in use by another mayan-judge: wait until that has ended, or name \
         another file with --out", .0.display()
    )]
    InUse(PathBuf),
    /// It is another kind of file.
    #[error(
        "{} is no journal of mayan-judge (its first line should begin with {{\"run\":)", .0.display()
    )]
    Foreign(PathBuf),
    /// It holds results, but not what they are of.
    #[error(
        "{path} has results, but no line of a run ({{\"run\":): name it as --out of the `grade` \
         that it is of, which keeps them and adds one", path = .0.display()
    )]
    Headless(PathBuf),
    /// It was written by a newer judge.
    #[error(
        "the journal {} has format {found}, this judge knows {FORMAT}: use the judge that wrote it",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
}

/// A journal that is written to.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// Of this machine, once a run has begun.
    speed: OnceLock<Option<f64>>,
    writer: Mutex<Writer>,
}

#[derive(Debug)]
struct Writer {
    file: File,
    synced: Instant,
    /// Whether a line could not be written whole: none may follow it.
    broken: bool,
}

impl Journal {
    /// Opens a journal, or makes one, and gives what it holds.
    ///
    /// # Errors
    /// A file that can't be used, or that another judge is writing to.
    pub fn open(path: &Path) -> Result<(Self, Contents), JournalError> {
        let failed = |error| JournalError::File {
            path: path.to_owned(),
            error,
        };
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            let error = io::Error::other("it is not a plain file, which is needed to go on later");
            return Err(failed(error));
        }
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            // File systems without locks: then nobody can be told.
            Ok(()) | Err(rustix::io::Errno::NOTSUP | rustix::io::Errno::NOSYS) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => {
                return Err(JournalError::InUse(path.to_owned()));
            }
            Err(error) => return Err(failed(error.into())),
        }
        let contents = Contents::of(&file, path)?;
        if contents.whole < contents.size {
            file.set_len(contents.whole).map_err(failed)?;
        }
        let journal = Self {
            path: path.to_owned(),
            speed: OnceLock::new(),
            writer: Mutex::new(Writer {
                file,
                synced: Instant::now(),
                broken: false,
            }),
        };
        Ok((journal, contents))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a run, or goes on with the last one if it was of the same machine and
    /// contest: all lines that follow are its.
    ///
    /// # Errors
    /// No room, most likely.
    pub fn begin(&self, run: Run, contents: &Contents) -> io::Result<()> {
        self.speed.get_or_init(|| run.machine.speed);
        let goes_on = contents.runs.last().is_some_and(|last| {
            // What is measured differs each time.
            let speed = last.machine.speed;
            let here = Machine {
                speed,
                ..run.machine.clone()
            };
            last.machine == here && last.contest == run.contest && last.start == run.start
        });
        if goes_on {
            return Ok(());
        }
        self.write(&Line::Run(Box::new(run)))
    }

    /// Gives up what is not good any more.
    ///
    /// # Errors
    /// No room, most likely.
    pub fn stale(&self, stale: Stale) -> io::Result<()> {
        self.write(&Line::Stale(stale))
    }

    /// Keeps how a submission was compiled.
    ///
    /// # Errors
    /// No room, most likely.
    pub fn compiled(&self, line: CompiledLine) -> io::Result<()> {
        self.write(&Line::Submission(Box::new(line)))
    }

    /// Keeps a result.
    ///
    /// # Errors
    /// No room, most likely.
    pub fn case(&self, key: Key, submission: &str, result: &CaseResult) -> io::Result<()> {
        self.write(&Line::Case(Box::new(CaseLine {
            key,
            speed: self.speed.get().copied().flatten(),
            submission: submission.to_owned(),
            result: result.clone(),
        })))
    }

    fn write(&self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.broken {
            return Err(io::Error::other("an earlier line could not be written"));
        }
        if let Err(error) = writer.file.write_all(&text) {
            writer.broken = true;
            return Err(self.unwritable(&error));
        }
        if writer.synced.elapsed() > SYNC {
            let synced = writer.file.sync_data();
            synced.map_err(|error| self.unwritable(&error))?;
            writer.synced = Instant::now();
        }
        Ok(())
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&self) -> io::Result<()> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let synced = writer.file.sync_data();
        synced.map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &io::Error) -> io::Error {
        let message = format!(
            "cannot write the journal {}: {error}. What was graded before is in it: when that is \
             mended, the same command goes on",
            self.path.display()
        );
        io::Error::new(error.kind(), message)
    }
}
