//! The shipped testcases and sample programs: everything right is accepted,
//! everything wrong gets exactly the verdict in its first line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use mayan_judge::testcase::{self, Layout, Testcase};
use mayan_reference::Rules;
use serde_json::Value;

use crate::support::{binary, has, judge, root, run};

fn cases() -> Vec<Testcase> {
    let found = testcase::discover(&root().join("testcases")).unwrap();
    assert!(found.passed_over.is_empty(), "{:?}", found.passed_over);
    let load = |files| testcase::load(files, Layout::Strict).unwrap();
    found.cases.iter().map(load).collect()
}

/// Grades from the repository's root and gives the report.
fn grade(submission: &Path) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let said = run(judge()
        .current_dir(root())
        .arg("grade")
        .arg(submission)
        .arg("--json")
        .arg(&path));
    let report = std::fs::read(&path);
    let report = report.unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err));
    serde_json::from_slice(&report).unwrap()
}

fn verdicts(report: &Value) -> BTreeSet<String> {
    let cases = report["results"][0]["cases"].as_array().unwrap();
    assert!(!cases.is_empty());
    cases
        .iter()
        .map(|case| case["verdict"].as_str().unwrap().to_owned())
        .collect()
}

fn failures(report: &Value) -> Vec<String> {
    let cases = report["results"][0]["cases"].as_array().unwrap().iter();
    let failed = cases.filter(|case| case["verdict"] != "AC");
    failed
        .map(|case| format!("{}: {} {}", case["case"], case["verdict"], case["cause"]))
        .collect()
}

#[test]
fn the_testcases_are_as_they_should_be() {
    let cases = cases();
    assert!(cases.len() >= 20, "{} testcases", cases.len());
    let ns: BTreeSet<usize> = cases.iter().map(|case| case.puzzle.n).collect();
    assert_eq!(ns, (1..=5).collect());
    let mut boards = BTreeSet::new();
    for case in &cases {
        let id = &case.id;
        assert!(
            case.description.as_ref().is_some_and(|it| it.len() > 10),
            "{id}: no .desc"
        );
        assert_eq!(case.given.len(), 1, "{id}: no answer");
        assert_eq!(case.input, case.puzzle.to_string(), "{id}: layout");
        assert!(
            case.puzzle.board.runs().is_empty(),
            "{id}: a run at the start"
        );
        assert!(!case.puzzle.board.is_empty(), "{id}: nothing to do");
        assert!(
            boards.insert((case.puzzle.board, case.puzzle.n)),
            "{id}: twice"
        );
        let counts = case.puzzle.board.colour_counts();
        let colours = counts[1..].iter().rposition(|&count| count > 0).unwrap() + 1;
        assert!(
            counts[1..=colours].iter().all(|&count| count > 0),
            "{id}: a colour is missing"
        );
        let low = (0..5).all(|x| case.puzzle.board.height(x) <= 1);
        assert_eq!(
            id.0.starts_with("bottom-row/"),
            low,
            "{id}: in the wrong folder"
        );
    }
}

#[test]
fn every_testcase_is_unambiguous_and_its_answer_right() {
    for case in &cases() {
        let answer = case.answer(Rules::default());
        for rules in Rules::ALL {
            assert_eq!(case.answer(rules), answer, "{} is ambiguous", case.id);
        }
        let text = mayan_reference::moves::answer_text(answer.as_deref());
        let given = &case.given[0].bytes;
        assert_eq!(String::from_utf8_lossy(given), text, "{}", case.id);
    }
}

#[test]
fn the_reference_is_accepted_on_everything() {
    // Beside our own binary, brought up to date, since cargo builds another
    // package's binary only for that package's tests.
    let binary = binary();
    let folder = binary.parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root())
        .args([
            "build",
            "--quiet",
            "--package",
            "mayan-reference",
            "--target-dir",
        ])
        .arg(folder.parent().unwrap());
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    assert!(cargo.status().unwrap().success());
    let report = grade(&folder.join("mayan-reference"));
    assert_eq!(
        verdicts(&report),
        BTreeSet::from(["AC".to_owned()]),
        "{:?}",
        failures(&report)
    );
    assert_eq!(report["results"][0]["score"]["points"], 100);
}

/// The verdict that a sample's first line expects: `// expect: WA - why`.
fn expected(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let first = text.lines().next().unwrap_or_default();
    let rest = first.split("expect: ").nth(1);
    let code = rest.and_then(|rest| rest.split(' ').next());
    code.unwrap_or_else(|| panic!("{}: no `expect:` in the first line", path.display()))
        .to_owned()
}

#[test]
fn each_sample_gets_the_verdict_that_it_names() {
    let mut samples: Vec<PathBuf> = std::fs::read_dir(root().join("submissions"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    samples.sort();
    assert!(samples.len() >= 8);
    // Some only wait: two at a time.
    let (left, right) = samples.split_at(samples.len() / 2);
    let seen: BTreeSet<String> = std::thread::scope(|scope| {
        let threads = [left, right].map(|half| {
            scope.spawn(move || {
                let verdicts = half.iter().filter_map(|sample| verdict_as_named(sample));
                verdicts.collect::<Vec<_>>()
            })
        });
        let verdicts = threads.into_iter().map(|thread| thread.join().unwrap());
        verdicts.flatten().collect()
    });
    for verdict in ["AC", "WA", "PE", "TLE", "ILE", "MLE", "OLE", "RE", "CE"] {
        assert!(seen.contains(verdict), "no sample gets {verdict}");
    }
}

/// Grades a sample and holds it to its first line; `None` if its compiler is
/// missing.
fn verdict_as_named(sample: &Path) -> Option<String> {
    let compiler = match sample.extension().and_then(|it| it.to_str()) {
        Some("cpp") => "g++",
        Some("py") => "python3",
        Some("rs") => "rustc",
        other => panic!("{}: {other:?}", sample.display()),
    };
    if !has(compiler, &sample.display().to_string()) {
        return None;
    }
    let expected = expected(sample);
    let report = grade(sample);
    let mut verdicts = verdicts(&report);
    if expected != "AC" {
        verdicts.remove("AC");
    }
    let wanted = BTreeSet::from([expected.clone()]);
    assert_eq!(
        verdicts,
        wanted,
        "{}: {:?}",
        sample.display(),
        failures(&report)
    );
    Some(expected)
}
