//! The contest: limits, rules, languages, subtasks.
//!
//! Built-in defaults < `judge.toml` < `MAYAN_JUDGE_*` < flags. The last two are
//! [`Overrides`]; everything else of the program sees the one resolved
//! [`Config`]. The repository's `judge.toml` spells the defaults out, and a
//! test holds it to that.

pub mod language;
mod tables;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use globset::GlobMatcher;
use mayan_reference::diagnostic::Diagnostic;
use mayan_reference::{MoveCount, Rules, SameColourSwap};
use serde::{Deserialize, Deserializer, Serialize};

use crate::testcase::{CaseId, Layout};
use crate::units::{Bytes, written_bytes, written_duration};

pub use language::{Language, default_languages};

/// The name that a configuration file has if none is given.
pub const FILE_NAME: &str = "judge.toml";

/// Everything that decides how a contest is judged.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// What is held, and how it is ranked.
    #[serde(deserialize_with = "tables::contest")]
    pub contest: Contest,
    /// What a program may use on one testcase.
    pub limits: Limits,
    /// The reading of the statement.
    #[serde(deserialize_with = "tables::rules")]
    pub rules: Rules,
    /// Where input comes from and the answer goes to.
    #[serde(deserialize_with = "tables::io")]
    pub io: Io,
    /// Where the testcases are.
    pub testcases: Testcases,
    /// What a compiler may use.
    pub compile: CompileLimits,
    /// The groups of testcases, and their points.
    #[serde(deserialize_with = "tables::subtasks")]
    pub subtasks: Vec<Subtask>,
    /// The languages, by name.
    #[serde(deserialize_with = "language::over_defaults")]
    pub languages: std::collections::BTreeMap<String, Language>,
}

/// What is held, and how it is ranked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// The problem's name, as sources and folders of hand-ins are called.
    pub name: String,
    /// What a score is, and whether a failed case is the last.
    pub style: Style,
}

impl Default for Contest {
    fn default() -> Self {
        Self {
            name: "mayan".to_owned(),
            style: Style::Oi,
        }
    }
}

/// What a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Points, by subtasks; all cases are run.
    #[default]
    Oi,
    /// Solved or not: 1 point for all cases together, none otherwise. The first
    /// failed case is the last.
    Icpc,
}

/// What a program may use on one testcase.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Limits {
    /// CPU time of the program and its children.
    #[serde(deserialize_with = "written_duration")]
    pub cpu_time: Duration,
    /// Time on the clock, as a multiple of the CPU time.
    #[serde(deserialize_with = "positive")]
    pub wall_factor: u32,
    /// Resident memory.
    #[serde(deserialize_with = "written_bytes")]
    pub memory: Bytes,
    /// Size of standard output and of each file that is written.
    #[serde(deserialize_with = "written_bytes")]
    pub output: Bytes,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu_time: Duration::from_secs(3),
            wall_factor: 3,
            memory: Bytes::kib(65535),
            output: Bytes::mib(1),
        }
    }
}

impl Limits {
    /// The limit on the clock: the factor times the CPU limit, and at least a
    /// second more than it, so that a short limit isn't lost to a busy machine.
    #[must_use]
    pub fn wall_time(&self) -> Duration {
        let scaled = self.cpu_time.saturating_mul(self.wall_factor);
        scaled.max(self.cpu_time.saturating_add(Duration::from_secs(1)))
    }
}

/// What a compiler may use.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CompileLimits {
    /// CPU time, and time on the clock.
    #[serde(deserialize_with = "written_duration")]
    pub time: Duration,
    /// Resident memory.
    #[serde(deserialize_with = "written_bytes")]
    pub memory: Bytes,
    /// Size of each file that is written.
    #[serde(deserialize_with = "written_bytes")]
    pub output: Bytes,
}

impl Default for CompileLimits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(30),
            memory: Bytes::mib(2048),
            output: Bytes::mib(256),
        }
    }
}

/// How input and output are given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Io {
    /// Standard streams, files, or whichever the program uses.
    pub mode: IoMode,
    /// The input file's name in the program's folder.
    pub input: String,
    /// The answer file's name in the program's folder.
    pub output: String,
    /// What an exit code other than 0 means.
    pub nonzero_exit: NonzeroExit,
}

impl Default for Io {
    fn default() -> Self {
        Self {
            mode: IoMode::Auto,
            input: "mayan.in".to_owned(),
            output: "mayan.out".to_owned(),
            nonzero_exit: NonzeroExit::RuntimeError,
        }
    }
}

/// Where input comes from and the answer goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IoMode {
    /// Input both ways; the answer is the answer file if the program made it,
    /// else standard output.
    #[default]
    Auto,
    /// Standard input and output only.
    Stdio,
    /// Files only, as at NOIP: standard input is empty.
    File,
}

/// What an exit code other than 0 means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum NonzeroExit {
    /// A runtime error, whatever was printed.
    #[default]
    #[serde(rename = "re")]
    RuntimeError,
    /// Nothing.
    #[serde(rename = "ignore")]
    Ignore,
}

/// Where the testcases are and how they are read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Testcases {
    /// The folder; beside `judge.toml` if it isn't absolute.
    pub dir: PathBuf,
    /// How strict reading is.
    pub layout: Layout,
}

impl Default for Testcases {
    fn default() -> Self {
        Self {
            dir: PathBuf::from("testcases"),
            layout: Layout::Strict,
        }
    }
}

/// A group of testcases with points.
#[derive(Clone, Debug, PartialEq)]
pub struct Subtask {
    /// Its name.
    pub name: String,
    /// What it is worth; without points its cases don't count.
    pub worth: Worth,
    /// How the points are given.
    pub scoring: Scoring,
    /// Which cases belong to it; the first subtask that matches has a case.
    pub cases: CaseGlob,
    /// Names of subtasks without whose full points this one gives none.
    pub depends: Vec<String>,
}

/// What a subtask is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// So many points, all its cases together.
    Together(u32),
    /// So many points each case.
    EachCase(u32),
}

impl Worth {
    /// Whether there are any: what has none doesn't count, see
    /// [`crate::scoring::counts`].
    #[must_use]
    pub fn has_points(self) -> bool {
        let (Self::Together(points) | Self::EachCase(points)) = self;
        points > 0
    }

    /// The points of a subtask with so many cases.
    #[must_use]
    pub fn of(self, cases: usize) -> u32 {
        match self {
            Self::Together(points) => points,
            Self::EachCase(points) => {
                points.saturating_mul(u32::try_from(cases).unwrap_or(u32::MAX))
            }
        }
    }
}

/// How a subtask's points are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Each case gives its equal share.
    #[default]
    Sum,
    /// All or nothing.
    Min,
}

impl Default for Config {
    fn default() -> Self {
        let subtask = |name: &str, points| Subtask {
            name: name.to_owned(),
            worth: Worth::Together(points),
            scoring: Scoring::Sum,
            cases: CaseGlob::new(&format!("{name}/**")).expect("a name and two stars are a glob"),
            depends: Vec::new(),
        };
        Self {
            contest: Contest::default(),
            limits: Limits::default(),
            rules: Rules::default(),
            io: Io::default(),
            testcases: Testcases::default(),
            compile: CompileLimits::default(),
            subtasks: vec![
                subtask("bottom-row", 30),
                subtask("full", 70),
                subtask("strict-reading", 0),
            ],
            languages: default_languages(),
        }
    }
}

/// A pattern for testcase names, such as `full/*` or `*cross*`.
///
/// `*` stays within a folder, `**` doesn't. A pattern without `/` is also
/// tried on the name alone.
#[derive(Clone, Debug)]
pub struct CaseGlob {
    pattern: String,
    matcher: GlobMatcher,
}

impl CaseGlob {
    /// The pattern of this text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(pattern: &str) -> Result<Self, String> {
        let matcher = globset::GlobBuilder::new(pattern)
            .literal_separator(true)
            .build()
            .map_err(|error| {
                let why = error.kind();
                format!("`{pattern}` is not a pattern: {why}, expected one such as full/*")
            })?
            .compile_matcher();
        Ok(Self {
            pattern: pattern.to_owned(),
            matcher,
        })
    }

    /// Whether a testcase's name fits.
    #[must_use]
    pub fn matches(&self, case: &CaseId) -> bool {
        let whole = case.0.as_str();
        let name = whole.rsplit('/').next().unwrap_or(whole);
        self.matcher.is_match(whole) || !self.pattern.contains('/') && self.matcher.is_match(name)
    }
}

impl PartialEq for CaseGlob {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern
    }
}

impl fmt::Display for CaseGlob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pattern)
    }
}

impl<'de> Deserialize<'de> for CaseGlob {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let pattern = String::deserialize(from)?;
        Self::new(&pattern).map_err(serde::de::Error::custom)
    }
}

/// What the command line or the environment says instead of the file.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// `--testcases`.
    pub testcases: Option<PathBuf>,
    /// `--layout`.
    pub layout: Option<Layout>,
    /// `--io`.
    pub io: Option<IoMode>,
    /// `--time-limit`.
    pub time_limit: Option<Duration>,
    /// `--memory-limit`.
    pub memory_limit: Option<Bytes>,
    /// `--output-limit`.
    pub output_limit: Option<Bytes>,
    /// `--moves`.
    pub moves: Option<MoveCount>,
    /// `--same-colour-swap`.
    pub same_colour_swap: Option<SameColourSwap>,
    /// `--style`.
    pub style: Option<Style>,
}

/// Why a configuration can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file can't be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is wrong.
    #[error("{}: {}", path.display(), diagnostic.title)]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What it holds.
        text: Vec<u8>,
        /// What is wrong, and where.
        diagnostic: Box<Diagnostic>,
    },
}

impl Config {
    /// The configuration of a file: the one named, else `judge.toml` in the
    /// current folder, else the built-in one.
    ///
    /// # Errors
    /// A file that can't be read or is wrong.
    pub fn load(path: Option<&Path>) -> Result<Self, ConfigError> {
        let path = match path {
            Some(path) => path,
            // A link that leads nowhere is there, and is to be told of.
            None if Path::new(FILE_NAME).symlink_metadata().is_ok() => Path::new(FILE_NAME),
            None => return Ok(Self::default()),
        };
        let source = std::fs::read(path).map_err(|error| ConfigError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        let mut config = Self::parse(&source).map_err(|diagnostic| ConfigError::Invalid {
            path: path.to_owned(),
            text: source,
            diagnostic: Box::new(diagnostic),
        })?;
        if let Some(folder) = path.parent() {
            config.testcases.dir = folder.join(&config.testcases.dir);
        }
        Ok(config)
    }

    /// The configuration that a file's bytes state.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn parse(source: &[u8]) -> Result<Self, Diagnostic> {
        let text = std::str::from_utf8(source).map_err(|error| {
            let at = error.valid_up_to();
            Diagnostic {
                title: "the configuration is not UTF-8 text".to_owned(),
                span: at..at + 1,
                label: "expected UTF-8".to_owned(),
                help: Some("save the file as UTF-8".to_owned()),
            }
        })?;
        // Editors on Windows put a byte order mark there.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mark = source.len() - text.len();
        toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let (title, label) = tables::split_message(error.message());
            Diagnostic {
                title,
                span: span.start + mark..span.end + mark,
                label,
                help: None,
            }
        })
    }

    /// Puts what the command line and the environment say over the file's.
    pub fn apply(&mut self, overrides: Overrides) {
        fn put<T>(place: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *place = value;
            }
        }
        put(&mut self.testcases.dir, overrides.testcases);
        put(&mut self.testcases.layout, overrides.layout);
        put(&mut self.io.mode, overrides.io);
        put(&mut self.limits.cpu_time, overrides.time_limit);
        put(&mut self.limits.memory, overrides.memory_limit);
        put(&mut self.limits.output, overrides.output_limit);
        put(&mut self.rules.moves, overrides.moves);
        put(&mut self.rules.same_colour_swap, overrides.same_colour_swap);
        put(&mut self.contest.style, overrides.style);
    }

    /// The configuration for programs of a language: with its limits.
    #[must_use]
    pub fn for_language(&self, language: Option<&str>) -> Self {
        let mut config = self.clone();
        if let Some(language) = language.and_then(|name| self.languages.get(name)) {
            let limits = &mut config.limits;
            limits.cpu_time = language.time_factor.scale(limits.cpu_time);
            let memory = limits.memory.0.saturating_add(language.memory_extra.0);
            limits.memory = Bytes(memory);
        }
        config
    }

    /// All extensions, for messages: `.cpp .py .rs`.
    #[must_use]
    pub fn known_extensions(&self) -> String {
        let extensions = self
            .languages
            .values()
            .flat_map(|language| &language.extensions);
        let dotted: Vec<String> = extensions
            .map(|extension| format!(".{extension}"))
            .collect();
        dotted.join(" ")
    }
}

/// For a factor: a whole number from 1 to 1000.
fn positive<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let value = u32::deserialize(from)?;
    if !(1..=1000).contains(&value) {
        let message = format!("{value} is no factor, expected a whole number from 1 to 1000");
        return Err(serde::de::Error::custom(message));
    }
    Ok(value)
}
