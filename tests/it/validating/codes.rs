//! One testcase or more for every code, and how `validate` ends.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use mayan_judge::validate::code::Code;

use super::{ONE_MOVE_ANSWER, clean, document, issues};
use crate::support::{Contest, SAMPLE, SAMPLE_ANSWER};

/// What is said of an input and an answer, besides what the clean contest has.
fn of(input: impl AsRef<[u8]>, answer: &str) -> Vec<String> {
    let contest = clean();
    contest.write("testcases/full/3.in", input);
    contest.write("testcases/full/3.ans", answer);
    let (document, _) = document(&contest, &[]);
    let said = issues(&document).into_iter();
    said.map(|it| it.replace("full/3", "3")).collect()
}

#[test]
fn nothing_is_said_of_a_clean_contest() {
    let (document, code) = document(&clean(), &["--strict"]);
    assert_eq!(issues(&document), [""; 0]);
    assert_eq!(code, Some(0));
}

#[test]
fn inputs_that_are_no_puzzles() {
    for (input, said) in [
        (&b""[..], "empty-input 3:1:1"),
        (b"\xff\xfe1\0", "utf16 3:1:1"),
        (b"1\n1 0\n1 x 0\n0\n0\n0\n", "not-a-number 3:3:3"),
        (b"6\n1 0\n1 0\n0\n1 0\n0\n", "moves-out-of-range 3:1:1"),
        (b"1\n1 0\n11 0\n0\n0\n0\n", "colour-out-of-range 3:3:1"),
        (
            b"1\n1 2 1 2 1 2 1 2 0\n0\n0\n0\n0\n",
            "column-too-tall 3:2:15",
        ),
        (b"1\n1 0\n1 0\n0\n0\n1\n", "column-not-closed 3:6:2"),
        (b"1\n1 0\n1 0\n", "too-few-columns 3:3:4"),
        (b"1\n1 0\n1 0\n0\n1 0\n0\n0\n", "too-many-columns 3:7:1"),
        (b"1\n1 0\n1 0\n0\n1 0\n0\nend\n", "trailing-text 3:7:1"),
    ] {
        assert_eq!(of(input, "-1\n"), [format!("error {said}")]);
    }
}

#[test]
fn layouts_of_inputs_and_answers() {
    let two = "2\n1 2 0\n1 0\n2 0\n1 0\n0\n";
    let changed = |from, to| two.replacen(from, to, 1);
    for (input, said) in [
        (format!("\u{feff}{two}"), "error byte-order-mark 3:1:1"),
        (two.replace('\n', "\r\n"), "error carriage-return 3:1:2"),
        (
            two.trim_end().replace('\n', " ") + "\n",
            "warning one-line 3:1:3",
        ),
        (changed("0\n1", "0 1"), "warning shared-line 3:2:7"),
        (changed("2 0", "2\n0"), "warning split-line 3:3:1"),
        (changed("2 0", "2\t0"), "warning tab 3:2:4"),
        (changed("1 2", " 1 2"), "warning leading-blank 3:2:1"),
        (changed("2\n", "2 \n"), "warning trailing-blank 3:1:2"),
        (changed("2 0", "2  0"), "warning doubled-blank 3:2:4"),
        (format!("{two}\n"), "warning blank-line 3:7:1"),
        (two.trim_end().to_owned(), "warning no-final-newline 3:6:2"),
    ] {
        assert_eq!(of(&input, "-1\n"), [said], "{input:?}");
    }
    for (answer, said) in [
        ("\u{feff}-1\n", "byte-order-mark 3:1:1"),
        ("-1\r\n", "carriage-return 3:1:3"),
        ("-1", "no-final-newline 3:1:3"),
        ("-1 \n", "trailing-blank 3:1:3"),
        ("-1\n\n", "blank-line 3:2:1"),
    ] {
        assert_eq!(of(two, answer), [format!("warning {said}")], "{answer:?}");
    }
    let moves = SAMPLE_ANSWER.trim_end().replace('\n', " ") + "\n";
    let sample = SAMPLE.replace('1', "5").replace('4', "1").replace('5', "4");
    let said = of(&sample, &moves);
    assert_eq!(said, ["warning one-line 3:1:7", "warning isomorph 3"]);
}

#[test]
fn foreign_line_ends_are_no_error_where_they_are_taken_away() {
    let contest = clean();
    contest.write("testcases/full/2.in", SAMPLE.replace('\n', "\r\n"));
    let (document, code) = document(&contest, &["--layout", "normalise"]);
    assert_eq!(issues(&document), ["warning carriage-return full/2:1:2"]);
    assert_eq!(code, Some(0));
}

#[test]
fn boards_that_the_statement_rules_out() {
    let run = "1\n1 0\n1 0\n1 0\n0\n2 0\n";
    assert_eq!(
        of(run, "-1\n"),
        ["error run-at-start 3:2:1", "note bottom-row-elsewhere 3"]
    );
    let gap = "2\n3 1 0\n3 0\n1 0\n3 0\n0\n";
    assert_eq!(of(gap, "-1\n"), ["error colour-gap 3:2:1"]);
    let empty = "1\n0\n0\n0\n0\n0\n";
    assert_eq!(
        of(empty, "-1\n"),
        ["warning empty-board 3:2:1", "note bottom-row-elsewhere 3"]
    );
}

#[test]
fn answers_that_are_wrong_or_missing() {
    let contest = clean();
    contest.write("testcases/full/2.ans", "2 1 1\n3 1 1\n2 0 1\n");
    contest.write("testcases/full/3.in", "2\n1 2 0\n1 0\n2 0\n1 0\n0\n");
    contest.write("testcases/full/4.in", "3\n1 2 0\n1 0\n2 0\n1 0\n0\n");
    contest.write("testcases/full/4.ans", "-1\n");
    contest.write("testcases/full/4.out", "1 0 1\n");
    let (document, code) = document(&contest, &[]);
    let said = issues(&document);
    for it in [
        "error answer-wrong full/2:3:1",
        "warning answer-missing full/3",
        "warning two-answers full/4",
        "error answer-wrong full/4:1:1",
    ] {
        assert!(said.contains(&it.to_owned()), "{it}: {said:?}");
    }
    assert_eq!(code, Some(1));
}

/// Boards that can be clear too early, and what honest programs say.
#[test]
fn ambiguous_cases_are_warned_of_unless_they_give_no_points() {
    let ambiguous = "2\n1 0\n1 0\n0\n1 0\n0\n";
    let contest = Contest::with_sample();
    contest.write("testcases/strict-reading/2.in", ambiguous);
    contest.write("testcases/strict-reading/2.ans", "0 0 1\n3 0 -1\n");
    let subtask = |name: &str, points: u32, cases: &str| {
        format!("[[subtasks]]\nname = '{name}'\npoints = {points}\ncases = '{cases}'\n")
    };
    for (points, severity) in [(10, "warning"), (0, "note")] {
        let config = subtask("full", 100, "*") + &subtask("strict", points, "strict-reading/*");
        // As `grade` tells names apart: a pattern without / looks at the last part.
        let config = config.replace("'*'", "'1'");
        contest.write("judge.toml", config);
        let (document, _) = document(&contest, &[]);
        assert_eq!(
            issues(&document),
            [
                format!("{severity} ambiguous strict-reading/2:1:1"),
                "note more-moves-than-needed strict-reading/2:1:1".to_owned()
            ]
        );
        let readings = document["issues"][0]["readings"].as_array().unwrap();
        assert_eq!(readings.len(), 2);
        assert_eq!(readings[0]["answer"].to_string(), "[[0,0,1],[3,0,-1]]");
        assert_eq!(readings[1]["answer"].to_string(), "[[1,0,1],[0,0,1]]");
    }
}

#[test]
fn cases_that_are_like_others() {
    let contest = clean();
    let of = |name: &str, input: &str| {
        contest.write(&format!("testcases/full/{name}.in"), input);
        contest.write(&format!("testcases/full/{name}.ans"), "-1\n");
    };
    of("3", "2\n1 2 0\n3 0\n0\n0\n0\n");
    of("4", "2\n1 2 0\n3 0\n0\n0\n0\n");
    of("5", "2\n2 3 0\n1 0\n0\n0\n0\n");
    of("6", "2\n0\n0\n0\n1 0\n2 3 0\n");
    of("7", "3\n1 2 0\n3 0\n0\n0\n0\n");
    let (document, _) = document(&contest, &[]);
    assert_eq!(
        issues(&document),
        [
            "warning duplicate full/4",
            "warning isomorph full/5",
            "note mirror full/6",
        ]
    );
    for issue in document["issues"].as_array().unwrap() {
        assert_eq!(issue["of"], "full/3");
    }
}

#[test]
fn files_that_are_not_used() {
    let contest = clean();
    contest.write("testcases/full/lost.ans", "-1\n");
    contest.write("testcases/full/lost.desc", "what for");
    contest.write("testcases/full/3.in.txt", SAMPLE);
    contest.write("testcases/full/4.OUT", SAMPLE_ANSWER);
    contest.write("testcases/full/._2.in", "macOS");
    contest.write("testcases/notes.md", "of no concern");
    std::fs::create_dir(contest.path("testcases/full/5.in")).unwrap();
    symlink("nowhere", contest.path("testcases/full/6.in")).unwrap();
    let (document, code) = document(&contest, &[]);
    let mut said: Vec<String> = issues(&document)
        .iter()
        .map(|it| {
            let (kind, path) = it.rsplit_once(' ').unwrap();
            format!("{kind} {}", path.rsplit('/').next().unwrap())
        })
        .collect();
    said.sort();
    assert_eq!(
        said,
        [
            "note orphan-description lost.desc",
            "warning broken-link 6.in",
            "warning hidden ._2.in",
            "warning not-plain 5.in",
            "warning orphan-answer lost.ans",
            "warning other-extension 3.in.txt",
            "warning other-extension 4.OUT",
        ]
    );
    assert_eq!(code, Some(0));
}

#[test]
fn names_that_systems_mangle() {
    let contest = Contest::new();
    let input = |seed: usize| {
        let column = |x: usize| match seed >> (2 * x) & 3 {
            0 => "0".to_owned(),
            colour => format!("{colour} 0"),
        };
        let columns: Vec<String> = (0..5).map(column).collect();
        format!("1\n1 2 3 0\n{}\n", columns[..4].join("\n"))
    };
    let names = [
        "2", "10", "a b", "A B", "aux", "com1.old", "dot.", "x?", "x$y", "-n", "交换", "tab\ty",
    ];
    for (seed, name) in names.iter().enumerate() {
        contest.write(&format!("testcases/{name}.in"), input(seed));
        contest.write(&format!("testcases/{name}.ans"), "-1\n");
    }
    let raw = std::ffi::OsStr::from_bytes(b"\xff.in");
    std::fs::write(contest.path("testcases").join(raw), input(names.len())).unwrap();
    let (document, _) = document(&contest, &[]);
    let of_names = |issue: &&serde_json::Value| {
        let code = issue["code"].as_str().unwrap();
        ["awkward-name", "case-only", "number-order"].contains(&code)
    };
    let issues = document["issues"].as_array().unwrap().iter();
    let mut said: Vec<String> = issues
        .filter(of_names)
        .map(|it| {
            let why = &it["why"];
            format!("{} {} {} {why}", it["severity"], it["code"], it["case"]).replace('"', "")
        })
        .collect();
    said.sort();
    assert_eq!(
        said,
        [
            "note awkward-name 交换 not-ascii",
            "note number-order 2 null",
            "warning awkward-name -n hyphen",
            "warning awkward-name A B blank",
            "warning awkward-name a b blank",
            "warning awkward-name aux device",
            "warning awkward-name com1.old device",
            "warning awkward-name dot. dot",
            "warning awkward-name tab\\ty control",
            "warning awkward-name x$y {shell:$}",
            "warning awkward-name x? {windows:?}",
            "warning awkward-name \u{fffd} not-utf8",
            "warning case-only a b null",
        ]
    );
}

#[test]
fn subtasks_and_their_cases() {
    let contest = clean();
    contest.write("testcases/bottom-row/3.in", "1\n1 2 0\n1 0\n0\n0\n0\n");
    contest.write("testcases/bottom-row/3.ans", "-1\n");
    contest.write("testcases/full/4.in", "1\n1 0\n2 0\n0\n0\n0\n");
    contest.write("testcases/full/4.ans", "-1\n");
    contest.write("testcases/odd/5.in", "1\n1 2 3 0\n1 0\n0\n0\n0\n");
    contest.write("testcases/odd/5.ans", "-1\n");
    let (said, _) = document(&contest, &[]);
    assert_eq!(
        issues(&said),
        [
            "error above-bottom-row bottom-row/3:2:3",
            "note bottom-row-elsewhere full/4",
            "warning no-subtask odd/5",
        ]
    );
    let subtask = |name: &str, cases: &str| {
        format!("[[subtasks]]\nname = '{name}'\npoints = 50\ncases = '{cases}'\n")
    };
    contest.write("judge.toml", subtask("all", "**") + &subtask("none", "x/*"));
    let (said, _) = document(&contest, &[]);
    assert_eq!(
        issues(&said),
        [
            "error above-bottom-row bottom-row/3:2:3",
            "warning empty-subtask -"
        ]
    );
    contest.write("judge.toml", subtask("none", "x/*"));
    let (said, code) = document(&contest, &[]);
    assert_eq!(
        issues(&said),
        [
            "error above-bottom-row bottom-row/3:2:3",
            "error no-subtask-fits -"
        ]
    );
    assert_eq!(code, Some(1));
}

#[test]
fn files_that_can_not_be_used_at_all() {
    let contest = clean();
    contest.write("testcases/full/3.in", vec![b' '; (1 << 20) + 1]);
    let (said, code) = document(&contest, &[]);
    assert_eq!(issues(&said), ["error too-large full/3"]);
    assert_eq!(code, Some(1));
    // A file that nobody can read, root or not.
    std::fs::remove_file(contest.path("testcases/full/3.in")).unwrap();
    symlink("/proc/self/mem", contest.path("testcases/full/3.in")).unwrap();
    let (said, code) = document(&contest, &[]);
    assert_eq!(issues(&said), ["error unreadable full/3"]);
    assert_eq!(code, Some(3));
}

#[test]
fn what_is_validated() {
    let contest = clean();
    contest.write("elsewhere/judge.toml", "[testcases]\ndir = 'data'\n");
    contest.write("elsewhere/data/1.in", SAMPLE);
    contest.write("elsewhere/data/1.ans", SAMPLE_ANSWER);
    contest.write("notes.txt", "no testcases");
    let inputs = |options: &[&str]| document(&contest, options).0["inputs"].as_u64();
    assert_eq!(inputs(&[]), Some(2));
    assert_eq!(inputs(&["testcases"]), Some(2));
    assert_eq!(inputs(&["testcases/full"]), Some(1));
    assert_eq!(inputs(&["testcases/full/2.in"]), Some(1));
    assert_eq!(inputs(&["elsewhere"]), Some(1));
    std::fs::create_dir(contest.path("empty")).unwrap();
    for (path, code) in [("notes.txt", 2), ("nowhere", 2), ("empty", 4)] {
        assert_eq!(contest.run(["validate", path]).code, Some(code), "{path}");
    }
}

#[test]
fn warnings_count_if_they_are_to() {
    let contest = clean();
    contest.write("testcases/bottom-row/1.ans", ONE_MOVE_ANSWER.trim_end());
    assert_eq!(contest.run(["validate"]).code, Some(0));
    assert_eq!(contest.run(["validate", "--strict"]).code, Some(1));
}

/// No code is written twice, and all are in the schema.
#[test]
fn codes_are_told_apart_and_documented() {
    let codes: BTreeSet<&str> = Code::ALL.iter().map(|it| it.as_str()).collect();
    assert_eq!(codes.len(), Code::ALL.len());
    let schema = crate::support::root().join("docs/validate.schema.json");
    let schema: serde_json::Value =
        serde_json::from_slice(&std::fs::read(schema).unwrap()).unwrap();
    let listed = |of: &serde_json::Value| -> Vec<String> {
        let all = of.as_array().unwrap().iter();
        all.map(|it| it.as_str().unwrap().to_owned()).collect()
    };
    let mut documented = listed(&schema["$defs"]["layout"]["enum"]);
    documented.extend(listed(&schema["$defs"]["code"]["anyOf"][1]["enum"]));
    let documented: BTreeSet<&str> = documented.iter().map(String::as_str).collect();
    assert_eq!(codes, documented);
}
