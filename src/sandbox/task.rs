//! What is to be run, and what came of it. Bytes travel beside the header, see
//! `wire`, and are left out of it here.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::units::{Bytes, seconds};
use crate::verdict::{AnswerFileFault, Idle, Usage};

/// What may be used by one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunLimits {
    /// CPU time of all processes together.
    #[serde(with = "seconds")]
    pub cpu_time: Duration,
    /// Time on the clock.
    #[serde(with = "seconds")]
    pub wall_time: Duration,
    /// Resident memory of all processes together.
    pub memory: Bytes,
    /// Size of each file that is written, the output streams among them.
    pub output: Bytes,
    /// Processes and threads at a time.
    pub processes: usize,
    /// All files in its folders together.
    pub disk: Bytes,
    /// How many files and folders it may have.
    pub inodes: u64,
}

/// One run: a command, what it is given, and what it may use.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The program and its arguments; the program by its path, or a name to be
    /// found in the `PATH` of `environment`.
    pub command: Vec<OsString>,
    /// The environment, but for `HOME` and `TMPDIR`, which are set to folders of
    /// the run unless they are here.
    pub environment: Vec<(OsString, OsString)>,
    /// What is given on standard input.
    #[serde(skip)]
    pub input: Vec<u8>,
    /// Files that are put into the working folder, which is empty otherwise.
    pub files: Vec<Deposit>,
    /// The folder that holds the program. See `Sandbox::program_folder` for
    /// where the run sees it.
    pub program: Option<PathBuf>,
    /// Files and folders that the run may read besides the system's, at their
    /// own paths; those that aren't there are passed over.
    pub visible: Vec<PathBuf>,
    /// What is taken from the working folder at the end.
    pub take: Take,
    /// So much is kept of each output stream.
    pub keep: Bytes,
    /// What may be used.
    pub limits: RunLimits,
    /// Whether more runs will follow that differ from this one in what they are
    /// given alone. Then the next one is made ready ahead.
    pub repeats: bool,
}

/// A file for the working folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deposit {
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// What is taken from the working folder at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// Nothing.
    Nothing,
    /// One file.
    File(String),
    /// All plain files, in all folders.
    Everything,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The program ended with this exit code.
    Exited(i32),
    /// A signal ended it that was not ours.
    Signalled(i32),
    /// We, or the system for us, ended it at a limit.
    Stopped(Limit),
    /// It could not be started.
    NotStarted {
        /// The system's error number.
        errno: i32,
    },
}

/// A limit at which a run is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// CPU time.
    CpuTime,
    /// Wall time.
    WallTime,
    /// Memory.
    Memory,
    /// Number of processes.
    Processes,
    /// Number or size of files.
    Disk,
    /// Size of an output stream.
    Output,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Execution {
    /// How it ended.
    pub ending: Ending,
    /// What it used.
    pub usage: Usage,
    /// What it waited for when the wall time ran out.
    pub idle: Option<Idle>,
    /// What it wrote to standard output.
    pub stdout: Output,
    /// What it wrote to standard error.
    pub stderr: Output,
    /// What was taken from its folder, by name; of [`Take::File`] exactly one.
    pub files: Vec<(String, Taken)>,
}

/// An output stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// Its beginning, or all of it.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Whether it is larger than the output limit.
    pub too_large: bool,
}

/// What was taken from a file that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// What it holds.
    Bytes(#[serde(skip)] Vec<u8>),
    /// It is larger than the limit.
    TooLarge,
    /// It can't be taken.
    Refused(AnswerFileFault),
}

impl Task {
    /// The bytes that travel beside the header.
    pub(super) fn parts(&self) -> Vec<&[u8]> {
        let files = self.files.iter().map(|it| it.bytes.as_slice());
        [self.input.as_slice()].into_iter().chain(files).collect()
    }

    /// Puts them back.
    pub(super) fn fill(&mut self, parts: Vec<Vec<u8>>) {
        let mut parts = parts.into_iter();
        self.input = parts.next().unwrap_or_default();
        for (file, bytes) in self.files.iter_mut().zip(parts) {
            file.bytes = bytes;
        }
    }
}

impl Execution {
    /// The bytes that travel beside the header.
    pub(super) fn parts(&self) -> Vec<&[u8]> {
        let files = self.files.iter().filter_map(|(_, taken)| match taken {
            Taken::Bytes(bytes) => Some(bytes.as_slice()),
            Taken::TooLarge | Taken::Refused(_) => None,
        });
        [self.stdout.bytes.as_slice(), &self.stderr.bytes]
            .into_iter()
            .chain(files)
            .collect()
    }

    /// Puts them back.
    pub(super) fn fill(&mut self, parts: Vec<Vec<u8>>) {
        let mut parts = parts.into_iter();
        self.stdout.bytes = parts.next().unwrap_or_default();
        self.stderr.bytes = parts.next().unwrap_or_default();
        fill(&mut self.files, parts);
    }
}

/// Puts the bytes of taken files back.
pub(super) fn fill(files: &mut [(String, Taken)], mut parts: impl Iterator<Item = Vec<u8>>) {
    for (_, taken) in files {
        if let Taken::Bytes(bytes) = taken {
            *bytes = parts.next().unwrap_or_default();
        }
    }
}
