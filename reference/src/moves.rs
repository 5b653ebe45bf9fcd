//! A move, when it is legal, and what it does before anything vanishes.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Cell, HEIGHT, WIDTH};
use crate::rules::{Rules, SameColourSwap};

/// The way a block is dragged.
///
/// Right is less than left: an answer prefers it (g = 1 before g = -1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// g = 1
    Right,
    /// g = -1
    Left,
}

impl Direction {
    /// The number that stands for it in a move, 1 or -1.
    #[must_use]
    pub const fn g(self) -> i8 {
        match self {
            Self::Right => 1,
            Self::Left => -1,
        }
    }
}

/// One move: the block at `cell` is dragged one cell to a side.
///
/// The order is that of answers: smaller x, smaller y, right before left.
/// In JSON it is `[x, y, g]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "(i64, i64, i64)", into = "(i64, i64, i64)")]
pub struct Move {
    /// Where the block is.
    pub cell: Cell,
    /// Where it is dragged to.
    pub direction: Direction,
}

/// The least answer to a puzzle: its moves, or `None` where -1 is to be printed.
pub type Answer = Option<Vec<Move>>;

/// Why three numbers are not a move that can be played on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMove {
    /// x is not a column.
    #[error("x is outside 0..4")]
    ColumnOutOfRange,
    /// y is not a row.
    #[error("y is outside 0..6")]
    RowOutOfRange,
    /// g is neither 1 nor -1.
    #[error("g is neither 1 nor -1")]
    DirectionOutOfRange,
    /// The cell is empty.
    #[error("there is no block")]
    NoBlock,
    /// The block would leave the board at its side.
    #[error("the block would be dragged over the edge")]
    OverEdge,
    /// Two equal blocks are swapped, and the rules forbid it.
    #[error("two blocks of the same colour are swapped, which these rules forbid")]
    SameColourSwap,
}

impl Move {
    /// The move `x y g`.
    ///
    /// # Errors
    /// The first of the numbers that is out of its range.
    pub fn from_numbers(x: i64, y: i64, g: i64) -> Result<Self, IllegalMove> {
        let within = |value: i64, end: usize| usize::try_from(value).ok().filter(|&v| v < end);
        Ok(Self {
            cell: Cell {
                x: within(x, WIDTH).ok_or(IllegalMove::ColumnOutOfRange)?,
                y: within(y, HEIGHT).ok_or(IllegalMove::RowOutOfRange)?,
            },
            direction: match g {
                1 => Direction::Right,
                -1 => Direction::Left,
                _ => return Err(IllegalMove::DirectionOutOfRange),
            },
        })
    }

    /// The cell that the block is dragged to; `None` over the edge.
    #[must_use]
    pub fn target(self) -> Option<Cell> {
        let Cell { x, y } = self.cell;
        let x = match self.direction {
            Direction::Right => Some(x + 1).filter(|&x| x < WIDTH),
            Direction::Left => x.checked_sub(1),
        }?;
        Some(Cell { x, y })
    }
}

impl TryFrom<(i64, i64, i64)> for Move {
    type Error = IllegalMove;

    fn try_from((x, y, g): (i64, i64, i64)) -> Result<Self, IllegalMove> {
        Self::from_numbers(x, y, g)
    }
}

impl From<Move> for (i64, i64, i64) {
    fn from(played: Move) -> Self {
        // Both are below 7.
        #[expect(clippy::cast_possible_wrap, reason = "a cell is within the board")]
        let (x, y) = (played.cell.x as i64, played.cell.y as i64);
        (x, y, played.direction.g().into())
    }
}

/// `x y g`, as an answer file has it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.cell.x, self.cell.y, self.direction.g())
    }
}

/// What a legal move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Two blocks of different colours change places.
    Swap,
    /// Two blocks of one colour change places: the board stays as it is.
    SameColourSwap,
    /// The block leaves its column and lands on top of the next.
    Drop,
}

impl Board {
    /// What a move would do here, if it is legal.
    ///
    /// # Errors
    /// Why it isn't: no block, over the edge, or a swap that `rules` forbid.
    pub fn effect(&self, played: Move, rules: Rules) -> Result<Effect, IllegalMove> {
        let block = self.get(played.cell).ok_or(IllegalMove::NoBlock)?;
        let target = played.target().ok_or(IllegalMove::OverEdge)?;
        match self.get(target) {
            None => Ok(Effect::Drop),
            Some(other) if other != block => Ok(Effect::Swap),
            Some(_) if rules.same_colour_swap == SameColourSwap::Legal => {
                Ok(Effect::SameColourSwap)
            }
            Some(_) => Err(IllegalMove::SameColourSwap),
        }
    }

    /// The board after a move, settled, before anything vanishes.
    ///
    /// # Errors
    /// As [`Board::effect`].
    pub fn shift(self, played: Move, rules: Rules) -> Result<Self, IllegalMove> {
        let effect = self.effect(played, rules)?;
        Ok(self.play(played, effect))
    }

    /// Plays a move whose effect here is known.
    pub(crate) fn play(mut self, played: Move, effect: Effect) -> Self {
        // A move that has an effect has a block and a target.
        if let (Some(block), Some(target)) = (self.get(played.cell), played.target()) {
            match effect {
                Effect::Swap | Effect::SameColourSwap => {
                    self.exchange(played.cell.x, target.x, target.y);
                }
                // An empty target cell means that its column ends at or below
                // the block's row, so there is always room on top of it.
                Effect::Drop => {
                    self.take(played.cell);
                    self.push(target.x, block);
                }
            }
        }
        self
    }
}

/// An answer as a contestant must print it: a move a line, or -1.
#[must_use]
pub fn answer_text(answer: Option<&[Move]>) -> String {
    match answer {
        None => "-1\n".to_owned(),
        Some(moves) => moves
            .iter()
            .fold(String::new(), |text, played| text + &format!("{played}\n")),
    }
}
