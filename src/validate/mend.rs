//! Putting a mended file in the place of the old one.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::layout::LayoutFault;

/// A file whose white space was mended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mended {
    /// Which one.
    pub file: PathBuf,
    /// What was wrong with it.
    pub faults: Vec<LayoutFault>,
}

/// Writes a file anew: it has the old or the new content at any time, and keeps its
/// permissions. Where a link leads to it, the link stays.
///
/// # Errors
/// A folder or a file that can't be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    // A file that its owner made read-only is not to be changed.
    fs::OpenOptions::new().write(true).open(&path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".mayan-judge-")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file()
        .set_permissions(fs::metadata(&path)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}
