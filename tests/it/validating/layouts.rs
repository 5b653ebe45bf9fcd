//! Layouts, at random: what is mended has the same tokens and is right, and what is
//! right has no fault.

use mayan_judge::validate::layout::{look, mended, rows_of_answer, rows_of_puzzle, text};
use mayan_reference::Puzzle;
use mayan_reference::token::tokens;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::support::SAMPLE;

/// The same cases in every run.
pub(super) fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        failure_persistence: None,
        cases,
        rng_seed: RngSeed::Fixed(20_111_112),
        ..Config::default()
    })
}

/// White space, right or not.
fn gap() -> impl Strategy<Value = String> {
    let right = prop_oneof![Just(" ".to_owned()), Just("\n".to_owned())];
    let piece = prop_oneof![
        Just(" "),
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just("\t"),
        Just("\x0c")
    ];
    let any = vec(piece, 1..4).prop_map(|it| it.concat());
    prop_oneof![4 => right, 1 => any]
}

/// A text of these words with any white space between, before and behind them.
pub(super) fn laid_out(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let ends = || prop_oneof![2 => Just(String::new()), 1 => Just("\n".to_owned()), 1 => gap()];
    let gaps = vec(gap(), words.len() - 1);
    (any::<bool>(), ends(), gaps, ends()).prop_map(move |(has_mark, before, gaps, after)| {
        let mut text = String::new();
        if has_mark {
            text.push('\u{feff}');
        }
        text += &before;
        for (place, word) in words.iter().enumerate() {
            text += word;
            text += gaps.get(place).map_or("", String::as_str);
        }
        (text + &after).into_bytes()
    })
}

pub(super) const INPUT: &[&str] = &[
    "3", "1", "0", "2", "1", "0", "2", "3", "4", "0", "3", "1", "0", "2", "4", "3", "4", "0",
];
pub(super) const ANSWER: &[&str] = &["2", "1", "1", "3", "1", "1", "3", "0", "1"];

fn words(source: &[u8]) -> Vec<Vec<u8>> {
    let text = text(source);
    tokens(&text).map(|it| it.bytes.to_vec()).collect()
}

fn holds(source: &[u8], rows: &[usize]) -> Result<(), TestCaseError> {
    let mended = mended(source, rows).unwrap();
    prop_assert_eq!(words(&mended), words(source));
    prop_assert_eq!(look(&mended, Some(rows)), vec![]);
    let faults = look(source, Some(rows));
    prop_assert_eq!(faults.is_empty(), mended == source, "{:?}", faults);
    for found in faults {
        prop_assert!(found.times > 0 && found.span.end <= source.len());
    }
    Ok(())
}

#[test]
fn a_layout_is_right_or_has_a_fault_and_mending_keeps_tokens() {
    let rows = rows_of_puzzle(&Puzzle::parse(SAMPLE.as_bytes()).unwrap());
    let input = |source: Vec<u8>| {
        prop_assert_eq!(mended(&source, &rows), Some(SAMPLE.as_bytes().to_vec()));
        holds(&source, &rows)
    };
    runner(2000).run(&laid_out(INPUT), input).unwrap();
    let answer = |source: Vec<u8>| holds(&source, &rows_of_answer(&source).unwrap());
    runner(1000).run(&laid_out(ANSWER), answer).unwrap();
}

#[test]
fn what_is_no_list_of_moves_has_no_rows() {
    for (answer, rows) in [
        ("-1", Some(vec![1])),
        ("1 0 1\n0 0 1", Some(vec![3, 3])),
        ("-1 -1", None),
        ("1 0", None),
        ("", None),
    ] {
        assert_eq!(rows_of_answer(answer.as_bytes()), rows, "{answer}");
    }
}
