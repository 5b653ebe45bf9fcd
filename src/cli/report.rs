//! The arguments of `report`, `merge` and `explain`.

use std::path::PathBuf;

use clap::Args;

use super::{DocumentArgs, ReportDocumentArgs};

/// `merge`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits as grade does; with 3 if the journals disagree or results are missing.

Examples:
  mayan-judge merge part1.jsonl part2.jsonl --json class.json")]
pub struct MergeArgs {
    /// Journals, as `grade --out` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Write the report to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Take results of machines that are faster or slower than the first one
    #[arg(long)]
    pub any_speed: bool,

    /// Exit with 0 if everything was graded, whatever the verdicts
    #[arg(long)]
    pub exit_zero: bool,

    /// Documents
    #[command(flatten)]
    pub documents: DocumentArgs,
}

/// `report`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits as the run did without --exit-zero.

Examples:
  mayan-judge report class.json
  mayan-judge report class.json 张三 2023001
  mayan-judge report class.json --csv class.csv --html class.html
  mayan-judge report class.json --student 2023001 --html 2023001.html
  mayan-judge report class.json --moodle worksheet.csv filled.csv

With documents nothing is printed but what was written.")]
pub struct ReportArgs {
    /// A report, as `grade --json` writes it
    pub file: PathBuf,

    /// Only these contestants, by id or name, with every case and an explanation
    #[arg(value_name = "CONTESTANT")]
    pub contestants: Vec<String>,

    /// Documents
    #[command(flatten)]
    pub documents: DocumentArgs,

    /// Documents for other systems
    #[command(flatten)]
    pub others: ReportDocumentArgs,
}

/// `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits with 0, whatever the verdict.

Examples:
  mayan-judge explain class.json 张三 full/10-right-first
  mayan-judge explain class.json 2023001 18 --lang zh")]
pub struct ExplainArgs {
    /// A report, as `grade --json` writes it
    pub report: PathBuf,

    /// Whose result, by id or name
    #[arg(value_name = "STUDENT")]
    pub contestant: String,

    /// On which testcase: its name, its last part, or the beginning of that, if it
    /// is the only one
    pub case: String,
}
