//! Reading and drawing of bytes of any kind: never a panic, and what is read
//! is what a second, plain reader reads.

use std::cell::Cell as Counter;

use mayan_reference::diagnostic::Severity;
use mayan_reference::input::normalise;
use mayan_reference::{Board, Puzzle};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseResult;

use crate::convert;
use crate::generate::{any_board, runner};
use crate::naive::{self, Grid};

/// That the file is read or a true place is named, and can be drawn safely.
fn check(source: &[u8]) -> TestCaseResult {
    let error = match Puzzle::parse(source) {
        Ok(puzzle) => {
            let again = Puzzle::parse(puzzle.to_string().as_bytes());
            prop_assert_eq!(again, Ok(puzzle));
            return Ok(());
        }
        Err(error) => error,
    };
    prop_assert!(error.span.start <= error.span.end && error.span.end <= source.len());
    let before = String::from_utf8_lossy(&source[..error.span.start]).into_owned();
    let line = before.split('\n').count();
    prop_assert_eq!(error.position.line, line);
    if std::str::from_utf8(source).is_ok() {
        let column = before.split('\n').next_back().unwrap().chars().count() + 1;
        prop_assert_eq!(error.position.column, column);
    }
    let place = format!("mayan.in:{}", error.position);
    let beginning = format!("{}: ", error.position);
    prop_assert!(error.to_string().starts_with(&beginning));
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        let drawn = error.diagnostic().draw(severity, "mayan.in", source, false);
        prop_assert!(drawn.contains(&place), "no {place} in\n{drawn}");
        let is_safe = |c: char| c == '\n' || !c.is_control();
        prop_assert!(drawn.chars().all(is_safe), "{drawn:?}");
        let coloured = error.diagnostic().draw(severity, "mayan.in", source, true);
        prop_assert!(coloured.contains(&error.diagnostic().label));
    }
    Ok(())
}

#[test]
fn arbitrary_bytes() {
    runner(3000)
        .run(&vec(any::<u8>(), 0..200), |source| check(&source))
        .unwrap();
}

/// A change to a file: what is put where, instead of how much.
type Change = (Index, usize, Vec<u8>);

/// Bytes that do harm somewhere, as text and not.
const PIECES: &[&[u8]] = &[
    b"",
    b" ",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"0",
    b"0\n",
    b"-",
    b"-1 ",
    b"11 ",
    b" 7",
    b"x",
    b"1 2 1 2 1 2 1 2 ",
    b"9999999999999999999999",
    b"\xff",
    b"\xe7",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\x1b[31m",
    "玛雅".as_bytes(),
    "\u{301}".as_bytes(),
    "\u{202e}".as_bytes(),
];

fn change() -> impl Strategy<Value = Change> {
    let piece = select(PIECES).prop_map(<[u8]>::to_vec);
    let bytes = vec(any::<u8>(), 0..4);
    (any::<Index>(), 0..4_usize, prop_oneof![piece, bytes])
}

#[test]
fn files_with_changes() {
    let mut runner = runner(5000);
    let cases = runner.config().cases;
    let refused = Counter::new(0);
    runner
        .run(
            &(any_board(), 1..=5_usize, vec(change(), 1..4)),
            |(grid, n, changes)| {
                let board = convert::board(&grid);
                let mut source = Puzzle { n, board }.to_string().into_bytes();
                for (index, remove, piece) in changes {
                    let start = index.index(source.len() + 1);
                    let end = source.len().min(start + remove);
                    source.splice(start..end, piece);
                }
                refused.set(refused.get() + u32::from(Puzzle::parse(&source).is_err()));
                check(&source)?;
                check(&normalise(&source))
            },
        )
        .unwrap();
    assert!(refused.get() * 2 > cases);
    assert!(refused.get() < cases);
}

#[test]
fn printed_puzzles_read_back() {
    runner(1000)
        .run(&(any_board(), 1..=5_usize), |(grid, n)| {
            let board = convert::board(&grid);
            let puzzle = Puzzle { n, board };
            let text = puzzle.to_string();
            prop_assert_eq!(Puzzle::parse(text.as_bytes()), Ok(puzzle));
            prop_assert_eq!(text.lines().count(), 6);
            prop_assert_eq!(text, format!("{n}\n{board}"));
            Ok(())
        })
        .unwrap();
}

/// n and the board, if these are the numbers of an input file.
fn read(numbers: &[i64]) -> Option<(usize, Grid)> {
    let (&n, mut left) = numbers.split_first()?;
    let mut grid = naive::EMPTY;
    for column in &mut grid {
        let height = left.iter().position(|&number| number == 0)?;
        for (y, &colour) in left[..height].iter().enumerate() {
            *column.get_mut(y)? = u8::try_from(colour).ok().filter(|c| (1..=10).contains(c))?;
        }
        left = &left[height + 1..];
    }
    let n = usize::try_from(n).ok().filter(|n| (1..=5).contains(n))?;
    left.is_empty().then_some((n, grid))
}

/// Whatever is between the numbers, the file is read if and only if they are
/// those of a puzzle.
#[test]
fn numbers_decide() {
    let mut runner = runner(5000);
    let cases = runner.config().cases;
    let accepted = Counter::new(0);
    let number = prop_oneof![4 => Just(0), 4 => 1..=10_i64, 1 => -2..=12_i64, 1 => any::<i64>()];
    let space = select(vec![" ", "  ", "\n", "\t", " \n ", "\n\n", "\x0b", "\x0c"]);
    let change = (
        any::<Index>(),
        prop::bool::ANY,
        proptest::option::of(number),
    );
    let inputs = (any_board(), 0..=6_i64, vec(change, 0..3), vec(space, 1..20));
    runner
        .run(&inputs, |(grid, n, changes, spaces)| {
            let mut numbers = vec![n];
            for column in grid {
                numbers.extend(column.into_iter().filter(|&c| c != 0).map(i64::from));
                numbers.push(0);
            }
            for (index, remove, number) in changes {
                let at = index.index(numbers.len());
                let end = at + usize::from(remove);
                numbers.splice(at..end, number);
                if numbers.is_empty() {
                    break;
                }
            }
            let mut source = String::new();
            for (number, space) in numbers.iter().zip(spaces.iter().cycle()) {
                source.extend([number.to_string().as_str(), space]);
            }
            let puzzle = Puzzle::parse(source.as_bytes());
            let expected = read(&numbers);
            accepted.set(accepted.get() + u32::from(expected.is_some()));
            let found = puzzle.ok().map(|p| (p.n, convert::grid(&p.board)));
            prop_assert_eq!(found, expected);
            check(source.as_bytes())
        })
        .unwrap();
    assert!(accepted.get() * 5 > cases);
    assert!(accepted.get() * 5 < cases * 4);
}

/// Blank lines are no fault, however many; the word behind them is found.
#[test]
fn a_word_behind_a_megabyte_of_blank_lines() {
    let mut source = b"3\n0\n0\n0\n0\n0\n".to_vec();
    source.resize(1 << 20, b'\n');
    assert_eq!(Puzzle::parse(&source).unwrap().board, Board::EMPTY);
    source.push(b'x');
    let error = Puzzle::parse(&source).unwrap_err();
    assert_eq!(error.span, (1 << 20)..(1 << 20) + 1);
    assert!(check(&source).is_ok());
}
