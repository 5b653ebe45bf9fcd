//! Boards by chance and by property: seeded, the same on every machine.
//!
//! - [`dice`]: chance; [`columns`]: boards as lists, to be changed at will.
//! - [`boards`]: where boards come from; [`backward`]: those that are built from their
//!   end; [`dense`]: those with hardly a gap.
//! - [`kind`]: solvable or not, ambiguous or not; [`mod@like`]: more of a board's kind.
//! - [`recolour`]: a board with other colours.
//! - [`shape`]: what is to be seen on a board.
//! - [`cover`]: the fewest boards that are enough; [`parallel`]: work by several threads.
//! - [`shrink`]: the smallest board of which something still holds.

pub mod backward;
pub mod boards;
pub mod columns;
pub mod cover;
pub mod dense;
pub mod dice;
pub mod kind;
pub mod like;
pub mod parallel;
pub mod recolour;
pub mod shape;
pub mod shrink;

pub use like::like;
