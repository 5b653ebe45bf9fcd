//! One result, explained: what was expected, which rule was broken, and the
//! board where it happened.

use mayan_reference::{Board, Cell, IllegalMove, Move, Puzzle, Replay, Rules, replay};
use similar::{ChangeTag, TextDiff};

use super::board::{Mark, Picture, draw};
use super::style::{self, BOLD, Style, paint, wrap};
use super::text::{self, Label};
use crate::event::{CaseInfo, Limits};
use crate::finding::{CheckOutcome, Finding};
use crate::lang::Lang;
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
    let lang = style.lang;
    let heading = text::case_heading(lang, &crate::sanitize::line(&result.case.0), verdict);
    let mut out = format!("{}\n", paint(style::verdict(verdict), heading));
    if let Some(description) = &case.description {
        let about = text::about_case(lang, &crate::sanitize::line(description));
        out += &wrap(&about, INDENT, style);
    }
    out += &causes(result, case, limits, rules, style);
    if let Cause::Answer(outcome) = &result.cause {
        out += &reproduce(Some(outcome), case, rules, lang);
    }
    out + &standard_error(result, style)
}

/// Why a case has its result, with boards.
pub(super) fn causes(
    result: &CaseResult,
    case: &CaseInfo,
    limits: &Limits,
    rules: Rules,
    style: Style,
) -> String {
    let lang = style.lang;
    let mut out = String::new();
    if let Some(name) = &result.answer_file {
        out += &wrap(&text::answer_file(lang, name), INDENT, style);
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
            Cause::Answer(outcome) => {
                let said = text::beside(lang, &outcome.finding, result, case.n);
                wrap(&said, INDENT, style)
            }
            _ => wrap(&reason(cause, case, limits, lang), INDENT, style),
        };
    }
    out
}

/// What a program wrote to standard error, if it did.
pub(super) fn standard_error(result: &CaseResult, style: Style) -> String {
    if result.stderr.is_empty() {
        return String::new();
    }
    let heading = text::label(style.lang, Label::StandardError);
    format!("{INDENT}{heading}\n") + &quote(&result.stderr, 4, 6, style)
}

/// Whether the boards of an explanation begin with the case's own.
pub(super) fn shows_board(result: &CaseResult, case: &CaseInfo, rules: Rules) -> bool {
    let Cause::Answer(outcome) = &result.cause else {
        return false;
    };
    let pictures = pictures(outcome, case.board, rules, Lang::English);
    pictures.first().is_some_and(|it| it.board == case.board)
}

/// A command that shows the moves again step by step, with nothing else at hand: in
/// one line, however long, that can be copied. Without moves of the program it plays
/// the least answer, and says so.
pub(super) fn reproduce(
    outcome: Option<&CheckOutcome>,
    case: &CaseInfo,
    rules: Rules,
    lang: Lang,
) -> String {
    let own = outcome.iter().flat_map(|it| &it.moves);
    let own = own.map(Move::to_string);
    // What was cut is out of every range, and so is its beginning.
    let rest = outcome.iter().flat_map(|it| &it.rest);
    let rest = rest.map(|it| it.split('…').next().unwrap_or_default().to_owned());
    let mut played: Vec<String> = own.chain(rest).collect();
    let is_least = played.is_empty();
    if is_least {
        let least = outcome.map_or(&case.answer, |it| &it.expected);
        let least = least.iter().flatten();
        played = least.map(Move::to_string).collect();
    }
    let puzzle = Puzzle {
        n: case.n,
        board: case.board,
    };
    let puzzle: Vec<String> = puzzle.to_string().lines().map(str::to_owned).collect();
    let mut options = String::new();
    if !played.is_empty() {
        // As one word: the first number of a move may be negative.
        let moves = crate::sanitize::shell(&played.join(" "));
        options += &format!(" --play={moves}");
    }
    let usual = Rules::default();
    if rules.moves != usual.moves {
        options += &format!(" --moves {}", rules.moves);
    }
    if rules.same_colour_swap != usual.same_colour_swap {
        options += &format!(" --same-colour-swap {}", rules.same_colour_swap);
    }
    format!(
        "{INDENT}{}\n{INDENT}  echo '{}' | mayan-judge show -{options}\n",
        text::reproduce(lang, is_least),
        puzzle.join(" "),
    )
}

/// A reason for a verdict other than the answer, as a sentence.
pub(super) fn reason(cause: &Cause, case: &CaseInfo, limits: &Limits, lang: Lang) -> String {
    text::sentence(lang, &capital(&text::cause(lang, cause, case, limits)))
}

/// Whether nothing was printed, which goes without saying where something else
/// failed.
pub(super) fn is_nothing(outcome: &CheckOutcome) -> bool {
    outcome.finding == Finding::NothingPrinted
}

/// The verdict on an output alone, explained.
#[must_use]
pub fn check(outcome: &CheckOutcome, n: usize, board: Board, rules: Rules, style: Style) -> String {
    let verdict = Verdict::from(&outcome.finding);
    let heading = text::verdict_heading(style.lang, verdict);
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
    let lang = style.lang;
    let explanation = text::explanation(lang, outcome, n, rules);
    let mut out = wrap(&explanation, INDENT, style);
    let pictures = pictures(outcome, board, rules, lang);
    if !pictures.is_empty() {
        out.push('\n');
        out += &draw(&pictures, INDENT, style);
        out.push('\n');
    }
    out += &difference(outcome, lang);
    for other in nearest(outcome, rules) {
        out += &wrap(&text::right_under(lang, other, rules), INDENT, style);
    }
    for &note in &outcome.notes {
        out += &wrap(text::note(lang, note), INDENT, style);
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
fn pictures(outcome: &CheckOutcome, board: Board, rules: Rules, lang: Lang) -> Vec<Picture> {
    let Replay { steps, last, .. } = replay(board, &outcome.moves, rules);
    let finding = outcome.finding.moves_fault();
    let the_board = text::label(lang, Label::TheBoard);
    let before = |index: usize| steps.get(index).map_or(last, |step| step.before);
    let after = |title: String, board: Board, played: Move| {
        // The least answer's moves are legal; a printed move was played.
        let settled = board.shift(played, rules).unwrap_or(board);
        Picture::new(title, settled.cascade())
    };
    let dragging = |index: usize, played: Move| {
        Picture::new(text::before_move(lang, index + 1), before(index))
            .mark(played.cell, Mark::Dragged(played.direction))
    };
    match finding {
        Finding::NotLeast {
            index,
            printed,
            least,
        } => vec![
            dragging(*index, *printed),
            after(text::after_move(lang, *printed), before(*index), *printed),
            after(text::least_after(lang, *least), before(*index), *least),
        ],
        Finding::IllegalMove {
            index,
            numbers,
            why,
        } => {
            let title = text::before_move(lang, index + 1);
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
                Picture::new(text::after_move(lang, step.played), last),
            ],
            None => vec![Picture::new(the_board, board)],
        },
        Finding::ClaimsNone | Finding::NothingPrinted => vec![Picture::new(the_board, board)],
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
fn difference(outcome: &CheckOutcome, lang: Lang) -> String {
    let printed = match &outcome.finding {
        Finding::Right => return String::new(),
        Finding::ClaimsNone => "-1\n".to_owned(),
        Finding::AfterMinusOne { found, .. } => format!("-1\n{found}\n"),
        other => {
            let tail = match other {
                Finding::TooManyMoves { found, .. } => format!("{found}\n"),
                _ => String::new(),
            };
            numbered(&outcome.moves, lang) + &tail
        }
    };
    if printed.is_empty() {
        let expected = text::answer(lang, outcome.expected.as_deref());
        return format!("{INDENT}{}\n", text::least_answer(lang, &expected));
    }
    let expected = match outcome.expected.as_deref() {
        None => "-1\n".to_owned(),
        Some([]) => format!("{}\n", text::label(lang, Label::NoLine)),
        Some(moves) => numbered(moves, lang),
    };
    let heading = paint(BOLD, text::label(lang, Label::Difference));
    let signs = text::label(lang, Label::DifferenceSigns);
    let mut out = format!("{INDENT}{heading} {signs}\n");
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

fn numbered(moves: &[Move], lang: Lang) -> String {
    let lines = moves.iter().enumerate();
    lines
        .map(|(index, played)| format!("{}  {played}\n", text::nth_move(lang, index + 1)))
        .collect()
}

/// A stranger's text, set apart: its first and its last lines.
pub(super) fn quote(text: &str, first: usize, last: usize, style: Style) -> String {
    // It was made safe when it was kept; a report may come from elsewhere.
    let lines: Vec<&str> = text.lines().collect();
    let room = style.width.saturating_sub(INDENT.len() + 4);
    let quoted = |line: &&str| {
        let line = line.replace('\t', "    ");
        let line = crate::sanitize::line(&line);
        format!("{INDENT}  | {}\n", style::cut(&line, room, style))
    };
    if lines.len() <= first + last {
        return lines.iter().map(quoted).collect();
    }
    let head: String = lines[..first].iter().map(quoted).collect();
    let tail: String = lines[lines.len() - last..].iter().map(quoted).collect();
    format!(
        "{head}{INDENT}  | {}\n{tail}",
        text::label(style.lang, Label::LinesLeftOut)
    )
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
