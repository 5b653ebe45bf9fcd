//! The shipped testcases and sample programs: everything right is accepted,
//! everything wrong gets exactly the verdict in its first line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

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

/// The results of the cases that count.
fn counted(report: &Value) -> impl Iterator<Item = &Value> {
    let cases = report["results"][0]["cases"].as_array().unwrap();
    let counts = |it: &&Value| !it["case"].as_str().unwrap().starts_with("strict-reading/");
    assert!(cases.iter().any(|it| counts(&it)));
    cases.iter().filter(counts)
}

fn verdicts(report: &Value) -> BTreeSet<String> {
    counted(report)
        .map(|case| case["verdict"].as_str().unwrap().to_owned())
        .collect()
}

fn failures(report: &Value) -> Vec<String> {
    let failed = counted(report).filter(|case| case["verdict"] != "AC");
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
        if !id.0.starts_with("strict-reading/") {
            assert_eq!(
                id.0.starts_with("bottom-row/"),
                low,
                "{id}: in the wrong folder"
            );
        }
    }
}

#[test]
fn testcases_with_points_are_unambiguous_and_all_answers_right() {
    for case in &cases() {
        let answer = case.answer(Rules::default());
        let agree = Rules::ALL
            .into_iter()
            .all(|rules| case.answer(rules) == answer);
        let is_strict = case.id.0.starts_with("strict-reading/");
        assert_eq!(agree, !is_strict, "{}", case.id);
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

/// All samples, two at a time, since some only wait; what `work` makes of each, if its
/// compiler is there.
fn with_each_sample<T: Send>(work: impl Fn(&Path) -> Option<T> + Sync) -> Vec<T> {
    let mut samples: Vec<PathBuf> = std::fs::read_dir(root().join("submissions"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    samples.sort();
    assert!(samples.len() >= 8);
    let (left, right) = samples.split_at(samples.len() / 2);
    std::thread::scope(|scope| {
        let work = &work;
        let threads = [left, right].map(|half| {
            scope.spawn(move || {
                let made = half.iter().filter_map(|sample| work(sample));
                made.collect::<Vec<_>>()
            })
        });
        let made = threads.into_iter().map(|thread| thread.join().unwrap());
        made.flatten().collect()
    })
}

/// The verdicts that the samples name and get. Whoever comes second finds them compiled.
fn graded() -> &'static BTreeSet<String> {
    static SEEN: OnceLock<BTreeSet<String>> = OnceLock::new();
    SEEN.get_or_init(|| with_each_sample(verdict_as_named).into_iter().collect())
}

#[test]
fn each_sample_gets_the_verdict_that_it_names() {
    let seen = graded();
    for verdict in ["AC", "WA", "PE", "TLE", "ILE", "MLE", "OLE", "RE", "CE"] {
        assert!(seen.contains(verdict), "no sample gets {verdict}");
    }
}

/// Samples that fail on no unambiguous board of six blocks or fewer (all were tried of
/// those that can be cleared), why, and on how many blocks they do at most.
const LARGER: [(&str, u64, &str); 5] = [
    ("no-tenth-colour.cpp", 10, "there must be a tenth colour"),
    (
        "one-group-at-a-time.rs",
        12,
        "the first run's fall must part the second",
    ),
    (
        "one-hole.rs",
        20,
        "two runs must leave one column, and blocks stay above them",
    ),
    (
        "rows-then-columns.rs",
        12,
        "a row and a column must meet, by a move of another colour",
    ),
    ("six-rows.rs", 16, "a block must be in the seventh row"),
];

#[test]
fn stress_finds_each_wrong_sample_on_a_small_board() {
    graded();
    let found = with_each_sample(|sample| {
        let name = sample.file_name().unwrap().to_str().unwrap();
        let compiler = compiler(sample);
        has(compiler, name).then(|| (name.to_owned(), stressed(sample)))
    });
    let mut faults = Vec::new();
    for (name, outcome) in found {
        let expected = expected(&root().join("submissions").join(&name));
        let board = &outcome["hunt"]["found"];
        let verdict = board["result"]["verdict"].as_str();
        let wanted = match expected.as_str() {
            // Its boards are larger, and each takes the whole limit.
            "AC" | "TLE" => None,
            "CE" => {
                assert_eq!(outcome["hunt"], Value::Null, "{name}");
                None
            }
            code => Some(code),
        };
        if verdict != wanted {
            faults.push(format!("{name}: {verdict:?}"));
            continue;
        }
        let larger = LARGER.iter().find(|(larger, ..)| *larger == name);
        let most = larger.map_or(6, |(_, blocks, _)| *blocks);
        if let Some(blocks) = board["blocks"].as_u64()
            && blocks > most
        {
            faults.push(format!(
                "{name}: {blocks} blocks, not {most}: {}",
                board["input"]
            ));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// What `stress` says of a sample. The number of boards is bounded, not the time.
fn stressed(sample: &Path) -> Value {
    let tries = match expected(sample).as_str() {
        "AC" => "100",
        "TLE" => "60",
        _ => "2000",
    };
    let arguments = ["--tries", tries, "-j", "1", "--format", "json"];
    // One that sleeps does so for the whole of a limit.
    let limit = ["--time-limit", "500ms"];
    let mut judge = judge();
    let judge = judge.current_dir(root()).arg("stress").arg(sample);
    let judge = judge.args(arguments);
    let said = run(match expected(sample).as_str() {
        "ILE" => judge.args(limit),
        _ => judge,
    });
    let found = serde_json::from_str(&said.out);
    found.unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err))
}

/// On boards on which readings of the statement differ, programs of another reading
/// differ from the reference, and that is said.
#[test]
fn stress_tells_another_reading_apart() {
    graded();
    if !has("rustc", "stress_tells_another_reading_apart") {
        return;
    }
    let said = run(judge().current_dir(root()).args([
        "stress",
        "submissions/accepted-at-most.rs",
        "--ambiguous",
        "--tries",
        "500",
        "--format",
        "json",
    ]));
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let outcome: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(outcome["hunt"]["found"]["ambiguous"], true);
}

/// What a sample needs to be compiled or run.
fn compiler(sample: &Path) -> &'static str {
    match sample.extension().and_then(|it| it.to_str()) {
        Some("cpp") => "g++",
        Some("py") => "python3",
        Some("rs") => "rustc",
        other => panic!("{}: {other:?}", sample.display()),
    }
}

/// Grades a sample and holds it to its first line; `None` if its compiler is
/// missing.
fn verdict_as_named(sample: &Path) -> Option<String> {
    if !has(compiler(sample), &sample.display().to_string()) {
        return None;
    }
    let expected = expected(sample);
    let report = grade(sample);
    assert_eq!(
        report["results"][0]["verdict"],
        *expected,
        "{}",
        sample.display()
    );
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
