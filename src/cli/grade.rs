//! The arguments of `grade`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::choices::{FORMATS, Format, HAND_INS, IO_MODES, LEVELS, STYLES, choice};
use super::{DocumentArgs, RuleArgs};
use crate::config::{CaseGlob, IoMode, Overrides, Style};
use crate::event::Probing;
use crate::isolation::{Level, Without};
use crate::journal::partition::Partition;
use crate::submission::class;
use crate::units::{Bytes, parse_duration};

/// `grade`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge grade solution.cpp
  mayan-judge grade a.py b.rs ./c --testcases data --json report.json
  mayan-judge grade solution.cpp --case 'full/*' --fail-fast
  mayan-judge grade solution.cpp --isomorphs 2 --fresh 1
  mayan-judge grade hand-ins/ --dry-run
  mayan-judge grade hand-ins.zip --roster class.csv --json class.json
  mayan-judge grade hand-ins/ --partition slice:1/4 --out part1.jsonl")]
pub struct GradeArgs {
    /// Programs (binaries, or scripts with #!) or source files; or one folder or
    /// zip file with the hand-ins of a class
    #[arg(value_name = "SUBMISSION")]
    pub submissions: Vec<PathBuf>,

    /// The folder of the testcases, NAME.in with NAME.ans
    #[arg(
        long,
        value_name = "DIR",
        env = "MAYAN_JUDGE_TESTCASES",
        hide_env_values = true
    )]
    pub testcases: Option<PathBuf>,

    /// Only testcases whose name fits, such as '*holes*' or 'full/*'; '*' stays
    /// within a folder, '**' doesn't, and without a '/' the last part will do
    #[arg(long, value_name = "GLOB", value_parser = CaseGlob::new)]
    pub case: Option<CaseGlob>,

    /// Stop a submission at its first failed case
    #[arg(long)]
    pub fail_fast: bool,

    /// How many programs run at a time [default: the number of physical cores]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = "Running")]
    pub jobs: Option<NonZero<usize>>,

    /// Probes
    #[command(flatten)]
    pub probes: ProbeArgs,

    /// A class
    #[command(flatten)]
    pub class: ClassArgs,

    /// Rules and testcases
    #[command(flatten)]
    pub rules: RuleArgs,

    /// Limits
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Isolation
    #[command(flatten)]
    pub sandbox: SandboxArgs,

    /// Journal
    #[command(flatten)]
    pub journal: JournalArgs,

    /// What to print: lines for people, or events as JSON, one a line
    #[arg(
        long, value_name = "FORMAT", default_value = "human", value_parser = choice(FORMATS),
        help_heading = "Output"
    )]
    pub format: Format,

    /// Write the report to a file, as JSON [default for a class: NAME.report.json in
    /// the current folder]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,

    /// Exit with 0 if everything was graded, whatever the verdicts
    #[arg(long, help_heading = "Output")]
    pub exit_zero: bool,

    /// Documents
    #[command(flatten)]
    pub documents: DocumentArgs,
}

/// Boards besides the testcases.
#[derive(Debug, Args)]
#[command(next_help_heading = "Probes")]
pub struct ProbeArgs {
    /// Run a program that is accepted on a case also on K boards that differ from it in
    /// colours alone; one that fails there may have its answers hard-coded, and is
    /// flagged for a person. Costs no points
    #[arg(long, value_name = "K", value_parser = probes)]
    pub isomorphs: Option<NonZero<usize>>,

    /// The same on K fresh boards of the case's kind: for tables that number colours
    /// first, and for wrong programs that the testcases let pass
    #[arg(long, value_name = "K", value_parser = probes)]
    pub fresh: Option<NonZero<usize>>,

    /// With --fresh: other boards for each number [default: 0]
    #[arg(long, value_name = "N", requires = "fresh")]
    pub seed: Option<u64>,
}

impl ProbeArgs {
    /// What is probed, if anything is.
    #[must_use]
    pub fn probing(&self) -> Option<Probing> {
        let number = |it: Option<NonZero<usize>>| it.map_or(0, NonZero::get);
        let probing = Probing {
            isomorphs: number(self.isomorphs),
            fresh: number(self.fresh),
            seed: self.seed.unwrap_or(0),
        };
        (probing.isomorphs + probing.fresh > 0).then_some(probing)
    }
}

/// How the hand-ins of a class are found.
#[derive(Debug, Args)]
#[command(next_help_heading = "Class")]
pub struct ClassArgs {
    /// Show what is understood of the hand-ins, and what is left out and why, and
    /// run nothing
    #[arg(long)]
    pub dry_run: bool,

    /// A CSV file with everyone's id and name: adds names, keeps its order, lists
    /// those who handed in nothing
    #[arg(long, value_name = "CSV")]
    pub roster: Option<PathBuf>,

    /// A CSV file that says which file is whose: id,path
    #[arg(long, value_name = "CSV")]
    pub mapping: Option<PathBuf>,

    /// How the folder is laid out [default: what it looks like]
    #[arg(long, value_name = "LAYOUT", value_parser = choice(HAND_INS))]
    pub hand_ins: Option<class::Layout>,

    /// Take sources of one language for another's, such as cpp=cpp-clang
    #[arg(long, value_name = "FROM=TO", value_parser = substitution)]
    pub language: Vec<(String, String)>,

    /// What a score is: points (oi), or solved or not with the first failed case as
    /// the last (icpc)
    #[arg(
        long, value_name = "STYLE", env = "MAYAN_JUDGE_STYLE", hide_env_values = true,
        value_parser = choice(STYLES)
    )]
    pub style: Option<Style>,

    /// Compile everything anew, and keep no compiled programs
    #[arg(long)]
    pub no_cache: bool,
}

/// Where finished cases are kept, and what is graded.
#[derive(Debug, Args)]
#[command(next_help_heading = "Journal")]
pub struct JournalArgs {
    /// Keep every finished case in this file; the same command goes on where it was
    /// [default for a class: beside the report]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Grade a part of the class alone: slice:K/N is every Nth hand-in, hash:K/N goes
    /// by the id; put the parts together with merge
    #[arg(long, value_name = "PART", requires = "out")]
    pub partition: Option<Partition>,

    /// Grade everything again beside the old results, and show what would change
    #[arg(long, conflicts_with = "partition")]
    pub rejudge: bool,

    /// With --rejudge: put the new results in the place of the old
    #[arg(long, requires = "rejudge")]
    pub yes: bool,
}

/// Limits and input/output of `grade`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Running")]
pub struct LimitArgs {
    /// Where a program reads and writes: standard streams, files (mayan.in and
    /// mayan.out, as at NOIP), or whichever it uses
    #[arg(
        long, value_name = "MODE", env = "MAYAN_JUDGE_IO", hide_env_values = true,
        value_parser = choice(IO_MODES)
    )]
    pub io: Option<IoMode>,

    /// CPU time for one testcase, such as 3s or 1500ms
    #[arg(
        long, value_name = "TIME", env = "MAYAN_JUDGE_TIME_LIMIT", hide_env_values = true,
        value_parser = parse_duration
    )]
    pub time_limit: Option<Duration>,

    /// Memory for one testcase, such as 64MiB or 65535KiB
    #[arg(
        long,
        value_name = "SIZE",
        env = "MAYAN_JUDGE_MEMORY_LIMIT",
        hide_env_values = true
    )]
    pub memory_limit: Option<Bytes>,

    /// Size of standard output and of each file, such as 1MiB
    #[arg(
        long,
        value_name = "SIZE",
        env = "MAYAN_JUDGE_OUTPUT_LIMIT",
        hide_env_values = true
    )]
    pub output_limit: Option<Bytes>,
}

/// How strictly `grade` keeps programs in their place.
#[derive(Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub struct SandboxArgs {
    /// Run nothing unless this machine enforces every property (full), or those
    /// that keep programs from getting out (contained); see doctor
    #[arg(long, value_name = "LEVEL", value_parser = choice(LEVELS))]
    pub require_isolation: Option<Level>,

    /// Run programs even where they could get out
    #[arg(long, conflicts_with = "require_isolation")]
    pub allow_unsafe: bool,

    /// Mechanisms that are not to be used, for tests of the judge: namespaces,
    /// cgroups, landlock, seccomp
    #[arg(long, value_name = "LIST", default_value = "", hide = true)]
    pub without: Without,
}

impl GradeArgs {
    /// What these options say over the configuration file.
    #[must_use]
    pub fn overrides(&self) -> Overrides {
        Overrides {
            testcases: self.testcases.clone(),
            io: self.limits.io,
            time_limit: self.limits.time_limit,
            memory_limit: self.limits.memory_limit,
            output_limit: self.limits.output_limit,
            style: self.class.style,
            ..self.rules.overrides()
        }
    }
}

/// Two languages, `FROM=TO`.
fn substitution(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => {
            Ok((from.to_owned(), to.to_owned()))
        }
        _ => Err("expected two languages, such as cpp=cpp-clang".to_owned()),
    }
}

/// How many boards there are to a testcase.
fn probes(text: &str) -> Result<NonZero<usize>, String> {
    const MOST: usize = 100;
    let number = text.parse().ok().and_then(NonZero::<usize>::new);
    let number = number.filter(|it| it.get() <= MOST);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
}

/// How many jobs there are.
pub(super) fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse().ok().and_then(NonZero::new);
    number.ok_or_else(|| "expected a number from 1 up".to_owned())
}
