//! One move, what follows from it, and a list of moves: the crate and the
//! naive program must see the same.

use std::cell::Cell as Counter;

use mayan_reference::moves::Effect;
use mayan_reference::{Board, Cascade, Cell, IllegalMove, Move, Rules, Stop, replay};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::generate::{
    any_board, backward_board, nested_board, painted_board, resting_board, runner,
};
use crate::naive::{self, COLUMNS, End, Grid, ROWS, Triple};
use crate::{convert, features};

/// Adds one where it is so.
fn count(counter: &Counter<u32>, so: bool) {
    counter.set(counter.get() + u32::from(so));
}

/// That something was seen in at least one of every `share` cases.
fn assert_share(what: &str, seen: &Counter<u32>, of: u32, share: u32) {
    let seen = seen.get();
    assert!(
        seen * share >= of,
        "only {seen} of {of} cases had {what}: the test would say little"
    );
}

#[test]
fn boards_read_back() {
    runner(1000)
        .run(&any_board(), |grid| {
            let board = convert::board(&grid);
            prop_assert_eq!(convert::grid(&board), grid);
            let blocks: Vec<_> = board
                .blocks()
                .map(|(cell, colour)| (cell.x, cell.y, colour.number()))
                .collect();
            let expected: Vec<_> = (0..COLUMNS)
                .flat_map(|x| (0..ROWS).map(move |y| (x, y)))
                .map(|(x, y)| (x, y, grid[x][y]))
                .filter(|&(_, _, colour)| colour != 0)
                .collect();
            prop_assert_eq!(&blocks, &expected);
            prop_assert_eq!(board.block_count(), expected.len());
            prop_assert_eq!(board.is_empty(), expected.is_empty());
            for x in 0..COLUMNS {
                let height = expected.iter().filter(|block| block.0 == x).count();
                prop_assert_eq!(board.height(x), height);
            }
            for (colour, &counted) in board.colour_counts().iter().enumerate() {
                let blocks = expected.iter().filter(|b| usize::from(b.2) == colour);
                prop_assert_eq!(usize::from(counted), blocks.count());
            }
            prop_assert_eq!(board.get(Cell { x: COLUMNS, y: 0 }), None);
            prop_assert_eq!(board.get(Cell { x: 0, y: ROWS }), None);
            Ok(())
        })
        .unwrap();
}

#[test]
fn eliminations_agree() {
    let mut runner = runner(5000);
    let cases = runner.config().cases;
    let [some, two, three, crossed] = [const { Counter::new(0) }; 4];
    runner
        .run(&prop_oneof![painted_board(), nested_board()], |grid| {
            let rounds = check_cascade(&grid)?;
            count(&some, !rounds.is_empty());
            count(&two, rounds.len() >= 2);
            count(&three, rounds.len() >= 3);
            let is_crossed = rounds
                .iter()
                .any(|round| features::is_crossed(&round.before));
            count(&crossed, is_crossed);
            Ok(())
        })
        .unwrap();
    assert_share("an elimination", &some, cases, 2);
    assert_share("two eliminations", &two, cases, 8);
    assert_share("three eliminations", &three, cases, 100);
    assert_share("a block in a row and a column", &crossed, cases, 10);
}

/// Compares all that follows on a board at which moves have settled.
fn check_cascade(grid: &Grid) -> Result<Vec<naive::Round>, TestCaseError> {
    let board = convert::board(grid);
    let rounds = naive::rounds(grid);
    let cascade = Cascade::trace(board);
    prop_assert_eq!(cascade.eliminations.len(), rounds.len());
    for (elimination, round) in cascade.eliminations.iter().zip(&rounds) {
        prop_assert_eq!(convert::grid(&elimination.before), round.before);
        prop_assert_eq!(convert::marks(&elimination.marked), round.marks);
        prop_assert_eq!(convert::grid(&elimination.after), round.after);
    }
    let rest = naive::rest(grid);
    prop_assert_eq!(convert::grid(&cascade.result), rest);
    prop_assert_eq!(convert::grid(&board.cascade()), rest);

    let runs = board.runs();
    let marks = naive::marks(grid);
    prop_assert_eq!(convert::marks(&runs), marks);
    prop_assert_eq!(runs.is_empty(), rounds.is_empty());
    prop_assert_eq!(runs.len(), marks.iter().flatten().filter(|&&m| m).count());
    for (x, column) in marks.iter().enumerate() {
        for (y, &marked) in column.iter().enumerate() {
            prop_assert_eq!(runs.contains(Cell { x, y }), marked);
        }
    }
    Ok(rounds)
}

/// Every move of the board, under both rules for equal blocks.
#[test]
fn moves_agree() {
    let mut runner = runner(2000);
    let cases = runner.config().cases;
    let [full, same, eliminating, cascading] = [const { Counter::new(0) }; 4];
    let boards = prop_oneof![
        2 => resting_board(),
        1 => painted_board(),
        1 => backward_board(1..=4),
    ];
    runner
        .run(&boards, |grid| {
            count(&full, grid.iter().any(|column| column[ROWS - 1] != 0));
            let mut most = 0;
            for triple in naive::in_order() {
                for rules in Rules::ALL {
                    let rounds = check_move(&grid, triple, rules)?;
                    most = most.max(rounds.unwrap_or(0));
                }
            }
            let is_same = |t| naive::wrongs(&grid, t, true) == [naive::Wrong::SameColour];
            count(&same, naive::in_order().any(is_same));
            count(&eliminating, most >= 1);
            count(&cascading, most >= 2);
            Ok(())
        })
        .unwrap();
    assert_share("a full column", &full, cases, 3);
    assert_share("equal neighbours", &same, cases, 3);
    assert_share("a move that eliminates", &eliminating, cases, 3);
    assert_share("a move that cascades", &cascading, cases, 10);
}

/// Compares one move; how many eliminations follow, if it is legal.
fn check_move(grid: &Grid, triple: Triple, rules: Rules) -> Result<Option<usize>, TestCaseError> {
    let board = convert::board(grid);
    let played = convert::played(triple);
    prop_assert_eq!(Triple::from(played), triple);
    let (_, forbid_same) = convert::switches(rules);
    let wrongs = naive::wrongs(grid, triple, forbid_same);
    match board.shift(played, rules) {
        Err(reason) => {
            prop_assert!(
                convert::is_reason(reason, triple, &wrongs),
                "{reason} at {played}: {wrongs:?}"
            );
            prop_assert_eq!(board.effect(played, rules), Err(reason));
            Ok(None)
        }
        Ok(settled) => {
            prop_assert!(wrongs.is_empty(), "{played} was played: {wrongs:?}");
            let expected = naive::shift(grid, triple);
            prop_assert_eq!(convert::grid(&settled), expected);
            let effect = board.effect(played, rules).unwrap();
            prop_assert_eq!(effect, expected_effect(grid, triple));
            if effect == Effect::SameColourSwap {
                prop_assert_eq!(settled, board);
            }
            Ok(Some(check_cascade(&expected)?.len()))
        }
    }
}

fn expected_effect(grid: &Grid, (x, y, g): Triple) -> Effect {
    let at = |x| grid[usize::try_from(x).unwrap()][usize::try_from(y).unwrap()];
    match (at(x), at(x + g)) {
        (_, 0) => Effect::Drop,
        (one, other) if one == other => Effect::SameColourSwap,
        _ => Effect::Swap,
    }
}

/// Numbers that are no move, the extremes of their type among them.
#[test]
fn numbers_out_of_range_are_refused() {
    let number =
        || prop_oneof![4 => -3..9_i64, 1 => any::<i64>(), 1 => Just(i64::MIN), 1 => Just(i64::MAX)];
    runner(2000)
        .run(&(number(), number(), number()), |(x, y, g)| {
            let expected = if !(0..5).contains(&x) {
                Some(IllegalMove::ColumnOutOfRange)
            } else if !(0..7).contains(&y) {
                Some(IllegalMove::RowOutOfRange)
            } else if g != 1 && g != -1 {
                Some(IllegalMove::DirectionOutOfRange)
            } else {
                None
            };
            let read = Move::from_numbers(x, y, g);
            prop_assert_eq!(read.err(), expected);
            // The naive program refuses the same on whatever board.
            if let Some(reason) = expected {
                let wrongs = naive::wrongs(&naive::EMPTY, (x, y, g), false);
                prop_assert!(convert::is_reason(reason, (x, y, g), &wrongs));
            }
            Ok(())
        })
        .unwrap();
}

/// How a random list of moves ends, counted.
#[derive(Default)]
struct Ends {
    all: Counter<u32>,
    cleared: Counter<u32>,
    illegal: Counter<u32>,
    same: Counter<u32>,
}

#[test]
fn replays_agree() {
    let mut runner = runner(5000);
    let cases = runner.config().cases;
    let ends = Ends::default();
    let boards = prop_oneof![resting_board(), painted_board(), backward_board(1..=2)];
    // Mostly legal moves, or most lists would end at once.
    let wishes = vec((any::<u16>(), prop::bool::weighted(0.9)), 0..8);
    runner
        .run(&(boards, wishes), |(grid, wishes)| {
            let triples = moves_for(&grid, &wishes);
            for rules in Rules::ALL {
                check_replay(&grid, &triples, rules, &ends)?;
            }
            Ok(())
        })
        .unwrap();
    let replays = 4 * cases;
    assert_share("all moves played", &ends.all, replays, 3);
    assert_share("an illegal move", &ends.illegal, replays, 10);
    assert_share("a forbidden swap", &ends.same, replays, 50);
    assert_share("moves after the end", &ends.cleared, replays, 200);
}

/// A list of moves; on a board in play, a wish is the index of a legal move
/// (the first of them that clears the board, if there is one) or of any.
fn moves_for(grid: &Grid, wishes: &[(u16, bool)]) -> Vec<Triple> {
    let mut now = *grid;
    let mut triples = Vec::new();
    for &(index, wants_legal) in wishes {
        let legal: Vec<_> = naive::in_order()
            .filter(|&triple| naive::wrongs(&now, triple, false).is_empty())
            .collect();
        let index = usize::from(index);
        let clearing = |&&triple: &&Triple| naive::is_empty(&naive::play(&now, triple));
        let any = naive::in_order().nth(index % 70).unwrap();
        let triple = if wants_legal && !legal.is_empty() {
            let picked = &legal[index % legal.len()];
            *legal.iter().find(clearing).unwrap_or(picked)
        } else {
            any
        };
        triples.push(triple);
        if naive::wrongs(&now, triple, false).is_empty() {
            now = naive::play(&now, triple);
        }
    }
    triples
}

fn check_replay(grid: &Grid, triples: &[Triple], rules: Rules, ends: &Ends) -> TestCaseResult {
    let moves: Vec<_> = triples.iter().copied().map(convert::played).collect();
    let replay = replay(convert::board(grid), &moves, rules);
    let (boards, end) = naive::play_all(grid, triples, convert::switches(rules).1);

    prop_assert_eq!(replay.steps.len() + 1, boards.len());
    for (index, step) in replay.steps.iter().enumerate() {
        prop_assert_eq!(step.played, moves[index]);
        prop_assert_eq!(convert::grid(&step.before), boards[index]);
        let settled = naive::shift(&boards[index], triples[index]);
        prop_assert_eq!(convert::grid(&step.settled), settled);
        let rounds = naive::rounds(&settled);
        prop_assert_eq!(step.cascade.eliminations.len(), rounds.len());
        prop_assert_eq!(convert::grid(&step.cascade.result), boards[index + 1]);
    }
    let last = boards.last().unwrap();
    prop_assert_eq!(&convert::grid(&replay.last), last);

    match &end {
        End::AllPlayed => prop_assert_eq!(replay.stop, Stop::End),
        End::MovesLeft(index) => {
            prop_assert_eq!(replay.stop, Stop::Cleared);
            prop_assert_eq!(*index, replay.steps.len());
        }
        End::Illegal(index, wrongs) => {
            let Stop::Illegal(reason) = replay.stop else {
                return Err(TestCaseError::fail(format!("{:?}: {end:?}", replay.stop)));
            };
            prop_assert!(convert::is_reason(reason, triples[*index], wrongs));
            prop_assert_eq!(*index, replay.steps.len());
            count(&ends.same, reason == IllegalMove::SameColourSwap);
        }
    }
    let clears = end == End::AllPlayed && naive::is_empty(last);
    prop_assert_eq!(replay.clears(), clears);
    count(&ends.all, end == End::AllPlayed);
    count(&ends.cleared, replay.stop == Stop::Cleared);
    count(&ends.illegal, matches!(end, End::Illegal(..)));
    Ok(())
}

/// A move whose cell was set by hand to be off the board is no block, not a panic.
#[test]
fn cells_off_the_board_hold_no_block() {
    let full = convert::board(&[[1, 2, 1, 2, 1, 2, 1]; 5]);
    for (x, y) in [(5, 0), (0, 7), (usize::MAX, 0), (0, usize::MAX)] {
        let cell = Cell { x, y };
        for direction in [
            mayan_reference::Direction::Right,
            mayan_reference::Direction::Left,
        ] {
            let played = Move { cell, direction };
            for board in [Board::EMPTY, full] {
                let effect = board.effect(played, Rules::default());
                assert_eq!(effect, Err(IllegalMove::NoBlock));
            }
        }
    }
}
