//! The command line. Nothing else knows clap: commands get plain values.
//!
//! - [`mod@self`]: the commands, and what they share.
//! - [`grade`], [`report`], [`puzzle`]: their arguments.
//! - [`documents`]: what is written of a report; [`mod@manual`]: completions and pages.
//! - `choices`: words that stand for values.

mod choices;
pub mod documents;
pub mod generate;
pub mod grade;
pub mod manual;
pub mod puzzle;
pub mod report;
pub mod stress;
pub mod validate;

use std::path::PathBuf;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use mayan_reference::{MoveCount, SameColourSwap};

use crate::config::Overrides;
use crate::isolation::Without;
use crate::lang::Lang;
use crate::testcase::Layout;
use choices::{COLOURS, FORMATS, LANGS, LAYOUTS, MOVES, SWAPS, choice};
pub use choices::{Colour, Format};
pub use documents::{DocumentArgs, ReportDocumentArgs};
pub use generate::GenerateArgs;
pub use grade::{ClassArgs, GradeArgs, JournalArgs, LimitArgs, SandboxArgs};
pub use manual::{CompletionsArgs, ManArgs, completions, manual};
pub use puzzle::{CheckArgs, ShowArgs, SolveArgs};
pub use report::{ExplainArgs, MergeArgs, ReportArgs};
pub use stress::StressArgs;
pub use validate::ValidateArgs;

/// How the help is laid out: commands by what they are for, each with its first
/// line, which the parser doesn't group.
const HELP: &str = "\
{about-with-newline}
{usage-heading} {usage}

\u{1b}[1m\u{1b}[4mGrading:\u{1b}[0m
  \u{1b}[1mgrade\u{1b}[0m        Grade programs on the testcases
  \u{1b}[1mreport\u{1b}[0m       Show a report again, or write it as documents
  \u{1b}[1mexplain\u{1b}[0m      Explain one result with all that it rests on, for an appeal
  \u{1b}[1mmerge\u{1b}[0m        Put the journals of several runs of one class together

\u{1b}[1m\u{1b}[4mTestcases:\u{1b}[0m
  \u{1b}[1mvalidate\u{1b}[0m     Look testcases over, and what wrong programs they let pass
  \u{1b}[1mgenerate\u{1b}[0m     Make testcases, by property or to kill wrong programs
  \u{1b}[1mstress\u{1b}[0m       Find the smallest board that a program gets wrong

\u{1b}[1m\u{1b}[4mPuzzles:\u{1b}[0m
  \u{1b}[1msolve\u{1b}[0m        Print the least answer to a puzzle
  \u{1b}[1mcheck\u{1b}[0m        Check one output, without running anything
  \u{1b}[1mshow\u{1b}[0m         Draw a board, and the moves of an output step by step

\u{1b}[1m\u{1b}[4mThis machine:\u{1b}[0m
  \u{1b}[1mdoctor\u{1b}[0m       Say what this machine enforces on programs, and what to do
  \u{1b}[1mcompletions\u{1b}[0m  Print completions for a shell
  \u{1b}[1mman\u{1b}[0m          Print the manual, of all or of one command

\u{1b}[1m\u{1b}[4mOptions:\u{1b}[0m
{options}{after-help}";

/// Grades programs for the Mayan puzzle (NOIP 2011) and says why.
#[derive(Debug, Parser)]
#[command(
    name = "mayan-judge",
    version,
    disable_help_subcommand = true,
    max_term_width = 100,
    help_template = HELP,
    after_help = "\
Examples:
  mayan-judge grade solution.cpp
  mayan-judge grade hand-ins/ --roster class.csv --html class.html
  mayan-judge report hand-ins.report.json 张三
  mayan-judge solve testcases/full/06-sample.in

`mayan-judge COMMAND --help` has more.

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

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Grade programs on the testcases
    Grade(Box<GradeArgs>),
    /// Show a report again, or write it as documents
    Report(ReportArgs),
    /// Put the journals of several runs of one class together
    Merge(MergeArgs),
    /// Explain one result with all that it rests on, for an appeal
    Explain(ExplainArgs),
    /// Look testcases over, and what wrong programs they let pass
    Validate(ValidateArgs),
    /// Make testcases, by property or to kill wrong programs
    Generate(GenerateArgs),
    /// Find the smallest board that a program gets wrong
    Stress(StressArgs),
    /// Print the least answer to a puzzle
    Solve(SolveArgs),
    /// Check one output, without running anything
    Check(CheckArgs),
    /// Draw a board, and the moves of an output step by step
    Show(ShowArgs),
    /// Say what this machine enforces on programs, and what to do
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

impl Cli {
    /// Reads the command line, and the variables that stand for its options.
    ///
    /// # Errors
    /// What is wrong, or what was asked for (`--help`), ready to be printed. A
    /// value that came from a variable is said to have come from there.
    pub fn read() -> Result<Self, clap::Error> {
        // A variable that is empty says nothing.
        let is_empty = |it: &std::ffi::OsStr| std::env::var_os(it).is_some_and(|it| it.is_empty());
        let unset = |it: Arg| match it.get_env() {
            Some(name) if is_empty(name) => it.env(Resettable::Reset),
            _ => it,
        };
        let command = Self::command()
            .mut_args(unset)
            .mut_subcommands(|it| it.mut_args(unset));
        let read = command
            .try_get_matches()
            .and_then(|it| Self::from_arg_matches(&it));
        read.map_err(|mut error| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_is_in_the_help() {
        let mut command = Cli::command();
        let help = command.render_help().to_string();
        for it in command.get_subcommands() {
            let about = it.get_about().map(ToString::to_string);
            let line = format!("  {:12} {}", it.get_name(), about.unwrap_or_default());
            assert!(help.contains(&line), "{line} in\n{help}");
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
