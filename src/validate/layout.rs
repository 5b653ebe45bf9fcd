//! White space in inputs and answers: where it isn't what a program that reads line
//! by line expects, and how it is mended. Tokens are never touched.

use std::borrow::Cow;
use std::iter::Peekable;
use std::ops::Range;

use mayan_reference::token::tokens;
use mayan_reference::{Puzzle, WIDTH};
use serde::Serialize;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// What can be wrong with white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayoutFault {
    /// A UTF-8 byte order mark.
    ByteOrderMark,
    /// A carriage return.
    CarriageReturn,
    /// All rows are in one line.
    OneLine,
    /// Two rows are in one line.
    SharedLine,
    /// A row goes on in the next line.
    SplitLine,
    /// White space that is neither a blank nor a line's end.
    Tab,
    /// Blanks before a line's first number.
    LeadingBlank,
    /// Blanks behind a line's last number.
    TrailingBlank,
    /// Several blanks between two numbers.
    DoubledBlank,
    /// A line without a number.
    BlankLine,
    /// The last line has no end.
    NoFinalNewline,
}

impl LayoutFault {
    /// Whether an input with it isn't graded on, unless it is normalised first.
    #[must_use]
    pub fn is_refused(self) -> bool {
        matches!(self, Self::ByteOrderMark | Self::CarriageReturn)
    }
}

/// A fault, where it is first, and in how many places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is wrong.
    pub fault: LayoutFault,
    /// The first place.
    pub span: Range<usize>,
    /// How many places there are.
    pub times: usize,
}

/// How many tokens each line should have.
pub type Rows = Vec<usize>;

/// The lines of a puzzle: n, and five columns.
#[must_use]
pub fn rows_of_puzzle(puzzle: &Puzzle) -> Rows {
    let columns = (0..WIDTH).map(|x| puzzle.board.height(x) + 1);
    std::iter::once(1).chain(columns).collect()
}

/// The lines of an answer: -1, or three numbers a move. `None` if it is neither.
#[must_use]
pub fn rows_of_answer(source: &[u8]) -> Option<Rows> {
    let source = text(source);
    let mut words = tokens(&source);
    let first = words.next()?;
    let others = words.count();
    match (first.bytes == b"-1", others) {
        (true, 0) => Some(vec![1]),
        (false, others) if (others + 1).is_multiple_of(3) => Some(vec![3; (others + 1) / 3]),
        _ => None,
    }
}

/// The same bytes with a byte order mark and carriage returns as other white space,
/// so that it can be read on and every place stays what it is.
#[must_use]
pub fn text(source: &[u8]) -> Cow<'_, [u8]> {
    if !source.starts_with(MARK) && !source.contains(&b'\r') {
        return Cow::Borrowed(source);
    }
    let mut text = source.to_vec();
    if text.starts_with(MARK) {
        text[..MARK.len()].fill(b' ');
    }
    for at in 0..text.len() {
        if text[at] == b'\r' {
            // One that stands alone is the line's end of an old Mac.
            let is_alone = text.get(at + 1) != Some(&b'\n');
            text[at] = if is_alone { b'\n' } else { b' ' };
        }
    }
    Cow::Owned(text)
}

/// How long the byte order mark is: 0 where there is none.
#[must_use]
pub fn mark(source: &[u8]) -> usize {
    if source.starts_with(MARK) {
        MARK.len()
    } else {
        0
    }
}

/// As [`Rows`] want it: a line a row, a blank between numbers, and nothing else.
/// `None` where there are other tokens than the rows have.
#[must_use]
pub fn mended(source: &[u8], rows: &[usize]) -> Option<Vec<u8>> {
    let text = text(source);
    let mut words = tokens(&text);
    let mut mended = Vec::with_capacity(source.len());
    for &row in rows {
        for place in 0..row {
            if place > 0 {
                mended.push(b' ');
            }
            mended.extend(words.next()?.bytes);
        }
        mended.push(b'\n');
    }
    words.next().is_none().then_some(mended)
}

/// What is wrong with the white space. Without rows, nothing is said of what should
/// be in which line.
#[must_use]
pub fn look(source: &[u8], rows: Option<&[usize]>) -> Vec<Found> {
    let mut seen = Seen(Vec::new());
    if source.starts_with(MARK) {
        seen.add(LayoutFault::ByteOrderMark, 0..MARK.len());
    }
    for (at, _) in source
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\r')
    {
        seen.add(LayoutFault::CarriageReturn, at..at + 1);
    }
    let text = text(source);
    let spans: Vec<Range<usize>> = tokens(&text).map(|it| it.span).collect();
    let gaps = Gaps {
        source,
        text: &text,
    };
    let (Some(first), Some(last)) = (spans.first(), spans.last()) else {
        return seen.0;
    };
    gaps.before(mark(source)..first.start, &mut seen);
    let mut ends = rows.map(ends_of);
    let mut shared = 0;
    for (place, pair) in spans.windows(2).enumerate() {
        let gap = pair[0].end..pair[1].start;
        let ends_row = ends
            .as_mut()
            .map(|it| it.next_if(|&end| end == place + 1).is_some());
        let breaks = gaps.between(gap.clone(), &mut seen);
        match ends_row {
            Some(true) if !breaks => {
                shared += 1;
                seen.add(LayoutFault::SharedLine, pair[1].clone());
            }
            Some(false) if breaks => seen.add(LayoutFault::SplitLine, pair[1].clone()),
            _ => {}
        }
    }
    let is_split = seen.0.iter().any(|it| it.fault == LayoutFault::SplitLine);
    if rows.is_some_and(|it| it.len() > 1 && shared == it.len() - 1) && !is_split {
        for found in &mut seen.0 {
            if found.fault == LayoutFault::SharedLine {
                found.fault = LayoutFault::OneLine;
                found.times = 1;
            }
        }
    }
    gaps.after(last.end..text.len(), &mut seen);
    seen.0.sort_by_key(|it| it.fault);
    seen.0
}

/// The numbers of tokens at which rows end.
fn ends_of(rows: &[usize]) -> Peekable<impl Iterator<Item = usize>> {
    let mut end = 0;
    let ends = rows.iter().map(move |row| {
        end += row;
        end
    });
    ends.peekable()
}

struct Seen(Vec<Found>);

impl Seen {
    fn add(&mut self, fault: LayoutFault, span: Range<usize>) {
        match self.0.iter_mut().find(|it| it.fault == fault) {
            Some(found) => found.times += 1,
            None => self.0.push(Found {
                fault,
                span,
                times: 1,
            }),
        }
    }
}

/// What stands between tokens.
struct Gaps<'a> {
    source: &'a [u8],
    /// The same without carriage returns.
    text: &'a [u8],
}

impl Gaps<'_> {
    fn before(&self, gap: Range<usize>, seen: &mut Seen) {
        let lines = self.lines(gap);
        let (last, blank) = match lines.split_last() {
            Some((last, blank)) => (last.clone(), blank),
            None => return,
        };
        for line in blank {
            seen.add(LayoutFault::BlankLine, line.clone());
        }
        self.blanks(last, LayoutFault::LeadingBlank, seen);
    }

    /// Also says whether a line ends there.
    fn between(&self, gap: Range<usize>, seen: &mut Seen) -> bool {
        let lines = self.lines(gap);
        let [first, rest @ ..] = lines.as_slice() else {
            return false;
        };
        let Some((last, blank)) = rest.split_last() else {
            if first.len() > 1 {
                seen.add(LayoutFault::DoubledBlank, first.clone());
            }
            self.tabs(first, seen);
            return false;
        };
        self.blanks(first.clone(), LayoutFault::TrailingBlank, seen);
        for line in blank {
            seen.add(LayoutFault::BlankLine, line.clone());
        }
        self.blanks(last.clone(), LayoutFault::LeadingBlank, seen);
        true
    }

    fn after(&self, gap: Range<usize>, seen: &mut Seen) {
        let lines = self.lines(gap.clone());
        let [first, rest @ ..] = lines.as_slice() else {
            return;
        };
        self.blanks(first.clone(), LayoutFault::TrailingBlank, seen);
        let Some((last, blank)) = rest.split_last() else {
            seen.add(LayoutFault::NoFinalNewline, gap.end..gap.end);
            return;
        };
        for line in blank {
            seen.add(LayoutFault::BlankLine, line.clone());
        }
        // Blanks behind the last line's end are one more line.
        if !last.is_empty() {
            seen.add(LayoutFault::BlankLine, last.clone());
        }
    }

    /// A gap's parts between line feeds, one at least.
    fn lines(&self, gap: Range<usize>) -> Vec<Range<usize>> {
        let mut start = gap.start;
        let mut lines = Vec::new();
        for at in gap.clone() {
            if self.text[at] == b'\n' {
                lines.push(start..at);
                start = at + 1;
            }
        }
        lines.push(start..gap.end);
        lines
    }

    fn blanks(&self, line: Range<usize>, fault: LayoutFault, seen: &mut Seen) {
        self.tabs(&line, seen);
        let mut own = line;
        // The carriage return of a line's end is told of already.
        while own.end > own.start && self.source[own.end - 1] == b'\r' {
            own.end -= 1;
        }
        if !own.is_empty() {
            seen.add(fault, own);
        }
    }

    fn tabs(&self, line: &Range<usize>, seen: &mut Seen) {
        for at in line.clone() {
            if !matches!(self.source[at], b' ' | b'\r') {
                seen.add(LayoutFault::Tab, at..at + 1);
            }
        }
    }
}

/// The bytes of a cell's block in an input that holds this puzzle.
#[must_use]
pub fn span_of(source: &[u8], puzzle: &Puzzle, cell: mayan_reference::Cell) -> Range<usize> {
    let before: usize = (0..cell.x).map(|x| puzzle.board.height(x) + 1).sum();
    span_of_token(source, 1 + before + cell.y)
}

/// The bytes of a token, counted from 0; the source's end if there are fewer.
#[must_use]
pub fn span_of_token(source: &[u8], place: usize) -> Range<usize> {
    let text = text(source);
    let span = tokens(&text).nth(place).map(|it| it.span);
    span.unwrap_or(text.len()..text.len())
}
