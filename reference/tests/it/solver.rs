//! The least answer: the solver against the naive one, against a list of all
//! sequences of moves, and, where both would be too slow, against itself with
//! a move less.

use std::cell::Cell as Counter;

use mayan_reference::{MoveCount, Rules, SameColourSwap, replay, solve};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::convert;
use crate::generate::{backward_board, resting_board, runner, small_board};
use crate::naive::{self, End, Grid, Triple, Wrong};

/// What the compared boards were like.
#[derive(Default)]
pub(crate) struct Tally {
    boards: Counter<u32>,
    solvable: Counter<u32>,
    unsolvable: Counter<u32>,
    ambiguous: Counter<u32>,
}

impl Tally {
    pub(crate) fn add(&self, answers: &[Option<Vec<Triple>>; 4]) {
        let plus = |counter: &Counter<u32>, so| counter.set(counter.get() + u32::from(so));
        plus(&self.boards, true);
        plus(&self.solvable, answers.iter().any(Option::is_some));
        plus(&self.unsolvable, answers.iter().all(Option::is_none));
        plus(&self.ambiguous, answers.iter().any(|a| *a != answers[0]));
    }

    /// That the boards were of all kinds, each at least one in so many: a
    /// comparison of -1 with -1 says little.
    #[expect(clippy::print_stdout, reason = "seen with --nocapture or on failure")]
    pub(crate) fn assert_shares(&self, solvable: u32, unsolvable: u32, ambiguous: u32) {
        let boards = self.boards.get();
        println!(
            "{boards} boards, {} with an answer, {} ambiguous",
            self.solvable.get(),
            self.ambiguous.get()
        );
        assert!(boards > 0);
        assert!(self.solvable.get() * solvable >= boards);
        assert!(self.unsolvable.get() * unsolvable >= boards);
        assert!(self.ambiguous.get() * ambiguous >= boards);
    }
}

/// What the crate answers under the four rule sets.
pub(crate) fn solve_under_all(grid: &Grid, n: usize) -> [Option<Vec<Triple>>; 4] {
    Rules::ALL.map(|rules| convert::answer(solve(convert::board(grid), n, rules)))
}

/// That an answer clears the board, for the crate and for the naive program,
/// with as many moves as the rules ask for.
pub(crate) fn check_answer(
    grid: &Grid,
    n: usize,
    rules: Rules,
    answer: &[Triple],
) -> TestCaseResult {
    match rules.moves {
        MoveCount::Exact => prop_assert_eq!(answer.len(), n),
        MoveCount::AtMost => prop_assert!(answer.len() <= n),
    }
    let (boards, end) = naive::play_all(grid, answer, convert::switches(rules).1);
    prop_assert_eq!(end, End::AllPlayed);
    prop_assert!(naive::is_empty(boards.last().unwrap()));
    for (&(x, y, g), before) in answer.iter().zip(&boards) {
        // The same swap from the left is less.
        let is_drop = naive::wrongs(before, (x + g, y, -g), false) == [Wrong::NoBlock];
        prop_assert!(g == 1 || is_drop, "{x} {y} {g} swaps to the left");
    }
    let moves: Vec<_> = answer.iter().copied().map(convert::played).collect();
    let replay = replay(convert::board(grid), &moves, rules);
    prop_assert!(replay.clears());
    prop_assert_eq!(replay.steps.len(), answer.len());
    Ok(())
}

pub(crate) fn check_answers(
    grid: &Grid,
    n: usize,
    answers: &[Option<Vec<Triple>>; 4],
) -> TestCaseResult {
    for (rules, answer) in Rules::ALL.into_iter().zip(answers) {
        if let Some(answer) = answer {
            check_answer(grid, n, rules, answer)?;
        }
    }
    Ok(())
}

/// Compares boards with the naive solver; `small` blocks at most where they
/// are no more than random.
fn compare_with_naive(cases: u32, n: usize, small: usize) -> Tally {
    let tally = Tally::default();
    let boards = prop_oneof![
        3 => backward_board(1..=n),
        1 => small_board(small),
    ];
    runner(cases)
        .run(&boards, |grid| {
            let expected = naive::least_under_all(&grid, n);
            let answers = solve_under_all(&grid, n);
            prop_assert_eq!(&answers, &expected);
            tally.add(&answers);
            check_answers(&grid, n, &answers)
        })
        .unwrap();
    tally
}

#[test]
fn one_move_agrees_with_naive() {
    compare_with_naive(4000, 1, 5).assert_shares(2, 6, 60);
}

#[test]
fn two_moves_agree_with_naive() {
    compare_with_naive(4000, 2, 7).assert_shares(2, 6, 10);
}

#[test]
fn three_moves_agree_with_naive() {
    compare_with_naive(1500, 3, 8).assert_shares(2, 6, 10);
}

/// High boards; most of those that are not made for it have no answer.
#[test]
fn high_boards_agree_with_naive() {
    let tally = Tally::default();
    let boards = prop_oneof![
        1 => resting_board(),
        2 => backward_board(3..=4),
    ];
    runner(200)
        .run(&(boards, 1..=3_usize), |(grid, n)| {
            let answers = solve_under_all(&grid, n);
            prop_assert_eq!(&answers, &naive::least_under_all(&grid, n));
            tally.add(&answers);
            check_answers(&grid, n, &answers)
        })
        .unwrap();
    tally.assert_shares(10, 2, 20);
}

/// All sequences of up to n moves, most of them legal nowhere, in the order of
/// answers; one comes before those that it begins.
fn all_sequences(n: usize) -> Vec<Vec<Triple>> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..n {
        longest = longest
            .iter()
            .flat_map(|begun| naive::in_order().map(move |next| [&begun[..], &[next]].concat()))
            .collect();
        all.extend(longest.iter().cloned());
    }
    let place = |&(x, y, g): &Triple| (x, y, -g);
    all.sort_by_key(|sequence| sequence.iter().map(place).collect::<Vec<_>>());
    all
}

/// No search at all: the first sequence of the list that clears the board.
#[test]
fn tiny_boards_agree_with_a_list_of_all_sequences() {
    let tally = Tally::default();
    let lists = [0, 1, 2].map(all_sequences);
    assert_eq!(lists.each_ref().map(Vec::len), [1, 71, 4971]);
    let boards = prop_oneof![
        4 => backward_board(1..=2),
        1 => small_board(4),
    ];
    runner(1000)
        .run(&(boards, 1..=2_usize), |(grid, n)| {
            let answers = solve_under_all(&grid, n);
            for (rules, answer) in Rules::ALL.into_iter().zip(&answers) {
                let (at_most, forbid_same) = convert::switches(rules);
                let first = lists[n].iter().find(|sequence| {
                    let (boards, end) = naive::play_all(&grid, sequence, forbid_same);
                    (at_most || sequence.len() == n)
                        && end == End::AllPlayed
                        && naive::is_empty(boards.last().unwrap())
                });
                prop_assert_eq!(answer.as_ref(), first);
            }
            tally.add(&answers);
            Ok(())
        })
        .unwrap();
    tally.assert_shares(2, 6, 20);
}

/// Beyond the naive solver's reach: an answer is the first move after which
/// there is an answer with a move less, then that answer. What the solver says
/// of few moves, which was compared above, so carries over to five.
#[test]
fn four_and_five_moves_follow_from_one_less() {
    let tally = Tally::default();
    let boards = prop_oneof![
        4 => backward_board(3..=5),
        1 => small_board(9),
    ];
    runner(100)
        .run(&(boards, 4..=5_usize), |(grid, n)| {
            let answers = solve_under_all(&grid, n);
            for (rules, answer) in Rules::ALL.into_iter().zip(&answers) {
                prop_assert_eq!(answer, &from_one_less(&grid, n, rules));
            }
            tally.add(&answers);
            check_answers(&grid, n, &answers)
        })
        .unwrap();
    tally.assert_shares(3, 10, 10);
}

fn from_one_less(grid: &Grid, n: usize, rules: Rules) -> Option<Vec<Triple>> {
    let (at_most, forbid_same) = convert::switches(rules);
    if naive::is_empty(grid) {
        return at_most.then(Vec::new);
    }
    naive::in_order()
        .filter(|&first| naive::wrongs(grid, first, forbid_same).is_empty())
        .find_map(|first| {
            let next = convert::board(&naive::play(grid, first));
            let rest = convert::answer(solve(next, n - 1, rules))?;
            Some([&[first], &rest[..]].concat())
        })
}

/// The sequences of at most n moves are those of exactly 0, 1, .. n moves.
#[test]
fn at_most_is_the_least_of_exact() {
    let tally = Tally::default();
    runner(500)
        .run(&(backward_board(1..=4), 1..=4_usize), |(grid, n)| {
            let answers = solve_under_all(&grid, n);
            for swap in [SameColourSwap::Legal, SameColourSwap::Forbidden] {
                let at_most = Rules::new(MoveCount::AtMost, swap);
                let exact = Rules::new(MoveCount::Exact, swap);
                let least = (1..=n)
                    .filter_map(|count| solve(convert::board(&grid), count, exact))
                    .min();
                let empty = naive::is_empty(&grid).then(Vec::new);
                let expected = convert::answer(empty.or(least));
                prop_assert_eq!(&answers[at_most.index()], &expected);
            }
            tally.add(&answers);
            Ok(())
        })
        .unwrap();
    tally.assert_shares(2, 10, 10);
}
