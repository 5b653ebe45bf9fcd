//! Stopping a search early, and a solver that is used again and again: what
//! it keeps from one call to the next changes no answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mayan_reference::solver::{Budget, Solver, Stopped, Techniques, least_clear, solutions, solve};
use mayan_reference::{Board, MoveCount, Rules, SameColourSwap};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::convert;
use crate::generate::{backward_board, runner, small_board};
use crate::kinds;
use crate::naive::Grid;
use crate::share::Share;

/// No answer in five moves, and no search knows that without going far: the
/// worst board that was found, full, of three colours.
const HARD: Grid = [
    [3, 1, 3, 1, 3, 1, 3],
    [1, 3, 2, 3, 2, 3, 2],
    [2, 1, 3, 1, 3, 2, 1],
    [1, 2, 1, 2, 1, 1, 2],
    [3, 1, 3, 1, 3, 3, 1],
];

const RULES: Rules = Rules::new(MoveCount::Exact, SameColourSwap::Legal);

fn nodes(most: u64) -> Budget {
    Budget {
        nodes: Some(most),
        ..Budget::default()
    }
}

fn time(most: Duration) -> Budget {
    Budget {
        time: Some(most),
        ..Budget::default()
    }
}

fn flag(is_set: bool) -> Budget {
    Budget {
        cancel: Some(Arc::new(AtomicBool::new(is_set))),
        ..Budget::default()
    }
}

/// That everything a solver can be asked about the hard board ends like this.
fn assert_stops(budget: &Budget, why: Stopped) {
    let board = convert::board(&HARD);
    let solver = || Solver::new().with_budget(budget.clone());
    for rules in Rules::ALL {
        assert_eq!(solver().solve(board, 5, rules), Err(why));
        assert_eq!(solver().solutions(board, 5, rules, u64::MAX), Err(why));
    }
    assert_eq!(solver().least_clear(board, 5), Err(why));
}

#[test]
fn few_nodes_stop_a_long_search() {
    for most in [0, 1, 2, 10, 100] {
        assert_stops(&nodes(most), Stopped::Nodes);
    }
}

#[test]
fn no_time_stops_a_long_search() {
    assert_stops(&time(Duration::ZERO), Stopped::Time);
}

#[test]
fn flag_that_is_set_stops_a_long_search() {
    assert_stops(&flag(true), Stopped::Cancelled);
}

/// Each limit counts where another one is far away.
#[test]
fn one_limit_of_several_stops() {
    let far = Budget {
        nodes: Some(u64::MAX),
        time: Some(Duration::MAX),
        cancel: Some(Arc::new(AtomicBool::new(false))),
    };
    let few = Budget {
        nodes: Some(0),
        ..far.clone()
    };
    assert_stops(&few, Stopped::Nodes);
    let short = Budget {
        time: Some(Duration::ZERO),
        ..far.clone()
    };
    assert_stops(&short, Stopped::Time);
    let cancelled = Budget {
        cancel: flag(true).cancel,
        ..far
    };
    assert_stops(&cancelled, Stopped::Cancelled);
}

/// The flag is looked at anew in every call, from wherever it was set.
#[test]
fn flag_is_shared() {
    let cancel = Arc::new(AtomicBool::new(false));
    let mut solver = Solver::new().with_budget(Budget {
        cancel: Some(Arc::clone(&cancel)),
        ..Budget::default()
    });
    let board = convert::board(&HARD);
    assert_eq!(solver.solve(board, 4, RULES), Ok(None));
    cancel.store(true, Ordering::SeqCst);
    // Another number of moves: what was found above is not asked for again.
    assert_eq!(solver.solve(board, 5, RULES), Err(Stopped::Cancelled));
    cancel.store(false, Ordering::SeqCst);
    assert_eq!(solver.solve(board, 5, RULES), Ok(None));
}

#[test]
fn each_reason_has_words_of_its_own() {
    let words = [Stopped::Nodes, Stopped::Time, Stopped::Cancelled].map(|why| why.to_string());
    assert!(words.iter().all(|text| !text.is_empty()));
    assert!(words[0] != words[1] && words[1] != words[2] && words[0] != words[2]);
}

/// Boards of which some take a search.
fn board() -> impl Strategy<Value = Grid> {
    prop_oneof![
        2 => backward_board(2..=4),
        2 => kinds::scattered_board(1..=3, 3),
        1 => kinds::high_columns(),
        1 => kinds::mixed_board(),
    ]
}

#[test]
fn far_limits_change_nothing() {
    let budgets = [
        Budget::default(),
        nodes(u64::MAX),
        time(Duration::MAX),
        flag(false),
    ];
    runner(300)
        .run(&(board(), 0..=4_usize), |(grid, n)| {
            let board = convert::board(&grid);
            for budget in &budgets {
                let mut solver = Solver::new().with_budget(budget.clone());
                for rules in Rules::ALL {
                    let answer = solver.solve(board, n, rules);
                    prop_assert_eq!(answer, Ok(solve(board, n, rules)));
                    let count = solver.solutions(board, n, rules, 50);
                    prop_assert_eq!(count, Ok(solutions(board, n, rules, 50)));
                }
                let least = solver.least_clear(board, n);
                prop_assert_eq!(least, Ok(least_clear(board, n)));
            }
            Ok(())
        })
        .unwrap();
}

/// One solver, one search that is stopped ever later until it is not: it never
/// says anything false, nor does what it keeps of the stopped ones.
#[test]
fn stopped_searches_leave_nothing_false() {
    let often = Share::default();
    let answers = Share::default();
    runner(400)
        .run(&(board(), 3..=5_usize, 0..4_usize), |(grid, n, rules)| {
            let (board, rules) = (convert::board(&grid), Rules::ALL[rules]);
            let expected = solve(board, n, rules);
            answers.add(expected.is_some());
            let mut solver = Solver::new();
            let mut stops = 0;
            for most in std::iter::successors(Some(0_u64), |most| Some(most + most / 2 + 1)) {
                solver = solver.with_budget(nodes(most));
                match solver.solve(board, n, rules) {
                    Ok(answer) => {
                        prop_assert_eq!(&answer, &expected, "with {} nodes", most);
                        break;
                    }
                    Err(why) => prop_assert_eq!(why, Stopped::Nodes),
                }
                stops += 1;
            }
            often.add(stops >= 2);
            solver = solver.with_budget(Budget::default());
            prop_assert_eq!(solver.solve(board, n, rules), Ok(expected));
            for (n, rules) in (2..=n).flat_map(|n| Rules::ALL.map(|rules| (n, rules))) {
                let answer = solver.solve(board, n, rules);
                prop_assert_eq!(answer, Ok(solve(board, n, rules)));
            }
            Ok(())
        })
        .unwrap();
    often.assert_percent(10..=100);
    answers.assert_percent(25..=95);
}

/// Nodes are counted from the start of each call: what is enough for one is
/// enough for the next.
#[test]
fn every_call_has_the_whole_budget() {
    let board = convert::board(&HARD);
    let mut enough = 1;
    while Solver::new()
        .with_budget(nodes(enough))
        .solve(board, 4, RULES)
        .is_err()
    {
        enough *= 2;
    }
    let mut solver = Solver::new().with_budget(nodes(enough));
    for _ in 0..20 {
        // The other call, so that what is found is not only remembered.
        assert_eq!(solver.solve(board, 3, RULES), Ok(None));
        assert_eq!(solver.solve(board, 4, RULES), Ok(None));
    }
}

/// Something to ask a solver about one of several boards.
#[derive(Clone, Copy, Debug)]
struct Call {
    what: u8,
    board: usize,
    n: usize,
    rules: Rules,
    /// Of how many nodes, with these techniques; the solver's own otherwise.
    stop_after: Option<u64>,
    techniques: Techniques,
}

fn call() -> impl Strategy<Value = Call> {
    let stop = prop_oneof![3 => Just(None), 2 => (0..200_u64).prop_map(Some)];
    let techniques = prop_oneof![
        4 => Just(Techniques::ALL),
        1 => (0..6_usize).prop_map(|index| Techniques::EACH_OFF[index].1),
    ];
    (
        0..5_u8,
        0..6_usize,
        0..=4_usize,
        0..4_usize,
        stop,
        techniques,
    )
        .prop_map(|(what, board, n, rules, stop_after, techniques)| Call {
            what,
            board,
            n,
            rules: Rules::ALL[rules],
            stop_after,
            techniques,
        })
}

/// Makes one call; it finds what a new solver finds, or was to be stopped.
fn check_call(solver: &mut Solver, board: Board, call: Call) -> TestCaseResult {
    let Call { what, n, rules, .. } = call;
    let cap = if what == 1 { 7 } else { u64::MAX };
    let stopped = match what {
        0 | 1 => {
            let count = solver.solutions(board, n.min(3), rules, cap);
            let expected = solutions(board, n.min(3), rules, cap);
            prop_assert!(count.is_err() || count == Ok(expected), "{:?}", count);
            count.err()
        }
        2 => {
            let least = solver.least_clear(board, n);
            let expected = least_clear(board, n);
            prop_assert!(least.is_err() || least == Ok(expected), "{:?}", least);
            least.err()
        }
        _ => {
            let answer = solver.solve(board, n, rules);
            let expected = solve(board, n, rules);
            let is_right = answer.is_err() || answer == Ok(expected);
            prop_assert!(is_right, "{:?}", answer);
            answer.err()
        }
    };
    match call.stop_after {
        None => prop_assert_eq!(stopped, None),
        Some(_) => prop_assert!(matches!(stopped, None | Some(Stopped::Nodes))),
    }
    Ok(())
}

/// Sixty calls of one solver, about few boards so that they come back with
/// other rules, another n, and after a search that was stopped.
#[test]
fn used_solver_finds_what_a_new_one_finds() {
    let boards = vec(prop_oneof![3 => board(), 1 => small_board(8)], 6);
    runner(200)
        .run(&(boards, vec(call(), 60)), |(boards, calls)| {
            let mut solver = Solver::new();
            for call in calls {
                let budget = call.stop_after.map_or_else(Budget::default, nodes);
                solver = solver.with_budget(budget).with_techniques(call.techniques);
                check_call(&mut solver, convert::board(&boards[call.board]), call)?;
            }
            Ok(())
        })
        .unwrap();
}

/// The same solver for hundreds of boards, each under all rule sets; from the
/// second on every answer is compared with one that has no past.
#[test]
fn one_solver_for_hundreds_of_boards() {
    let solver = std::cell::RefCell::new(Solver::default());
    let solvable = Share::default();
    runner(500)
        .run(&(board(), 0..=4_usize), |(grid, n)| {
            let board = convert::board(&grid);
            let mut solver = solver.borrow_mut();
            for rules in Rules::ALL {
                let answer = solver.solve(board, n, rules);
                solvable.add(answer != Ok(None));
                prop_assert_eq!(answer, Ok(solve(board, n, rules)));
            }
            Ok(())
        })
        .unwrap();
    solvable.assert_percent(25..=90);
}
