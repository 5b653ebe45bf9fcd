//! What a search for an answer did, for standard error.

use mayan_reference::SearchStatistics;

use super::style::pad;
use super::text;
use crate::lang::Lang;

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug)]
pub struct Hardness {
    /// What the search for the least answer did.
    pub search: SearchStatistics,
    /// How many sequences of moves clear the board, [`Hardness::CAP`] at most.
    pub solutions: u64,
    /// The fewest moves that clear it, if n are enough.
    pub least_clear: Option<usize>,
}

impl Hardness {
    /// Solutions are counted up to this.
    pub const CAP: u64 = 1_000_000;
}

impl Hardness {
    /// How many boards were looked at with so many moves left, from n down.
    pub(super) fn levels(&self, n: usize) -> String {
        (1..=n)
            .rev()
            .map(|left| format!("{left}: {}", self.search.boards.get(left).unwrap_or(&0)))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// A few lines: boards looked at, what was cut, solutions.
#[must_use]
pub fn hardness(n: usize, found: &Hardness, lang: Lang) -> String {
    text::hardness(lang, n, found)
        .map(|(what, number)| {
            let line = pad(what, 28) + &number;
            format!("{}\n", line.trim_end())
        })
        .concat()
}
