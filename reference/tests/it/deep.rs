//! The solver against the second oracle, [`memo`]: four and five moves on
//! boards of every kind, six to eight on small ones.

use proptest::prelude::*;

use crate::generate::{backward_board, runner, small_board};
use crate::kinds;
use crate::memo::{self, Answers};
use crate::naive::{self, Grid};
use crate::share::Share;
use crate::solver::{Tally, check_answers, solve_under_all};

/// Compares with [`memo`]; the answers must be of all kinds, each at least one
/// in so many, and some of them such that no move is wasted.
fn compare(
    cases: u32,
    boards: impl Strategy<Value = (Grid, usize)>,
    [solvable, unsolvable, ambiguous]: [u32; 3],
) {
    let tally = Tally::default();
    let needs_all = Share::default();
    runner(cases)
        .run(&boards, |(grid, n)| {
            let answers = solve_under_all(&grid, n);
            prop_assert_eq!(&answers, &memo::least_under_all(&grid, n), "n = {}", n);
            tally.add(&answers);
            needs_all.add(needs(&answers, n));
            check_answers(&grid, n, &answers)
        })
        .unwrap();
    tally.assert_shares(solvable, unsolvable, ambiguous);
    needs_all.assert_percent(1..=100);
}

/// Whether the four answers are the same one, of n moves: so there is none
/// that a wasted move leads to.
fn needs(answers: &Answers, n: usize) -> bool {
    let [first, others @ ..] = answers;
    first.as_ref().is_some_and(|moves| moves.len() == n) && others.iter().all(|a| a == first)
}

/// The second oracle says what the first says, as far as that one gets.
#[test]
fn memo_agrees_with_naive() {
    let tally = Tally::default();
    let boards = kinds::mixed_board().prop_flat_map(|grid| {
        let most = kinds::few_if_high(&grid, 3, 12);
        (Just(grid), 0..=most)
    });
    runner(800)
        .run(&boards, |(grid, n)| {
            let answers = memo::least_under_all(&grid, n);
            prop_assert_eq!(&answers, &naive::least_under_all(&grid, n), "n = {}", n);
            tally.add(&answers);
            Ok(())
        })
        .unwrap();
    tally.assert_shares(3, 6, 10);
}

fn with(n: usize, boards: impl Strategy<Value = Grid>) -> impl Strategy<Value = (Grid, usize)> {
    (boards, Just(n))
}

/// High and full boards, as many that have an answer as have none.
fn high_board() -> impl Strategy<Value = Grid> {
    prop_oneof![
        4 => kinds::high_columns(),
        1 => kinds::ten_colours(),
        1 => kinds::full_board(),
        1 => backward_board(6..=7),
    ]
}

#[test]
fn four_moves_on_boards_played_backwards() {
    compare(600, with(4, backward_board(3..=5)), [3, 20, 10]);
}

#[test]
fn four_moves_on_scattered_boards() {
    compare(1500, with(4, kinds::scattered_board(1..=3, 4)), [2, 60, 10]);
}

#[test]
fn four_moves_on_high_boards() {
    compare(500, with(4, high_board()), [3, 10, 10]);
}

#[test]
fn four_moves_on_boards_not_at_rest() {
    compare(600, with(4, kinds::restless_board()), [3, 10, 10]);
}

#[test]
fn five_moves_on_boards_played_backwards() {
    compare(60, with(5, backward_board(4..=6)), [3, 60, 10]);
}

#[test]
fn five_moves_on_scattered_boards() {
    compare(
        1000,
        with(5, kinds::scattered_board(1..=3, 5)),
        [2, 100, 10],
    );
}

#[test]
fn five_moves_on_high_boards() {
    compare(100, with(5, high_board()), [3, 20, 10]);
}

#[test]
fn five_moves_on_boards_not_at_rest() {
    compare(60, with(5, kinds::restless_board()), [3, 10, 10]);
}

/// Boards on which six moves and more are searched in full.
fn few_blocks() -> impl Strategy<Value = Grid> {
    prop_oneof![
        2 => kinds::dealt_board(3),
        1 => kinds::dealt_board(2),
        1 => backward_board(2..=3),
        1 => kinds::scattered_board(1..=2, 3),
        1 => small_board(9),
    ]
    .prop_filter("more than nine blocks", |grid| kinds::blocks(grid) <= 9)
}

#[test]
fn five_moves_on_few_blocks() {
    compare(800, with(5, few_blocks()), [2, 10, 4]);
}

#[test]
fn six_moves_on_few_blocks() {
    compare(400, with(6, few_blocks()), [2, 20, 4]);
}

#[test]
fn seven_moves_on_few_blocks() {
    compare(300, with(7, few_blocks()), [2, 20, 4]);
}

#[test]
fn eight_moves_on_few_blocks() {
    compare(300, with(8, few_blocks()), [2, 20, 4]);
}

/// The number of moves has no limit; under exact all of them have to be made.
#[test]
fn many_moves_on_tiny_boards() {
    let tally = Tally::default();
    let boards = prop_oneof![
        2 => kinds::dealt_board(1),
        1 => small_board(4),
    ];
    runner(200)
        .run(&(boards, 9..=20_usize), |(grid, n)| {
            let answers = solve_under_all(&grid, n);
            prop_assert_eq!(&answers, &memo::least_under_all(&grid, n), "n = {}", n);
            tally.add(&answers);
            check_answers(&grid, n, &answers)
        })
        .unwrap();
    tally.assert_shares(3, 20, 3);
}
