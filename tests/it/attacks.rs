//! Programs that try to get out, to get more than is theirs, or to mislead the
//! judge, each run in every tier that this machine and user have.
//!
//! `ATTACK=fork` runs those with that in their paths, `ATTACK_TIER=root-bare`
//! those tiers alone. The programs are in `tests/attacks`. The first lines of
//! each say what it tries and
//! - `expect: RE:signal:6|TLE`, what is due: verdicts, with the kind and number of
//!   the cause where they matter; `expect user-bare:` is for that tier alone;
//! - `limits: time=1s memory=48MiB output=1MiB cases=2 places=2`, where the defaults don't
//!   fit (see `Program::new`); with two cases it is run twice on the same input;
//! - `peak: 30..34MiB`, what must be measured, and `flags:` for the compiler, or
//!   for Java's machine.
//!
//! Whatever is got at that must not be is printed with the word LEAK in front.

mod arena;
mod program;
mod sources;
mod traces;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use arena::{Arena, Names, SECRET};
use program::Program;

/// No run of the judge takes so long.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a judge does without, as a machine without it would.
struct Tier {
    name: &'static str,
    without: &'static str,
}

const AS_ROOT: &[Tier] = &[
    Tier {
        name: "root",
        without: "",
    },
    Tier {
        name: "root-polling",
        without: "cgroups",
    },
    Tier {
        name: "root-bare",
        without: "namespaces,cgroups",
    },
];
const AS_USER: &[Tier] = &[
    Tier {
        name: "user",
        without: "",
    },
    Tier {
        name: "user-bare",
        without: "namespaces,cgroups",
    },
];

fn tiers() -> Vec<&'static Tier> {
    let root = rustix::process::geteuid().is_root();
    let wanted = std::env::var("ATTACK_TIER").ok();
    let all = if root { AS_ROOT } else { AS_USER }.iter();
    all.filter(|tier| wanted.as_ref().is_none_or(|it| it == tier.name))
        .collect()
}

/// Places among those that run something: more than two at a time would measure
/// each other. Who makes processes by the hundred takes both, since a user's
/// processes are counted together.
struct Places(usize);

static FREE: (Mutex<usize>, Condvar) = (Mutex::new(2), Condvar::new());

impl Places {
    fn take(count: usize) -> Self {
        let free = FREE.0.lock().unwrap();
        *FREE.1.wait_while(free, |free| *free < count).unwrap() -= count;
        Self(count)
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        *FREE.0.lock().unwrap() += self.0;
        FREE.1.notify_all();
    }
}

/// Runs a program under the judge and gives what was wrong, a line each.
fn attack(
    arena: &Arena,
    program: &Program,
    names: &Names,
    executable: &Path,
    tier: &Tier,
) -> Vec<String> {
    let _places = Places::take(program.places);
    let run = arena.path(&format!("run-{}-{}", names.name, tier.name));
    let temporary = run.join("tmp");
    std::fs::create_dir_all(&temporary).unwrap();
    let mut wrong = Vec::new();
    match judged(arena, program, executable, tier, &run) {
        Ok((code, said)) => {
            let report = std::fs::read_to_string(run.join("report.json")).unwrap_or_default();
            if !matches!(code, Some(0 | 1)) {
                let said = said.lines().take(12).collect::<Vec<_>>().join(" / ");
                wrong.push(format!("the judge ended with {code:?}: {said}"));
            }
            if said.contains('\x1b') {
                wrong.push("an escape sequence reached the terminal".to_owned());
            }
            let texts = format!("{said}\n{}", report.replace("\\n", "\n"));
            if texts.contains("LEAK") || texts.contains(SECRET) {
                wrong.push(leaks(&texts));
            }
            if let Ok(report) = serde_json::from_str(&report) {
                wrong.extend(misjudged(program, tier, &report));
            }
        }
        Err(why) => wrong.push(why),
    }
    wrong.extend(traces::processes(&names.name));
    wrong.extend(traces::files(&temporary));
    wrong.extend(arena.harm());
    std::fs::remove_dir_all(&run).unwrap_or_else(|error| wrong.push(error.to_string()));
    wrong
}

/// Runs the judge; gives its exit code and all that it said.
fn judged(
    arena: &Arena,
    program: &Program,
    executable: &Path,
    tier: &Tier,
    run: &Path,
) -> Result<(Option<i32>, String), String> {
    // With a descriptor that a careless parent left open.
    let mut command = Command::new("sh");
    command.args(["-c", "exec 9<\"$0\"; exec \"$@\""]);
    command.arg(arena.path("home/descriptor"));
    command
        .arg(crate::support::binary())
        .arg("grade")
        .arg(executable);
    command.arg("--testcases").arg(arena.path("testcases"));
    command.args(["--json", "report.json", "--case"]);
    command.arg(if program.cases == 1 { "1" } else { "*" });
    // One after another: at a time they could leave each other nothing.
    command.args(["--jobs", "1"]);
    command.args(["--time-limit", &program.time]);
    command.args(["--memory-limit", &program.memory]);
    command.args(["--output-limit", &program.output]);
    if !tier.without.is_empty() {
        command.args(["--without", tier.without]);
    }
    for (name, value) in crate::support::judge().get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
        .env("SECRET_TOKEN", SECRET)
        .env("HOME", arena.path("home"))
        .env("TMPDIR", run.join("tmp"))
        .current_dir(run)
        .stdin(Stdio::null());
    let stream = |name: &str| std::fs::File::create(run.join(name)).unwrap();
    command.stdout(stream("out")).stderr(stream("err"));
    let mut judge = command.spawn().unwrap();
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = judge.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > deadline {
            judge.kill().unwrap();
            judge.wait().unwrap();
            return Err(format!("the judge did not end within {PATIENCE:?}"));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let read = |name: &str| std::fs::read(run.join(name)).unwrap();
    let said = [read("err"), read("out")].concat();
    Ok((status.code(), String::from_utf8_lossy(&said).into_owned()))
}

fn leaks(texts: &str) -> String {
    let lines = texts
        .lines()
        .filter(|line| line.contains("LEAK") || line.contains(SECRET));
    let mut lines: Vec<&str> = lines
        .map(|line| &line[line.find("LEAK").unwrap_or(0)..])
        .map(|line| line.trim_matches(['"', ',', ' ']))
        .map(|line| line.split_at_checked(80).map_or(line, |(start, _)| start))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines.truncate(40);
    lines.join("; ")
}

/// What of a report isn't as it should be.
fn misjudged(program: &Program, tier: &Tier, report: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let none = Vec::new();
    let cases = report["results"][0]["cases"].as_array().unwrap_or(&none);
    if cases.len() != program.cases {
        wrong.push(format!(
            "{} results instead of {}",
            cases.len(),
            program.cases
        ));
    }
    let due = program.due(tier.name);
    let patience = report["limits"]["wall_time"].as_f64().unwrap() + 1.0;
    for case in cases {
        let usage = &case["usage"];
        let seconds = |name: &str| usage[name].as_f64().unwrap_or(f64::INFINITY);
        if !due.iter().any(|due| due.fits(case)) {
            let stderr = case["stderr"].as_str().unwrap_or_default();
            let stderr: String = stderr.chars().take(100).collect();
            wrong.push(format!(
                "{} {}, not {}; CPU {:.3} s, wall {:.3} s, {} KiB; {stderr:?}",
                case["verdict"].as_str().unwrap_or("?"),
                case["cause"]
                    .to_string()
                    .chars()
                    .take(120)
                    .collect::<String>(),
                program.expected(tier.name),
                seconds("cpu_time"),
                seconds("wall_time"),
                usage["peak_memory"].as_u64().unwrap_or(0) >> 10,
            ));
        }
        if seconds("wall_time") > patience {
            wrong.push(format!(
                "it ran {:.3} s, at most {patience:.3} s",
                seconds("wall_time")
            ));
        }
        let peak = usage["peak_memory"].as_u64().unwrap_or(0);
        if program
            .peak
            .as_ref()
            .is_some_and(|due| !due.contains(&peak))
        {
            wrong.push(format!("a peak of {} KiB", peak >> 10));
        }
    }
    wrong
}

/// Whether a program's compiler or interpreter is there and works.
fn can_be_built(program: &Program) -> bool {
    let needs = program.needs();
    let version = Command::new(needs).arg("--version").output();
    let there = version.is_ok_and(|output| output.status.success());
    if !there {
        // To others than root less is installed; root's run has it then.
        let root = rustix::process::geteuid().is_root();
        let how = if root { "skipped" } else { "not run here" };
        eprintln!("{how}: attack {}: {needs} is not installed", program.path);
    }
    there
}

/// Runs all programs of a group in all tiers and tells every failure at once.
fn hold(group: &str) {
    let programs = program::group(group);
    let before = traces::system();
    let arena = Arena::new();
    let failures = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let rows = in_all_tiers(&arena, program);
                    failures.lock().unwrap().extend(rows);
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.extend(
        traces::stays(&before)
            .into_iter()
            .map(|it| format!("{group}: {it} stays")),
    );
    failures.sort();
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} faults\n{}",
        failures.join("\n")
    );
}

fn in_all_tiers(arena: &Arena, program: &Program) -> Vec<String> {
    if !can_be_built(program) {
        return Vec::new();
    }
    let names = Names::new();
    let folder: PathBuf = arena.path("programs").join(&names.name);
    let place = Places::take(1);
    let built = program.build(&folder, &names.name, |text| arena.filled(text, &names));
    drop(place);
    let row = |tier: &str, wrong: &str| format!("{:28} {tier:12} {wrong}", program.path);
    let executable = match built {
        Ok(executable) => executable,
        Err(why) => return vec![row("", &why)],
    };
    let faults = tiers().into_iter().flat_map(|tier| {
        let wrong = attack(arena, program, &names, &executable, tier);
        wrong.into_iter().map(|wrong| row(tier.name, &wrong))
    });
    faults.collect()
}

#[test]
fn of_processes() {
    hold("processes");
}

#[test]
fn on_time() {
    hold("time");
}

#[test]
fn on_memory() {
    hold("memory");
}

#[test]
fn by_output() {
    hold("output");
}

#[test]
fn by_answer_files() {
    hold("answer-file");
}

#[test]
fn by_escapes() {
    hold("escape");
}

#[test]
fn by_signals() {
    hold("signals");
}

/// What a contestant may do must pass wherever the rest is held.
#[test]
fn honest_programs_pass() {
    hold("honest");
}

#[test]
fn every_program_is_in_a_group_and_listed() {
    const GROUPS: [&str; 8] = [
        "processes",
        "time",
        "memory",
        "output",
        "answer-file",
        "escape",
        "signals",
        "honest",
    ];
    let listed: Vec<_> = program::all()
        .iter()
        .map(|program| program.path.to_owned())
        .collect();
    for path in &listed {
        assert!(GROUPS.contains(&path.split('/').next().unwrap()), "{path}");
    }
    let folder = crate::support::root().join("tests/attacks");
    if std::fs::read_dir(&folder).is_err() {
        eprintln!("not run here: the repository is out of reach");
        return;
    }
    for entry in walkdir::WalkDir::new(&folder)
        .min_depth(2)
        .into_iter()
        .map(Result::unwrap)
    {
        if entry.file_type().is_file() {
            let path = entry
                .path()
                .strip_prefix(&folder)
                .unwrap()
                .to_str()
                .unwrap();
            assert!(listed.iter().any(|it| it == path), "{path} is in no list");
        }
    }
}
