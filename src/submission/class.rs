//! A class: who is to be graded, with what, and what was left out and why.
//! These are data, part of the report; `discover` finds them.

use std::fmt;

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
    NothingUsable,
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
    /// A file in an archive with a path that leads out of it.
    LeadsOut,
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

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} ({})", self.id),
            None => f.pad(&self.id),
        }
    }
}
