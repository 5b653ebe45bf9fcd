//! What is known of puzzles against plain questions to the solver.

use mayan_judge::generate::columns::Columns;
use mayan_judge::generate::dice::Dice;
use mayan_judge::validate::hardness::{Least, Solutions, Solved};
use mayan_reference::{MAX_MOVES, Puzzle, Rules, explain, least_clear, solutions, solve};

/// Random puzzles, many of which can be cleared early: few blocks, few colours.
fn puzzles(count: usize) -> Vec<Puzzle> {
    let mut dice = Dice::new(7);
    let mut puzzles = Vec::new();
    while puzzles.len() < count {
        let colours = dice.between(1, 3);
        let height = dice.between(1, 3);
        let columns = Columns(std::array::from_fn(|_| {
            let blocks = dice.below(height + 1);
            let colour = |_| u8::try_from(dice.between(1, colours)).unwrap();
            (0..blocks).map(colour).collect()
        }));
        puzzles.extend(columns.puzzle(dice.between(1, MAX_MOVES)));
    }
    puzzles
}

#[test]
fn answers_are_those_of_four_searches() {
    let mut ambiguous = 0;
    let mut solvable = 0;
    for puzzle in puzzles(1500) {
        let Puzzle { n, board } = puzzle;
        for rules in Rules::ALL {
            let solved = Solved::of(&puzzle, rules);
            let answers = Rules::ALL.map(|rules| solve(board, n, rules));
            assert_eq!(solved.answers, answers, "{puzzle}{rules:?}");
            let readings = solved.readings(rules);
            assert_eq!(readings[0].answer, answers[rules.index()]);
            let all: usize = readings.iter().map(|it| it.rules.len()).sum();
            assert_eq!(all, 4);
            ambiguous += usize::from(readings.len() > 1);
            solvable += usize::from(readings[0].answer.is_some());
            let hardness = solved.hardness;
            let least = least_clear(board, n + 1);
            match hardness.least {
                Least::Moves(moves) => assert_eq!(least, Some(moves), "{puzzle}"),
                Least::MoreThan(moves) => {
                    assert_eq!(least_clear(board, moves), None, "{puzzle}");
                }
                Least::Never => assert_eq!(least, None, "{puzzle}"),
            }
            let counted = solutions(board, n, rules, 1000);
            if let Solutions::Exactly(number) = hardness.solutions {
                assert_eq!(number.min(1000), counted, "{puzzle}");
            }
        }
    }
    assert!(ambiguous > 200 && solvable > 400, "{ambiguous} {solvable}");
}

/// Whatever was solved before: as `solve --explain` shows in a process of its own.
#[test]
fn boards_are_counted_the_same_each_time() {
    let all = puzzles(300);
    let nodes = |it: &Puzzle| Solved::of(it, Rules::default()).hardness.nodes;
    let forward: Vec<u64> = all.iter().map(nodes).collect();
    let mut backward: Vec<u64> = all.iter().rev().map(nodes).collect();
    backward.reverse();
    assert_eq!(forward, backward);
    let Puzzle { n, board } = all[0];
    let alone = std::thread::spawn(move || explain(board, n, Rules::default()).search.nodes());
    assert_eq!(alone.join().unwrap(), forward[0]);
}
