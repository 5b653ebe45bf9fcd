//! A hostile program: what it is due, and how it is built.

use std::ops::RangeInclusive;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::sources::{HEADER, SOURCES};

/// A verdict, and the kind and number of its cause where they matter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Due {
    verdict: String,
    kind: Option<String>,
    number: Option<i64>,
}

impl Due {
    fn parse(text: &str) -> Self {
        let mut parts = text.split(':');
        Self {
            verdict: parts.next().unwrap().to_owned(),
            kind: parts.next().map(str::to_owned),
            number: parts.next().map(|number| number.parse().unwrap()),
        }
    }

    /// Whether a case of a report is what is due.
    pub(super) fn fits(&self, case: &Value) -> bool {
        let cause = &case["cause"];
        let number = cause.get("number").or(cause.get("code"));
        case["verdict"] == *self.verdict
            && self
                .kind
                .as_ref()
                .is_none_or(|kind| cause["kind"] == **kind)
            && self.number.is_none_or(|it| number == Some(&it.into()))
    }
}

/// A program with the demands of its first lines.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) path: &'static str,
    source: &'static str,
    /// Verdicts by tier; the empty tier is all the others.
    expected: Vec<(String, String)>,
    pub(super) time: String,
    pub(super) memory: String,
    pub(super) output: String,
    pub(super) cases: usize,
    /// Places that it takes among those that run: with all of them it is alone.
    pub(super) places: usize,
    pub(super) peak: Option<RangeInclusive<u64>>,
    flags: Vec<String>,
}

impl Program {
    fn new(path: &'static str, source: &'static str) -> Self {
        let mut program = Self {
            path,
            source,
            expected: Vec::new(),
            time: "300ms".to_owned(),
            memory: "64MiB".to_owned(),
            output: "1MiB".to_owned(),
            cases: 1,
            places: 1,
            peak: None,
            flags: Vec::new(),
        };
        for line in source.lines() {
            let text = line.strip_prefix("// ").or(line.strip_prefix("# "));
            let Some(text) = text else { break };
            let Some((key, value)) = text.split_once(": ") else {
                continue;
            };
            match key {
                "limits" => program.limit(value),
                "peak" => program.peak = Some(mebibytes(value)),
                "flags" => program.flags = value.split(' ').map(str::to_owned).collect(),
                _ => {
                    if let Some(tier) = key.strip_prefix("expect") {
                        let tier = tier.trim().to_owned();
                        program.expected.push((tier, value.to_owned()));
                    }
                }
            }
        }
        let all = program.expected.iter().any(|(tier, _)| tier.is_empty());
        assert!(all, "{path} does not say what to expect");
        program
    }

    fn limit(&mut self, text: &str) {
        for word in text.split(' ') {
            let (name, value) = word.split_once('=').unwrap();
            match name {
                "time" => value.clone_into(&mut self.time),
                "memory" => value.clone_into(&mut self.memory),
                "output" => value.clone_into(&mut self.output),
                "cases" => self.cases = value.parse().unwrap(),
                "places" => self.places = value.parse().unwrap(),
                _ => panic!("{}: a limit {name}", self.path),
            }
        }
    }

    /// The verdicts that are due in a tier, as the source writes them.
    pub(super) fn expected(&self, tier: &str) -> &str {
        let find = |name: &str| self.expected.iter().find(|(tier, _)| tier == name);
        &find(tier).or(find("")).unwrap().1
    }

    pub(super) fn due(&self, tier: &str) -> Vec<Due> {
        self.expected(tier).split('|').map(Due::parse).collect()
    }

    fn extension(&self) -> &str {
        self.path.rsplit('.').next().unwrap()
    }

    /// The command that must be there to build or run it.
    pub(super) fn needs(&self) -> &'static str {
        match self.extension() {
            "c" => "gcc",
            "cpp" => "g++",
            "rs" => "rustc",
            "py" => "/usr/bin/python3",
            "java" => "javac",
            other => panic!("{}: no way to build .{other}", self.path),
        }
    }

    /// Makes an executable file in a folder of its own.
    pub(super) fn build(
        &self,
        folder: &Path,
        name: &str,
        filled: impl Fn(&str) -> String,
    ) -> Result<PathBuf, String> {
        std::fs::create_dir_all(folder).unwrap();
        // Relative: not every compiler likes every path.
        let source = self.path.rsplit('/').next().unwrap();
        let executable = folder.join(name);
        std::fs::write(folder.join("attack.h"), filled(HEADER)).unwrap();
        std::fs::write(folder.join(source), filled(self.source)).unwrap();
        let mut compiler = Command::new(self.needs());
        compiler.current_dir(folder);
        match self.extension() {
            "c" | "cpp" => {
                compiler.args(["-O1", "-w", "-D_GNU_SOURCE", "-pthread", "-I."]);
                compiler.arg(source).arg("-o").arg(&executable);
                done(compiler.args(&self.flags))?;
            }
            "rs" => {
                compiler.args(["-Copt-level=1", "--edition=2021", "-Awarnings", "-o"]);
                done(compiler.arg(&executable).arg(source))?;
            }
            "java" => {
                done(compiler.args(["-d", "classes"]).arg(source))?;
                self.pack(folder, &executable)?;
            }
            _ => {
                let text = format!("#!/usr/bin/python3\n{}", filled(self.source));
                std::fs::write(&executable, text).unwrap();
            }
        }
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&executable, mode).unwrap();
        Ok(executable)
    }

    /// Java in one file: a script that is an archive of classes as well, since
    /// archives are read from their ends.
    fn pack(&self, folder: &Path, executable: &Path) -> Result<(), String> {
        let class = self
            .path
            .rsplit('/')
            .next()
            .unwrap()
            .trim_end_matches(".java");
        let mut jar = Command::new("jar");
        jar.current_dir(folder)
            .args(["--create", "--file", "classes.jar", "--main-class", class]);
        done(jar.args(["-C", "classes", "."]))?;
        let java = Command::new("sh").args(["-c", "command -v java"]).output();
        let java = String::from_utf8(java.unwrap().stdout).unwrap();
        let java = std::fs::canonicalize(java.trim()).unwrap();
        let flags = self.flags.join(" ");
        let line = format!("#!/bin/sh\nexec '{}' {flags} -jar \"$0\"\n", java.display());
        let mut text = line.into_bytes();
        text.extend(std::fs::read(folder.join("classes.jar")).unwrap());
        std::fs::write(executable, text).unwrap();
        Ok(())
    }
}

/// `30..34MiB`, in bytes.
fn mebibytes(text: &str) -> RangeInclusive<u64> {
    let (from, to) = text.trim_end_matches("MiB").split_once("..").unwrap();
    let bytes = |number: &str| number.parse::<u64>().unwrap() << 20;
    bytes(from)..=bytes(to)
}

fn done(command: &mut Command) -> Result<(), String> {
    // Names of files are in Chinese as well.
    command.env("LC_ALL", "C.UTF-8");
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("it was not built: {said}"))
}

/// The programs of a group, or those of them that `ATTACK` has in their path.
pub(super) fn group(name: &str) -> Vec<Program> {
    let wanted = std::env::var("ATTACK").unwrap_or_default();
    let programs = all().into_iter().filter(|program| {
        let (group, _) = program.path.split_once('/').unwrap();
        group == name && program.path.contains(&wanted)
    });
    programs.collect()
}

pub(super) fn all() -> Vec<Program> {
    let sources = SOURCES.iter();
    sources
        .map(|&(path, text)| Program::new(path, text))
        .collect()
}
