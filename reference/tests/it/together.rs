//! Many boards at once, and an answer with what its search did: the same
//! answers as one by one.

use std::num::NonZero;

use mayan_reference::solver::{Solver, explain, solve, solve_all};
use mayan_reference::{Answer, Puzzle, Rules};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::convert;
use crate::generate::{backward_board, runner, small_board};
use crate::kinds;
use crate::naive::Grid;
use crate::share::Share;

fn puzzle(grid: &Grid, n: usize) -> Puzzle {
    let text = format!("{n}\n{}", convert::board(grid));
    Puzzle::parse(text.as_bytes()).unwrap()
}

/// Puzzles that take longer and shorter, so that threads finish out of order.
fn puzzles(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Puzzle>> {
    let board = prop_oneof![
        4 => backward_board(1..=4),
        4 => kinds::scattered_board(1..=3, 2),
        1 => kinds::full_board(),
        1 => small_board(6),
    ];
    let puzzle = (board, 1..=4_usize).prop_map(|(grid, n)| puzzle(&grid, n));
    vec(puzzle, count)
}

#[test]
fn many_boards_have_the_answers_of_each() {
    let varied = Share::default();
    let threads = [None, NonZero::new(1), NonZero::new(2), NonZero::new(30)];
    runner(40)
        .run(&puzzles(0..=25), |puzzles| {
            for rules in Rules::ALL {
                let expected: Vec<Answer> = puzzles
                    .iter()
                    .map(|puzzle| solve(puzzle.board, puzzle.n, rules))
                    .collect();
                let first = expected.first();
                varied.add(expected.iter().any(|a| Some(a) != first));
                for threads in threads {
                    let answers = solve_all(&puzzles, rules, threads);
                    prop_assert_eq!(&answers, &expected, "{:?}, {:?} threads", rules, threads);
                }
            }
            Ok(())
        })
        .unwrap();
    varied.assert_percent(60..=100);
}

#[test]
fn no_boards_have_no_answers() {
    for threads in [None, NonZero::new(1), NonZero::new(2)] {
        assert_eq!(solve_all(&[], Rules::default(), threads), []);
    }
}

/// One list long enough that every thread has its memory full of others'
/// boards.
#[test]
fn hundreds_of_boards_have_the_answers_of_each() {
    runner(1)
        .run(&puzzles(400..=400), |puzzles| {
            for rules in Rules::ALL {
                let answers = solve_all(&puzzles, rules, NonZero::new(3));
                prop_assert_eq!(answers.len(), puzzles.len());
                for (puzzle, answer) in puzzles.iter().zip(answers) {
                    prop_assert_eq!(answer, solve(puzzle.board, puzzle.n, rules));
                }
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn explained_answers_are_the_answers() {
    let solvable = Share::default();
    let boards = prop_oneof![
        2 => backward_board(1..=4),
        1 => kinds::mixed_board(),
    ];
    runner(400)
        .run(&(boards, 0..=4_usize), |(grid, n)| {
            let board = convert::board(&grid);
            for rules in Rules::ALL {
                let answer = solve(board, n, rules);
                solvable.add(answer.is_some());
                let explanation = explain(board, n, rules);
                let figures = format!("{:?}", explanation.search);
                prop_assert!(!figures.is_empty());
                prop_assert_eq!(&explanation.answer, &answer);
                let mut solver = Solver::new();
                prop_assert_eq!(solver.solve(board, n, rules), Ok(answer));
                let figures = format!("{:?}", solver.statistics());
                prop_assert!(!figures.is_empty());
            }
            Ok(())
        })
        .unwrap();
    solvable.assert_percent(20..=90);
}
