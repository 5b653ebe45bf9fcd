//! What the tests share: running the judge, and folders to run it on.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The sample of the statement.
pub(crate) const SAMPLE: &str = "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n";
/// Its answer.
pub(crate) const SAMPLE_ANSWER: &str = "2 1 1\n3 1 1\n3 0 1\n";
/// A board that no move clears, n = 2.
pub(crate) const UNSOLVABLE: &str = "2\n1 0\n1 0\n2 0\n1 0\n0\n";
/// A board that one move clears, and n = 1.
pub(crate) const ONE_MOVE: &str = "1\n1 0\n1 0\n0\n1 0\n0\n";

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The judge's binary: the one that was built with the tests, or a copy of it
/// where another user can reach it.
pub(crate) fn binary() -> PathBuf {
    std::env::var_os("MAYAN_TEST_BINARY")
        .map_or_else(|| env!("CARGO_BIN_EXE_mayan-judge").into(), PathBuf::from)
}

/// The judge in an environment that doesn't depend on who runs the tests.
pub(crate) fn judge() -> Command {
    steady(Command::new(binary()))
}

/// Another program in that environment, in a contest's folder.
pub(crate) fn run_in(program: &str, contest: &Contest) -> Command {
    let mut command = steady(Command::new(program));
    command.current_dir(contest.dir.path());
    command.env("TMPDIR", contest.path("tmp"));
    command
}

fn steady(mut command: Command) -> Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("MAYAN_JUDGE_") || text.starts_with("LC_") {
            command.env_remove(name);
        }
    }
    command
        .env("LANG", "C.UTF-8")
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE");
    command
}

/// What a run of the judge said.
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A text in one line: where words are wrapped doesn't matter to a test.
pub(crate) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn run(command: &mut Command) -> Said {
    command.output().unwrap().into()
}

/// A fresh folder with a contest in it: testcases, and programs to grade.
pub(crate) struct Contest {
    pub(crate) dir: TempDir,
}

impl Contest {
    pub(crate) fn new() -> Self {
        // Blanks and Chinese in every path of every test.
        let dir = tempfile::Builder::new().prefix("a contest 比赛 ").tempdir();
        let contest = Self { dir: dir.unwrap() };
        std::fs::create_dir(contest.path("tmp")).unwrap();
        contest
    }

    /// The sample alone.
    pub(crate) fn with_sample() -> Self {
        let contest = Self::new();
        contest.write("testcases/1.in", SAMPLE);
        contest.write("testcases/1.ans", SAMPLE_ANSWER);
        contest
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// A program: a shell script.
    pub(crate) fn script(&self, name: &str, body: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(name, format!("#!/bin/sh\n{body}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A judge that runs in this folder.
    pub(crate) fn judge<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = judge();
        command
            .current_dir(self.dir.path())
            .args(arguments)
            // What a killed judge leaves goes with the contest.
            .env("TMPDIR", self.path("tmp"));
        command
    }

    pub(crate) fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Said {
        run(&mut self.judge(arguments))
    }

    /// Grades a shell script on the contest and gives the report.
    pub(crate) fn grade(&self, body: &str, options: &[&str]) -> serde_json::Value {
        self.script("program", body);
        let mut arguments = vec!["grade", "program", "--json", "report.json"];
        arguments.extend(options);
        let said = self.run(arguments);
        let report = std::fs::read(self.path("report.json"));
        let report = report.unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err));
        serde_json::from_slice(&report).unwrap()
    }

    /// The result of the only case of such a run.
    pub(crate) fn result(&self, body: &str, options: &[&str]) -> serde_json::Value {
        self.grade(body, options)["results"][0]["cases"][0].clone()
    }
}

/// A mark for the command lines of a test's processes, one of its own.
pub(crate) fn mark(name: &str) -> String {
    format!("mayan-test-{name}-{}", std::process::id())
}

/// The options that switch mechanisms off, so that each tier of them is used
/// that the user of the tests has.
pub(crate) fn tiers() -> &'static [&'static str] {
    if rustix::process::geteuid().is_root() {
        &["", "cgroups", "namespaces,cgroups"]
    } else {
        &["", "namespaces,cgroups"]
    }
}

/// A processes' count with this mark in their command lines.
pub(crate) fn processes_with(mark: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter(|entry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(mark)
        })
        .count()
}

/// Whether a command can be started; says so if a test must be skipped.
pub(crate) fn has(command: &str, test: &str) -> bool {
    let there = Command::new(command).arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: {test}: {command} is not installed");
    }
    there
}
