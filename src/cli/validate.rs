//! The arguments of `validate`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::choices::{FORMATS, Format, choice};
use super::grade::jobs;
use super::{RuleArgs, SandboxArgs};

/// `validate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge validate
  mayan-judge validate data --fix
  mayan-judge validate data/07.in
  mayan-judge validate --strength --html strength.html
  mayan-judge validate --samples submissions --strict
  mayan-judge validate --format json > validation.json

Exits with 0 if no error was found, with 1 if one was (or, with --strict, a
warning; or, with --strength, if a mutant survives that an unambiguous testcase
could kill), with 2 for wrong arguments, with 3 if something could not be read or mended, with 4 if there are no
testcases.")]
pub struct ValidateArgs {
    /// The testcases: their folder, a folder with a judge.toml, or one NAME.in
    /// [default: the testcases of judge.toml]
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,

    /// Mend layouts: BOM, line ends, blanks, what is on which line. Numbers are never
    /// changed, and files that have wrong ones are left as they are
    #[arg(long)]
    pub fix: bool,

    /// Exit with 1 for a warning too
    #[arg(long)]
    pub strict: bool,

    /// Also run the programs of this folder whose first line says `expect: AC` or
    /// `expect: TLE`: right ones must need half of the time limit at most, those that
    /// are too slow 1.5 times the limit at least
    #[arg(long, value_name = "DIR")]
    pub samples: Option<PathBuf>,

    /// Also run the wrong programs that are built in, the mutants, on the testcases: which
    /// survive, what each testcase is worth, which are enough
    #[arg(long)]
    pub strength: bool,

    /// Write what --strength finds as a page
    #[arg(long, value_name = "FILE", requires = "strength")]
    pub html: Option<PathBuf>,

    /// How many testcases are looked at, or programs run, at a time [default: the
    /// number of cores; of physical ones for programs]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZero<usize>>,

    /// What to print: lines for people, or JSON
    #[arg(
        long, value_name = "FORMAT", default_value = "human", value_parser = choice(FORMATS)
    )]
    pub format: Format,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,

    /// Isolation
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}
