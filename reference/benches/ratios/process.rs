//! Whole processes: how the Rust plain search compares with the one in C++
//! beside the project, and what it costs to start the reference program. What
//! is missing is said.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::boards::{self, A};
use crate::common::{Pair, plain, seconds, time};

type Failure = Box<dyn std::error::Error>;

const SAMPLE: &str = "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n";

/// A program that prints the sample's answer whatever it is asked.
const CONSTANT: &str = r#"fn main() { print!("2 1 1\n3 1 1\n3 0 1\n"); }"#;

/// The plain search in C++, where the folder is there.
const YARDSTICK: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/yardstick/plain.cpp"
);

pub(crate) fn all(pick: impl Fn(&str) -> bool) {
    println!("\nprocesses");
    for (name, measure) in [
        (
            "plain search in C++",
            yardstick as fn(&Path) -> Result<String, Failure>,
        ),
        ("start of mayan-reference", start),
    ] {
        if pick(name) {
            let folder = std::env::temp_dir().join(format!("mayan-bench-{}", std::process::id()));
            let found = std::fs::create_dir_all(&folder)
                .map_err(Failure::from)
                .and_then(|()| measure(&folder));
            // What is left over is temporary.
            let _ = std::fs::remove_dir_all(&folder);
            println!(
                "  {name:26} {}",
                found.unwrap_or_else(|error| format!("skipped: {error}"))
            );
        }
    }
}

fn yardstick(folder: &Path) -> Result<String, Failure> {
    if !Path::new(YARDSTICK).exists() {
        return Err(format!("no {YARDSTICK}").into());
    }
    let program = folder.join("plain");
    built(
        Command::new("g++")
            .args(["-O2", "-o"])
            .arg(&program)
            .arg(YARDSTICK),
    )?;
    let board = boards::board(A);
    let input = format!("5\n{board}");
    let found = Pair::measure(
        3,
        || seconds(Duration::ZERO, || drop(run(&program, &input))),
        || {
            seconds(Duration::ZERO, || {
                let _ = std::hint::black_box(plain::solve(&board, 5));
            })
        },
    );
    Ok(format!(
        "{:>10} to {:>10} of ours on A, n = 5: {:.2} x",
        time(found.left),
        time(found.right),
        found.ratio
    ))
}

fn start(folder: &Path) -> Result<String, Failure> {
    let (source, constant) = (folder.join("constant.rs"), folder.join("constant"));
    std::fs::write(&source, CONSTANT)?;
    built(
        Command::new("rustc")
            .arg("-O")
            .arg("-o")
            .arg(&constant)
            .arg(&source),
    )?;
    let ours = Path::new(env!("CARGO_BIN_EXE_mayan-reference"));
    if run(ours, SAMPLE)? != run(&constant, SAMPLE)? {
        return Err("the two programs print different answers".into());
    }
    let clock = |program: &Path| {
        let begun = Instant::now();
        // Both were run before.
        let _ = run(program, SAMPLE);
        begun.elapsed().as_secs_f64()
    };
    let found = Pair::measure(501, || clock(ours), || clock(&constant));
    Ok(format!(
        "{:>10} to {:>10} of a program that prints a constant: {:.2} x (must be below 1.5)",
        time(found.left),
        time(found.right),
        found.ratio
    ))
}

fn built(compiler: &mut Command) -> Result<(), Failure> {
    let done = compiler.status()?;
    if done.success() {
        Ok(())
    } else {
        Err(format!("{compiler:?}: {done}").into())
    }
}

/// What a program prints for an input.
fn run(program: &Path, input: &str) -> Result<Vec<u8>, Failure> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that reads nothing may be gone.
        let _ = stdin.write_all(input.as_bytes());
    }
    Ok(child.wait_with_output()?.stdout)
}
