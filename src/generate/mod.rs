//! Boards by chance and by property: seeded, the same on every machine.
//!
//! - [`dice`]: chance; [`columns`]: boards as lists, to be changed at will.
//! - [`backward`]: boards that can be cleared, built from their end.
//! - [`kind`]: solvable or not, ambiguous or not; [`mod@like`]: more of a board's kind.
//! - [`recolour`]: a board with other colours.
//! - [`shrink`]: the smallest board of which something still holds.

pub mod backward;
pub mod columns;
pub mod dice;
pub mod kind;
pub mod like;
pub mod recolour;
pub mod shrink;

pub use like::like;
