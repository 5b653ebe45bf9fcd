//! Parts of a class put together, and journals that disagree.

use serde_json::Value;

use super::{altered, assert_same, class, graded, steady_report};
use crate::support::folded;

#[test]
fn parts_put_together_are_the_whole() {
    for how in ["slice", "hash"] {
        let contest = class();
        graded(&contest.run(["grade", "class", "--json", "whole.json"]));
        let mut files = Vec::new();
        let mut graded_parts = 0;
        for k in 1..=4 {
            let (part, out) = (format!("{how}:{k}/4"), format!("part{k}.jsonl"));
            let said = contest.run(["grade", "class", "--partition", &part, "--out", &out]);
            assert!(matches!(said.code, Some(0 | 1)), "{part}: {}", said.err);
            graded_parts += usize::from(contest.path(&out).exists());
            files.push(out);
        }
        assert_eq!(graded_parts, 4);
        let mut arguments = vec!["merge", "--json", "merged.json"];
        arguments.extend(files.iter().map(String::as_str));
        let said = contest.run(&arguments);
        graded(&said);
        let (merged, whole) = (
            steady_report(&contest, "merged.json"),
            steady_report(&contest, "whole.json"),
        );
        assert_same(&merged, &whole, how);
        // In any order, and with one of them twice.
        arguments[3..].reverse();
        arguments.push("part1.jsonl");
        graded(&contest.run(&arguments));
        let mut other = steady_report(&contest, "merged.json");
        let mut whole = whole;
        for report in [&mut other, &mut whole] {
            let results = report["results"].as_array_mut().unwrap();
            results.sort_by_key(|it| it["submission"].to_string());
        }
        assert_same(&other["results"], &whole["results"], how);
        // With one missing it is said.
        let said = contest.run(["merge", "part1.jsonl", "part2.jsonl", "part3.jsonl"]);
        assert_eq!(said.code, Some(3), "{}", said.err);
        assert!(folded(&said.err).contains("of 28 missing"), "{}", said.err);
    }
}

#[test]
fn journals_that_disagree_are_a_conflict() {
    let contest = class();
    graded(&contest.run(["grade", "class", "--out", "one.jsonl"]));
    let merge = |other: &str, options: &[&str]| {
        let mut arguments = vec!["merge", "one.jsonl", other];
        arguments.extend(options);
        contest.run(arguments)
    };
    graded(&merge("one.jsonl", &[]));
    // Another verdict on the same thing.
    altered(&contest, "one.jsonl", "other.jsonl", |line| {
        if line.contains("李 四") && line.contains("\"case\":\"a/2\"") {
            line.replace("\"verdict\":\"WA\"", "\"verdict\":\"AC\"")
        } else {
            line.to_owned()
        }
    });
    let said = merge("other.jsonl", &[]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    for part in [
        "李 四, a/2: WA in one.jsonl, AC in other.jsonl",
        "nothing was merged",
    ] {
        assert!(folded(&said.err).contains(part), "{part}: {}", said.err);
    }
    // A failure of the judge gives way.
    altered(&contest, "one.jsonl", "other.jsonl", |line| {
        if line.contains("李 四") && line.contains("\"case\":\"a/2\"") {
            line.replace("\"verdict\":\"WA\"", "\"verdict\":\"JE\"")
        } else {
            line.to_owned()
        }
    });
    graded(&merge("other.jsonl", &[]));
    graded(&contest.run(["merge", "other.jsonl", "one.jsonl"]));
    // Another source.
    contest.script("class/李 四/program", "echo 0");
    let said = contest.run(["grade", "class", "--out", "other.jsonl"]);
    graded(&said);
    let said = merge("other.jsonl", &[]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert!(
        folded(&said.err).contains("graded different sources"),
        "{}",
        said.err
    );
    // Another contest.
    let _ = contest.run([
        "grade",
        "class",
        "--out",
        "other.jsonl",
        "--time-limit",
        "1s",
    ]);
    let said = merge("other.jsonl", &[]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert!(folded(&said.err).contains("the limits"), "{}", said.err);
    // A machine that is three times as slow.
    altered(&contest, "one.jsonl", "other.jsonl", |line| {
        let Ok(mut value) = serde_json::from_str::<Value>(line) else {
            return line.to_owned();
        };
        if let Some(run) = value.get_mut("run") {
            let speed = run["machine"]["speed"].as_f64().unwrap();
            run["machine"]["speed"] = (speed * 3.0).into();
            run["machine"]["boot"] = "another".into();
        }
        value.to_string()
    });
    let said = merge("other.jsonl", &[]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert!(
        folded(&said.err).contains("takes 3.00 times as long"),
        "{}",
        said.err
    );
    graded(&merge("other.jsonl", &["--any-speed"]));
}
