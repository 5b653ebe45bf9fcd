//! `check`: the checker alone.

use std::io::Write;
use std::path::Path;

use super::{Failure, configuration, read, read_puzzle, tell};
use crate::checker::check;
use crate::cli::CheckArgs;
use crate::exit::Exit;
use crate::finding::Finding;
use crate::report::style::Style;
use crate::report::{explain, problem};
use crate::testcase::{CaseId, Testcase};

pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let files = [Some(&args.input), Some(&args.output), args.answer.as_ref()];
    let from_stdin = files
        .iter()
        .flatten()
        .filter(|path| path.as_os_str() == "-");
    if from_stdin.count() > 1 {
        return Err(Failure::usage("only one file can be standard input (-)"));
    }
    let config = configuration(&args.rules, args.rules.overrides())?;
    let rules = config.rules;
    let style = Style::detect();
    let puzzle = read_puzzle(&args.input, config.testcases.layout)?;
    let output = read(&args.output)?;
    let testcase = Testcase::new(name(&args.input), puzzle);
    if let Some(path) = &args.answer {
        let outcome = check(&testcase, rules, &read(path)?);
        if outcome.finding != Finding::Right {
            let text = problem::wrong_answer_file(path, &outcome, &testcase, rules, style);
            return Err(Failure::new(text, Exit::JudgeError));
        }
    }
    let outcome = check(&testcase, rules, &output);
    let text = explain::check(&outcome, puzzle.n, puzzle.board, rules, style);
    tell(out, &text)?;
    Ok(match outcome.finding {
        Finding::Right => Exit::Success,
        _ => Exit::Rejected,
    })
}

fn name(path: &Path) -> CaseId {
    CaseId(path.to_string_lossy().into_owned())
}
