//! Submissions: what a contestant handed in, and how it is to be run.
//!
//! - [`mod@self`]: one file.
//! - [`class`]: everyone's, as data; [`discover`] finds them: what is there
//!   (`listing`, `archive`), whose it is (`layouts`, `owners`, `mapping`,
//!   `roster`, which read a `table`), and what of it is graded (`choose`).

mod archive;
mod choose;
pub mod class;
pub mod discover;
mod layouts;
mod listing;
mod mapping;
pub(crate) mod names;
pub(crate) mod owners;
mod roster;
pub(crate) mod table;

use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::config::Config;
use crate::sanitize;
use crate::units::Bytes;

/// The largest file that is taken for a source.
pub const LARGEST_SOURCE: Bytes = Bytes::mib(4);

/// One contestant's program, as handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What reports call it: the contestant's id, or the path as it was given.
    pub name: String,
    /// The file's name, whose extension compilers go by.
    pub file_name: PathBuf,
    /// Where its bytes are.
    pub content: Content,
    /// What it is.
    pub kind: Kind,
}

/// Where a submission's bytes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// In a file.
    File(PathBuf),
    /// Here: they come from an archive.
    Bytes(Arc<[u8]>),
}

impl Submission {
    /// What was handed in, byte by byte.
    ///
    /// # Errors
    /// A file that can't be read, or that became a link or too large meanwhile.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let path = match &self.content {
            Content::Bytes(bytes) => return Ok(bytes.to_vec()),
            Content::File(path) => path,
        };
        let mut options = std::fs::File::options();
        // Opening a FIFO would wait for ever.
        let file = options
            .read(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a plain file"));
        }
        let mut bytes = Vec::new();
        match self.kind {
            Kind::Executable => {
                (&file).read_to_end(&mut bytes)?;
            }
            Kind::Source(_) => {
                (&file).take(LARGEST_SOURCE.0 + 1).read_to_end(&mut bytes)?;
                if bytes.len() as u64 > LARGEST_SOURCE.0 {
                    let message = format!("a source has {LARGEST_SOURCE} at most");
                    return Err(io::Error::other(message));
                }
            }
        }
        Ok(bytes)
    }
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
    #[error(
        "{} is a folder: name the program or source file in it, or the folder alone as the \
         hand-ins of a class", .0.display()
    )]
    Folder(PathBuf),
    /// It is a FIFO, a device or a socket.
    #[error("{} is not a plain file", .0.display())]
    NotPlain(PathBuf),
    /// Its first line ends as on Windows, and the system looks for an
    /// interpreter of that name.
    #[error(
        "the first line (#!) of {} ends in a carriage return: convert it to Unix line ends, \
         for example with `dos2unix {}`", .0.display(), sanitize::shell(&.0.to_string_lossy())
    )]
    WindowsScript(PathBuf),
    /// It was built for another kind of machine.
    #[error("{} is a program for another kind of machine", .0.display())]
    OtherMachine(PathBuf),
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
    #[error(
        "{} is a program, but not marked executable: run `chmod +x {}`", .0.display(),
        sanitize::shell(&.0.to_string_lossy())
    )]
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
            file_name: path.file_name().unwrap_or_default().into(),
            content: Content::File(path.to_owned()),
            kind,
        };
        // Opening a FIFO would wait for ever.
        if !metadata.is_file() {
            return Err(SubmissionError::NotPlain(path.to_owned()));
        }
        if let Some(language) = config.language_of(path) {
            return Ok(submission(Kind::Source(language.to_owned())));
        }
        let head = head(path).map_err(unreadable)?;
        if let Some(line) = head.strip_prefix(b"#!")
            && line
                .split(|&byte| byte == b'\n')
                .next()
                .is_some_and(|it| it.ends_with(b"\r"))
        {
            return Err(SubmissionError::WindowsScript(path.to_owned()));
        }
        // The shell that the system hands such a program to would try to read it.
        if head.starts_with(ELF) && !runs_here(&head) {
            return Err(SubmissionError::OtherMachine(path.to_owned()));
        }
        let runnable = head.starts_with(ELF) || head.starts_with(b"#!");
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

const ELF: &[u8] = b"\x7fELF";

/// The beginning of a file.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    std::fs::File::open(path)?
        .take(256)
        .read_to_end(&mut head)?;
    Ok(head)
}

/// Whether an ELF file is for this machine, as our own is. On x86-64 the kernel
/// most often runs 32-bit programs too.
fn runs_here(elf: &[u8]) -> bool {
    const MACHINE: std::ops::Range<usize> = 18..20;
    const I386: &[u8] = &[3, 0];
    const X86_64: &[u8] = &[62, 0];
    let Ok(own) = head(Path::new("/proc/self/exe")) else {
        return true;
    };
    match (elf.get(MACHINE), own.get(MACHINE)) {
        (Some(theirs), Some(ours)) => theirs == ours || ours == X86_64 && theirs == I386,
        _ => false,
    }
}
