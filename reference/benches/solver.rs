//! Times of the solver by criterion, for comparing one state of the code with
//! another: `cargo bench -p mayan-reference --bench solver`.

mod common;

use std::hint::black_box;

use common::boards::{self, A, B, C};
use criterion::Criterion;
use mayan_reference::{Board, Puzzle, Rules, Solver, solve_all};

fn solver(criterion: &mut Criterion) {
    let mut solver = Solver::new();
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(20);
    for (name, boards, n) in [
        ("A, n = 5", vec![boards::board(A)], 5),
        ("B, n = 5", vec![boards::board(B)], 5),
        ("C, n = 6", vec![boards::board(C)], 6),
        ("30 full, 4 colours, n = 5", boards::full(30, 4, 1), 5),
        ("60 solvable, n = 5", boards::solvable(60, 35, 5, 2), 5),
        (
            "60 small solvable, n = 3",
            boards::solvable(60, 18, 3, 3),
            3,
        ),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| each(&mut solver, &boards, n));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("others");
    group.sample_size(20);
    let solvable = boards::solvable(60, 18, 3, 3);
    group.bench_function("solutions of 60 small, n = 3", |bencher| {
        bencher.iter(|| {
            for &board in &solvable {
                black_box(
                    solver
                        .solutions(board, 3, Rules::default(), u64::MAX)
                        .is_ok(),
                );
            }
        });
    });
    group.bench_function("least_clear of 60 small", |bencher| {
        bencher.iter(|| {
            for &board in &solvable {
                black_box(solver.least_clear(board, 3).is_ok());
            }
        });
    });
    let puzzles: Vec<_> = boards::mixed(500, 35, 5)
        .into_iter()
        .map(|board| Puzzle { n: 5, board })
        .collect();
    group.bench_function("solve_all of 500 mixed, n = 5", |bencher| {
        bencher.iter(|| black_box(solve_all(&puzzles, Rules::default(), None)));
    });
    group.finish();
}

fn each(solver: &mut Solver, boards: &[Board], n: usize) {
    for &board in boards {
        black_box(solver.solve(board, n, Rules::default()).is_ok());
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    solver(&mut criterion);
    criterion.final_summary();
}
