//! Boards by chance and by property: seeded, the same on every machine.
//!
//! - [`dice`]: chance; [`columns`]: boards as lists, to be changed at will.
//! - [`shrink`]: the smallest board of which something still holds.

pub mod columns;
pub mod dice;
pub mod shrink;
