//! A board with other colours.

use mayan_reference::{Board, Colour, Puzzle};

use super::columns::Columns;
use super::dice::Dice;
use crate::digest::Digest;

/// Boards that differ from this one and from each other in colours alone: the moves
/// that clear one clear all, so the least answer is the same under every rule set.
///
/// Its own colours change places first, as a statement that numbers them without a gap
/// has it. Where that gives too few, one more number after the other takes part, from 1
/// to 10: so a program that can't read a great one is not taken for one that knows the
/// board. A board of one colour has 9 isomorphs, one of two has 89. There are as many
/// as there can be, `count` at most, and the board alone decides which: they are the
/// same on every machine and in every run.
#[must_use]
pub fn isomorphs(puzzle: &Puzzle, count: usize) -> Vec<Puzzle> {
    let columns = Columns::from(&puzzle.board);
    let mut own: Vec<u8> = columns.0.concat();
    own.sort_unstable();
    own.dedup();
    let mut dice = Dice::new(seed(&["isomorph", &puzzle.to_string()]));
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut numbers = own.clone();
    for another in 0..=Colour::MAX {
        if another > 0 && !numbers.contains(&another) {
            numbers.push(another);
        }
        // All but the board itself; those that were found are among them.
        let there_are = arrangements(numbers.len(), own.len()) - 1;
        while found.len() < count.min(there_are) {
            let mut new = numbers.clone();
            dice.shuffle(&mut new);
            new.truncate(own.len());
            if new != own && !found.contains(&new) {
                found.push(new);
            }
        }
    }
    let recoloured = found
        .iter()
        .filter_map(|new| painted(&columns, &own, new).map(|board| Puzzle { board, ..*puzzle }));
    recoloured.collect()
}

/// How many rows of `taken` different things there are, of `all`.
fn arrangements(all: usize, taken: usize) -> usize {
    (all - taken + 1..=all).product()
}

fn painted(columns: &Columns, from: &[u8], to: &[u8]) -> Option<Board> {
    let paint = |colour: &u8| {
        let at = from.iter().position(|it| it == colour);
        at.map_or(*colour, |at| to[at])
    };
    let paint = |column: &Vec<u8>| column.iter().map(paint).collect();
    Columns(columns.0.each_ref().map(paint)).board()
}

/// A seed that some texts decide.
#[must_use]
pub fn seed(parts: &[&str]) -> u64 {
    let digest = Digest::of_parts(parts.iter().map(|part| part.as_bytes()));
    let first = digest.0.iter().take(8);
    first.fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mayan_reference::{Rules, solve};

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::parse(text.as_bytes()).expect("a puzzle")
    }

    /// All kinds of boards: solvable or not, ambiguous or not.
    const BOARDS: [&str; 4] = [
        "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0",
        "2 1 0 1 0 0 1 0 0",
        "2 1 0 1 0 2 0 1 0 0",
        "4 1 2 0 0 1 0 2 1 2 0 0",
    ];

    #[test]
    fn their_answers_are_the_same_under_every_rule_set() {
        for text in BOARDS {
            let original = puzzle(text);
            let found = isomorphs(&original, 5);
            assert_eq!(found.len(), 5);
            for (at, other) in found.iter().enumerate() {
                assert_ne!(other.board, original.board);
                assert!(!found[..at].contains(other));
                for rules in Rules::ALL {
                    let answer = |it: &Puzzle| solve(it.board, it.n, rules);
                    assert_eq!(answer(other), answer(&original), "{other}");
                }
            }
        }
    }

    #[test]
    fn its_own_colours_first_then_others_up_to_what_there_is() {
        let greatest = |it: &Puzzle| Columns::from(&it.board).0.concat().into_iter().max();
        let found = isomorphs(&puzzle(BOARDS[2]), 100);
        assert_eq!(found.len(), 89);
        assert_eq!(greatest(&found[0]), Some(2));
        let found = isomorphs(&puzzle(BOARDS[1]), 100);
        let numbers: Vec<u8> = found.iter().filter_map(greatest).collect();
        assert_eq!(numbers, (2..=10).collect::<Vec<u8>>());
        let sample = isomorphs(&puzzle(BOARDS[0]), 23);
        assert_eq!(sample.len(), 23);
        assert!(sample.iter().all(|it| greatest(it) == Some(4)));
        assert_eq!(isomorphs(&puzzle("2 0 0 0 0 0"), 3), []);
        let ten = "5 1 2 3 0 4 5 6 0 7 8 9 0 10 1 2 0 3 4 5 0";
        assert_eq!(isomorphs(&puzzle(ten), 100).len(), 100);
    }

    #[test]
    fn the_board_alone_decides_which() {
        let shown: Vec<String> = isomorphs(&puzzle(BOARDS[0]), 2)
            .iter()
            .map(|it| it.to_string().replace('\n', " "))
            .collect();
        insta::assert_debug_snapshot!(shown, @r#"
        [
            "3 2 0 4 2 0 4 3 1 0 3 2 0 4 1 3 1 0 ",
            "3 4 0 3 4 0 3 2 1 0 2 4 0 3 1 2 1 0 ",
        ]
        "#);
        let sample = puzzle(BOARDS[0]);
        assert_eq!(isomorphs(&sample, 9)[..2], isomorphs(&sample, 2));
    }
}
