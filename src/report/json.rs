//! Events as lines of JSON, and the report as a document.

use std::io::{self, Write};

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

/// Writes the report.
///
/// # Errors
/// What the stream returns.
pub fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")
}

/// A document, in lines for whoever looks at it.
///
/// # Errors
/// None of our documents has a part that JSON can't hold.
pub fn document(document: &impl serde::Serialize) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

/// Whether a file is a report, of whatever version.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]);
    let head: String = head.split_whitespace().collect();
    head.starts_with("{\"version\":")
}
