//! The solver against the naive one, up to three moves: more than 20,000
//! random boards of every kind, under all four rule sets.

use proptest::prelude::*;

use crate::generate::{backward_board, resting_board, runner, small_board};
use crate::kinds::{self, few_if_high};
use crate::naive::{self, Grid};
use crate::solver::{Tally, check_answers, solve_under_all};

/// More blocks than this, and three moves are too many for the naive solver.
const MANY: usize = 14;

/// Compares boards of one kind; prints and returns what they were like.
fn compare(cases: u32, boards: impl Strategy<Value = Grid>) -> Tally {
    let tally = Tally::default();
    let moves = prop_oneof![
        1 => Just(0_usize),
        4 => Just(1),
        8 => Just(2),
        8 => Just(3),
    ];
    runner(cases)
        .run(&(boards, moves, 0..100_u8), |(grid, n, dice)| {
            // A few of the high ones with three moves all the same.
            let n = if dice < 2 {
                n
            } else {
                few_if_high(&grid, n, MANY)
            };
            let answers = solve_under_all(&grid, n);
            prop_assert_eq!(&answers, &naive::least_under_all(&grid, n), "n = {}", n);
            tally.add(&answers);
            check_answers(&grid, n, &answers)
        })
        .unwrap();
    tally
}

#[test]
fn boards_played_backwards() {
    compare(6000, backward_board(1..=3)).assert_shares(2, 6, 10);
}

#[test]
fn boards_scattered_by_quiet_swaps() {
    compare(5000, kinds::scattered_board(1..=2, 2)).assert_shares(2, 6, 10);
}

/// So few blocks that every way to waste a move counts.
#[test]
fn small_boards() {
    let boards = prop_oneof![
        2 => small_board(6),
        1 => kinds::dealt_board(1),
        1 => kinds::dealt_board(2),
    ];
    compare(6000, boards).assert_shares(20, 2, 20);
}

#[test]
fn high_boards() {
    let boards = prop_oneof![
        1 => resting_board(),
        2 => backward_board(3..=5),
    ];
    compare(2000, boards).assert_shares(20, 2, 20);
}

#[test]
fn columns_of_seven() {
    compare(2000, kinds::high_columns()).assert_shares(4, 10, 20);
}

#[test]
fn full_boards() {
    compare(1500, kinds::full_board()).assert_shares(4, 4, 10);
}

#[test]
fn ten_colours() {
    compare(1500, kinds::ten_colours()).assert_shares(3, 8, 20);
}

#[test]
fn one_colour() {
    compare(1500, kinds::one_colour()).assert_shares(3, 10, 5);
}

/// What is there to vanish at the start vanishes together with what the first
/// move makes, not before it.
#[test]
fn boards_not_at_rest() {
    compare(3000, kinds::restless_board()).assert_shares(3, 10, 10);
}
