//! Runs that are interrupted, parted and put together again: nothing is lost,
//! nothing is graded twice, and what disagrees is told.

mod files;
mod merging;

use std::collections::HashMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Contest, ONE_MOVE, SAMPLE, Said, UNSOLVABLE, folded, has};

/// The right answer to the sample, the wrong one to the others.
const SAMPLE_ONLY: &str = "cat > /dev/null; printf '2 1 1\\n3 1 1\\n3 0 1\\n'";

/// A class of scripts that write down each of their runs: how often a case was
/// run can be counted.
pub(super) fn class() -> Contest {
    let contest = Contest::new();
    for (name, input) in [
        ("a/1", SAMPLE),
        ("a/2", ONE_MOVE),
        ("b/3", UNSOLVABLE),
        ("b/4", SAMPLE),
    ] {
        contest.write(&format!("testcases/{name}.in"), input);
    }
    contest.write(
        "judge.toml",
        "[[subtasks]]\nname = 'a'\npoints = 40\ncases = 'a/*'\n\
         [[subtasks]]\nname = 'b'\npoints = 60\ncases = 'b/*'\nscoring = 'min'\n",
    );
    for (name, body) in [
        ("张三", SAMPLE_ONLY),
        ("李 四", "echo -1"),
        ("王五", "exit 3"),
        ("sleepy", "cat > /dev/null; sleep 0.02; echo -1"),
        ("z 6", "kill -SEGV $$"),
        ("z 7", SAMPLE_ONLY),
        ("z 8", "exec yes"),
    ] {
        contest.script(&format!("class/{name}/program"), body);
    }
    contest
}

pub(crate) fn json(contest: &Contest, name: &str) -> Value {
    let text = std::fs::read(contest.path(name)).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// A report without what is measured, which differs from run to run.
pub(crate) fn steady(report: &mut Value) {
    match report {
        Value::Object(map) => {
            for key in ["usage", "time", "cached", "attempts", "jobs", "isolation"] {
                map.remove(key);
            }
            map.values_mut().for_each(steady);
        }
        Value::Array(all) => all.iter_mut().for_each(steady),
        _ => {}
    }
}

pub(crate) fn steady_report(contest: &Contest, name: &str) -> Value {
    let mut report = json(contest, name);
    steady(&mut report);
    report
}

/// Two reports are the same; else only the lines that differ are shown.
pub(crate) fn assert_same(one: &Value, other: &Value, what: &str) {
    let [one, other] = [one, other].map(|it| serde_json::to_string_pretty(it).unwrap());
    let differs: Vec<String> = similar::TextDiff::from_lines(&one, &other)
        .iter_all_changes()
        .filter(|it| it.tag() != similar::ChangeTag::Equal)
        .map(|it| format!("{}{}", it.tag(), it.value()))
        .take(20)
        .collect();
    assert!(differs.is_empty(), "{what}:\n{}", differs.concat());
}

/// How often each case of each submission is in a journal.
pub(crate) fn counted(contest: &Contest, name: &str) -> HashMap<(String, String), usize> {
    let text = std::fs::read_to_string(contest.path(name)).unwrap();
    let mut counts = HashMap::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(case) = line.get("case") {
            let submission = case["submission"].as_str().unwrap().to_owned();
            let id = case["result"]["case"].as_str().unwrap().to_owned();
            *counts.entry((submission, id)).or_insert(0) += 1;
        }
    }
    counts
}

pub(super) fn graded(said: &Said) {
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
}

/// A copy of a journal in which some text is another.
pub(crate) fn altered(contest: &Contest, from: &str, to: &str, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(contest.path(from)).unwrap();
    let lines: String = text.lines().map(|line| change(line) + "\n").collect();
    assert_ne!(lines, text, "nothing was changed");
    contest.write(to, lines);
}

#[test]
fn killed_at_any_moment_it_goes_on_and_comes_to_the_same() {
    let contest = class();
    graded(&contest.run(["grade", "class", "--json", "whole.json"]));
    let whole = steady_report(&contest, "whole.json");
    // A linear congruence, so that a failure can be repeated.
    let mut random: u64 = 2011;
    let mut kills = 0;
    let mut rounds = 0;
    while kills < 25 {
        rounds += 1;
        assert!(rounds < 60, "only {kills} kills in {rounds} rounds");
        let _ = std::fs::remove_file(contest.path("cut.jsonl"));
        loop {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut judge = contest
                .judge(["grade", "class", "--json", "cut.json"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_micros((random >> 40) % 400_000));
            if judge.try_wait().unwrap().is_some() {
                break;
            }
            judge.kill().unwrap();
            judge.wait().unwrap();
            kills += 1;
            if kills % 3 == 0 {
                break;
            }
        }
        // The killed one's helpers may still hold the lock for a moment.
        let said = contest.run(["grade", "class", "--json", "cut.json"]);
        graded(&said);
        assert_same(&steady_report(&contest, "cut.json"), &whole, "resumed");
        let counts = counted(&contest, "cut.jsonl");
        assert_eq!(counts.len(), 7 * 4);
        assert!(counts.values().all(|&it| it == 1), "{counts:?}");
    }
}

#[test]
fn a_second_run_does_nothing_again() {
    let contest = class();
    graded(&contest.run(["grade", "class"]));
    let first = std::fs::read(contest.path("class.report.jsonl")).unwrap();
    let said = contest.run(["grade", "class"]);
    graded(&said);
    assert!(
        folded(&said.err).contains("28 of 28 results were kept from class.report.jsonl"),
        "{}",
        said.err
    );
    let second = std::fs::read(contest.path("class.report.jsonl")).unwrap();
    assert!(second == first, "the journal was written to");
}

#[test]
fn what_changed_is_graded_again_and_nothing_else() {
    let contest = class();
    let run = |options: &[&str]| {
        let mut arguments = vec!["grade", "class"];
        arguments.extend(options);
        let said = contest.run(arguments);
        graded(&said);
        let said = folded(&said.err);
        let kept = said.split(" of 28 results were kept").next().unwrap();
        kept.rsplit(' ').next().unwrap().parse().unwrap_or(0)
    };
    assert_eq!(run(&[]), 0);
    contest.script("class/王五/program", SAMPLE_ONLY);
    assert_eq!(run(&[]), 24, "a changed source");
    let report = json(&contest, "class.report.json");
    let results = report["results"].as_array().unwrap();
    let of = |name: &str| results.iter().find(|it| it["submission"] == name).unwrap();
    assert_eq!(of("王五")["score"]["points"], 20);
    contest.write("testcases/b/4.in", UNSOLVABLE);
    assert_eq!(run(&[]), 21, "a changed testcase");
    assert_eq!(run(&["--time-limit", "2s"]), 0, "another limit");
    assert_eq!(run(&["--time-limit", "2s"]), 28);
    contest.script("class/new/program", "echo -1");
    assert_eq!(
        contest.run(["grade", "class", "--time-limit", "2s"]).code,
        Some(1)
    );
    std::fs::remove_dir_all(contest.path("class/new")).unwrap();
    assert_eq!(
        run(&["--time-limit", "2s"]),
        28,
        "another one came and went"
    );
    let some = contest.run(["grade", "class", "--time-limit", "2s", "--case", "a/*"]);
    graded(&some);
    assert!(
        folded(&some.err).contains("14 of 14 results were kept"),
        "{}",
        some.err
    );
    assert_eq!(run(&["--time-limit", "2s"]), 28, "some cases alone");
}

#[test]
fn one_journal_has_one_writer() {
    let contest = class();
    contest.script("class/张三/program", "sleep 5");
    let mut first = contest
        .judge(["grade", "class", "--out", "one.jsonl"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    let journal = contest.path("one.jsonl");
    let has_begun = |path: &Path| std::fs::read(path).is_ok_and(|text| text.contains(&b'\n'));
    while !has_begun(&journal) {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = contest.run(["grade", "class", "--out", "one.jsonl"]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(said.code, Some(75), "{}{}", said.out, said.err);
    assert!(
        folded(&said.err).contains("is in use by another"),
        "{}",
        said.err
    );
}

#[test]
fn a_rejudge_shows_what_would_change_before_it_does() {
    let contest = class();
    graded(&contest.run(["grade", "class"]));
    let before = std::fs::read(contest.path("class.report.jsonl")).unwrap();
    let said = contest.run(["grade", "class", "--rejudge"]);
    graded(&said);
    assert_eq!(said.out, "Nothing would change.\n");
    // What a program prints depends on what no key can know: here, on the judge's
    // own files, so the journal is changed as if it had been another time.
    altered(
        &contest,
        "class.report.jsonl",
        "class.report.jsonl",
        |line| {
            if line.contains("李 四") && line.contains("\"case\":\"b/3\"") {
                line.replace("\"verdict\":\"AC\"", "\"verdict\":\"TLE\"")
            } else {
                line.to_owned()
            }
        },
    );
    let changed = std::fs::read(contest.path("class.report.jsonl")).unwrap();
    let report = std::fs::read(contest.path("class.report.json")).unwrap();
    let said = contest.run(["grade", "class", "--rejudge"]);
    graded(&said);
    let shown = "1 contestant would change:\n\n李 四\n  TLE -> AC  b/3\n";
    assert!(said.out.starts_with(shown), "{}", said.out);
    assert!(
        folded(&said.err).contains("nothing was replaced"),
        "{}",
        said.err
    );
    let read = |name: &str| std::fs::read(contest.path(name)).unwrap();
    assert_eq!(read("class.report.jsonl"), changed);
    assert_eq!(read("class.report.json"), report);
    let said = contest.run(["grade", "class", "--rejudge", "--yes"]);
    graded(&said);
    assert!(said.out.starts_with(shown), "{}", said.out);
    assert_ne!(read("class.report.jsonl"), changed);
    assert!(!contest.path("class.report.rejudge.jsonl").exists());
    let said = contest.run(["grade", "class"]);
    assert!(
        folded(&said.err).contains("28 of 28 results were kept"),
        "{}",
        said.err
    );
    assert!(before.len() > 100);
    let said = contest.run(["grade", "class", "--rejudge", "--out", "none.jsonl"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
}

#[test]
fn a_judge_that_failed_is_asked_again() {
    let contest = Contest::with_sample();
    contest.write("class/a/x.nope", "echo -1\n");
    let language = |compile: &str| {
        format!(
            "[languages.nope]\nextensions = ['nope']\ncompile = ['{compile}', '{{source}}']\n\
             run = ['sh', '{{source}}']\ninstall = 'apt-get install nope'\n"
        )
    };
    contest.write("judge.toml", language("no-such-compiler"));
    let said = contest.run(["grade", "class"]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    assert!(
        folded(&said.out).contains("apt-get install nope"),
        "{}",
        said.out
    );
    let said = contest.run(["grade", "class"]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    contest.write("judge.toml", language("true"));
    graded(&contest.run(["grade", "class"]));
}

/// The signal often comes while compilers are asked for their versions: that says
/// nothing of results that are there.
#[test]
fn an_interrupt_at_the_start_gives_nothing_up() {
    use rustix::process::{Pid, Signal, kill_process};
    if !has("python3", "an_interrupt_at_the_start_gives_nothing_up") {
        return;
    }
    let contest = class();
    contest.write("class/python/a.py", "print(-1)\n");
    graded(&contest.run(["grade", "class"]));
    let whole = steady_report(&contest, "class.report.json");
    let journal = std::fs::read(contest.path("class.report.jsonl")).unwrap();
    for delay in 0..30 {
        let mut judge = contest
            .judge(["grade", "class"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(4 * delay));
        let pid = Pid::from_raw(i32::try_from(judge.id()).unwrap()).unwrap();
        let _ = kill_process(pid, Signal::TERM);
        judge.wait().unwrap();
        let now = std::fs::read(contest.path("class.report.jsonl")).unwrap();
        assert!(now == journal, "the journal was written to after {delay}");
        let mut report = steady_report(&contest, "class.report.json");
        report["interrupted"] = false.into();
        assert_same(&report, &whole, "the report");
    }
}

/// A compiler that isn't found today was there last time: its results stay.
#[test]
fn a_missing_compiler_gives_nothing_up() {
    let contest = class();
    let compiler = contest.script("bin/cc", "test \"$1\" = --version && echo 1; true");
    contest.write("class/compiled/a.nope", "echo -1\n");
    let mut config = std::fs::read_to_string(contest.path("judge.toml")).unwrap();
    config += &format!(
        "[languages.nope]\nextensions = ['nope']\nversion = ['{0}', '--version']\n\
         compile = ['{0}', '{{source}}']\nrun = ['sh', '{{source}}']\ninstall = 'x'\n",
        compiler.display()
    );
    contest.write("judge.toml", config);
    graded(&contest.run(["grade", "class"]));
    let away = contest.path("bin/away");
    std::fs::rename(&compiler, &away).unwrap();
    let said = contest.run(["grade", "class"]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    std::fs::rename(&away, &compiler).unwrap();
    let said = contest.run(["grade", "class"]);
    graded(&said);
    assert!(
        folded(&said.err).contains("32 of 32 results were kept"),
        "{}",
        said.err
    );
    // A rejudge that could not compile replaces nothing.
    std::fs::rename(&compiler, &away).unwrap();
    let said = contest.run(["grade", "class", "--rejudge", "--yes"]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    assert!(
        folded(&said.err).contains("nothing was replaced: the judge failed"),
        "{}",
        said.err
    );
    std::fs::rename(&away, &compiler).unwrap();
    let said = contest.run(["grade", "class"]);
    assert!(
        folded(&said.err).contains("32 of 32 results were kept"),
        "{}",
        said.err
    );
    // Another source is another matter, whatever the compiler.
    std::fs::rename(&compiler, &away).unwrap();
    contest.write("class/compiled/a.nope", "echo 0\n");
    assert_eq!(contest.run(["grade", "class"]).code, Some(3));
    let said = contest.run(["merge", "class.report.jsonl"]);
    assert_eq!(said.code, Some(3), "{}", said.out);
    assert!(said.out.contains("[J"), "{}", said.out);
}
