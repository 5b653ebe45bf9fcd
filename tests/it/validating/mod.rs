//! `validate`: each thing that it says, of testcases made to have it.

mod codes;
mod document;
mod fixing;
mod hardness;
mod layouts;
mod samples;
mod words;

use serde_json::Value;

use crate::support::{Contest, ONE_MOVE, SAMPLE, SAMPLE_ANSWER, Said};

/// The answer to [`ONE_MOVE`].
const ONE_MOVE_ANSWER: &str = "3 0 -1\n";

/// A contest of which there is nothing to say.
fn clean() -> Contest {
    let contest = Contest::new();
    contest.write("testcases/bottom-row/1.in", ONE_MOVE);
    contest.write("testcases/bottom-row/1.ans", ONE_MOVE_ANSWER);
    contest.write("testcases/full/2.in", SAMPLE);
    contest.write("testcases/full/2.ans", SAMPLE_ANSWER);
    contest
}

/// The document on a contest, and the exit code.
fn document(contest: &Contest, options: &[&str]) -> (Value, Option<i32>) {
    let mut arguments = vec!["validate", "--format", "json"];
    arguments.extend(options);
    let Said { out, err, code } = contest.run(arguments);
    let document = serde_json::from_str(&out);
    let document = document.unwrap_or_else(|error| panic!("{error}: {out}{err}"));
    (document, code)
}

/// Each issue as `severity code where`.
fn issues(document: &Value) -> Vec<String> {
    let issues = document["issues"].as_array().unwrap();
    let said = |issue: &Value| {
        let place = issue["case"].as_str().or(issue["file"].as_str());
        let line = match issue["at"]["line"].as_u64() {
            Some(line) => format!(":{line}:{}", issue["at"]["column"]),
            None => String::new(),
        };
        format!(
            "{} {} {}{line}",
            issue["severity"].as_str().unwrap(),
            issue["code"].as_str().unwrap(),
            place.unwrap_or("-")
        )
    };
    issues.iter().map(said).collect()
}
