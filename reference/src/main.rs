//! The reference solver as a contestant: a puzzle on standard input, the least
//! answer under the literal rules on standard output.

use std::io::{Read, Write};
use std::process::ExitCode;

use mayan_reference::diagnostic::Severity;
use mayan_reference::{Puzzle, Rules, solve};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        // The reader of our output went away: nothing is left to do.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is gone too, nobody is left to tell.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> std::io::Result<ExitCode> {
    let mut source = Vec::new();
    std::io::stdin().lock().read_to_end(&mut source)?;
    let puzzle = match Puzzle::parse(&source) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            let drawn = error
                .diagnostic()
                .draw(Severity::Error, "standard input", &source, false);
            writeln!(std::io::stderr(), "{drawn}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let answer = solve(puzzle.board, puzzle.n, Rules::default());
    let text = mayan_reference::moves::answer_text(answer.as_deref());
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
