//! Wrong programs, compiled in: what students get wrong, one fault at a time. A
//! testcase is worth as much as the mutants that it kills.

use crate::finding::Finding;
use crate::testcase::Testcase;
use mayan_reference::Rules;

/// How much a mutant may search: boards that it looks at. Counted, not timed, so that
/// a matrix is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Fuel(pub u64);

impl Default for Fuel {
    fn default() -> Self {
        Self(2_000_000)
    }
}

/// What became of a run of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It ended, and printed this.
    Printed(Vec<u8>),
    /// It ended as a program that reads outside of its arrays does.
    Crashed,
    /// Its fuel ran out: nothing is known of its answer.
    OutOfFuel,
}

/// A wrong program: from an input file to what it prints.
pub trait Mutant: Sync {
    /// Its name, the same in every language: `pair-order`.
    fn name(&self) -> &str;
    /// Runs it.
    fn run(&self, input: &str, fuel: Fuel) -> Ran;
}

/// How a mutant did on a testcase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was right.
    Survives,
    /// It was wrong.
    Killed,
    /// It searches longer than it may: nothing is known.
    Undecided,
}

/// All mutants, in the order in which they are shown.
#[must_use]
pub fn all() -> &'static [&'static dyn Mutant] {
    &[]
}

/// How a mutant does on a testcase under a rule set.
#[must_use]
pub fn fate(mutant: &dyn Mutant, testcase: &Testcase, rules: Rules, fuel: Fuel) -> Fate {
    match mutant.run(&testcase.input, fuel) {
        Ran::OutOfFuel => Fate::Undecided,
        Ran::Crashed => Fate::Killed,
        Ran::Printed(output) => match crate::checker::check(testcase, rules, &output).finding {
            Finding::Right => Fate::Survives,
            _ => Fate::Killed,
        },
    }
}
