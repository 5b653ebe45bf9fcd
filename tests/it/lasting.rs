//! What stays when the judge or its helper is stopped or killed: nothing.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{Contest, ONE_MOVE, SAMPLE, binary, has, mark, processes_with, run_in, tiers};

/// A judge that runs two cases, of which the second sleeps.
struct Sleeping {
    contest: Contest,
    judge: Child,
    mark: String,
}

impl Sleeping {
    /// Starts it, and waits until the second case sleeps: with a child that is
    /// deaf, one in a session of its own if it may, and one that is never the same
    /// for long.
    fn start(name: &str, without: &str) -> Self {
        let mark = mark(&format!("{name}-{}", without.replace(',', "-")));
        let contest = Contest::with_sample();
        contest.write("testcases/2.in", ONE_MOVE);
        let body = format!(
            "read n; test $n = 3 && {{ printf '2 1 1\\n3 1 1\\n3 0 1\\n'; exit; }}\n\
             setsid sh -c 'trap \"\" TERM HUP INT; sleep 60; : {mark}' &\n\
             (trap '' TERM HUP INT; sh -c 'sleep 60; : {mark}') &\n\
             export n=0 again='sleep 0.002; n=$((n + 1)); \
                 test $n -gt 9999 || sh -c \"$again\" & : {mark}'\n\
             sh -c \"$again\" &\n\
             sh -c 'sleep 60; : {mark}'"
        );
        contest.script("program", &body);
        let arguments = [
            "grade",
            "program",
            "-j",
            "1",
            "--json",
            "report.json",
            "--time-limit",
            "60s",
            "--without",
            without,
        ];
        let mut judge = contest.judge(arguments);
        let judge = judge.stdout(Stdio::piped()).spawn().unwrap();
        let sleeping = Self {
            contest,
            judge,
            mark,
        };
        sleeping.wait_until(|it| processes_with(&it.mark) >= 2);
        sleeping
    }

    #[track_caller]
    fn wait_until(&self, holds: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !holds(self) {
            assert!(Instant::now() < deadline, "it does not come");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end of the judge and of all its processes.
    #[track_caller]
    fn end(&mut self) -> std::process::ExitStatus {
        let status = self.judge.wait().unwrap();
        self.wait_until(|it| processes_with(&it.mark) == 0);
        status
    }

    fn report(&self) -> Value {
        let report = std::fs::read(self.contest.path("report.json")).unwrap();
        serde_json::from_slice(&report).unwrap()
    }

    fn verdicts(&self) -> Vec<String> {
        let report = self.report();
        let cases = report["results"][0]["cases"].as_array().unwrap();
        let verdicts = cases
            .iter()
            .map(|it| it["verdict"].as_str().unwrap().to_owned());
        verdicts.collect()
    }

    fn temporary(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.contest.path("tmp")).unwrap();
        entries.map(|it| it.unwrap().path()).collect()
    }

    /// The helpers: the judge's children.
    fn helpers(&self) -> Vec<i32> {
        let all = children(pid(&self.judge));
        // What a helper that was killed leaves is a child too until it is ended: its
        // programs, and its inits, which are in namespaces of their own.
        let is_helper = |pid: &i32| {
            let read = |name: &str| std::fs::read_to_string(format!("/proc/{pid}/{name}"));
            let status = read("status").unwrap_or_default();
            let own = status.lines().find_map(|it| it.strip_prefix("NSpid:"));
            read("cmdline").is_ok_and(|it| it.contains("__sandbox-helper"))
                && own.is_some_and(|it| it.split_whitespace().count() == 1)
        };
        all.into_iter().filter(is_helper).collect()
    }
}

/// The children of a process; none if it is gone.
fn children(pid: i32) -> Vec<i32> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task"));
    let lists = tasks.into_iter().flatten().filter_map(|task| {
        let path = task.ok()?.path().join("children");
        std::fs::read_to_string(path).ok()
    });
    let all: Vec<String> = lists.collect();
    let all = all.iter().flat_map(|it| it.split_whitespace());
    all.map(|it| it.parse().unwrap()).collect()
}

fn send(pid: i32, signal: Signal) {
    kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
}

fn pid(child: &Child) -> i32 {
    child.id().try_into().unwrap()
}

/// The control groups of ours that hold no process: nobody will use them again.
fn empty_groups() -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new("/sys/fs/cgroup").into_iter();
    let ours = walk
        .flatten()
        .filter(|it| it.file_name().to_string_lossy().starts_with("mayan-judge-"));
    let is_empty = |path: &Path| {
        std::fs::read_to_string(path.join("cgroup.procs")).is_ok_and(|it| it.is_empty())
    };
    ours.map(|it| it.path().to_owned())
        .filter(|it| is_empty(it))
        .collect()
}

#[test]
fn an_interrupt_ends_the_children_and_reports_what_was_graded() {
    let signals = [
        ("int", Signal::INT),
        ("term", Signal::TERM),
        ("hup", Signal::HUP),
    ];
    for without in tiers() {
        for (name, signal) in signals {
            if ignores(std::process::id(), signal) {
                eprintln!("SKIPPED: {name}: these tests were started to ignore it (nohup?)");
                continue;
            }
            let mut sleeping = Sleeping::start(name, without);
            send(pid(&sleeping.judge), signal);
            assert_eq!(sleeping.end().code(), Some(130));
            assert_eq!(sleeping.report()["interrupted"], true);
            assert_eq!(sleeping.verdicts(), ["AC", "SK"], "{signal:?} [{without}]");
            assert_eq!(sleeping.temporary(), Vec::<PathBuf>::new(), "[{without}]");
        }
    }
}

#[test]
fn what_a_killed_judge_leaves_is_swept_at_the_next_start() {
    for without in tiers() {
        let mut sleeping = Sleeping::start("killed", without);
        send(pid(&sleeping.judge), Signal::KILL);
        assert_eq!(sleeping.end().signal(), Some(9));
        assert!(!sleeping.temporary().is_empty());
        let said = sleeping.contest.run(["doctor", "--without", without]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert_eq!(sleeping.temporary(), Vec::<PathBuf>::new(), "[{without}]");
    }
}

/// Then nobody is there to end the program, but the kernel and the next judge.
#[test]
fn a_judge_that_is_killed_with_its_helper_is_swept_too() {
    for without in tiers() {
        let mut sleeping = Sleeping::start("both", without);
        let helpers = sleeping.helpers();
        assert_eq!(helpers.len(), 1);
        // The judge is stopped first, or it would end what the helper leaves.
        send(pid(&sleeping.judge), Signal::STOP);
        send(helpers[0], Signal::KILL);
        send(pid(&sleeping.judge), Signal::KILL);
        sleeping.judge.wait().unwrap();
        let said = sleeping.contest.run(["doctor", "--without", without]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert_eq!(sleeping.end().signal(), Some(9));
        assert_eq!(sleeping.temporary(), Vec::<PathBuf>::new(), "[{without}]");
        // Other tests' helpers may be on their way into theirs.
        sleeping.wait_until(|_| empty_groups().is_empty());
    }
}

/// A helper that goes is the judge's own fault: tried again once, then said, and
/// never a student's.
#[test]
fn a_helper_that_is_killed_is_replaced_once_and_then_told() {
    for without in tiers() {
        let mut sleeping = Sleeping::start("helper", without);
        let first = sleeping.helpers();
        send(first[0], Signal::KILL);
        sleeping.wait_until(|it| {
            let now = it.helpers();
            now.len() == 1 && now != first && processes_with(&it.mark) >= 2
        });
        send(sleeping.helpers()[0], Signal::KILL);
        assert_eq!(sleeping.end().code(), Some(3), "[{without}]");
        assert_eq!(sleeping.verdicts(), ["AC", "JE"], "[{without}]");
        let report = sleeping.report();
        let result = &report["results"][0];
        assert!(result["score"].is_null());
        let message = result["cases"][1]["cause"]["message"].as_str().unwrap();
        assert!(message.contains("helper ended"), "{message}");
        assert_eq!(sleeping.temporary(), Vec::<PathBuf>::new(), "[{without}]");
    }
}

/// Whatever is killed between two runs or in one: the judge comes to an end, and
/// what it says is right or that it failed.
#[test]
fn no_death_of_a_helper_or_an_init_hangs_the_judge() {
    const RUNS: u64 = 8;
    let mut reports = 0;
    for (without, moment) in tiers()
        .iter()
        .flat_map(|it| (0..RUNS).map(move |at| (it, at)))
    {
        let contest = Contest::with_sample();
        for case in 2..20 {
            contest.write(&format!("testcases/{case}.in"), SAMPLE);
        }
        contest.script("program", "printf '2 1 1\\n3 1 1\\n3 0 1\\n'");
        let mut judge = contest.judge(["grade", "program", "-j", "1", "--json", "r.json"]);
        let judge = judge.args(["--without", without]).stdout(Stdio::null());
        let mut judge = judge.stderr(Stdio::null()).spawn().unwrap();
        // After the start, which is no run.
        let journal = contest.path("r.jsonl");
        let begun = || std::fs::metadata(&journal).is_ok_and(|it| it.len() > 0);
        while !begun() && judge.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        for kill in 0..3 {
            std::thread::sleep(Duration::from_millis((moment * 7 + kill * 11) % 23));
            let first = children(pid(&judge));
            let second: Vec<i32> = first.iter().flat_map(|pid| children(*pid)).collect();
            let chosen = if (moment + kill) % 2 == 0 {
                first
            } else {
                second
            };
            // The judge doesn't reap what it isn't told of: the numbers are theirs.
            for pid in chosen.into_iter().filter_map(Pid::from_raw) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        let deadline = Instant::now() + Duration::from_secs(100);
        let status = loop {
            if let Some(status) = judge.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                judge.kill().unwrap();
                panic!("it hangs, [{without}] {moment}");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let Ok(report) = std::fs::read(contest.path("r.json")) else {
            assert_eq!(status.code(), Some(3), "[{without}] {moment}");
            continue;
        };
        reports += 1;
        let report: Value = serde_json::from_slice(&report).unwrap();
        for case in report["results"][0]["cases"].as_array().unwrap() {
            let verdict = case["verdict"].as_str().unwrap();
            // RE where the program itself was what was killed.
            assert!(["AC", "JE", "RE"].contains(&verdict), "[{without}] {case}");
        }
        let left = std::fs::read_dir(contest.path("tmp")).unwrap().count();
        assert_eq!(left, 0, "[{without}] {moment}");
    }
    assert!(reports > 0, "none came to a report");
}

/// A storm of processes is ended in the middle of what the system does about it:
/// that is not to be charged to the program that is run next.
#[test]
fn the_next_program_is_not_blamed_for_a_storm() {
    if !has("python3", "the_next_program_is_not_blamed_for_a_storm") {
        return;
    }
    for without in tiers() {
        let contest = Contest::with_sample();
        for number in 0..6 {
            contest.write(
                &format!("class/{number}-storm/a.py"),
                format!("import os\nwhile True: os.fork()\n# {number}\n"),
            );
            contest.script(&format!("class/{number}-then/program"), "echo -1");
        }
        let said = contest.run([
            "grade",
            "class",
            "-j",
            "1",
            "--time-limit",
            "500ms",
            "--without",
            without,
            "--json",
            "report.json",
        ]);
        assert_eq!(said.code, Some(1), "{without}: {}{}", said.out, said.err);
        let report = std::fs::read(contest.path("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        for result in report["results"].as_array().unwrap() {
            let name = result["submission"].as_str().unwrap();
            if name.ends_with("then") {
                assert_eq!(result["verdict"], "WA", "{without}: {result}");
            }
        }
    }
}

/// Whether a process ignores a signal.
fn ignores(process: u32, signal: Signal) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << (signal.as_raw() - 1) != 0)
}

/// Started with nohup, a run goes on when its terminal is gone.
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let contest = Contest::with_sample();
    contest.script("program", "sleep 0.5; echo -1");
    let mut judge = run_in("sh", &contest)
        .args(["-c", "trap '' HUP; exec \"$0\" grade program --json r.json"])
        .arg(binary())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pid = Pid::from_raw(i32::try_from(judge.id()).unwrap()).unwrap();
    // The shell takes its time.
    while !ignores(judge.id(), Signal::HUP) {
        std::thread::sleep(Duration::from_millis(1));
    }
    // Until it is over, at whatever moment: none of them ends it.
    let status = loop {
        let _ = kill_process(pid, Signal::HUP);
        if let Some(status) = judge.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(1));
}
