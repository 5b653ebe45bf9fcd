//! The rules, one example each, and what follows from them.

use mayan_reference::moves::{Effect, answer_text};
use mayan_reference::{
    Board, Cascade, Direction, IllegalMove, Move, MoveCount, Rules, SameColourSwap, Stop, replay,
    solve,
};

use crate::naive::{self, Triple};
use crate::{convert, features, table};

fn board(text: &str) -> Board {
    convert::board(&table::grid(text))
}

fn moves(text: &str) -> Vec<Move> {
    let triples = table::answer(text).unwrap();
    triples.into_iter().map(convert::played).collect()
}

/// The answers under the four rule sets, as lines of a table.
fn answers(n: usize, text: &str) -> [String; 4] {
    Rules::ALL.map(|rules| {
        let answer = convert::answer(solve(board(text), n, rules));
        table::answer_text(answer.as_ref())
    })
}

/// The board after one move, and how many eliminations there were.
fn after(text: &str, played: Triple) -> (Board, usize) {
    let shifted = board(text).shift(convert::played(played), Rules::default());
    let cascade = Cascade::trace(shifted.unwrap());
    (cascade.result, cascade.eliminations.len())
}

#[test]
fn sample() {
    let answers = answers(3, "1 0 / 2 1 0 / 2 3 4 0 / 3 1 0 / 2 4 3 4 0");
    assert_eq!(answers, ["2 1 1 / 3 1 1 / 3 0 1"; 4]);
}

#[test]
fn an_ambiguous_board() {
    let (legal, forbidden) = ("0 0 1 / 3 0 -1", "1 0 1 / 0 0 1");
    let answers = answers(2, "1 0 / 1 0 / 0 / 1 0 / 0");
    assert_eq!(answers, [legal, forbidden, legal, forbidden]);
}

#[test]
fn a_block_swaps_with_its_neighbour() {
    let swapped = (board("2 0 / 1 3 0 / 0 / 0 / 0"), 0);
    assert_eq!(after("1 0 / 2 3 0 / 0 / 0 / 0", (0, 0, 1)), swapped);
}

#[test]
fn a_block_drops_onto_the_next_column_and_those_above_it_follow() {
    let dropped = (board("1 3 4 0 / 5 2 0 / 0 / 0 / 0"), 0);
    assert_eq!(after("1 2 3 4 0 / 5 0 / 0 / 0 / 0", (0, 1, 1)), dropped);
}

#[test]
fn a_block_drops_from_the_top_row_to_the_floor() {
    let dropped = (board("0 / 0 / 1 2 1 2 1 2 0 / 3 0 / 0"), 0);
    let from = "0 / 0 / 1 2 1 2 1 2 3 0 / 0 / 0";
    assert_eq!(after(from, (2, 6, 1)), dropped);
}

#[test]
fn only_a_block_can_be_dragged_and_only_within_the_board() {
    let board = board("1 0 / 0 / 0 / 0 / 2 0");
    let effect = |triple| board.effect(convert::played(triple), Rules::default());
    assert_eq!(effect((0, 0, 1)), Ok(Effect::Drop));
    assert_eq!(effect((0, 0, -1)), Err(IllegalMove::OverEdge));
    assert_eq!(effect((4, 0, 1)), Err(IllegalMove::OverEdge));
    assert_eq!(effect((1, 0, 1)), Err(IllegalMove::NoBlock));
    assert_eq!(effect((0, 1, 1)), Err(IllegalMove::NoBlock));
}

#[test]
fn equal_blocks_may_be_swapped_unless_it_is_forbidden() {
    let board = board("1 0 / 1 0 / 0 / 0 / 0");
    let played = convert::played((0, 0, 1));
    for rules in Rules::ALL {
        let shifted = board.shift(played, rules);
        match rules.same_colour_swap {
            SameColourSwap::Legal => assert_eq!(shifted, Ok(board)),
            SameColourSwap::Forbidden => assert_eq!(shifted, Err(IllegalMove::SameColourSwap)),
        }
    }
}

/// The 1 leaves for an empty column and falls past two others.
#[test]
fn nothing_is_eliminated_in_mid_fall() {
    let from = "0 / 5 6 1 0 / 0 / 7 8 1 0 / 7 8 1 0";
    let fallen = board("0 / 5 6 0 / 1 0 / 7 8 1 0 / 7 8 1 0");
    assert_eq!(after(from, (1, 2, 1)), (fallen, 0));
}

/// The row of 2 and the columns of 2 and 3 are there after one move.
#[test]
fn rows_and_columns_vanish_at_once_and_share_a_block() {
    let from = "2 0 / 2 0 / 3 2 2 0 / 2 3 3 0 / 0";
    let (rest, eliminations) = after(from, (2, 0, 1));
    assert_eq!((rest, eliminations), (Board::EMPTY, 1));
}

#[test]
fn a_run_of_any_length_vanishes_as_a_whole() {
    let row_of_five = "1 0 / 1 1 0 / 0 / 1 0 / 1 0";
    assert_eq!(after(row_of_five, (1, 1, 1)), (Board::EMPTY, 1));
    let column_of_seven = "1 1 1 2 1 1 1 0 / 2 2 3 1 0 / 0 / 0 / 0";
    let board = board(column_of_seven);
    // It is no board of the task, since two runs are there from the start, but
    // the move comes first all the same.
    assert_eq!(board.runs().len(), 6);
    let left = (self::board("0 / 2 2 3 2 0 / 0 / 0 / 0"), 1);
    assert_eq!(after(column_of_seven, (0, 3, 1)), left);
}

/// The three 2 meet when the 3 between them leaves; the three 1 only when the 2
/// are gone.
#[test]
fn blocks_drop_before_the_board_is_looked_at_again() {
    let from = "0 / 1 2 2 3 3 2 1 0 / 3 0 / 0 / 0";
    let board = board(from);
    assert!(board.runs().is_empty());
    // One 3 of two leaves: no run yet.
    let left = (self::board("0 / 1 2 2 3 2 1 0 / 3 3 0 / 0 / 0"), 0);
    assert_eq!(after(from, (1, 4, 1)), left);
    // The last 3 leaves: it vanishes with those in the next column.
    let from = "0 / 1 2 2 3 2 1 1 0 / 3 3 0 / 0 / 0";
    assert_eq!(after(from, (1, 3, 1)), (Board::EMPTY, 2));
}

/// Both give the same board; the one to the right is less.
#[test]
fn a_swap_to_the_left_is_legal_and_never_in_a_least_answer() {
    let start = board("1 0 / 2 1 0 / 2 3 4 0 / 3 1 0 / 2 4 3 4 0");
    let least = moves("2 1 1 / 3 1 1 / 3 0 1");
    let to_the_left = moves("3 1 -1 / 4 1 -1 / 4 0 -1");
    for rules in Rules::ALL {
        assert!(replay(start, &to_the_left, rules).clears());
        assert_eq!(solve(start, 3, rules).as_ref(), Some(&least));
    }
    assert!(least < to_the_left);
    let boards = |moves: &[Move]| {
        let steps = replay(start, moves, Rules::default()).steps;
        steps
            .into_iter()
            .map(|step| step.settled)
            .collect::<Vec<_>>()
    };
    assert_eq!(boards(&least), boards(&to_the_left));
}

#[test]
fn one_or_two_of_a_colour_can_not_be_cleared() {
    for text in [
        "1 0 / 0 / 0 / 0 / 0",
        "1 0 / 1 0 / 0 / 0 / 0",
        "1 1 0 / 2 2 1 2 0 / 3 0 / 0 / 0",
    ] {
        for n in 1..=4 {
            assert_eq!(answers(n, text), ["-1"; 4], "{text}");
        }
    }
}

#[test]
fn an_empty_board_has_no_moves() {
    for triple in naive::in_order() {
        let effect = Board::EMPTY.effect(convert::played(triple), Rules::default());
        assert_eq!(effect, Err(IllegalMove::NoBlock));
    }
    for rules in Rules::ALL {
        let answer = solve(Board::EMPTY, 2, rules);
        let (expected, text) = match rules.moves {
            MoveCount::Exact => (None, "-1\n"),
            MoveCount::AtMost => (Some(Vec::new()), ""),
        };
        assert_eq!(answer, expected);
        assert_eq!(answer_text(answer.as_deref()), text);
        let replay = replay(Board::EMPTY, &moves("0 0 1"), rules);
        assert_eq!((replay.steps.len(), replay.stop), (0, Stop::Cleared));
    }
    let nothing = replay(Board::EMPTY, &[], Rules::default());
    assert!(nothing.clears());
}

#[test]
fn an_early_clear_is_no_answer_of_exactly_n_moves() {
    let text = "1 3 1 3 3 0 / 0 / 1 0 / 1 0 / 0";
    assert_eq!(answers(1, text), ["0 2 1"; 4]);
    assert_eq!(answers(2, text), ["2 0 1 / 0 2 1", "-1", "0 2 1", "0 2 1"]);
    let replay = replay(board(text), &moves("0 2 1 / 2 0 1"), Rules::default());
    assert_eq!((replay.steps.len(), replay.stop), (1, Stop::Cleared));
    assert!(replay.last.is_empty() && !replay.clears());
}

#[test]
fn moves_are_ordered_and_printed_as_in_an_answer() {
    let all: Vec<_> = naive::in_order().map(convert::played).collect();
    assert!(all.is_sorted());
    assert_eq!(all.len(), 70);
    assert!(Direction::Right < Direction::Left);
    let two = &all[..2];
    assert_eq!(answer_text(Some(two)), "0 0 1\n0 0 -1\n");
    assert_eq!(all[69].to_string(), "4 6 -1");
}

/// The known fault: `x+1 y -1` is tried while column x is scanned.
#[test]
fn published_programs_with_the_wrong_order_miss_the_least_answer() {
    let text = "6 6 0 / 0 / 6 0 / 0 / 0";
    let start = board(text);
    let printed = features::first_in_wrong_order(&table::grid(text), 3).unwrap();
    let printed: Vec<_> = printed.into_iter().map(convert::played).collect();
    let least = solve(start, 3, Rules::default()).unwrap();
    assert!(replay(start, &printed, Rules::default()).clears());
    assert!(least < printed);
    assert_eq!(least, moves("2 0 1 / 0 0 1 / 3 0 -1"));
    assert_eq!(printed, moves("2 0 -1 / 0 1 1 / 1 0 1"));
}
