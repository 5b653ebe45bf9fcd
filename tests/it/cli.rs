//! The command line as a person meets it: words, drawings, exit codes.

use std::io::Write;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::support::{Contest, ONE_MOVE, SAMPLE, SAMPLE_ANSWER, UNSOLVABLE, folded, judge, run};

fn help(arguments: &[&str]) -> String {
    let said = run(judge().args(arguments).env("COLUMNS", "80"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

#[test]
fn help_fits_eighty_columns() {
    for command in [
        &["--help"][..],
        &["grade", "--help"],
        &["check", "-h"],
        &["show", "-h"],
    ] {
        let text = help(command);
        assert!(text.contains("Usage: mayan-judge"), "{text}");
        let long = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{command:?}");
    }
    assert_eq!(
        help(&["--version"]).trim(),
        concat!("mayan-judge ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn wrong_arguments_exit_with_2() {
    for arguments in [
        &["grade", "x", "--time-limit", "soon"][..],
        &["grade", "x", "--memory-limit", "0"],
        &["grade", "x", "--case", "["],
        &["grade", "x", "--moves", "some"],
        &["check", "one"],
        &["show", "a", "--step", "1"],
        &["show", "a", "b", "--step", "0"],
        &["frobnicate"],
        &[],
    ] {
        let said = run(judge().args(arguments));
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
        assert!(
            said.err.contains("Usage:") || said.err.contains("--help"),
            "{}",
            said.err
        );
        assert!(said.out.is_empty());
    }
}

/// The counts of solutions and moves are known from elsewhere (the naive program
/// of the reference crate's tests); those of the search are the search's own.
#[test]
fn solve_explains_how_hard_a_puzzle_is() {
    let contest = Contest::with_sample();
    let said = contest.run(["solve", "--explain", "testcases/1.in"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), SAMPLE_ANSWER));
    let row = |err: &str, name: &str| {
        let line = err.lines().find(|line| line.trim().starts_with(name));
        let line = line.unwrap_or_else(|| panic!("no {name}: {err}"));
        line.trim()[name.len()..].trim().to_owned()
    };
    assert_ne!(row(&said.err, "boards looked at"), "0");
    assert!(row(&said.err, "by moves left").starts_with("3: 1, 2: "));
    assert_eq!(row(&said.err, "sequences that clear it"), "8");
    assert_eq!(row(&said.err, "fewest moves that clear it"), "3");

    contest.write("none.in", UNSOLVABLE);
    let said = contest.run(["solve", "none.in", "--explain"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "-1\n"));
    assert_eq!(row(&said.err, "sequences that clear it"), "0");
    let fewest = row(&said.err, "fewest moves that clear it");
    assert!(fewest.contains("more than"), "{fewest}");

    // Without it nothing is said.
    assert_eq!(contest.run(["solve", "testcases/1.in"]).err, "");
}

#[test]
fn solve_prints_as_a_contestant_must() {
    let contest = Contest::with_sample();
    let said = contest.run(["solve", "testcases/1.in"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), SAMPLE_ANSWER));
    contest.write("none.in", UNSOLVABLE);
    assert_eq!(contest.run(["solve", "none.in"]).out, "-1\n");
    let mut child = contest
        .judge(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(SAMPLE.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), SAMPLE_ANSWER);
}

#[test]
fn rules_come_from_flags_and_from_the_file() {
    let contest = Contest::new();
    // The first example of problem.md.
    contest.write("a.in", "2\n1 0\n1 0\n0\n1 0\n0\n");
    let solve = |options: &[&str]| {
        let arguments = ["solve", "a.in"].iter().chain(options);
        contest.run(arguments).out
    };
    assert_eq!(solve(&[]), "0 0 1\n3 0 -1\n");
    let forbidden = ["--same-colour-swap", "forbidden"];
    assert_eq!(solve(&forbidden), "1 0 1\n0 0 1\n");
    contest.write("judge.toml", "[rules]\nsame-colour-swap = 'forbidden'\n");
    assert_eq!(solve(&[]), "1 0 1\n0 0 1\n");
    assert_eq!(solve(&["--same-colour-swap", "legal"]), "0 0 1\n3 0 -1\n");
}

#[test]
fn a_wrong_input_is_drawn() {
    let contest = Contest::new();
    contest.write("wrong.in", "3\n1 0\n2 11 0\n0\n0\n0\n");
    let said = contest.run(["solve", "wrong.in"]);
    assert_eq!(said.code, Some(2));
    assert!(said.out.is_empty());
    assert_snapshot!(said.err, @"
    error: there is no colour 11
     --> wrong.in:3:3
      |
    3 | 2 11 0
      |   ^^ expected a colour from 1 to 10, or 0 to close the column
    ");
    let missing = contest.run(["solve", "nowhere.in"]);
    assert_eq!(missing.code, Some(2));
    assert!(
        missing.err.contains("cannot read nowhere.in: No such file"),
        "{}",
        missing.err
    );
}

#[test]
fn no_input_makes_it_panic() {
    let contest = Contest::new();
    let inputs: [&[u8]; 12] = [
        b"",
        b"\n",
        b"\0",
        b"\xff\xfe3\0",
        b"\xef\xbb\xbf3\n",
        b"3\r\n1 0\r\n",
        b"3\n1 0\n",
        b"3\n1 0\n0\n0\n0\n0\n0\n",
        b"9\n0\n0\n0\n0\n0\n",
        b"3\n1 1 1 1 1 1 1 1 0\n0\n0\n0\n0\n",
        b"3 99999999999999999999 0 0 0 0 0",
        b"3\n0\n0\n0\n0\n0\nend",
    ];
    for input in inputs {
        contest.write("wrong.in", input);
        for command in ["solve", "show"] {
            let said = contest.run([command, "wrong.in"]);
            assert_eq!(said.code, Some(2), "{input:?}: {}", said.err);
            assert!(
                said.err.starts_with("error: ") && said.err.contains("--> wrong.in:"),
                "{}",
                said.err
            );
        }
    }
}

#[test]
fn check_explains_with_boards() {
    let contest = Contest::with_sample();
    contest.write("out", "2 1 1\n3 1 1\n4 0 -1\n");
    let said = contest.run(["check", "testcases/1.in", "out"]);
    assert_eq!(said.code, Some(1));
    assert_snapshot!(said.out, @"
    wrong answer (WA)
      The moves clear the board, but so does a lesser answer. The first difference
      is move 3: `4 0 -1` instead of `3 0 1`. The smaller x comes first.

      before move 3        after 4 0 -1         least: after 3 0 1
       4  ·  ·  ·  ·  ·     4  ·  ·  ·  ·  ·     4  ·  ·  ·  ·  ·
       3  ·  ·  ·  ·  D     3  ·  ·  ·  ·  ·     3  ·  ·  ·  ·  ·
       2  ·  ·  D  ·  C     2  ·  ·  ·  ·  ·     2  ·  ·  ·  ·  ·
       1  ·  A  A  D  C     1  ·  ·  ·  ·  ·     1  ·  ·  ·  ·  ·
       0  A  B  B  C <B]    0  ·  ·  ·  ·  ·     0  ·  ·  ·  ·  ·
          0  1  2  3  4        0  1  2  3  4        0  1  2  3  4

      colours: A=1 B=2 C=3 D=4;  <A] dragged left

      Difference (- output, + least answer)
          move 1:  2 1 1
          move 2:  3 1 1
        - move 3:  4 0 -1
        + move 3:  3 0 1
    ");
    let right = contest.run([
        "check",
        "testcases/1.in",
        "testcases/1.ans",
        "testcases/1.ans",
    ]);
    assert_eq!(right.code, Some(0));
    assert_snapshot!(right.out, @"
    accepted (AC)
      The output is the least answer.
    ");
}

#[test]
fn check_in_a_terminal_without_unicode() {
    let contest = Contest::with_sample();
    contest.write("out", "2 1 1\n3 6 1\n3 0 1\n");
    let mut judge = contest.judge(["check", "testcases/1.in", "out"]);
    let said = run(judge.env("LANG", "C"));
    assert!(said.out.is_ascii(), "{}", said.out);
    assert_snapshot!(said.out, @"
    wrong answer (WA)
      Move 2, `3 6 1`, can't be played: there is no block at (3, 6).

      before move 2
       6  .  .  . (.) .
       5  .  .  .  .  .
       4  .  .  .  .  .
       3  .  .  .  .  D
       2  .  .  D  .  C
       1  .  A  A  C  D
       0  A  B  B  C  B
          0  1  2  3  4

      colours: A=1 B=2 C=3 D=4;  (A) meant

      Difference (- output, + least answer)
          move 1:  2 1 1
        - move 2:  3 6 1
        + move 2:  3 1 1
          move 3:  3 0 1
    ");
}

#[test]
fn check_names_the_rules_under_which_it_would_be_right() {
    let contest = Contest::new();
    contest.write("a.in", "2\n1 0\n1 0\n0\n1 0\n0\n");
    contest.write("out", "1 0 1\n0 0 1\n");
    let said = contest.run(["check", "a.in", "out"]);
    assert_snapshot!(said.out, @"
    wrong answer (WA)
      The moves clear the board, but so does a lesser answer. The first difference
      is move 1: `1 0 1` instead of `0 0 1`. The smaller x comes first.

      before move 1        after 1 0 1          least: after 0 0 1
       1  ·  ·  ·  ·  ·     1  ·  ·  ·  ·  ·     1  ·  ·  ·  ·  ·
       0  A [A> ·  A  ·     0  A  ·  A  A  ·     0  A  A  ·  A  ·
          0  1  2  3  4        0  1  2  3  4        0  1  2  3  4

      colours: A=1;  [A> dragged right

      Difference (- output, + least answer)
        - move 1:  1 0 1
        - move 2:  0 0 1
        + move 1:  0 0 1
        + move 2:  3 0 -1
      It would be right if same-colour swaps did not count as moves
      (--same-colour-swap forbidden).
    ");
}

#[test]
fn check_of_an_unsolvable_board() {
    let contest = Contest::new();
    contest.write("a.in", UNSOLVABLE);
    contest.write("out", "3 0 -1\n0 0 1\n");
    assert_snapshot!(contest.run(["check", "a.in", "out"]).out, @"
    wrong answer (WA)
      This board can't be cleared with exactly 2 moves, so -1 is expected. The moves
      in the output don't do it either (move 2: there is no block at (0, 0)).

      before move 2
       1  ·  ·  ·  ·  ·
       0 (·) ·  ·  B  ·
          0  1  2  3  4

      colours: B=2;  (A) meant

      Difference (- output, + least answer)
        - move 1:  3 0 -1
        - move 2:  0 0 1
        + -1
    ");
    contest.write("a.in", ONE_MOVE);
    contest.write("out", "-1");
    assert_snapshot!(contest.run(["check", "a.in", "out"]).out, @"
    wrong answer (WA)
      The output is -1, but the board can be cleared with exactly 1 move.

      the board
       1  ·  ·  ·  ·  ·
       0  A  A  ·  A  ·
          0  1  2  3  4

      colours: A=1

      Difference (- output, + least answer)
        - -1
        + move 1:  3 0 -1
    ");
}

#[test]
fn check_refuses_a_wrong_answer_file() {
    let contest = Contest::with_sample();
    contest.write("wrong.ans", "-1\n");
    let said = contest.run(["check", "testcases/1.in", "testcases/1.ans", "wrong.ans"]);
    assert_eq!(said.code, Some(3));
    assert!(
        said.err.contains("wrong.ans is not the least answer"),
        "{}",
        said.err
    );
}

#[test]
fn only_one_file_is_standard_input() {
    let contest = Contest::with_sample();
    for arguments in [["check", "-", "-"], ["show", "-", "-"]] {
        let said = contest.run(arguments);
        assert_eq!(said.code, Some(2));
        assert!(
            said.err.contains("only one file can be standard input"),
            "{}",
            said.err
        );
    }
}

#[test]
fn show_plays_step_by_step() {
    let contest = Contest::with_sample();
    let last = contest.run(["show", "testcases/1.in", "testcases/1.ans", "--step", "3"]);
    assert_eq!(last.code, Some(0), "{}", last.err);
    assert_snapshot!(last.out, @"
    move 3: 3 0 1

      before               moved                fallen
       4  ·  ·  ·  ·  ·     4  ·  ·  ·  ·  ·     4  ·  ·  ·  ·  ·
       3  ·  ·  ·  ·  D     3  ·  ·  ·  ·  D     3  ·  ·  ·  ·  ·
       2  ·  ·  D  ·  C     2  ·  ·  D  · *C*    2  ·  ·  ·  ·  ·
       1  ·  A  A  D  C     1  ·  A  A  D *C*    1  ·  ·  D  ·  ·
       0  A  B  B [C> B     0  A *B**B**B**C*    0 *A**A**A* D  D
          0  1  2  3  4        0  1  2  3  4        0  1  2  3  4

      fallen               at rest
       4  ·  ·  ·  ·  ·     4  ·  ·  ·  ·  ·
       3  ·  ·  ·  ·  ·     3  ·  ·  ·  ·  ·
       2  ·  ·  ·  ·  ·     2  ·  ·  ·  ·  ·
       1  ·  ·  ·  ·  ·     1  ·  ·  ·  ·  ·
       0  ·  · *D**D**D*    0  ·  ·  ·  ·  ·
          0  1  2  3  4        0  1  2  3  4

      colours: A=1 B=2 C=3 D=4;  *A* vanishes, [A> dragged right
    ");
    let beyond = contest.run(["show", "testcases/1.in", "testcases/1.ans", "--step", "4"]);
    assert_eq!(beyond.code, Some(2));
    assert!(
        folded(&beyond.err).contains("there is no step 4: 3 moves of the output"),
        "{}",
        beyond.err
    );
    let board = contest.run(["show", "testcases/1.in"]);
    assert_snapshot!(board.out, @"
    n = 3
     4  ·  ·  ·  ·  ·
     3  ·  ·  ·  ·  D
     2  ·  ·  D  ·  C
     1  ·  A  C  A  D
     0  A  B  B  C  B
        0  1  2  3  4

    colours: A=1 B=2 C=3 D=4
    ");
}

#[test]
fn show_stops_where_the_moves_do() {
    let contest = Contest::with_sample();
    contest.write("out", "4 3 1\n0 0 1\n0 0 1\n");
    let said = contest.run(["show", "testcases/1.in", "out"]);
    assert!(
        said.out
            .contains("can't be played: the block at (4, 3) would leave"),
        "{}",
        said.out
    );
    assert!(said.out.contains("[D>"), "{}", said.out);
    contest.write("out", "no moves here\n");
    let said = contest.run(["show", "testcases/1.in", "out"]);
    assert_eq!(said.code, Some(0));
    assert!(said.out.contains("`no`"), "{}", said.out);
}

#[test]
fn a_step_that_is_not_reached_says_why() {
    let contest = Contest::with_sample();
    let why = |output: &str, step: &str| {
        contest.write("out", output);
        folded(
            &contest
                .run(["show", "testcases/1.in", "out", "--step", step])
                .err,
        )
    };
    let illegal = why("2 1 1\n0 3 1\n3 0 1\n", "3");
    assert!(
        illegal.contains("no step 3: 1 move of the output"),
        "{illegal}"
    );
    assert!(illegal.contains("no block at (0, 3)"), "{illegal}");
    let range = why("2 1 1\n5 3 1\n3 0 1\n", "3");
    assert!(range.contains("x = 5 is no column"), "{range}");
    // The step at which it stops is shown.
    contest.write("out", "2 1 1\n5 3 1\n3 0 1\n");
    let said = contest.run(["show", "testcases/1.in", "out", "--step", "2"]);
    assert!(
        said.out.contains("x = 5 is no column"),
        "{}{}",
        said.out,
        said.err
    );
}

#[test]
fn show_says_what_the_output_comes_to() {
    let contest = Contest::with_sample();
    let last = |input: &str, output: &str| {
        contest.write("a.in", input);
        contest.write("out", output);
        let said = contest.run(["show", "a.in", "out"]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        said.out.lines().last().unwrap().to_owned()
    };
    assert_eq!(
        last(SAMPLE, SAMPLE_ANSWER),
        "The board is clear, and no answer is less."
    );
    assert_eq!(
        last(UNSOLVABLE, "-1"),
        "The output is -1: the board can't be cleared. That is right."
    );
    assert_eq!(
        last(SAMPLE, "-1"),
        "The output is -1, but the board can be cleared with exactly 3 moves."
    );
}

#[test]
fn nothing_but_ascii_in_a_c_locale() {
    let contest = Contest::with_sample();
    contest.write("out", format!("{} 1 1", "x".repeat(500)));
    contest.write("mark.in", "\u{feff}3\n");
    contest.write("nul.in", "3\n\0 \u{ff11}\n");
    contest.script("比赛", "echo -1");
    for arguments in [
        &["check", "testcases/1.in", "out"][..],
        &["solve", "mark.in"],
        &["solve", "nul.in"],
        &["grade", "比赛"],
        &["grade", "没有"],
    ] {
        let said = run(contest.judge(arguments).env("LANG", "C"));
        assert!(
            said.out.is_ascii() && said.err.is_ascii(),
            "{}{}",
            said.out,
            said.err
        );
        assert!(!said.out.is_empty() || !said.err.is_empty());
    }
    let json = run(contest
        .judge(["grade", "比赛", "--format", "json"])
        .env("LANG", "C"));
    assert!(json.out.contains("比赛"), "{}", json.out);
}

#[test]
fn a_wrong_value_in_a_variable_is_blamed_on_the_variable() {
    let contest = Contest::with_sample();
    let mut judge = contest.judge(["grade", "x"]);
    let said = run(judge.env("MAYAN_JUDGE_TIME_LIMIT", "3"));
    assert_eq!(said.code, Some(2));
    assert!(
        said.err
            .contains("the variable MAYAN_JUDGE_TIME_LIMIT stands for"),
        "{}",
        said.err
    );
    let mut judge = contest.judge(["grade", "x", "--time-limit", "3"]);
    let said = run(judge.env("MAYAN_JUDGE_TIME_LIMIT", "3s"));
    assert!(!said.err.contains("the variable"), "{}", said.err);
}

#[test]
fn moves_are_not_torn_apart_at_the_end_of_a_line() {
    let contest = Contest::with_sample();
    contest.write("out", "2 1 1\n3 1 1\n4 0 -1\n");
    let said = contest.run(["check", "testcases/1.in", "out"]);
    let moves = ["`4 0 -1`", "`3 0 1`"];
    assert!(moves.iter().all(|it| said.out.contains(it)), "{}", said.out);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let contest = Contest::with_sample();
    let plain = contest.run(["show", "testcases/1.in"]).out;
    assert!(!plain.contains('\x1b'));
    let mut always = contest.judge(["show", "testcases/1.in", "--color", "always"]);
    let coloured = run(always.env_remove("NO_COLOR")).out;
    assert!(coloured.contains("\x1b[1m"), "{coloured:?}");
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

#[test]
fn no_jobs_and_no_journals_are_told_in_words() {
    let contest = Contest::with_sample();
    contest.script("program", "echo -1");
    contest.write("report.json", "{\"version\": 2}\n");
    for (arguments, part) in [
        (
            &["grade", "program", "-j", "0"][..],
            "expected a number from 1 up",
        ),
        (&["merge", "report.json"], "`report` shows a report"),
        (
            &["grade", "program", "--json", "no/where.json"],
            "there is no folder",
        ),
    ] {
        let said = contest.run(arguments);
        assert_eq!(said.code, Some(2), "{}", said.err);
        let err = folded(&said.err);
        assert!(err.contains(part), "{err}");
    }
}

/// What `| head` does. The exit code stays true: 0 would say "all accepted".
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let contest = Contest::with_sample();
    contest.script("program", "echo -1");
    contest.write("out", "-1");
    for (arguments, code) in [
        (&["show", "testcases/1.in"][..], 0),
        (&["solve", "testcases/1.in"], 0),
        (&["check", "testcases/1.in", "out"], 1),
        (&["grade", "program"], 1),
        (&["grade", "program", "--format", "json"], 1),
    ] {
        let mut child = contest
            .judge(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(
            output.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
