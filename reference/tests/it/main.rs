//! The tests of the game and the solver, as one binary.
//!
//! Most of them compare the crate with a second, naive program for the same
//! rules, on random boards. The random numbers are the same in every run;
//! `PROPTEST_RNG_SEED=7` picks others and `PROPTEST_CASES=100000` more.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bound;
mod budget;
mod conformance;
mod convert;
mod counting;
mod deep;
mod differential;
mod engine;
mod features;
mod generate;
mod input;
mod input_odd;
mod input_random;
mod kinds;
mod memo;
mod naive;
mod own_boards;
mod program;
mod share;
mod solver;
mod statement;
mod statistics;
mod table;
mod techniques;
mod together;
