//! The text form of a puzzle: n, then five columns from left to right, each
//! from bottom to top and closed by 0.
//!
//! Reading goes by tokens, as contestants' programs do, so that a file with
//! everything on one line is read too. What such programs stumble over, a byte
//! order mark and carriage returns, is an error here; [`normalise`] takes it
//! away for those who want that.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::board::{Board, Colour, HEIGHT, WIDTH};
use crate::diagnostic::Diagnostic;
use crate::token::{Number, Position, Token, tokens, trimmed_length};

/// The largest n of the statement.
pub const MAX_MOVES: usize = 5;

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// A puzzle as an input file states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// How many moves may be played, 1 to [`MAX_MOVES`].
    pub n: usize,
    /// The board at the start. It may hold runs that vanish with the first
    /// move; the statement rules them out, reading does not.
    pub board: Board,
}

/// What is wrong with an input file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What is wrong.
    pub fault: InputFault,
    /// The bytes in question.
    pub span: Range<usize>,
    /// Where they begin.
    pub position: Position,
}

/// What can be wrong with an input file. A board with a floating block can't
/// be written, so there is no such fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputFault {
    /// There is no token.
    Empty,
    /// The file begins with a UTF-8 byte order mark.
    ByteOrderMark,
    /// The file is UTF-16 text.
    Utf16,
    /// There is a carriage return: Windows line ends.
    CarriageReturn,
    /// A token isn't a whole number; NUL bytes and broken UTF-8 end here too.
    NotNumber {
        /// What it is, made safe to show.
        found: String,
    },
    /// n isn't 1 to 5.
    MovesOutOfRange {
        /// The number.
        found: String,
    },
    /// A colour isn't 1 to 10.
    ColourOutOfRange {
        /// The number.
        found: String,
    },
    /// A column has an eighth block.
    ColumnTooTall {
        /// The column.
        x: usize,
    },
    /// A column isn't closed by 0.
    ColumnNotClosed {
        /// The column.
        x: usize,
    },
    /// The file ends before the fifth column.
    TooFewColumns {
        /// How many columns it has.
        found: usize,
    },
    /// A number follows the fifth column.
    TooManyColumns,
    /// Something else follows the fifth column.
    TrailingGarbage {
        /// What it is, made safe to show.
        found: String,
    },
}

impl Puzzle {
    /// Reads a puzzle from the bytes of an input file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn parse(source: &[u8]) -> Result<Self, InputError> {
        check_encoding(source)?;
        let mut reader = Reader {
            source,
            words: tokens(source),
            unclosed: None,
            early: None,
        };
        let n = reader.moves()?;
        let mut board = Board::EMPTY;
        for x in 0..WIDTH {
            reader.column(x, &mut board)?;
        }
        reader.end()?;
        Ok(Self { n, board })
    }
}

/// Looks for what the contest's data must not have whatever the tokens say.
fn check_encoding(source: &[u8]) -> Result<(), InputError> {
    if source.starts_with(UTF8_MARK) {
        return Err(InputError::new(source, 0..3, InputFault::ByteOrderMark));
    }
    if source.starts_with(b"\xff\xfe") || source.starts_with(b"\xfe\xff") {
        return Err(InputError::new(source, 0..2, InputFault::Utf16));
    }
    if let Some(at) = source.iter().position(|&byte| byte == b'\r') {
        return Err(InputError::new(
            source,
            at..at + 1,
            InputFault::CarriageReturn,
        ));
    }
    Ok(())
}

/// Reading by tokens.
struct Reader<'a, I> {
    source: &'a [u8],
    words: I,
    /// The first column whose blocks go on after a line's end. That is allowed,
    /// but where columns are missing or too tall it is the likely reason.
    unclosed: Option<InputError>,
    /// The first number that stands behind a closing 0 in the same line, in a
    /// file that has its columns in lines: where there are columns too many,
    /// that 0 is the likely reason.
    early: Option<Range<usize>>,
}

impl<'a, I: Iterator<Item = Token<'a>>> Reader<'a, I> {
    fn moves(&mut self) -> Result<usize, InputError> {
        let Some(word) = self.words.next() else {
            return Err(self.error(0..0, InputFault::Empty));
        };
        let found = word.excerpt();
        let fault = match word.number() {
            Number::Integer(n) => match usize::try_from(n) {
                Ok(n) if (1..=MAX_MOVES).contains(&n) => return Ok(n),
                _ => InputFault::MovesOutOfRange { found },
            },
            Number::Huge => InputFault::MovesOutOfRange { found },
            Number::NotInteger => InputFault::NotNumber { found },
        };
        Err(self.error(word.span, fault))
    }

    /// Reads one column up to its 0 and puts its blocks on the board.
    fn column(&mut self, x: usize, board: &mut Board) -> Result<(), InputError> {
        // Where the block before ends, if the column has one.
        let mut before: Option<usize> = None;
        while let Some(word) = self.words.next() {
            let number = word.number();
            if before.is_none() {
                self.look_for_early_zero(&word);
            }
            // A 0 in a line of its own still closes the column above.
            if let (Some(end), None) = (before, &self.unclosed)
                && number != Number::Integer(0)
                && self.source[end..word.span.start].contains(&b'\n')
            {
                self.unclosed = Some(self.error(end..end, InputFault::ColumnNotClosed { x }));
            }
            let found = word.excerpt();
            let colour = match number {
                Number::Integer(0) => return Ok(()),
                Number::Integer(number) => u8::try_from(number).ok().and_then(Colour::new),
                Number::Huge => None,
                Number::NotInteger => {
                    return Err(self.error(word.span, InputFault::NotNumber { found }));
                }
            };
            let Some(colour) = colour else {
                return Err(self.error(word.span, InputFault::ColourOutOfRange { found }));
            };
            if board.height(x) == HEIGHT {
                return Err(self.likely(word.span, InputFault::ColumnTooTall { x }));
            }
            before = Some(word.span.end);
            board.push(x, colour);
        }
        let (at, fault) = before.map_or_else(
            || {
                let end = trimmed_length(self.source);
                (end, InputFault::TooFewColumns { found: x })
            },
            |end| (end, InputFault::ColumnNotClosed { x }),
        );
        Err(self.likely(at..at, fault))
    }

    /// Checks that nothing follows the last column.
    fn end(&mut self) -> Result<(), InputError> {
        let Some(word) = self.words.next() else {
            return Ok(());
        };
        let found = word.excerpt();
        let fault = match word.number() {
            Number::NotInteger => InputFault::TrailingGarbage { found },
            _ => InputFault::TooManyColumns,
        };
        let span = match fault {
            InputFault::TooManyColumns => self.early.take().unwrap_or(word.span),
            _ => word.span,
        };
        Err(self.error(span, fault))
    }

    /// Notes the first word of a column if it stands behind the 0 of the column
    /// before, and that one began a line.
    fn look_for_early_zero(&mut self, word: &Token<'_>) {
        let line = self.source[..word.span.start]
            .rsplit(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        // The file's first line holds n: it says nothing of how columns stand.
        let in_lines = word.span.start - line.len() > 0;
        if self.early.is_none() && in_lines && tokens(line).next().is_some() {
            self.early = Some(word.span.clone());
        }
    }

    fn error(&self, span: Range<usize>, fault: InputFault) -> InputError {
        InputError::new(self.source, span, fault)
    }

    /// The error that a missing 0 above explains, if there is one.
    fn likely(&mut self, span: Range<usize>, fault: InputFault) -> InputError {
        self.unclosed
            .take()
            .unwrap_or_else(|| InputError::new(self.source, span, fault))
    }
}

impl InputError {
    fn new(source: &[u8], span: Range<usize>, fault: InputFault) -> Self {
        let position = Position::of(source, span.start);
        Self {
            fault,
            span,
            position,
        }
    }

    /// The error as something to draw.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic {
            title: self.fault.to_string(),
            span: self.span.clone(),
            label: format!("expected {}", self.fault.expected()),
            help: self.fault.help().map(str::to_owned),
        }
    }
}

/// `line:column: what is wrong; expected what`.
impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.fault.expected();
        write!(f, "{}: {}; expected {expected}", self.position, self.fault)
    }
}

impl std::error::Error for InputError {}

impl InputFault {
    /// What should have been there.
    #[must_use]
    pub fn expected(&self) -> Cow<'static, str> {
        match self {
            Self::Empty | Self::MovesOutOfRange { .. } => {
                "n, the number of moves, from 1 to 5".into()
            }
            Self::ByteOrderMark | Self::Utf16 => "plain text that begins with n".into(),
            Self::CarriageReturn => "a line feed alone".into(),
            Self::NotNumber { .. } => "a whole number in plain decimal".into(),
            Self::ColourOutOfRange { .. } => {
                "a colour from 1 to 10, or 0 to close the column".into()
            }
            Self::ColumnTooTall { .. } => "0: a column has at most 7 blocks".into(),
            Self::ColumnNotClosed { .. } => "0 to close the column".into(),
            Self::TooFewColumns { found } => match WIDTH - found {
                1 => "1 more column, an empty one being `0`".into(),
                more => format!("{more} more columns, an empty one being `0`").into(),
            },
            Self::TooManyColumns | Self::TrailingGarbage { .. } => {
                "the file's end after five columns".into()
            }
        }
    }

    /// What to do about it, where that isn't plain.
    fn help(&self) -> Option<&'static str> {
        match self {
            Self::ByteOrderMark => Some(
                "save the file as UTF-8 without BOM: most contestants' programs can't read past one",
            ),
            Self::Utf16 => Some("save the file as plain ASCII or UTF-8 without BOM"),
            Self::CarriageReturn => Some(
                "convert the file to Unix line ends, for example with `dos2unix FILE`: \
                 programs that read whole lines would see the carriage returns",
            ),
            Self::TooManyColumns => {
                Some("a 0 closes a column, so one inside a column makes two of it")
            }
            Self::NotNumber { found } | Self::TrailingGarbage { found }
                if found.contains("\\u{0}") =>
            {
                Some("there are NUL bytes: if the file is UTF-16, save it as plain ASCII or UTF-8")
            }
            Self::NotNumber { found }
                if found.contains(is_full_width) || found.contains("\\u{3000}") =>
            {
                Some("write ASCII digits and blanks, not full-width ones")
            }
            _ => None,
        }
    }
}

/// Whether a character is one that Chinese input methods type instead of ASCII.
fn is_full_width(character: char) -> bool {
    matches!(character, '\u{ff01}'..='\u{ff5e}')
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the input is empty"),
            Self::ByteOrderMark => f.write_str("the input begins with a byte order mark (BOM)"),
            Self::Utf16 => f.write_str("the input is UTF-16 text"),
            Self::CarriageReturn => {
                f.write_str("the input has carriage returns (Windows or old Mac line ends)")
            }
            Self::NotNumber { found } => write!(f, "`{found}` is not a whole number"),
            Self::MovesOutOfRange { found } => write!(f, "n = {found} is out of range"),
            Self::ColourOutOfRange { found } => write!(f, "there is no colour {found}"),
            Self::ColumnTooTall { x } => write!(f, "column x = {x} has more than 7 blocks"),
            Self::ColumnNotClosed { x } => write!(f, "column x = {x} is not closed"),
            Self::TooFewColumns { found } => {
                write!(f, "the board has {found} columns instead of 5")
            }
            Self::TooManyColumns => f.write_str("the board has more than 5 columns"),
            Self::TrailingGarbage { found } => {
                write!(f, "`{found}` follows the end of the board")
            }
        }
    }
}

/// The text form that [`Puzzle::parse`] reads, one column a line.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.n, self.board)
    }
}

/// The input without a UTF-8 byte order mark and with line feeds alone as line
/// ends; borrowed where there is nothing to change.
#[must_use]
pub fn normalise(source: &[u8]) -> Cow<'_, [u8]> {
    let text = source.strip_prefix(UTF8_MARK).unwrap_or(source);
    if !text.contains(&b'\r') {
        return Cow::Borrowed(text);
    }
    let mut clean = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            // CRLF, or the lone CR of old Mac files.
            b'\r' => {
                bytes.next_if_eq(&b'\n');
                clean.push(b'\n');
            }
            _ => clean.push(byte),
        }
    }
    Cow::Owned(clean)
}
