//! Showing what happened. Everything here is a function of events, results and
//! errors; nothing here runs or decides anything.
//!
//! - [`terminal`]: the lines of a run, as they come.
//! - [`scoreboard`], [`class`]: a class at a glance, and how it was understood.
//! - `failures`, `attention`: what most failed on, what somebody should look at.
//! - [`difference`]: how two reports differ; [`conflict`]: why journals do.
//! - [`progress`]: what is going on, on standard error.
//! - [`explain`]: one result, with boards.
//! - [`replay`]: a board and a list of moves, step by step.
//! - [`board`]: boards drawn side by side.
//! - [`text`]: the words.
//! - [`hints`]: what to do about a source, in words.
//! - [`isolation`]: what keeps programs in their place.
//! - [`html`]: the report as a page.
//! - [`json`]: events as lines, the report as a file.
//! - [`problem`]: errors and warnings.
//! - [`search`]: how hard a puzzle is.
//! - [`style`], [`ascii`]: what the terminal can show.

pub mod ascii;
mod attention;
pub mod board;
pub mod class;
pub mod conflict;
pub mod difference;
pub mod explain;
mod failures;
pub mod hints;
pub mod html;
pub mod isolation;
pub mod json;
pub mod problem;
pub mod progress;
pub mod replay;
pub mod scoreboard;
pub mod search;
pub mod style;
pub mod terminal;
pub mod text;
