//! The class on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cost::{Failure, measured};

/// Reads all of its input and prints the right answer to each testcase here.
const PROGRAM: &str = r#"#include <stdio.h>
int main(void) {
    char buffer[4096];
    while (fread(buffer, 1, sizeof buffer, stdin) > 0) {}
    puts("-1");
    return 0;
}
"#;

/// How it is compiled, by us and by the judge. Static, since one other judge does
/// so unasked; so all start the same program.
const COMPILER: [&str; 4] = ["gcc", "-std=gnu17", "-O2", "-static"];

/// Runs of the program by itself that its CPU time is taken from.
const BARE: u32 = 400;

/// The folder of a class: `judge.toml`, the compiled program, `sources`,
/// `programs`, and folders of testcases.
pub(crate) struct Class {
    folder: PathBuf,
}

impl Class {
    /// Makes one; `None` where there is no compiler for it.
    pub(crate) fn make(
        folder: &Path,
        submissions: usize,
        cases: usize,
    ) -> Result<Option<Self>, Failure> {
        let class = Self::at(folder);
        for name in ["sources", "programs"] {
            fs::create_dir(folder.join(name))?;
        }
        let source = folder.join("program.c");
        fs::write(&source, PROGRAM)?;
        let mut compiler = Command::new(COMPILER[0]);
        compiler.args(&COMPILER[1..]).arg("-o");
        compiler.arg(class.program()).arg(&source);
        if !compiler.status().is_ok_and(|status| status.success()) {
            return Ok(None);
        }
        let program = fs::read(class.program())?;
        for number in 1..=submissions {
            let name = format!("contestant{number:03}");
            let source = format!("// {name}\n{PROGRAM}");
            fs::write(class.sources().join(&name).with_extension("c"), source)?;
            // What follows a program's last section is nothing to the system.
            let mut bytes = program.clone();
            bytes.extend_from_slice(name.as_bytes());
            let path = folder.join("programs").join(&name);
            fs::write(&path, bytes)?;
            fs::set_permissions(&path, PermissionsExt::from_mode(0o755))?;
        }
        let settings = format!(
            "[languages.c]\nextensions = [\"c\"]\n\
             compile = [{}, \"-o\", \"{{exe}}\", \"{{source}}\"]\n\
             version = [\"gcc\", \"--version\"]\nrun = [\"{{exe}}\"]\n\
             install = \"apt-get install gcc\"\n",
            COMPILER.map(|word| format!("{word:?}")).join(", ")
        );
        fs::write(folder.join("judge.toml"), settings)?;
        for count in [1, cases] {
            testcases(&class.testcases(count), count, "ans")?;
        }
        Ok(Some(class))
    }

    /// One that is there already.
    pub(crate) fn at(folder: &Path) -> Self {
        let folder = folder.to_owned();
        Self { folder }
    }

    /// All of it.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The program, compiled.
    pub(crate) fn program(&self) -> PathBuf {
        self.folder.join("program")
    }

    /// The folder of the sources.
    pub(crate) fn sources(&self) -> PathBuf {
        self.folder.join("sources")
    }

    /// A folder of so many testcases: 1, or all.
    pub(crate) fn testcases(&self, count: usize) -> PathBuf {
        self.folder.join(format!("testcases{count}"))
    }

    /// The sources one by one.
    pub(crate) fn each_source(&self) -> Result<Vec<PathBuf>, Failure> {
        each(&self.sources())
    }

    /// The compiled hand-ins one by one.
    pub(crate) fn each_program(&self) -> Result<Vec<PathBuf>, Failure> {
        each(&self.folder.join("programs"))
    }

    /// Removes the journal of the last run, if there was one.
    pub(crate) fn forget(&self) -> Result<(), Failure> {
        let journal = self.folder.join("report.jsonl");
        if journal.exists() {
            fs::remove_file(journal)?;
        }
        Ok(())
    }

    /// That the report of the last run has so many accepted cases.
    pub(crate) fn all_accepted(&self, cases: usize) -> Result<(), Failure> {
        let text = fs::read_to_string(self.folder.join("report.json"))?;
        let report: serde_json::Value = serde_json::from_str(&text)?;
        let accepted = accepted(&report);
        (accepted == cases)
            .then_some(())
            .ok_or_else(|| format!("{accepted} of {cases} cases were accepted").into())
    }

    /// CPU time of the program when nobody judges it, in milliseconds.
    pub(crate) fn bare(&self) -> Result<f64, Failure> {
        let input = self.testcases(1).join("01.in");
        let cost = measured(|| {
            for _ in 0..BARE {
                let mut command = Command::new(self.program());
                command.stdin(fs::File::open(&input)?).stdout(Stdio::null());
                command.status()?;
            }
            Ok(())
        })?;
        Ok(cost.cpu * 1000.0 / f64::from(BARE))
    }
}

/// Objects that have a case and the verdict on it that it was accepted.
fn accepted(value: &serde_json::Value) -> usize {
    use serde_json::Value::{Array, Object};
    match value {
        Array(values) => values.iter().map(accepted).sum(),
        Object(map) => {
            let here = map.contains_key("case") && map.get("verdict").is_some_and(|it| it == "AC");
            usize::from(here) + map.values().map(accepted).sum::<usize>()
        }
        _ => 0,
    }
}

/// Writes so many testcases, each another board that nothing clears: one block.
/// A judge that knows a testcase by its content runs each of them.
pub(crate) fn testcases(folder: &Path, count: usize, answer: &str) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    for number in 0..count {
        let (moves, colour) = (number % 5 + 1, number / 5 + 1);
        let path = folder.join(format!("{:02}", number + 1));
        let board = format!("{moves}\n{colour} 0\n0\n0\n0\n0\n");
        fs::write(path.with_extension("in"), board)?;
        fs::write(path.with_extension(answer), "-1\n")?;
    }
    Ok(())
}

fn each(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder)?.map(|it| Ok(it?.path()));
    let mut paths = entries.collect::<Result<Vec<_>, Failure>>()?;
    paths.sort();
    Ok(paths)
}
