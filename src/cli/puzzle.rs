//! The arguments of `solve`, `check` and `show`.

use std::path::PathBuf;

use clap::Args;

use super::RuleArgs;

/// `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The puzzle's file; - is standard input
    pub input: PathBuf,

    /// Say on standard error how hard the puzzle is: what the search did, how
    /// many sequences of moves clear the board, how few moves do
    #[arg(long)]
    pub explain: bool,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits with 0 if the output is right, with 1 if it isn't, with 3 if the answer
file is wrong.")]
pub struct CheckArgs {
    /// The puzzle's file; - is standard input
    pub input: PathBuf,

    /// What a program printed; - is standard input
    pub output: PathBuf,

    /// The answer file, to be verified as well
    pub answer: Option<PathBuf>,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `show`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge show testcases/full/06-sample.in
  mayan-judge show testcases/full/06-sample.in output.txt --step 2
  mayan-judge show testcases/full/06-sample.in --play '2 1 1 3 1 1 3 0 1'")]
pub struct ShowArgs {
    /// The puzzle's file; - is standard input
    pub input: PathBuf,

    /// Moves to play, as a program printed them; - is standard input
    #[arg(group = "moves_to_play")]
    pub output: Option<PathBuf>,

    /// Moves to play, such as '2 1 1 3 1 1'
    #[arg(
        long,
        value_name = "MOVES",
        group = "moves_to_play",
        allow_hyphen_values = true
    )]
    pub play: Option<String>,

    /// Only this move, counted from 1
    #[arg(long, value_name = "N", requires = "moves_to_play", value_parser = clap::value_parser!(u32).range(1..))]
    pub step: Option<u32>,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,
}
