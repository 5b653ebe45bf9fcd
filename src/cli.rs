//! The command line. Nothing else knows clap: commands get plain values.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, Parser, Subcommand};
use mayan_reference::{MoveCount, SameColourSwap};

use crate::config::{CaseGlob, IoMode, Overrides, Style};
use crate::isolation::{Level, Without};
use crate::journal::partition::Partition;
use crate::lang::Lang;
use crate::submission::class;
use crate::testcase::Layout;
use crate::units::{Bytes, parse_duration};

/// Grades programs for the Mayan puzzle (NOIP 2011) and says why.
#[derive(Debug, Parser)]
#[command(
    name = "mayan-judge",
    version,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 all accepted, 1 some not, 2 wrong arguments or configuration,
3 the judge or its data is at fault, or journals that disagree, 4 nothing to grade,
75 try again later, 130 interrupted."
)]
pub struct Cli {
    /// When to use colours
    #[arg(
        long, global = true, value_name = "WHEN", default_value = "auto",
        value_parser = choice(COLOURS)
    )]
    pub color: Colour,

    /// The language of words for people [default: that of the locale]
    #[arg(
        long, global = true, value_name = "LANG", env = "MAYAN_JUDGE_LANG", hide_env_values = true,
        value_parser = choice(LANGS)
    )]
    pub lang: Option<Lang>,

    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` says otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Grade programs on the testcases
    Grade(Box<GradeArgs>),
    /// Show the report of an earlier run again, or of some contestants
    Report(ReportArgs),
    /// Put the journals of several runs of one class together
    Merge(MergeArgs),
    /// Explain one result in full, with all that it rests on, as for an appeal
    Explain(ExplainArgs),
    /// Print the least answer to a puzzle
    Solve(SolveArgs),
    /// Check one output, without running anything
    Check(CheckArgs),
    /// Draw a board, and the moves of an output step by step
    Show(ShowArgs),
    /// Say what this machine enforces on programs, and what to do about the rest
    Doctor(DoctorArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual, of all or of one command
    Man(ManArgs),
}

/// Options on which rules apply; every command has them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// The configuration file [default: judge.toml, if there is one here]
    #[arg(
        long,
        value_name = "FILE",
        env = "MAYAN_JUDGE_CONFIG",
        hide_env_values = true
    )]
    pub config: Option<PathBuf>,

    /// Whether an answer has exactly n moves, or n at most
    #[arg(
        long, value_name = "COUNT", env = "MAYAN_JUDGE_MOVES", hide_env_values = true,
        value_parser = choice(MOVES)
    )]
    pub moves: Option<MoveCount>,

    /// Whether two blocks of the same colour may be swapped
    #[arg(
        long, value_name = "WHETHER", env = "MAYAN_JUDGE_SAME_COLOUR_SWAP",
        hide_env_values = true, value_parser = choice(SWAPS)
    )]
    pub same_colour_swap: Option<SameColourSwap>,

    /// What to do about a BOM or Windows line ends in testcases: refuse them,
    /// or take them away before a program sees them
    #[arg(
        long, value_name = "HOW", env = "MAYAN_JUDGE_LAYOUT", hide_env_values = true,
        value_parser = choice(LAYOUTS)
    )]
    pub layout: Option<Layout>,
}

/// `grade`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge grade solution.cpp
  mayan-judge grade a.py b.rs ./c --testcases data --json report.json
  mayan-judge grade solution.cpp --case 'full/*' --fail-fast
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
}

/// `report`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits as the run did without --exit-zero.

Examples:
  mayan-judge report class.json
  mayan-judge report class.json 张三 2023001")]
pub struct ReportArgs {
    /// A report, as `grade --json` writes it
    pub file: PathBuf,

    /// Only these contestants, by id or name, with every case and an explanation
    #[arg(value_name = "CONTESTANT")]
    pub contestants: Vec<String>,
}

/// `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits with 0, whatever the verdict.

Examples:
  mayan-judge explain class.json 张三 full/18-right-first
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

/// `doctor`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits with 0, or with 3 where `grade` would refuse to run programs.")]
pub struct DoctorArgs {
    /// What to print: lines for people, or JSON
    #[arg(
        long, value_name = "FORMAT", default_value = "human", value_parser = choice(FORMATS)
    )]
    pub format: Format,

    /// As of grade
    #[arg(long, value_name = "LIST", default_value = "", hide = true)]
    pub without: Without,
}

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
  mayan-judge show testcases/full/07-sample.in
  mayan-judge show testcases/full/07-sample.in output.txt --step 2
  mayan-judge show testcases/full/07-sample.in --play '2 1 1 3 1 1 3 0 1'")]
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

/// `completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge completions bash > ~/.local/share/bash-completion/completions/mayan-judge
  mayan-judge completions zsh > \"${fpath[1]}/_mayan-judge\"
  mayan-judge completions fish > ~/.config/fish/completions/mayan-judge.fish")]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// `man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge man | man -l -
  mayan-judge man grade > mayan-judge-grade.1")]
pub struct ManArgs {
    /// A command [default: the whole program]
    #[arg(value_parser = PossibleValuesParser::new(PAGES.map(|(name, _)| name)))]
    pub command: Option<String>,
}

/// The commands that have a page of their own, and what it is called. Not asked
/// from the parser, which has them among its values.
const PAGES: [(&str, &str); 9] = [
    ("grade", "mayan-judge-grade"),
    ("report", "mayan-judge-report"),
    ("merge", "mayan-judge-merge"),
    ("explain", "mayan-judge-explain"),
    ("solve", "mayan-judge-solve"),
    ("check", "mayan-judge-check"),
    ("show", "mayan-judge-show"),
    ("doctor", "mayan-judge-doctor"),
    ("completions", "mayan-judge-completions"),
];

/// Completions for a shell, as it reads them.
#[must_use]
pub fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "mayan-judge", &mut out);
    out
}

/// A page of the manual, for `man`: of the whole program, or of one command.
///
/// # Errors
/// None but those of memory.
pub fn manual(command: Option<&str>) -> std::io::Result<Vec<u8>> {
    let mut all = Cli::command();
    all.build();
    let page = command.and_then(|name| {
        let (_, page) = PAGES.into_iter().find(|(it, _)| *it == name)?;
        let found = all.find_subcommand(name)?.clone();
        Some(found.name(page).display_name(page))
    });
    let mut out = Vec::new();
    clap_mangen::Man::new(page.unwrap_or(all)).render(&mut out)?;
    Ok(out)
}

/// What `grade` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines for people.
    Human,
    /// Events, one a line.
    Json,
}

type Choices<T> = &'static [(&'static str, T)];

const COLOURS: Choices<Colour> = &[
    ("auto", Colour::Auto),
    ("always", Colour::Always),
    ("never", Colour::Never),
];
const LANGS: Choices<Lang> = &[("en", Lang::English), ("zh", Lang::Chinese)];
const FORMATS: Choices<Format> = &[("human", Format::Human), ("json", Format::Json)];
const MOVES: Choices<MoveCount> = &[("exact", MoveCount::Exact), ("at-most", MoveCount::AtMost)];
const SWAPS: Choices<SameColourSwap> = &[
    ("legal", SameColourSwap::Legal),
    ("forbidden", SameColourSwap::Forbidden),
];
const LAYOUTS: Choices<Layout> = &[("strict", Layout::Strict), ("normalise", Layout::Normalise)];
const LEVELS: Choices<Level> = &[
    ("full", Level::Full),
    ("contained", Level::Contained),
    ("none", Level::None),
];
const HAND_INS: Choices<class::Layout> = &[
    ("plain", class::Layout::Plain),
    ("noi", class::Layout::Noi),
    ("arbiter", class::Layout::Arbiter),
    ("moodle", class::Layout::Moodle),
    ("canvas", class::Layout::Canvas),
];
const STYLES: Choices<Style> = &[("oi", Style::Oi), ("icpc", Style::Icpc)];
const IO_MODES: Choices<IoMode> = &[
    ("auto", IoMode::Auto),
    ("stdio", IoMode::Stdio),
    ("file", IoMode::File),
];

/// A parser for one of some words, each of which stands for a value.
fn choice<T: Copy + Send + Sync + 'static>(
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|(word, _)| *word);
    PossibleValuesParser::new(words).try_map(move |given| {
        let known = choices.iter().find(|(word, _)| *word == given);
        known.map(|(_, value)| *value).ok_or("not one of the words")
    })
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

impl RuleArgs {
    /// What these options say over the configuration file.
    #[must_use]
    pub fn overrides(&self) -> Overrides {
        Overrides {
            moves: self.moves,
            same_colour_swap: self.same_colour_swap,
            layout: self.layout,
            ..Overrides::default()
        }
    }
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

impl Cli {
    /// Reads the command line, and the variables that stand for its options.
    ///
    /// # Errors
    /// What is wrong, or what was asked for (`--help`), ready to be printed. A
    /// value that came from a variable is said to have come from there.
    pub fn read() -> Result<Self, clap::Error> {
        Self::try_parse().map_err(|mut error| {
            let blamed = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::String(argument)) => argument.clone(),
                _ => return error,
            };
            let flag = blamed.split(' ').next().unwrap_or_default();
            let given = std::env::args_os().any(|it| {
                let it = it.to_string_lossy();
                it == flag || it.starts_with(&format!("{flag}="))
            });
            let name = flag
                .trim_start_matches('-')
                .replace('-', "_")
                .to_uppercase();
            let variable = format!("MAYAN_JUDGE_{name}");
            if !given && std::env::var_os(&variable).is_some() {
                let place = format!("{blamed}, which the variable {variable} stands for");
                error.insert(ContextKind::InvalidArg, ContextValue::String(place));
            }
            error
        })
    }
}

/// The variables that options take their values from.
pub const VARIABLES: [&str; 11] = [
    "MAYAN_JUDGE_LANG",
    "MAYAN_JUDGE_CONFIG",
    "MAYAN_JUDGE_TESTCASES",
    "MAYAN_JUDGE_LAYOUT",
    "MAYAN_JUDGE_IO",
    "MAYAN_JUDGE_TIME_LIMIT",
    "MAYAN_JUDGE_MEMORY_LIMIT",
    "MAYAN_JUDGE_OUTPUT_LIMIT",
    "MAYAN_JUDGE_MOVES",
    "MAYAN_JUDGE_SAME_COLOUR_SWAP",
    "MAYAN_JUDGE_STYLE",
];

/// How many jobs there are.
fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse().ok().and_then(NonZero::new);
    number.ok_or_else(|| "expected a number from 1 up".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_a_page() {
        let command = Cli::command();
        let names = command.get_subcommands().map(clap::Command::get_name);
        let names: Vec<&str> = names.filter(|it| *it != "man").collect();
        assert_eq!(names, PAGES.map(|(name, _)| name));
        for name in names {
            let page = String::from_utf8(manual(Some(name)).unwrap()).unwrap();
            assert!(page.contains(&format!("mayan\\-judge\\-{name}")), "{page}");
        }
    }

    #[test]
    fn every_variable_is_listed() {
        let command = Cli::command();
        let mut used: Vec<String> = command
            .get_subcommands()
            .chain([&command])
            .flat_map(clap::Command::get_arguments)
            .filter_map(|argument| Some(argument.get_env()?.to_str()?.to_owned()))
            .collect();
        used.sort();
        used.dedup();
        let mut listed = VARIABLES.map(str::to_owned);
        listed.sort();
        assert_eq!(used, listed);
    }
}
