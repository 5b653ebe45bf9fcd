//! `generate`: boards by property, boards that kill, small strong sets; the same from
//! the same seed.

use mayan_judge::digest::Digest;
use mayan_judge::generate::kind;
use mayan_judge::mutants::{self, Fate, Fuel};
use mayan_judge::testcase::{self, CaseId, Layout, Testcase};
use mayan_reference::{Puzzle, Rules, solve};

use crate::support::{Contest, Said, folded};

fn generate(contest: &Contest, options: &str) -> Said {
    contest.run(["generate"].into_iter().chain(options.split(' ')))
}

/// The one board that is printed.
fn board(contest: &Contest, options: &str) -> Puzzle {
    let said = generate(contest, options);
    assert_eq!(said.code, Some(0), "{options}: {}", said.err);
    Puzzle::parse(said.out.as_bytes()).unwrap()
}

#[test]
fn a_board_by_property() {
    let contest = Contest::new();
    let row = board(&contest, "--bottom-row --n 3 --blocks 4 --unsolvable");
    assert_eq!((row.n, row.board.block_count()), (3, 4));
    assert!((0..5).all(|x| row.board.height(x) <= 1));
    assert_eq!(solve(row.board, row.n, Rules::default()), None);
    let full = board(&contest, "--full-columns --n 2 --colours 3..4");
    assert_eq!(full.board.block_count(), 35);
    let ambiguous = board(&contest, "--ambiguous --n 2..3 --blocks ..8");
    let answers = Rules::ALL.map(|rules| solve(ambiguous.board, ambiguous.n, rules));
    assert!(answers.iter().any(|it| *it != answers[0]));
    let said = generate(&contest, "--cascade 3 --n 2 --blocks 10..16");
    assert!(folded(&said.err).contains("a chain of 3"), "{}", said.err);
}

#[test]
fn files_are_whole_testcases() {
    let contest = Contest::new();
    let options = "--n 2 --blocks 6..10 --solvable --count 3 --out made";
    let said = generate(&contest, options);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), ""),
        "{}",
        said.err
    );
    let mut names: Vec<String> = std::fs::read_dir(contest.path("made"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 9);
    for name in names.iter().filter_map(|it| it.strip_suffix(".in")) {
        let [input, answer] = ["in", "ans"].map(|it| format!("{name}.{it}"));
        let path = |name: &str| format!("made/{name}");
        let said = contest.run(["check", &path(&input), &path(&answer), &path(&answer)]);
        assert_eq!(said.code, Some(0), "{input}: {}", said.out);
        let why = std::fs::read_to_string(contest.path(&path(&format!("{name}.desc"))));
        assert_eq!(why.unwrap().lines().count(), 1);
    }
    // What is there already may be written again, and nothing else may be.
    assert_eq!(generate(&contest, options).code, Some(0));
    let changed = contest.write(&format!("made/{}", names[0]), "mine\n");
    let said = generate(&contest, &options.replace("--count 3", "--count 4"));
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains(&names[0]), "{}", said.err);
    assert_eq!(std::fs::read_to_string(changed).unwrap(), "mine\n");
    let files = std::fs::read_dir(contest.path("made")).unwrap();
    assert_eq!(files.count(), 9);
}

#[test]
fn what_no_board_can_be_is_a_wrong_argument() {
    let contest = Contest::new();
    for (options, why) in [
        ("--bottom-row --blocks 20", "the bottom row holds 5 blocks"),
        ("--full-columns --blocks 5..20", "have 35 blocks"),
        ("--cascade 3 --blocks 8", "need 9"),
        ("--cascade 1 --unsolvable", "--unsolvable"),
        ("--colours 4 --blocks 10 --solvable", "need 12"),
        ("--colours 4 --blocks 3", "4 colours"),
        ("--n 6", "from 1 to 5"),
        ("--blocks 9..3", "9 is more than 3"),
        ("--kills nobody", "no mutant `nobody`"),
        ("--kills stops-early", "--ambiguous"),
        (
            "--kills order-of-pairs",
            "known are pair-order, pair-order+",
        ),
        ("--kills remembers-nothing", "nothing kills it"),
    ] {
        let said = generate(&contest, options);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{options}");
        assert!(folded(&said.err).contains(why), "{options}: {}", said.err);
    }
}

#[test]
fn what_is_not_found_is_said_in_both_languages() {
    let contest = Contest::new();
    let options = "--bottom-row --solvable --n 1 --count 500 --tries 200";
    let said = generate(&contest, options);
    assert_eq!(said.code, Some(1));
    let err = folded(&said.err);
    assert!(
        err.contains("of 500 testcases found; 200 boards were tried"),
        "{err}"
    );
    assert!(err.contains("can't be cleared"), "{err}");
    // Those that were found are there.
    assert!(said.out.starts_with("==> 01-"), "{}", said.out);
    let said = generate(&contest, &format!("{options} --lang zh"));
    assert!(said.err.contains("要 500 个测试点"), "{}", said.err);
}

/// Whether a board kills a mutant.
fn kills(puzzle: Puzzle, name: &str) -> bool {
    let testcase = Testcase::new(CaseId(String::new()), puzzle);
    let mutant = mutants::named(name).unwrap();
    mutants::fate(mutant, &testcase, Rules::default(), Fuel::default()) == Fate::Killed
}

#[test]
fn the_smallest_board_that_kills() {
    let contest = Contest::new();
    let puzzle = board(&contest, "--kills pair-order --seed 2011");
    assert!(kills(puzzle, "pair-order"));
    assert!(puzzle.board.block_count() <= 4, "{puzzle}");
    let puzzle = board(
        &contest,
        "--kills pair-order --kills one-hole --blocks 7..14",
    );
    assert!(kills(puzzle, "pair-order") && kills(puzzle, "one-hole"));
    let left = board(&contest, "--kills right-only --no-shrink --blocks 8..12");
    assert!((8..=12).contains(&left.board.block_count()));
}

/// What a run prints, for two numbers of threads.
fn printed(contest: &Contest, options: &str) -> String {
    let [one, four] = ["1", "4"].map(|jobs| generate(contest, &format!("{options} -j {jobs}")));
    assert_eq!(one.out, four.out, "{options}");
    assert_eq!(one.err, four.err, "{options}");
    one.out
}

#[test]
fn a_seed_decides_all_files() {
    let contest = Contest::new();
    let mut digests = Vec::new();
    for options in [
        "--count 8",
        "--count 4 --cascade 2",
        "--count 4 --full-columns",
        "--count 4 --bottom-row --unsolvable",
        "--count 2 --ambiguous",
        "--count 2 --colours 10 --blocks 30..35",
        "--count 2 --hard --n 2 --tries 50",
        "--count 2 --kills mid-fall --kills pair-order --tries 400",
        "--kill-all --count 6 --n 1..2 --blocks 3..10 --tries 16",
    ] {
        let said = printed(&contest, &format!("--seed 2011 {options}"));
        assert!(!said.is_empty(), "{options}");
        digests.push(format!(
            "{} {options}",
            &Digest::of(said.as_bytes()).to_string()[..16]
        ));
    }
    // Sets of testcases that are out there rest on these; those against mutants change
    // with the mutants.
    insta::assert_snapshot!(digests.join("\n"));
}

#[test]
fn a_small_strong_set() {
    let contest = Contest::new();
    let options = "--kill-all --count 6 --n 1..2 --blocks 3..10 --tries 16 --out set";
    let said = generate(&contest, options);
    // No board of ten blocks has ten colours that can be told apart.
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    let err = folded(&said.err);
    assert!(err.contains("ten-is-one"), "{err}");
    assert!(
        err.contains("ambiguous testcases alone kill no-equal-swap"),
        "{err}"
    );
    let found = testcase::discover(&contest.path("set")).unwrap();
    let cases: Vec<Testcase> = found
        .cases
        .iter()
        .map(|it| testcase::load(it, Layout::Strict).unwrap())
        .collect();
    assert!((2..=6).contains(&cases.len()), "{}", cases.len());
    let of = |folder: &str| {
        cases
            .iter()
            .filter(|it| it.id.0.starts_with(folder))
            .count()
    };
    assert_eq!(of("bottom-row/") + of("full/"), cases.len());
    assert!(of("bottom-row/") > 0 && of("full/") > 0);
    for case in &cases {
        assert!(kind::has_one_answer(case), "{}", case.id);
        assert!(case.description.as_ref().unwrap().starts_with("Kills "));
    }
}
