//! What the benches share.
#![allow(dead_code, reason = "each bench uses a part of it")]

pub(crate) mod boards;
pub(crate) mod plain;

use std::time::{Duration, Instant};

/// Seconds that one pass over some work takes, of as many passes as fill a
/// while.
pub(crate) fn seconds(while_: Duration, mut work: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let mut passes = 0_u32;
    loop {
        work();
        passes += 1;
        if begun.elapsed() >= while_ {
            return begun.elapsed().as_secs_f64() / f64::from(passes);
        }
    }
}

/// What two pieces of work take, and how many times as long the left one takes
/// as the right one: medians of so many pairs.
pub(crate) struct Pair {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) ratio: f64,
}

impl Pair {
    /// Measures the two by turns, so that a busy machine disturbs both alike.
    pub(crate) fn measure(
        pairs: usize,
        mut left: impl FnMut() -> f64,
        mut right: impl FnMut() -> f64,
    ) -> Self {
        let (mut lefts, mut rights, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..pairs {
            let (l, r) = (left(), right());
            lefts.push(l);
            rights.push(r);
            ratios.push(l / r);
        }
        Self {
            left: median(lefts),
            right: median(rights),
            ratio: median(ratios),
        }
    }
}

pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// A time as people say it.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.2} us", s * 1e6),
    }
}
