//! How strong a set of testcases is.

use super::count;
use crate::report::text::Thing;
use crate::validate::strength::{Outcome, Smallest, Strength};

/// The heading of mutants that came to this.
pub(crate) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Survives => "Survive: no case kills them, though one could",
        Outcome::NeedsAmbiguous => "Survive: it takes an ambiguous case to kill them",
        Outcome::OnlyByAmbiguous => "Killed only by an ambiguous case",
        Outcome::Killed => "Killed",
        Outcome::Equivalent => "Equivalent: they are right on every testcase",
    }
}

/// The same in a word or two, for a column.
pub(crate) fn outcome_short(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Survives => "survives",
        Outcome::NeedsAmbiguous => "needs an ambiguous case",
        Outcome::OnlyByAmbiguous => "only by an ambiguous case",
        Outcome::Killed => "killed",
        Outcome::Equivalent => "equivalent",
    }
}

pub(crate) fn strength_title(mutants: usize, cases: usize) -> String {
    format!("{mutants} wrong programs (mutants) on {cases} testcases")
}

pub(crate) fn strength_legend() -> &'static str {
    "# killed   . passed   ? undecided: it searches for longer than is looked\n\
     After the row: by how many unambiguous cases, and by how many ambiguous (a);\n\
     what each mutant does wrong is on the page that --html writes"
}

pub(crate) fn too_wide(cases: usize) -> String {
    format!(
        "The matrix of {cases} cases is too wide for the terminal: --html and --format json have it."
    )
}

/// The headings of the table of cases: kills, alone, remark.
pub(crate) fn worth_headings() -> [&'static str; 4] {
    ["case", "kills", "alone", ""]
}

/// What is to be said of a case in that table.
pub(crate) fn worth_remark(ambiguous: bool, redundant: bool) -> &'static str {
    match (ambiguous, redundant) {
        (true, _) => "ambiguous",
        (false, true) => "redundant: others kill these",
        (false, false) => "",
    }
}

pub(crate) fn smallest(smallest: &Smallest) -> String {
    let cases: Vec<&str> = smallest.cases.iter().map(|it| it.0.as_str()).collect();
    let which = if smallest.proven {
        "The smallest set that kills as much"
    } else {
        "The smallest set found that kills as much"
    };
    let number = count(cases.len(), Thing::Case);
    format!("{which} has {number}: {}.", cases.join(", "))
}

pub(crate) fn strength_conclusion(strength: &Strength) -> String {
    let survivors = strength.count(Outcome::Survives);
    let killable = strength.killable();
    let killed = strength.count(Outcome::Killed);
    let mut said = if killed == killable {
        format!("Strong: all {killable} mutants that an unambiguous case can kill are killed.")
    } else if survivors == 0 {
        format!(
            "Strong, if its ambiguous cases count: {killed} of {killable} mutants that an \
             unambiguous case can kill are killed by one."
        )
    } else {
        format!(
            "Weak: {survivors} of {killable} mutants that an unambiguous case can kill survive; \
             {killed} are killed. `generate --kills NAME` makes a case that kills one."
        )
    };
    let only = strength.count(Outcome::OnlyByAmbiguous);
    let needs = strength.count(Outcome::NeedsAmbiguous);
    if only > 0 {
        said += &format!(" {only} are killed only by an ambiguous case.");
    }
    if needs > 0 {
        said += &format!(" {needs} would take an ambiguous case.");
    }
    said + &format!(" {} are equivalent.", strength.count(Outcome::Equivalent))
}
