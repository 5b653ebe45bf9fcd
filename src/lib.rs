//! An online-judge-style grader for the Mayan puzzle of NOIP 2011.
//!
//! A run goes from left to right:
//!
//! ```text
//! Config + Testcase + Submission -> Program -> Execution -> CheckOutcome
//!     -> CaseResult -> Event -> Report
//! ```
//!
//! - [`config`]: limits, rules, languages, subtasks; from `judge.toml`.
//! - [`testcase`], [`submission`]: what is there, found and read.
//! - [`mod@source`], [`hint`]: encodings of sources, and what would mend one.
//! - [`compile`]: a submission becomes a program.
//! - [`sandbox`]: a program runs under limits. The only unsafe code.
//! - [`checker`]: an output is judged, purely; [`finding`] is what it says.
//! - [`verdict`], [`scoring`]: results, and what they are worth.
//! - [`journal`], [`digest`]: what is kept of a run, parts of a class, and putting
//!   them together.
//! - [`mod@judge`]: the jobs; they emit [`event`]s, and [`summary`] folds them.
//! - [`mutants`], [`generate`], [`validate`], [`stress`]: the setter's side: wrong
//!   programs, boards, what testcases are worth, and where a program fails.
//! - [`report`]: showing events and reports, in each [`mod@lang`]uage.
//! - [`interop`]: what other systems read of a report, and take from one.
//! - [`cli`], [`command`], [`exit`]: what was asked for, doing it, and how it ended.
//!
//! Imports run in this order only, later rooms from earlier ones;
//! `tests/it/tidy.rs` holds them to it. The game itself is the crate
//! [`mayan_reference`], which knows nothing of judging.

#[cfg(not(target_os = "linux"))]
compile_error!("mayan-judge needs Linux: it limits programs with the kernel's means");

pub mod checker;
pub mod cli;
pub mod command;
pub mod compile;
pub mod config;
pub mod digest;
pub mod event;
pub mod exit;
pub mod finding;
pub mod generate;
pub mod hint;
pub mod interop;
pub mod isolation;
pub mod journal;
pub mod judge;
pub mod lang;
pub mod mutants;
pub mod report;
pub mod sandbox;
pub mod sanitize;
pub mod scoring;
pub mod source;
pub mod stress;
pub mod submission;
pub mod summary;
pub mod testcase;
pub mod units;
pub mod validate;
pub mod verdict;
