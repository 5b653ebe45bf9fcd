//! Wrong programs, compiled in: what students get wrong, one fault at a time and where
//! two hide each other. A testcase is worth as much as the mutants that it kills.
//!
//! - [`mod@self`]: what a mutant is, and how it does on a testcase.
//! - [`fault`]: everything that can be wrong; `family`: the mutants made of it.
//! - `program`: the plain program that faults are put into, and its parts: `reading`,
//!   `moving`, `vanish`, `fall`, `searching`, `printing`; `grid`: its board.
//! - [`catalogue`]: for each mutant the smallest board that it gets wrong.
//!
//! A mutant is a function, not a process: a matrix of all of them on a set takes seconds,
//! and the same seconds count on every machine, since fuel is counted in boards.

pub mod catalogue;
mod fall;
mod family;
pub mod fault;
mod grid;
mod moving;
mod printing;
mod program;
mod reading;
mod searching;
mod vanish;

use mayan_reference::Rules;
use serde::Serialize;

use crate::checker::check;
use crate::finding::Finding;
use crate::testcase::Testcase;

pub use family::{Planted, all, named};
pub use fault::Fault;

/// How much a mutant may search: boards that it looks at. Counted, not timed, so that
/// a matrix is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel(pub u64);

impl Default for Fuel {
    /// A board has some thirty moves, each of which is played: about a hundredth of a second.
    fn default() -> Self {
        Self(4000)
    }
}

/// What became of a run of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It ended, and printed this.
    Printed(Vec<u8>),
    /// It ended as a program does that reads beyond its input.
    Crashed,
    /// Its fuel ran out: nothing is known of its answer.
    OutOfFuel,
}

/// A wrong program: from an input file to what it prints.
pub trait Mutant: Sync {
    /// Its name, the same in every language: `pair-order`.
    fn name(&self) -> &str;
    /// What is wrong with it.
    fn faults(&self) -> &[Fault];
    /// What testcases can do to it.
    fn standing(&self) -> Standing;
    /// Runs it.
    fn run(&self, input: &str, fuel: Fuel) -> Ran;
}

/// What testcases can do to a mutant, under the literal reading of the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// There is an unambiguous testcase that it gets wrong.
    Killable,
    /// It is wrong on ambiguous testcases only.
    OnlyAmbiguous,
    /// It prints the right answer to every testcase.
    Equivalent,
}

/// How a mutant did on a testcase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was right.
    Survives,
    /// It was wrong.
    Killed,
    /// It searches longer than it may: nothing is known.
    Undecided,
}

/// How a mutant does on a testcase under a rule set.
#[must_use]
pub fn fate(mutant: &dyn Mutant, testcase: &Testcase, rules: Rules, fuel: Fuel) -> Fate {
    match mutant.run(&testcase.input, fuel) {
        Ran::OutOfFuel => Fate::Undecided,
        Ran::Crashed => Fate::Killed,
        Ran::Printed(output) => match check(testcase, rules, &output).finding {
            Finding::Right => Fate::Survives,
            _ => Fate::Killed,
        },
    }
}
