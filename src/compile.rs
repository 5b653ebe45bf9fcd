//! From a submission to a program that can be run.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use crate::config::{CompileLimits, Config, Language, language::Places};
use crate::sandbox::{
    Ending, MOST_PROCESSES, RunDir, RunLimits, Sandbox, SandboxError, Task, head, search_path,
};
use crate::sanitize;
use crate::submission::{Kind, Submission};
use crate::units::{Bytes, written};

/// A program that can be run.
#[derive(Debug)]
pub struct Program {
    /// The command, the program itself by its absolute path.
    pub command: Vec<OsString>,
    /// Whether something was compiled or checked for it.
    pub compiled: bool,
    /// What to install where what runs it is missing.
    pub install: Option<String>,
    /// The folder that holds what was compiled, removed with the program.
    _build: Option<TempDir>,
}

/// What came of a submission.
#[derive(Debug)]
pub enum Compiled {
    /// It can be run.
    Program(Program),
    /// The compiler refused it, and said why.
    Rejected(String),
}

/// Why the judge could not compile; not the contestant's fault.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The compiler or interpreter is not there.
    #[error("`{command}` was not found: install it ({install}), or name another in judge.toml")]
    Missing {
        /// The command.
        command: String,
        /// How to install it.
        install: String,
    },
    /// The compiler is there and can't be used.
    #[error("`{command}` cannot be used: {why}")]
    Unusable {
        /// The command.
        command: String,
        /// Why.
        why: String,
    },
    /// A file of ours or of the submission can't be read or written.
    #[error("cannot prepare the source for compiling: {0}")]
    Files(#[from] io::Error),
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// Compiles submissions, and remembers where interpreters are.
#[derive(Debug)]
pub struct Compiler<'a> {
    config: &'a Config,
    interpreters: HashMap<String, String>,
}

/// What a compiler's run came to.
struct Outcome {
    ending: Ending,
    stdout: String,
    stderr: String,
}

impl<'a> Compiler<'a> {
    /// A compiler for the languages of a configuration.
    #[must_use]
    pub fn new(config: &'a Config) -> Self {
        Self {
            config,
            interpreters: HashMap::new(),
        }
    }

    /// Makes a program of a submission.
    ///
    /// # Errors
    /// What is the judge's or its machine's fault, a missing compiler first
    /// of all.
    pub fn compile(
        &mut self,
        submission: &Submission,
        sandbox: &mut Sandbox,
    ) -> Result<Compiled, CompileError> {
        let language = match &submission.kind {
            Kind::Executable => {
                return Ok(Compiled::Program(Program {
                    command: vec![fs::canonicalize(&submission.path)?.into()],
                    compiled: false,
                    install: None,
                    _build: None,
                }));
            }
            Kind::Source(name) => name,
        };
        let Some(rules) = self.config.languages.get(language) else {
            let error = format!("the configuration has no language {language}");
            return Err(io::Error::other(error).into());
        };
        let interpreter = self.interpreter(language, rules, sandbox)?;
        let build = tempfile::Builder::new().prefix("mayan-judge-").tempdir()?;
        // A fixed name, so that no message and no run depends on the hand-in's.
        let extension = submission.path.extension().unwrap_or_default();
        let source = build.path().join("main").with_extension(extension);
        fs::copy(&submission.path, &source)?;
        let text = |path: &Path| {
            let why = "the folder for temporary files has a name that is not UTF-8";
            path.to_str()
                .map(str::to_owned)
                .ok_or_else(|| io::Error::other(why))
        };
        let places = Places {
            source: text(&source)?,
            exe: text(&build.path().join("program"))?,
            interpreter,
        };
        if let Some(command) = &rules.compile {
            let command = command.fill(&places);
            let outcome = self.run(&command, build.path(), sandbox)?;
            let message = join(&outcome.stderr, &outcome.stdout);
            // Our folder's path tells a student nothing.
            let message = message.replace(&format!("{}/", build.path().display()), "");
            let unusable = |why: String| CompileError::Unusable {
                command: command[0].clone(),
                why,
            };
            let why = match outcome.ending {
                Ending::Exited(0) => None,
                Ending::Exited(_) => match machine_fault(&message) {
                    Some(line) => return Err(unusable(line.to_owned())),
                    None => Some(message),
                },
                Ending::Signalled(number) => {
                    return Err(unusable(format!(
                        "it was ended by signal {number}\n{message}"
                    )));
                }
                Ending::Stopped(limit) => Some(format!("{}\n{message}", self.over(limit))),
                Ending::NotStarted { errno } => {
                    return Err(not_started(&command[0], errno, rules));
                }
            };
            if let Some(message) = why {
                return Ok(Compiled::Rejected(message.trim_end().to_owned()));
            }
        }
        let command = rules.run.fill(&places);
        Ok(Compiled::Program(Program {
            command: command.into_iter().map(OsString::from).collect(),
            compiled: rules.compile.is_some(),
            install: Some(rules.install.clone()),
            _build: Some(build),
        }))
    }

    fn over(&self, limit: crate::sandbox::Limit) -> String {
        use crate::sandbox::Limit;
        let limits = &self.config.compile;
        match limit {
            Limit::CpuTime | Limit::WallTime => {
                format!("the compiler took more than {}", written(limits.time))
            }
            Limit::Memory => format!("the compiler used more than {}", limits.memory),
            Limit::Processes => format!("the compiler ran more than {MOST_PROCESSES} processes"),
        }
    }

    /// Where a language's interpreter is; empty for a language without one.
    fn interpreter(
        &mut self,
        name: &str,
        language: &Language,
        sandbox: &mut Sandbox,
    ) -> Result<String, CompileError> {
        let Some(command) = &language.interpreter else {
            return Ok(String::new());
        };
        if let Some(known) = self.interpreters.get(name) {
            return Ok(known.clone());
        }
        let command = command.fill(&Places::default());
        let outcome = self.run(&command, &env::temp_dir(), sandbox)?;
        match outcome.ending {
            Ending::NotStarted { errno } => Err(not_started(&command[0], errno, language)),
            Ending::Exited(0) if Path::new(outcome.stdout.trim()).is_file() => {
                let path = outcome.stdout.trim().to_owned();
                self.interpreters.insert(name.to_owned(), path.clone());
                Ok(path)
            }
            _ => Err(CompileError::Unusable {
                command: command.join(" "),
                why: format!(
                    "it should print the interpreter's path; it printed:\n{}",
                    join(&outcome.stderr, &outcome.stdout)
                ),
            }),
        }
    }

    /// Runs a compiler, with the judge's environment: toolchains are found by
    /// it.
    fn run(
        &self,
        command: &[String],
        directory: &Path,
        sandbox: &mut Sandbox,
    ) -> Result<Outcome, CompileError> {
        let CompileLimits {
            time,
            memory,
            output,
        } = self.config.compile;
        let run = RunDir::new()?;
        let task = Task {
            command: command.iter().map(OsString::from).collect(),
            environment: env::vars_os()
                .filter(|(name, _)| name != "PATH")
                .chain([("PATH".into(), search_path())])
                .collect(),
            input: String::new(),
            directory: directory.into(),
            stdout: run.stdout().into(),
            stderr: run.stderr().into(),
            limits: RunLimits {
                cpu_time: time,
                wall_time: time.saturating_add(Duration::from_secs(1)),
                memory,
                output,
                processes: MOST_PROCESSES,
            },
        };
        let execution = sandbox.run(&task)?;
        let said = |path: &Path| sanitize::lines(&head(path, Bytes::mib(1)));
        Ok(Outcome {
            ending: execution.ending,
            stdout: said(&run.stdout()),
            stderr: said(&run.stderr()),
        })
    }
}

/// The line of a compiler's message that tells of a fault of this machine, not
/// of the source. A student can write such words too; that only brings the
/// hand-in before a person.
fn machine_fault(message: &str) -> Option<&str> {
    const FAULTS: [&str; 7] = [
        "No space left on device",
        "Cannot allocate memory",
        "Resource temporarily unavailable",
        "Too many open files",
        "out of file descriptors",
        "Read-only file system",
        "fatal error: cannot execute",
    ];
    let is_fault = |line: &&str| FAULTS.iter().any(|fault| line.contains(fault));
    message.lines().find(is_fault)
}

fn join(first: &str, second: &str) -> String {
    format!("{first}\n{second}").trim().to_owned()
}

fn not_started(command: &str, errno: i32, language: &Language) -> CompileError {
    let error = io::Error::from_raw_os_error(errno);
    if error.kind() == io::ErrorKind::NotFound {
        return CompileError::Missing {
            command: command.to_owned(),
            install: language.install.clone(),
        };
    }
    CompileError::Unusable {
        command: command.to_owned(),
        why: error.to_string(),
    }
}
