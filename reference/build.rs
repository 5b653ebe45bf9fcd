//! Writes the table of the column-count bound, which `src/solver/bound.rs`
//! explains and embeds: built at run time it would cost a process more than
//! solving does.
//!
//! One entry of four bytes for each of the 8^5 vectors of five column counts
//! (three bits a column, column 0 lowest): the distance to a vector that can
//! vanish without a move ([`NEVER`] if there is none), the unit moves that
//! lower it, those that don't raise it, 0. A unit move takes one block over a
//! boundary: bit b from column b to b + 1, bit 4 + b from b + 1 to b.

use std::path::Path;

const COLUMNS: usize = 5;
const HIGHEST: u8 = 7;
const VECTORS: usize = 1 << (3 * COLUMNS);

/// The distance of a vector that no moves make feasible.
const NEVER: u8 = u8::MAX;

/// The columns that a horizontal run can cover.
const RUNS: [[u8; COLUMNS]; 6] = [
    [1, 1, 1, 0, 0],
    [0, 1, 1, 1, 0],
    [0, 0, 1, 1, 1],
    [1, 1, 1, 1, 0],
    [0, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
];

type Counts = [u8; COLUMNS];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = std::env::var_os("OUT_DIR").expect("cargo names the folder for what is built");
    let path = Path::new(&folder).join("distance.bin");
    std::fs::write(path, table()).expect("the table can be written");
}

fn table() -> Vec<u8> {
    let distance = distances();
    let mut table = Vec::with_capacity(4 * VECTORS);
    for vector in 0..VECTORS {
        let (mut lower, mut not_raise) = (0, 0);
        for (step, next) in steps(counts(vector)) {
            let after = distance[index(next)];
            lower |= u8::from(after < distance[vector]) << step;
            not_raise |= u8::from(after <= distance[vector]) << step;
        }
        table.extend([distance[vector], lower, not_raise, 0]);
    }
    table
}

/// Breadth first from the feasible vectors: a unit move can be taken back, so
/// the way there is as long as the way from there.
fn distances() -> Vec<u8> {
    let mut distance = vec![NEVER; VECTORS];
    let mut reached: Vec<usize> = feasible();
    for &vector in &reached {
        distance[vector] = 0;
    }
    let mut next = 0;
    while next < reached.len() {
        let vector = reached[next];
        next += 1;
        for (_, neighbour) in steps(counts(vector)) {
            let neighbour = index(neighbour);
            if distance[neighbour] == NEVER {
                distance[neighbour] = distance[vector] + 1;
                reached.push(neighbour);
            }
        }
    }
    distance
}

/// The vectors in which each column is what horizontal runs cover, or holds
/// more than that and at least three blocks, enough for a vertical run.
fn feasible() -> Vec<usize> {
    let covered = coverable();
    (0..VECTORS)
        .filter(|&vector| {
            let held = counts(vector);
            covered.iter().any(|cover| {
                held.iter()
                    .zip(cover)
                    .all(|(&held, &cover)| held == cover || (held > cover && held >= 3))
            })
        })
        .collect()
}

/// What horizontal runs, any number of them, can cover.
fn coverable() -> Vec<Counts> {
    let mut seen = vec![false; VECTORS];
    let mut covers = vec![[0; COLUMNS]];
    let mut next = 0;
    while next < covers.len() {
        let cover = covers[next];
        next += 1;
        for run in RUNS {
            let mut more = cover;
            more.iter_mut()
                .zip(run)
                .for_each(|(count, one)| *count += one);
            if more.iter().all(|&count| count <= HIGHEST) && !seen[index(more)] {
                seen[index(more)] = true;
                covers.push(more);
            }
        }
    }
    covers
}

/// The unit moves from a vector, with their bits.
fn steps(held: Counts) -> impl Iterator<Item = (usize, Counts)> {
    (0..8).filter_map(move |step| {
        let boundary = step % 4;
        let (from, to) = if step < 4 {
            (boundary, boundary + 1)
        } else {
            (boundary + 1, boundary)
        };
        let mut next = held;
        next[from] = next[from].checked_sub(1)?;
        next[to] += 1;
        (next[to] <= HIGHEST).then_some((step, next))
    })
}

fn counts(vector: usize) -> Counts {
    std::array::from_fn(|x| u8::try_from(vector >> (3 * x) & 7).expect("three bits"))
}

fn index(held: Counts) -> usize {
    (0..COLUMNS).map(|x| usize::from(held[x]) << (3 * x)).sum()
}
