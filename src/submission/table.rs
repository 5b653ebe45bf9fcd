//! Tables in CSV, as teachers have them: any of three encodings, any of three
//! delimiters, and errors with line and column.

use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

use super::class::{ClassError, Field, TableFault};

const LARGEST: u64 = 16 << 20;

/// A table that was read.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) path: PathBuf,
    text: String,
    pub(crate) delimiter: char,
    /// Whether it began with the mark of UTF-8.
    pub(crate) marked: bool,
    /// The lines that aren't empty.
    pub(crate) records: Vec<Record>,
}

/// A line of a table.
#[derive(Debug)]
pub(crate) struct Record {
    /// Where it begins in the text.
    start: usize,
    /// Without blanks around them.
    pub(crate) fields: Vec<String>,
    /// As they stand there.
    pub(crate) raw: Vec<String>,
}

impl Table {
    /// Reads a table; its first line may be a header.
    pub(crate) fn read(path: &Path) -> Result<Self, ClassError> {
        let bytes = bytes(path).map_err(|error| ClassError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        let fail = |line, column, fault| ClassError::Table {
            path: path.to_owned(),
            line,
            column,
            fault,
        };
        if bytes.len() as u64 > LARGEST {
            return Err(fail(1, 1, TableFault::TooLarge));
        }
        // Workbooks are zip files, or of the format before that.
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") {
            return Err(fail(1, 1, TableFault::Workbook));
        }
        let text = decoded(&bytes).map_err(|good| {
            let good = String::from_utf8_lossy(&bytes[..good]);
            let (line, column) = place(&good, good.len());
            fail(line, column, TableFault::NoText)
        })?;
        let first = text.lines().find(|line| !line.trim().is_empty());
        let first = first.unwrap_or_default();
        let delimiter = delimiter(first);
        if !first.contains(delimiter) && first.contains('，') {
            let at = text.find('，').unwrap_or_default();
            let (line, column) = place(&text, at);
            return Err(fail(line, column, TableFault::FullWidthComma));
        }
        let records = records(&text, delimiter);
        Ok(Self {
            path: path.to_owned(),
            text,
            delimiter,
            marked: bytes.starts_with(b"\xef\xbb\xbf"),
            records,
        })
    }

    /// A field without blanks around it; an empty one where the line is short.
    pub(crate) fn field(&self, record: usize, field: usize) -> &str {
        let fields = self.records.get(record).map(|record| &record.fields);
        fields
            .and_then(|fields| fields.get(field))
            .map_or("", String::as_str)
    }

    /// A field that must be there, in one line.
    pub(crate) fn wanted(
        &self,
        record: usize,
        field: usize,
        what: Field,
    ) -> Result<&str, ClassError> {
        match self.field(record, field) {
            "" => Err(self.fault(record, field, TableFault::Empty(what))),
            text if text.contains(['\n', '\r']) => {
                Err(self.fault(record, field, TableFault::LineBreak(what)))
            }
            text => Ok(text),
        }
    }

    /// Whether its lines end as those of Windows do.
    pub(crate) fn is_windows(&self) -> bool {
        self.text.contains("\r\n")
    }

    /// The line that a record begins in, from 1.
    pub(crate) fn line(&self, record: usize) -> usize {
        place(&self.text, self.records[record].start).0
    }

    /// An error at a field.
    pub(crate) fn fault(&self, record: usize, field: usize, fault: TableFault) -> ClassError {
        let (line, column) = self.position(record, field);
        ClassError::Table {
            path: self.path.clone(),
            line,
            column,
            fault,
        }
    }

    /// Line and column of a field, from 1.
    pub(crate) fn position(&self, record: usize, field: usize) -> (usize, usize) {
        let start = self.records.get(record).map_or(0, |record| record.start);
        let mut at = start;
        let (mut quoted, mut before) = (false, 0);
        for c in self.text[start..].chars() {
            if before == field || !quoted && matches!(c, '\r' | '\n') {
                break;
            }
            quoted ^= c == '"';
            before += usize::from(!quoted && c == self.delimiter);
            at += c.len_utf8();
        }
        place(&self.text, at)
    }
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    // Opening a FIFO would wait for ever.
    let file = std::fs::File::options()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)?;
    let kind = file.metadata()?.file_type();
    if !kind.is_file() {
        return Err(std::io::Error::other("it is not a plain file"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text, or how many of the bytes are good.
fn decoded(bytes: &[u8]) -> Result<String, usize> {
    let strict = |encoding: &'static Encoding, bytes| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        text.map(std::borrow::Cow::into_owned)
    };
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        // UTF_8, UTF_16LE and UTF_16BE are all there are with a mark.
        debug_assert!([UTF_8, UTF_16LE, UTF_16BE].contains(&encoding));
        return strict(encoding, &bytes[mark..]).ok_or(0);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text.to_owned()),
        Ok(text) => Err(text.find('\0').unwrap_or(0)),
        Err(error) if bytes.contains(&0) => Err(error.valid_up_to()),
        Err(error) => strict(GB18030, bytes).ok_or(error.valid_up_to()),
    }
}

/// What is most often between the fields of the first line.
fn delimiter(line: &str) -> char {
    let count = |delimiter: char| {
        let unquoted = line.split('"').step_by(2);
        unquoted.map(|part| part.matches(delimiter).count()).sum()
    };
    let mut best = (',', 0);
    for delimiter in [',', ';', '\t'] {
        let count: usize = count(delimiter);
        if count > best.1 {
            best = (delimiter, count);
        }
    }
    best.0
}

fn records(text: &str, delimiter: char) -> Vec<Record> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter as u8)
        .from_reader(text.as_bytes());
    let mut records = Vec::new();
    // Errors can only come of bytes that are no text, or of reading.
    for record in reader.records().flatten() {
        let position = record.position().map_or(0, csv::Position::byte);
        let start = usize::try_from(position).unwrap_or(usize::MAX);
        let start = start.min(text.len());
        // Empty lines are passed over, and counted to the next one.
        let blank = text[start..].len() - text[start..].trim_start_matches(['\r', '\n']).len();
        let fields: Vec<String> = record.iter().map(plain).collect();
        if fields.iter().any(|field| !field.is_empty()) {
            records.push(Record {
                start: start + blank,
                fields,
                raw: record.iter().map(str::to_owned).collect(),
            });
        }
    }
    records
}

/// A field without blanks around it, and without what keeps a spreadsheet from
/// taking it for a number: `="007"`.
fn plain(field: &str) -> String {
    let field = field.trim();
    let inner = field
        .strip_prefix("=\"")
        .and_then(|it| it.strip_suffix('"'));
    inner.unwrap_or(field).trim().to_owned()
}

/// Line and column of a place in a text, from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}
