//! Verdicts, findings and causes.

use mayan_reference::{IllegalMove, Move, MoveCount, Rules, SameColourSwap};

use crate::event::{CaseInfo, Limits};
use crate::finding::{CheckOutcome, Finding, Note};
use crate::report::text::{Thing, signal_name};
use crate::units::{short_duration, written};
use crate::verdict::{AnswerFileFault, Attempt, Cause, FOLDER, Idle, Skip, Verdict};

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Skipped => "skipped",
        Verdict::PresentationError => "presentation error",
        Verdict::WrongAnswer => "wrong answer",
        Verdict::TimeLimitExceeded => "time limit exceeded",
        Verdict::IdlenessLimitExceeded => "idleness limit exceeded",
        Verdict::MemoryLimitExceeded => "memory limit exceeded",
        Verdict::OutputLimitExceeded => "output limit exceeded",
        Verdict::RuntimeError => "runtime error",
        Verdict::CompileError => "compile error",
        Verdict::JudgeError => "judge error",
    }
}

pub(crate) fn count(number: usize, thing: Thing) -> String {
    let thing = match thing {
        Thing::Block => "block",
        Thing::Board => "board",
        Thing::Case => "testcase",
        Thing::Contestant => "contestant",
        Thing::File => "file",
        Thing::HandIn => "hand-in",
        Thing::Move => "move",
        Thing::Number => "number",
        Thing::Result => "result",
        Thing::Run => "run",
        Thing::Submission => "submission",
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

pub(crate) fn rules(rules: Rules) -> String {
    let moves = match rules.moves {
        MoveCount::Exact => "exactly n moves",
        MoveCount::AtMost => "at most n moves",
    };
    let swaps = match rules.same_colour_swap {
        SameColourSwap::Legal => "same-colour swaps legal",
        SameColourSwap::Forbidden => "same-colour swaps forbidden",
    };
    format!("{moves}, {swaps}")
}

pub(crate) fn answer(answer: Option<&[Move]>) -> String {
    match answer {
        None => "-1".to_owned(),
        Some([]) => "no move at all, an output without a line".to_owned(),
        Some(moves) => {
            let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
            moves.join(", ")
        }
    }
}

pub(crate) fn illegal(why: IllegalMove, numbers: &[String; 3]) -> String {
    let [x, y, g] = numbers;
    match why {
        IllegalMove::ColumnOutOfRange => format!("x = {x} is no column: they are 0 to 4"),
        IllegalMove::RowOutOfRange => format!("y = {y} is no row: they are 0 to 6"),
        IllegalMove::DirectionOutOfRange => {
            format!("g = {g} is no direction: 1 is right, -1 is left")
        }
        IllegalMove::NoBlock => format!("there is no block at ({x}, {y})"),
        IllegalMove::OverEdge => format!("the block at ({x}, {y}) would leave the board"),
        IllegalMove::SameColourSwap => {
            format!("the block at ({x}, {y}) would change places with one of its own colour")
        }
    }
}

pub(crate) fn finding(finding: &Finding, n: usize) -> String {
    match finding {
        Finding::Right => String::new(),
        Finding::NothingPrinted => "the output is empty".to_owned(),
        Finding::NotInteger { found, at } => {
            format!("`{found}` (at {at}) is not a plain whole number")
        }
        Finding::Utf16 => "the output is UTF-16 text".to_owned(),
        Finding::AfterMinusOne { found, at } => format!("`{found}` (at {at}) follows -1"),
        Finding::IncompleteMove { index, numbers } => {
            format!("move {} has {numbers} of 3 numbers", index + 1)
        }
        Finding::IllegalMove {
            index,
            numbers,
            why,
        } => format!("move {}: {}", index + 1, illegal(*why, numbers)),
        Finding::TooFewMoves { found, left } => format!(
            "only {found} of {}, {} left",
            count(n, Thing::Move),
            count(*left, Thing::Block)
        ),
        Finding::TooManyMoves { found, at } => {
            format!("`{found}` (at {at}) follows the {}", count(n, Thing::Move))
        }
        Finding::NotCleared { left } => {
            format!("{} left after the last move", count(*left, Thing::Block))
        }
        Finding::ClearedEarly { after: 0, .. } => "moves on an empty board".to_owned(),
        Finding::ClearedEarly { after, .. } => {
            format!("clear after {after} of {}", count(n, Thing::Move))
        }
        Finding::MovesAfterClear { after } => {
            format!("more follows the clear board after move {after}")
        }
        Finding::ClaimsNone => "-1, but there is an answer".to_owned(),
        Finding::NotLeast {
            index,
            printed,
            least,
        } => format!(
            "not the least: move {} is {printed}, not {least}",
            index + 1
        ),
        Finding::NoAnswerExists { .. } => "moves, but there is no answer: -1".to_owned(),
    }
}

pub(crate) fn kind(cause: &Cause) -> &'static str {
    match cause {
        Cause::Answer(outcome) => match &outcome.finding {
            Finding::Right => "right",
            Finding::NothingPrinted => "prints nothing",
            Finding::NotInteger { .. } | Finding::Utf16 => "prints something else than numbers",
            Finding::AfterMinusOne { .. } => "prints more after -1",
            Finding::IncompleteMove { .. } => "the last move is incomplete",
            Finding::IllegalMove { .. } => "a move that is not legal",
            Finding::TooFewMoves { .. } => "too few moves",
            Finding::TooManyMoves { .. } => "more than n moves",
            Finding::NotCleared { .. } => "the moves don't clear the board",
            Finding::ClearedEarly { .. } | Finding::MovesAfterClear { .. } => {
                "goes on after the board is clear, or stops early"
            }
            Finding::ClaimsNone => "prints -1 though there is an answer",
            Finding::NotLeast { .. } => "clears the board, but not by the least answer",
            Finding::NoAnswerExists { .. } => "prints moves where -1 is right",
        },
        Cause::AnswerFile { .. } => "the answer file is missing or can't be taken",
        Cause::CpuTime => "too slow",
        Cause::WallTime { .. } => "waits instead of computing",
        Cause::Memory => "too much memory",
        Cause::Output { .. } => "too much output",
        Cause::Processes { .. } => "too many processes",
        Cause::ExitCode { .. } => "an exit code other than 0",
        Cause::Signal { .. } => "crashes",
        Cause::Compile => "it does not compile",
        Cause::NotRun { .. } => "not run",
        Cause::Judge { .. } => "the judge failed",
    }
}

pub(crate) fn explanation(outcome: &CheckOutcome, n: usize, rules: Rules) -> String {
    let ask = match rules.moves {
        MoveCount::Exact => format!("exactly {}", count(n, Thing::Move)),
        MoveCount::AtMost => format!("at most {}", count(n, Thing::Move)),
    };
    match (&outcome.finding, outcome.expected.as_deref()) {
        (Finding::ClaimsNone, Some([])) => {
            return "The output is -1, but the board is empty from the start: the answer is no \
                    move at all, an output without a line."
                .to_owned();
        }
        (Finding::NoAnswerExists { because }, _)
            if matches!(**because, Finding::ClearedEarly { after: 0, .. }) =>
        {
            return "The board is empty from the start, and on an empty board there is no move. \
                    So -1 is expected."
                .to_owned();
        }
        _ => {}
    }
    sentences(&outcome.finding, n, &ask)
}

fn sentences(finding: &Finding, n: usize, ask: &str) -> String {
    match finding {
        Finding::Right => "The output is the least answer.".to_owned(),
        Finding::NothingPrinted => {
            format!("The output is empty. Expected {ask} as three numbers a line, or -1.")
        }
        Finding::NotInteger { found, at } => format!(
            "The output has `{found}` at line {}, column {}, where a whole number of a move \
             was expected. A move is three plain numbers, x y g: no other signs or letters, no \
             plus sign, no zeros in front.",
            at.line, at.column
        ),
        Finding::Utf16 => "The output is UTF-16 text, which no contest reads. Print plain \
                           ASCII."
            .to_owned(),
        Finding::AfterMinusOne { found, at } => format!(
            "-1 says that there is no answer, and must stand alone; `{found}` follows at line \
             {}, column {}.",
            at.line, at.column
        ),
        Finding::IncompleteMove { index, numbers } => format!(
            "Move {} has only {} instead of three, x y g.",
            index + 1,
            count(*numbers, Thing::Number)
        ),
        Finding::IllegalMove {
            index,
            numbers,
            why,
        } => format!(
            "Move {}, `{}`, can't be played: {}.",
            index + 1,
            numbers.join(" "),
            illegal(*why, numbers)
        ),
        Finding::TooFewMoves { found, left } => format!(
            "The output ends after {}, with {} on the board. Expected {ask}.",
            count(*found, Thing::Move),
            count(*left, Thing::Block)
        ),
        Finding::TooManyMoves { found, at } => format!(
            "Expected {ask} and nothing after it; `{found}` follows at line {}, column {}.",
            at.line, at.column
        ),
        Finding::NotCleared { left } => format!(
            "All moves can be played, but {} still on the board after the last one.",
            if *left == 1 {
                "1 block is".to_owned()
            } else {
                format!("{left} blocks are")
            }
        ),
        Finding::ClearedEarly { after, printed } => {
            let more = if printed > after {
                " What follows is no move: on an empty board there is none."
            } else {
                ""
            };
            format!(
                "The board is clear after {} already, but an answer has {ask}.{more}",
                count(*after, Thing::Move)
            )
        }
        Finding::MovesAfterClear { after } => format!(
            "The board is clear after {}, but the output goes on. On an empty board there is \
             no move.",
            count(*after, Thing::Move)
        ),
        Finding::ClaimsNone => {
            format!("The output is -1, but the board can be cleared with {ask}.")
        }
        Finding::NotLeast {
            index,
            printed,
            least,
        } => format!(
            "The moves clear the board, but so does a lesser answer. The first difference is \
             move {}: `{printed}` instead of `{least}`. {}",
            index + 1,
            why_less(*printed, *least)
        ),
        Finding::NoAnswerExists { because } => format!(
            "This board can't be cleared with {ask}, so -1 is expected. The moves in the output \
             don't do it either ({}).",
            self::finding(because, n)
        ),
    }
}

/// Why one move is less than another.
fn why_less(printed: Move, least: Move) -> &'static str {
    if least.cell.x != printed.cell.x {
        "The smaller x comes first."
    } else if least.cell.y != printed.cell.y {
        "For the same x, the smaller y comes first."
    } else {
        "For the same block, right (1) comes before left (-1)."
    }
}

pub(crate) fn right_under(other: Rules, rules: Rules) -> String {
    let mut parts = Vec::new();
    if other.moves != rules.moves {
        parts.push(match other.moves {
            MoveCount::Exact => "exactly n moves were asked for (--moves exact)",
            MoveCount::AtMost => "fewer than n moves were allowed (--moves at-most)",
        });
    }
    if other.same_colour_swap != rules.same_colour_swap {
        parts.push(match other.same_colour_swap {
            SameColourSwap::Legal => {
                "same-colour swaps counted as moves (--same-colour-swap legal)"
            }
            SameColourSwap::Forbidden => {
                "same-colour swaps did not count as moves (--same-colour-swap forbidden)"
            }
        });
    }
    format!("It would be right if {}.", parts.join(" and "))
}

pub(crate) fn note(note: Note) -> &'static str {
    match note {
        Note::ByteOrderMark => "The output begins with a byte order mark (BOM), which was ignored.",
        Note::CarriageReturns => "The output has carriage returns, which count as blanks.",
        Note::StandardOutputIgnored => {
            "The program also printed to standard output; since it wrote the answer file, that is \
             not looked at."
        }
        Note::AnswerFileIgnored => {
            "The program also wrote the answer file, but standard output alone is looked at \
             (--io stdio)."
        }
    }
}

pub(crate) fn cause(cause: &Cause, case: &CaseInfo, limits: &Limits) -> String {
    match cause {
        Cause::Answer(outcome) => finding(&outcome.finding, case.n),
        Cause::AnswerFile { name, why } => match why {
            AnswerFileFault::Missing => format!("{name} was not written"),
            AnswerFileFault::NotRegular => format!("{name} is not a plain file"),
            AnswerFileFault::HardLink => format!("{name} is a second name of another file"),
            AnswerFileFault::Unreadable => format!("{name} can't be read"),
        },
        Cause::CpuTime => format!("more than {} of CPU time", written(limits.cpu_time)),
        Cause::WallTime { why } => {
            let doing = why.map_or(String::new(), |why| format!(": {}", idle(why)));
            format!(
                "not ended after {} on the clock{doing}",
                written(limits.wall_time)
            )
        }
        Cause::Memory => format!("more than {} of memory", limits.memory),
        Cause::Output { stream } if stream == FOLDER => {
            format!("{FOLDER} holds more or larger files than it may")
        }
        Cause::Output { stream } => format!("{stream} is larger than {}", limits.output),
        Cause::Processes { limit } => format!("more than {limit} processes"),
        Cause::ExitCode { code } => format!("exit code {code}"),
        Cause::Signal { number } => match (signal_name(*number), signal(*number)) {
            (Some(name), Some(meaning)) => format!("{name}: {meaning}"),
            _ => format!("signal {number}"),
        },
        Cause::Compile => "did not compile".to_owned(),
        Cause::NotRun { why } => match why {
            Skip::FailFast => "not run after a failed case".to_owned(),
            Skip::Interrupted => "not run: interrupted".to_owned(),
        },
        Cause::Judge { message } => message.clone(),
    }
}

/// What a signal most often means.
fn signal(number: i32) -> Option<&'static str> {
    Some(match number {
        libc::SIGABRT => "abort, as by a failed assertion or allocation",
        libc::SIGSEGV => "memory outside its bounds, or a stack too deep",
        libc::SIGFPE => "division by zero",
        libc::SIGILL => "illegal instruction",
        libc::SIGBUS => "bad memory access",
        libc::SIGTRAP => "trap",
        libc::SIGKILL => "killed, not by the judge",
        libc::SIGTERM => "terminated, not by the judge",
        libc::SIGPIPE => "writing to a closed pipe",
        libc::SIGSYS => "forbidden system call",
        libc::SIGHUP => "hangup, not by the judge",
        libc::SIGINT => "interrupt, not by the judge",
        libc::SIGQUIT => "quit, not by the judge",
        libc::SIGALRM => "an alarm that was set",
        libc::SIGVTALRM => "a timer that was set",
        libc::SIGPROF => "a profiling timer",
        libc::SIGXCPU => "CPU time limit, not the judge's",
        libc::SIGUSR1 | libc::SIGUSR2 => "a signal of its own",
        _ => return None,
    })
}

pub(crate) fn attempts(attempts: &[Attempt]) -> String {
    let runs: Vec<String> = attempts
        .iter()
        .map(|it| {
            let alone = if it.alone { " alone" } else { "" };
            let time = short_duration(it.usage.cpu_time);
            format!("{}{alone} {}", time.trim(), it.verdict)
        })
        .collect();
    if runs.is_empty() {
        String::new()
    } else {
        format!("near the limit, run again: {}", runs.join(", "))
    }
}

/// What a program does that doesn't end, as the end of a sentence.
fn idle(why: Idle) -> &'static str {
    match why {
        Idle::WaitsForInput => "it waits for more input",
        Idle::Sleeps => "it sleeps",
        Idle::Blocked => "it waits for something that doesn't come",
        Idle::Starved => "it could run, but the machine was busy",
    }
}
