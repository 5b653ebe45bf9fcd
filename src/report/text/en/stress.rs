//! Where a program differs from the reference, or that nothing was found.

use std::path::Path;

use super::result::count;
use crate::report::text::{Thing, shown};
use crate::stress::{Again, End, Found, Hunt, ShrinkEnd, Terms};
use crate::units::short_duration;
use crate::verdict::Verdict;

pub(crate) fn nothing_found(name: &str, hunt: &Hunt) -> String {
    match hunt.ended {
        End::Interrupted => format!("{name}: interrupted; no difference so far"),
        End::Found | End::Tries | End::Time => format!("{name}: no difference found"),
    }
}

pub(crate) fn stress_tries(hunt: &Hunt, seed: u64) -> String {
    format!(
        "It was right on {}, in {}; seed {seed}.",
        count(hunt.tries, Thing::Board),
        pace(hunt)
    )
}

fn pace(hunt: &Hunt) -> String {
    let time = short_duration(hunt.time);
    match hunt.rate() {
        0 => time,
        rate => format!("{time} ({rate} a second)"),
    }
}

pub(crate) fn no_proof(terms: &Terms) -> String {
    let next = terms.seed.wrapping_add(1);
    let ambiguous = if terms.ambiguous {
        ""
    } else {
        " Boards on which readings of the statement differ were left out: --ambiguous tries \
         them too."
    };
    format!(
        "That is no proof: --seed {next} tries other boards, --time or --tries more of \
         them.{ambiguous}"
    )
}

pub(crate) fn stress_found(hunt: &Hunt, found: &Found, seed: u64) -> String {
    let first = count(found.first_blocks, Thing::Block);
    let hunted = format!(
        "Found at board {}, after {}; seed {seed}.",
        hunt.tries,
        pace(hunt)
    );
    if found.always {
        return format!(
            "{hunted} It fails like this on the simplest boards already, on one that can be \
             cleared as on one that can't: the board isn't what it fails by."
        );
    }
    let runs = count(found.shrunk.runs, Thing::Run);
    let blocks = count(found.blocks, Thing::Block);
    let smaller = if found.first == found.input {
        format!("The board has {blocks}")
    } else if found.first_blocks == found.blocks {
        format!("The board, of {blocks}, was made simpler in {runs}")
    } else {
        format!("Shrunk from {first} to {} in {runs}", found.blocks)
    };
    let end = match found.shrunk.ended {
        ShrinkEnd::Smallest => "; a step smaller, it doesn't fail like this",
        ShrinkEnd::Time => "; then the time was over, and --time gives more",
        ShrinkEnd::Interrupted => "; then it was interrupted",
        ShrinkEnd::NotTried => "",
    };
    format!("{hunted} {smaller}{end}.")
}

pub(crate) fn found_ambiguous() -> &'static str {
    "Readings of the statement differ on this board: a right program may fail on it."
}

pub(crate) fn found_by_chance(again: Again) -> String {
    let Again { runs, failed } = again;
    format!(
        "Run on it again, it failed {failed} of {runs} times: what it does doesn't depend on the \
         board alone. A variable that is never set, an array that is too short, random numbers or \
         the clock can be why; the board is then not what matters."
    )
}

pub(crate) fn to_run() -> &'static str {
    "To run it on this board:"
}

pub(crate) fn stress_description(name: &str, verdict: Verdict) -> String {
    format!("{name} gets {} here", verdict.code())
}

pub(crate) fn stands_in_the_way(path: &Path) -> String {
    format!(
        "{} is there already: name another file, or delete it",
        shown(path)
    )
}

pub(crate) fn not_an_input(path: &Path) -> String {
    format!(
        "a testcase's input is called NAME.in, and this is {}: its answer will be NAME.ans",
        shown(path)
    )
}

pub(crate) fn no_folder(folder: &Path) -> String {
    format!("there is no folder {}: make it first", shown(folder))
}
