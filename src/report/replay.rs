//! A board and a list of moves, played step by step.

use mayan_reference::{Board, Elimination, Rules, Step, replay};

use super::board::{Mark, Picture, draw};
use super::style::{BOLD, Style, paint, wrap};
use super::{explain, text};
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
        let heading = format!("move {}: {}", index + 1, numbers.join(" "));
        out += &format!("{}\n\n", paint(BOLD, heading));
        let mut picture = Picture::new("before", replay.last);
        picture.marks.extend(explain::meant(numbers, *why));
        out += &draw(&[picture], "  ", style);
        out += &format!(
            "  It can't be played: {}.\n\n",
            text::illegal(*why, numbers)
        );
    }
    (!out.is_empty()).then_some(out)
}

/// What is to be said after the last step.
#[must_use]
pub fn end(outcome: &CheckOutcome, n: usize, rules: Rules, style: Style) -> String {
    let said = match &outcome.finding {
        Finding::Right if outcome.expected.is_none() => {
            "The output is -1: the board can't be cleared. That is right.".to_owned()
        }
        Finding::Right => "The board is clear, and no answer is less.".to_owned(),
        _ => text::explanation(outcome, n, rules),
    };
    wrap(&said, "", style.width)
}

fn one(index: usize, step: &Step, style: Style) -> String {
    let Step {
        played,
        before,
        settled,
        cascade,
    } = step;
    let mut pictures =
        vec![Picture::new("before", *before).mark(played.cell, Mark::Dragged(played.direction))];
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
        [] => pictures.push(Picture::new("after", *settled)),
        eliminations => {
            for (round, elimination) in eliminations.iter().enumerate() {
                let title = if round == 0 { "moved" } else { "fallen" };
                pictures.push(marked(title, elimination));
            }
            pictures.push(Picture::new("at rest", cascade.result));
        }
    }
    let heading = format!("move {}: {played}", index + 1);
    format!(
        "{}\n\n{}\n",
        paint(BOLD, heading),
        draw(&pictures, "  ", style)
    )
}
