//! The bound on the number of moves: never above the true one, and never more
//! than one above the bound after a move.

use std::cell::Cell as Counter;

use mayan_reference::solver::bound::moves_needed;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::convert;
use crate::generate::{backward_board, nested_board, resting_board, runner, small_board};
use crate::kinds::{self, legal_moves, some_move};
use crate::memo;
use crate::naive::{self, Grid};
use crate::share::Share;

fn bound(grid: &Grid) -> Option<usize> {
    moves_needed(&convert::board(grid))
}

/// How often a bound was what it is there to be.
#[derive(Default)]
struct Use {
    boards: Counter<u32>,
    /// It is the true distance, of two moves or more.
    tight: Counter<u32>,
    /// It says that no number of moves clears the board.
    hopeless: Counter<u32>,
    /// It asks for two moves or more.
    several: Counter<u32>,
}

impl Use {
    fn add(&self, bound: Option<usize>, distance: Option<usize>) {
        let plus = |counter: &Counter<u32>, so| counter.set(counter.get() + u32::from(so));
        plus(&self.boards, true);
        plus(&self.tight, bound == distance && bound >= Some(2));
        plus(&self.hopeless, bound.is_none());
        plus(&self.several, bound >= Some(2));
    }

    /// A bound that always says 0 is never too high; of such a one these tests
    /// say nothing.
    #[expect(clippy::print_stdout, reason = "seen with --nocapture or on failure")]
    fn assert_it_says_something(&self) {
        let [tight, hopeless, several] =
            [&self.tight, &self.hopeless, &self.several].map(Counter::get);
        let boards = self.boards.get();
        println!("{boards} boards, {several} need several moves, {tight} just so many");
        assert!(several * 50 >= boards, "{several} of {boards}");
        assert!(hopeless > 0);
        assert!(tight > 0);
    }
}

fn compare_distance(cases: u32, most: usize, boards: impl Strategy<Value = Grid>) {
    let uses = Use::default();
    runner(cases)
        .run(&boards, |grid| {
            let distance = memo::distance(&grid, most);
            let bound = bound(&grid);
            uses.add(bound, distance);
            if let Some(moves) = distance {
                // No bound at all would say that there is no such number.
                prop_assert!(bound.is_some_and(|bound| bound <= moves), "{:?}", bound);
            }
            Ok(())
        })
        .unwrap();
    uses.assert_it_says_something();
}

#[test]
fn no_higher_than_four_moves_on_boards_of_all_kinds() {
    let boards = prop_oneof![
        8 => kinds::scattered_board(1..=2, 3),
        4 => backward_board(2..=4),
        3 => kinds::dealt_board(3),
        1 => kinds::mixed_board(),
    ];
    compare_distance(800, 4, boards);
}

#[test]
fn no_higher_than_two_moves_on_high_boards() {
    let boards = prop_oneof![
        2 => kinds::high_columns(),
        1 => kinds::full_board(),
        1 => kinds::ten_colours(),
        1 => nested_board(),
        1 => resting_board(),
    ];
    compare_distance(1500, 2, boards);
}

/// So few blocks that all boards they come to can be listed: the distance is
/// known however long the way.
#[test]
fn no_higher_than_any_number_of_moves_on_few_blocks() {
    compare_distance(800, usize::MAX - 1, small_board(6));
    let boards = prop_oneof![
        1 => small_board(8),
        2 => kinds::dealt_board(2),
    ];
    compare_distance(100, 10, boards);
}

/// The way to an answer of five moves: before each move the bound is no more
/// than the moves that are left.
#[test]
fn no_higher_than_what_answers_have_left() {
    let answered = Share::default();
    let boards = prop_oneof![
        2 => backward_board(4..=5),
        2 => kinds::scattered_board(2..=3, 2),
        1 => kinds::high_columns(),
        1 => kinds::ten_colours(),
    ];
    runner(100)
        .run(&boards, |grid| {
            let answers = memo::least_under_all(&grid, 5);
            answered.add(answers.iter().any(Option::is_some));
            for answer in answers.iter().flatten() {
                let (boards, _) = naive::play_all(&grid, answer, false);
                for (left, board) in (0..=answer.len()).rev().zip(&boards) {
                    let bound = bound(board);
                    prop_assert!(bound.is_some_and(|bound| bound <= left), "{:?}", bound);
                }
            }
            Ok(())
        })
        .unwrap();
    answered.assert_percent(30..=100);
}

/// That a move takes no more than one off the bound, whichever it is: then no
/// sequence of moves is shorter than the bound at its start.
fn check_every_move(grid: &Grid) -> TestCaseResult {
    let before = bound(grid);
    for triple in legal_moves(grid) {
        if let Some(after) = bound(&naive::play(grid, triple)) {
            let within = before.is_some_and(|before| before <= after + 1);
            prop_assert!(within, "{:?}: {:?}, then {}", triple, before, after);
        }
    }
    Ok(())
}

/// Boards of any size and what a random walk leads to.
#[test]
fn a_move_takes_no_more_than_one_off() {
    let uses = Use::default();
    let boards = prop_oneof![
        2 => kinds::mixed_board(),
        1 => kinds::high_columns(),
        1 => kinds::full_board(),
        1 => nested_board(),
    ];
    runner(4000)
        .run(&(boards, vec(any::<u16>(), 0..=8)), |(start, picks)| {
            let mut grid = start;
            for pick in picks {
                check_every_move(&grid)?;
                uses.add(bound(&grid), bound(&grid));
                let Some(triple) = some_move(&grid, pick) else {
                    break;
                };
                grid = naive::play(&grid, triple);
            }
            check_every_move(&grid)
        })
        .unwrap();
    uses.assert_it_says_something();
}

/// All numbers of blocks of one colour that the five columns can have.
#[test]
fn one_colour_of_every_height() {
    for heights in 0..8_usize.pow(5) {
        let mut grid = naive::EMPTY;
        let mut rest = heights;
        for column in &mut grid {
            column[..rest % 8].fill(1);
            rest /= 8;
        }
        check_every_move(&grid).unwrap_or_else(|wrong| panic!("{grid:?}: {wrong}"));
        if kinds::blocks(&grid) <= 6
            && let Some(moves) = memo::distance(&grid, 4)
        {
            let bound = bound(&grid);
            assert!(
                bound.is_some_and(|bound| bound <= moves),
                "{grid:?}: {bound:?}, but {moves} moves clear it"
            );
        }
    }
}

#[test]
fn empty_board_needs_no_move() {
    assert_eq!(bound(&naive::EMPTY), Some(0));
}
