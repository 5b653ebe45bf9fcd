//! The second oracle: the naive program's moves, and a memory of what became
//! of each board, for more moves than [`naive::least`] is fast enough for.
//!
//! As there, nothing of the crate under test is used and no move is left out.
//! All four rule sets are searched at once, in the order of
//! [`naive::least_under_all`].

use std::collections::{HashMap, HashSet};

use crate::naive::{self, Grid, Triple};

/// The least answers under the four rule sets.
pub(crate) type Answers = [Option<Vec<Triple>>; 4];

/// At-most and same-colour swap forbidden, for each of the four rule sets.
const SWITCHES: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// The legal moves in order, whether each swaps equal blocks, and what each
/// leads to.
fn children(grid: &Grid) -> Vec<(Triple, bool, Grid)> {
    naive::in_order()
        .filter(|&triple| naive::wrongs(grid, triple, false).is_empty())
        .map(|triple| {
            let is_same = !naive::wrongs(grid, triple, true).is_empty();
            (triple, is_same, naive::play(grid, triple))
        })
        .collect()
}

/// The answers that [`naive::least_under_all`] gives.
pub(crate) fn least_under_all(grid: &Grid, n: usize) -> Answers {
    least(grid, n, &mut HashMap::new())
}

fn least(grid: &Grid, left: usize, known: &mut HashMap<(Grid, usize), Answers>) -> Answers {
    if naive::is_empty(grid) {
        return SWITCHES.map(|(at_most, _)| (left == 0 || at_most).then(Vec::new));
    }
    if left == 0 {
        return [const { None }; 4];
    }
    if let Some(answers) = known.get(&(*grid, left)) {
        return answers.clone();
    }
    let mut answers = [const { None }; 4];
    for (triple, is_same, next) in children(grid) {
        let rests = least(&next, left - 1, known);
        for ((answer, rest), (_, forbid_same)) in answers.iter_mut().zip(rests).zip(SWITCHES) {
            // The first move in order that leads to an answer is in the least.
            if answer.is_none() && !(is_same && forbid_same) {
                *answer = rest.map(|rest| [&[triple], &rest[..]].concat());
            }
        }
        if answers.iter().all(Option::is_some) {
            break;
        }
    }
    known.insert((*grid, left), answers.clone());
    answers
}

/// How many sequences clear the board under each of the four rule sets.
pub(crate) fn count_under_all(grid: &Grid, n: usize) -> [u64; 4] {
    count(grid, n, &mut HashMap::new())
}

fn count(grid: &Grid, left: usize, known: &mut HashMap<(Grid, usize), [u64; 4]>) -> [u64; 4] {
    if naive::is_empty(grid) {
        return SWITCHES.map(|(at_most, _)| u64::from(left == 0 || at_most));
    }
    if left == 0 {
        return [0; 4];
    }
    if let Some(&counts) = known.get(&(*grid, left)) {
        return counts;
    }
    let mut counts = [0; 4];
    for (_, is_same, next) in children(grid) {
        let more = count(&next, left - 1, known);
        for ((sum, more), (_, forbid_same)) in counts.iter_mut().zip(more).zip(SWITCHES) {
            if !(is_same && forbid_same) {
                *sum += more;
            }
        }
    }
    known.insert((*grid, left), counts);
    counts
}

/// The fewest moves that clear the board, if no more than `most` do: all
/// boards that one move leads to, then all that two lead to, and so on.
pub(crate) fn distance(grid: &Grid, most: usize) -> Option<usize> {
    let mut seen = HashSet::from([*grid]);
    let mut level = vec![*grid];
    for moves in 0..=most {
        if level.iter().any(naive::is_empty) {
            return Some(moves);
        }
        if level.is_empty() {
            break;
        }
        if moves < most {
            level = level
                .iter()
                .flat_map(children)
                .map(|(_, _, next)| next)
                .filter(|next| seen.insert(*next))
                .collect();
        }
    }
    None
}
