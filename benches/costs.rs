//! What the judge itself costs, as ratios within one run: medians of pairs, so
//! that a busy machine disturbs both sides alike. `cargo bench` prints them.
//!
//! - the checker on megabytes of junk, against reading them;
//! - a run in the sandbox, against starting the same program bare, on each set
//!   of mechanisms that this machine gives, and against bubblewrap;
//! - what a thousand runs leave behind;
//! - how true measured CPU time is when several programs run, how far a kill
//!   overshoots, and whether a program near its limit is ever over it.

#![expect(clippy::print_stdout, reason = "a bench prints its ratios")]

use std::ffi::OsString;
use std::fs;
use std::hint::black_box;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mayan_judge::checker::check;
use mayan_judge::isolation::Without;
use mayan_judge::sandbox::{Cancel, Execution, Place, RunLimits, Sandbox, Take, Task};
use mayan_judge::testcase::{CaseId, Testcase};
use mayan_judge::units::Bytes;
use mayan_reference::{Puzzle, Rules};

type Failure = Box<dyn std::error::Error>;

/// Names the folder of the programs, where this runs again as another user.
const AGAIN: &str = "MAYAN_BENCH_PROGRAMS";

/// Reads a line and prints it; with an argument burns so many million rounds, or
/// for ever with 0.
const PROGRAM: &str = r"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    char line[64];
    if (argc > 1) {
        long rounds = atol(argv[1]) * 1000000;
        volatile unsigned long x = 1;
        for (long i = 0; rounds == 0 || i < rounds; i++) x = x * 6364136223846793005ul + 1;
    }
    if (fgets(line, sizeof line, stdin)) fputs(line, stdout);
    return 0;
}
";

fn main() -> Result<(), Failure> {
    if let Some(folder) = std::env::var_os(AGAIN) {
        return costs(Path::new(&folder), &["", "namespaces"]);
    }
    // `cargo bench --bench costs -- leaks` runs one part alone.
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| !it.starts_with('-'))
        .collect();
    let wants = |part: &str| chosen.is_empty() || chosen.iter().any(|it| it == part);
    if wants("checker") {
        checker()?;
    }
    let folder = tempfile::tempdir()?;
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
    if !compile(folder.path())? {
        println!("sandbox: skipped, gcc or a static C library is not installed");
        return Ok(());
    }
    let tiers: &[&str] = if rustix::process::geteuid().is_root() {
        &["", "cgroups", "namespaces,cgroups"]
    } else {
        &["", "namespaces"]
    };
    if wants("costs") {
        costs(folder.path(), tiers)?;
        as_user(folder.path())?;
    }
    if wants("leaks") {
        leaks(folder.path())?;
    }
    if wants("times") {
        times(folder.path())?;
    }
    Ok(())
}

/// The median of `pairs` ratios of what `left` takes to what `right` takes.
fn ratio(
    pairs: usize,
    mut left: impl FnMut() -> Result<(), Failure>,
    mut right: impl FnMut() -> Result<(), Failure>,
) -> Result<f64, Failure> {
    let time = |work: &mut dyn FnMut() -> Result<(), Failure>| -> Result<Duration, Failure> {
        let begun = Instant::now();
        work()?;
        Ok(begun.elapsed())
    };
    let mut ratios = Vec::with_capacity(pairs);
    for _ in 0..pairs {
        let (left, right) = (time(&mut left)?, time(&mut right)?);
        ratios.push(left.as_secs_f64() / right.as_secs_f64());
    }
    Ok(median(&mut ratios))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn checker() -> Result<(), Failure> {
    let puzzle = Puzzle::parse(b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n")?;
    let testcase = Testcase::new(CaseId("sample".to_owned()), puzzle);
    let rules = Rules::default();
    black_box(check(&testcase, rules, b"-1"));
    let size = 16 << 20;
    let junk = [
        ("one endless word", b"x".repeat(size)),
        ("one endless number", b"7".repeat(size)),
        ("lines of moves", b"2 1 1\n".repeat(size / 6)),
        ("blanks", b" ".repeat(size)),
    ];
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("output");
    for (name, bytes) in junk {
        fs::write(&path, &bytes)?;
        let cost = ratio(
            15,
            || {
                black_box(check(&testcase, rules, &bytes));
                Ok(())
            },
            || {
                black_box(fs::read(&path)?);
                Ok(())
            },
        )?;
        println!("checker, 16 MiB, {name}: {cost:.2} x reading it");
    }
    Ok(())
}

/// Makes the programs; `false` where there is no compiler for them.
fn compile(folder: &Path) -> Result<bool, Failure> {
    let source = folder.join("program.c");
    fs::write(&source, PROGRAM)?;
    let mut compiler = Command::new("gcc");
    compiler.args(["-O1", "-static", "-o"]);
    compiler.arg(folder.join("program")).arg(&source);
    Ok(compiler.status().is_ok_and(|status| status.success()))
}

fn judge() -> PathBuf {
    std::env::var_os("MAYAN_BENCH_JUDGE")
        .map_or_else(|| env!("CARGO_BIN_EXE_mayan-judge").into(), PathBuf::from)
}

fn place(without: &str) -> Result<Arc<Place>, Failure> {
    let without: Without = without.parse()?;
    Ok(Place::find(judge(), without, Cancel::default())?)
}

fn task(place: &Place, folder: &Path, argument: Option<u64>) -> Task {
    let program = place.program_folder(folder).join("program");
    let argument = argument.map(|it| OsString::from(it.to_string()));
    Task {
        command: [program.into()].into_iter().chain(argument).collect(),
        environment: Vec::new(),
        input: b"1 2 3\n".to_vec(),
        files: Vec::new(),
        program: Some(folder.to_owned()),
        visible: Vec::new(),
        take: Take::File("mayan.out".to_owned()),
        keep: Bytes::mib(1),
        limits: RunLimits {
            cpu_time: Duration::from_secs(3),
            wall_time: Duration::from_secs(9),
            memory: Bytes::mib(64),
            output: Bytes::mib(1),
            processes: 64,
            disk: Bytes::mib(16),
            inodes: 4096,
        },
        repeats: true,
    }
}

fn ran(sandbox: &mut Sandbox, task: &Task) -> Result<Execution, Failure> {
    let execution = sandbox.run(task)?;
    if execution.stdout.bytes != task.input {
        return Err(format!("{execution:?}").into());
    }
    Ok(execution)
}

fn costs(folder: &Path, tiers: &[&str]) -> Result<(), Failure> {
    let pairs = 400;
    let user = rustix::process::geteuid().as_raw();
    let input = fs::File::open(folder.join("program.c"))?;
    let bare = || -> Result<(), Failure> {
        let mut command = Command::new(folder.join("program"));
        command.stdin(input.try_clone()?).stdout(Stdio::null());
        command.status()?;
        Ok(())
    };
    for without in tiers {
        let place = place(without)?;
        let mut sandbox = Sandbox::new(place.clone());
        let task = task(&place, folder, None);
        ran(&mut sandbox, &task)?;
        let cost = ratio(pairs, || ran(&mut sandbox, &task).map(drop), bare)?;
        let peak = ran(&mut sandbox, &task)?.usage.peak_memory;
        let kib = peak.0 / 1024;
        println!(
            "sandbox, user {user}, without [{without}]: {cost:.2} x starting the program bare; \
             its peak {kib} KiB"
        );
    }
    if Command::new("bwrap").arg("--version").output().is_err() {
        println!("bubblewrap: skipped, it is not installed");
        return Ok(());
    }
    let place = place("")?;
    let mut sandbox = Sandbox::new(place.clone());
    let task = task(&place, folder, None);
    ran(&mut sandbox, &task)?;
    let peer = || -> Result<(), Failure> {
        let mut command = Command::new("bwrap");
        command.args(["--unshare-all", "--die-with-parent", "--new-session"]);
        for path in ["/usr", "/bin", "/lib", "/lib64"] {
            command.args(["--ro-bind-try", path, path]);
        }
        command.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]);
        command.arg("--ro-bind").arg(folder).arg("/submission");
        command.args(["--chdir", "/tmp", "/submission/program"]);
        command.stdin(input.try_clone()?).stdout(Stdio::null());
        let status = command.status()?;
        status
            .success()
            .then_some(())
            .ok_or_else(|| "bwrap failed".into())
    };
    let cost = ratio(pairs, peer, || ran(&mut sandbox, &task).map(drop))?;
    println!("bubblewrap, user {user}: {cost:.2} x our sandbox with everything");
    Ok(())
}

/// The same as an ordinary user, if this one is root.
fn as_user(folder: &Path) -> Result<(), Failure> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let copies = [(std::env::current_exe()?, "bench"), (judge(), "judge")];
    for (source, name) in copies {
        let target = folder.join(name);
        fs::copy(source, &target)?;
        fs::set_permissions(&target, PermissionsExt::from_mode(0o755))?;
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "61235", "--regid", "61235", "--clear-groups"]);
    command.arg(folder.join("bench"));
    command.env(AGAIN, folder);
    command.env("MAYAN_BENCH_JUDGE", folder.join("judge"));
    let status = command.status();
    if !status.is_ok_and(|status| status.success()) {
        println!("as an ordinary user: skipped, setpriv is not installed or failed");
    }
    Ok(())
}

/// What is there that runs could leave.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    descriptors: usize,
    groups: usize,
    mounts: usize,
    folders: usize,
}

impl Left {
    fn count() -> Result<Self, Failure> {
        let ours = |path: &str| {
            let walk = walkdir::WalkDir::new(path)
                .max_depth(5)
                .into_iter()
                .flatten();
            let name = |it: &walkdir::DirEntry| it.file_name().to_string_lossy().into_owned();
            walk.filter(|it| name(it).starts_with("mayan-judge-"))
                .count()
        };
        Ok(Self {
            descriptors: fs::read_dir("/proc/self/fd")?.count(),
            groups: ours("/sys/fs/cgroup"),
            mounts: fs::read_to_string("/proc/self/mountinfo")?.lines().count(),
            folders: fs::read_dir(std::env::temp_dir())?.count(),
        })
    }
}

fn leaks(folder: &Path) -> Result<(), Failure> {
    let resident = || -> Result<u64, Failure> {
        let text = fs::read_to_string("/proc/self/statm")?;
        let pages = text.split(' ').nth(1).unwrap_or_default();
        Ok(pages.parse::<u64>()? * 4)
    };
    let before = Left::count()?;
    let place = place("")?;
    let mut sandbox = Sandbox::new(place.clone());
    let task = task(&place, folder, None);
    for _ in 0..50 {
        ran(&mut sandbox, &task)?;
    }
    let (warm, memory) = (Left::count()?, resident()?);
    for _ in 0..1000 {
        ran(&mut sandbox, &task)?;
    }
    let (after, grown) = (Left::count()?, resident()?.saturating_sub(memory));
    drop(sandbox);
    drop(place);
    let end = Left::count()?;
    let verdict = |good| if good { "none" } else { "SOME" };
    println!(
        "leaks in 1000 runs: {} ({after:?}), memory {grown} KiB; after the end: {} ({end:?})",
        verdict(warm == after),
        verdict(before == end),
    );
    Ok(())
}

fn times(folder: &Path) -> Result<(), Failure> {
    let place = place("")?;
    // So many rounds take about half a second here.
    let mut sandbox = Sandbox::new(place.clone());
    let million = ran(&mut sandbox, &task(&place, folder, Some(200)))?
        .usage
        .cpu_time
        / 200;
    let rounds = Duration::from_millis(500).as_nanos() / million.as_nanos().max(1);
    let burner = task(&place, folder, Some(u64::try_from(rounds)?));
    let burn = |jobs: usize, runs: usize, task: &Task| -> Result<Vec<f64>, Failure> {
        std::thread::scope(|scope| {
            let work = || -> Result<Vec<f64>, String> {
                let mut sandbox = Sandbox::new(place.clone());
                let run = |_| {
                    let execution = ran(&mut sandbox, task).map_err(|it| it.to_string())?;
                    Ok(execution.usage.cpu_time.as_secs_f64())
                };
                (0..runs).map(run).collect()
            };
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for thread in threads {
                let done = thread.join().map_err(|_| "a thread panicked")?;
                all.extend(done?);
            }
            Ok(all)
        })
    };
    let mut alone = burn(1, 9, &burner)?;
    let alone = median(&mut alone);
    for jobs in [2, 4] {
        let mut times = burn(jobs, 8, &burner)?;
        let drift = (median(&mut times) / alone - 1.0) * 100.0;
        println!(
            "CPU time of a {:.0} ms burner, {jobs} jobs: {drift:+.1} %",
            alone * 1000.0
        );
    }
    let mut endless = task(&place, folder, Some(0));
    endless.limits.cpu_time = Duration::from_millis(300);
    let mut over = Vec::new();
    for _ in 0..15 {
        let used = sandbox.run(&endless)?.usage;
        over.push((used.cpu_time.as_secs_f64() - 0.3) * 1000.0);
    }
    println!(
        "a kill at 300 ms of CPU time is late by {:.1} ms",
        median(&mut over)
    );
    near_limit(million)
}

/// A program that takes 0.9 of its limit, graded a hundred times with four jobs.
fn near_limit(million: Duration) -> Result<(), Failure> {
    let contest = tempfile::tempdir()?;
    let limit = Duration::from_millis(400);
    let rounds = (limit * 9 / 10).as_nanos() / million.as_nanos().max(1);
    let cases = contest.path().join("testcases");
    fs::create_dir(&cases)?;
    for case in 0..100 {
        fs::write(
            cases.join(format!("{case}.in")),
            "2\n1 0\n1 0\n2 0\n1 0\n0\n",
        )?;
    }
    let source = PROGRAM
        .replace("argc > 1", "1")
        .replace("atol(argv[1])", &format!("{rounds}l"))
        .replace(
            "if (fgets(line, sizeof line, stdin)) fputs(line, stdout)",
            "puts(\"-1\")",
        );
    let path = contest.path().join("near.c");
    fs::write(&path, source)?;
    let program = contest.path().join("near");
    let mut compiler = Command::new("gcc");
    compiler.args(["-O1", "-o"]).arg(&program).arg(&path);
    compiler.status()?;
    let mut judge = Command::new(judge());
    judge.current_dir(contest.path());
    judge.args(["grade", "near", "-j", "4", "--format", "json"]);
    judge.args(["--time-limit", &format!("{}ms", limit.as_millis())]);
    let said = String::from_utf8(judge.output()?.stdout)?;
    let cases = said
        .lines()
        .filter(|line| line.contains("\"case-finished\""));
    let of = |verdict: &str| {
        let word = format!("\"verdict\":\"{verdict}\",\"cause\"");
        cases.clone().filter(|line| line.contains(&word)).count()
    };
    let repeated = cases
        .clone()
        .filter(|line| line.contains("\"attempts\""))
        .count();
    println!(
        "0.9 of the limit, 100 runs, -j 4: {} AC, {} TLE; {repeated} run again alone",
        of("AC"),
        of("TLE")
    );
    Ok(())
}
