//! `show`: a board drawn, and moves played on it.

use std::io::Write;

use super::{Failure, configuration, read, read_puzzle};
use crate::checker::check;
use crate::cli::ShowArgs;
use crate::exit::Exit;
use crate::finding::Finding;
use crate::report::style::Style;
use crate::report::{replay, text};
use crate::testcase::{CaseId, Testcase};

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.input.as_os_str() == "-" && args.output.as_ref().is_some_and(|it| it.as_os_str() == "-")
    {
        return Err(Failure::usage("only one file can be standard input (-)"));
    }
    let config = configuration(&args.rules, args.rules.overrides())?;
    let rules = config.rules;
    let style = Style::detect();
    let puzzle = read_puzzle(&args.input, config.testcases.layout)?;
    let shown = match &args.output {
        None => replay::start(puzzle.n, puzzle.board, style),
        Some(path) => {
            let testcase = Testcase::new(CaseId(String::new()), puzzle);
            let outcome = check(&testcase, rules, &read(path)?);
            let only = args.step.and_then(|step| usize::try_from(step).ok());
            let steps = replay::steps(puzzle.board, &outcome.moves, rules, only, style);
            let steps = steps.ok_or_else(|| {
                let played = text::count(outcome.moves.len(), "move");
                Failure::usage(format_args!(
                    "there is no such step: the output has {played}"
                ))
            });
            let start = match only {
                None => replay::start(puzzle.n, puzzle.board, style) + "\n",
                Some(_) => String::new(),
            };
            let said = match &outcome.finding {
                Finding::Right => String::new(),
                _ if only.is_some() => String::new(),
                _ => format!("{}\n", text::explanation(&outcome, puzzle.n, rules)),
            };
            match steps {
                Ok(steps) => start + &steps + &said,
                // Nothing to play: -1, or no moves at all.
                Err(_) if only.is_none() => start + &said,
                Err(failure) => return Err(failure),
            }
        }
    };
    out.write_all(shown.as_bytes())?;
    out.flush()?;
    Ok(Exit::Success)
}
