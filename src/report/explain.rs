//! One result, explained: what was expected, which rule was broken, and the
//! board where it happened.

use mayan_reference::{Board, Cell, IllegalMove, Move, Replay, Rules, replay};
use similar::{ChangeTag, TextDiff};

use super::board::{Mark, Picture, draw};
use super::style::{self, BOLD, Style, paint, wrap};
use super::text;
use crate::event::{CaseInfo, Limits};
use crate::finding::{CheckOutcome, Finding};
use crate::verdict::{CaseResult, Cause, Verdict};

const INDENT: &str = "  ";

/// Explains a case's result.
#[must_use]
pub fn case(
    result: &CaseResult,
    case: &CaseInfo,
    limits: &Limits,
    rules: Rules,
    style: Style,
) -> String {
    let verdict = result.verdict;
    let heading = format!(
        "{}: {} ({})",
        crate::sanitize::line(&result.case.0),
        text::verdict(verdict),
        verdict.code()
    );
    let mut out = format!("{}\n", paint(style::verdict(verdict), heading));
    if let Some(description) = &case.description {
        let about = format!("This case: {}", crate::sanitize::line(description));
        out += &wrap(&about, INDENT, style.width);
    }
    if let Some(name) = &result.answer_file {
        out += &wrap(&from_file(name), INDENT, style.width);
    }
    for (index, cause) in std::iter::once(&result.cause)
        .chain(&result.also)
        .enumerate()
    {
        out += &match cause {
            Cause::Answer(outcome) if index == 0 => {
                checked(outcome, case.n, case.board, rules, style)
            }
            Cause::Answer(outcome) if is_nothing(outcome) => String::new(),
            Cause::Answer(outcome) => wrap(&beside(outcome, result, case.n), INDENT, style.width),
            _ => wrap(&reason(cause, case, limits), INDENT, style.width),
        };
    }
    if !result.stderr.is_empty() {
        out += &format!("{INDENT}Standard error:\n");
        out += &quote(&result.stderr, 4, 6, style);
    }
    out
}

/// Where the output was taken from, if it is a file.
pub(super) fn from_file(name: &str) -> String {
    format!("The output is {name}, which the program wrote.")
}

/// A reason for a verdict other than the answer, as a sentence.
pub(super) fn reason(cause: &Cause, case: &CaseInfo, limits: &Limits) -> String {
    format!("{}.", capital(&text::cause(cause, case, limits)))
}

/// Whether nothing was printed, which goes without saying where something else
/// failed.
pub(super) fn is_nothing(outcome: &CheckOutcome) -> bool {
    outcome.finding == Finding::NothingPrinted
}

/// What a program printed that failed in another way.
pub(super) fn beside(outcome: &CheckOutcome, result: &CaseResult, n: usize) -> String {
    let what = result.answer_file.as_deref().unwrap_or("standard output");
    match &outcome.finding {
        Finding::Right => format!("What it had printed to {what} is the right answer."),
        other => format!("The answer in {what}: {}.", text::finding(other, n)),
    }
}

/// The verdict on an output alone, explained.
#[must_use]
pub fn check(outcome: &CheckOutcome, n: usize, board: Board, rules: Rules, style: Style) -> String {
    let verdict = Verdict::from(&outcome.finding);
    let heading = format!("{} ({})", text::verdict(verdict), verdict.code());
    let heading = paint(style::verdict(verdict), heading);
    format!("{heading}\n{}", checked(outcome, n, board, rules, style))
}

/// Explains what the checker found in an output.
#[must_use]
pub fn checked(
    outcome: &CheckOutcome,
    n: usize,
    board: Board,
    rules: Rules,
    style: Style,
) -> String {
    let mut out = wrap(&text::explanation(outcome, n, rules), INDENT, style.width);
    let pictures = pictures(outcome, board, rules);
    if !pictures.is_empty() {
        out.push('\n');
        out += &draw(&pictures, INDENT, style);
        out.push('\n');
    }
    out += &difference(outcome);
    for other in nearest(outcome, rules) {
        out += &wrap(&text::right_under(other, rules), INDENT, style.width);
    }
    for &note in &outcome.notes {
        out += &wrap(text::note(note), INDENT, style.width);
    }
    out
}

/// The rule sets nearest to the contest's under which the output would be right:
/// one that needs both switches turned says nothing where one does.
pub(super) fn nearest(
    outcome: &CheckOutcome,
    rules: Rules,
) -> impl Iterator<Item = Rules> + use<'_> {
    let turned = move |other: &Rules| {
        usize::from(other.moves != rules.moves)
            + usize::from(other.same_colour_swap != rules.same_colour_swap)
    };
    let fewest = outcome.right_under.iter().map(turned).min();
    let all = outcome.right_under.iter().copied();
    all.filter(move |other| Some(turned(other)) == fewest)
}

/// The boards that show the fault: before the move in question, and after.
fn pictures(outcome: &CheckOutcome, board: Board, rules: Rules) -> Vec<Picture> {
    let Replay { steps, last, .. } = replay(board, &outcome.moves, rules);
    let finding = outcome.finding.moves_fault();
    let before = |index: usize| steps.get(index).map_or(last, |step| step.before);
    let after = |title: String, board: Board, played: Move| {
        // The least answer's moves are legal; a printed move was played.
        let settled = board.shift(played, rules).unwrap_or(board);
        Picture::new(title, settled.cascade())
    };
    let dragging = |index: usize, played: Move| {
        Picture::new(format!("before move {}", index + 1), before(index))
            .mark(played.cell, Mark::Dragged(played.direction))
    };
    match finding {
        Finding::NotLeast {
            index,
            printed,
            least,
        } => vec![
            dragging(*index, *printed),
            after(format!("after {printed}"), before(*index), *printed),
            after(format!("least: after {least}"), before(*index), *least),
        ],
        Finding::IllegalMove {
            index,
            numbers,
            why,
        } => {
            let title = format!("before move {}", index + 1);
            let mut picture = Picture::new(title, before(*index));
            if let Some((cell, mark)) = meant(numbers, *why) {
                picture = picture.mark(cell, mark);
            }
            vec![picture]
        }
        Finding::NotCleared { .. }
        | Finding::TooFewMoves { .. }
        | Finding::ClearedEarly { .. }
        | Finding::MovesAfterClear { .. }
        | Finding::IncompleteMove { .. }
        | Finding::TooManyMoves { .. } => match steps.split_last() {
            Some((step, earlier)) => vec![
                dragging(earlier.len(), step.played),
                Picture::new(format!("after {}", step.played), last),
            ],
            None => vec![Picture::new("the board", board)],
        },
        Finding::ClaimsNone | Finding::NothingPrinted => vec![Picture::new("the board", board)],
        Finding::Right
        | Finding::NotInteger { .. }
        | Finding::Utf16
        | Finding::AfterMinusOne { .. }
        | Finding::NoAnswerExists { .. } => Vec::new(),
    }
}

/// The cell that an illegal move means, if it is on the board.
pub(super) fn meant(numbers: &[String; 3], why: IllegalMove) -> Option<(Cell, Mark)> {
    let [x, y, g] = numbers.each_ref().map(|number| number.parse::<i64>().ok());
    match Move::from_numbers(x?, y?, g?) {
        Ok(played) if why == IllegalMove::NoBlock => Some((played.cell, Mark::Meant)),
        Ok(played) => Some((played.cell, Mark::Dragged(played.direction))),
        // A wrong direction still means a block.
        Err(IllegalMove::DirectionOutOfRange) => {
            let played = Move::from_numbers(x?, y?, 1).ok()?;
            Some((played.cell, Mark::Meant))
        }
        Err(_) => None,
    }
}

/// The output against the least answer. Moves are compared place by place, so
/// each line has its number: the difference never shifts one against another.
fn difference(outcome: &CheckOutcome) -> String {
    let printed = match &outcome.finding {
        Finding::Right => return String::new(),
        Finding::ClaimsNone => "-1\n".to_owned(),
        Finding::AfterMinusOne { found, .. } => format!("-1\n{found}\n"),
        other => {
            let tail = match other {
                Finding::TooManyMoves { found, .. } => format!("{found}\n"),
                _ => String::new(),
            };
            numbered(&outcome.moves) + &tail
        }
    };
    if printed.is_empty() {
        let expected = text::answer(outcome.expected.as_deref());
        return format!("{INDENT}The least answer: {expected}\n");
    }
    let expected = match outcome.expected.as_deref() {
        None => "-1\n".to_owned(),
        Some([]) => "(no line)\n".to_owned(),
        Some(moves) => numbered(moves),
    };
    let heading = paint(BOLD, "Difference");
    let mut out = format!("{INDENT}{heading} (- output, + least answer)\n");
    for change in TextDiff::from_lines(&printed, &expected).iter_all_changes() {
        let (sign, colours) = match change.tag() {
            ChangeTag::Delete => ('-', anstyle::AnsiColor::Red.on_default()),
            ChangeTag::Insert => ('+', anstyle::AnsiColor::Green.on_default()),
            ChangeTag::Equal => (' ', anstyle::Style::new()),
        };
        let line = format!("{sign} {}", change.value().trim_end());
        out += &format!("{INDENT}  {}\n", paint(colours, line.trim_end()));
    }
    out
}

fn numbered(moves: &[Move]) -> String {
    let lines = moves.iter().enumerate();
    lines
        .map(|(index, played)| format!("move {}:  {played}\n", index + 1))
        .collect()
}

/// A stranger's text, set apart: its first and its last lines.
pub(super) fn quote(text: &str, first: usize, last: usize, style: Style) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let room = style.width.saturating_sub(INDENT.len() + 4);
    let quoted = |line: &&str| format!("{INDENT}  | {}\n", style::cut(line, room, style));
    if lines.len() <= first + last {
        return lines.iter().map(quoted).collect();
    }
    let head: String = lines[..first].iter().map(quoted).collect();
    let tail: String = lines[lines.len() - last..].iter().map(quoted).collect();
    format!("{head}{INDENT}  | (lines left out)\n{tail}")
}

/// A text that begins a line of its own.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        // A file's name keeps its case.
        Some(first)
            if !text
                .split(' ')
                .next()
                .is_some_and(|word| word.contains('.')) =>
        {
            first.to_uppercase().chain(characters).collect()
        }
        _ => text.to_owned(),
    }
}
