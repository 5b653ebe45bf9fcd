//! The Mayan puzzle of NOIP 2011 (Luogu P1312): the game, and the solver that
//! finds its least answer.
//!
//! The board has [`WIDTH`] columns and [`HEIGHT`] rows; (0, 0) is the bottom
//! left cell. A move drags one block sideways, blocks fall, runs of three or
//! more equal colours vanish, and the task is to clear the board in n moves.
//!
//! Where to read what:
//!
//! - [`board`]: the board as five columns, and what can be read off it.
//! - [`moves`]: a move, when it is legal, and the order of answers.
//! - [`cascade`]: what happens after a move until the board is at rest.
//! - [`rules`]: the two switches on which honest programs differ.
//! - [`replay`](mod@replay): playing a list of moves and saying where it stopped and why.
//! - [`solver`]: the least answer under a rule set.
//! - [`input`]: the text form of a puzzle, and what can be wrong with it.
//! - [`token`]: words and positions in bytes of unknown origin.
//! - [`diagnostic`]: an error drawn at its place in a file.
//!
//! The library does no input or output.

pub mod board;
pub mod cascade;
pub mod diagnostic;
pub mod input;
pub mod moves;
pub mod replay;
pub mod rules;
pub mod solver;
pub mod token;

pub use board::{Board, Cell, CellSet, Colour, HEIGHT, WIDTH};
pub use cascade::{Cascade, Elimination};
pub use input::{InputError, MAX_MOVES, Puzzle};
pub use moves::{Answer, Direction, IllegalMove, Move};
pub use replay::{Replay, Step, Stop, replay};
pub use rules::{MoveCount, Rules, SameColourSwap};
pub use solver::{
    Budget, Explanation, SearchStatistics, Solver, Stopped, Techniques, explain, least_clear,
    solutions, solve, solve_all,
};
