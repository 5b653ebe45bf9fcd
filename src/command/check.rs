//! `check`: the checker alone.

use std::path::Path;

use super::{Failure, Streams, configuration, read, read_puzzle, tell};
use crate::checker::check;
use crate::cli::CheckArgs;
use crate::exit::Exit;
use crate::finding::Finding;
use crate::report::{explain, problem, text};
use crate::testcase::{CaseId, Testcase};

pub(super) fn run(args: &CheckArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let files = [Some(&args.input), Some(&args.output), args.answer.as_ref()];
    let from_stdin = files
        .iter()
        .flatten()
        .filter(|path| path.as_os_str() == "-");
    if from_stdin.count() > 1 {
        return Err(Failure::usage(style, text::one_standard_input(style.lang)));
    }
    let config = configuration(style, &args.rules, args.rules.overrides())?;
    let rules = config.rules;
    let puzzle = read_puzzle(style, &args.input, config.testcases.layout)?;
    let output = read(style, &args.output)?;
    let testcase = Testcase::new(name(&args.input), puzzle);
    if let Some(path) = &args.answer {
        let outcome = check(&testcase, rules, &read(style, path)?);
        if outcome.finding != Finding::Right {
            let said = problem::wrong_answer_file(path, &outcome, &testcase, rules, style);
            return Err(Failure::new(said, Exit::JudgeError));
        }
    }
    let outcome = check(&testcase, rules, &output);
    let said = explain::check(&outcome, puzzle.n, puzzle.board, rules, style);
    tell(streams.out, &said)?;
    Ok(match outcome.finding {
        Finding::Right => Exit::Success,
        _ => Exit::Rejected,
    })
}

fn name(path: &Path) -> CaseId {
    CaseId(path.to_string_lossy().into_owned())
}
