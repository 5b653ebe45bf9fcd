//! `--samples`: programs against the time limit, none of them near it.

use super::{clean, document, issues};

const RIGHT: &str =
    "case $(head -n 1) in 1) echo 3 0 -1;; *) printf '2 1 1\\n3 1 1\\n3 0 1\\n';; esac";
const ENDLESS: &str = "while :; do :; done";

#[test]
fn right_samples_have_room_and_slow_ones_are_slow() {
    let contest = clean();
    contest.write("judge.toml", "[limits]\ncpu-time = '400ms'\n");
    let sample = |name: &str, expected: &str, body: &str| {
        contest.script(
            &format!("samples/{name}"),
            &format!("# expect: {expected} - a test\n{body}"),
        );
    };
    sample("endless", "TLE", ENDLESS);
    sample("wrong", "WA", "echo 5");
    let (said, code) = document(&contest, &["--samples", "samples"]);
    assert_eq!(issues(&said), [""; 0]);
    assert_eq!(code, Some(0));
    let samples = said["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 1);
    assert_eq!(samples[0]["verdict"], "TLE");
    assert_eq!(samples[0]["limit"], 0.4);
    assert!(samples[0]["time"].as_f64() >= Some(0.6));

    sample("right", "AC", RIGHT);
    sample("right-and-slow", "AC", ENDLESS);
    sample("wrong", "AC", "echo 5 5 5");
    sample("fast", "TLE", RIGHT);
    contest.write("samples/notes.txt", "no sample");
    let (said, code) = document(&contest, &["--samples", "samples"]);
    let mut found = issues(&said);
    found.sort();
    // A right program may need more than half of the limit on a busy machine.
    found.retain(|it| !it.contains("little-time"));
    let of = |it: &serde_json::Value| format!("{} {}", it["code"], it["file"]).replace('"', "");
    let mut files: Vec<String> = said["issues"].as_array().unwrap().iter().map(of).collect();
    files.sort();
    files.retain(|it| !it.contains("little-time"));
    assert_eq!(
        files,
        [
            "much-time samples/fast",
            "sample-fails samples/right-and-slow",
            "sample-fails samples/wrong",
            "sample-skipped samples/notes.txt",
        ],
        "{found:?}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn without_samples_there_is_nothing_to_run() {
    let contest = clean();
    std::fs::create_dir(contest.path("none")).unwrap();
    assert_eq!(contest.run(["validate", "--samples", "none"]).code, Some(2));
    assert_eq!(
        contest.run(["validate", "--samples", "nowhere"]).code,
        Some(3)
    );
}
