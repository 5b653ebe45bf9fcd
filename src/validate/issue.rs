//! What there is to say of testcases, as data. Words for it are made in `report`.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mayan_reference::diagnostic::Severity as Drawn;
use mayan_reference::token::Position;
use mayan_reference::{Answer, Board, Cell, InputError, Rules};
use serde::{Serialize, Serializer};

use super::code::Code;
use super::layout::LayoutFault;
use crate::finding::CheckOutcome;
use crate::testcase::CaseId;
use crate::units::{Bytes, seconds};
use crate::verdict::Verdict;

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The testcases can't be used as they are.
    Error,
    /// They can, but somebody's marks or patience may depend on it.
    Warning,
    /// Nothing is wrong; a setter may want to know.
    Note,
}

impl From<Severity> for Drawn {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Note => Self::Note,
        }
    }
}

/// One thing to say, and where it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// How grave it is.
    pub severity: Severity,
    /// The testcase; `None` of what is no part of one.
    pub case: Option<CaseId>,
    /// The file.
    pub file: Option<PathBuf>,
    /// The bytes in question.
    pub span: Option<Range<usize>>,
    /// What the file holds, where something is to be drawn of it.
    pub source: Option<Arc<[u8]>>,
    /// What it is.
    pub kind: Kind,
}

/// What there is to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Kind {
    /// Of a file as a whole.
    File(OfFile),
    /// An input isn't a puzzle.
    Input {
        /// What is wrong.
        #[serde(skip)]
        error: InputError,
    },
    /// White space isn't where it should be.
    Layout {
        /// How.
        #[serde(skip)]
        fault: LayoutFault,
        /// In how many places.
        times: usize,
        /// Whether `--fix` mends it: not where the numbers are wrong too.
        mendable: bool,
    },
    /// Of a board.
    Board(OfBoard),
    /// Of an answer.
    Answer(OfAnswer),
    /// Of a case that is like another.
    Twin(Twin),
    /// Of a name.
    Name(OfName),
    /// Of subtasks.
    Subtask(OfSubtask),
    /// Of a sample program.
    Sample(OfSample),
}

/// What there is to say of a file as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OfFile {
    /// It can't be read.
    Unreadable {
        /// Why.
        error: String,
    },
    /// It can't be mended.
    Unwritable {
        /// Why.
        error: String,
    },
    /// It is far larger than any of a testcase.
    TooLarge {
        /// What is read at most.
        most: Bytes,
    },
    /// An answer without an input.
    OrphanAnswer {},
    /// A description without an input.
    OrphanDescription {},
    /// A folder or a device that is called as a file of a testcase.
    NotPlain {},
    /// A link that leads nowhere.
    BrokenLink {},
    /// It is passed over for the dot that its name begins with.
    Hidden {},
    /// It is passed over, since its extension isn't quite right.
    OtherExtension {
        /// What it should be.
        expected: &'static str,
    },
}

/// What there is to say of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OfBoard {
    /// Something can be eliminated before the first move.
    RunAtStart {
        /// The first cell of it.
        cell: Cell,
    },
    /// A colour has no block, though a higher one has.
    ColourGap {
        /// The first one.
        missing: u8,
        /// The highest colour.
        highest: u8,
    },
    /// There is no block.
    Empty {},
}

/// What there is to say of answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum OfAnswer {
    /// There is no answer file.
    Missing {},
    /// There is a `.ans` and a `.out`.
    Two {},
    /// An answer file is wrong under the contest's rules.
    Wrong {
        /// What the checker says.
        outcome: Box<CheckOutcome>,
        /// How many moves may be played.
        #[serde(skip)]
        n: usize,
        /// The board.
        #[serde(skip)]
        board: Board,
        /// The contest's rules.
        #[serde(skip)]
        rules: Rules,
    },
    /// The four rule sets don't have the same answer.
    Ambiguous {
        /// The answers, the contest's first.
        readings: Vec<Reading>,
        /// Whether the case gives no points, and is there for this.
        on_purpose: bool,
    },
    /// Fewer than n moves clear the board.
    MoreMovesThanNeeded {
        /// n.
        n: usize,
        /// How few do.
        least: usize,
    },
}

/// What a case is like an earlier one by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Twin {
    /// It has the same puzzle.
    Duplicate {
        /// The first one.
        of: CaseId,
    },
    /// It differs in the numbers of colours alone.
    Isomorph {
        /// The first one.
        of: CaseId,
    },
    /// It is the mirror image.
    Mirror {
        /// The first one.
        of: CaseId,
    },
}

/// What there is to say of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OfName {
    /// Some system mangles it.
    Awkward {
        /// How it is awkward.
        why: Awkward,
    },
    /// Two are one where capitals don't count.
    CaseOnly {
        /// The other case.
        other: CaseId,
    },
    /// Numbers in them are in another order when they are sorted as text.
    NumberOrder {
        /// A case.
        first: CaseId,
        /// The next one, which others put before it.
        second: CaseId,
    },
}

/// What there is to say of subtasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OfSubtask {
    /// A case of the bottom row has blocks above it.
    AboveBottomRow {
        /// The first one.
        cell: Cell,
    },
    /// All blocks are in the bottom row, and the case is not among those.
    BottomRowElsewhere {
        /// Its subtask.
        subtask: String,
    },
    /// A case is of no subtask.
    NoSubtask {},
    /// A subtask has no case.
    Empty {
        /// Its name.
        subtask: String,
        /// Its pattern.
        pattern: String,
        /// What its points are.
        points: u32,
    },
    /// No case is of any subtask.
    NoneFits {
        /// The patterns.
        patterns: Vec<String>,
    },
}

/// What there is to say of sample programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OfSample {
    /// It can't be used.
    Skipped {
        /// Why; `null` if its first line says nothing of a verdict.
        error: Option<String>,
    },
    /// It doesn't get the verdict that it should.
    Fails {
        /// What it should get.
        expected: Verdict,
        /// What it got.
        verdict: Verdict,
    },
    /// A right program needs too much of the time limit.
    LittleTime {
        /// What it needs. In JSON a number of seconds.
        #[serde(with = "seconds")]
        time: Duration,
        /// The limit.
        #[serde(with = "seconds")]
        limit: Duration,
    },
    /// A program that is to be too slow hardly is.
    MuchTime {
        /// What it needs at most. In JSON a number of seconds.
        #[serde(with = "seconds")]
        time: Duration,
        /// The limit.
        #[serde(with = "seconds")]
        limit: Duration,
    },
}

/// An answer, and the rule sets that it is right under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The answer; `null` for -1.
    pub answer: Answer,
    /// The rule sets.
    pub rules: Vec<Rules>,
}

/// How a name is awkward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Awkward {
    /// It isn't UTF-8.
    NotUtf8,
    /// It has a control character.
    Control,
    /// It has white space.
    Blank,
    /// It begins with a hyphen, as options do.
    Hyphen,
    /// It has a character that means something to a shell.
    Shell(char),
    /// It has a character that Windows doesn't take.
    Windows(char),
    /// It is the name of a device on Windows.
    Device,
    /// It ends in a dot, which Windows takes away.
    Dot,
    /// It has characters beyond ASCII, which zip files of Windows mangle.
    NotAscii,
}

/// In JSON: the code, the place as editors count it, and what the kind has besides.
impl Serialize for Issue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            severity: Severity,
            code: Code,
            #[serde(skip_serializing_if = "Option::is_none")]
            case: Option<&'a CaseId>,
            #[serde(skip_serializing_if = "Option::is_none")]
            file: Option<String>,
            /// Bytes, from 0.
            #[serde(skip_serializing_if = "Option::is_none")]
            span: Option<[usize; 2]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            at: Option<Position>,
            #[serde(flatten)]
            kind: &'a Kind,
        }
        let place = self.span.as_ref().zip(self.source.as_ref());
        Written {
            severity: self.severity,
            code: self.kind.code(),
            case: self.case.as_ref(),
            file: self
                .file
                .as_ref()
                .map(|it| it.to_string_lossy().into_owned()),
            span: self.span.as_ref().map(|it| [it.start, it.end]),
            at: place.map(|(span, source)| Position::of(source, span.start)),
            kind: &self.kind,
        }
        .serialize(to)
    }
}
