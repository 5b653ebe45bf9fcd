//! Testcases that are made, and boards that can't be.

use std::path::PathBuf;

use super::result::count;
use crate::generate::find::Tally;
use crate::generate::made::{Made, Reason};
use crate::generate::shape::Shape;
use crate::generate::wanted::{Contradiction, Property};
use crate::report::text::{Thing, shown, some};
use crate::sanitize;

pub(crate) fn contradiction(why: Contradiction) -> String {
    match why {
        Contradiction::BottomRowHolds { blocks } => format!(
            "no board is like this: the bottom row holds 5 blocks, and {blocks} at least are \
             asked for; give --blocks 1..5, or leave out --bottom-row"
        ),
        Contradiction::FullColumnsHold { blocks } => format!(
            "no board is like this: five full columns have 35 blocks, and {blocks} at most are \
             asked for; leave out --blocks or --full-columns"
        ),
        Contradiction::MoreColoursThanBlocks { colours, blocks } => format!(
            "no board is like this: {} colours need as many blocks, and there are {} at most",
            colours,
            count(blocks, Thing::Block)
        ),
        Contradiction::TooFewToClear { colours, blocks } => format!(
            "no board is like this: a colour that can be cleared has 3 blocks at least, so \
             {colours} of them need {}, and there are {blocks} at most",
            3 * colours
        ),
        Contradiction::ChainTooLong { chain, blocks } => format!(
            "no board is like this: each elimination takes 3 blocks at least, so {chain} of them \
             need {}, and there are {blocks} at most",
            3 * chain
        ),
        Contradiction::ChainOfNothing => {
            "no board is like this: --cascade is of the moves of the answer, and with \
             --unsolvable there are none"
                .to_owned()
        }
    }
}

pub(crate) fn not_found(found: usize, wanted: usize, tally: &Tally) -> String {
    let mut lost: Vec<String> = tally
        .lacked
        .iter()
        .map(|(&property, number)| format!("{number} {}", lacked(property)))
        .collect();
    if tally.nothing > 0 {
        lost.push(format!("{} came to nothing", tally.nothing));
    }
    if tally.again > 0 {
        lost.push(format!("{} were known already", tally.again));
    }
    let lost = match lost.as_slice() {
        [] => String::new(),
        lost => format!(" ({})", lost.join(", ")),
    };
    let of = count(wanted, Thing::Case);
    format!(
        "{found} of {of} found; {} boards were tried{lost}; there may be no more: ask for less, or \
         give more --tries, or another --seed",
        tally.attempts
    )
}

fn lacked(property: Property) -> &'static str {
    match property {
        Property::Numbers => "had other numbers of moves, blocks or colours",
        Property::BottomRow => "had blocks above the bottom row",
        Property::FullColumns => "had columns that aren't full",
        Property::Solvable => "can't be cleared",
        Property::Unsolvable => "can be cleared",
        Property::Chain => "had shorter chains",
        Property::Unambiguous => "were ambiguous",
        Property::Ambiguous => "were unambiguous",
    }
}

pub(crate) fn unknown_mutant(name: &str, known: &[&str]) -> String {
    let name = sanitize::line(name);
    format!(
        "there is no mutant `{name}`; known are {}",
        known.join(", ")
    )
}

pub(crate) fn mutant_is_right(name: &str) -> String {
    format!("{name} prints the right answer to every board: nothing kills it")
}

pub(crate) fn needs_ambiguous(name: &str) -> String {
    format!(
        "{name} is wrong on ambiguous boards only, and those asked for are unambiguous: give \
         --ambiguous"
    )
}

pub(crate) fn not_killed(names: &[&str], attempts: usize) -> String {
    format!(
        "not killed by any of {attempts} boards: {}; give more --tries, or another --seed",
        names.join(", ")
    )
}

pub(crate) fn no_room(names: &[&str]) -> String {
    format!(
        "the set has no room for a testcase against {}: give a higher --count",
        names.join(", ")
    )
}

pub(crate) fn only_ambiguous(names: &[&str]) -> String {
    format!(
        "ambiguous testcases alone kill {}: `generate --ambiguous --kills MUTANT` makes one",
        names.join(", ")
    )
}

pub(crate) fn set_made(cases: usize, killed: usize, all: usize) -> String {
    let cases = count(cases, Thing::Case);
    format!("{cases} against {killed} of {all} mutants")
}

pub(crate) fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::RowAtTop => "a horizontal run in the top row",
        Shape::ColumnToTop => "a vertical run that ends in the top row",
        Shape::RunOfFive => "a run of five",
        Shape::RunOfFour => "a run of four",
        Shape::SharedBlock => "a row and a column that share a block",
        Shape::TwoHoles => "two holes in one column",
        Shape::SeveralRuns => "several runs at once",
        Shape::Chain => "a chain",
        Shape::LongFall => "a long fall",
        Shape::DraggedLeft => "a block dragged left",
        Shape::FullColumns => "all columns full",
        Shape::SevenHigh => "a column of seven",
        Shape::TenColours => "ten colours",
        Shape::BottomRow => "all blocks in the bottom row",
    }
}

pub(crate) fn why_made(made: &Made) -> String {
    let reason = match &made.reason {
        Reason::Wanted => String::new(),
        Reason::Hard { cost } => format!("A plain search looks at {cost} boards. "),
        Reason::Kills { kills, .. } if kills.len() <= 3 => format!("Kills {}. ", kills.join(", ")),
        Reason::Kills { kills, alone } => {
            let names = some(alone, ", ", |more| format!(" and {more} more"));
            let alone = match alone.len() {
                0 => String::new(),
                _ => format!(", and no other case kills {names}"),
            };
            format!("Kills {} mutants{alone}. ", kills.len())
        }
    };
    let puzzle = made.puzzle();
    let colours = match made.colours() {
        1 => "1 colour".to_owned(),
        colours => format!("{colours} colours"),
    };
    let answer = if made.is_solvable() {
        ""
    } else {
        ", no answer"
    };
    let shapes = made.shapes.iter().map(|&it| match it {
        Shape::Chain => format!("; a chain of {}", made.chain),
        it => format!("; {}", shape(it)),
    });
    format!(
        "{reason}{}, {}, {colours}{answer}{}.",
        count(puzzle.n, Thing::Move),
        count(puzzle.board.block_count(), Thing::Block),
        shapes.collect::<String>()
    )
}

pub(crate) fn files_there(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|it| shown(it)).collect();
    let names = some(&names, ", ", |more| format!(" and {more} more"));
    format!(
        "there already, and other than what would be written: {names}; nothing was written: name \
         another folder, or remove them"
    )
}
