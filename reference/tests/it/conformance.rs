//! A table of boards with answers by programs that have nothing to do with
//! this crate. It is not part of the source; where it is missing the test says
//! so and passes.

use std::io::Write;
use std::path::PathBuf;

use mayan_reference::{Puzzle, Rules, solve};

use crate::table::{self, Entry};
use crate::{convert, solver};

/// Where the table is, unless `MAYAN_CONFORMANCE_BOARDS` names another place.
const DEFAULT_PATH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/boards/boards.tsv"
);

/// A table shorter than this was cut off.
const FEWEST_BOARDS: usize = 300;

/// Checks an entry's four answers.
pub(crate) fn check(entry: &Entry) {
    let Entry { name, n, grid, .. } = entry;
    let puzzle = Puzzle::parse(entry.input().as_bytes()).unwrap();
    assert_eq!(convert::grid(&puzzle.board), *grid, "{name}");
    assert_eq!(puzzle.n, *n, "{name}");
    for (rules, expected) in Rules::ALL.into_iter().zip(&entry.answers) {
        let answer = convert::answer(solve(puzzle.board, puzzle.n, rules));
        assert_eq!(answer.as_ref(), expected.as_ref(), "{name}: {rules:?}");
        if let Some(answer) = answer {
            let checked = solver::check_answer(grid, *n, rules, &answer);
            assert!(checked.is_ok(), "{name}: {rules:?}: {checked:?}");
        }
    }
}

#[test]
fn answers_of_other_programs() {
    let path = std::env::var_os("MAYAN_CONFORMANCE_BOARDS")
        .map_or_else(|| PathBuf::from(DEFAULT_PATH), PathBuf::from);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // Written to the stream itself: the print macros are silent in a
            // test that passes.
            let mut stderr = std::io::stderr();
            writeln!(
                stderr,
                "skipped: no conformance boards at {}",
                path.display()
            )
            .unwrap();
            return;
        }
        Err(error) => panic!("{}: {error}", path.display()),
    };
    let entries = table::read(&text);
    assert!(entries.len() >= FEWEST_BOARDS, "{} boards", entries.len());
    entries.iter().for_each(check);
}
