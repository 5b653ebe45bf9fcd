//! The arguments of `stress`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use mayan_reference::MAX_MOVES;

use super::choices::{FORMATS, Format, choice};
use super::grade::jobs;
use super::{LimitArgs, RuleArgs, SandboxArgs};
use crate::config::Overrides;
use crate::stress::SEED;
use crate::units::parse_duration;

/// `stress`.
#[derive(Debug, Args)]
#[command(after_help = "\
A program is tried on one board after another: first on the smallest that each
known kind of wrong program fails on, then on boards by chance, small ones first.
The board on which it fails is made smaller while it fails with the same verdict,
and run three times more: some programs fail by chance.
Each board is a run of its own, in the sandbox and with the limits of the contest,
since programs read one board and end.

Without --ambiguous only boards are tried on which all readings of the statement
agree: on others right programs differ too.

Examples:
  mayan-judge stress solution.cpp
  mayan-judge stress solution.py --time 2m --seed 7
  mayan-judge stress ./solution --n 5 --tries 100000 --keep testcases/full

Exit codes: 0 nothing found, 1 it differs or does not compile, 2 wrong arguments
or configuration, 3 the judge is at fault, 130 interrupted.")]
pub struct StressArgs {
    /// The program (binary, or script with #!) or source file
    pub submission: PathBuf,

    /// How long to try boards, such as 10s or 5m, and as long again to make one
    /// smaller [default: 10s; with --tries no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Boards")]
    pub time: Option<Duration>,

    /// How many boards to try
    #[arg(long, value_name = "N", value_parser = jobs, help_heading = "Boards")]
    pub tries: Option<NonZero<usize>>,

    /// What the boards by chance come from: the same number, the same boards
    #[arg(long, value_name = "NUMBER", default_value_t = SEED, help_heading = "Boards")]
    pub seed: u64,

    /// Only boards with N moves, 1 to 5
    #[arg(long, value_name = "N", value_parser = moves, help_heading = "Boards")]
    pub n: Option<usize>,

    /// Try boards too on which readings of the statement differ
    #[arg(long, help_heading = "Boards")]
    pub ambiguous: bool,

    /// Take the first board that is found as it is
    #[arg(long, help_heading = "Boards")]
    pub no_shrink: bool,

    /// How many programs run at a time [default: the number of physical cores]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = "Running")]
    pub jobs: Option<NonZero<usize>>,

    /// Limits
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,

    /// Isolation
    #[command(flatten)]
    pub sandbox: SandboxArgs,

    /// Write the board that is found as a testcase, FILE.in with FILE.ans and
    /// FILE.desc
    #[arg(long, value_name = "FILE.in", help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// The same in a folder, under a name made of the program's
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with = "out",
        help_heading = "Output"
    )]
    pub keep: Option<PathBuf>,

    /// What to print: lines for people, or JSON (docs/stress.schema.json)
    #[arg(
        long, value_name = "FORMAT", default_value = "human", value_parser = choice(FORMATS),
        help_heading = "Output"
    )]
    pub format: Format,

    /// Compile anew, and keep no compiled program
    #[arg(long, help_heading = "Running")]
    pub no_cache: bool,
}

impl StressArgs {
    /// What these options say over the configuration file.
    #[must_use]
    pub fn overrides(&self) -> Overrides {
        Overrides {
            io: self.limits.io,
            time_limit: self.limits.time_limit,
            memory_limit: self.limits.memory_limit,
            output_limit: self.limits.output_limit,
            ..self.rules.overrides()
        }
    }
}

/// How many moves there are.
fn moves(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|it| (1..=MAX_MOVES).contains(it));
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_MOVES}"))
}
