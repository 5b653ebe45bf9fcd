//! Files that documents are written to.

use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{OFlags, fcntl_setfl};
use tempfile::NamedTempFile;

/// How much of a file is looked at to know whether it may be replaced.
const LOOKED_AT: u64 = 16 << 20;

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The report itself, in JSON.
    Report,
    /// A page for a browser.
    Page,
    /// A table for spreadsheets.
    Table,
    /// `JUnit` XML.
    JUnit,
    /// `results.json` of Gradescope.
    Results,
    /// A table as `LemonLime` has it.
    LemonLime,
    /// A teacher's table, filled in.
    Filled,
}

/// Why a file can't become a document.
#[derive(Debug)]
pub enum FileError {
    /// The system refuses it.
    System(io::Error),
    /// There is a file already, and it is no document of this kind.
    Foreign(Kind),
    /// The folder isn't there.
    NoFolder(PathBuf),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// A file that appears whole or not at all. What isn't a plain file, such as
/// `/dev/stdout` or a FIFO, is written to as it is.
#[derive(Debug)]
pub enum DocumentFile {
    /// A file of its own, to be put in the place of the last.
    Replaced {
        /// The place, with links followed.
        path: PathBuf,
        /// The folder that it is made in.
        folder: PathBuf,
    },
    /// A device, a pipe or a FIFO.
    Stream(PathBuf),
}

impl DocumentFile {
    /// Makes sure that the file can be written, before a long run begins. A file
    /// that is there is replaced only if it is empty or `is_ours` is true of what
    /// it holds.
    ///
    /// # Errors
    /// A folder that isn't there or may not be written to, or a foreign file.
    pub fn create(
        path: &Path,
        kind: Kind,
        is_ours: impl Fn(&[u8]) -> bool,
    ) -> Result<Self, FileError> {
        // A link is followed, so that it stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match path.metadata() {
            Ok(there) if there.is_dir() => {
                return Err(FileError::System(io::ErrorKind::IsADirectory.into()));
            }
            Ok(there) if !there.is_file() => return Ok(Self::Stream(path)),
            // A slip of the pen must not cost a hand-in or a configuration.
            Ok(there) if there.len() > 0 && !is_ours(&beginning(&path)?) => {
                return Err(FileError::Foreign(kind));
            }
            _ => {}
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            return Err(FileError::NoFolder(folder.to_owned()));
        }
        // Not kept: who is killed meanwhile would leave it.
        drop(fresh(folder)?);
        let folder = folder.to_owned();
        Ok(Self::Replaced { path, folder })
    }

    /// Writes the document and puts the file in its place.
    ///
    /// # Errors
    /// No room, most likely.
    pub fn write(self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        match self {
            Self::Replaced { path, folder } => {
                let mut out = BufWriter::with_capacity(1 << 16, fresh(&folder)?);
                fill(&mut out)?;
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(path)?;
            }
            Self::Stream(path) => {
                let mut options = std::fs::OpenOptions::new();
                // A FIFO that nobody reads would be waited for without end.
                let file = options
                    .write(true)
                    .custom_flags(libc::O_NONBLOCK)
                    .open(path)?;
                fcntl_setfl(&file, OFlags::empty()).map_err(io::Error::from)?;
                let mut out = BufWriter::new(file);
                fill(&mut out)?;
                out.flush()?;
            }
        }
        Ok(())
    }

    /// Whether it is a plain file, which stays.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self, Self::Replaced { .. })
    }
}

/// A file to become the document.
fn fresh(folder: &Path) -> io::Result<NamedTempFile> {
    let made = tempfile::Builder::new()
        .prefix(".mayan-judge-")
        // As a file made in the ordinary way; the system takes its umask off.
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
        .tempfile_in(folder);
    // The name that was tried says nothing to anybody.
    Ok(made.map_err(|error| error.kind())?)
}

fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(LOOKED_AT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a file is a page of ours.
#[must_use]
pub fn is_page(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let starts = head.get(..15).map(str::to_ascii_lowercase);
    let made_by = [
        "name=\"generator\" content=\"mayan-judge",
        "name=generator content=mayan-judge",
    ];
    starts.as_deref() == Some("<!doctype html>") && made_by.iter().any(|it| head.contains(it))
}
