//! A board and a list of moves, played step by step.

use mayan_reference::{Board, Elimination, Rules, Step, replay};

use super::board::{Mark, Picture, draw};
use super::explain;
use super::style::{BOLD, Style, paint, wrap};
use super::text::{self, Label};
use crate::finding::{CheckOutcome, Finding};

/// The board alone.
#[must_use]
pub fn start(n: usize, board: Board, style: Style) -> String {
    draw(&[Picture::new(format!("n = {n}"), board)], "", style)
}

/// How many moves of an output can be played.
#[must_use]
pub fn played(board: Board, outcome: &CheckOutcome, rules: Rules) -> usize {
    replay(board, &outcome.moves, rules).steps.len()
}

/// An output's moves played on a board, each with its fall and its eliminations;
/// `only` (from 1) picks one move. `None` if there is nothing to show.
#[must_use]
pub fn steps(
    board: Board,
    outcome: &CheckOutcome,
    rules: Rules,
    only: Option<usize>,
    style: Style,
) -> Option<String> {
    let replay = replay(board, &outcome.moves, rules);
    let mut out = String::new();
    let wanted = |index: usize| only.is_none_or(|step| step == index + 1);
    for (index, step) in replay.steps.iter().enumerate() {
        if wanted(index) {
            out += &one(index, step, style);
        }
    }
    if let Finding::IllegalMove {
        index,
        numbers,
        why,
    } = outcome.finding.moves_fault()
        && wanted(*index)
    {
        let lang = style.lang;
        let heading = format!("{} {}", text::nth_move(lang, index + 1), numbers.join(" "));
        out += &format!("{}\n\n", paint(BOLD, heading));
        let mut picture = Picture::new(text::label(lang, Label::Before), replay.last);
        picture.marks.extend(explain::meant(numbers, *why));
        out += &draw(&[picture], "  ", style);
        let why = text::illegal(lang, *why, numbers);
        out += &format!("  {}\n\n", text::cannot_be_played(lang, &why));
    }
    (!out.is_empty()).then_some(out)
}

/// What is to be said after the last step.
#[must_use]
pub fn end(outcome: &CheckOutcome, n: usize, rules: Rules, style: Style) -> String {
    let said = match &outcome.finding {
        Finding::Right => text::played_right(style.lang, outcome.expected.is_some()).to_owned(),
        _ => text::explanation(style.lang, outcome, n, rules),
    };
    wrap(&said, "", style)
}

fn one(index: usize, step: &Step, style: Style) -> String {
    let Step {
        played,
        before,
        settled,
        cascade,
    } = step;
    let lang = style.lang;
    let label = |it| text::label(lang, it);
    let mut pictures = vec![
        Picture::new(label(Label::Before), *before)
            .mark(played.cell, Mark::Dragged(played.direction)),
    ];
    let marked = |title: &str, elimination: &Elimination| {
        let marks = elimination
            .marked
            .iter()
            .map(|cell| (cell, Mark::Vanishing));
        let mut picture = Picture::new(title, elimination.before);
        picture.marks.extend(marks);
        picture
    };
    match cascade.eliminations.as_slice() {
        [] => pictures.push(Picture::new(label(Label::After), *settled)),
        eliminations => {
            for (round, elimination) in eliminations.iter().enumerate() {
                let title = if round == 0 {
                    Label::Moved
                } else {
                    Label::Fallen
                };
                pictures.push(marked(label(title), elimination));
            }
            pictures.push(Picture::new(label(Label::AtRest), cascade.result));
        }
    }
    let heading = format!("{} {played}", text::nth_move(lang, index + 1));
    format!(
        "{}\n\n{}\n",
        paint(BOLD, heading),
        draw(&pictures, "  ", style)
    )
}
