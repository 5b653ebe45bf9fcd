//! How many sequences clear a board, against a naive count, and how few moves
//! do, against a breadth-first search.

use std::cell::Cell as Counter;

use mayan_reference::solver::{least_clear, solutions, solve};
use mayan_reference::{MoveCount, Rules, SameColourSwap};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::convert;
use crate::generate::{any_board, backward_board, runner, small_board};
use crate::kinds::{self, few_if_high};
use crate::memo;
use crate::naive::{self, Grid};
use crate::share::Share;

/// Every sequence is played to its end.
fn count(grid: &Grid, n: usize, at_most: bool, forbid_same: bool) -> u64 {
    if naive::is_empty(grid) {
        return u64::from(n == 0 || at_most);
    }
    if n == 0 {
        return 0;
    }
    naive::in_order()
        .filter(|&triple| naive::wrongs(grid, triple, forbid_same).is_empty())
        .map(|triple| count(&naive::play(grid, triple), n - 1, at_most, forbid_same))
        .sum()
}

fn count_under_all(grid: &Grid, n: usize) -> [u64; 4] {
    Rules::ALL.map(|rules| {
        let (at_most, forbid_same) = convert::switches(rules);
        count(grid, n, at_most, forbid_same)
    })
}

/// Compares with the true counts, without a cap and under these.
fn check_counts(grid: &Grid, n: usize, expected: [u64; 4], caps: &[u64]) -> TestCaseResult {
    let board = convert::board(grid);
    for (rules, count) in Rules::ALL.into_iter().zip(expected) {
        for &cap in caps.iter().chain(&[u64::MAX]) {
            let counted = solutions(board, n, rules, cap);
            prop_assert_eq!(
                counted,
                count.min(cap),
                "n = {}, {:?}, cap {}",
                n,
                rules,
                cap
            );
        }
        let can = solve(board, n, rules).is_some();
        prop_assert_eq!(can, count > 0, "n = {}, {:?}", n, rules);
    }
    Ok(())
}

/// What the counts were like: none, one, and many are cases of their own.
#[derive(Default)]
struct Counts {
    boards: Counter<u32>,
    none: Counter<u32>,
    one: Counter<u32>,
    many: Counter<u32>,
    differ: Counter<u32>,
}

impl Counts {
    fn add(&self, counts: [u64; 4]) {
        let plus = |counter: &Counter<u32>, so| counter.set(counter.get() + u32::from(so));
        plus(&self.boards, true);
        plus(&self.none, counts == [0; 4]);
        plus(&self.one, counts.contains(&1));
        plus(&self.many, counts[0] > 20);
        plus(&self.differ, counts.iter().any(|&count| count != counts[0]));
    }

    /// That each kind was at least one in so many boards.
    fn assert_shares(&self, share: u32) {
        let kinds = [&self.none, &self.one, &self.many, &self.differ].map(Counter::get);
        let boards = self.boards.get();
        assert!(
            kinds.iter().all(|kind| kind * share >= boards),
            "of {boards} boards: {kinds:?} without, with one, with many, with different counts"
        );
    }
}

fn compare(cases: u32, boards: impl Strategy<Value = (Grid, usize)>, share: u32) {
    let counts = Counts::default();
    runner(cases)
        .run(&(boards, 4..200_u64), |((grid, n), any_cap)| {
            let expected = memo::count_under_all(&grid, n);
            counts.add(expected);
            check_counts(&grid, n, expected, &[any_cap])
        })
        .unwrap();
    counts.assert_shares(share);
}

/// No move, one, two, and three on boards that are not high.
#[test]
fn few_moves_agree_with_every_sequence_played() {
    let boards = prop_oneof![
        3 => kinds::mixed_board(),
        1 => small_board(6),
        1 => kinds::restless_board(),
    ];
    let counts = Counts::default();
    runner(2000)
        .run(&(boards, 0..=3_usize, 4..200_u64), |(grid, n, any_cap)| {
            let n = few_if_high(&grid, n, 12);
            let expected = count_under_all(&grid, n);
            counts.add(expected);
            // The memory of the second oracle, on the way.
            prop_assert_eq!(memo::count_under_all(&grid, n), expected);
            let [some, ..] = expected;
            let about = [some.saturating_sub(1), some, some + 1];
            let caps = [0, 1, 2, 3, any_cap, 1_000_000_000_000];
            check_counts(&grid, n, expected, &[&caps[..], &about].concat())
        })
        .unwrap();
    counts.assert_shares(30);
}

#[test]
fn four_and_five_moves_agree_with_memo() {
    let boards = prop_oneof![
        2 => backward_board(2..=4),
        2 => kinds::scattered_board(1..=3, 4),
        1 => kinds::restless_board(),
        1 => kinds::high_columns(),
    ];
    // On high boards with five moves there are millions, which takes long.
    let boards = (boards, 4..=5_usize)
        .prop_filter("too many", |(grid, n)| kinds::blocks(grid) <= 28 - 3 * n);
    compare(200, boards, 40);
}

#[test]
fn up_to_eight_moves_on_few_blocks_agree_with_memo() {
    let boards = prop_oneof![
        2 => backward_board(1..=3),
        1 => small_board(8),
        1 => any_board(),
    ]
    .prop_filter("more than eight blocks", |grid| kinds::blocks(grid) <= 8);
    compare(100, (boards, 6..=8_usize), 20);
}

/// Counted by hand. Blocks of one colour in columns 0, 1 and 3: `3 0 -1`
/// clears them; so do `1 0 1`, `0 0 1`; and before the first of these, the
/// blocks 0 and 1 can be swapped by `0 0 1` and by `1 0 -1`.
#[test]
fn counts_of_a_board_by_hand() {
    let mut grid = naive::EMPTY;
    for x in [0, 1, 3] {
        grid[x][0] = 1;
    }
    let board = convert::board(&grid);
    let counts = |n| Rules::ALL.map(|rules| solutions(board, n, rules, u64::MAX));
    assert_eq!(counts(0), [0, 0, 0, 0]);
    assert_eq!(counts(1), [1, 1, 1, 1]);
    assert_eq!(counts(2), [3, 1, 4, 2]);
}

#[test]
fn empty_board_has_the_empty_sequence() {
    let board = convert::board(&naive::EMPTY);
    for (n, rules) in (0..=8).flat_map(|n| Rules::ALL.map(|rules| (n, rules))) {
        let expected = u64::from(n == 0 || rules.moves == MoveCount::AtMost);
        for cap in [0, 1, 2, u64::MAX] {
            assert_eq!(solutions(board, n, rules, cap), expected.min(cap));
        }
    }
}

/// Compares with the true distance, at most `most`, under every maximum.
fn compare_distance(cases: u32, most: usize, boards: impl Strategy<Value = Grid>) {
    let found = vec![Counter::new(0); most + 2];
    runner(cases)
        .run(&boards, |grid| {
            let distance = memo::distance(&grid, most);
            let counter = &found[distance.unwrap_or(most + 1)];
            counter.set(counter.get() + 1);
            for max in 0..=most {
                let expected = distance.filter(|&moves| moves <= max);
                let least = least_clear(convert::board(&grid), max);
                prop_assert_eq!(least, expected, "max = {}", max);
            }
            Ok(())
        })
        .unwrap();
    assert!(
        found[1..].iter().all(|counter| counter.get() > 0),
        "{found:?} boards of each distance"
    );
}

#[test]
fn fewest_moves_agree_with_breadth_first() {
    let boards = prop_oneof![
        4 => kinds::mixed_board(),
        1 => small_board(7),
    ];
    compare_distance(600, 3, boards);
}

#[test]
fn fewest_moves_up_to_five_agree_with_breadth_first() {
    let boards = prop_oneof![
        1 => backward_board(3..=5),
        2 => kinds::scattered_board(1..=3, 4),
    ];
    compare_distance(100, 5, boards);
}

#[test]
fn fewest_moves_of_few_blocks_agree_with_breadth_first() {
    let boards = prop_oneof![
        1 => kinds::dealt_board(2),
        1 => kinds::dealt_board(3),
        1 => small_board(8),
    ];
    compare_distance(200, 6, boards);
}

#[test]
fn empty_board_needs_no_move() {
    for max in 0..=8 {
        assert_eq!(least_clear(convert::board(&naive::EMPTY), max), Some(0));
    }
}

/// The fewest moves are the first n under which at-most has an answer. Whether
/// equal blocks may be swapped matters only on a board that is not at rest,
/// where such a swap makes the runs vanish that are there.
#[test]
fn fewest_moves_are_where_answers_begin() {
    let solvable = Share::default();
    let matters = Share::default();
    let boards = prop_oneof![
        3 => kinds::mixed_board(),
        2 => kinds::scattered_board(2..=4, 3),
        1 => kinds::restless_board(),
    ];
    runner(300)
        .run(&boards, |grid| {
            let board = convert::board(&grid);
            let least = least_clear(board, 5);
            solvable.add(least.is_some());
            let [legal, forbidden] = [SameColourSwap::Legal, SameColourSwap::Forbidden]
                .map(|swap| Rules::new(MoveCount::AtMost, swap))
                .map(|rules| (0..=5).find(|&n| solve(board, n, rules).is_some()));
            prop_assert_eq!(legal, least);
            if naive::rounds(&grid).is_empty() {
                prop_assert_eq!(forbidden, least);
            } else {
                prop_assert!(forbidden.is_none_or(|moves| Some(moves) >= least));
                matters.add(forbidden != least);
            }
            Ok(())
        })
        .unwrap();
    solvable.assert_percent(20..=95);
    matters.assert_percent(2..=98);
}

/// Without same-colour swaps no move is legal on a full board of one colour.
#[test]
fn same_colour_swap_is_a_move_of_fewest() {
    let board = convert::board(&[[1; naive::ROWS]; naive::COLUMNS]);
    assert_eq!(least_clear(board, 0), None);
    assert_eq!(least_clear(board, 1), Some(1));
    let counts = Rules::ALL.map(|rules| solutions(board, 1, rules, u64::MAX));
    assert_eq!(counts, [56, 0, 56, 0]);
}
