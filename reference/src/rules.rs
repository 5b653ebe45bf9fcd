//! The two points on which programs that public judges accept read the
//! statement differently.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How many moves an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveCount {
    /// Exactly n: a board that is clear before the last move is no answer.
    #[default]
    Exact,
    /// Any number up to n; the game ends when the board is clear.
    AtMost,
}

/// Whether a move of an answer may swap two equal blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SameColourSwap {
    /// It may: the move changes nothing but counts.
    #[default]
    Legal,
    /// It may not.
    Forbidden,
}

/// A rule set. The default is the literal reading: exact, legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Rules {
    /// How many moves an answer has.
    pub moves: MoveCount,
    /// Whether equal blocks may be swapped.
    pub same_colour_swap: SameColourSwap,
}

impl Rules {
    /// All four rule sets, the default first.
    pub const ALL: [Self; 4] = [
        Self::new(MoveCount::Exact, SameColourSwap::Legal),
        Self::new(MoveCount::Exact, SameColourSwap::Forbidden),
        Self::new(MoveCount::AtMost, SameColourSwap::Legal),
        Self::new(MoveCount::AtMost, SameColourSwap::Forbidden),
    ];

    /// The rule set with these two switches.
    #[must_use]
    pub const fn new(moves: MoveCount, same_colour_swap: SameColourSwap) -> Self {
        Self {
            moves,
            same_colour_swap,
        }
    }

    /// Its place in [`Rules::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        let moves = match self.moves {
            MoveCount::Exact => 0,
            MoveCount::AtMost => 2,
        };
        let swap = match self.same_colour_swap {
            SameColourSwap::Legal => 0,
            SameColourSwap::Forbidden => 1,
        };
        moves + swap
    }
}

/// `exact` or `at-most`, as in options and files.
impl fmt::Display for MoveCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exact => "exact",
            Self::AtMost => "at-most",
        })
    }
}

/// `legal` or `forbidden`, as in options and files.
impl fmt::Display for SameColourSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Legal => "legal",
            Self::Forbidden => "forbidden",
        })
    }
}
