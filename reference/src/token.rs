//! Words in bytes of unknown origin: contest data and contestants' output.
//!
//! Nothing here assumes UTF-8, and nothing costs more than reading the bytes
//! that are looked at.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A run of bytes without white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The bytes of the word.
    pub bytes: &'a [u8],
    /// Where they are in the source.
    pub span: Range<usize>,
}

/// What a token is, read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A whole number in plain decimal.
    Integer(i64),
    /// In form a whole number, but too large or too small for 64 bits.
    Huge,
    /// Anything else; so are `+1`, `01`, `-0`, `1.0` and `1,`.
    NotInteger,
}

/// The words of `source`, from left to right, split at ASCII white space.
pub fn tokens(source: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + position(&source[at..], |byte| !is_space(byte))?;
        let length = position(&source[start..], is_space).unwrap_or(source.len() - start);
        at = start + length;
        Some(Token {
            bytes: &source[start..at],
            span: start..at,
        })
    })
}

/// White space as C's `isspace` has it: blanks, and tab to carriage return.
/// Without a branch, so that [`position`] compiles to vectors.
fn is_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// Where the first byte of a kind is. Looks at 64 bytes at a time, which
/// compiles to vectors: junk of megabytes costs little more than reading it.
fn position(bytes: &[u8], wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let (chunks, _) = bytes.as_chunks::<64>();
    let without = chunks
        .iter()
        .take_while(|chunk| {
            chunk
                .iter()
                .fold(0, |any, &byte| any | u8::from(wanted(byte)))
                == 0
        })
        .count();
    let passed = 64 * without;
    let within = bytes[passed..].iter().position(|&byte| wanted(byte))?;
    Some(passed + within)
}

/// The source's length without white space at its end.
#[must_use]
pub(crate) fn trimmed_length(source: &[u8]) -> usize {
    source
        .iter()
        .rposition(|&byte| !is_space(byte))
        .map_or(0, |last| last + 1)
}

impl Token<'_> {
    /// The token as a number, in the strict form that contests ask for.
    #[must_use]
    pub fn number(&self) -> Number {
        let (sign, digits) = match self.bytes.split_first() {
            Some((b'-', digits)) => (-1, digits),
            _ => (1, self.bytes),
        };
        match digits {
            [] => return Number::NotInteger,
            b"0" if sign == 1 => return Number::Integer(0),
            [b'0', ..] => return Number::NotInteger,
            _ => {}
        }
        if position(digits, |byte| !byte.is_ascii_digit()).is_some() {
            return Number::NotInteger;
        }
        digits
            .iter()
            .try_fold(0_i64, |value, digit| {
                value
                    .checked_mul(10)?
                    .checked_add(sign * i64::from(digit - b'0'))
            })
            .map_or(Number::Huge, Number::Integer)
    }

    /// The token's beginning as text that is safe to show.
    #[must_use]
    pub fn excerpt(&self) -> String {
        excerpt(self.bytes)
    }
}

/// The beginning of some bytes as text for people: at most 40 characters,
/// control characters and broken UTF-8 written as escapes, `…` where it was cut.
#[must_use]
pub fn excerpt(bytes: &[u8]) -> String {
    printable(bytes, 40, |_| false)
}

/// The first `most` characters of some bytes as text that is safe to show:
/// control characters and broken UTF-8 are written as escapes unless `keep`
/// wants them, and `…` stands where it was cut.
pub fn printable(bytes: &[u8], most: usize, keep: impl Fn(char) -> bool) -> String {
    // Four bytes a character, at most; the cut may break the last one, which
    // then lies behind the character limit anyway.
    let head = &bytes[..bytes.len().min(4 * most + 4)];
    let mut text = String::new();
    let mut shown = 0;
    for chunk in head.utf8_chunks() {
        let valid = chunk.valid().chars().map(Shown::Character);
        let invalid = chunk.invalid().iter().copied().map(Shown::Byte);
        for item in valid.chain(invalid) {
            if shown == most {
                text.push('…');
                return text;
            }
            match item {
                Shown::Character(character) if keep(character) => text.push(character),
                item => text.push_str(&item.to_string()),
            }
            shown += 1;
        }
    }
    if head.len() < bytes.len() {
        text.push('…');
    }
    text
}

/// A character or a stray byte, as it is safe to show.
pub(crate) enum Shown {
    Character(char),
    Byte(u8),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Character(character) if is_unsafe(character) => {
                write!(f, "{}", character.escape_default())
            }
            Self::Character(character) => write!(f, "{character}"),
            Self::Byte(byte) => write!(f, "\\x{byte:02x}"),
        }
    }
}

/// Whether a character may do something to a terminal other than be seen:
/// controls, and the marks that turn the direction of text or hide in it.
fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{a0}' | '\u{3000}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A place in a text, counted as editors do: lines and characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1; a byte of broken UTF-8 counts as one.
    pub column: usize,
}

impl Position {
    /// The position of a byte offset.
    #[must_use]
    pub fn of(source: &[u8], offset: usize) -> Self {
        let before = &source[..offset.min(source.len())];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        let column = before[line_start..]
            .utf8_chunks()
            .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
            .sum::<usize>();
        Self {
            line: before.split(|&byte| byte == b'\n').count(),
            column: 1 + column,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
