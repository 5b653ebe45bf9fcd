//! Playing a list of moves, and where and why it stopped.

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::cascade::Cascade;
use crate::moves::{IllegalMove, Move};
use crate::rules::Rules;

/// One move that was played, with everything that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub played: Move,
    /// The board before it.
    pub before: Board,
    /// The board when the blocks have settled, before anything vanishes.
    pub settled: Board,
    /// The eliminations that followed, and the board at rest.
    pub cascade: Cascade,
}

/// Why a replay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// All moves were played.
    End,
    /// The move after the last step can't be played on the board.
    Illegal(IllegalMove),
    /// The board is empty and moves are left, of which none can be played.
    Cleared,
}

/// What a list of moves did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The moves that were played. Where the replay stopped early, the index
    /// of the move that was not is `steps.len()`.
    pub steps: Vec<Step>,
    /// Why it ended.
    pub stop: Stop,
    /// The board at the end.
    pub last: Board,
}

impl Replay {
    /// Whether all moves were played and the board is empty.
    #[must_use]
    pub fn clears(&self) -> bool {
        self.stop == Stop::End && self.last.is_empty()
    }
}

/// Plays moves on a board until they end, one is illegal, or the board is
/// empty while some are left.
#[must_use]
pub fn replay(board: Board, moves: &[Move], rules: Rules) -> Replay {
    let mut last = board;
    let mut steps = Vec::with_capacity(moves.len());
    let mut stop = Stop::End;
    for &played in moves {
        if last.is_empty() {
            stop = Stop::Cleared;
            break;
        }
        match last.shift(played, rules) {
            Ok(settled) => {
                let cascade = Cascade::trace(settled);
                let before = std::mem::replace(&mut last, cascade.result);
                steps.push(Step {
                    played,
                    before,
                    settled,
                    cascade,
                });
            }
            Err(why) => {
                stop = Stop::Illegal(why);
                break;
            }
        }
    }
    Replay { steps, stop, last }
}
