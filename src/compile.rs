//! From a submission to a program that can be run.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::TempDir;

use crate::config::{CompileLimits, Config, Language, language::Places};
use crate::sandbox::{
    Deposit, Ending, Execution, Limit, MOST_PROCESSES, Output, Place, RunLimits, Sandbox,
    SandboxError, Take, Taken, Task, search_path,
};
use crate::sanitize;
use crate::submission::{Kind, Submission};
use crate::units::{Bytes, written};

/// What the program is called that compiling makes.
const PROGRAM: &str = "program";

/// Variables of the judge that compilers get: where toolchains are, and nothing
/// that a source could be meant to learn.
const VARIABLES: [&str; 7] = [
    "HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "CARGO_HOME",
    "JAVA_HOME",
    "GOROOT",
    "PYENV_ROOT",
];

/// A program that can be run.
#[derive(Debug)]
pub struct Program {
    /// The command, the program itself by its path, as a run sees it.
    pub command: Vec<OsString>,
    /// The folder that holds it, removed with the program.
    folder: TempDir,
    /// What else it needs to read.
    pub visible: Vec<PathBuf>,
    /// Whether something was compiled or checked for it.
    pub compiled: bool,
    /// What to install where what runs it is missing.
    pub install: Option<String>,
}

impl Program {
    /// The folder that holds it.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
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
    place: Arc<Place>,
    interpreters: Mutex<HashMap<String, String>>,
}

impl<'a> Compiler<'a> {
    /// A compiler for the languages of a configuration.
    #[must_use]
    pub fn new(config: &'a Config, place: Arc<Place>) -> Self {
        Self {
            config,
            place,
            interpreters: Mutex::new(HashMap::new()),
        }
    }

    /// Makes a program of a submission. A compiler runs in the sandbox as
    /// programs do: a source can ask it to read files or to never end.
    ///
    /// # Errors
    /// What is the judge's or its machine's fault, a missing compiler first
    /// of all.
    pub fn compile(
        &self,
        submission: &Submission,
        sandbox: &mut Sandbox,
    ) -> Result<Compiled, CompileError> {
        let folder = self.place.folder()?;
        let seen = self.place.program_folder(folder.path());
        let language = match &submission.kind {
            Kind::Executable => {
                let path = folder.path().join(PROGRAM);
                fs::write(&path, submission.read()?)?;
                fs::set_permissions(&path, PermissionsExt::from_mode(0o755))?;
                return Ok(Compiled::Program(Program {
                    command: vec![seen.join(PROGRAM).into()],
                    folder,
                    visible: Vec::new(),
                    compiled: false,
                    install: None,
                }));
            }
            Kind::Source(name) => name,
        };
        let Some(rules) = self.config.languages.get(language) else {
            let error = format!("the configuration has no language {language}");
            return Err(io::Error::other(error).into());
        };
        let interpreter = self.interpreter(language, rules)?;
        let mut visible = rules.needed_folders();
        visible.extend(tool_folders(&interpreter));
        // A fixed name, so that no message and no run depends on the hand-in's.
        let extension = submission.file_name.extension().unwrap_or_default();
        let source = Path::new("main").with_extension(extension);
        let source = text(&source)?;
        let bytes = submission.read()?;
        let unfilled = Places::default();
        for command in [Some(&rules.run), rules.compile.as_ref()]
            .into_iter()
            .flatten()
        {
            visible.extend(tool_folders(&command.fill(&unfilled)[0]));
        }
        if let Some(command) = &rules.compile {
            let command = command.fill(&Places {
                source: source.clone(),
                exe: PROGRAM.to_owned(),
                interpreter: interpreter.clone(),
            });
            let task = self.task(
                &command,
                Deposit {
                    name: source.clone(),
                    bytes: bytes.clone(),
                },
                &visible,
            );
            let execution = sandbox.run(&task)?;
            if let Some(message) = self.refusal(&command[0], &execution, rules)? {
                return Ok(Compiled::Rejected(message.trim_end().to_owned()));
            }
            for (name, taken) in execution.files {
                match taken {
                    Taken::Bytes(bytes) => put(folder.path(), &name, &bytes)?,
                    Taken::TooLarge => {
                        let most = self.config.compile.output;
                        let message = format!("the compiler wrote more than {most}");
                        return Ok(Compiled::Rejected(message));
                    }
                    Taken::Refused(_) => {}
                }
            }
        }
        put(folder.path(), &source, &bytes)?;
        let runs_program = rules.run.fill(&Places {
            exe: PROGRAM.to_owned(),
            ..Places::default()
        })[0]
            == PROGRAM;
        if runs_program && !is_runnable(&folder.path().join(PROGRAM))? {
            let message = "the compiler made nothing that can be run: is there a main function?";
            return Ok(Compiled::Rejected(message.to_owned()));
        }
        let command = rules.run.fill(&Places {
            source: text(&seen.join(&source))?,
            exe: text(&seen.join(PROGRAM))?,
            interpreter,
        });
        Ok(Compiled::Program(Program {
            command: command.into_iter().map(OsString::from).collect(),
            folder,
            visible,
            compiled: rules.compile.is_some(),
            install: Some(rules.install.clone()),
        }))
    }

    /// Why a compiler's run gives no program; `None` if it does.
    fn refusal(
        &self,
        command: &str,
        execution: &Execution,
        language: &Language,
    ) -> Result<Option<String>, CompileError> {
        let said = |output: &Output| sanitize::lines(&output.bytes);
        let message = join(&said(&execution.stderr), &said(&execution.stdout));
        let unusable = |why: String| CompileError::Unusable {
            command: command.to_owned(),
            why,
        };
        match execution.ending {
            Ending::Exited(0) => Ok(None),
            Ending::Exited(_) => match machine_fault(&message) {
                Some(line) => Err(unusable(line.to_owned())),
                None => Ok(Some(message)),
            },
            Ending::Signalled(libc::SIGXFSZ) => {
                let most = self.config.compile.output;
                let message = format!("the compiler wrote more than {most}\n{message}");
                Ok(Some(message))
            }
            Ending::Signalled(number) => Err(unusable(format!(
                "it was ended by signal {number}\n{message}"
            ))),
            Ending::Stopped(limit) => Ok(Some(format!("{}\n{message}", self.over(limit)))),
            Ending::NotStarted { errno } => Err(not_started(command, errno, language)),
        }
    }

    /// A language's toolchain, as it calls itself.
    pub fn toolchain(&self, _language: &str) -> Result<Option<String>, CompileError> {
        Ok(None)
    }

    fn over(&self, limit: Limit) -> String {
        let limits = &self.config.compile;
        match limit {
            Limit::CpuTime | Limit::WallTime => {
                format!("the compiler took more than {}", written(limits.time))
            }
            Limit::Memory => format!("the compiler used more than {}", limits.memory),
            Limit::Processes => format!("the compiler ran more than {MOST_PROCESSES} processes"),
            Limit::Disk => "the compiler wrote too many or too large files".to_owned(),
            Limit::Output => format!("the compiler said more than {}", limits.output),
        }
    }

    /// Where a language's interpreter is; empty for a language without one.
    fn interpreter(&self, name: &str, language: &Language) -> Result<String, CompileError> {
        let Some(command) = &language.interpreter else {
            return Ok(String::new());
        };
        let mut interpreters = self.interpreters.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = interpreters.get(name) {
            return Ok(known.clone());
        }
        let command = command.fill(&Places::default());
        // The contest's own command, not a contestant's: it runs as the judge.
        let output = self.place.ask(&command, self.config.compile.time);
        let output = output.map_err(|error| {
            not_started(
                &command[0],
                error.raw_os_error().unwrap_or(libc::EIO),
                language,
            )
        })?;
        let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if output.status.success() && Path::new(&path).is_file() {
            interpreters.insert(name.to_owned(), path.clone());
            return Ok(path);
        }
        let said = join(
            &sanitize::lines(&output.stderr),
            &sanitize::lines(&output.stdout),
        );
        Err(CompileError::Unusable {
            command: command.join(" "),
            why: format!("it should print the interpreter's path; it printed:\n{said}"),
        })
    }

    fn task(&self, command: &[String], source: Deposit, visible: &[PathBuf]) -> Task {
        let CompileLimits {
            time,
            memory,
            output,
        } = self.config.compile;
        let given = VARIABLES.iter();
        let given = given.filter_map(|name| Some(((*name).into(), env::var_os(name)?)));
        let fixed = [
            ("PATH".into(), search_path()),
            ("LANG".into(), "C.UTF-8".into()),
        ];
        Task {
            command: command.iter().map(OsString::from).collect(),
            environment: given.chain(fixed).collect(),
            input: Vec::new(),
            files: vec![source],
            program: None,
            visible: visible.to_vec(),
            take: Take::Everything,
            keep: Bytes::mib(1),
            limits: RunLimits {
                cpu_time: time,
                wall_time: time.saturating_add(std::time::Duration::from_secs(1)),
                memory,
                output,
                processes: MOST_PROCESSES,
                disk: Bytes(output.0.saturating_mul(2).saturating_add(Bytes::mib(16).0)),
                inodes: 1 << 14,
            },
            repeats: false,
        }
    }
}

/// Whether a file is there and is a program or a script.
fn is_runnable(path: &Path) -> io::Result<bool> {
    use std::io::Read;
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let mut head = Vec::new();
    file.take(4).read_to_end(&mut head)?;
    Ok(head.starts_with(b"\x7fELF") || head.starts_with(b"#!"))
}

/// Writes a file of the program, in folders as they were.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    // Whatever the judge's own mask for new files is.
    let inner = path.ancestors().skip(1).take_while(|it| *it != folder);
    for above in inner {
        fs::set_permissions(above, PermissionsExt::from_mode(0o755))?;
    }
    fs::write(&path, bytes)?;
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755))
}

fn text(path: &Path) -> io::Result<String> {
    let why = "the folder for temporary files has a name that is not UTF-8";
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| io::Error::other(why))
}

/// What a tool needs to read that isn't one of the system's: what it is
/// installed in if it is in a folder `bin` there, or else itself alone. Never
/// all of somebody's home.
fn tool_folders(tool: &str) -> Vec<PathBuf> {
    let tool = Path::new(tool);
    if !tool.is_absolute() {
        return Vec::new();
    }
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let paths = [Some(tool.to_owned()), fs::canonicalize(tool).ok()];
    let folders = paths.into_iter().flatten().map(|path| {
        let bin = path.parent().filter(|it| it.ends_with("bin"));
        match bin.and_then(Path::parent) {
            Some(above) if !home.starts_with(above) => above.to_owned(),
            _ => path,
        }
    });
    let mut folders: Vec<PathBuf> = folders
        .filter(|it| !["/usr", "/bin"].iter().any(|system| it.starts_with(system)))
        .collect();
    folders.dedup();
    folders
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
