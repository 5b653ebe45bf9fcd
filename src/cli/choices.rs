//! Words that stand for values.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use mayan_reference::{MoveCount, SameColourSwap};

use crate::config::{IoMode, Style};
use crate::isolation::Level;
use crate::lang::Lang;
use crate::submission::class;
use crate::testcase::Layout;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` says otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What `grade` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines for people.
    Human,
    /// Events, one a line.
    Json,
}

pub(super) type Choices<T> = &'static [(&'static str, T)];

pub(super) const COLOURS: Choices<Colour> = &[
    ("auto", Colour::Auto),
    ("always", Colour::Always),
    ("never", Colour::Never),
];
pub(super) const LANGS: Choices<Lang> = &[("en", Lang::English), ("zh", Lang::Chinese)];
pub(super) const FORMATS: Choices<Format> = &[("human", Format::Human), ("json", Format::Json)];
pub(super) const MOVES: Choices<MoveCount> =
    &[("exact", MoveCount::Exact), ("at-most", MoveCount::AtMost)];
pub(super) const SWAPS: Choices<SameColourSwap> = &[
    ("legal", SameColourSwap::Legal),
    ("forbidden", SameColourSwap::Forbidden),
];
pub(super) const LAYOUTS: Choices<Layout> =
    &[("strict", Layout::Strict), ("normalise", Layout::Normalise)];
pub(super) const LEVELS: Choices<Level> = &[
    ("full", Level::Full),
    ("contained", Level::Contained),
    ("none", Level::None),
];
pub(super) const HAND_INS: Choices<class::Layout> = &[
    ("plain", class::Layout::Plain),
    ("noi", class::Layout::Noi),
    ("arbiter", class::Layout::Arbiter),
    ("moodle", class::Layout::Moodle),
    ("canvas", class::Layout::Canvas),
];
pub(super) const STYLES: Choices<Style> = &[("oi", Style::Oi), ("icpc", Style::Icpc)];
pub(super) const IO_MODES: Choices<IoMode> = &[
    ("auto", IoMode::Auto),
    ("stdio", IoMode::Stdio),
    ("file", IoMode::File),
];

/// A parser for one of some words, each of which stands for a value.
pub(super) fn choice<T: Copy + Send + Sync + 'static>(
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|(word, _)| *word);
    PossibleValuesParser::new(words).try_map(move |given| {
        let known = choices.iter().find(|(word, _)| *word == given);
        known.map(|(_, value)| *value).ok_or("not one of the words")
    })
}
