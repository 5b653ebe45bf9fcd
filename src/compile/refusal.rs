//! What a compiler's end means, and which of its words a contestant needs.

use std::io;

use super::CompileError;
use crate::config::{CompileLimits, Language};
use crate::sandbox::{Ending, Execution, Limit, MOST_PROCESSES, Output};
use crate::sanitize;
use crate::units::written;

/// What a compiler's run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It made what it should.
    Done,
    /// It refused the source.
    Refused(String),
    /// It came to a limit; it might not on another day.
    Limited(String),
}

/// What a compiler's run came to.
pub(super) fn answer(
    command: &str,
    execution: &Execution,
    language: &Language,
    limits: &CompileLimits,
) -> Result<Answer, CompileError> {
    let said = |output: &Output| essence(&output.bytes);
    let message = join(&said(&execution.stderr), &said(&execution.stdout));
    let unusable = |why: String| CompileError::Unusable {
        command: command.to_owned(),
        why,
    };
    let limited = |why: &str| Ok(Answer::Limited(format!("{why}\n{message}")));
    let too_large = format!("the compiler wrote more than {}", limits.output);
    match execution.ending {
        Ending::Exited(0) => Ok(Answer::Done),
        // A shell's words for what it can't find or run. No compiler has them.
        Ending::Exited(126 | 127) => Err(unusable(format!(
            "programs can't run it: name its folder in needs\n{message}"
        ))),
        Ending::Exited(_) => match machine_fault(&message) {
            Some(line) => Err(unusable(line.to_owned())),
            // Of a part of the compiler; the compiler then ends by itself.
            None if message.contains("File size limit exceeded") => limited(&too_large),
            None => Ok(Answer::Refused(message)),
        },
        Ending::Signalled(libc::SIGXFSZ) => limited(&too_large),
        Ending::Signalled(number) => Err(unusable(format!(
            "it was ended by signal {number}\n{message}"
        ))),
        Ending::Stopped(limit) => limited(&over(limits, limit)),
        Ending::NotStarted { errno } => Err(not_started(command, errno, language)),
    }
}

fn over(limits: &CompileLimits, limit: Limit) -> String {
    match limit {
        Limit::CpuTime | Limit::WallTime => {
            format!("the compiler took more than {}", written(limits.time))
        }
        Limit::Memory => format!("the compiler used more than {}", limits.memory),
        Limit::Processes => format!("the compiler ran more than {MOST_PROCESSES} processes"),
        Limit::Disk => "the compiler wrote too many or too large files".to_owned(),
        Limit::Output => format!("the compiler said more than {}", limits.output),
    }
}

/// Why a command of a language could not be started.
pub(super) fn not_started(command: &str, errno: i32, language: &Language) -> CompileError {
    let error = io::Error::from_raw_os_error(errno);
    if error.kind() == io::ErrorKind::NotFound {
        return CompileError::Missing {
            command: command.to_owned(),
            install: language.install.clone(),
        };
    }
    CompileError::Unusable {
        command: command.to_owned(),
        why: error.to_string(),
    }
}

/// The line of a compiler's message that tells of a fault of this machine, not
/// of the source. A student can write such words too; that only brings the
/// hand-in before a person.
fn machine_fault(message: &str) -> Option<&str> {
    const FAULTS: [&str; 9] = [
        "No space left on device",
        "Cannot allocate memory",
        "Resource temporarily unavailable",
        "Too many open files",
        "out of file descriptors",
        "Read-only file system",
        "fatal error: cannot execute",
        // Somebody else killed a part of the compiler: the system, without memory.
        "Killed signal terminated program",
        "unable to execute command: Killed",
    ];
    let is_fault = |line: &&str| FAULTS.iter().any(|fault| line.contains(fault));
    message.lines().find(is_fault)
}

pub(super) fn join(first: &str, second: &str) -> String {
    format!("{first}\n{second}").trim().to_owned()
}

/// Of a message of more lines the errors are picked out.
const MANY_LINES: usize = 40;
/// So many errors, each with the lines that follow it.
const MOST_ERRORS: usize = 5;
const LINES_OF_ERROR: usize = 4;
/// So much of a line: a type of C++ can fill a page.
const LONGEST_LINE: usize = 400;

/// What a compiler said: all of it, or the first errors of a flood. A template
/// gone wrong has a line that tells what is wrong among hundreds that tell how
/// it came to be.
fn essence(bytes: &[u8]) -> String {
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    if lines.len() <= MANY_LINES && lines.iter().all(|line| line.len() <= LONGEST_LINE) {
        return sanitize::lines(bytes);
    }
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut errors = 0;
    let mut following = 0;
    for line in &lines {
        let text = String::from_utf8_lossy(line);
        if is_error(&text) {
            errors += 1;
            following = LINES_OF_ERROR;
        } else if is_note(&text) {
            following = 0;
        }
        if errors > MOST_ERRORS {
            break;
        }
        if following > 0 {
            following -= 1;
            kept.push(line);
        }
    }
    if kept.is_empty() {
        // Of another kind than is known here.
        return sanitize::lines(bytes);
    }
    let kept: Vec<String> = kept.into_iter().map(shortened).collect();
    let left_out = lines.len() - kept.len();
    format!("{}\n(and {left_out} more lines)", kept.join("\n"))
}

fn shortened(line: &[u8]) -> String {
    match line.get(..LONGEST_LINE) {
        Some(beginning) if line.len() > LONGEST_LINE => {
            // Not in the middle of a character.
            let is_whole = |end: &usize| (line[*end] & 0xc0) != 0x80;
            let end = (0..LONGEST_LINE).rev().find(is_whole).unwrap_or_default();
            format!("{}…", sanitize::lines(&beginning[..end]))
        }
        _ => sanitize::lines(line),
    }
}

/// As gcc, clang, rustc, javac, Free Pascal, linkers and Python write errors. A
/// header may be called `system_error`.
fn is_error(line: &str) -> bool {
    let mut words = line.split(' ');
    let first = words.next().unwrap_or_default();
    let begins = first.starts_with("error[") || first == "error:" || first.ends_with("Error:");
    let is_word = |word| matches!(word, "error:" | "Error:" | "Fatal:");
    begins || first == "Fatal:" || words.any(is_word) || line.contains("undefined reference")
}

fn is_note(line: &str) -> bool {
    [
        "note:",
        "warning:",
        "Warning:",
        "Note:",
        "Hint:",
        "required from",
        "required by",
    ]
    .iter()
    .any(|it| line.contains(it))
        || line.starts_with("In file included from")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_shown_as_it_is() {
        let little = "main.cpp:1:1: note: a\nmain.cpp:2:1: error: b\n";
        assert_eq!(essence(little.as_bytes()), little.trim_end());
        assert_eq!(essence(b""), "");
    }

    #[test]
    fn of_a_flood_the_first_errors_are_shown() {
        let mut flood = "In file included from x\n  required from y\n".repeat(500);
        for number in 0..20 {
            flood += &format!("main.cpp:{number}:1: error: no match\n  7 | a << b;\n    | ^~\n");
            flood += &"/include/system_error:9: note: candidate\n  | code\n".repeat(300);
        }
        let shown = essence(flood.as_bytes());
        assert!(
            shown.starts_with("main.cpp:0:1: error: no match\n  7 | a << b;"),
            "{shown}"
        );
        assert_eq!(shown.matches("error:").count(), MOST_ERRORS);
        assert!(
            !shown.contains("candidate") && !shown.contains("required"),
            "{shown}"
        );
        assert!(shown.ends_with("more lines)"), "{shown}");
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let shown = essence(format!("a: error: {}", "题".repeat(5000)).as_bytes());
        assert!(shown.contains("题题…") && !shown.contains("\\x"), "{shown}");
        assert!(shown.len() < 600);
    }
}
