//! Many boards over all cores.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::input::Puzzle;
use crate::moves::Answer;
use crate::rules::Rules;

use super::Solver;

/// Puzzles that a thread takes at a time: most take microseconds.
const SHARE: usize = 16;

/// The least answers of many puzzles, in their order, found by so many threads
/// (`None`: as many as there are cores for this process).
///
/// # Panics
/// If a thread of its own does, which none should.
#[must_use]
pub fn solve_all(puzzles: &[Puzzle], rules: Rules, threads: Option<NonZero<usize>>) -> Vec<Answer> {
    let threads = threads
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZero::get)
        .min(puzzles.len().div_ceil(SHARE));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solver = Solver::new();
        let mut found = Vec::new();
        loop {
            let first = next.fetch_add(SHARE, Ordering::Relaxed);
            let Some(share) = puzzles.get(first..) else {
                return found;
            };
            if share.is_empty() {
                return found;
            }
            for (at, puzzle) in (first..).zip(&share[..share.len().min(SHARE)]) {
                let Ok(answer) = solver.solve(puzzle.board, puzzle.n, rules) else {
                    unreachable!("a search without a budget is not stopped");
                };
                found.push((at, answer));
            }
        }
    };
    let mut answers = vec![None; puzzles.len()];
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut found = work();
        for helper in helpers {
            found.extend(helper.join().expect("a search does not panic"));
        }
        for (at, answer) in found {
            answers[at] = answer;
        }
    });
    answers
}
