//! `grade` as a whole: layouts of testcases, reports, exit codes.

use insta::assert_snapshot;
use mayan_judge::event::Event;
use mayan_judge::summary::Report;

use crate::support::{Contest, ONE_MOVE, SAMPLE, SAMPLE_ANSWER, UNSOLVABLE, folded};

const RIGHT: &str = "cat >/dev/null; printf '2 1 1\\n3 1 1\\n3 0 1\\n'";

/// The lines of a run without what differs from run to run and from machine to
/// machine.
pub(crate) fn steady(text: &str) -> String {
    let mut out = String::new();
    let isolation = |line: &&str| line.trim_start().starts_with("Isolation ");
    for line in text.lines().filter(|line| !isolation(line)) {
        match (line.find('▕'), line.find(" MiB  ")) {
            (Some(from), Some(to)) => {
                out += &format!("{}(measured){}\n", &line[..from], &line[to + 4..]);
            }
            _ => out += &format!("{}\n", line.trim_end()),
        }
    }
    out
}

#[test]
fn lines_for_people() {
    let contest = Contest::new();
    for (name, input) in [
        ("bottom-row/1", ONE_MOVE),
        ("full/2", UNSOLVABLE),
        ("full/10", SAMPLE),
    ] {
        contest.write(&format!("testcases/{name}.in"), input);
    }
    contest.write("testcases/full/10.desc", "the sample of the statement\n");
    contest.script("program", "echo 3 0 -1; echo 'hello\x07' >&2");
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert_snapshot!(steady(&said.out), @r"
        Contest 3 testcases, 3s of CPU time and 65535 KiB each
          Rules exactly n moves, same-colour swaps legal
        Grading program
       AC (measured)  bottom-row/1
       WA (measured)  full/2  moves, but there is no answer: -1
       WA (measured)  full/10
            only 1 of 3 moves, 12 blocks left
      bottom-row  [A]   30 of 30
      full        [WW]  0 of 70
          Score 30 of 100; WA (wrong answer)

    The first failed case, full/2: wrong answer (WA)
      This board can't be cleared with exactly 2 moves, so -1 is expected. The moves
      in the output don't do it either (only 1 of 2 moves, 1 block left).

      before move 1        after 3 0 -1
       1  ·  ·  ·  ·  ·     1  ·  ·  ·  ·  ·
       0  A  A  B <A] ·     0  ·  ·  ·  B  ·
          0  1  2  3  4        0  1  2  3  4

      colours: A=1 B=2;  <A] dragged left

      Difference (- output, + least answer)
        - move 1:  3 0 -1
        + -1
      To see it move by move:
        echo '2 1 0 1 0 2 0 1 0 0' | mayan-judge show - --play='3 0 -1'
      Standard error:
        | hello\u{7}
    ");
    assert!(said.err.is_empty(), "{}", said.err);
}

#[test]
fn testcases_of_the_usual_names_in_natural_order() {
    let contest = Contest::new();
    for number in [10, 9, 1, 2] {
        contest.write(&format!("data/mayan{number}.in"), SAMPLE);
        contest.write(&format!("data/mayan{number}.out"), SAMPLE_ANSWER);
    }
    contest.write("data/.hidden/x.in", "junk");
    contest.write("data/README", "not a testcase");
    contest.write("data/mayan11.ans", "-1\n");
    let report = contest.grade(RIGHT, &["--testcases", "data"]);
    let cases = report["cases"].as_array().unwrap();
    let names: Vec<&str> = cases
        .iter()
        .map(|case| case["case"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["mayan1", "mayan2", "mayan9", "mayan10"]);
    assert_eq!(report["results"][0]["score"]["points"], 100);
    let said = contest.run(["grade", "program", "--testcases", "data"]);
    assert_eq!(said.code, Some(0));
    assert!(
        said.err.contains("mayan11.ans has no input"),
        "{}",
        said.err
    );
}

#[test]
fn each_answer_file_is_verified() {
    let contest = Contest::with_sample();
    contest.write("testcases/1.out", "-1\n");
    contest.script("program", RIGHT);
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(3));
    assert!(
        said.err.contains("1.out is not the least answer of 1"),
        "{}",
        said.err
    );
}

#[test]
fn what_looks_like_a_testcase_and_is_none_is_told() {
    let contest = Contest::with_sample();
    std::fs::create_dir(contest.path("testcases/2.in")).unwrap();
    std::os::unix::fs::symlink("nowhere", contest.path("testcases/3.in")).unwrap();
    std::os::unix::fs::symlink(".", contest.path("testcases/circle")).unwrap();
    contest.script("program", RIGHT);
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let lines = folded(&said.err);
    for part in [
        "2.in is not a plain file",
        "3.in is a link",
        "circle is a link",
    ] {
        assert!(lines.contains(part), "{part}: {lines}");
    }
}

#[test]
fn a_subtask_that_no_case_fits_is_warned_of() {
    let contest = Contest::new();
    contest.write("testcases/bottom-row/1.in", SAMPLE);
    contest.write("testcases/full/2.in", SAMPLE);
    contest.script("program", RIGHT);
    let shipped = std::fs::read_to_string(crate::support::root().join("judge.toml")).unwrap();
    contest.write("judge.toml", shipped.replace("\"full/**\"", "\"ful/**\""));
    let said = contest.run(["grade", "program"]);
    let lines = folded(&said.err);
    for part in [
        "no testcase belongs to subtask `full` (cases = \"ful/**\"): its 70 points",
        "1 testcase in no subtask, worth no points: full/2",
    ] {
        assert!(lines.contains(part), "{part}: {lines}");
    }
    assert!(
        said.out.contains("(no subtask)  [A]  0 of 0"),
        "{}",
        said.out
    );
}

#[test]
fn a_missing_answer_is_computed() {
    let contest = Contest::new();
    contest.write("testcases/1.in", SAMPLE);
    assert_eq!(contest.result(RIGHT, &[])["verdict"], "AC");
}

#[test]
fn a_wrong_answer_file_stops_the_run() {
    let contest = Contest::with_sample();
    contest.write("testcases/1.ans", "2 1 1\n3 1 1\n4 0 -1\n");
    contest.script("program", RIGHT);
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(3));
    assert!(said.out.is_empty(), "{}", said.out);
    for part in [
        "1.ans is not the least answer of 1",
        "- move 3: 4 0 -1",
        "nothing was graded",
    ] {
        assert!(folded(&said.err).contains(part), "{part}: {}", said.err);
    }
    // Right under other rules: the message names them.
    contest.write("testcases/1.in", "2\n1 0\n1 0\n0\n1 0\n0\n");
    contest.write("testcases/1.ans", "1 0 1\n0 0 1\n");
    let said = contest.run(["grade", "program"]);
    assert!(
        said.err.contains("--same-colour-swap forbidden"),
        "{}",
        said.err
    );
}

#[test]
fn all_wrong_inputs_are_told_at_once() {
    let contest = Contest::with_sample();
    contest.write("testcases/2.in", "3\n1 0\n");
    contest.write("testcases/3.in", "7\n0\n0\n0\n0\n0\n");
    contest.script("program", RIGHT);
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(3));
    assert!(
        said.err.contains("2.in:2:4") && said.err.contains("3.in:1:1"),
        "{}",
        said.err
    );
}

#[test]
fn windows_line_ends_are_refused_or_taken_away() {
    let contest = Contest::new();
    let windows = format!("\u{feff}{}", SAMPLE.replace('\n', "\r\n"));
    contest.write("testcases/1.in", windows);
    contest.write("testcases/1.ans", SAMPLE_ANSWER.replace('\n', "\r\n"));
    contest.script(
        "program",
        "grep -q \"$(printf '\\r')\" && exit 1; printf '2 1 1\\n3 1 1\\n3 0 1\\n'",
    );
    let strict = contest.run(["grade", "program"]);
    assert_eq!(strict.code, Some(3));
    assert!(strict.err.contains("byte order mark"), "{}", strict.err);
    let lax = contest.run(["grade", "program", "--layout", "normalise"]);
    assert_eq!(lax.code, Some(0), "{}{}", lax.out, lax.err);
}

#[test]
fn a_board_with_a_run_is_warned_of() {
    let contest = Contest::new();
    contest.write("testcases/1.in", "1\n1 1 1 0\n0\n0\n0\n0\n");
    contest.script("program", "echo 0 0 1");
    let said = contest.run(["grade", "program"]);
    assert!(
        said.err
            .contains("testcase 1: the board has a run of three"),
        "{}",
        said.err
    );
}

#[test]
fn nothing_to_grade_is_4() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    contest.write("empty/readme", "");
    for arguments in [
        &["grade"][..],
        &["grade", "program", "--case", "nothing*"],
        &["grade", "program", "--testcases", "empty"],
    ] {
        let said = contest.run(arguments);
        assert_eq!(said.code, Some(4), "{arguments:?}: {}", said.err);
        assert!(said.err.contains("nothing to grade"), "{}", said.err);
    }
    let said = contest.run(["grade", "program", "--testcases", "nowhere"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
}

#[test]
fn what_is_no_submission_is_refused_with_a_remedy() {
    let contest = Contest::with_sample();
    contest.write("notes.txt", "my solution");
    contest.write("script", "#!/bin/sh\n");
    std::fs::create_dir(contest.path("folder")).unwrap();
    let said = contest.run(["grade", "notes.txt", "script", "folder", "missing.rs"]);
    assert_eq!(said.code, Some(2));
    for part in [
        "notes.txt is neither a program",
        ".cpp .cc .cxx .c++ .C",
        "chmod +x script",
        "folder is a folder",
        "cannot read missing.rs",
    ] {
        assert!(folded(&said.err).contains(part), "{part}: {}", said.err);
    }
}

#[test]
fn fail_fast_skips_the_rest_of_a_submission() {
    let contest = Contest::with_sample();
    contest.write("testcases/2.in", ONE_MOVE);
    contest.write("testcases/3.in", SAMPLE);
    let report = contest.grade(RIGHT, &["--fail-fast"]);
    let cases = report["results"][0]["cases"].as_array().unwrap();
    let verdicts: Vec<&str> = cases
        .iter()
        .map(|case| case["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["AC", "WA", "SK"]);
    let result = &report["results"][0];
    assert_eq!(result["subtasks"][0]["strip"], "AW-");
    // Cases that were not run are no marks.
    assert!(
        result["score"].is_null() && result["subtasks"][0]["points"].is_null(),
        "{result}"
    );
    assert_eq!(result["verdict"], "WA");
}

#[test]
fn a_part_of_the_cases_gets_no_score() {
    let contest = Contest::with_sample();
    contest.write("testcases/2.in", ONE_MOVE);
    let report = contest.grade(RIGHT, &["--case", "1"]);
    assert_eq!(report["left_out"], 1);
    assert!(report["results"][0]["score"].is_null(), "{report}");
}

#[test]
fn points_by_sum_and_by_min() {
    let contest = Contest::new();
    for name in ["a/1", "a/2", "a/3", "b/1", "b/2"] {
        contest.write(&format!("testcases/{name}.in"), SAMPLE);
    }
    contest.write("testcases/a/3.in", ONE_MOVE);
    contest.write("testcases/b/2.in", ONE_MOVE);
    contest.write(
        "judge.toml",
        "[[subtasks]]\nname = 'a'\npoints = 40\ncases = 'a/*'\n\
         [[subtasks]]\nname = 'b'\npoints = 60\nscoring = 'min'\ncases = 'b/*'\n",
    );
    let report = contest.grade(RIGHT, &[]);
    let result = &report["results"][0];
    assert_eq!(result["subtasks"][0]["points"], 26.666);
    assert_eq!(result["subtasks"][1]["points"], 0);
    assert_eq!(result["score"]["of"], 100);
}

#[test]
fn events_fold_to_the_report() {
    let contest = Contest::with_sample();
    contest.write("testcases/2.in", UNSOLVABLE);
    contest.script("program", RIGHT);
    let said = contest.run([
        "grade", "program", "program", "--format", "json", "--json", "r.json",
    ]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let first: serde_json::Value = serde_json::from_str(said.out.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["event"], &first["version"]),
        (&"start".into(), &2.into())
    );
    let events: Vec<Event> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let Event::Start(start) = &events[0] else {
        panic!("{:?}", events[0]);
    };
    let mut folded = Report::new(start.clone());
    for event in &events {
        folded.fold(event);
    }
    let file = std::fs::read(contest.path("r.json")).unwrap();
    let report: Report = serde_json::from_slice(&file).unwrap();
    assert_eq!(folded, report);
    assert_eq!(report.results.len(), 2);
    // The keys that readers rely on.
    let raw: serde_json::Value = serde_json::from_slice(&file).unwrap();
    let case = &raw["results"][1]["cases"][1];
    assert_eq!(
        (&case["case"], &case["verdict"]),
        (&"2".into(), &"WA".into())
    );
}

#[test]
fn a_report_that_cannot_be_written_is_told_before_the_run() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    let said = contest.run(["grade", "program", "--json", "nowhere/report.json"]);
    assert_eq!(said.code, Some(2));
    assert!(said.out.is_empty());
    assert!(
        said.err.contains("cannot write nowhere/report.json"),
        "{}",
        said.err
    );
}

#[test]
fn a_report_goes_through_what_is_no_plain_file() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    contest.write("real.json", "{\"version\": 1, \"old\": true}");
    std::os::unix::fs::symlink("real.json", contest.path("link.json")).unwrap();
    let said = contest.run(["grade", "program", "--json", "link.json"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(
        contest
            .path("link.json")
            .symlink_metadata()
            .unwrap()
            .is_symlink()
    );
    let real = std::fs::read_to_string(contest.path("real.json")).unwrap();
    assert!(real.contains("\"version\": 2"), "{real}");
    let said = contest.run(["grade", "program", "--json", "/dev/stdout"]);
    assert!(said.out.contains("\"version\": 2"), "{}", said.out);
    assert!(
        std::path::Path::new("/dev/stdout")
            .symlink_metadata()
            .unwrap()
            .is_symlink()
    );
    let said = contest.run(["grade", "program", "--json", "-"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
}

#[test]
fn programs_that_could_never_start_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let contest = Contest::with_sample();
    contest.write("windows", "#!/bin/sh\r\necho -1\r\n");
    let mut elf = std::fs::read("/bin/true").unwrap();
    elf[18..20].copy_from_slice(&[0xf3, 0x7f]);
    contest.write("foreign", elf);
    let fifo = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, contest.path("fifo"), fifo, 0o700.into(), 0).unwrap();
    for name in ["windows", "foreign"] {
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(contest.path(name), mode).unwrap();
    }
    for (name, part) in [
        ("windows", "dos2unix windows"),
        ("foreign", "another kind of machine"),
        ("fifo", "not a plain file"),
    ] {
        let said = contest.run(["grade", name]);
        assert_eq!(said.code, Some(2), "{name}");
        assert!(folded(&said.err).contains(part), "{}", said.err);
    }
}

#[test]
fn the_answer_that_was_judged_is_named() {
    let contest = Contest::with_sample();
    contest.script("program", &format!("{RIGHT}; : > mayan.out"));
    let said = contest.run(["grade", "program"]);
    for part in [
        "The output is mayan.out, which the program wrote.",
        "The output is empty.",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

#[test]
fn what_was_written_where_nobody_looks_is_told() {
    let contest = Contest::with_sample();
    contest.script("file", &format!("{RIGHT} > mayan.out"));
    let said = contest.run(["grade", "file", "--io", "stdio"]);
    assert!(
        folded(&said.out).contains("also wrote the answer file"),
        "{}",
        said.out
    );
    contest.script("both", &format!("{RIGHT}; echo -1 > mayan.out"));
    let said = contest.run(["grade", "both"]);
    assert!(
        folded(&said.out).contains("also printed to standard output"),
        "{}",
        said.out
    );
}

#[test]
fn the_end_of_a_long_error_output_is_shown() {
    let contest = Contest::with_sample();
    contest.script(
        "program",
        "seq 100000 >&2; echo 'the last word' >&2; exit 1",
    );
    let said = contest.run(["grade", "program"]);
    for part in ["| 1\n", "| (lines left out)\n", "| the last word\n"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

#[test]
fn names_cannot_write_to_the_terminal() {
    let contest = Contest::with_sample();
    contest.script("pro\x1b[31mgram\n", "echo -1");
    let said = contest.run(["grade", "pro\x1b[31mgram\n"]);
    assert!(!said.out.contains('\x1b'), "{:?}", said.out);
    assert!(said.out.contains("pro\\u{1b}[31mgram\\n"), "{}", said.out);
}
