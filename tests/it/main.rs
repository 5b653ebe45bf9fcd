//! The integration tests, one binary. What they need and may miss (a compiler,
//! the conformance boards) they say when they skip.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says what it skipped"
)]

mod appeals;
mod attacks;
mod caching;
mod checker;
mod class;
mod classes;
mod cli;
mod compiling;
mod config;
mod exports;
mod fixture;
mod generating;
mod grading;
mod hints;
mod isolation;
mod journal;
mod languages;
mod lasting;
mod mutants;
mod pages;
mod probes;
mod readme;
mod samples;
mod sandbox;
mod schema;
mod scoring;
mod strength;
mod stressing;
mod support;
mod tidy;
mod uncounted;
mod validating;
mod words;
mod zips;
