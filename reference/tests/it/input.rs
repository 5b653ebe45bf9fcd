//! What is said about input files that can't be read: word for word, because
//! people have to understand it. And what is read although it looks odd.

use std::borrow::Cow;

use insta::assert_snapshot;
use mayan_reference::diagnostic::Severity;
use mayan_reference::input::normalise;
use mayan_reference::{Board, Puzzle};

use crate::{convert, table};

/// The error for an input file, as it is drawn.
pub(crate) fn drawn(source: impl AsRef<[u8]>) -> String {
    let source = source.as_ref();
    let error = Puzzle::parse(source).unwrap_err();
    error
        .diagnostic()
        .draw(Severity::Error, "mayan.in", source, false)
}

fn sample() -> Board {
    convert::board(&table::grid("1 0 / 2 1 0 / 2 3 4 0 / 3 1 0 / 2 4 3 4 0"))
}

#[test]
fn columns_missing() {
    assert_snapshot!(drawn("3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n"), @"
    error: the board has 4 columns instead of 5
     --> mayan.in:5:6
      |
    5 | 3 1 0
      |      ^ expected 1 more column, an empty one being `0`
    ");
    assert_snapshot!(drawn("3\n"), @"
    error: the board has 0 columns instead of 5
     --> mayan.in:1:2
      |
    1 | 3
      |  ^ expected 5 more columns, an empty one being `0`
    ");
}

#[test]
fn columns_too_many() {
    assert_snapshot!(drawn("3\n1 0\n2 1 0\n0\n0\n0\n4 4 0\n"), @"
    error: the board has more than 5 columns
     --> mayan.in:7:1
      |
    7 | 4 4 0
      | ^ expected the file's end after five columns
      |
    help: a 0 closes a column, so one inside a column makes two of it
    ");
}

/// A 0 inside a column closes it: the board is moved by one.
#[test]
fn zero_too_many() {
    assert_snapshot!(drawn("3\n1 0 2 0\n2 1 0\n0\n0\n0\n"), @"
    error: the board has more than 5 columns
     --> mayan.in:2:5
      |
    2 | 1 0 2 0
      |     ^ expected the file's end after five columns
      |
    help: a 0 closes a column, so one inside a column makes two of it
    ");
}

#[test]
fn zero_missing_in_the_middle() {
    assert_snapshot!(drawn("3\n1 0\n2 1\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"), @"
    error: column x = 1 is not closed
     --> mayan.in:3:4
      |
    3 | 2 1
      |    ^ expected 0 to close the column
    ");
}

/// The two columns that become one are too high together.
#[test]
fn zero_missing_and_column_too_tall() {
    assert_snapshot!(drawn("3\n1 2 3 4\n5 1 2 3 0\n0\n0\n0\n"), @"
    error: column x = 0 is not closed
     --> mayan.in:2:8
      |
    2 | 1 2 3 4
      |        ^ expected 0 to close the column
    ");
}

#[test]
fn zero_missing_at_the_end() {
    assert_snapshot!(drawn("3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4\n"), @"
    error: column x = 4 is not closed
     --> mayan.in:6:8
      |
    6 | 2 4 3 4
      |        ^ expected 0 to close the column
    ");
    assert_snapshot!(drawn("3 0 0 0 0 1 2"), @"
    error: column x = 4 is not closed
     --> mayan.in:1:14
      |
    1 | 3 0 0 0 0 1 2
      |              ^ expected 0 to close the column
    ");
}

#[test]
fn column_too_tall() {
    assert_snapshot!(drawn("3\n0\n1 2 1 2 1 2 1 2 0\n0\n0\n0\n"), @"
    error: column x = 1 has more than 7 blocks
     --> mayan.in:3:15
      |
    3 | 1 2 1 2 1 2 1 2 0
      |               ^ expected 0: a column has at most 7 blocks
    ");
}

/// One number a line is fine, and the first column is closed, on its next line.
#[test]
fn columns_missing_one_number_a_line() {
    assert_snapshot!(drawn("3\n1\n0\n2\n0\n0\n0\n"), @"
    error: the board has 4 columns instead of 5
     --> mayan.in:7:2
      |
    7 | 0
      |  ^ expected 1 more column, an empty one being `0`
    ");
}

/// The first column's 0 is on a line of its own; the second is too high.
#[test]
fn column_too_tall_after_one_that_is_closed_on_the_next_line() {
    assert_snapshot!(drawn("3\n1 2\n0\n1 2 1 2 1 2 1 2 0\n0\n0\n0\n"), @"
    error: column x = 1 has more than 7 blocks
     --> mayan.in:4:15
      |
    4 | 1 2 1 2 1 2 1 2 0
      |               ^ expected 0: a column has at most 7 blocks
    ");
}

#[test]
fn colours_out_of_range() {
    assert_snapshot!(drawn("3\n1 0\n2 11 0\n0\n0\n0\n"), @"
    error: there is no colour 11
     --> mayan.in:3:3
      |
    3 | 2 11 0
      |   ^^ expected a colour from 1 to 10, or 0 to close the column
    ");
    assert_snapshot!(drawn("3\n1 0\n-1 0\n0\n0\n0\n"), @"
    error: there is no colour -1
     --> mayan.in:3:1
      |
    3 | -1 0
      | ^^ expected a colour from 1 to 10, or 0 to close the column
    ");
    assert_snapshot!(drawn("3\n1 0\n2 256 0\n0\n0\n0\n"), @"
    error: there is no colour 256
     --> mayan.in:3:3
      |
    3 | 2 256 0
      |   ^^^ expected a colour from 1 to 10, or 0 to close the column
    ");
}

#[test]
fn moves_out_of_range() {
    assert_snapshot!(drawn("0\n0\n0\n0\n0\n0\n"), @"
    error: n = 0 is out of range
     --> mayan.in:1:1
      |
    1 | 0
      | ^ expected n, the number of moves, from 1 to 5
    ");
    assert_snapshot!(drawn("6\n0\n0\n0\n0\n0\n"), @"
    error: n = 6 is out of range
     --> mayan.in:1:1
      |
    1 | 6
      | ^ expected n, the number of moves, from 1 to 5
    ");
    assert_snapshot!(drawn("-3\n0\n0\n0\n0\n0\n"), @"
    error: n = -3 is out of range
     --> mayan.in:1:1
      |
    1 | -3
      | ^^ expected n, the number of moves, from 1 to 5
    ");
}

#[test]
fn numbers_beyond_64_bits() {
    assert_snapshot!(drawn("9223372036854775808\n0\n0\n0\n0\n0\n"), @"
    error: n = 9223372036854775808 is out of range
     --> mayan.in:1:1
      |
    1 | 9223372036854775808
      | ^^^^^^^^^^^^^^^^^^^ expected n, the number of moves, from 1 to 5
    ");
    assert_snapshot!(drawn("3\n1 -99999999999999999999 0\n0\n0\n0\n0\n"), @"
    error: there is no colour -99999999999999999999
     --> mayan.in:2:3
      |
    2 | 1 -99999999999999999999 0
      |   ^^^^^^^^^^^^^^^^^^^^^ expected a colour from 1 to 10, or 0 to close the column
    ");
    let endless = "1".repeat(1000);
    assert_snapshot!(drawn(format!("3\n1 {endless} 0\n0\n0\n0\n0\n")), @"
    error: there is no colour 1111111111111111111111111111111111111111…
     --> mayan.in:2:3
      |
    2 | 1 111111111111111111111111111111111111111111111...111111111111111111111111111111111111111111111 0
      |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected a colour from 1 to 10, or 0 to close the column
    ");
}

#[test]
fn not_a_number() {
    assert_snapshot!(drawn("n=3\n0\n0\n0\n0\n0\n"), @"
    error: `n=3` is not a whole number
     --> mayan.in:1:1
      |
    1 | n=3
      | ^^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n1 x 0\n0\n0\n0\n0\n"), @"
    error: `x` is not a whole number
     --> mayan.in:2:3
      |
    2 | 1 x 0
      |   ^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n1, 2, 0\n0\n0\n0\n0\n"), @"
    error: `1,` is not a whole number
     --> mayan.in:2:1
      |
    2 | 1, 2, 0
      | ^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n1.0 0\n0\n0\n0\n0\n"), @"
    error: `1.0` is not a whole number
     --> mayan.in:2:1
      |
    2 | 1.0 0
      | ^^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n+1 0\n0\n0\n0\n0\n"), @"
    error: `+1` is not a whole number
     --> mayan.in:2:1
      |
    2 | +1 0
      | ^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n01 0\n0\n0\n0\n0\n"), @"
    error: `01` is not a whole number
     --> mayan.in:2:1
      |
    2 | 01 0
      | ^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n1 -0\n0\n0\n0\n0\n"), @"
    error: `-0` is not a whole number
     --> mayan.in:2:3
      |
    2 | 1 -0
      |   ^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n1 - 0\n0\n0\n0\n0\n"), @"
    error: `-` is not a whole number
     --> mayan.in:2:3
      |
    2 | 1 - 0
      |   ^ expected a whole number in plain decimal
    ");
}

#[test]
fn text_after_the_board() {
    assert_snapshot!(drawn("3\n0\n0\n0\n0\n0\n# the end\n"), @"
    error: `#` follows the end of the board
     --> mayan.in:7:1
      |
    7 | # the end
      | ^ expected the file's end after five columns
    ");
    assert_snapshot!(drawn("3\n0\n0\n0\n0\n0\n0\n"), @"
    error: the board has more than 5 columns
     --> mayan.in:7:1
      |
    7 | 0
      | ^ expected the file's end after five columns
      |
    help: a 0 closes a column, so one inside a column makes two of it
    ");
}

#[test]
fn nothing_but_white_space() {
    assert_snapshot!(drawn(""), @"
    error: the input is empty
     --> mayan.in:1:1
      |
    1 |
      | ^ expected n, the number of moves, from 1 to 5
    ");
    assert_snapshot!(drawn("\n \t\n  \n"), @"
    error: the input is empty
     --> mayan.in:1:1
      |
    1 |
      | ^ expected n, the number of moves, from 1 to 5
    ");
}

#[test]
fn an_error_on_one_line() {
    let source = b"3\n1 0\n12 0\n0\n0\n0\n";
    let error = Puzzle::parse(source).unwrap_err();
    assert_snapshot!(error, @"3:1: there is no colour 12; expected a colour from 1 to 10, or 0 to close the column");
    let diagnostic = error.diagnostic();
    assert_snapshot!(diagnostic.draw(Severity::Warning, "a b.in", source, false), @"
    warning: there is no colour 12
     --> a b.in:3:1
      |
    3 | 12 0
      | ^^ expected a colour from 1 to 10, or 0 to close the column
    ");
    let coloured = diagnostic.draw(Severity::Error, "mayan.in", source, true);
    assert!(coloured.contains("\u{1b}["));
}

#[test]
fn the_layout_is_free() {
    let board = sample();
    for source in [
        "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
        "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0",
        "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0",
        "3\t1\t0\t2 1 0\x0b2 3 4 0\x0c3 1 0 2 4 3 4 0",
        "\n\n  3\n\n1\n0\n2\n1 0\n2\n3\n4\n0 3\n1\n0 2 4 3 4 0  \n\n",
    ] {
        assert_eq!(Puzzle::parse(source.as_bytes()), Ok(Puzzle { n: 3, board }));
    }
}

#[test]
fn a_puzzle_is_printed_one_column_a_line() {
    let puzzle = Puzzle {
        n: 3,
        board: sample(),
    };
    assert_snapshot!(puzzle, @"
    3
    1 0
    2 1 0
    2 3 4 0
    3 1 0
    2 4 3 4 0
    ");
    assert_snapshot!(Puzzle { n: 5, board: Board::EMPTY }, @"
    5
    0
    0
    0
    0
    0
    ");
}

#[test]
fn normalising_takes_away_the_mark_and_carriage_returns() {
    let text = |source| String::from_utf8(normalise(source).into_owned()).unwrap();
    assert_eq!(text(b"\xef\xbb\xbf3\r\n1 0\r\n"), "3\n1 0\n");
    assert_eq!(text(b"3\r1 0\r"), "3\n1 0\n");
    assert_eq!(text(b"3\r\r\n\n1"), "3\n\n\n1");
    assert_eq!(text(b"\r"), "\n");
    assert_eq!(text(b""), "");
    // Only the first mark, and only at the beginning.
    assert_eq!(text(b"\xef\xbb\xbf\xef\xbb\xbf3"), "\u{feff}3");
    assert_eq!(text(b"3\xef\xbb\xbf"), "3\u{feff}");
    for unchanged in [&b"3\n1 0\n"[..], b"\xef\xbb\xbf3\n"] {
        assert!(matches!(normalise(unchanged), Cow::Borrowed(_)));
    }
}

#[test]
fn a_normalised_file_is_read() {
    let source = b"\xef\xbb\xbf3\r\n1 0\r\n2 1 0\r\n2 3 4 0\r\n3 1 0\r\n2 4 3 4 0\r\n";
    assert!(Puzzle::parse(source).is_err());
    let puzzle = Puzzle::parse(&normalise(source)).unwrap();
    assert_eq!(puzzle.board, sample());
}
