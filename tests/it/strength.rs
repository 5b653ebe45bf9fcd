//! How strong testcases are: those that are shipped, and those of the official kind.

use std::collections::BTreeSet;

use mayan_judge::generate::boards::{Recipe, Source};
use mayan_judge::generate::kind::is_unambiguous;
use mayan_judge::generate::shape::longest_chain;
use mayan_judge::lang::Lang;
use mayan_judge::mutants::{Fate, Fuel, Ran, fate, named};
use mayan_judge::report::html;
use mayan_judge::report::strength::strength;
use mayan_judge::report::style::Style;
use mayan_judge::testcase::{self, CaseId, Layout, Testcase};
use mayan_judge::validate::strength::{Outcome, Strength};
use mayan_reference::{Puzzle, Rules, solve};

use crate::support::root;

fn style(lang: Lang) -> Style {
    Style {
        unicode: true,
        width: 80,
        lang,
    }
}

fn of(cases: &[Testcase]) -> Strength {
    Strength::of(cases, Rules::default(), Fuel(1000), 2)
}

fn shipped() -> Vec<Testcase> {
    let found = testcase::discover(&root().join("testcases")).unwrap();
    let load = |files| testcase::load(files, Layout::Strict).unwrap();
    found.cases.iter().map(load).collect()
}

fn names(found: &Strength, outcome: Outcome) -> Vec<&str> {
    found.with(outcome).map(|it| it.mutant.as_str()).collect()
}

#[test]
fn no_mutant_survives_the_shipped_testcases() {
    let all = shipped();
    // The two on which every search is long: mutants that survive the others are tried on
    // them alone, which comes to the same.
    let (dense, cases): (Vec<Testcase>, Vec<Testcase>) =
        all.into_iter().partition(|it| it.id.0.contains("-dense-"));
    assert_eq!(dense.len(), 2);
    let found = Strength::of(&cases, Rules::default(), Fuel::default(), 2);
    eprintln!(
        "{}",
        anstream::adapter::strip_str(&strength(&found, style(Lang::English)))
    );
    for name in names(&found, Outcome::Survives) {
        let mutant = named(name).unwrap();
        let kills = |case: &Testcase| fate(mutant, case, Rules::default(), Fuel::default());
        let is_killed = dense.iter().any(|it| kills(it) == Fate::Killed);
        assert!(is_killed, "{name} survives");
        eprintln!("{name} is killed by the dense boards alone");
    }
    assert_eq!(names(&found, Outcome::NeedsAmbiguous), [] as [&str; 0]);
    let killed = found.count(Outcome::Killed);
    assert!(killed >= 60, "{killed}");
    assert!(found.count(Outcome::OnlyByAmbiguous) >= 6);
    for row in found.with(Outcome::Killed) {
        assert!(row.kills > 0, "{}", row.mutant);
    }
    // Those that boards of ordinary size miss.
    for rare in [
        "vertical-missed-at-top",
        "top-row-missed",
        "seven-without-end",
        "six-rows",
        "one-hole",
        "highest-hole",
        "first-three-of-a-run",
        "first-four-of-a-run",
        "rows-before-columns",
        "digit-by-digit",
    ] {
        assert!(names(&found, Outcome::Killed).contains(&rare), "{rare}");
    }
    let ambiguous: BTreeSet<&str> = found
        .cases
        .iter()
        .filter(|it| it.ambiguous)
        .map(|it| it.case.0.split('/').next().unwrap())
        .collect();
    assert_eq!(ambiguous, BTreeSet::from(["strict-reading"]));
    let unambiguous = found.cases.iter().filter(|it| !it.ambiguous).count();
    assert!(unambiguous + dense.len() <= 20);
}

/// As the ten official boards are: all can be cleared, n is 3 to 5, chains occur.
fn official_kind() -> Vec<Testcase> {
    // Small enough that every mutant comes to an end.
    let plain = named("swaps-both-ways").unwrap();
    let ends = |it: &Puzzle| {
        let case = Testcase::new(CaseId(String::new()), *it);
        plain.run(&case.input, Fuel(300)) != Ran::OutOfFuel
    };
    let fits = |it: &Puzzle| {
        (3..=5).contains(&it.n)
            && (10..=24).contains(&it.board.block_count())
            && is_unambiguous(it)
            && ends(it)
            && solve(it.board, it.n, Rules::default())
                .is_some_and(|answer| longest_chain(it, &answer) >= 2)
    };
    let puzzles = Source::new(2011, Recipe::Chains).filter(fits).take(10);
    let name = |(number, puzzle)| Testcase::new(CaseId(format!("{:02}", number + 1)), puzzle);
    puzzles.enumerate().map(name).collect()
}

#[test]
fn ten_boards_of_the_official_kind_are_weak() {
    let cases = official_kind();
    assert_eq!(cases.len(), 10);
    for case in &cases {
        let puzzle = case.puzzle;
        let answer = solve(puzzle.board, puzzle.n, Rules::default()).unwrap();
        assert!(longest_chain(&puzzle, &answer) >= 2);
    }
    let found = of(&cases);
    assert!(!found.is_strong());
    // It isn't for want of fuel: they print the right answer to all ten.
    let through: Vec<&str> = found
        .with(Outcome::Survives)
        .filter(|row| row.fates.iter().all(|it| *it == Fate::Survives))
        .map(|row| row.mutant.as_str())
        .collect();
    eprintln!(
        "{} mutants pass all ten: {}",
        through.len(),
        through.join(", ")
    );
    assert!(through.len() >= 10, "{through:?}");
    for expected in [
        "pair-order",
        "left-before-right",
        "top-row-missed",
        "digit-by-digit",
    ] {
        assert!(through.contains(&expected), "{expected}");
    }
    assert!(strength(&found, style(Lang::English)).contains("Weak: "));
}

#[test]
fn the_strength_of_two_cases_in_every_form() {
    let puzzles = ["1 1 0 1 0 0 1 0 0", "2 1 0 1 0 0 1 0 0"];
    let cases: Vec<Testcase> = puzzles
        .iter()
        .zip(["full/1-one-gap", "full/2-<b>张</b>"])
        .map(|(text, name)| {
            let puzzle = Puzzle::parse(text.as_bytes()).unwrap();
            Testcase::new(CaseId(name.to_owned()), puzzle)
        })
        .collect();
    let found = of(&cases);
    for lang in Lang::ALL {
        let said = strength(&found, style(lang));
        let said = anstream::adapter::strip_str(&said).to_string();
        for line in said.lines() {
            assert!(unicode_width::UnicodeWidthStr::width(line) <= 80, "{line}");
        }
        insta::assert_snapshot!(format!("strength_{}", lang.tag()), said);
        let page = html::strength(&found, "0.0.0", lang);
        assert!(!page.contains("<b>张"), "names are escaped");
        for row in &found.mutants {
            assert!(page.contains(&row.mutant), "{}", row.mutant);
        }
    }
    // The same on any number of threads.
    let alone = Strength::of(&cases, Rules::default(), Fuel(1000), 1);
    assert_eq!(alone, found);
}
