//! The arguments of `generate`.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use mayan_reference::{Colour, MAX_MOVES};

use super::RuleArgs;
use super::grade::jobs;
use crate::generate::boards::MAX_BLOCKS;

/// `generate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --out one testcase is printed as its input file has it, several with the
names of their files. Same seed and options: same files, on every machine; .desc
files are in English unless --lang says another.

Examples:
  mayan-judge generate --n 3 --blocks 9..15 --cascade 2 > 1.in
  mayan-judge generate --kills pair-order --out testcases/full
  mayan-judge generate --kill-all --count 20 --seed 2011 --out testcases
  mayan-judge generate --hard --unsolvable --count 2 --out slow

Exits with 0 if all was found, with 1 if something was not, with 2 if nothing can
be as it was asked for, or a file can't be written.")]
pub struct GenerateArgs {
    /// What is wanted of a board
    #[command(flatten)]
    pub properties: PropertyArgs,

    /// Which wrong programs it must kill
    #[command(flatten)]
    pub mutants: MutantArgs,

    /// How many testcases; with --kill-all how many at most [default: 1, or 20 with
    /// --kill-all]
    #[arg(long, value_name = "N", value_parser = jobs, help_heading = "Making")]
    pub count: Option<NonZero<usize>>,

    /// What chance begins with
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        help_heading = "Making"
    )]
    pub seed: u64,

    /// How many boards are tried before it is given up [default: 20000, or 1000 with
    /// --kill-all or --hard, where each takes long]
    #[arg(long, value_name = "N", value_parser = jobs, help_heading = "Making")]
    pub tries: Option<NonZero<usize>>,

    /// The folder that NN-name.in, .ans and .desc are written to; a file there that is
    /// another is left alone
    #[arg(long, value_name = "DIR", help_heading = "Making")]
    pub out: Option<PathBuf>,

    /// How many threads work; the files don't depend on it [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = "Making")]
    pub jobs: Option<NonZero<usize>>,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Properties of boards.
#[derive(Debug, Args)]
#[command(next_help_heading = "Boards")]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct PropertyArgs {
    /// How many moves: a number, or A..B with both ends [default: 1..5]
    #[arg(long, value_name = "A..B", value_parser = moves)]
    pub n: Option<RangeInclusive<usize>>,

    /// How many blocks [default: 1..35]
    #[arg(long, value_name = "A..B", value_parser = blocks)]
    pub blocks: Option<RangeInclusive<usize>>,

    /// How many colours [default: 1..10]
    #[arg(long, value_name = "A..B", value_parser = colours)]
    pub colours: Option<RangeInclusive<usize>>,

    /// It can be cleared
    #[arg(long, conflicts_with = "unsolvable")]
    pub solvable: bool,

    /// It can't: the answer is -1
    #[arg(long)]
    pub unsolvable: bool,

    /// A move of the least answer sets off a chain of K eliminations at least
    #[arg(long, value_name = "K", value_parser = jobs)]
    pub cascade: Option<NonZero<usize>>,

    /// All blocks are in the bottom row
    #[arg(long, conflicts_with = "full_columns")]
    pub bottom_row: bool,

    /// All columns have seven blocks
    #[arg(long)]
    pub full_columns: bool,

    /// Plain programs search long: the hardest of many boards of three colours at most,
    /// by how many boards a depth-first search looks at that only knows that one or two
    /// blocks of a colour can't be cleared
    #[arg(long)]
    pub hard: bool,

    /// All readings of the rules have the same answer; this is the default
    #[arg(long, conflicts_with = "ambiguous")]
    pub unambiguous: bool,

    /// Readings of the rules differ: exactly n moves or n at most, swaps of equal
    /// blocks legal or not
    #[arg(long)]
    pub ambiguous: bool,
}

/// Mutants.
#[derive(Debug, Args)]
#[command(next_help_heading = "Wrong programs")]
pub struct MutantArgs {
    /// This mutant gets it wrong; given again, one board for all of them if there is
    /// one, else as few as possible
    #[arg(long, value_name = "MUTANT", conflicts_with = "hard")]
    pub kills: Vec<String>,

    /// Leave boards that kill as they were found, instead of the smallest
    #[arg(long, requires = "kills")]
    pub no_shrink: bool,

    /// A small set that kills every mutant that can be killed: bottom-row/ and full/
    #[arg(long, conflicts_with_all = ["kills", "hard"])]
    pub kill_all: bool,
}

fn moves(text: &str) -> Result<RangeInclusive<usize>, String> {
    range(text, MAX_MOVES)
}

fn blocks(text: &str) -> Result<RangeInclusive<usize>, String> {
    range(text, MAX_BLOCKS)
}

fn colours(text: &str) -> Result<RangeInclusive<usize>, String> {
    range(text, Colour::MAX.into())
}

/// `A`, `A..B`, `A..` or `..B`, with both ends, from 1 to `most`.
fn range(text: &str, most: usize) -> Result<RangeInclusive<usize>, String> {
    let expected = || format!("expected a number or A..B, from 1 to {most}");
    let number = |text: &str, default: usize| match text {
        "" => Ok(default),
        text => text.parse::<usize>().map_err(|_| expected()),
    };
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (number(from, 1)?, number(to.trim_start_matches('='), most)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    if from > to {
        return Err(format!("{from} is more than {to}"));
    }
    if from == 0 || to > most {
        return Err(expected());
    }
    Ok(from..=to)
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges() {
        for (text, expected) in [
            ("3", 3..=3),
            ("2..4", 2..=4),
            ("2..=4", 2..=4),
            ("..4", 1..=4),
            ("3..", 3..=5),
        ] {
            assert_eq!(range(text, 5), Ok(expected), "{text}");
        }
        for text in ["", "0", "6", "4..2", "1..6", "a", "1-3", "-1", "1..2..3"] {
            assert!(range(text, 5).is_err(), "{text}");
        }
    }
}
