//! From a submission to a program that can be run.
//!
//! - [`mod@self`]: a source becomes a program, or is refused.
//! - `toolchain`: what compiles and runs a language here.
//! - `naming`: what a source must be called; `refusal`: what a compiler says.
//! - `cache`: what was compiled before.

mod cache;
mod naming;
mod refusal;
mod toolchain;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tempfile::TempDir;

use crate::config::{CompileLimits, Config, Language, language::CommandLine, language::Places};
use crate::isolation::{Property, Strength};
use crate::sandbox::{
    Deposit, MOST_PROCESSES, Place, RunLimits, Sandbox, SandboxError, Take, Taken, Task,
};
use crate::source::{self, Encoding};
use crate::submission::{Kind, Submission};
use crate::units::Bytes;

use cache::Outcome;
use naming::Naming;
use refusal::Answer;
use toolchain::Tools;

pub use cache::{Cache, CacheError};
pub use toolchain::Toolchain;

/// What the program is called that compiling makes.
const PROGRAM: &str = "program";

/// A program that can be run.
#[derive(Debug)]
pub struct Program {
    /// The command, the program itself by its path, as a run sees it.
    pub command: Vec<OsString>,
    /// The folder that holds it, removed with the program.
    folder: TempDir,
    /// What else it needs to read.
    pub visible: Vec<PathBuf>,
    /// Whether something was compiled or checked for it, now or before.
    pub compiled: bool,
    /// Whether that was before: an equal source is known.
    pub cached: bool,
    /// How its source was encoded.
    pub encoding: Encoding,
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

/// Why a source is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// What the compiler said, its first errors at least; safe to be shown.
    pub message: String,
    /// Whether it said so before, of an equal source.
    pub cached: bool,
    /// How the source was encoded.
    pub encoding: Encoding,
}

/// What came of a submission.
#[derive(Debug)]
pub enum Compiled {
    /// It can be run.
    Program(Program),
    /// The compiler refused it, and said why.
    Rejected(Rejection),
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

/// Compiles submissions; one for all threads. Remembers toolchains, and what
/// came of sources.
#[derive(Debug)]
pub struct Compiler<'a> {
    config: &'a Config,
    place: Arc<Place>,
    /// Kept between runs.
    cache: Option<Cache>,
    /// Kept for this run, in a folder that goes with it.
    passing: OnceLock<Option<(Cache, TempDir)>>,
    /// Asked once, by whoever is first; the others wait.
    tools: BTreeMap<&'a str, Mutex<Option<Arc<Tools>>>>,
}

/// A source, ready to be compiled.
struct Source {
    file: String,
    naming: Naming,
    bytes: Vec<u8>,
    encoding: Encoding,
}

impl<'a> Compiler<'a> {
    /// A compiler for the languages of a configuration. Without a cache nothing
    /// outlives it, but equal sources are compiled once all the same. A cache
    /// isn't used where programs could write to the judge's files.
    #[must_use]
    pub fn new(config: &'a Config, place: Arc<Place>, cache: Option<Cache>) -> Self {
        let files = place.isolation().of(Property::Files);
        let held = files.is_some_and(|it| it.strength > Strength::NotEnforced);
        let tools = config.languages.keys();
        Self {
            config,
            place,
            cache: cache.filter(|_| held),
            passing: OnceLock::new(),
            tools: tools
                .map(|name| (name.as_str(), Mutex::new(None)))
                .collect(),
        }
    }

    /// The compiler or interpreter of a language.
    ///
    /// # Errors
    /// One that isn't there or can't be asked; a language that isn't known.
    pub fn toolchain(&self, language: &str) -> Result<Toolchain, CompileError> {
        let (_, tools) = self.tools(language)?;
        Ok(tools.toolchain.clone())
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
        let language = match &submission.kind {
            Kind::Executable => return self.executable(submission),
            Kind::Source(name) => name,
        };
        let (rules, tools) = self.tools(language)?;
        let source = read(submission, rules)?;
        let (outcome, cached) = self.outcome(rules, &tools, &source, sandbox)?;
        let encoding = source.encoding;
        let rejected = |message| {
            Ok(Compiled::Rejected(Rejection {
                message,
                cached,
                encoding,
            }))
        };
        let files = match outcome {
            Outcome::Made(files) => files,
            Outcome::Refused(message) => return rejected(message),
        };
        let folder = self.place.folder()?;
        for (name, bytes) in &files {
            put(folder.path(), name, bytes)?;
        }
        if rules.run.names("source") || rules.run.names("folder") {
            put(folder.path(), &source.file, &source.bytes)?;
        }
        let seen = self.place.program_folder(folder.path());
        let exe = text(&seen.join(PROGRAM))?;
        let command = rules.run.fill(&Places {
            source: text(&seen.join(&source.file))?,
            exe: exe.clone(),
            interpreter: tools.interpreter.clone(),
            name: source.naming.name,
            folder: text(&seen)?,
        });
        if command[0] == exe && !is_runnable(&folder.path().join(PROGRAM))? {
            let message = "the compiler made nothing that can be run: is there a main function?";
            return rejected(message.to_owned());
        }
        Ok(Compiled::Program(Program {
            command: command.into_iter().map(OsString::from).collect(),
            folder,
            visible: tools.visible.clone(),
            compiled: rules.compile.is_some(),
            cached,
            encoding,
            install: Some(rules.install.clone()),
        }))
    }

    /// A submission that is a program as it is.
    fn executable(&self, submission: &Submission) -> Result<Compiled, CompileError> {
        let folder = self.place.folder()?;
        put(folder.path(), PROGRAM, &submission.read()?)?;
        let seen = self.place.program_folder(folder.path());
        Ok(Compiled::Program(Program {
            command: vec![seen.join(PROGRAM).into()],
            folder,
            visible: Vec::new(),
            compiled: false,
            cached: false,
            encoding: Encoding::default(),
            install: None,
        }))
    }

    /// A language's rules, and what is here of it.
    fn tools(&self, language: &str) -> Result<(&'a Language, Arc<Tools>), CompileError> {
        let rules = self.config.languages.get(language);
        let (Some(rules), Some(known)) = (rules, self.tools.get(language)) else {
            let error = format!("the configuration has no language {language}");
            return Err(io::Error::other(error).into());
        };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tools) = &*known {
            return Ok((rules, tools.clone()));
        }
        let asked = Tools::ask(language, rules, &self.config.compile, &self.place)?;
        Ok((rules, known.insert(Arc::new(asked)).clone()))
    }

    /// What comes of a source, and whether it was known.
    fn outcome(
        &self,
        rules: &Language,
        tools: &Tools,
        source: &Source,
        sandbox: &mut Sandbox,
    ) -> Result<(Outcome, bool), CompileError> {
        let Some(command) = &rules.compile else {
            return Ok((Outcome::Made(Vec::new()), false));
        };
        let key = cache::key(tools.digest, &source.file, &source.bytes);
        let kept = self.cache.as_ref().filter(|_| tools.is_versioned);
        let cache = kept.or_else(|| self.passing());
        if let Some(known) = cache.and_then(|cache| cache.get(&key)) {
            return Ok((known, true));
        }
        let (outcome, is_lasting) = self.build((rules, command), tools, source, sandbox)?;
        if let Some(cache) = cache
            && is_lasting
        {
            // No room, most likely: it will be compiled again.
            let _ = cache.put(&key, &outcome);
        }
        Ok((outcome, false))
    }

    fn passing(&self) -> Option<&Cache> {
        let open = || {
            let folder = self.place.folder().ok()?;
            // Below it, where programs of another user can't look.
            let cache = Cache::open(&folder.path().join("cache")).ok()?;
            Some((cache, folder))
        };
        self.passing
            .get_or_init(open)
            .as_ref()
            .map(|(cache, _)| cache)
    }

    /// Runs the compiler. Also says whether an equal source will always come to
    /// the same.
    fn build(
        &self,
        (rules, command): (&Language, &CommandLine),
        tools: &Tools,
        source: &Source,
        sandbox: &mut Sandbox,
    ) -> Result<(Outcome, bool), CompileError> {
        let command = command.fill(&Places {
            source: source.file.clone(),
            exe: PROGRAM.to_owned(),
            interpreter: tools.interpreter.clone(),
            name: source.naming.name.clone(),
            folder: ".".to_owned(),
        });
        let execution = sandbox.run(&self.task(&command, source, tools))?;
        let refused = |message: String| Outcome::Refused(message.trim_end().to_owned());
        match refusal::answer(&command[0], &execution, rules, &self.config.compile)? {
            Answer::Done => {}
            Answer::Refused(message) => return Ok((refused(message), true)),
            Answer::Limited(message) => return Ok((refused(message), false)),
        }
        let mut files = Vec::new();
        for (name, taken) in execution.files {
            match taken {
                // The source is put there as it was.
                Taken::Bytes(bytes) if name != source.file && cache::is_inside(&name) => {
                    files.push((name, bytes));
                }
                Taken::Bytes(_) | Taken::Refused(_) => {}
                Taken::TooLarge => {
                    let most = self.config.compile.output;
                    let message = format!("the compiler wrote more than {most}");
                    return Ok((Outcome::Refused(message), false));
                }
            }
        }
        Ok((Outcome::Made(files), true))
    }

    fn task(&self, command: &[String], source: &Source, tools: &Tools) -> Task {
        let CompileLimits {
            time,
            memory,
            output,
        } = self.config.compile;
        Task {
            command: command.iter().map(OsString::from).collect(),
            environment: tools.environment.clone(),
            input: Vec::new(),
            files: vec![Deposit {
                name: source.file.clone(),
                bytes: source.bytes.clone(),
            }],
            program: None,
            visible: tools.visible.clone(),
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

/// Reads a source, as text that compilers understand and under a name that its
/// language wants.
fn read(submission: &Submission, rules: &Language) -> Result<Source, CompileError> {
    let (bytes, encoding) = source::decode(submission.read()?);
    let naming = naming::naming(&rules.name, &bytes);
    let handed_in = submission.file_name.extension().unwrap_or_default();
    let handed_in = handed_in.to_string_lossy();
    // As the compiler knows it: `.CC` is nothing to it.
    let spelling = rules.spelling(&handed_in);
    let spelling = spelling.or(rules.extensions.first().map(String::as_str));
    let extension = spelling.unwrap_or(&handed_in);
    Ok(Source {
        file: format!("{}.{extension}", naming.stem),
        naming,
        bytes,
        encoding,
    })
}

/// Whether a file is there and is a program or a script.
fn is_runnable(path: &Path) -> io::Result<bool> {
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let mut head = Vec::new();
    file.take(4).read_to_end(&mut head)?;
    Ok(head.starts_with(b"\x7fELF") || head.starts_with(b"#!"))
}

/// Writes a file of the program, in folders as they were. Others may read all of
/// it, whatever the judge's own mask for new files is.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    let mode = || PermissionsExt::from_mode(0o755);
    let inner = path.ancestors().skip(1).take_while(|it| *it != folder);
    let inner: Vec<&Path> = inner.collect();
    for above in inner.into_iter().rev() {
        fs::create_dir_all(above)?;
        fs::set_permissions(above, mode())?;
    }
    let mut file = fs::File::create(&path)?;
    file.write_all(bytes)?;
    file.set_permissions(mode())
}

fn text(path: &Path) -> io::Result<String> {
    let why = "the folder for temporary files has a name that is not UTF-8";
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| io::Error::other(why))
}
