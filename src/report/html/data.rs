//! What a page's replays are made of. The script knows no rules: it moves, drops
//! and removes blocks as it is told here.

use std::collections::HashMap;

use mayan_reference::{Board, Cell, HEIGHT, Move, Rules, WIDTH, replay};
use serde::Serialize;

use super::words::ScriptWords;
use crate::event::CaseInfo;
use crate::finding::{CheckOutcome, Finding};
use crate::report::board::{Mark, letter};
use crate::report::explain::meant;
use crate::sanitize;
use crate::verdict::{CaseResult, Verdict};

/// The data of a page.
#[derive(Serialize)]
pub(super) struct Data {
    words: &'static ScriptWords,
    cases: Vec<Case>,
    /// Lists of moves that were played, each once: moves are separated by blanks.
    /// One is its cell and `+` for right or `-` for left, then for each elimination
    /// `.` and its cells. A cell is one digit of base 36, 7x + y.
    replays: Vec<String>,
    /// By contestant, in the order of the page; of each a result per row.
    results: Vec<Vec<Option<Shown>>>,
}

/// A testcase.
#[derive(Serialize)]
struct Case {
    n: usize,
    /// Columns between `|`, letters from bottom to top.
    board: String,
    /// The replay of the least answer; `null` where there is none.
    least: Option<usize>,
}

/// A result that can be replayed: the case, the replay, after how many moves it
/// stops because something is wrong (`null` for never), what is wrong with the last
/// one of these, and the numbers of an illegal one.
///
/// What is wrong: nothing; `d`, it differs from the least answer's; of an illegal
/// one where it meant to be, a cell with `+`, `-` or `o`, or `x` for nowhere.
#[derive(Serialize)]
struct Shown(usize, usize, Option<usize>, String, String);

/// Makes the data of a page, result by result.
pub(super) struct Gathered<'a> {
    cases: &'a [CaseInfo],
    places: HashMap<&'a str, usize>,
    rules: Rules,
    replays: Interned,
    least: Vec<Option<usize>>,
    results: Vec<Vec<Option<Shown>>>,
}

/// Texts, each kept once.
#[derive(Default)]
struct Interned {
    all: Vec<String>,
    places: HashMap<String, usize>,
}

impl Interned {
    fn place(&mut self, text: String) -> usize {
        let Self { all, places } = self;
        *places.entry(text).or_insert_with_key(|text| {
            all.push(text.clone());
            all.len() - 1
        })
    }
}

impl<'a> Gathered<'a> {
    pub(super) fn new(cases: &'a [CaseInfo], rules: Rules) -> Self {
        let mut replays = Interned::default();
        let mut least = |case: &CaseInfo| {
            let moves = case.answer.as_deref()?;
            Some(replays.place(written(case.board, moves, rules)))
        };
        let least = cases.iter().map(&mut least).collect();
        let names = cases.iter().map(|it| it.case.0.as_str());
        Self {
            cases,
            places: names.zip(0..).collect(),
            rules,
            replays,
            least,
            results: Vec::new(),
        }
    }

    /// Begins a contestant, whose results come next.
    pub(super) fn contestant(&mut self) {
        self.results.push(Vec::new());
    }

    /// Takes a result in.
    pub(super) fn result(&mut self, result: &CaseResult) {
        let shown = self.shown(result);
        if let Some(results) = self.results.last_mut() {
            results.push(shown);
        }
    }

    fn shown(&mut self, result: &CaseResult) -> Option<Shown> {
        if matches!(
            result.verdict,
            Verdict::Skipped | Verdict::CompileError | Verdict::JudgeError
        ) {
            return None;
        }
        let place = *self.places.get(result.case.0.as_str())?;
        let board = self.cases[place].board;
        let Some(outcome) = result.check() else {
            let replay = self.replays.place(String::new());
            return Some(Shown(place, replay, None, String::new(), String::new()));
        };
        let replay = self
            .replays
            .place(written(board, &outcome.moves, self.rules));
        let (stop, mark) = stop(outcome, board, self.rules);
        let illegal = match outcome.finding.moves_fault() {
            Finding::IllegalMove { numbers, .. } => sanitize::line(&numbers.join(" ")),
            _ => String::new(),
        };
        Some(Shown(place, replay, stop, mark, illegal))
    }

    pub(super) fn finish(self, words: &'static ScriptWords) -> Data {
        let cases = self.cases.iter().zip(self.least);
        Data {
            words,
            cases: cases
                .map(|(case, least)| Case {
                    n: case.n,
                    board: columns(case.board),
                    least,
                })
                .collect(),
            replays: self.replays.all,
            results: self.results,
        }
    }
}

/// After how many moves something is wrong, and what: see [`Shown`].
fn stop(outcome: &CheckOutcome, board: Board, rules: Rules) -> (Option<usize>, String) {
    match outcome.finding.moves_fault() {
        Finding::Right => (None, String::new()),
        Finding::NotLeast { index, .. } => (Some(index + 1), "d".to_owned()),
        Finding::IllegalMove {
            index,
            numbers,
            why,
        } => {
            let mark = meant(numbers, *why).map(|(at, mark)| match mark {
                Mark::Dragged(direction) => format!("{}{}", cell(at), sign(direction.g())),
                Mark::Meant | Mark::Vanishing => format!("{}o", cell(at)),
            });
            (Some(index + 1), mark.unwrap_or_else(|| "x".to_owned()))
        }
        _ => {
            let played = replay(board, &outcome.moves, rules).steps.len();
            (Some(played), String::new())
        }
    }
}

/// The moves that can be played, as [`Data::replays`] has them.
fn written(board: Board, moves: &[Move], rules: Rules) -> String {
    let steps = replay(board, moves, rules).steps.into_iter().map(|step| {
        let Move {
            cell: from,
            direction,
        } = step.played;
        let mut text = format!("{}{}", cell(from), sign(direction.g()));
        for elimination in &step.cascade.eliminations {
            text.push('.');
            text.extend(elimination.marked.iter().map(cell));
        }
        text
    });
    steps.collect::<Vec<_>>().join(" ")
}

fn cell(cell: Cell) -> char {
    let number = cell.x * HEIGHT + cell.y;
    let digit = u32::try_from(number).ok();
    // A board has 35 cells, so there is always a digit.
    digit
        .and_then(|digit| char::from_digit(digit, 36))
        .unwrap_or('0')
}

fn sign(g: i8) -> char {
    if g > 0 { '+' } else { '-' }
}

fn columns(board: Board) -> String {
    let column = |x| -> String {
        let cells = (0..board.height(x)).map(|y| Cell { x, y });
        cells
            .filter_map(|cell| board.get(cell))
            .map(letter)
            .collect()
    };
    (0..WIDTH).map(column).collect::<Vec<_>>().join("|")
}
