//! The mutants: what can be said of each, held against many boards.

use mayan_judge::generate::boards::{Recipe, Source};
use mayan_judge::generate::kind::is_unambiguous;
use mayan_judge::generate::shrink::smaller;
use mayan_judge::lang::Lang;
use mayan_judge::mutants::{self, Fate, Fuel, Mutant, Standing, catalogue};
use mayan_judge::report::strength::smallest_board;
use mayan_judge::report::style::Style;
use mayan_judge::testcase::{CaseId, Testcase};
use mayan_reference::{Puzzle, Rules};

const STYLE: Style = Style {
    unicode: true,
    width: 80,
    lang: Lang::English,
};

fn fate(mutant: &dyn Mutant, puzzle: Puzzle) -> Fate {
    fate_within(mutant, puzzle, Fuel::default())
}

fn fate_within(mutant: &dyn Mutant, puzzle: Puzzle, fuel: Fuel) -> Fate {
    let case = Testcase::new(CaseId("a".to_owned()), puzzle);
    mutants::fate(mutant, &case, Rules::default(), fuel)
}

fn of(standing: Standing) -> Vec<&'static dyn Mutant> {
    mutants::all()
        .filter(|it| it.standing() == standing)
        .collect()
}

/// Boards of every recipe, small enough to be searched by everything.
fn boards(each: usize) -> impl Iterator<Item = Puzzle> {
    let small = |it: &Puzzle| it.n <= 3 && (it.n < 3 || it.board.block_count() < 16);
    let sources = Recipe::ALL.into_iter().filter(|it| {
        // These make none but large boards.
        !matches!(it, Recipe::TopRow | Recipe::Full | Recipe::FullSolvable)
    });
    sources.flat_map(move |recipe| Source::new(17, recipe).filter(small).take(each))
}

#[test]
fn there_are_enough_and_each_has_a_name() {
    let mut names: Vec<&str> = mutants::all().map(Mutant::name).collect();
    let all = names.len();
    assert!(of(Standing::Killable).len() >= 60);
    for name in &names {
        assert_eq!(mutants::named(name).map(Mutant::name), Some(*name));
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(mutants::named("no-such-mutant").is_none());
}

#[test]
fn equivalent_mutants_are_right_on_every_board() {
    let mutants = of(Standing::Equivalent);
    let mut right = 0;
    for puzzle in boards(40) {
        for mutant in &mutants {
            let fate = fate(*mutant, puzzle);
            assert_ne!(fate, Fate::Killed, "{} on {puzzle:?}", mutant.name());
            right += usize::from(fate == Fate::Survives);
        }
    }
    assert!(right > 300 * mutants.len(), "{right}");
}

#[test]
fn those_that_take_an_ambiguous_board_die_on_no_other_and_on_some_of_them() {
    let mutants = of(Standing::OnlyAmbiguous);
    let mut killed = vec![0; mutants.len()];
    for puzzle in boards(60) {
        let is_unambiguous = is_unambiguous(&puzzle);
        for (place, mutant) in mutants.iter().enumerate() {
            if fate(*mutant, puzzle) == Fate::Killed {
                assert!(!is_unambiguous, "{} on {puzzle:?}", mutant.name());
                killed[place] += 1;
            }
        }
    }
    for (mutant, killed) in mutants.iter().zip(killed) {
        assert!(killed > 0, "{}", mutant.name());
    }
}

#[test]
fn every_other_has_a_smallest_board_of_its_own() {
    for entry in catalogue::all() {
        let (name, puzzle) = (entry.mutant.name(), entry.puzzle);
        assert!(is_unambiguous(&puzzle), "{name}");
        assert_eq!(fate(entry.mutant, puzzle), Fate::Killed, "{name}");
        let still = smaller(&puzzle).into_iter().find(|it| {
            // Most end soon: what is longer isn't what a mutant is shown by.
            let fate = fate_within(entry.mutant, *it, Fuel(300));
            fate == Fate::Killed && is_unambiguous(it)
        });
        assert!(
            still.is_none(),
            "{name} dies on a smaller board, too: {still:?}"
        );
    }
}

#[test]
fn the_smallest_boards_drawn() {
    let drawings: String = catalogue::all()
        .iter()
        .filter_map(|entry| smallest_board(entry.mutant, STYLE))
        .map(|it| it + "\n")
        .collect();
    insta::assert_snapshot!(anstream::adapter::strip_str(&drawings).to_string());
}
