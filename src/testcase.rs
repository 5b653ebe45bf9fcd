//! Testcases: finding them in a folder, reading them, and their answers.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use mayan_reference::input::{InputFault, normalise};
use mayan_reference::{Answer, InputError, Puzzle, Rules, solve};
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

/// A testcase's name: its path below the testcases folder without extension,
/// with `/` between folders on every system, such as `full/07-cross`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaseId(pub String);

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// How strict the reading of testcases is about what isn't a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// A byte order mark or a carriage return is an error.
    #[default]
    Strict,
    /// They are taken away before a contestant sees the input.
    Normalise,
}

/// One testcase.
#[derive(Debug)]
pub struct Testcase {
    /// Its name.
    pub id: CaseId,
    /// The input as contestants get it.
    pub input: String,
    /// What the input says.
    pub puzzle: Puzzle,
    /// The answer files beside it, as they are.
    pub given: Vec<GivenAnswer>,
    /// What the case is for: the first line of `NAME.desc`.
    pub description: Option<String>,
    /// The least answers that were computed, in the order of [`Rules::ALL`].
    answers: [OnceLock<Answer>; 4],
}

/// An answer file that came with a testcase.
#[derive(Debug)]
pub struct GivenAnswer {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Testcase {
    /// A testcase with this input and nothing beside it.
    #[must_use]
    pub fn new(id: CaseId, puzzle: Puzzle) -> Self {
        Self {
            id,
            input: puzzle.to_string(),
            puzzle,
            given: Vec::new(),
            description: None,
            answers: Default::default(),
        }
    }

    /// Takes the least answer under a rule set from whoever has solved the puzzle.
    pub fn know(&self, rules: Rules, answer: Answer) {
        // What is known already is the same.
        let _ = self.answers[rules.index()].set(answer);
    }

    /// This testcase with other colours, as [`crate::generate::recolour`] finds them.
    /// The answers are the same, so they aren't looked for again.
    #[must_use]
    pub fn recoloured(&self, puzzle: Puzzle) -> Self {
        Self {
            answers: self.answers.clone(),
            ..Self::new(self.id.clone(), puzzle)
        }
    }

    /// The least answer under a rule set, solved when it is first asked for.
    pub fn answer(&self, rules: Rules) -> &Answer {
        self.answers[rules.index()].get_or_init(|| solve(self.puzzle.board, self.puzzle.n, rules))
    }
}

impl Testcase {
    /// Whether the readings of the statement have different answers to it.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        let [literal, others @ ..] = Rules::ALL;
        let differs = |rules: &Rules| self.answer(*rules) != self.answer(literal);
        others.iter().any(differs)
    }
}

impl TestcaseError {
    /// Whether [`Layout::Normalise`] would mend it.
    #[must_use]
    pub fn is_normalisable(&self) -> bool {
        let Self::Input { error, .. } = self else {
            return false;
        };
        matches!(
            error.fault,
            InputFault::ByteOrderMark | InputFault::CarriageReturn
        )
    }
}

/// The files of one testcase, found but not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFiles {
    /// Its name.
    pub id: CaseId,
    /// `NAME.in`.
    pub input: PathBuf,
    /// `NAME.ans` and `NAME.out`, as far as they are there.
    pub answers: Vec<PathBuf>,
}

/// Why testcases can't be used.
#[derive(Debug, thiserror::Error)]
pub enum TestcaseError {
    /// A file or folder can't be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// An input file is wrong.
    #[error("{}:{error}", path.display())]
    Input {
        /// Which one.
        path: PathBuf,
        /// What it holds.
        text: Vec<u8>,
        /// What is wrong, and where.
        error: InputError,
    },
}

/// What was found in a testcases folder.
#[derive(Debug, Default)]
pub struct Found {
    /// The testcases, in natural order: 2 before 10.
    pub cases: Vec<CaseFiles>,
    /// What was passed over though it looks like a part of a testcase.
    pub passed_over: Vec<PassedOver>,
    /// Files of a testcase's name that begin with a dot, which are passed over too.
    pub hidden: Vec<PathBuf>,
    /// Plain files that are no part of a testcase by their name: `NAME.desc`, and
    /// whatever else is there.
    pub others: Vec<PathBuf>,
}

/// Something that was passed over.
#[derive(Debug, PartialEq, Eq)]
pub enum PassedOver {
    /// An answer file without an input beside it.
    Orphan(PathBuf),
    /// A file of a testcase's name that isn't a plain file.
    NotPlain(PathBuf),
    /// A link that leads nowhere, or in a circle.
    BadLink(PathBuf),
}

/// Finds `NAME.in` at any depth below `root`, with `NAME.ans` or `NAME.out`.
///
/// Names that begin with a dot are passed over. Links are followed.
///
/// # Errors
/// A folder that can't be read.
pub fn discover(root: &Path) -> Result<Found, TestcaseError> {
    let mut found = Found::default();
    let mut hidden = Vec::new();
    let walk = WalkDir::new(root)
        .follow_links(true)
        .into_iter()
        .filter_entry(|entry| {
            let is_seen = entry.depth() == 0 || !is_hidden(entry.path());
            if !is_seen && entry.file_type().is_file() && is_of_testcase(entry.path()) {
                hidden.push(entry.path().to_owned());
            }
            is_seen
        });
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(root).to_owned();
                let is_link = path.symlink_metadata().is_ok_and(|it| it.is_symlink());
                if is_link && error.depth() > 0 {
                    found.passed_over.push(PassedOver::BadLink(path));
                    continue;
                }
                let error = error.into_io_error();
                let error = error.unwrap_or_else(|| io::ErrorKind::Other.into());
                return Err(TestcaseError::Unreadable { path, error });
            }
        };
        let is_plain = entry.file_type().is_file();
        let path = entry.into_path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("in" | "ans" | "out") if !is_plain => {
                found.passed_over.push(PassedOver::NotPlain(path));
            }
            Some("in") => {
                let mut answers: Vec<PathBuf> = ["ans", "out"]
                    .map(|extension| path.with_extension(extension))
                    .into();
                answers.retain(|answer| answer.is_file());
                found.cases.push(CaseFiles {
                    id: case_id(root, &path),
                    input: path,
                    answers,
                });
            }
            Some("ans" | "out") if !path.with_extension("in").is_file() => {
                found.passed_over.push(PassedOver::Orphan(path));
            }
            _ if is_plain && !is_of_testcase(&path) => found.others.push(path),
            _ => {}
        }
    }
    found.hidden = hidden;
    found.hidden.sort();
    found.others.sort();
    found
        .cases
        .sort_by(|a, b| alphanumeric_sort::compare_str(&a.id.0, &b.id.0));
    Ok(found)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Whether a file has the extension of an input or an answer.
fn is_of_testcase(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("in" | "ans" | "out"))
}

fn case_id(root: &Path, path: &Path) -> CaseId {
    let relative = path.strip_prefix(root).unwrap_or(path).with_extension("");
    let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
    CaseId(parts.join("/"))
}

/// Reads a testcase's files.
///
/// # Errors
/// A file that can't be read, or an input that isn't a puzzle.
pub fn load(files: &CaseFiles, layout: Layout) -> Result<Testcase, TestcaseError> {
    let source = read(&files.input)?;
    let (puzzle, input) = read_input(&files.input, source, layout)?;
    let mut given = Vec::new();
    for path in &files.answers {
        given.push(GivenAnswer {
            path: path.clone(),
            bytes: read(path)?,
        });
    }
    Ok(Testcase {
        input,
        given,
        description: description(&files.input),
        ..Testcase::new(files.id.clone(), puzzle)
    })
}

/// What the case of an input is for: the first line of `NAME.desc`.
#[must_use]
pub fn description(input: &Path) -> Option<String> {
    let text = std::fs::read(input.with_extension("desc")).ok()?;
    let first = text.split(|&byte| byte == b'\n').next()?.trim_ascii();
    (!first.is_empty()).then(|| String::from_utf8_lossy(first).into_owned())
}

/// Reads an input: the puzzle, and the text that a contestant gets.
///
/// # Errors
/// An input that isn't a puzzle, with `path` as its name.
pub fn read_input(
    path: &Path,
    source: Vec<u8>,
    layout: Layout,
) -> Result<(Puzzle, String), TestcaseError> {
    let input = match layout {
        Layout::Strict => source,
        Layout::Normalise => normalise(&source).into_owned(),
    };
    match Puzzle::parse(&input) {
        // What parses is made of digits, signs and ASCII white space.
        Ok(puzzle) => Ok((puzzle, String::from_utf8_lossy(&input).into_owned())),
        Err(error) => Err(TestcaseError::Input {
            path: path.to_owned(),
            text: input,
            error,
        }),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TestcaseError> {
    std::fs::read(path).map_err(|error| TestcaseError::Unreadable {
        path: path.to_owned(),
        error,
    })
}
