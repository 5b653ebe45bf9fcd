//! A board and a list of moves, played step by step.

use mayan_reference::{Board, Elimination, Move, Rules, Step, Stop, replay};

use super::board::{Mark, Picture, draw};
use super::style::{BOLD, Style, paint};
use super::text;

/// The board alone.
#[must_use]
pub fn start(n: usize, board: Board, style: Style) -> String {
    let title = text::count(n, "move");
    draw(&[Picture::new(title, board)], "", style)
}

/// Moves played on a board, each with its fall and its eliminations; `only`
/// (from 1) picks one move. `None` if there is no such move.
#[must_use]
pub fn steps(
    board: Board,
    moves: &[Move],
    rules: Rules,
    only: Option<usize>,
    style: Style,
) -> Option<String> {
    let replay = replay(board, moves, rules);
    let played = replay.steps.len();
    let mut out = String::new();
    let wanted = |index: usize| only.is_none_or(|step| step == index + 1);
    for (index, step) in replay.steps.iter().enumerate() {
        if wanted(index) {
            out += &one(index, step, style);
        }
    }
    match replay.stop {
        Stop::Illegal(why) if wanted(played) => {
            let at = moves[played];
            let heading = format!("move {}: {at} can't be played: {why}", played + 1);
            out += &format!("{}\n\n", paint(BOLD, heading));
            let picture =
                Picture::new("before", replay.last).mark(at.cell, Mark::Dragged(at.direction));
            out += &draw(&[picture], "  ", style);
        }
        Stop::Cleared if wanted(played) => {
            let heading = format!("move {}: the board is clear already", played + 1);
            out += &format!("{}\n", paint(BOLD, heading));
        }
        Stop::End | Stop::Illegal(_) | Stop::Cleared => {}
    }
    if only.is_none() && replay.stop == Stop::End {
        out += &match replay.last.block_count() {
            0 => "The board is clear.\n".to_owned(),
            left => format!("{} left.\n", text::count(left, "block")),
        };
    }
    (!out.is_empty()).then_some(out)
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
