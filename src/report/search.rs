//! What a search for an answer did, for standard error.

use mayan_reference::SearchStatistics;

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug)]
pub struct Hardness {
    /// What the search for the least answer did.
    pub search: SearchStatistics,
    /// How many sequences of moves clear the board, [`Hardness::CAP`] at most.
    pub solutions: u64,
    /// The fewest moves that clear it, if n are enough.
    pub least_clear: Option<usize>,
}

impl Hardness {
    /// Solutions are counted up to this.
    pub const CAP: u64 = 1_000_000;
}

/// A few lines: boards looked at, what was cut, solutions.
#[must_use]
pub fn hardness(n: usize, found: &Hardness) -> String {
    let Hardness {
        search,
        solutions,
        least_clear,
    } = found;
    let levels = (1..=n)
        .rev()
        .map(|left| format!("{left}: {}", search.boards.get(left).unwrap_or(&0)))
        .collect::<Vec<_>>()
        .join(", ");
    let rows = [
        ("boards looked at", search.nodes().to_string()),
        ("  by moves left", levels),
        ("  ruled out by the bound", search.cut_by_bound.to_string()),
        ("  had failed before", search.failed_before.to_string()),
        ("moves not played", String::new()),
        ("  too weak for the bound", search.too_weak.to_string()),
        ("  other order was searched", search.commuted.to_string()),
        ("last moves played", search.last_moves.to_string()),
        (
            "sequences that clear it",
            match *solutions {
                Hardness::CAP => format!("{} or more", Hardness::CAP),
                count => count.to_string(),
            },
        ),
        (
            "fewest moves that clear it",
            match least_clear {
                Some(moves) => moves.to_string(),
                None => format!("more than {n}, or none do"),
            },
        ),
    ];
    rows.map(|(what, number)| {
        let line = format!("{what:28}{number}");
        format!("{}\n", line.trim_end())
    })
    .concat()
}
