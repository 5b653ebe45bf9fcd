//! The program: hands the command line and the streams to the library.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use mayan_judge::cli::{Cli, Colour};
use mayan_judge::command::{self, Streams};
use mayan_judge::exit::Exit;
use mayan_judge::report::progress::Screen;
use mayan_judge::report::style::Style;
use mayan_judge::sandbox;

fn main() -> ExitCode {
    // A helper must stay small and single-threaded: nothing comes before it.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|it| it == sandbox::HELPER_ARGUMENT)
    {
        return match sandbox::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "sandbox helper: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody reads it: then nobody is to be told.
            let _ = error.print();
            let exit = if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Success
            };
            return exit.into();
        }
    };
    match cli.color {
        Colour::Auto => anstream::ColorChoice::Auto,
        Colour::Always => anstream::ColorChoice::Always,
        Colour::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let streams = Streams {
        out: &mut anstream::stdout(),
        err: &mut anstream::stderr(),
        screen: Some(if std::io::stderr().is_terminal() {
            Screen::Bar(indicatif::ProgressDrawTarget::stderr())
        } else {
            Screen::Lines(Box::new(std::io::stderr()))
        }),
        style: Style::detect(cli.lang),
    };
    command::run(&cli, streams).into()
}
