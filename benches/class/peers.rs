//! Other judges beside ours: the same program, the same testcases.
//!
//! Each is run with all testcases and with one, and the difference is what the
//! cases cost, without its start and its end. Each has one job. None compiles:
//! the two that insist on a source have `cp` for a C compiler, so they run the very
//! file that the others run. What they can do without is switched off: the parts of
//! a package's check that run no hand-in, generators, progress bars.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cost::{Cost, Failure, Own, measured, median, ran};
use crate::folder::{Class, testcases};
use crate::{CASES, grade};

/// Rounds, each of which runs every judge.
const ROUNDS: usize = 5;

/// Hand-ins that a judge gets in one round.
const HAND_INS: usize = 10;

/// A judge to be measured.
struct Judge {
    name: &'static str,
    /// Times that it is started in a round, each time with `HAND_INS` / `starts`.
    starts: usize,
    /// The command for so many testcases.
    command: Box<dyn Fn(usize) -> Command>,
    costs: Vec<Own>,
}

impl Judge {
    fn new(name: &'static str, command: impl Fn(usize) -> Command + 'static) -> Self {
        Self {
            name,
            starts: 1,
            command: Box::new(command),
            costs: Vec::new(),
        }
    }

    fn run(&self, cases: usize) -> Result<Cost, Failure> {
        measured(|| (0..self.starts).try_for_each(|_| ran(&mut (self.command)(cases))))
    }

    fn measure(&mut self, program: f64) -> Result<(), Failure> {
        let (one, all) = (self.run(1)?, self.run(CASES)?);
        let cases = (CASES - 1) * HAND_INS;
        self.costs.push(all.less(one).own(1, cases, program));
        Ok(())
    }
}

/// Prints what every judge costs, and how many times ours.
pub(crate) fn compare(class: &Class) -> Result<(), Failure> {
    let Some(installed) = env::var_os("MAYAN_BENCH_PEERS").map(PathBuf::from) else {
        println!("peers: skipped: not installed, see benches/peers.sh");
        return Ok(());
    };
    let folder = class.folder().join("peers");
    let mut judges = vec![
        ours(class)?,
        problemtools(class, &installed, &folder)?,
        bapctools(class, &installed, &folder)?,
        online_judge_tools(class, &installed, &folder)?,
    ];
    // Caches are filled, validators compiled.
    for judge in &judges {
        for cases in [1, CASES] {
            ran(&mut (judge.command)(cases))?;
        }
    }
    let mut programs = Vec::new();
    for _ in 0..ROUNDS {
        let program = class.bare()?;
        programs.push(program);
        for judge in &mut judges {
            judge.measure(program)?;
        }
    }
    println!("peers: {}", versions(&installed)?);
    println!(
        "peers: the program itself uses {:.2} ms of CPU time; {ROUNDS} rounds of {HAND_INS} x \
         {CASES}, -j 1",
        median(&mut programs)
    );
    let ours = judges[0].costs.clone();
    for judge in &judges {
        judge.print(&ours);
    }
    Ok(())
}

impl Judge {
    fn print(&self, ours: &[Own]) {
        let of = |part: fn(&Own) -> f64| {
            let mut own: Vec<f64> = self.costs.iter().map(part).collect();
            let pairs = self.costs.iter().zip(ours);
            let mut ratios: Vec<f64> = pairs.map(|(it, ours)| part(it) / part(ours)).collect();
            (median(&mut own), median(&mut ratios))
        };
        let ((clock, times), (cpu, cpu_times)) = (of(|it| it.clock), of(|it| it.cpu));
        println!(
            "  {:<20} own cost a case {clock:6.2} ms, {times:5.1} x ours; \
             in CPU time {cpu:6.2} ms, {cpu_times:5.1} x",
            self.name
        );
    }
}

fn ours(class: &Class) -> Result<Judge, Failure> {
    let mut programs = class.each_program()?;
    programs.truncate(HAND_INS);
    let settled = Class::at(class.folder());
    Ok(Judge::new("mayan-judge", move |cases| {
        let mut command = grade(&settled, 1, &settled.testcases(cases));
        command.args(&programs);
        command
    }))
}

/// Names and versions of what is installed.
fn versions(installed: &Path) -> Result<String, Failure> {
    let names = "problemtools bapctools online-judge-tools";
    let script = "import sys; from importlib.metadata import version\n\
                  print(', '.join(name + ' ' + version(name) for name in sys.argv[1:]))";
    let mut python = Command::new(installed.join("bin/python"));
    python.args(["-c", script]).args(names.split(' '));
    let output = python.output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A command of theirs, which leaves nothing outside of our folder and finds its
/// own Python first.
fn theirs(installed: &Path, name: &str, folder: &Path) -> Command {
    let bin = installed.join("bin");
    let mut command = Command::new(bin.join(name));
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [bin].into_iter().chain(env::split_paths(&path));
    if let Ok(path) = env::join_paths(paths) {
        command.env("PATH", path);
    }
    command.env("TMPDIR", folder);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command.env("XDG_CONFIG_HOME", folder.join("config"));
    command.current_dir(folder);
    command
}

/// Writes a problem package for each count of testcases, below `folder`.
fn packages(class: &Class, folder: &Path, settings: fn(usize) -> String) -> Result<(), Failure> {
    for cases in [1, CASES] {
        let package = folder.join(format!("class{cases}"));
        testcases(&package.join("data/secret"), cases, "ans")?;
        let accepted = package.join("submissions/accepted");
        fs::create_dir_all(&accepted)?;
        for source in class.each_source()?.iter().take(HAND_INS) {
            let name = source.file_name().ok_or("a source without a name")?;
            fs::copy(source, accepted.join(name))?;
        }
        fs::create_dir(package.join("statement"))?;
        fs::write(
            package.join("statement/problem.en.tex"),
            "\\problemname{Class}\n",
        )?;
        fs::write(package.join("problem.yaml"), settings(cases))?;
    }
    let program = class.program();
    let languages = format!(
        "c:\n  compile: 'cp {} {{binary}}'\n\
         python3:\n  compile: 'python3 -m py_compile {{files}}'\n  run: 'python3 \"{{mainfile}}\"'\n",
        program.display()
    );
    fs::write(folder.join("languages.yaml"), languages)?;
    Ok(())
}

/// Its default validator and grader; the limit is given, or it would have to run
/// all first to find one.
fn problemtools(class: &Class, installed: &Path, folder: &Path) -> Result<Judge, Failure> {
    let (installed, folder) = (installed.to_owned(), folder.join("problemtools"));
    packages(class, &folder, |_| "name: Class\n".to_owned())?;
    Ok(Judge::new("problemtools", move |cases| {
        let mut command = theirs(&installed, "verifyproblem", &folder);
        command.args(["--parts", "submissions", "--fixed_timelim", "3"]);
        command.arg(format!("class{cases}"));
        command
    }))
}

/// Its default validator; no generators, no progress bar.
fn bapctools(class: &Class, installed: &Path, folder: &Path) -> Result<Judge, Failure> {
    let (installed, folder) = (installed.to_owned(), folder.join("bapctools"));
    packages(class, &folder, |cases| {
        format!(
            "problem_format_version: 2025-09\nname: Class\ntype: pass-fail\n\
             uuid: 0b2d5f5e-7b67-4a6c-9d0f-0a0c6f4e{cases:04}\nlimits:\n  time_limit: 3\n"
        )
    })?;
    Ok(Judge::new("BAPCtools", move |cases| {
        let mut command = theirs(&installed, "bt", &folder);
        command.args([
            "run",
            "--no-generate",
            "--no-bar",
            "--jobs",
            "1",
            "--problem",
        ]);
        command.arg(format!("class{cases}"));
        command
    }))
}

/// It tests one program, so it is started for each.
fn online_judge_tools(class: &Class, installed: &Path, folder: &Path) -> Result<Judge, Failure> {
    let (installed, folder) = (installed.to_owned(), folder.join("oj"));
    for cases in [1, CASES] {
        testcases(&folder.join(format!("test{cases}")), cases, "out")?;
    }
    let program = class.program();
    let mut judge = Judge::new("online-judge-tools", move |cases| {
        let mut command = theirs(&installed, "oj", &folder);
        command.args(["test", "--tle", "3", "--directory", &format!("test{cases}")]);
        command.arg("--command").arg(&program);
        command
    });
    judge.starts = HAND_INS;
    Ok(judge)
}
