//! The commands: each reads what it is given, calls the stages, and writes to
//! the streams that it is handed.

mod check;
mod doctor;
mod documents;
mod grade;
mod listener;
mod merge;
mod report;
mod show;
mod solve;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use mayan_reference::Puzzle;

use crate::cli::{Cli, Command, Format, RuleArgs, VARIABLES};
use crate::config::{Config, ConfigError, Overrides};
use crate::exit::Exit;
use crate::report::ascii::Ascii;
use crate::report::problem;
use crate::report::progress::Screen;
use crate::report::style::Style;
use crate::sandbox::SandboxError;
use crate::summary::Report;
use crate::testcase::{self, Layout, TestcaseError};

/// Why a command could not do its work, in words ready to be shown.
pub(crate) struct Failure {
    text: String,
    exit: Exit,
}

impl Failure {
    fn new(text: String, exit: Exit) -> Self {
        Self { text, exit }
    }

    fn usage(message: impl std::fmt::Display) -> Self {
        Self::new(problem::error(message), Exit::Usage)
    }
}

/// A stream that fails.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(problem::error(error), Exit::JudgeError)
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::new(problem::config(&error), Exit::Usage)
    }
}

/// Where a command writes.
pub struct Streams<'a> {
    /// Data.
    pub out: &'a mut dyn Write,
    /// What is said of it.
    pub err: &'a mut dyn Write,
    /// Where it is shown what is going on; taken by whoever shows it.
    pub screen: Option<Screen>,
}

/// Does what the command line asks.
///
/// Where the locale isn't UTF-8 both are kept to ASCII, but for JSON, which is
/// UTF-8 by its own rules.
#[must_use]
pub fn run(cli: &Cli, mut streams: Streams<'_>) -> Exit {
    if Style::detect().unicode {
        return run_on(cli, &mut streams);
    }
    let format = match &cli.command {
        Command::Grade(args) => args.format,
        Command::Doctor(args) => args.format,
        _ => Format::Human,
    };
    let is_json = format == Format::Json;
    let Streams { out, err, screen } = streams;
    let err = &mut Ascii(err);
    if is_json {
        run_on(cli, &mut Streams { out, err, screen })
    } else {
        let out = &mut Ascii(out);
        run_on(cli, &mut Streams { out, err, screen })
    }
}

fn run_on(cli: &Cli, streams: &mut Streams<'_>) -> Exit {
    let unknown = std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with("MAYAN_JUDGE_") && !VARIABLES.contains(&name.as_str()));
    for name in unknown {
        let known = VARIABLES.join(", ");
        let message = format!("the variable {name} means nothing; known are {known}");
        // Nobody reads standard error: then there is nobody to warn.
        let _ = streams.err.write_all(problem::warning(message).as_bytes());
    }
    let done = match &cli.command {
        Command::Grade(args) => grade::run(args, streams),
        Command::Report(args) => report::run(args, streams),
        Command::Merge(args) => merge::run(args, streams),
        Command::Doctor(args) => doctor::run(args, streams.out),
        Command::Solve(args) => solve::run(args, streams.out, streams.err),
        Command::Check(args) => check::run(args, streams.out),
        Command::Show(args) => show::run(args, streams.out),
    };
    match done {
        Ok(exit) => exit,
        Err(failure) => {
            let _ = streams.err.write_all(failure.text.as_bytes());
            failure.exit
        }
    }
}

/// Our own binary, which helpers are started from.
fn own_binary() -> PathBuf {
    PathBuf::from("/proc/self/exe")
}

fn unplaceable(error: SandboxError) -> Failure {
    let exit = match error {
        SandboxError::Interrupted => Exit::Interrupted,
        _ => Exit::JudgeError,
    };
    Failure::new(problem::error(error), exit)
}

/// Writes a command's text. A reader that went away is no failure.
fn tell(out: &mut dyn Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn warn(err: &mut dyn Write, message: impl std::fmt::Display) -> io::Result<()> {
    err.write_all(problem::warning(message).as_bytes())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = crate::sanitize::line(&path.to_string_lossy());
    Failure::usage(format_args!("cannot write {path}: {error}"))
}

/// How a run ends that came to this report.
fn exit(report: &Report, exit_zero: bool) -> Exit {
    if report.interrupted {
        Exit::Interrupted
    } else if report.has_judge_error() {
        Exit::JudgeError
    } else if exit_zero || report.all_accepted() {
        Exit::Success
    } else {
        Exit::Rejected
    }
}

fn configuration(args: &RuleArgs, overrides: Overrides) -> Result<Config, Failure> {
    let mut config = Config::load(args.config.as_deref())?;
    config.apply(overrides);
    Ok(config)
}

/// Reads a file, or standard input for `-`.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path).map_err(|error| {
        let path = crate::sanitize::line(&path.to_string_lossy());
        Failure::usage(format_args!("cannot read {path}: {error}"))
    })
}

fn read_puzzle(path: &Path, layout: Layout) -> Result<Puzzle, Failure> {
    let source = read(path)?;
    let name = if path == Path::new("-") {
        Path::new("standard input")
    } else {
        path
    };
    let (puzzle, _) =
        testcase::read_input(name, source, layout).map_err(|error| bad_input(&error))?;
    Ok(puzzle)
}

fn bad_input(error: &TestcaseError) -> Failure {
    Failure::new(problem::testcase(error), Exit::Usage)
}
