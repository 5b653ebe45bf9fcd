//! What compiles and runs a language here: where it is, which version it is, and
//! what it needs.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::CompileError;
use super::refusal::{join, not_started};
use crate::config::{CompileLimits, Language, language::CommandLine, language::Places};
use crate::digest::Digest;
use crate::sandbox::{Place, search_path};
use crate::sanitize;

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

/// The compiler or interpreter of a language, as it is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The language's name in the configuration.
    pub language: String,
    /// The command that was asked: `g++`.
    pub command: String,
    /// The first line of what its version command printed, such as
    /// `g++ (Debian 12.2.0-14) 12.2.0`; `None` of a language without one.
    pub version: Option<String>,
}

/// A toolchain, and what is needed to use it.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) toolchain: Toolchain,
    /// The interpreter's path; empty without one.
    pub(super) interpreter: String,
    /// What compiling and running may read besides the system's.
    pub(super) visible: Vec<PathBuf>,
    /// The environment of the compiler.
    pub(super) environment: Vec<(OsString, OsString)>,
    /// Stands for all of this, and for the limits.
    pub(super) digest: Digest,
    /// Whether another version would be noticed.
    pub(super) is_versioned: bool,
}

impl Tools {
    /// Asks a language's commands. They are the contest's own, not a
    /// contestant's, and run as the judge.
    pub(super) fn ask(
        name: &str,
        language: &Language,
        limits: &CompileLimits,
        place: &Place,
    ) -> Result<Self, CompileError> {
        let interpreter = interpreter(language, limits, place)?;
        let places = Places {
            interpreter: interpreter.clone(),
            ..Places::default()
        };
        let version = language.version.as_ref();
        let version = version.map(|it| ask(it, &places, language, limits, place));
        let version = version.transpose()?;
        let commands = [
            Some(&language.run),
            language.compile.as_ref(),
            language.version.as_ref(),
        ];
        let tools: Vec<String> = commands
            .into_iter()
            .flatten()
            .map(|command| command.fill(&places).swap_remove(0))
            .chain([interpreter.clone()])
            .filter(|tool| !tool.is_empty())
            .collect();
        let mut visible = language.needed_folders();
        visible.extend(tools.iter().flat_map(|tool| tool_folders(tool)));
        let mut seen = Vec::new();
        visible.retain(|path| {
            !seen.contains(path) && {
                seen.push(path.clone());
                true
            }
        });
        let environment = environment();
        let digest = digest(
            language,
            limits,
            &tools,
            &visible,
            &environment,
            version.as_deref(),
        );
        let first_line = |text: String| {
            let line = text.lines().map(str::trim).find(|line| !line.is_empty());
            sanitize::line(line.unwrap_or_default())
        };
        let asked = language.version.as_ref().or(language.compile.as_ref());
        let asked = asked.unwrap_or(&language.run).fill(&places).swap_remove(0);
        Ok(Self {
            toolchain: Toolchain {
                language: name.to_owned(),
                command: asked,
                version: version.map(first_line),
            },
            interpreter,
            visible,
            environment,
            digest,
            is_versioned: language.version.is_some(),
        })
    }
}

/// What a command of the contest prints.
fn ask(
    command: &CommandLine,
    places: &Places,
    language: &Language,
    limits: &CompileLimits,
    place: &Place,
) -> Result<String, CompileError> {
    let command = command.fill(places);
    let output = place.ask(&command, limits.time).map_err(|error| {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        not_started(&command[0], errno, language)
    })?;
    let said = join(
        &sanitize::lines(&output.stdout),
        &sanitize::lines(&output.stderr),
    );
    if output.status.success() {
        return Ok(said);
    }
    Err(CompileError::Unusable {
        command: command.join(" "),
        why: format!("it ended with {}; it printed:\n{said}", output.status),
    })
}

/// Where a language's interpreter is; empty for a language without one.
fn interpreter(
    language: &Language,
    limits: &CompileLimits,
    place: &Place,
) -> Result<String, CompileError> {
    let Some(command) = &language.interpreter else {
        return Ok(String::new());
    };
    let said = ask(command, &Places::default(), language, limits, place)?;
    // What a wrapper says besides is after it, or before.
    let mut lines = said.lines().map(str::trim);
    match lines.find(|line| Path::new(line).is_absolute() && Path::new(line).is_file()) {
        Some(path) => Ok(path.to_owned()),
        None => Err(CompileError::Unusable {
            command: command.words().join(" "),
            why: format!("it should print the interpreter's path; it printed:\n{said}"),
        }),
    }
}

fn environment() -> Vec<(OsString, OsString)> {
    let given = VARIABLES.iter();
    let given = given.filter_map(|name| Some(((*name).into(), env::var_os(name)?)));
    let fixed = [
        ("PATH".into(), search_path()),
        ("LANG".into(), "C.UTF-8".into()),
    ];
    given.chain(fixed).collect()
}

/// Stands for all that what comes of a source depends on, but for the source.
fn digest(
    language: &Language,
    limits: &CompileLimits,
    tools: &[String],
    visible: &[PathBuf],
    environment: &[(OsString, OsString)],
    version: Option<&str>,
) -> Digest {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut put = |bytes: &[u8]| parts.push(bytes.to_vec());
    put(env!("CARGO_PKG_VERSION").as_bytes());
    put(&processor());
    for command in [language.compile.as_ref(), Some(&language.run)] {
        let words = command.map_or(&[][..], CommandLine::words);
        put(&words.len().to_le_bytes());
        for word in words {
            put(word.as_bytes());
        }
    }
    put(version.unwrap_or_default().as_bytes());
    // Another compiler under the same words.
    for tool in tools.iter().filter_map(|tool| found(tool).ok().flatten()) {
        put(tool.as_os_str().as_bytes());
        put(&state(&tool));
    }
    for path in visible {
        put(path.as_os_str().as_bytes());
        put(&state(path));
    }
    for (name, value) in environment {
        put(name.as_bytes());
        put(value.as_bytes());
    }
    let CompileLimits {
        time,
        memory,
        output,
    } = limits;
    put(&time.as_nanos().to_le_bytes());
    put(&memory.0.to_le_bytes());
    put(&output.0.to_le_bytes());
    Digest::of_parts(parts.iter().map(Vec::as_slice))
}

/// What kind of machine this is: a home can be shared by several, and a
/// compiler can be told to make programs for its own alone.
fn processor() -> Vec<u8> {
    use std::io::Read;
    let mut head = Vec::new();
    if let Ok(file) = fs::File::open("/proc/cpuinfo") {
        let _ = file.take(4096).read_to_end(&mut head);
    }
    let tells = |line: &&[u8]| line.starts_with(b"model name") || line.starts_with(b"flags");
    let lines = head.split(|&byte| byte == b'\n').filter(tells);
    let lines: Vec<&[u8]> = lines.take(2).collect();
    [env::consts::ARCH.as_bytes(), &lines.concat()].concat()
}

/// When and how a file was last made, as far as its folder tells.
fn state(path: &Path) -> Vec<u8> {
    let Ok(it) = fs::metadata(path) else {
        return Vec::new();
    };
    let numbers = [it.mtime(), it.mtime_nsec(), it.size().cast_signed()];
    numbers.into_iter().flat_map(i64::to_le_bytes).collect()
}

/// The file that a command is.
fn found(tool: &str) -> io::Result<Option<PathBuf>> {
    if tool.contains('/') {
        return fs::canonicalize(tool).map(Some);
    }
    let path = search_path();
    let found = env::split_paths(&path).map(|folder| folder.join(tool));
    let found = found.into_iter().find(|it| it.is_file());
    found.map(fs::canonicalize).transpose()
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
