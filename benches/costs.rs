//! What the judge itself costs, as ratios within one run: medians of pairs, so
//! that a busy machine disturbs both sides alike. `cargo bench` prints them.
//!
//! - the checker on megabytes of junk, against reading them;
//! - a run in the sandbox, against starting the same program bare.

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench prints its ratios"
)]

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mayan_judge::checker::check;
use mayan_judge::sandbox::{Cancel, RunDir, RunLimits, Sandbox, Task};
use mayan_judge::testcase::{CaseId, Testcase};
use mayan_judge::units::Bytes;
use mayan_reference::{Puzzle, Rules};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    checker()?;
    sandbox()
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
    ratios.sort_by(f64::total_cmp);
    Ok(ratios[pairs / 2])
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
        std::fs::write(&path, &bytes)?;
        let cost = ratio(
            15,
            || {
                black_box(check(&testcase, rules, &bytes));
                Ok(())
            },
            || {
                black_box(std::fs::read(&path)?);
                Ok(())
            },
        )?;
        println!("checker, 16 MiB, {name}: {cost:.2} x reading it");
    }
    Ok(())
}

fn sandbox() -> Result<(), Failure> {
    let program = Path::new("/bin/true");
    let judge = env!("CARGO_BIN_EXE_mayan-judge");
    let mut sandbox = Sandbox::new(judge.into(), Cancel::default());
    let run = RunDir::new()?;
    let task = Task {
        command: vec![program.into()],
        environment: Vec::new(),
        input: String::new(),
        directory: run.work().into(),
        stdout: run.stdout().into(),
        stderr: run.stderr().into(),
        limits: RunLimits {
            cpu_time: Duration::from_secs(3),
            wall_time: Duration::from_secs(9),
            memory: Bytes::mib(64),
            output: Bytes::mib(1),
            processes: 64,
        },
    };
    let bare = || -> Result<(), Failure> {
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.status()?;
        Ok(())
    };
    let pairs = 300;
    let cost = ratio(pairs, || Ok(sandbox.run(&task).map(drop)?), bare)?;
    println!("sandbox: {cost:.2} x starting the program bare");
    let fresh = ratio(
        pairs,
        || {
            let run = RunDir::new()?;
            let task = Task {
                directory: run.work().into(),
                stdout: run.stdout().into(),
                stderr: run.stderr().into(),
                ..task.clone()
            };
            Ok(sandbox.run(&task).map(drop)?)
        },
        bare,
    )?;
    println!("sandbox with a fresh folder: {fresh:.2} x");
    let used = sandbox.run(&task)?.usage;
    let kib = used.peak_memory.0 as f64 / 1024.0;
    println!("peak memory of a program that does nothing: {kib:.0} KiB");
    Ok(())
}
