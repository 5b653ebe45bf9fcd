//! The frames that a replay must show, computed by the reference crate and not
//! from the page's data.

use std::collections::BTreeSet;

use mayan_judge::finding::Finding;
use mayan_judge::summary::Report;
use mayan_judge::verdict::CaseResult;
use mayan_reference::{Board, Cell, Colour, Elimination, Move, Rules, replay};

/// A block as a page shows it: `x,y`, its letter, `!` if it is marked.
pub(super) type Blocks = BTreeSet<String>;

/// One board, and the group of frames that it is in: 0 the start, then the moves.
#[derive(Clone, Debug, PartialEq)]
struct Frame {
    blocks: Blocks,
    group: usize,
}

/// Both boards at every step, and the step at which playing stops.
pub(super) struct Expected {
    pub(super) steps: Vec<[Blocks; 2]>,
    pub(super) stops_at: Option<usize>,
}

pub(super) fn expected(report: &Report, result: &CaseResult) -> Expected {
    let rules = report.start.rules;
    let case = report.case(&result.case).unwrap();
    let outcome = result.check();
    let moves = outcome.map_or(&[][..], |it| &it.moves);
    let mut output = side(case.board, moves, rules);
    let played = replay(case.board, moves, rules).steps.len();
    let finding = outcome.map(|it| it.finding.moves_fault());
    let stop_group = match finding {
        None | Some(Finding::Right) => None,
        Some(Finding::NotLeast { index, .. }) => Some(index + 1),
        Some(Finding::IllegalMove { index, .. }) => {
            let last = output.last().unwrap().blocks.clone();
            output.push(Frame {
                blocks: last,
                group: index + 1,
            });
            Some(index + 1)
        }
        Some(_) => Some(played),
    };
    let least = side(
        case.board,
        case.answer.as_deref().unwrap_or_default(),
        rules,
    );
    let groups = output
        .iter()
        .chain(&least)
        .map(|it| it.group)
        .max()
        .unwrap();
    let mut steps = Vec::new();
    let mut stops_at = None;
    for group in 0..=groups {
        let [one, other] = [&output, &least].map(|frames| {
            let own = frames.iter().filter(|it| it.group == group);
            own.map(|it| it.blocks.clone()).collect::<Vec<_>>()
        });
        for at in 0..one.len().max(other.len()) {
            let shown = [(&one, &output), (&other, &least)].map(|(own, all)| {
                let last = own.last().unwrap_or(&all.last().unwrap().blocks);
                own.get(at).unwrap_or(last).clone()
            });
            steps.push(shown);
        }
        if stop_group == Some(group) {
            stops_at = Some(steps.len() - 1);
        }
    }
    Expected { steps, stops_at }
}

fn side(board: Board, moves: &[Move], rules: Rules) -> Vec<Frame> {
    let frame = |blocks, group| Frame { blocks, group };
    let mut frames = vec![frame(shown(&board, |_| false), 0)];
    let steps = replay(board, moves, rules).steps;
    for (index, step) in steps.iter().enumerate() {
        let group = index + 1;
        let target = step.played.target().unwrap();
        let dragged: Blocks = step
            .before
            .blocks()
            .map(|(cell, colour)| match cell {
                cell if cell == step.played.cell => block(target, colour, false),
                cell if cell == target => block(step.played.cell, colour, false),
                cell => block(cell, colour, false),
            })
            .collect();
        let settled = shown(&step.settled, |_| false);
        frames.push(frame(dragged.clone(), group));
        if settled != dragged {
            frames.push(frame(settled, group));
        }
        for Elimination {
            before,
            marked,
            after,
        } in &step.cascade.eliminations
        {
            frames.push(frame(shown(before, |cell| marked.contains(cell)), group));
            let holes: Blocks = before
                .blocks()
                .filter(|(cell, _)| !marked.contains(*cell))
                .map(|(cell, colour)| block(cell, colour, false))
                .collect();
            let after = shown(after, |_| false);
            frames.push(frame(holes.clone(), group));
            if after != holes {
                frames.push(frame(after, group));
            }
        }
    }
    frames
}

fn shown(board: &Board, is_marked: impl Fn(Cell) -> bool) -> Blocks {
    let blocks = board.blocks();
    blocks
        .map(|(cell, colour)| block(cell, colour, is_marked(cell)))
        .collect()
}

fn block(cell: Cell, colour: Colour, is_marked: bool) -> String {
    let letter = char::from(b'A' - 1 + colour.number());
    let mark = if is_marked { "!" } else { "" };
    format!("{},{} {letter}{mark}", cell.x, cell.y)
}
