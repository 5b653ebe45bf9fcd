//! The checker: each finding, from output bytes.

use mayan_judge::checker::check;
use mayan_judge::finding::{CheckOutcome, Finding, Note};
use mayan_judge::testcase::{CaseId, Testcase};
use mayan_judge::verdict::Verdict;
use mayan_reference::token::Position;
use mayan_reference::{IllegalMove, MoveCount, Puzzle, Rules, SameColourSwap};
use proptest::prelude::*;

use crate::support::{ONE_MOVE, SAMPLE, SAMPLE_ANSWER, UNSOLVABLE};

const AT_MOST: Rules = Rules::new(MoveCount::AtMost, SameColourSwap::Legal);

/// A row of three and two moves: clear after one, unless a move is wasted.
const EARLY: &str = "2\n1 0\n1 0\n0\n1 0\n0\n";

fn testcase(input: &str) -> Testcase {
    let puzzle = Puzzle::parse(input.as_bytes()).unwrap();
    Testcase::new(CaseId("case".to_owned()), puzzle)
}

fn outcome(input: &str, output: impl AsRef<[u8]>) -> CheckOutcome {
    check(&testcase(input), Rules::default(), output.as_ref())
}

fn finding(input: &str, output: impl AsRef<[u8]>) -> Finding {
    outcome(input, output).finding
}

fn at(line: usize, column: usize) -> Position {
    Position { line, column }
}

fn illegal(index: usize, numbers: [&str; 3], why: IllegalMove) -> Finding {
    Finding::IllegalMove {
        index,
        numbers: numbers.map(str::to_owned),
        why,
    }
}

#[test]
fn the_least_answer_is_right_in_any_layout() {
    assert_eq!(finding(SAMPLE, SAMPLE_ANSWER), Finding::Right);
    assert_eq!(finding(SAMPLE, "2 1 1 3 1 1 3 0 1"), Finding::Right);
    assert_eq!(
        finding(SAMPLE, "\t2\n1\n1\n\n3 1 1\x0b3 0 1  \n\n"),
        Finding::Right
    );
    assert_eq!(finding(UNSOLVABLE, "-1\n"), Finding::Right);
    assert_eq!(finding(UNSOLVABLE, "  -1"), Finding::Right);
    assert!(outcome(SAMPLE, SAMPLE_ANSWER).notes.is_empty());
}

#[test]
fn a_mark_and_carriage_returns_are_noted_not_punished() {
    let outcome = outcome(SAMPLE, "\u{feff}2 1 1\r\n3 1 1\r\n3 0 1\r\n");
    assert_eq!(outcome.finding, Finding::Right);
    assert_eq!(outcome.notes, [Note::ByteOrderMark, Note::CarriageReturns]);
}

#[test]
fn nothing_printed() {
    for nothing in ["", "\n", " \r\n\t"] {
        assert_eq!(finding(SAMPLE, nothing), Finding::NothingPrinted);
        assert_eq!(finding(UNSOLVABLE, nothing), Finding::NothingPrinted);
    }
    assert_eq!(finding(SAMPLE, "\u{feff}"), Finding::NothingPrinted);
}

#[test]
fn what_is_no_whole_number_is_a_presentation_error() {
    for (output, found, position) in [
        ("(2, 1, 1)", "(2,", at(1, 1)),
        ("2 1 1\n3 1.0 1\n3 0 1\n", "1.0", at(2, 3)),
        ("2 1 +1\n", "+1", at(1, 5)),
        ("02 1 1\n", "02", at(1, 1)),
        ("-0 1 1\n", "-0", at(1, 1)),
        ("- 1 1\n", "-", at(1, 1)),
        ("答案 2 1 1", "答案", at(1, 1)),
        ("2 1 1\n3 1 1\n3 0 1e0\n", "1e0", at(3, 5)),
        ("2\x001\x001", "2\\u{0}1\\u{0}1", at(1, 1)),
    ] {
        let expected = Finding::NotInteger {
            found: found.to_owned(),
            at: position,
        };
        assert_eq!(finding(SAMPLE, output), expected, "{output:?}");
    }
    let broken = finding(SAMPLE, b"2 \xff\xfe 1");
    assert!(matches!(&broken, Finding::NotInteger { found, .. } if found == "\\xff\\xfe"));
    assert_eq!(Verdict::from(&broken), Verdict::PresentationError);
    assert_eq!(finding(SAMPLE, b"\xff\xfe2\0 \x001\0"), Finding::Utf16);
}

#[test]
fn minus_one_stands_alone() {
    for (output, found, position) in [
        ("-1 -1 -1\n", "-1", at(1, 4)),
        ("-1\nno answer\n", "no", at(2, 1)),
    ] {
        let expected = Finding::AfterMinusOne {
            found: found.to_owned(),
            at: position,
        };
        assert_eq!(finding(UNSOLVABLE, output), expected);
        assert_eq!(finding(SAMPLE, output), expected);
    }
    assert_eq!(finding(SAMPLE, "-1"), Finding::ClaimsNone);
}

#[test]
fn numbers_out_of_range() {
    use IllegalMove::{ColumnOutOfRange, DirectionOutOfRange, RowOutOfRange};
    for (numbers, why) in [
        (["5", "0", "1"], ColumnOutOfRange),
        (["-2", "0", "1"], ColumnOutOfRange),
        (["2", "7", "1"], RowOutOfRange),
        (["2", "-1", "1"], RowOutOfRange),
        (["2", "1", "0"], DirectionOutOfRange),
        (["2", "1", "2"], DirectionOutOfRange),
        (["99999999999999999999", "1", "1"], ColumnOutOfRange),
        (["2", "-99999999999999999999", "1"], RowOutOfRange),
    ] {
        let output = format!("{}\n3 1 1\n3 0 1\n", numbers.join(" "));
        assert_eq!(finding(SAMPLE, output), illegal(0, numbers, why));
    }
}

#[test]
fn moves_that_the_board_does_not_allow() {
    assert_eq!(
        finding(SAMPLE, "2 1 1\n3 5 1\n3 0 1\n"),
        illegal(1, ["3", "5", "1"], IllegalMove::NoBlock)
    );
    assert_eq!(
        finding(SAMPLE, "2 1 1\n3 1 1\n4 0 1\n"),
        illegal(2, ["4", "0", "1"], IllegalMove::OverEdge)
    );
    assert_eq!(
        finding(SAMPLE, "0 0 -1\n3 1 1\n4 0 1\n"),
        illegal(0, ["0", "0", "-1"], IllegalMove::OverEdge)
    );
    // The earlier fault is told, whichever kind the later one is.
    assert_eq!(
        finding(SAMPLE, "0 3 1\n9 9 9\n"),
        illegal(0, ["0", "3", "1"], IllegalMove::NoBlock)
    );
}

#[test]
fn too_few_and_too_many() {
    let few = Finding::TooFewMoves { found: 2, left: 12 };
    assert_eq!(finding(SAMPLE, "2 1 1\n3 1 1\n"), few);
    let incomplete = Finding::IncompleteMove {
        index: 1,
        numbers: 2,
    };
    assert_eq!(finding(SAMPLE, "2 1 1\n3 1\n"), incomplete);
    for (tail, found) in [
        ("0 0 1\n", "0"),
        ("0", "0"),
        ("Done!", "Done!"),
        ("-1", "-1"),
    ] {
        let many = Finding::TooManyMoves {
            found: found.to_owned(),
            at: at(4, 1),
        };
        assert_eq!(finding(SAMPLE, format!("{SAMPLE_ANSWER}{tail}")), many);
    }
}

#[test]
fn blocks_left_after_the_last_move() {
    let left = Finding::NotCleared { left: 12 };
    assert_eq!(finding(SAMPLE, "2 1 1\n3 1 1\n0 0 1\n"), left);
}

#[test]
fn clear_before_the_last_move() {
    // As published programs pad: stale lines, zeros, -1 -1 -1, or nothing.
    for (tail, printed) in [("", 1), ("0 0 0\n", 2), ("-1 -1 -1\n", 2), ("3 0 -1\n", 2)] {
        let early = Finding::ClearedEarly { after: 1, printed };
        assert_eq!(finding(EARLY, format!("3 0 -1\n{tail}")), early, "{tail:?}");
    }
    let least = outcome(EARLY, "0 0 1\n3 0 -1\n");
    assert_eq!(least.finding, Finding::Right, "{least:?}");
}

#[test]
fn at_most_ends_with_the_clear_board() {
    let testcase = testcase(EARLY);
    let finding = |output: &str| check(&testcase, AT_MOST, output.as_bytes()).finding;
    assert_eq!(finding("0 0 1\n3 0 -1\n"), Finding::Right);
    let after = Finding::MovesAfterClear { after: 1 };
    assert_eq!(finding("3 0 -1\n3 0 -1\n"), after);
    assert_eq!(finding("3 0 -1\n0 0 0\n"), after);
    assert_eq!(finding("1 0 1\n"), Finding::NotCleared { left: 3 });
    assert!(matches!(
        finding("3 0 -1\n"),
        Finding::NotLeast { index: 0, .. }
    ));
}

#[test]
fn an_empty_board_has_no_move() {
    let empty = testcase("2\n0\n0\n0\n0\n0\n");
    let exact = Rules::default();
    assert_eq!(check(&empty, exact, b"-1").finding, Finding::Right);
    assert_eq!(check(&empty, AT_MOST, b"").finding, Finding::Right);
    let claim = check(&empty, AT_MOST, b"-1");
    assert_eq!(claim.finding, Finding::ClaimsNone);
    assert_eq!(claim.right_under.len(), 2, "{claim:?}");
    let nothing = check(&empty, exact, b"");
    assert_eq!(nothing.finding, Finding::NothingPrinted);
    assert_eq!(nothing.right_under.len(), 2, "{nothing:?}");
}

#[test]
fn moves_though_there_is_no_answer() {
    let finding = finding(UNSOLVABLE, "3 0 -1\n3 0 1\n");
    let Finding::NoAnswerExists { because } = finding else {
        panic!("{finding:?}");
    };
    assert_eq!(*because, Finding::NotCleared { left: 1 });
}

#[test]
fn a_clearing_answer_that_is_not_the_least() {
    let outcome = outcome(SAMPLE, "2 1 1\n3 1 1\n4 0 -1\n");
    let Finding::NotLeast {
        index,
        printed,
        least,
    } = outcome.finding
    else {
        panic!("{outcome:?}");
    };
    assert_eq!(
        (index, printed.to_string(), least.to_string()),
        (2, "4 0 -1".into(), "3 0 1".into())
    );
}

/// The first example of problem.md: the answers differ between rule sets.
#[test]
fn an_answer_that_is_right_under_other_rules_says_so() {
    let ambiguous = "2\n1 0\n1 0\n0\n1 0\n0\n";
    let legal = outcome(ambiguous, "0 0 1\n3 0 -1\n");
    assert_eq!(legal.finding, Finding::Right);
    let forbidden = outcome(ambiguous, "1 0 1\n0 0 1\n");
    assert!(matches!(forbidden.finding, Finding::NotLeast { .. }));
    let exact_forbidden = Rules::new(MoveCount::Exact, SameColourSwap::Forbidden);
    assert!(
        forbidden.right_under.contains(&exact_forbidden),
        "{forbidden:?}"
    );
    let wrong = outcome(ambiguous, "3 0 1\n4 0 -1\n");
    assert!(wrong.right_under.is_empty(), "{wrong:?}");
}

#[test]
fn megabytes_of_junk_are_read_once() {
    let mut junk = SAMPLE_ANSWER.as_bytes().to_vec();
    junk.resize(8 << 20, b'7');
    assert!(matches!(
        finding(SAMPLE, &junk),
        Finding::TooManyMoves { .. }
    ));
    let one_word = vec![b'x'; 8 << 20];
    let Finding::NotInteger { found, .. } = finding(SAMPLE, &one_word) else {
        panic!("one long word is no number");
    };
    assert!(found.chars().count() <= 41, "{found}");
    let digits = vec![b'9'; 8 << 20];
    assert!(matches!(
        finding(SAMPLE, &digits),
        Finding::IncompleteMove { .. }
    ));
    let lines = b"2 1 1\n".repeat(1 << 20);
    assert!(matches!(
        finding(SAMPLE, &lines),
        Finding::IllegalMove { .. } | Finding::TooManyMoves { .. }
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is printed, there is a finding; it is right for the one answer
    /// only, token by token.
    #[test]
    fn only_the_least_answer_is_right(
        output in prop_oneof![
            "[-0-9 \n]{0,30}".prop_map(String::into_bytes),
            proptest::collection::vec(any::<u8>(), 0..60),
            proptest::collection::vec((0..5_i64, 0..3_i64, prop_oneof![Just(1_i64), Just(-1)]), 0..4)
                .prop_map(|moves| moves.iter().map(|(x, y, g)| format!("{x} {y} {g}\n")).collect::<String>().into_bytes()),
        ],
        input in prop_oneof![Just(SAMPLE), Just(ONE_MOVE), Just(EARLY), Just(UNSOLVABLE)],
    ) {
        let testcase = testcase(input);
        for rules in Rules::ALL {
            let answer = testcase.answer(rules).clone();
            let text = mayan_reference::moves::answer_text(answer.as_deref());
            let words = |bytes: &[u8]| {
                let text = String::from_utf8_lossy(bytes).into_owned();
                let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
                text.split(|c: char| matches!(c, ' ' | '\t'..='\r')).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
            };
            let same = words(&output) == words(text.as_bytes());
            let outcome = check(&testcase, rules, &output);
            prop_assert_eq!(outcome.finding == Finding::Right, same, "{:?}", outcome);
            prop_assert!(!outcome.right_under.contains(&rules));
        }
    }
}
