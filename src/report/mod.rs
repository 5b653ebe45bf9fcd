//! Showing what happened. Everything here is a function of events, results and
//! errors; nothing here runs or decides anything.
//!
//! - [`terminal`]: the lines of a run, as they come.
//! - [`scoreboard`], [`overview`], [`class`]: a class at a glance, and how it was
//!   understood.
//! - [`difference`]: how two reports differ; [`conflict`]: why journals do.
//! - [`progress`]: what is going on, on standard error.
//! - [`explain`]: one result, with boards; [`appeal`]: with all that it rests on.
//! - [`probes`]: what came of boards besides the testcases.
//! - [`replay`]: a board and a list of moves, step by step.
//! - [`board`]: boards drawn side by side.
//! - [`text`]: the words, in every language.
//! - [`isolation`]: what keeps programs in their place.
//! - [`html`]: the report as a page.
//! - [`json`]: events as lines, the report as a document.
//! - [`csv`], [`junit`]: the report for spreadsheets, and for what shows tests.
//! - [`plain`]: texts without colours, for documents.
//! - [`mod@file`]: files that documents are written to.
//! - [`problem`]: errors and warnings.
//! - [`search`]: how hard a puzzle is; [`strength`]: what testcases let pass.
//! - [`validate`]: what there is to say of testcases.
//! - [`stress`]: where a program differs from the reference.
//! - [`style`], [`ascii`], [`guard`]: what the terminal can show, and may.

pub mod appeal;
pub mod ascii;
pub mod board;
pub mod class;
pub mod conflict;
pub mod csv;
pub mod difference;
pub mod explain;
pub mod file;
pub mod guard;
pub mod html;
pub mod isolation;
pub mod json;
pub mod junit;
pub mod overview;
pub mod plain;
pub mod probes;
pub mod problem;
pub mod progress;
pub mod replay;
pub mod scoreboard;
pub mod search;
pub mod strength;
pub mod stress;
pub mod style;
pub mod terminal;
pub mod text;
pub mod validate;
