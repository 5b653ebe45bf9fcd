//! Testcases: finding them in a folder, reading them, and their answers.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use mayan_reference::input::normalise;
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
    /// The answer file, if there is one, as it is.
    pub given: Option<GivenAnswer>,
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
            given: None,
            description: None,
            answers: Default::default(),
        }
    }

    /// The least answer under a rule set, solved when it is first asked for.
    pub fn answer(&self, rules: Rules) -> &Answer {
        self.answers[rules.index()].get_or_init(|| solve(self.puzzle.board, self.puzzle.n, rules))
    }
}

/// The files of one testcase, found but not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFiles {
    /// Its name.
    pub id: CaseId,
    /// `NAME.in`.
    pub input: PathBuf,
    /// `NAME.ans`, or else `NAME.out`.
    pub answer: Option<PathBuf>,
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
    /// Answer files without an input beside them.
    pub orphans: Vec<PathBuf>,
}

/// Finds `NAME.in` at any depth below `root`, with `NAME.ans` or `NAME.out`.
///
/// Names that begin with a dot are passed over. Links are followed.
///
/// # Errors
/// A folder that can't be read, or a link that leads in a circle.
pub fn discover(root: &Path) -> Result<Found, TestcaseError> {
    let mut found = Found::default();
    let walk = WalkDir::new(root)
        .follow_links(true)
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.path()));
    for entry in walk {
        let entry = entry.map_err(|error| TestcaseError::Unreadable {
            path: error.path().unwrap_or(root).to_owned(),
            error: error.into(),
        })?;
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.into_path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("in") => {
                let answer = ["ans", "out"]
                    .map(|extension| path.with_extension(extension))
                    .into_iter()
                    .find(|answer| answer.is_file());
                found.cases.push(CaseFiles {
                    id: case_id(root, &path),
                    input: path,
                    answer,
                });
            }
            Some("ans" | "out") if !path.with_extension("in").is_file() => {
                found.orphans.push(path);
            }
            _ => {}
        }
    }
    found
        .cases
        .sort_by(|a, b| alphanumeric_sort::compare_str(&a.id.0, &b.id.0));
    found.orphans.sort();
    Ok(found)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
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
    let given = match &files.answer {
        Some(path) => Some(GivenAnswer {
            path: path.clone(),
            bytes: read(path)?,
        }),
        None => None,
    };
    let description = std::fs::read_to_string(files.input.with_extension("desc"))
        .ok()
        .and_then(|text| text.lines().next().map(|line| line.trim().to_owned()));
    Ok(Testcase {
        input,
        given,
        description,
        ..Testcase::new(files.id.clone(), puzzle)
    })
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
