//! What grading a whole class costs, without what the programs themselves use.
//! `cargo bench --bench class` prints it; `-- class`, `-- peers` or `-- growth`
//! is one part alone.
//!
//! - `class`: 200 hand-ins of a C program that does nothing, 20 testcases each:
//!   the judge's own cost a case, and the most memory that it had;
//! - `peers`: other judges with the same program and testcases, and ours as they
//!   are measured. `benches/peers.sh FOLDER` installs them, `MAYAN_BENCH_PEERS`
//!   names the folder;
//! - `growth`: reports of more and more results, and journals put together.
//!
//! Own cost is (time on the clock x jobs - CPU time of the programs) / cases.
//! What the programs use is what the same program uses when it is started bare.
//! Beside it stands the same in CPU time alone, which a busy machine disturbs less.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

mod cost;
mod folder;
mod growth;
mod peers;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use cost::{Cost, Failure, median, watched};
use folder::Class;

/// Hand-ins of the class.
const SUBMISSIONS: usize = 200;

/// Testcases of each.
const CASES: usize = 20;

/// Programs that run at a time.
const JOBS: usize = 2;

/// Runs of the class once it is compiled.
const RUNS: usize = 5;

fn main() -> Result<(), Failure> {
    let chosen: Vec<String> = env::args()
        .skip(1)
        .filter(|it| !it.starts_with('-'))
        .collect();
    let wants = |part: &str| chosen.is_empty() || chosen.iter().any(|it| it == part);
    let folder = tempfile::tempdir()?;
    if wants("class") || wants("peers") {
        let Some(class) = Class::make(folder.path(), SUBMISSIONS, CASES)? else {
            println!("class: skipped, gcc or a static C library is not installed");
            return Ok(());
        };
        if wants("class") {
            whole_class(&class)?;
        }
        if wants("peers") {
            peers::compare(&class)?;
        }
    }
    if wants("growth") {
        growth::growth()?;
    }
    Ok(())
}

/// The judge to be measured.
fn judge() -> PathBuf {
    env::var_os("MAYAN_BENCH_JUDGE")
        .map_or_else(|| env!("CARGO_BIN_EXE_mayan-judge").into(), PathBuf::from)
}

/// `grade` in the folder of a class, with its own compile cache.
fn grade(class: &Class, jobs: usize, testcases: &Path) -> Command {
    let mut command = Command::new(judge());
    command.current_dir(class.folder());
    command.env("XDG_CACHE_HOME", class.folder().join("cache"));
    command.args(["grade", "--json", "report.json", "-j", &jobs.to_string()]);
    command.arg("--testcases").arg(testcases);
    command
}

/// The class as sources, first with an empty compile cache, then with a full one;
/// and as programs that need no compiler, which no cache can be better than.
fn whole_class(class: &Class) -> Result<(), Failure> {
    let testcases = class.testcases(CASES);
    let mut sources = grade(class, JOBS, &testcases);
    sources.arg(class.sources());
    let mut programs = grade(class, JOBS, &testcases);
    programs.args(class.each_program()?);
    let run = |name: &str, command: &mut Command, runs: usize| -> Result<f64, Failure> {
        let mut owns = Owns::default();
        for _ in 0..runs {
            let program = class.bare()?;
            // Else nothing would be left to do.
            class.forget()?;
            owns.add(watched(command)?, program);
            class.all_accepted(SUBMISSIONS * CASES)?;
        }
        owns.print(name);
        Ok(owns.wall())
    };
    let first = run("sources, empty cache", &mut sources, 1)?;
    let second = run("sources, full cache, once", &mut sources, 1)?;
    if second * 2.0 > first {
        println!("class: WARNING, the second run compiled again: is there a compile cache?");
    } else {
        run("sources, full cache", &mut sources, RUNS)?;
    }
    run("programs, nothing to compile", &mut programs, RUNS)?;
    Ok(())
}

/// What several runs of the class cost, a case.
#[derive(Default)]
struct Owns {
    clock: Vec<f64>,
    cpu: Vec<f64>,
    walls: Vec<f64>,
    /// The most memory of all runs, in KiB.
    peak: u64,
}

impl Owns {
    fn add(&mut self, (cost, peak): (Cost, u64), program: f64) {
        let own = cost.own(JOBS, SUBMISSIONS * CASES, program);
        self.clock.push(own.clock);
        self.cpu.push(own.cpu);
        self.walls.push(cost.wall.as_secs_f64());
        self.peak = self.peak.max(peak);
    }

    fn wall(&self) -> f64 {
        median(&mut self.walls.clone())
    }

    fn print(&mut self, name: &str) {
        println!(
            "class of {SUBMISSIONS} x {CASES}, -j {JOBS}, {name}: own cost a case {:.2} ms \
             ({:.2} ms of CPU time); {:.1} s; peak of the judge {} MiB",
            median(&mut self.clock),
            median(&mut self.cpu),
            self.wall(),
            self.peak.div_ceil(1024)
        );
    }
}
