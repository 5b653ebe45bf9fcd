//! Events as lines of JSON, and the report as a file.

use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{OFlags, fcntl_setfl};
use tempfile::NamedTempFile;

use crate::event::Event;
use crate::summary::Report;

/// Writes an event as one line.
///
/// # Errors
/// What the stream returns.
pub fn line(out: &mut impl Write, event: &Event) -> io::Result<()> {
    serde_json::to_writer(&mut *out, event)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A report file that appears whole or not at all. What isn't a plain file, such
/// as `/dev/stdout` or a FIFO, is written to as it is.
#[derive(Debug)]
pub enum ReportFile {
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

impl ReportFile {
    /// Makes sure that the file can be written, before a long run begins.
    ///
    /// # Errors
    /// A folder that isn't there or may not be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link is followed, so that it stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match path.metadata() {
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => return Ok(Self::Stream(path)),
            // A slip of the pen must not cost a hand-in or a configuration.
            Ok(there) if there.len() > 0 && !is_report(&path)? => {
                let message = "it is there already and is no report of mayan-judge: name another \
                               file, or remove it";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            _ => {}
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            let message = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        // Not kept: who is killed meanwhile would leave it.
        drop(fresh(folder)?);
        let folder = folder.to_owned();
        Ok(Self::Replaced { path, folder })
    }

    /// Writes the report and puts the file in its place.
    ///
    /// # Errors
    /// No room, most likely.
    pub fn write(self, report: &Report) -> io::Result<()> {
        match self {
            Self::Replaced { path, folder } => {
                let mut out = BufWriter::with_capacity(1 << 16, fresh(&folder)?);
                pretty(&mut out, report)?;
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
                pretty(&mut BufWriter::new(file), report)?;
            }
        }
        Ok(())
    }
}

/// A file to become the report.
fn fresh(folder: &Path) -> io::Result<NamedTempFile> {
    let made = tempfile::Builder::new()
        .prefix(".mayan-judge-")
        // As a file made in the ordinary way; the system takes its umask off.
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
        .tempfile_in(folder);
    // The name that was tried says nothing to anybody.
    Ok(made.map_err(|error| error.kind())?)
}

/// Whether a file is a report, of whatever version.
fn is_report(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(64).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    let head: String = head.split_whitespace().collect();
    Ok(head.starts_with("{\"version\":"))
}

fn pretty(out: &mut impl Write, report: &Report) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")?;
    out.flush()
}
