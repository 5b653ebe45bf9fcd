//! The commands: each reads what it is given, calls the stages, and writes to
//! the streams that it is handed.

mod check;
mod doctor;
mod documents;
mod explain;
mod generate;
mod grade;
mod listener;
mod merge;
mod report;
mod running;
mod show;
mod solve;
mod stress;
mod validate;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use mayan_reference::Puzzle;

use crate::cli::{Cli, Command, Format, RuleArgs, VARIABLES, completions, manual};
use crate::config::{Config, Overrides};
use crate::exit::Exit;
use crate::lang::Lang;
use crate::report::ascii::Ascii;
use crate::report::file::FileError;
use crate::report::guard::Guard;
use crate::report::problem;
use crate::report::progress::Screen;
use crate::report::style::Style;
use crate::report::text;
use crate::sandbox::SandboxError;
use crate::sanitize;
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

    fn usage(style: Style, message: impl std::fmt::Display) -> Self {
        Self::new(problem::error(style, message), Exit::Usage)
    }
}

/// A stream that fails; the system's words are all that is known.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let text = problem::error(Style::detect(None), error);
        Self::new(text, Exit::JudgeError)
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
    /// What they can show, and in which language.
    pub style: Style,
}

/// Does what the command line asks.
///
/// What is written is kept to what a terminal may be told, and to ASCII where the
/// locale isn't UTF-8; but for JSON, which is UTF-8 by its own rules.
#[must_use]
pub fn run(cli: &Cli, streams: Streams<'_>) -> Exit {
    let format = match &cli.command {
        Command::Grade(args) => args.format,
        Command::Doctor(args) => args.format,
        Command::Validate(args) => args.format,
        Command::Stress(args) => args.format,
        _ => Format::Human,
    };
    let is_plain = !streams.style.shows_all();
    let Streams { out, err, .. } = streams;
    let mut guards = [Guard(out), Guard(err)];
    let [out, err] = &mut guards;
    let (out, err): (&mut dyn Write, &mut dyn Write) = match (format, is_plain) {
        (Format::Json, false) => (&mut *out.0, err),
        (Format::Json, true) => (&mut *out.0, &mut Ascii(err)),
        (Format::Human, false) => (out, err),
        (Format::Human, true) => (&mut Ascii(out), &mut Ascii(err)),
    };
    run_on(
        cli,
        &mut Streams {
            out,
            err,
            ..streams
        },
    )
}

fn run_on(cli: &Cli, streams: &mut Streams<'_>) -> Exit {
    let unknown = std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with("MAYAN_JUDGE_") && !VARIABLES.contains(&name.as_str()));
    for name in unknown {
        let known = VARIABLES.join(", ");
        let message = text::unknown_variable(streams.style.lang, &sanitize::line(&name), &known);
        let message = problem::warning(streams.style, message);
        // Nobody reads standard error: then there is nobody to warn.
        let _ = streams.err.write_all(message.as_bytes());
    }
    let done = match &cli.command {
        Command::Grade(args) => grade::run(args, streams),
        Command::Report(args) => report::run(args, streams),
        Command::Merge(args) => merge::run(args, streams),
        Command::Doctor(args) => doctor::run(args, streams),
        Command::Completions(args) => print(streams, &completions(args.shell)),
        Command::Man(args) => manual(args.command.as_deref())
            .map_err(Failure::from)
            .and_then(|page| print(streams, &page)),
        Command::Explain(args) => explain::run(args, streams),
        Command::Validate(args) => validate::run(args, streams),
        Command::Generate(args) => generate::run(args, cli.lang.unwrap_or(Lang::English), streams),
        Command::Stress(args) => stress::run(args, streams),
        Command::Solve(args) => solve::run(args, streams),
        Command::Check(args) => check::run(args, streams),
        Command::Show(args) => show::run(args, streams),
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

fn unplaceable(style: Style, error: SandboxError) -> Failure {
    let exit = match error {
        SandboxError::Interrupted => Exit::Interrupted,
        _ => Exit::JudgeError,
    };
    Failure::new(problem::error(style, error), exit)
}

/// Prints what is made for another program.
fn print(streams: &mut Streams<'_>, bytes: &[u8]) -> Result<Exit, Failure> {
    tell(streams.out, &String::from_utf8_lossy(bytes))?;
    Ok(Exit::Success)
}

/// Writes a command's text. A reader that went away is no failure.
fn tell(out: &mut dyn Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn unwritable(style: Style, path: &Path, error: &io::Error) -> Failure {
    let error = error.to_string();
    Failure::usage(style, text::cannot_write(style.lang, path, &error))
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

fn unusable_file(style: Style, path: &Path, error: &FileError) -> Failure {
    Failure::usage(style, text::unusable_file(style.lang, path, error))
}

fn configuration(style: Style, args: &RuleArgs, overrides: Overrides) -> Result<Config, Failure> {
    let mut config = Config::load(args.config.as_deref())
        .map_err(|error| Failure::new(problem::config(style, &error), Exit::Usage))?;
    config.apply(overrides);
    Ok(config)
}

/// Reads a file, or standard input for `-`.
fn read(style: Style, path: &Path) -> Result<Vec<u8>, Failure> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path).map_err(|error| {
        let error = error.to_string();
        Failure::usage(style, text::cannot_read(style.lang, path, &error))
    })
}

fn read_puzzle(style: Style, path: &Path, layout: Layout) -> Result<Puzzle, Failure> {
    let source = read(style, path)?;
    let name = if path == Path::new("-") {
        Path::new("standard input")
    } else {
        path
    };
    let (puzzle, _) =
        testcase::read_input(name, source, layout).map_err(|error| bad_input(style, &error))?;
    Ok(puzzle)
}

fn bad_input(style: Style, error: &TestcaseError) -> Failure {
    Failure::new(problem::testcase(style, error), Exit::Usage)
}
