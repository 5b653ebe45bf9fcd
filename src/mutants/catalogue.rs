//! For each mutant that an unambiguous testcase kills the smallest such board that is
//! known, found by looking at all boards of up to six blocks and at very many larger
//! ones, and made smaller until no step further was left.

use std::sync::LazyLock;

use mayan_reference::Puzzle;

use super::{Mutant, named};

/// A line a mutant: its name, n and the board.
const LINES: &str = include_str!("catalogue.tsv");

/// A board and a mutant that gets it wrong.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The mutant.
    pub mutant: &'static dyn Mutant,
    /// The board.
    pub puzzle: Puzzle,
}

static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| LINES.lines().filter_map(entry).collect());

/// All that is known, in the order of the mutants.
#[must_use]
pub fn all() -> &'static [Entry] {
    &ALL
}

/// The boards, each once, the smallest first.
#[must_use]
pub fn puzzles() -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = ALL.iter().map(|it| it.puzzle).collect();
    puzzles.sort_by_key(|it| (it.board.block_count(), it.n, it.board));
    puzzles.dedup();
    puzzles
}

/// The smallest board that a mutant gets wrong.
#[must_use]
pub fn of(name: &str) -> Option<Puzzle> {
    let entry = ALL.iter().find(|it| it.mutant.name() == name)?;
    Some(entry.puzzle)
}

/// A line; `None` if it isn't one, which a test rules out.
fn entry(line: &str) -> Option<Entry> {
    let [name, n, board] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let text = format!("{n} {}", board.replace('/', " "));
    Some(Entry {
        mutant: named(name)?,
        puzzle: Puzzle::parse(text.as_bytes()).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::{Standing, all as mutants};

    #[test]
    fn every_line_is_read_and_every_mutant_has_one() {
        assert_eq!(ALL.len(), LINES.lines().count());
        let killable: Vec<&str> = mutants()
            .filter(|it| it.standing() == Standing::Killable)
            .map(Mutant::name)
            .collect();
        let known: Vec<&str> = ALL.iter().map(|it| it.mutant.name()).collect();
        assert_eq!(known, killable);
    }
}
