//! A class: who is to be graded, with what, and what was left out and why.
//! These are data, part of the report; `discover` finds them.

use std::fmt;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Submission;

/// Everything that was understood of a folder of hand-ins, before anything runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// How the folder is laid out.
    pub layout: Layout,
    /// Everyone, in the order of the roster, else in natural order of the ids
    /// (2 before 10); the submission of those who handed in what can be graded.
    pub entries: Vec<(Contestant, Option<Submission>)>,
    /// The files that are graded for nobody.
    pub left_out: Vec<LeftOut>,
}

/// How a folder of hand-ins is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// `STUDENT/anything.cpp`, or `STUDENT.cpp`.
    Plain,
    /// `source/STUDENT/mayan/mayan.cpp`, as of NOI Linux and `LemonLime`.
    Noi,
    /// `players/day1/STUDENT/mayan/mayan.cpp`, as of Arbiter.
    Arbiter,
    /// `Full Name_ID_assignsubmission_file_/...`, as Moodle exports it.
    Moodle,
    /// `lastfirst_LATE_USER_ATTACHMENT_name.cpp`, as Canvas exports it.
    Canvas,
    /// A CSV file says which file is whose.
    Mapping,
}

/// Someone who is to be graded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contestant {
    /// What reports call them; no two of a run have the same.
    pub id: String,
    /// Their name, where it is known and isn't the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The file that is graded, by its path below the hand-ins (`/` between
    /// folders, `!/` between a zip file and what is in it); `null` where there is
    /// none.
    pub file: Option<String>,
    /// What a teacher should know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// A word about a contestant's hand-in. Nothing here changes a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Remark {
    /// Nothing was handed in: named in the roster, or an empty folder.
    NothingHandedIn,
    /// Something was handed in, and none of it can be graded.
    NothingUsable {
        /// The first files of it, and why.
        files: Vec<LeftOut>,
    },
    /// Of the roster: several hand-ins have this name, so none was taken for theirs.
    SameName,
    /// Of several candidates one was taken.
    Chosen {
        /// What decided.
        by: Choice,
        /// The others, by their paths.
        others: Vec<String>,
    },
    /// It is not where the contest wants it: it would be 0 at NOIP.
    WrongPath {
        /// Where it should be, such as `mayan/mayan.cpp` below their folder.
        expected: String,
    },
    /// The system that exported it says that it was late.
    Late,
    /// Not in the roster.
    NotInRoster,
}

/// What decided between several candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// It is where the contest wants it.
    Place,
    /// It is named as the problem.
    Name,
    /// It is the newest.
    Newest,
    /// Nothing but the order of the names: the times are the same.
    Order,
}

/// A file that is graded for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its path below the hand-ins, as of [`Contestant::file`].
    pub path: String,
    /// Why.
    #[serde(flatten)]
    pub why: Unused,
}

/// Why a file is graded for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Unused {
    /// Another candidate of the same contestant was taken.
    NotChosen {
        /// The contestant.
        contestant: String,
    },
    /// It is no source of the contest's languages and no program.
    NoSource,
    /// It is a source, but it can't be told whose.
    NobodyS,
    /// It is larger than a source can be.
    TooLarge,
    /// It is empty.
    Empty,
    /// It is a symbolic link, which could lead anywhere.
    Link,
    /// It is a FIFO, a device or a socket.
    NotPlain,
    /// It can't be read.
    Unreadable {
        /// What the system says.
        error: String,
    },
    /// A file with a path that leads out of its archive, or out of the hand-ins.
    LeadsOut,
    /// Another file of the same path comes after it in its archive.
    Doubled,
    /// A mapping names it, and there is no such file.
    Missing,
    /// It is too many folders deep.
    TooDeep,
    /// It is a solution of another problem of the contest.
    OtherProblem,
    /// An archive that would unpack to too much.
    Bomb,
    /// An archive that is broken, encrypted, or of another kind (`.rar`, `.7z`).
    BadArchive {
        /// In words.
        error: String,
    },
    /// What systems leave behind: `.DS_Store`, `__MACOSX`, `Thumbs.db`.
    Litter,
}

/// Why a folder of hand-ins can't be graded at all.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// The folder, the archive or a list can't be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file that is no zip file, or one that can't be read.
    #[error(
        "cannot read {} as a zip file: {error}; expected a folder of hand-ins, or a zip file of \
         one",
        path.display()
    )]
    NotZip {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: String,
    },
    /// Too many files: most often not the folder that was meant.
    #[error(
        "more than {most} files and folders in {}, most of them in `{fullest}`: is this the \
         folder of the hand-ins?",
        path.display()
    )]
    TooMany {
        /// The folder or archive.
        path: PathBuf,
        /// The most that are read.
        most: usize,
        /// The folder in it with the most files.
        fullest: String,
    },
    /// The layout wants a list of files, and none was named.
    #[error("this layout wants a CSV file with lines such as `2023001,folder/mayan.cpp`")]
    NoMapping,
    /// A roster or a mapping is wrong.
    #[error("{}:{line}:{column}: {fault}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong, and what to do.
        fault: TableFault,
    },
}

/// What a field of a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A contestant's id.
    Id,
    /// A file's path.
    Path,
    /// The same, where an id was.
    PathAfterId,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Id => "an id",
            Self::Path => "a path",
            Self::PathAfterId => "a path after the id",
        })
    }
}

/// What is wrong in a roster or a mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// No text.
    #[error(
        "expected text in UTF-8, UTF-16 or GBK, found bytes that are none of them: save the \
         table as CSV UTF-8"
    )]
    NoText,
    /// A workbook of a spreadsheet program.
    #[error(
        "expected a CSV file, found a spreadsheet or archive: open it and save it as CSV UTF-8"
    )]
    Workbook,
    /// Too large.
    #[error("expected a table of at most 16 MiB: is it the right file?")]
    TooLarge,
    /// The comma of Chinese text between fields.
    #[error("expected `,` between the fields, found the full-width `，`: replace it")]
    FullWidthComma,
    /// A field is empty.
    #[error("expected {0}, found an empty field: fill it in, or remove the line")]
    Empty(Field),
    /// A field is missing.
    #[error("expected {0}, found the end of the line: write lines such as `{1}`")]
    Missing(Field, &'static str),
    /// A field of several lines.
    #[error("expected {0} in one line, found a line break: is a quotation mark left open?")]
    LineBreak(Field),
    /// An id that was there before.
    #[error("expected ids that differ, found `{id}` again, which is in line {first}: change one")]
    Duplicate {
        /// The id.
        id: String,
        /// Its first line.
        first: usize,
    },
    /// Nothing but a header.
    #[error("expected lines such as `{0}`, found none")]
    Nobody(&'static str),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} ({})", self.id),
            None => f.pad(&self.id),
        }
    }
}
