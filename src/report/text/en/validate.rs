//! What there is to say of testcases.

use std::path::Path;

use mayan_reference::diagnostic::Diagnostic;

use super::result::{answer, count, finding, rules};
use crate::report::text::{Thing, Words, shown};
use crate::sanitize;
use crate::testcase::CaseId;
use crate::units::short_duration;
use crate::validate::hardness::{Least, Solutions};
use crate::validate::issue::{
    Awkward, Issue, Kind, OfAnswer, OfBoard, OfFile, OfName, OfSample, OfSubtask, Reading, Twin,
};
use crate::validate::layout::LayoutFault;

pub(crate) fn issue(issue: &Issue) -> Diagnostic {
    let Words(diagnostic) = match &issue.kind {
        Kind::Input { error } => return super::input(error),
        Kind::File(it) => Words::new(file(it)),
        Kind::Layout {
            fault,
            times,
            mendable,
        } => layout(*fault, *times).help(fix(*mendable)),
        Kind::Board(it) => board(it),
        Kind::Answer(it) => about_answer(it),
        Kind::Twin(it) => twin(it),
        Kind::Name(it) => name(it),
        Kind::Subtask(it) => Words::new(subtask(it)).at("expected 0"),
        Kind::Sample(it) => sample(it, issue.case.as_ref()),
    };
    Diagnostic {
        span: issue.span.clone().unwrap_or(0..0),
        ..diagnostic
    }
}

fn about_answer(it: &OfAnswer) -> Words {
    match it {
        OfAnswer::Missing {} => Words::new("it has no answer file").help(
            "`grade` does without, other judges don't: `mayan-judge solve NAME.in > NAME.ans`",
        ),
        OfAnswer::Two {} => Words::new("there is a .ans too: some judges take one, some the other"),
        OfAnswer::Wrong { outcome, n, .. } => {
            Words::new("the answer is wrong").at(finding(&outcome.finding, *n))
        }
        OfAnswer::Ambiguous {
            readings,
            on_purpose,
        } => {
            let title = if *on_purpose {
                "the case is ambiguous, as it may be where it gives no points"
            } else {
                "the case is ambiguous: programs that read the rules in another way differ on it"
            };
            let readings: Vec<String> = readings.iter().map(reading).collect();
            Words::new(title)
                .at("with this n")
                .help(readings.join("\n"))
        }
        OfAnswer::MoreMovesThanNeeded { n, least } => {
            let least = count(*least, Thing::Move);
            Words::new(format!(
                "n is {n}, though the board can be clear after {least}"
            ))
            .at("more than is needed")
        }
    }
}

fn twin(it: &Twin) -> Words {
    match it {
        Twin::Duplicate { of } => Words::new(format!(
            "it is the same puzzle as {}",
            sanitize::line(&of.0)
        ))
        .help("what one of them tells the other does too: remove one"),
        Twin::Isomorph { of } => Words::new(format!(
            "it is {} in other colours",
            sanitize::line(&of.0)
        ))
        .help(
            "numbers of colours mean nothing to the game: both have the same answer, and who is \
                 right on one is most likely right on both; remove one",
        ),
        Twin::Mirror { of } => Words::new(format!(
            "it is the mirror image of {}",
            sanitize::line(&of.0)
        ))
        .help("that is another puzzle, since answers go from left to right"),
    }
}

fn reading(reading: &Reading) -> String {
    let under: Vec<String> = reading.rules.iter().copied().map(rules).collect();
    format!(
        "`{}`: {}",
        answer(reading.answer.as_deref()),
        under.join("; ")
    )
}

fn layout(fault: LayoutFault, times: usize) -> Words {
    let (title, label) = match fault {
        LayoutFault::ByteOrderMark => (
            "the file begins with a byte order mark (BOM)",
            "expected plain text",
        ),
        LayoutFault::CarriageReturn => (
            "the file has carriage returns (Windows or old Mac line ends)",
            "expected a line feed alone",
        ),
        LayoutFault::OneLine => ("everything is on one line", "expected a new line here"),
        LayoutFault::SharedLine => (
            "a line holds what belongs on two",
            "expected a new line here",
        ),
        LayoutFault::SplitLine => (
            "what belongs on one line goes on in the next",
            "expected in the line above",
        ),
        LayoutFault::Tab => ("there is white space other than blanks", "expected a blank"),
        LayoutFault::LeadingBlank => ("a line begins with blanks", "expected a number"),
        LayoutFault::TrailingBlank => ("a line ends in blanks", "expected the line's end"),
        LayoutFault::DoubledBlank => (
            "several blanks stand between two numbers",
            "expected one blank",
        ),
        LayoutFault::BlankLine => ("a line is blank", "expected a number, or the file's end"),
        LayoutFault::NoFinalNewline => ("the last line has no end", "expected a line feed"),
    };
    let title = match times {
        1 => title.to_owned(),
        times => format!("{title} ({times} times)"),
    };
    Words::new(title).at(label)
}

fn fix(mendable: bool) -> &'static str {
    if mendable {
        "`--fix` mends it"
    } else {
        "`--fix` leaves a file as it is whose numbers are wrong: mend these first"
    }
}

fn board(it: &OfBoard) -> Words {
    match it {
        OfBoard::RunAtStart { .. } => Words::new("blocks can be eliminated before the first move")
            .at("a block of a run of three or more")
            .help(
                "the statement promises that there are none, and programs differ on what \
                     happens then",
            ),
        OfBoard::ColourGap { missing, highest } => Words::new(format!(
            "there is no block of colour {missing}, though there is one of {highest}"
        ))
        .at("expected colours from 1 without a gap"),
        OfBoard::Empty {} => Words::new("the board is empty")
            .at("expected a block in some column")
            .help(
                "with exactly n moves the answer is -1, since no move can be made; with at most n \
                 it is an output without a line",
            ),
    }
}

fn subtask(it: &OfSubtask) -> String {
    match it {
        OfSubtask::AboveBottomRow { .. } => {
            "a case of the bottom row has a block above it".to_owned()
        }
        OfSubtask::BottomRowElsewhere { subtask } => format!(
            "all its blocks are in the bottom row, and it is in {}",
            sanitize::line(subtask)
        ),
        OfSubtask::NoSubtask {} => "it fits no subtask and gives no points".to_owned(),
        OfSubtask::Empty {
            subtask,
            pattern,
            points,
        } => {
            let (subtask, pattern) = (sanitize::line(subtask), sanitize::line(pattern));
            format!(
                "no testcase is in the subtask {subtask}: none fits \"{pattern}\"; its points \
                 ({points}) can't be reached"
            )
        }
        OfSubtask::NoneFits { patterns } => {
            let patterns: Vec<String> = patterns.iter().map(|it| sanitize::line(it)).collect();
            format!("no testcase fits any subtask ({})", patterns.join(", "))
        }
    }
}

fn sample(it: &OfSample, case: Option<&CaseId>) -> Words {
    let case = case.map_or(String::new(), |it| format!(" on {}", sanitize::line(&it.0)));
    match it {
        OfSample::Skipped { error: Some(error) } => Words::new(format!(
            "the sample can't be used: {}",
            sanitize::line(error)
        )),
        OfSample::Skipped { error: None } => {
            Words::new("it is no sample: its first line names no verdict")
                .help("write a comment there, such as `expect: AC - why` or `expect: TLE - why`")
        }
        OfSample::Fails { expected, verdict } => {
            Words::new(format!("it gets {verdict}{case}, expected {expected}"))
        }
        OfSample::LittleTime { time, limit } => {
            let [time, limit] = [time, limit].map(|it| short_duration(*it));
            Words::new(format!(
                "a right program needs {time}{case}, more than half of the limit of {limit}"
            ))
            .help(
                "on a slower machine it would not be accepted: raise the limit, or take an easier \
                 case",
            )
        }
        OfSample::MuchTime { time, limit } => {
            let [time, limit] = [time, limit].map(|it| short_duration(*it));
            Words::new(format!(
                "a program that is to be too slow needs {time} at most{case}, which is not 1.5 \
                 times the limit of {limit}"
            ))
            .help("on a faster machine it would be accepted: lower the limit, or add a harder case")
        }
    }
}

fn file(it: &OfFile) -> String {
    match it {
        OfFile::Unreadable { error } => format!("it can't be read: {}", sanitize::line(error)),
        OfFile::Unwritable { error } => format!("it can't be mended: {}", sanitize::line(error)),
        OfFile::TooLarge { most } => {
            format!("it has more than {most}, as no file of a testcase does")
        }
        OfFile::OrphanAnswer {} => "it has no input (.in) beside it and is not used".to_owned(),
        OfFile::OrphanDescription {} => "it describes no testcase".to_owned(),
        OfFile::NotPlain {} => "it is not a plain file and is not used".to_owned(),
        OfFile::BrokenLink {} => "it is a link that leads nowhere and is not used".to_owned(),
        OfFile::Hidden {} => "its name begins with a dot, so it is not used".to_owned(),
        OfFile::OtherExtension { expected } => {
            format!("it is not used: expected a name that ends in .{expected}")
        }
    }
}

fn name(it: &OfName) -> Words {
    match it {
        OfName::Awkward { why } => Words::new(awkward(*why)),
        OfName::CaseOnly { other } => Words::new(format!(
            "on Windows and macOS it is the same name as {}",
            sanitize::line(&other.0)
        )),
        OfName::NumberOrder { first, second } => {
            let [first, second] = [first, second].map(|it| sanitize::line(&it.0));
            Words::new(format!(
                "{first} comes before {second} here, and behind it where names are sorted as text"
            ))
            .help("give all numbers as many digits: 01, 02, 10")
        }
    }
}

fn awkward(why: Awkward) -> String {
    match why {
        Awkward::NotUtf8 => "its name is not UTF-8, and can't be shown as it is".to_owned(),
        Awkward::Control => "its name has a control character".to_owned(),
        Awkward::Blank => "its name has a blank, at which scripts tear it apart".to_owned(),
        Awkward::Hyphen => "its name begins with a hyphen, as options do".to_owned(),
        Awkward::Shell(character) => {
            format!("its name has `{character}`, which means something to a shell")
        }
        Awkward::Windows(character) => {
            format!("its name has `{character}`, which Windows doesn't take")
        }
        Awkward::Device => "its name is that of a device on Windows".to_owned(),
        Awkward::Dot => "its name ends in a dot, which Windows takes away".to_owned(),
        Awkward::NotAscii => {
            "its name has characters beyond ASCII, which zip files from Windows mangle".to_owned()
        }
    }
}

pub(crate) fn more_issues(number: usize, places: &[String]) -> String {
    let more = if number > places.len() { ", ..." } else { "" };
    format!("and {number} more: {}{more}", places.join(", "))
}

pub(crate) fn layout_fault(fault: LayoutFault) -> &'static str {
    match fault {
        LayoutFault::ByteOrderMark => "byte order mark",
        LayoutFault::CarriageReturn => "carriage returns",
        LayoutFault::OneLine => "everything on one line",
        LayoutFault::SharedLine => "shared lines",
        LayoutFault::SplitLine => "split lines",
        LayoutFault::Tab => "tabs",
        LayoutFault::LeadingBlank => "leading blanks",
        LayoutFault::TrailingBlank => "trailing blanks",
        LayoutFault::DoubledBlank => "doubled blanks",
        LayoutFault::BlankLine => "blank lines",
        LayoutFault::NoFinalNewline => "no final line feed",
    }
}

pub(crate) fn mended(path: &Path, faults: &[LayoutFault]) -> String {
    let faults: Vec<&str> = faults.iter().copied().map(layout_fault).collect();
    format!("mended {}: {}", shown(path), faults.join(", "))
}

pub(crate) fn more_mended(files: usize) -> String {
    format!("mended {} more", count(files, Thing::File))
}

pub(crate) fn case_columns() -> [&'static str; 8] {
    [
        "testcase",
        "n",
        "blocks",
        "colours",
        "answer",
        "least",
        "boards",
        "solutions",
    ]
}

pub(crate) fn hardest(shown: usize, all: usize) -> String {
    format!("the {shown} hardest of {}:", count(all, Thing::Case))
}

pub(crate) fn least_moves(least: Least) -> String {
    match least {
        Least::Moves(moves) => moves.to_string(),
        Least::MoreThan(moves) => format!(">{moves}"),
        Least::Never => "never".to_owned(),
    }
}

pub(crate) fn solutions(solutions: Solutions) -> String {
    match solutions {
        Solutions::Exactly(number) => number.to_string(),
        Solutions::AtLeast(number) => format!("{number}+"),
        Solutions::Uncounted => "?".to_owned(),
    }
}

pub(crate) fn sample_columns() -> [&'static str; 5] {
    ["sample", "expected", "slowest on", "time", "of limit"]
}

pub(crate) fn validated(cases: usize, errors: usize, warnings: usize, notes: usize) -> String {
    let some = |number: usize, one: &str| match number {
        0 => format!("no {one}s"),
        1 => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    };
    format!(
        "{}: {}, {}, {}",
        count(cases, Thing::Case),
        some(errors, "error"),
        some(warnings, "warning"),
        some(notes, "note")
    )
}

pub(crate) fn no_such_testcases(path: &Path) -> String {
    format!(
        "{} is neither a folder of testcases nor an input (NAME.in)",
        shown(path)
    )
}

pub(crate) fn no_samples(path: &Path) -> String {
    format!(
        "{} holds no sample: expected programs whose first line has `expect: AC` or `expect: TLE`",
        shown(path)
    )
}
