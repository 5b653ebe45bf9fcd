//! `JUnit` XML and Gradescope's results.

use std::collections::HashSet;
use std::process::Command;

use mayan_judge::config::Scoring;
use mayan_judge::event::Event;
use mayan_judge::interop::gradescope::{self, NotOne};
use mayan_judge::lang::Lang;
use mayan_judge::report::junit;
use mayan_judge::scoring::Points;
use mayan_judge::summary::Report;
use mayan_judge::verdict::Verdict;
use serde_json::Value;

use super::kept;
use crate::fixture::report;
use crate::support::{has, root};

#[test]
fn they_are_kept() {
    kept("export_junit", &junit::suites(&report(), Lang::English));
    let report = report();
    for id in ["2023002", "ce", "board"] {
        let own = report.of(|it| it.id == id);
        let text = gradescope::results(&own, Lang::English).unwrap();
        kept(&format!("export_gradescope_{id}"), &text);
    }
    let own = report.of(|it| it.id == "2023002");
    kept(
        "export_gradescope_2023002_zh",
        &gradescope::results(&own, Lang::Chinese).unwrap(),
    );
}

/// The attributes of every element of this name, in a document of ours.
fn elements<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("<{name} ");
    let parts = text.split(&start).skip(1);
    parts.map(|it| it.split('>').next().unwrap()).collect()
}

fn attribute(element: &str, name: &str) -> String {
    let element = format!(" {element}");
    let at = element.split(&format!(" {name}=\"")).nth(1).unwrap();
    at.split('"').next().unwrap().to_owned()
}

fn number(element: &str, name: &str) -> usize {
    attribute(element, name).parse().unwrap()
}

/// Names that differ in nothing but what XML forbids, and in what reads alike.
fn alike() -> Report {
    let mut report = report();
    let contestants = &mut report.start.contestants;
    "x\u{1}".clone_into(&mut contestants[10].id);
    contestants[10].name = None;
    "x\u{fffe}".clone_into(&mut contestants[11].id);
    contestants[0].name = Some("x".to_owned());
    "x (2023001)".clone_into(&mut contestants[1].id);
    contestants[1].name = None;
    "x (2023001)".clone_into(&mut report.results[1].begun.submission);
    report
}

#[test]
fn junit_counts_what_it_has() {
    for (report, lang) in [
        (report(), Lang::English),
        (report(), Lang::Chinese),
        (alike(), Lang::English),
    ] {
        let text = junit::suites(&report, lang);
        assert!(junit::is_ours(text.as_bytes()));
        let forbidden = |it: char| {
            it.is_ascii_control() && it != '\n' && it != '\t'
                || matches!(it, '\u{fffe}' | '\u{ffff}')
        };
        assert!(!text.contains(forbidden));
        let tests: Vec<(String, String)> = elements(&text, "testcase")
            .iter()
            .map(|it| (attribute(it, "classname"), attribute(it, "name")))
            .collect();
        let unique: HashSet<_> = tests.iter().collect();
        assert_eq!(unique.len(), tests.len());
        let whole = elements(&text, "testsuites")[0];
        assert_eq!(number(whole, "tests"), tests.len());
        assert_eq!(number(whole, "failures"), elements(&text, "failure").len());
        assert_eq!(number(whole, "errors"), elements(&text, "error").len());
        assert_eq!(number(whole, "skipped"), elements(&text, "skipped").len());
        let suites = elements(&text, "testsuite");
        assert_eq!(suites.len(), report.start.contestants.len());
        for name in ["tests", "failures", "errors", "skipped"] {
            let sum: usize = suites.iter().map(|it| number(it, name)).sum();
            assert_eq!(number(whole, name), sum, "{name}");
        }
        // Every verdict is where it belongs, and no text became markup.
        let count = |fits: fn(Verdict) -> bool| {
            let cases = report.results.iter().flat_map(|it| &it.cases);
            cases.filter(|it| fits(it.verdict)).count()
        };
        assert_eq!(
            number(whole, "errors"),
            count(|it| it == Verdict::JudgeError)
        );
        let is_failure = |it| {
            !matches!(
                it,
                Verdict::Accepted | Verdict::Skipped | Verdict::JudgeError
            )
        };
        assert_eq!(number(whole, "failures"), count(is_failure));
        assert!(!text.contains("<script") && !text.contains("</pre"));
    }
}

#[test]
fn junit_says_why() {
    let text = junit::suites(&report(), Lang::English);
    let suite = |name: &str| {
        let start = text.split("<testsuite ").find(|it| it.contains(name));
        start.unwrap().to_owned()
    };
    let refused = suite("钱 六 (ce)");
    assert_eq!(refused.matches("type=\"CE\"").count(), 8);
    assert_eq!(refused.matches("fatal error: conio.h").count(), 1);
    assert!(refused.contains("Hint: "), "{refused}");
    let faulty = suite("(board)");
    assert!(
        faulty.contains("<error type=\"JE\" message=\"no space left"),
        "{faulty}"
    );
    let absent = suite("孙七 (2023011)");
    assert!(
        absent.contains("<skipped message=\"nothing was handed in\"/>"),
        "{absent}"
    );
    assert!(suite("王 五").contains("<system-err>terminate called"));
}

/// Whether `xmllint` finds that a document fits the schema.
fn fits(text: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("junit.xml");
    std::fs::write(&path, text).unwrap();
    let output = Command::new("xmllint")
        .args(["--noout", "--nonet", "--schema"])
        .arg(root().join("tests/it/schemas/junit.xsd"))
        .arg(&path)
        .output()
        .unwrap();
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
fn junit_fits_its_schema() {
    if !has("xmllint", "junit_fits_its_schema") {
        return;
    }
    for report in [report(), alike()] {
        for lang in Lang::ALL {
            let text = junit::suites(&report, lang);
            assert_eq!(fits(&text), Ok(()));
        }
    }
    // And not everything does.
    let text = junit::suites(&report(), Lang::English);
    for (from, to) in [
        ("<skipped ", "<skip "),
        ("time=\"", "time=\"about "),
        ("classname=\"", "class=\""),
        ("</testsuites>", ""),
        ("name=\"full/07-sample\"", "name=\"full/08-chain-of-two\""),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(fits(&text.replacen(from, to, 3)).is_err(), "{from}");
    }
}

fn misfit(results: &Value) -> Option<String> {
    let path = root().join("tests/it/schemas/gradescope.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("gradescope.json", schema).unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("gradescope.json", &mut schemas).unwrap();
    let error = schemas.validate(results, index).err()?;
    Some(format!("{error:#}"))
}

fn gradescope(report: &Report, id: &str) -> Value {
    let own = report.of(|it| it.id == id);
    let text = gradescope::results(&own, Lang::English).unwrap();
    assert!(gradescope::is_ours(text.as_bytes()));
    let value = serde_json::from_str(&text).unwrap();
    assert_eq!(misfit(&value), None, "{text}");
    value
}

/// A number of points in thousandths, which are whole.
#[expect(
    clippy::cast_possible_truncation,
    reason = "far below 2^52 thousandths"
)]
fn thousandths(points: &Value) -> i64 {
    (points.as_f64().unwrap() * 1000.0).round() as i64
}

/// The same class under other subtasks, rated anew.
fn rated(report: &Report, change: impl Fn(&mut Report)) -> Report {
    let mut report = report.clone();
    change(&mut report);
    let mut folded = Report::new(report.start.clone());
    let events: Vec<Event> = report.events(|_| true).collect();
    for event in &events {
        folded.fold(event);
    }
    folded
}

#[test]
fn gradescopes_tests_sum_to_the_score() {
    let usual = report();
    let together = rated(&usual, |it| {
        for group in &mut it.start.subtasks {
            group.scoring = Scoring::Min;
        }
    });
    let thirds = rated(&usual, |it| it.start.subtasks[1].points = Points::whole(71));
    let apart = rated(&usual, |it| it.start.subtasks[1].depends.clear());
    let mut scored = 0;
    for report in [usual, together, thirds, apart] {
        for result in &report.results {
            let value = gradescope(&report, &result.begun.submission);
            let Some(score) = result.score else {
                // Nobody loses marks: there are none.
                assert_eq!(
                    (&value["score"], &value["tests"]),
                    (&Value::Null, &Value::Null)
                );
                let text = value["output"].as_str().unwrap();
                assert!(text.contains("no score: "), "{text}");
                continue;
            };
            scored += 1;
            assert_eq!(value["score"], serde_json::to_value(score.points).unwrap());
            let tests = value["tests"].as_array().unwrap();
            let sum = |key: &str| -> i64 {
                let own = tests.iter().filter(|it| !it[key].is_null());
                own.map(|it| thousandths(&it[key])).sum()
            };
            assert_eq!(sum("score"), thousandths(&value["score"]));
            assert_eq!(
                sum("max_score"),
                thousandths(&serde_json::to_value(score.of).unwrap())
            );
            let cases = report.start.cases.len();
            assert_eq!(tests.len(), cases + report.start.subtasks.len());
            for test in tests {
                assert!(
                    test["score"].is_null()
                        || test["status"] == "passed"
                        || test["status"] == "failed"
                );
            }
        }
    }
    assert!(scored > 20, "only {scored} with a score");
}

#[test]
fn gradescope_is_told_the_reason() {
    let report = report();
    let broken = gradescope(&report, "board");
    let text = broken["output"].as_str().unwrap();
    assert!(
        text.contains("the judge failed, which costs no marks: no space left"),
        "{text}"
    );
    let refused = gradescope(&report, "ce");
    assert_eq!(refused["score"], 0);
    assert!(refused["output"].as_str().unwrap().contains("conio.h"));
    let absent = gradescope(&report, "2023011");
    assert_eq!(absent["output"], "nothing was handed in");
    assert_eq!(absent["score"], Value::Null);
    let wrong = gradescope(&report, "2023002");
    let tests = wrong["tests"].as_array().unwrap();
    let case = tests.iter().find(|it| it["number"] == "2.1").unwrap();
    assert_eq!(case["status"], "failed");
    assert!(
        case["output"].as_str().unwrap().contains("before move"),
        "{case}"
    );
    assert_eq!(
        gradescope::results(&report, Lang::English),
        Err(NotOne { submissions: 10 })
    );
    let mut bad = wrong.clone();
    bad["tests"][0]["max_score"] = Value::Null;
    assert!(misfit(&bad).is_some());
    bad = wrong;
    bad.as_object_mut().unwrap().remove("score");
    assert!(misfit(&bad).is_some());
}
