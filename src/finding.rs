//! What the checker found in an output, as data. Words for it are made in
//! `report`.

use mayan_reference::token::Position;
use mayan_reference::{Answer, IllegalMove, Move, Rules};
use serde::{Deserialize, Serialize};

/// What is right or wrong with an output. Moves are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// The least answer, or -1 where there is none.
    Right,
    /// No token at all.
    NothingPrinted,
    /// A token where a number of a move was expected isn't a whole number.
    NotInteger {
        /// The token, made safe to show.
        found: String,
        /// Where it is in the output.
        at: Position,
    },
    /// The output is UTF-16 text.
    Utf16,
    /// -1, and then something else.
    AfterMinusOne {
        /// The token behind it, made safe to show.
        found: String,
        /// Where it is.
        at: Position,
    },
    /// The last move has one or two numbers only.
    IncompleteMove {
        /// The move.
        index: usize,
        /// How many numbers it has.
        numbers: usize,
    },
    /// A move can't be played.
    IllegalMove {
        /// The move.
        index: usize,
        /// Its three numbers as they were printed, made safe to show.
        numbers: [String; 3],
        /// Why.
        why: IllegalMove,
    },
    /// There are fewer moves than n, and the board isn't clear.
    TooFewMoves {
        /// How many there are.
        found: usize,
        /// How many blocks are left.
        left: usize,
    },
    /// Something follows the n moves.
    TooManyMoves {
        /// The token, made safe to show.
        found: String,
        /// Where it is.
        at: Position,
    },
    /// All moves were played and blocks are left.
    NotCleared {
        /// How many.
        left: usize,
    },
    /// The board was clear before n moves were played, which `exact` forbids.
    ClearedEarly {
        /// After how many moves.
        after: usize,
        /// How many moves were printed, n at most.
        printed: usize,
    },
    /// Under `at-most`: moves follow though the board is clear.
    MovesAfterClear {
        /// After how many moves it was clear.
        after: usize,
    },
    /// -1, though there is an answer.
    ClaimsNone,
    /// The moves clear the board, and a lesser answer does too.
    NotLeast {
        /// The first move that differs.
        index: usize,
        /// That move as printed.
        printed: Move,
        /// That move in the least answer.
        least: Move,
    },
    /// Moves were printed, though there is no answer.
    NoAnswerExists {
        /// What is wrong with the moves.
        because: Box<Finding>,
    },
}

impl Finding {
    /// What is wrong with the moves themselves, whether or not there is an
    /// answer.
    #[must_use]
    pub fn moves_fault(&self) -> &Self {
        match self {
            Self::NoAnswerExists { because } => because,
            other => other,
        }
    }
}

/// Something about an output that is no fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// It begins with a UTF-8 byte order mark.
    ByteOrderMark,
    /// It has carriage returns.
    CarriageReturns,
    /// The answer file was judged, and there is text on standard output too.
    StandardOutputIgnored,
    /// Standard output was judged, and there is an answer file too.
    AnswerFileIgnored,
}

/// The checker's whole answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckOutcome {
    /// What is right or wrong.
    #[serde(flatten)]
    pub finding: Finding,
    /// The moves that were read, up to the first that isn't one; n at most.
    pub moves: Vec<Move>,
    /// What follows them, as far as it was looked at: numbers that are no move, or one
    /// token too many; made safe to show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<String>,
    /// The least answer under the contest's rules; `null` where -1 is right.
    pub expected: Answer,
    /// Other rule sets under which the output would be right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub right_under: Vec<Rules>,
    /// What was noticed besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}
