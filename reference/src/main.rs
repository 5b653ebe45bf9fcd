//! The reference solver as a contestant: a puzzle on standard input, the least
//! answer under the literal rules on standard output.

use std::io::{Read, Write};
use std::process::ExitCode;

use mayan_reference::diagnostic::Severity;
use mayan_reference::{Puzzle, Rules, solve};

/// No puzzle is longer, whatever blanks it is written with.
const LONGEST_INPUT: u64 = 1 << 20;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        // The reader of our output went away: nothing is left to do.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => refuse(format_args!("error: {error}")),
    }
}

fn run() -> std::io::Result<ExitCode> {
    let mut source = Vec::new();
    std::io::stdin()
        .lock()
        .take(LONGEST_INPUT + 1)
        .read_to_end(&mut source)?;
    if source.len() as u64 > LONGEST_INPUT {
        return Ok(refuse(format_args!(
            "error: the input is longer than {LONGEST_INPUT} bytes: this is no puzzle"
        )));
    }
    let puzzle = match Puzzle::parse(&source) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            let diagnostic = error.diagnostic();
            let drawn = diagnostic.draw(Severity::Error, "standard input", &source, false);
            return Ok(refuse(format_args!("{drawn}")));
        }
    };
    let answer = solve(puzzle.board, puzzle.n, Rules::default());
    let text = mayan_reference::moves::answer_text(answer.as_deref());
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn refuse(message: std::fmt::Arguments) -> ExitCode {
    // If standard error is gone, nobody is left to tell; it failed all the same.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::FAILURE
}
