//! Submissions: what a contestant handed in, and how it is to be run.

use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::config::Config;

/// One contestant's program, as handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What reports call it: the path as it was given.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
}

/// What was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A source file in a language of the contest, by the language's name.
    Source(String),
    /// A program that runs as it is: a binary, or a script with `#!`.
    Executable,
}

/// Why a file is no submission.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// It can't be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is a folder.
    #[error("{} is a folder: name the program or source file in it", .0.display())]
    Folder(PathBuf),
    /// It is neither a source of a known language nor a program.
    #[error(
        "{} is neither a program (an executable file, or a script that begins with #!) \
         nor a source file of the contest's languages ({languages})",
        path.display()
    )]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The extensions that are known.
        languages: String,
    },
    /// It is a program without permission to run.
    #[error("{path} is a program, but not marked executable: run `chmod +x {path}`", path = .0.display())]
    NotExecutable(PathBuf),
}

impl Submission {
    /// Looks at a file and says what it is. A known extension decides before
    /// the executable bit does: files from other systems often have the bit.
    ///
    /// # Errors
    /// A file that can't be read or can't be run.
    pub fn from_path(path: &Path, config: &Config) -> Result<Self, SubmissionError> {
        let unreadable = |error| SubmissionError::Unreadable {
            path: path.to_owned(),
            error,
        };
        let metadata = std::fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(SubmissionError::Folder(path.to_owned()));
        }
        let submission = |kind| Self {
            name: path.to_string_lossy().into_owned(),
            path: path.to_owned(),
            kind,
        };
        if let Some(language) = config.language_of(path) {
            return Ok(submission(Kind::Source(language.to_owned())));
        }
        let mut head = [0; 4];
        let length = std::fs::File::open(path)
            .and_then(|mut file| file.read(&mut head))
            .map_err(unreadable)?;
        let runnable = head[..length].starts_with(b"\x7fELF") || head.starts_with(b"#!");
        let executable = metadata.permissions().mode() & 0o111 != 0;
        match (runnable, executable) {
            (true, true) => Ok(submission(Kind::Executable)),
            (true, false) => Err(SubmissionError::NotExecutable(path.to_owned())),
            // Without `#!` the kernel refuses a script, whatever its mode.
            (false, _) => Err(SubmissionError::Unknown {
                path: path.to_owned(),
                languages: config.known_extensions(),
            }),
        }
    }
}
