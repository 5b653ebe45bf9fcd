//! Runs that are interrupted, parted and put together again: nothing is lost,
//! nothing is graded twice, and what disagrees is told.

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
fn class() -> Contest {
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

fn json(contest: &Contest, name: &str) -> Value {
    let text = std::fs::read(contest.path(name)).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// A report without what is measured, which differs from run to run.
fn steady(report: &mut Value) {
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

fn steady_report(contest: &Contest, name: &str) -> Value {
    let mut report = json(contest, name);
    steady(&mut report);
    report
}

/// Two reports are the same; else only the lines that differ are shown.
fn assert_same(one: &Value, other: &Value, what: &str) {
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
fn counted(contest: &Contest, name: &str) -> HashMap<(String, String), usize> {
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

fn graded(said: &Said) {
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
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

/// A copy of a journal in which some text is another.
fn altered(contest: &Contest, from: &str, to: &str, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(contest.path(from)).unwrap();
    let lines: String = text.lines().map(|line| change(line) + "\n").collect();
    assert_ne!(lines, text, "nothing was changed");
    contest.write(to, lines);
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
fn odd_files_are_no_journals_and_damage_is_told() {
    let contest = class();
    contest.write("notes.txt", "my notes\n");
    contest.write("half", "my notes");
    for name in ["notes.txt", "half"] {
        let said = contest.run(["grade", "class", "--out", name]);
        assert_eq!(said.code, Some(2), "{}", said.err);
        assert!(folded(&said.err).contains("is no journal"), "{}", said.err);
        let text = std::fs::read_to_string(contest.path(name)).unwrap();
        assert!(text.starts_with("my notes"), "{text}");
    }
    let said = contest.run(["grade", "class", "--out", "/dev/null"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    graded(&contest.run(["grade", "class", "--out", "one.jsonl"]));
    let mut lines: Vec<String> = std::fs::read_to_string(contest.path("one.jsonl"))
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    let at = lines
        .iter()
        .position(|it| it.starts_with("{\"case\""))
        .unwrap();
    lines[at].truncate(30);
    contest.write("one.jsonl", lines.join("\n") + "\n{\"case\":{\"ke");
    let said = contest.run(["grade", "class", "--out", "one.jsonl"]);
    graded(&said);
    let told = folded(&said.err);
    assert!(
        told.contains(&format!("one.jsonl:{}: this line is damaged", at + 1)),
        "{told}"
    );
    assert!(told.contains("27 of 28 results were kept"), "{told}");
    let newer = std::fs::read_to_string(contest.path("one.jsonl")).unwrap();
    contest.write(
        "new.jsonl",
        newer.replace("{\"format\":1,", "{\"format\":9,"),
    );
    let said = contest.run(["grade", "class", "--out", "new.jsonl"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(folded(&said.err).contains("has format 9"), "{}", said.err);
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
    // Another source is another matter, whatever the compiler.
    std::fs::rename(&compiler, &away).unwrap();
    contest.write("class/compiled/a.nope", "echo 0\n");
    assert_eq!(contest.run(["grade", "class"]).code, Some(3));
    let said = contest.run(["merge", "class.report.jsonl"]);
    assert_eq!(said.code, Some(3), "{}", said.out);
    assert!(said.out.contains("[J"), "{}", said.out);
}

#[test]
fn a_report_is_written_over_a_report_alone() {
    let contest = class();
    let source = std::fs::read(contest.path("class/张三/program")).unwrap();
    let refused = |arguments: &[&str], part: &str| {
        let said = contest.run(arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
        assert!(
            folded(&said.err).contains(part),
            "{arguments:?}: {}",
            said.err
        );
    };
    let other = "is no report of mayan-judge";
    refused(&["grade", "class", "--json", "class/张三/program"], other);
    refused(&["grade", "class", "--json", "judge.toml"], other);
    refused(
        &["grade", "class", "--json", "x.jsonl"],
        "both the report and the journal",
    );
    refused(
        &["grade", "class", "--json", "./same", "--out", "same"],
        "both the report and the journal",
    );
    assert_eq!(
        std::fs::read(contest.path("class/张三/program")).unwrap(),
        source
    );
    graded(&contest.run(["grade", "class", "--out", "one.jsonl"]));
    refused(&["merge", "one.jsonl", "--json", "one.jsonl"], other);
    graded(&contest.run(["merge", "one.jsonl", "--json", "one.json"]));
    graded(&contest.run(["merge", "one.jsonl", "--json", "one.json"]));
    // A stream has no file beside it.
    let said = contest.run(["grade", "class", "--json", "/dev/stdout"]);
    graded(&said);
    assert!(contest.path("class.report.jsonl").exists());
    // Nobody reads this one.
    let fifo = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, contest.path("fifo"), fifo, 0o600.into(), 0).unwrap();
    let said = contest.run(["grade", "class", "--json", "fifo"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        folded(&said.err).contains("cannot write fifo"),
        "{}",
        said.err
    );
}

#[test]
fn a_journal_without_its_first_line_keeps_its_results() {
    let contest = class();
    graded(&contest.run(["grade", "class", "--out", "one.jsonl"]));
    let text = std::fs::read_to_string(contest.path("one.jsonl")).unwrap();
    let rest = text.split_once('\n').unwrap().1;
    for (name, text) in [
        ("bom", format!("\u{feff}{text}")),
        ("lost", rest.to_owned()),
        ("broken", format!("{{\"run\"\n{rest}")),
    ] {
        contest.write("one.jsonl", text);
        let said = contest.run(["grade", "class", "--out", "one.jsonl"]);
        graded(&said);
        assert!(
            folded(&said.err).contains("28 of 28 results were kept"),
            "{name}: {}",
            said.err
        );
    }
}
