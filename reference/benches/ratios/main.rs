//! How many times faster the solver is than a plain search, what each technique
//! gains, how the time grows with n, and what a process costs. All are ratios
//! of pairs measured by turns in one run. `cargo bench -p mayan-reference
//! --bench ratios` prints them; words behind `--` pick rows by their names.
#![expect(clippy::print_stdout, reason = "a bench prints its ratios")]

#[path = "../common/mod.rs"]
mod common;
mod process;

use std::hint::black_box;
use std::time::Duration;

use common::boards::{self, A, B, C};
use common::{Pair, plain, seconds, time};
use mayan_reference::{Board, Rules, Solver, Techniques};

/// What one measurement of the solver fills with passes.
const WHILE: Duration = Duration::from_millis(50);

fn main() {
    let picked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let pick =
        |name: &str| picked.is_empty() || picked.iter().any(|word| name.contains(word.as_str()));
    machine();
    against_plain(pick);
    growth(pick);
    techniques(pick);
    process::all(pick);
}

fn machine() {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let model = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown", |(_, model)| model);
    println!("{model}, {} bits, {cores} cores", usize::BITS);
    #[cfg(target_arch = "x86_64")]
    println!("256-bit vectors: {}", is_x86_feature_detected!("avx2"));
}

/// Boards that are measured together.
struct Set {
    name: &'static str,
    boards: fn() -> Vec<Board>,
    n: usize,
    pairs: usize,
    /// The ratio to a plain search that is asked for, and the one hoped for.
    must: f64,
    aim: f64,
}

const SETS: [Set; 6] = [
    Set {
        name: "A, n = 5",
        boards: || vec![boards::board(A)],
        n: 5,
        pairs: 9,
        must: 130.0,
        aim: 300.0,
    },
    Set {
        name: "B, n = 5",
        boards: || vec![boards::board(B)],
        n: 5,
        pairs: 9,
        must: 230.0,
        aim: 500.0,
    },
    Set {
        name: "30 full, 4 colours, n = 5",
        boards: || boards::full(30, 4, 1),
        n: 5,
        pairs: 3,
        must: 650.0,
        aim: 1500.0,
    },
    Set {
        name: "60 solvable, n = 5",
        boards: || boards::solvable(60, 35, 5, 2),
        n: 5,
        pairs: 15,
        must: 100.0,
        aim: 250.0,
    },
    Set {
        name: "60 small solvable, n = 3",
        boards: || boards::solvable(60, 18, 3, 3),
        n: 3,
        pairs: 51,
        must: 9.0,
        aim: 25.0,
    },
    Set {
        name: "mix, n = 5, sample of 80",
        boards: || boards::mixed(80, 35, 4),
        n: 5,
        pairs: 3,
        must: 2500.0,
        aim: 5000.0,
    },
];

fn solve(solver: &mut Solver, boards: &[Board], n: usize) {
    for &board in boards {
        black_box(solver.solve(board, n, Rules::default()).is_ok());
    }
}

fn ours(solver: &mut Solver, boards: &[Board], n: usize) -> f64 {
    seconds(WHILE, || solve(solver, boards, n))
}

fn against_plain(pick: impl Fn(&str) -> bool) {
    println!("\nagainst a plain search (per board; the ratio is of whole sets)");
    let portable = Techniques {
        vectors: false,
        ..Techniques::ALL
    };
    for Set {
        name,
        boards,
        n,
        pairs,
        must,
        aim,
    } in SETS
    {
        if !pick(name) {
            continue;
        }
        let boards = boards();
        let solver = &mut Solver::new();
        let plain = || {
            seconds(Duration::ZERO, || {
                for board in &boards {
                    black_box(plain::solve(board, n));
                }
            })
        };
        let found = Pair::measure(pairs, plain, || ours(solver, &boards, n));
        let narrow = &mut Solver::new().with_techniques(portable);
        let vectors = Pair::measure(9, || ours(narrow, &boards, n), || ours(solver, &boards, n));
        let count = f64::from(u32::try_from(boards.len()).unwrap_or(u32::MAX));
        println!(
            "  {name:26} plain {:>10}, ours {:>10}: {:5.0} x (must {must:.0}, aim {aim:.0}); \
             without wider vectors {:.0} x",
            time(found.left / count),
            time(found.right / count),
            found.ratio,
            found.ratio / vectors.ratio,
        );
    }
    if pick("mix, n = 5, 20000 boards") {
        let boards = boards::mixed(20_000, 35, 5);
        let solver = &mut Solver::new();
        let mut each: Vec<f64> = boards
            .iter()
            .map(|&board| seconds(Duration::ZERO, || solve(solver, &[board], 5)))
            .collect();
        each.sort_by(f64::total_cmp);
        let at = |part: usize| time(each[each.len() * part / 100]);
        println!(
            "  mix, n = 5, 20000 boards: {} on one core; median {}, 99 % below {}, worst {}",
            time(each.iter().sum()),
            at(50),
            at(99),
            time(each[each.len() - 1]),
        );
    }
}

fn growth(pick: impl Fn(&str) -> bool) {
    println!("\nagainst A at n = 5");
    for (name, text, n, pairs, must, aim) in [
        ("A, n = 6", A, 6, 9, 15, 8),
        ("C, n = 8", C, 8, 3, 250, 100),
    ] {
        if !pick(name) {
            continue;
        }
        let (deep, a) = ([boards::board(text)], [boards::board(A)]);
        let (left, right) = (&mut Solver::new(), &mut Solver::new());
        let found = Pair::measure(pairs, || ours(left, &deep, n), || ours(right, &a, 5));
        println!(
            "  {name:26} {:>10} to {:>10}: {:.1} x (must be below {must}, aim {aim})",
            time(found.left),
            time(found.right),
            found.ratio
        );
    }
}

/// How many times as long it takes without a technique.
fn techniques(pick: impl Fn(&str) -> bool) {
    println!("\nwithout a technique, times as long");
    let sets = [&SETS[0], &SETS[2], &SETS[3]];
    let names: Vec<String> = sets.iter().map(|set| format!("{:>26}", set.name)).collect();
    println!("  {:12}{}", "", names.concat());
    for (name, off) in Techniques::EACH_OFF {
        if !pick(name) {
            continue;
        }
        let cells: Vec<String> = sets
            .iter()
            .map(|set| {
                let boards = (set.boards)();
                let (without, all) = (&mut Solver::new().with_techniques(off), &mut Solver::new());
                let found = Pair::measure(
                    5,
                    || ours(without, &boards, set.n),
                    || ours(all, &boards, set.n),
                );
                format!("{:>26.2}", found.ratio)
            })
            .collect();
        println!("  {name:12}{}", cells.concat());
    }
}
