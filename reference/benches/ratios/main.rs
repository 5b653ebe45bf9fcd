//! How much faster the solver is than a plain search.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench prints its ratios"
)]

mod boards;
mod plain;

use std::hint::black_box;
use std::time::{Duration, Instant};

use mayan_reference::{Board, Rules, Solver, Techniques};

fn ours(solver: &mut Solver, set: &[Board], n: usize) {
    for &board in set {
        black_box(solver.solve(board, n, Rules::default()).is_ok());
    }
}
/// Seconds per pass over the set, as many passes as take a while.
fn time(least: Duration, mut work: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let mut passes = 0;
    loop {
        work();
        passes += 1;
        if begun.elapsed() >= least {
            return begun.elapsed().as_secs_f64() / f64::from(passes);
        }
    }
}
fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}
fn main() {
    let reps = std::env::var("REPS").map_or(5, |r| r.parse().expect("n"));
    let pick: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    type Set = (&'static str, fn() -> Vec<Board>, usize, usize);
    let sets: [Set; 8] = [
        ("A", || vec![boards::board(boards::A)], 5, 3),
        ("B", || vec![boards::board(boards::B)], 5, 3),
        ("full4", || boards::full(30, 4, 1), 5, 1),
        ("solv5", || boards::solvable(60, 35, 5, 2), 5, 5),
        ("solv3", || boards::solvable(60, 18, 3, 3), 3, 31),
        ("mixsample", || boards::mixed(60, 35, 4), 5, 1),
        ("mix", || boards::mixed(3000, 35, 5), 5, 0),
        ("C7", || vec![boards::board(boards::C)], 7, 0),
    ];
    for (name, set, n, pairs) in &sets {
        if !pick.is_empty() && !pick.iter().any(|p| p == name) {
            continue;
        }
        let set = &set();
        if std::env::var_os("REL").is_some() {
            let unit = boards::mixed(400, 12, 77);
            let mut solver = Solver::new();
            let mut rel = vec![];
            for _ in 0..reps {
                let u = time(Duration::from_millis(1), || {
                    unit.iter().for_each(|b| {
                        black_box(plain::solve(b, 3));
                    })
                });
                let o = time(Duration::from_millis(1), || ours(&mut solver, set, *n));
                let v = time(Duration::from_millis(1), || {
                    unit.iter().for_each(|b| {
                        black_box(plain::solve(b, 3));
                    })
                });
                rel.push(2.0 * o / (u + v) * 1e3);
            }
            println!(
                "{name:10} {:.2} nodes {}",
                median(rel),
                solver.statistics().nodes()
            );
            continue;
        }
        for (what, techniques) in [
            ("all", Techniques::ALL),
            (
                "portable",
                Techniques {
                    vectors: false,
                    ..Techniques::ALL
                },
            ),
            (
                "one by one",
                Techniques {
                    together: false,
                    ..Techniques::ALL
                },
            ),
        ] {
            let mut solver = Solver::new().with_techniques(techniques);
            let mut ratios = vec![];
            let (mut p, mut o) = (0.0, 0.0);
            for _ in 0..(*pairs).max(1) {
                if *pairs > 0 && std::env::var_os("NOPLAIN").is_none() {
                    p = time(Duration::from_millis(1), || {
                        set.iter().for_each(|b| {
                            black_box(plain::solve(b, *n));
                        })
                    });
                }
                o = f64::INFINITY;
                for _ in 0..reps {
                    o = o.min(time(Duration::from_millis(1), || {
                        ours(&mut solver, set, *n)
                    }));
                }
                ratios.push(p / o);
            }
            let per = 1e6 / set.len() as f64;
            println!(
                "{name:10} {what:10} plain {:12.2} us, ours {:10.3} us: {:8.1} x",
                p * per,
                o * per,
                median(ratios)
            );
        }
    }
    if std::env::var_os("REL").is_some() {
        return;
    }
    for (name, b, n) in [
        ("A5", boards::A, 5),
        ("A6", boards::A, 6),
        ("C8", boards::C, 8),
    ] {
        if !pick.is_empty() && !pick.iter().any(|p| p == name) {
            continue;
        }
        let mut solver = Solver::new();
        let mut o = f64::INFINITY;
        for _ in 0..if n == 8 { 1 } else { 20 } {
            o = o.min(time(Duration::from_millis(1), || {
                ours(&mut solver, &[boards::board(b)], n)
            }));
        }
        println!("{name} {:.3} ms {:?}", o * 1e3, solver.statistics());
    }
}
