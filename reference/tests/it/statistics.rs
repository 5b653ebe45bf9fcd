//! What a search says of itself: it must be of that search, the same on every
//! machine, and tell what each technique did.

use mayan_reference::solver::{Budget, SearchStatistics, Solver, Techniques, explain};
use mayan_reference::{Puzzle, Rules};

use crate::generate::runner;
use crate::kinds;
use crate::{convert, naive};

/// The hardest board known for five moves.
const HARD: &str =
    "5\n3 1 3 1 3 1 3 0\n1 3 2 3 2 3 2 0\n2 1 3 1 3 2 1 0\n1 2 1 2 1 1 2 0\n3 1 3 1 3 3 1 0\n";

fn searched(techniques: Techniques, puzzle: &Puzzle) -> SearchStatistics {
    let mut solver = Solver::new().with_techniques(techniques);
    solver
        .solve(puzzle.board, puzzle.n, Rules::default())
        .unwrap();
    *solver.statistics()
}

#[test]
fn each_technique_leaves_its_mark_on_a_hard_board() {
    let puzzle = Puzzle::parse(HARD.as_bytes()).unwrap();
    let all = searched(Techniques::ALL, &puzzle);
    assert_eq!(all.boards[5], 1);
    assert_eq!(all.boards[6..], [0; 10]);
    assert!(all.boards[1] > all.boards[2] && all.boards[2] > all.boards[3]);
    assert_eq!(all.nodes(), all.boards.iter().sum());
    assert!(all.cut_by_bound > 0 && all.too_weak > 0 && all.last_moves > 0);
    for (name, off) in Techniques::EACH_OFF {
        let without = searched(off, &puzzle);
        match name {
            "bound" => assert_eq!((without.cut_by_bound, without.too_weak), (0, 0)),
            "filter" => assert_eq!(without.too_weak, 0),
            "commutation" => assert_eq!(without.commuted, 0),
            "apart" => assert!(without.commuted > 0 && without.commuted < all.commuted),
            "failed" => assert_eq!(without.failed_before, 0),
            // These change how boards are looked at, not which.
            "together" | "vectors" => continue,
            _ => panic!("{name} is no technique"),
        }
        assert!(without.nodes() > all.nodes(), "{name}: {without:?}");
    }
}

#[test]
fn wider_vectors_change_no_number() {
    let off = Techniques {
        vectors: false,
        ..Techniques::ALL
    };
    runner(300)
        .run(&kinds::mixed_board(), |grid| {
            let board = convert::board(&grid);
            let puzzle = Puzzle { n: 4, board };
            let all = searched(Techniques::ALL, &puzzle);
            proptest::prop_assert_eq!(all, searched(off, &puzzle));
            proptest::prop_assert_eq!(all, explain(board, 4, Rules::default()).search);
            Ok(())
        })
        .unwrap();
}

/// A limit is of the boards that are counted, and no more than a batch is
/// looked at beyond it.
#[test]
fn a_limit_of_boards_is_kept() {
    let puzzle = Puzzle::parse(HARD.as_bytes()).unwrap();
    for nodes in [0, 1, 100, 10_000] {
        let budget = Budget {
            nodes: Some(nodes),
            ..Budget::default()
        };
        let mut solver = Solver::new().with_budget(budget);
        let stopped = solver.solve(puzzle.board, puzzle.n, Rules::default());
        assert!(stopped.is_err());
        let looked_at = solver.statistics().nodes();
        assert!(looked_at <= nodes + 64, "{looked_at} of {nodes}");
        assert!(looked_at >= nodes / 2, "{looked_at} of {nodes}");
    }
}

#[test]
fn nothing_is_searched_where_nothing_is_to_search() {
    let board = convert::board(&naive::EMPTY);
    let found = explain(board, 5, Rules::default());
    assert_eq!((found.answer, found.search.nodes()), (None, 0));
}
