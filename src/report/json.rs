//! Events as lines of JSON, and the report as a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

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

/// A report file that appears whole or not at all.
#[derive(Debug)]
pub struct ReportFile {
    path: PathBuf,
    file: NamedTempFile,
}

impl ReportFile {
    /// Makes sure that the file can be written, before a long run begins.
    ///
    /// # Errors
    /// A folder that isn't there or may not be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let file = tempfile::Builder::new()
            .prefix(".mayan-judge-")
            // As a file made in the ordinary way; the system takes its umask off.
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
            .tempfile_in(folder)?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Writes the report and puts the file in its place.
    ///
    /// # Errors
    /// No room, most likely.
    pub fn write(mut self, report: &Report) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.file, report)?;
        self.file.write_all(b"\n")?;
        self.file.persist(self.path)?;
        Ok(())
    }
}
