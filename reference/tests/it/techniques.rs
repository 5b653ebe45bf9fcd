//! No technique of the solver changes what it finds: with any one off, with
//! all off, and with any choice of them on, it finds what it finds with all.

use std::collections::BTreeSet;

use mayan_reference::solver::{Solver, Techniques, least_clear, solutions, solve};
use mayan_reference::{Answer, Board, Rules};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::convert;
use crate::generate::{backward_board, runner, small_board};
use crate::kinds;
use crate::naive::Grid;
use crate::share::Share;

/// More sequences than this are not counted one by one without techniques.
const CAP: u64 = 10_000;

fn solve_with(techniques: Techniques, board: Board, n: usize, rules: Rules) -> Answer {
    let mut solver = Solver::new().with_techniques(techniques);
    solver.solve(board, n, rules).unwrap()
}

/// Each switch off, by name, and all of them.
fn choices() -> Vec<(&'static str, Techniques)> {
    let mut choices = Techniques::EACH_OFF.to_vec();
    choices.push(("none on", Techniques::NONE));
    choices
}

/// That all choices find the same, of everything that can be asked; counts how
/// many boards have an answer.
fn check(
    grid: &Grid,
    n: usize,
    choices: &[(&str, Techniques)],
    solvable: &Share,
) -> TestCaseResult {
    let board = convert::board(grid);
    let mut any = false;
    for rules in Rules::ALL {
        let answer = solve(board, n, rules);
        let count = solutions(board, n, rules, CAP);
        any |= answer.is_some();
        for &(name, techniques) in choices {
            let found = solve_with(techniques, board, n, rules);
            prop_assert_eq!(&found, &answer, "{}, n = {}, {:?}", name, n, rules);
            let mut solver = Solver::new().with_techniques(techniques);
            let counted = solver.solutions(board, n, rules, CAP).unwrap();
            prop_assert_eq!(counted, count, "{}, n = {}, {:?}", name, n, rules);
        }
    }
    let least = least_clear(board, n);
    for &(name, techniques) in choices {
        let mut solver = Solver::new().with_techniques(techniques);
        let found = solver.least_clear(board, n).unwrap();
        prop_assert_eq!(found, least, "{}, max = {}", name, n);
    }
    solvable.add(any);
    Ok(())
}

fn compare(
    cases: u32,
    boards: impl Strategy<Value = (Grid, usize)>,
    choices: &[(&str, Techniques)],
) {
    let solvable = Share::default();
    runner(cases)
        .run(&boards, |(grid, n)| check(&grid, n, choices, &solvable))
        .unwrap();
    solvable.assert_percent(25..=98);
}

/// Boards on which a search without any technique is quick enough.
fn low_board(most: usize) -> impl Strategy<Value = Grid> {
    prop_oneof![
        2 => backward_board(1..=3),
        2 => kinds::scattered_board(1..=2, 4),
        1 => small_board(most),
    ]
    .prop_filter("too many blocks", move |grid| kinds::blocks(grid) <= most)
}

#[test]
fn each_entry_has_the_switch_of_its_name_off() {
    let all = Techniques::ALL;
    let mut names = BTreeSet::new();
    for (name, techniques) in Techniques::EACH_OFF {
        names.insert(name);
        let expected = match name {
            "bound" => Techniques {
                bound: false,
                ..all
            },
            "filter" => Techniques {
                filter: false,
                ..all
            },
            "commutation" => Techniques {
                commutation: false,
                ..all
            },
            "apart" => Techniques {
                apart: false,
                ..all
            },
            "failed" => Techniques {
                failed: false,
                ..all
            },
            "together" => Techniques {
                together: false,
                ..all
            },
            "vectors" => Techniques {
                vectors: false,
                ..all
            },
            _ => panic!("{name} is no technique"),
        };
        assert_eq!(techniques, expected, "{name}");
    }
    assert_eq!(names.len(), Techniques::EACH_OFF.len());
}

#[test]
fn up_to_three_moves_on_boards_of_all_kinds() {
    let boards = (kinds::mixed_board(), 0..=3_usize)
        .prop_map(|(grid, n)| (grid, kinds::few_if_high(&grid, n, 16)));
    compare(1500, boards, &choices());
}

#[test]
fn four_moves_on_low_boards() {
    compare(160, (low_board(12), Just(4)), &choices());
}

#[test]
fn five_moves_on_low_boards() {
    compare(40, (low_board(9), Just(5)), &choices());
}

/// Four and five moves on high boards; none on is too slow for these.
#[test]
fn each_off_on_high_boards() {
    let boards = prop_oneof![
        2 => backward_board(3..=4),
        2 => kinds::scattered_board(2..=3, 3),
        1 => kinds::restless_board(),
        1 => kinds::high_columns(),
    ];
    let boards = (boards, 4..=5_usize).prop_filter("too many blocks", |(grid, n)| {
        kinds::blocks(grid) <= if *n == 4 { 24 } else { 14 }
    });
    compare(50, boards, &Techniques::EACH_OFF);
}

fn any_choice() -> impl Strategy<Value = Techniques> {
    any::<[bool; 7]>().prop_map(
        |[bound, filter, commutation, apart, failed, together, vectors]| Techniques {
            bound,
            filter,
            commutation,
            apart,
            failed,
            together,
            vectors,
        },
    )
}

/// One technique may hide the fault of another: here with some off at once.
#[test]
fn any_choice_on_low_boards() {
    let solvable = Share::default();
    let boards = (low_board(10), 2..=4_usize, any_choice());
    runner(1500)
        .run(&boards, |(grid, n, techniques)| {
            check(&grid, n, &[("some on", techniques)], &solvable)
        })
        .unwrap();
    solvable.assert_percent(20..=98);
}

/// The order of quiet swaps: boards on which most moves are quiet and answers
/// have some of them, so that there are many orders of the same ones.
fn compare_order(cases: u32, n: usize, boards: impl Strategy<Value = Grid>) {
    let off = Techniques {
        commutation: false,
        ..Techniques::ALL
    };
    let bare = Techniques {
        commutation: true,
        apart: true,
        ..Techniques::NONE
    };
    let quiet = Share::default();
    runner(cases)
        .run(&boards, |grid| {
            let board = convert::board(&grid);
            for rules in Rules::ALL {
                let answer = solve(board, n, rules);
                prop_assert_eq!(&solve_with(off, board, n, rules), &answer, "{:?}", rules);
                if kinds::blocks(&grid) <= 12 {
                    let found = solve_with(bare, board, n, rules);
                    prop_assert_eq!(&found, &answer, "alone, {:?}", rules);
                }
                if let Some(answer) = convert::answer(answer) {
                    let quiet_moves = kinds::quiet_moves(&grid, &answer);
                    quiet.add(quiet_moves >= 2);
                }
            }
            Ok(())
        })
        .unwrap();
    quiet.assert_percent(50..=100);
}

#[test]
fn order_of_four_moves_on_boards_scattered_by_quiet_swaps() {
    compare_order(1500, 4, kinds::scattered_board(1..=2, 3));
}

#[test]
fn order_of_five_moves_on_boards_scattered_by_quiet_swaps() {
    compare_order(1000, 5, kinds::scattered_board(1..=2, 4));
}

#[test]
fn order_of_quiet_swaps_on_high_boards() {
    compare_order(200, 5, kinds::scattered_board(3..=4, 2));
}
