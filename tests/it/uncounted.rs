//! Subtasks without points: their cases are run and shown, and cost nobody anything.

use insta::assert_snapshot;
use mayan_judge::config::{Config, Style};
use mayan_judge::event::Event;
use mayan_judge::scoring::{self, Group};
use mayan_judge::summary::Report;
use mayan_judge::testcase::CaseId;
use mayan_judge::verdict::{CaseResult, Cause, Verdict};
use serde_json::Value;

use crate::grading::steady;
use crate::schema::misfit;
use crate::support::{Contest, UNSOLVABLE, folded};

/// One move clears it.
const ONE_MOVE: &str = "1\n0\n1 0\n0\n1 0\n1 0\n";
/// The same board, and two are asked for: one must be wasted.
const WASTED: &str = "2\n0\n1 0\n0\n1 0\n1 0\n";
/// Right on [`ONE_MOVE`], and on [`WASTED`] for who reads "at most".
const AT_MOST: &str = "echo 1 0 1";

/// A case that counts and two that don't, of which the first is ambiguous.
fn contest(toml: &str) -> Contest {
    let contest = Contest::new();
    contest.write("testcases/full/1.in", ONE_MOVE);
    contest.write("testcases/strict-reading/2.in", WASTED);
    contest.write("testcases/strict-reading/3.in", UNSOLVABLE);
    contest.write("judge.toml", toml);
    contest.script("at-most", AT_MOST);
    contest.script("wrong", "echo -1");
    contest
}

fn grade(contest: &Contest, arguments: &[&str]) -> (Option<i32>, Value) {
    let mut all = vec!["grade"];
    all.extend(arguments);
    all.extend(["--json", "report.json"]);
    let said = contest.run(all);
    let report = std::fs::read(contest.path("report.json"));
    let report = report.unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err));
    let report = serde_json::from_slice(&report).unwrap();
    assert_eq!(misfit(&report), None);
    (said.code, report)
}

#[test]
fn all_points_and_accepted_whatever_becomes_of_them() {
    let contest = contest("");
    let (code, report) = grade(&contest, &["at-most"]);
    assert_eq!(code, Some(0));
    let result = &report["results"][0];
    assert_eq!(result["verdict"], "AC");
    assert_eq!(result["score"], serde_json::json!({"points": 70, "of": 70}));
    assert_eq!(result["subtasks"][1]["strip"], "WW");
    assert_eq!(report["subtasks"][1]["counts"], false);
    assert_eq!(report["subtasks"][0].get("counts"), None);
    let said = contest.run(["grade", "at-most"]);
    assert_snapshot!(steady(&said.out), @r"
        Contest 3 testcases (2 not counted), 3s of CPU time and 65535 KiB each
          Rules exactly n moves, same-colour swaps legal
        Grading at-most
       AC (measured)  full/1
       WA (measured)  strict-reading/2
            clear after 1 of 2 moves; does not count
       WA (measured)  strict-reading/3
            moves, but there is no answer: -1; does not count
      full            [A]   70 of 70
      strict-reading  [WW]  does not count
          Score 70 of 70; AC (accepted)
    Not counted 2 testcases without points not answered as expected: 1 right under
                another reading of the statement; this costs nothing

    A case that doesn't count, strict-reading/2: wrong answer (WA)
      The board is clear after 1 move already, but an answer has exactly 2 moves.

      before move 1        after 1 0 1
       1  ·  ·  ·  ·  ·     1  ·  ·  ·  ·  ·
       0  · [A> ·  A  A     0  ·  ·  ·  ·  ·
          0  1  2  3  4        0  1  2  3  4

      colours: A=1;  [A> dragged right

      Difference (- output, + least answer)
        - move 1:  1 0 1
        + move 1:  3 0 1
        + move 2:  1 0 1
      It would be right if fewer than n moves were allowed (--moves at-most).
      To see it move by move:
        echo '2 0 1 0 0 1 0 1 0' | mayan-judge show - --play='1 0 1'
    ");
    assert_eq!(said.err, "");
    let said = contest.run(["grade", "at-most", "--lang", "zh"]);
    let out = folded(&said.out).replace(' ', "");
    for part in [
        "3个测试点（其中2个不计分）",
        "strict-reading[WW]不计分",
        "说明2个不计分的测试点未按要求作答，其中1个按题意的另一种理解是正确的；不影响得分和结果",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (code, report) = grade(&contest, &["wrong"]);
    assert_eq!(code, Some(1));
    assert_eq!(report["results"][0]["subtasks"][1]["strip"], "WA");
    assert_eq!(report["results"][0]["score"]["points"], 0);
}

const FIRST: &str = "[[subtasks]]\nname = 'strict'\ncase-points = 0\ncases = 'strict-reading/*'\n\
                     [[subtasks]]\nname = 'full'\npoints = 9\ncases = 'full/*'\n";

#[test]
fn they_are_no_first_failed_case_and_no_part_of_solved_or_not() {
    let contest = contest(FIRST);
    let (code, report) = grade(&contest, &["at-most", "--fail-fast"]);
    assert_eq!(code, Some(0));
    let strips = |report: &Value| {
        let groups = report["results"][0]["subtasks"].as_array().unwrap();
        let shown = groups
            .iter()
            .map(|it| format!("{} {}", it["name"], it["strip"]));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(strips(&report), [r#""strict" "WW""#, r#""full" "A""#]);
    let (code, report) = grade(&contest, &["at-most", "--style", "icpc"]);
    assert_eq!(code, Some(0));
    assert_eq!(strips(&report), [r#""all" "A""#, r#""strict" "WW""#]);
    assert_eq!(
        report["results"][0]["score"],
        serde_json::json!({"points": 1, "of": 1})
    );
    let (code, report) = grade(&contest, &["wrong", "--style", "icpc"]);
    assert_eq!(code, Some(1));
    assert_eq!(strips(&report), [r#""all" "W""#, r#""strict" "--""#]);
    assert_eq!(report["results"][0]["score"]["points"], 0);
}

#[test]
fn they_count_only_where_no_subtask_has_points() {
    // Chosen by name they are no more than they were.
    let contest = contest("");
    let (code, report) = grade(&contest, &["at-most", "--case", "strict-reading/2"]);
    assert_eq!(
        (code, &report["results"][0]["verdict"]),
        (Some(0), &"AC".into())
    );
    assert_eq!(report["results"][0]["cases"][0]["verdict"], "WA");
    assert_eq!(report["results"][0]["score"], Value::Null);
    // A contest of verdicts.
    let toml = "[[subtasks]]\nname = 'a'\npoints = 0\ncases = '**'\n";
    contest.write("judge.toml", toml);
    let (code, report) = grade(&contest, &["at-most"]);
    assert_eq!(
        (code, &report["results"][0]["verdict"]),
        (Some(1), &"WA".into())
    );
}

fn groups(toml: &str, cases: &[&str]) -> Vec<(String, String, bool)> {
    let config = Config::parse(toml.as_bytes()).unwrap();
    let cases: Vec<CaseId> = cases.iter().map(|it| CaseId((*it).to_owned())).collect();
    let groups = scoring::group(&cases, &config.subtasks, Style::Oi);
    let shown = |it: Group| (it.name, it.points.to_string(), it.counts);
    groups.into_iter().map(shown).collect()
}

#[test]
fn which_subtasks_count() {
    let own = |name: &str, points: &str, counts| (name.to_owned(), points.to_owned(), counts);
    // The built-in subtasks are a guess: other cases are worth 100 then.
    assert_eq!(
        groups("", &["1", "2", "strict-reading/3"]),
        [own("all", "100", true), own("strict-reading", "0", false)]
    );
    // A pattern that was mistyped costs points, as the warning says, and the verdict.
    assert_eq!(
        groups("", &["full/1", "botom-row/2", "strict-reading/3"]),
        [
            own("full", "70", true),
            own("strict-reading", "0", false),
            own("(no subtask)", "0", true)
        ]
    );
    let said = contest("").run(["grade", "at-most"]).err;
    assert_eq!(said, "");
    let contest = contest(
        "[[subtasks]]\nname = 'a'\npoints = 3\ncases = 'botom*'\n\
                           [[subtasks]]\nname = 'b'\npoints = 0\ncases = 'strict*/*'\n",
    );
    let said = contest.run(["grade", "at-most"]);
    assert_eq!(said.code, Some(2), "{}{}", said.out, said.err);
    assert!(
        folded(&said.err).contains("cases = \"botom*\""),
        "{}",
        said.err
    );
}

#[test]
fn nothing_can_depend_on_them() {
    let toml = format!("{FIRST}depends = ['strict']\n");
    let error = Config::parse(toml.as_bytes()).unwrap_err();
    let said = format!("{}, {}", error.title, error.label);
    assert_eq!(
        said,
        "subtask `full` depends on `strict`, which gives no points and so doesn't count, expected \
         the name of a subtask with points"
    );
}

/// The judge's own failure is told by the exit code, and costs nobody anything.
#[test]
fn a_failure_of_the_judge_on_one_of_them() {
    let (_, report) = grade(&contest(""), &["at-most"]);
    let report: Report = serde_json::from_value(report).unwrap();
    let message = "no space left".to_owned();
    let mut broken = Report::new(report.start.clone());
    for mut event in report.events(|_| true) {
        if let Event::CaseFinished { result, .. } = &mut event
            && result.case.0 == "strict-reading/3"
        {
            let cause = Cause::Judge {
                message: message.clone(),
            };
            *result = CaseResult::without_run(result.case.clone(), Verdict::JudgeError, cause);
        }
        broken.fold(&event);
    }
    assert!(broken.has_judge_error());
    assert_eq!(broken.results[0].verdict, Verdict::Accepted);
    assert_eq!(broken.results[0].score, report.results[0].score);
    assert_eq!(broken.results[0].uncounted(&broken.start).failed, 1);
}

/// Who reads "at most", and who is wrong.
fn class() -> Contest {
    let contest = contest("");
    for (name, body) in [("张三", AT_MOST), ("李四", "echo -1")] {
        contest.script(&format!("class/{name}/program"), body);
    }
    contest
}

#[test]
fn every_document_says_that_they_do_not_count() {
    let contest = class();
    let documents = [
        "--csv",
        "c.csv",
        "--junit",
        "j.xml",
        "--html",
        "p.html",
        "--json",
        "whole.json",
    ];
    let mut arguments = vec!["grade", "class"];
    arguments.extend(documents);
    let said = contest.run(arguments);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let out = folded(&said.out);
    for part in [
        "full strict-rea",
        "1 张三 70 [A] [WW]",
        "1 hand-in answers on testcases without points as another reading of the statement asks",
        "1 accepted",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(!out.contains("strict-reading/2"), "{out}");
    let read = |name: &str| std::fs::read_to_string(contest.path(name)).unwrap();
    let csv = read("c.csv");
    let first = csv.lines().nth(1).unwrap();
    assert!(
        first.starts_with("1,张三,,70,70,AC,70,0,AC,WA,WA,"),
        "{first}"
    );
    assert!(
        first.contains("2 testcases without points not answered as expected: 1 right under"),
        "{first}"
    );
    let junit = read("j.xml");
    assert!(
        junit.contains(r#"tests="3" failures="0" errors="0" skipped="2""#),
        "{junit}"
    );
    assert!(
        junit.contains("does not count: WA: clear after 1 of 2 moves"),
        "{junit}"
    );
    let page = read("p.html");
    assert!(
        page.contains("strict-reading <small>does not count</small>"),
        "{page}"
    );
    assert!(page.contains("It would be right if fewer than n moves were allowed"));
    let said = contest.run([
        "report",
        "whole.json",
        "--student",
        "张三",
        "--gradescope",
        "g.json",
        "--lemonlime",
        "l.csv",
    ]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let results: Value = serde_json::from_str(&read("g.json")).unwrap();
    assert_eq!(results["score"], 70);
    let tests = results["tests"].as_array().unwrap();
    let shown: Vec<String> = tests
        .iter()
        .map(|it| format!("{} {} {}", it["name"], it["score"], it["status"]))
        .collect();
    assert_snapshot!(shown.join("\n"), @r#"
    "full" 70 "passed"
    "AC full/1" null "passed"
    "strict-reading" null null
    "WA strict-reading/2" null null
    "WA strict-reading/3" null null
    "#);
    assert!(
        results["output"]
            .as_str()
            .unwrap()
            .contains("this costs nothing")
    );
    assert!(read("l.csv").contains("\"1\",\"张三\",\"70\",\"70\""));
}

#[test]
fn a_class_put_together_from_parts() {
    let contest = class();
    for part in ["1", "2"] {
        let partition = format!("slice:{part}/2");
        let out = format!("{part}.jsonl");
        contest.run([
            "grade",
            "class",
            "--partition",
            &partition,
            "--out",
            &out,
            "--fail-fast",
        ]);
    }
    let said = contest.run(["merge", "1.jsonl", "2.jsonl", "--json", "merged.json"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let merged: Value =
        serde_json::from_str(&std::fs::read_to_string(contest.path("merged.json")).unwrap())
            .unwrap();
    let strips = |at: usize| merged["results"][at]["subtasks"][1]["strip"].clone();
    let [one, other] = ["张三", "李四"].map(|name| {
        let results = merged["results"].as_array().unwrap();
        let at = results.iter().position(|it| it["submission"] == name);
        strips(at.unwrap())
    });
    assert_eq!([one, other], [Value::from("WW"), Value::from("--")]);
}
