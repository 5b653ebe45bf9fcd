//! `--isomorphs` and `--fresh`: programs that know the testcases and not the game are
//! flagged, and lose nothing by it.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::grading::steady;
use crate::journal::{altered, assert_same, counted, json, steady_report};
use crate::schema::misfit;
use crate::support::{Contest, ONE_MOVE, SAMPLE, binary, folded};

/// Answers of the two testcases by their inputs: nothing else is known.
const TABLE: &str = "set -- $(cat)\n\
    case \"$*\" in\n\
    '3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0') printf '2 1 1\\n3 1 1\\n3 0 1\\n';;\n\
    '1 1 0 1 0 0 1 0 0') echo 3 0 -1;;\n\
    *) echo -1;;\n\
    esac";

/// The same, but colours are numbered as they are met first.
const NUMBERING: &str = "set -- $(cat)\n\
    key=$1; next=1; shift\n\
    for t; do\n\
      if [ $t = 0 ]; then key=\"$key 0\"; continue; fi\n\
      eval \"m=\\$c$t\"\n\
      if [ -z \"$m\" ]; then m=$next; next=$((next + 1)); eval \"c$t=$m\"; fi\n\
      key=\"$key $m\"\n\
    done\n\
    case $key in\n\
    '3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0') printf '2 1 1\\n3 1 1\\n3 0 1\\n';;\n\
    '1 1 0 1 0 0 1 0 0') echo 3 0 -1;;\n\
    *) echo -1;;\n\
    esac";

/// A contest of two cases, whose language `honest` is the reference solver: a hand-in
/// that solves every board, without a compiler.
fn contest() -> Contest {
    let contest = Contest::new();
    contest.write("testcases/bottom-row/1.in", ONE_MOVE);
    contest.write("testcases/full/2.in", SAMPLE);
    let binary = binary();
    let folder = binary.parent().unwrap_or(Path::new("/"));
    let toml = format!(
        "[limits]\nmemory = '512MiB'\n[languages.honest]\nextensions = ['honest']\n\
         run = ['{}', 'solve', '-']\nneeds = ['{}']\ninstall = ''\n",
        binary.display(),
        folder.display()
    );
    contest.write("judge.toml", toml);
    contest
}

/// A class of an honest program and two tables.
fn class() -> Contest {
    let contest = contest();
    contest.write("class/honest/mayan.honest", "solves");
    contest.script("class/numbering/program", NUMBERING);
    contest.script("class/table/program", TABLE);
    contest
}

fn grade(contest: &Contest, name: &str, options: &[&str]) -> Value {
    let mut arguments = vec!["grade", "class", "--json", name];
    arguments.extend(options);
    let said = contest.run(arguments);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let report = json(contest, name);
    assert_eq!(misfit(&report), None);
    report
}

const BOTH: [&str; 4] = ["--isomorphs", "2", "--fresh", "2"];

/// How many boards of each kind were flagged of how many, by submission and case.
fn flags(report: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for result in report["results"].as_array().unwrap() {
        assert_eq!(result["verdict"], "AC");
        assert_eq!(result["score"]["points"], 100);
        for case in result["cases"].as_array().unwrap() {
            let probes = &case["probes"];
            let empty = Vec::new();
            let failed = probes["failed"].as_array().unwrap_or(&empty);
            let of = |kind: &str| {
                let own = failed.iter().filter(|it| it["kind"] == kind);
                own.filter(|it| it["flagged"] == true).count()
            };
            lines.push(format!(
                "{} {}: isomorphs {} of {}, fresh {} of {}",
                result["submission"].as_str().unwrap(),
                case["case"].as_str().unwrap(),
                of("isomorph"),
                probes["isomorphs"],
                of("fresh"),
                probes["fresh"]
            ));
        }
    }
    lines
}

#[test]
fn tables_are_flagged_and_an_honest_program_is_not() {
    let contest = class();
    let report = grade(&contest, "report.json", &BOTH);
    assert_snapshot!(flags(&report).join("\n"), @r"
    honest bottom-row/1: isomorphs 0 of 2, fresh 0 of 2
    honest full/2: isomorphs 0 of 2, fresh 0 of 2
    numbering bottom-row/1: isomorphs 0 of 2, fresh 2 of 2
    numbering full/2: isomorphs 0 of 2, fresh 2 of 2
    table bottom-row/1: isomorphs 2 of 2, fresh 2 of 2
    table full/2: isomorphs 2 of 2, fresh 2 of 2
    ");
    let seed = |number: &str| {
        let options = ["--isomorphs", "2", "--fresh", "2", "--seed", number];
        grade(&contest, "report.json", &options);
        let mut report = steady_report(&contest, "report.json");
        report.as_object_mut().unwrap().remove("probing");
        report
    };
    // Which boards they are is the testcases' and the seed's to decide.
    let [zero, one] = ["0", "1"].map(seed);
    assert_same(
        &steady_report_of(&report),
        &zero,
        "the seed is 0 if none is given",
    );
    assert_ne!(zero, one);
    let probes = |report: &Value| report["results"][2]["cases"][1]["probes"].clone();
    let isomorphs = |report: &Value| {
        let failed = probes(report)["failed"].as_array().unwrap().clone();
        let own = failed.into_iter().filter(|it| it["kind"] == "isomorph");
        own.collect::<Vec<Value>>()
    };
    assert_eq!(isomorphs(&zero), isomorphs(&one));
}

fn steady_report_of(report: &Value) -> Value {
    let mut report = report.clone();
    crate::journal::steady(&mut report);
    report.as_object_mut().unwrap().remove("probing");
    report
}

#[test]
fn what_is_said_of_them() {
    let contest = contest();
    contest.script("table", TABLE);
    let mut arguments = vec!["grade", "table", "--json", "report.json"];
    arguments.extend(BOTH);
    let said = contest.run(&arguments);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    assert_snapshot!(steady(&said.out), @r"
      Contest 2 testcases, 3s of CPU time and 512 MiB each
        Rules exactly n moves, same-colour swaps legal
       Probes each accepted case also on 2 boards with other colours and 2 fresh
              boards of its kind (seed 0)
      Grading table
     AC (measured)  bottom-row/1
          fails 2 of 2 boards with other colours, fails 2 of 2 fresh boards of its
          kind
     AC (measured)  full/2
          fails 2 of 2 boards with other colours, fails 2 of 2 fresh boards of its
          kind
    bottom-row  [A]  30 of 30
    full        [A]  70 of 70
        Score 100 of 100; AC (accepted)
      Look at answers bottom-row/1, full/2 but not the same boards with other
              colours: look whether answers are hard-coded
      Look at answers bottom-row/1, full/2 but not fresh boards of their kind: a
              wrong program that the testcases let pass, or a table of answers
    ");
    let mut arguments = vec!["explain", "report.json", "table", "2"];
    let said = contest.run(&arguments).out;
    let (explained, _) = said.split_once("What it rests on").unwrap();
    assert_snapshot!(explained, @r"
    table
    full/2: accepted (AC)
      The output is the least answer.
      To see it move by move:
        echo '3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0' | mayan-judge show - --play='2 1 1 3 1 1 3 0 1'
      Fails 2 of 2 boards with other colours.

    With other colours, full/2: wrong answer (WA)
      The output is -1, but the board can be cleared with exactly 3 moves.

      the board
       4  ·  ·  ·  ·  ·
       3  ·  ·  ·  ·  A
       2  ·  ·  A  ·  C
       1  ·  B  C  B  A
       0  B  D  D  C  D
          0  1  2  3  4

      colours: A=1 B=2 C=3 D=4

      Difference (- output, + least answer)
        - -1
        + move 1:  2 1 1
        + move 2:  3 1 1
        + move 3:  3 0 1
      To see the least answer move by move:
        echo '3 2 0 4 2 0 4 3 1 0 3 2 0 4 1 3 1 0' | mayan-judge show - --play='2 1 1 3 1 1 3 0 1'

      Fails 2 of 2 fresh boards of its kind.

    On a fresh board of the kind of full/2: wrong answer (WA)
      The output is -1, but the board can be cleared with exactly 3 moves.

      the board
       4  ·  ·  ·  ·  ·
       3  ·  ·  ·  ·  B
       2  ·  ·  C  ·  D
       1  ·  A  A  C  D
       0  A  B  C  D  B
          0  1  2  3  4

      colours: A=1 B=2 C=3 D=4

      Difference (- output, + least answer)
        - -1
        + move 1:  3 0 1
        + move 2:  2 0 1
        + move 3:  3 0 1
      To see the least answer move by move:
        echo '3 1 0 2 1 0 3 1 3 0 4 3 0 2 4 4 2 0' | mayan-judge show - --play='3 0 1 2 0 1 3 0 1'
    ");
    arguments.extend(["--lang", "zh"]);
    let said = folded(&contest.run(&arguments).out);
    for part in [
        "2 个换色棋盘中 2 个未通过。",
        "换色后的 full/2：答案错误（WA）",
        "2 个同类新棋盘中 2 个未通过。",
        "另测 每个通过的测试点另测 2 个换色棋盘、2 个同类新棋盘（种子 0）",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = contest.run(["report", "report.json", "--lang", "zh"]);
    let out = folded(&said.out).replace(' ', "");
    for part in [
        "请查看通过bottom-row/1、full/2，同一棋盘换了颜色却不能通过：请查看答案是否写死在程序中",
        "同类的新棋盘却不能通过：程序有错而数据没有查出，或者是打表",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn a_teacher_reads_it_and_a_student_does_not() {
    let contest = class();
    let mut options = BOTH.to_vec();
    options.extend(["--csv", "c.csv", "--html", "p.html"]);
    grade(&contest, "report.json", &options);
    let read = |name: &str| std::fs::read_to_string(contest.path(name)).unwrap();
    let flag = "but not the same boards with other colours: look whether answers are hard-coded";
    let said = contest.run(["report", "report.json"]);
    let out = folded(&said.out);
    assert!(out.contains("For a person to look at"), "{out}");
    assert!(
        out.contains(&format!("table: answers bottom-row/1, full/2 {flag}")),
        "{out}"
    );
    assert!(out.contains("numbering, table: answers "), "{out}");
    assert!(
        !out.contains("honest:") && !out.contains("honest,"),
        "{out}"
    );
    let csv = read("c.csv");
    let rows: Vec<&str> = csv.lines().filter(|it| it.contains(flag)).collect();
    assert!(matches!(rows[..], [row] if row.contains("table")), "{csv}");
    let page = read("p.html");
    assert!(page.contains(flag) && page.contains("each accepted case also on 2 boards"));
    assert!(page.contains("With other colours, <code>3 "), "{page}");
    let said = contest.run([
        "report",
        "report.json",
        "--student",
        "table",
        "--html",
        "s.html",
        "--gradescope",
        "g.json",
    ]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let page = read("s.html");
    assert!(
        !page.contains("hard-coded") && !page.contains("fails 2 of"),
        "{page}"
    );
    let results = json(&contest, "g.json");
    let extra = &results["extra_data"];
    let cases = serde_json::json!(["bottom-row/1", "full/2"]);
    assert_eq!(extra["fails_with_other_colours"], cases);
    assert!(!results["output"].to_string().contains("colours"));
    assert!(!results["tests"].to_string().contains("other colours"));
}

#[test]
fn what_a_journal_holds_is_not_run_again_unless_other_boards_are_asked_for() {
    let contest = class();
    grade(&contest, "class.json", &BOTH);
    let whole = steady_report(&contest, "class.json");
    let journal = "class.jsonl";
    assert!(
        contest.path(journal).exists(),
        "the journal has another name"
    );
    grade(&contest, "class.json", &BOTH);
    assert!(counted(&contest, journal).values().all(|&it| it == 1));
    assert_same(&whole, &steady_report(&contest, "class.json"), "kept");
    // Cut after its fourth line: the rest is run again, with its boards.
    let text = std::fs::read_to_string(contest.path(journal)).unwrap();
    let head: Vec<&str> = text.lines().take(4).collect();
    contest.write(journal, head.join("\n") + "\n{\"case");
    grade(&contest, "class.json", &BOTH);
    assert_same(&whole, &steady_report(&contest, "class.json"), "went on");
    // A failure of the judge on one of the boards: that case is run again.
    altered(&contest, journal, journal, |line| {
        let failure = r#""verdict":"JE","cause":{"kind":"judge","message":"x"}"#;
        match line.find(r#""verdict":"WA""#) {
            Some(at) if line.contains("table") => {
                let end = line[at..].find(r#","usage""#).unwrap();
                format!("{}{failure}{}", &line[..at], &line[at + end..])
            }
            _ => line.to_owned(),
        }
    });
    grade(&contest, "class.json", &BOTH);
    let runs = counted(&contest, journal);
    let of = |name: &str| runs[&(name.to_owned(), "full/2".to_owned())];
    assert_eq!([of("honest"), of("table")], [1, 2]);
    assert_same(&whole, &steady_report(&contest, "class.json"), "mended");
    // Others than those that are kept.
    let report = grade(&contest, "class.json", &["--isomorphs", "1"]);
    assert_eq!(report["results"][2]["cases"][0]["probes"]["isomorphs"], 1);
    let report = grade(&contest, "class.json", &[]);
    assert_eq!(report["results"][2]["cases"][0].get("probes"), None);
}

#[test]
fn parts_are_put_together_and_a_rejudge_tells_who_is_flagged_now() {
    let contest = class();
    grade(&contest, "whole.json", &BOTH);
    let mut whole = steady_report(&contest, "whole.json");
    for (part, isomorphs) in [("1", "2"), ("2", "2"), ("other", "1")] {
        let partition = format!("slice:{}/2", part.replace("other", "2"));
        let out = format!("{part}.jsonl");
        let said = contest.run([
            "grade",
            "class",
            "--isomorphs",
            isomorphs,
            "--fresh",
            "2",
            "--partition",
            &partition,
            "--out",
            &out,
        ]);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    }
    let said = contest.run(["merge", "1.jsonl", "2.jsonl", "--json", "merged.json"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let mut merged = steady_report(&contest, "merged.json");
    for report in [&mut whole, &mut merged] {
        report.as_object_mut().unwrap().remove("left_out_files");
    }
    assert_same(&whole, &merged, "merged");
    // No flag is lost, whatever the order.
    altered(&contest, "2.jsonl", "unflagged.jsonl", |line| {
        line.replace(r#""flagged":true"#, r#""flagged":false"#)
    });
    let parts = ["1.jsonl", "unflagged.jsonl", "2.jsonl"];
    contest.run([
        "merge",
        parts[0],
        parts[1],
        parts[2],
        "--json",
        "merged.json",
    ]);
    let merged = flags(&steady_report(&contest, "merged.json"));
    assert_eq!(merged, flags(&whole));
    let said = contest.run(["merge", "1.jsonl", "other.jsonl"]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    let err = folded(&said.err);
    assert!(err.contains("the boards besides the testcases"), "{err}");
    grade(&contest, "plain.json", &["--out", "plain.jsonl"]);
    let said = contest.run([
        "grade",
        "class",
        "--out",
        "plain.jsonl",
        "--rejudge",
        "--isomorphs",
        "1",
    ]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let out = folded(&said.out);
    assert!(
        out.contains("1 contestant would change: table + answers"),
        "{out}"
    );
}

#[test]
fn numbers_of_boards_are_bounded() {
    let contest = contest();
    contest.script("table", TABLE);
    for options in [
        &["--isomorphs", "0"][..],
        &["--fresh", "101"],
        &["--seed", "1"],
        &["--isomorphs", "many"],
    ] {
        let mut arguments = vec!["grade", "table"];
        arguments.extend(options);
        assert_eq!(contest.run(arguments).code, Some(2), "{options:?}");
    }
}
