//! One testcase: its files, its board, its answers.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mayan_reference::token::{Position, tokens};
use mayan_reference::{Answer, Cell, Puzzle, Rules, WIDTH};
use serde::Serialize;

use super::hardness::{Hardness, Least, Solved};
use super::issue::{Issue, Kind, OfAnswer, OfBoard, OfFile, OfSubtask, Severity};
use super::layout::{self, Rows};
use super::mend::{Mended, replace};
use super::subtasks::Belongs;
use crate::checker::check;
use crate::finding::{CheckOutcome, Finding};
use crate::testcase::{self, CaseFiles, CaseId, GivenAnswer, Layout, Testcase};
use crate::units::Bytes;

/// No file of a testcase has more bytes, by far.
const LARGEST: Bytes = Bytes::mib(1);

/// What testcases are held to.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The contest's rules.
    pub rules: Rules,
    /// Whether a byte order mark and carriage returns are taken away before a program
    /// sees them.
    pub layout: Layout,
    /// Whether files are mended.
    pub fix: bool,
}

/// What is known of a testcase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseReport {
    /// Its name.
    pub case: CaseId,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The subtask that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtask: Option<String>,
    /// How many moves may be played.
    pub n: usize,
    /// How many blocks there are.
    pub blocks: usize,
    /// How many colours.
    pub colours: usize,
    /// Whether all blocks are in the bottom row.
    pub bottom_row: bool,
    /// The least answer under the contest's rules; `null` for -1.
    pub answer: Answer,
    /// Whether another rule set has another answer.
    pub ambiguous: bool,
    /// How hard it is.
    #[serde(flatten)]
    pub hardness: Hardness,
}

/// What came of looking at a testcase.
#[derive(Debug, Default)]
pub struct Looked {
    /// What there is to say.
    pub issues: Vec<Issue>,
    /// The testcase, if its input is a puzzle, and what is known of it.
    pub known: Option<(Testcase, CaseReport)>,
    /// Files that were mended.
    pub mended: Vec<Mended>,
}

/// Looks at a testcase's files, all but what concerns other testcases too.
#[must_use]
pub fn look(files: &CaseFiles, belongs: &Belongs<'_>, terms: Terms) -> Looked {
    let mut looked = Looked::default();
    let Some(mut input) = Source::read(files, &files.input, &mut looked) else {
        return looked;
    };
    match Puzzle::parse(&layout::text(&input.bytes)) {
        Ok(puzzle) => {
            let rows = layout::rows_of_puzzle(&puzzle);
            input.layout(Some(&rows), true, terms, &mut looked);
            board(&input, &puzzle, &mut looked.issues);
            membership(&input, &puzzle, belongs, &mut looked.issues);
            let issues = &mut looked.issues;
            let (testcase, report) = solved(files, &input, puzzle, belongs, terms, issues);
            let testcase = answers(files, testcase, terms, &mut looked);
            looked.known = Some((testcase, report));
        }
        Err(error) => {
            // Of other text than ASCII nothing is to be said of white space.
            if error.fault != mayan_reference::input::InputFault::Utf16 {
                input.layout(None, true, terms, &mut looked);
            }
            let span = error.span.clone();
            looked
                .issues
                .push(input.issue(Severity::Error, Some(span), Kind::Input { error }));
        }
    }
    looked
}

/// A file, and what it holds.
struct Source<'a> {
    case: &'a CaseId,
    path: &'a Path,
    bytes: Arc<[u8]>,
}

impl<'a> Source<'a> {
    fn read(files: &'a CaseFiles, path: &'a Path, looked: &mut Looked) -> Option<Self> {
        let kind = match bytes_of(path) {
            Ok(bytes) if bytes.len() as u64 <= LARGEST.0 => {
                return Some(Self {
                    case: &files.id,
                    path,
                    bytes: bytes.into(),
                });
            }
            Ok(_) => Kind::File(OfFile::TooLarge { most: LARGEST }),
            Err(error) => Kind::File(OfFile::Unreadable {
                error: error.to_string(),
            }),
        };
        looked.issues.push(Issue {
            severity: Severity::Error,
            case: Some(files.id.clone()),
            file: Some(path.to_owned()),
            span: None,
            source: None,
            kind,
        });
        None
    }

    fn issue(&self, severity: Severity, span: Option<Range<usize>>, kind: Kind) -> Issue {
        Issue {
            severity,
            case: Some(self.case.clone()),
            file: Some(self.path.to_owned()),
            source: span.as_ref().map(|_| self.bytes.clone()),
            span,
            kind,
        }
    }

    /// Says what is wrong with the white space, or mends it. What isn't a puzzle or an
    /// answer has no rows, and is left as it is.
    fn layout(&mut self, rows: Option<&Rows>, is_input: bool, terms: Terms, looked: &mut Looked) {
        let mended = rows.and_then(|rows| layout::mended(&self.bytes, rows));
        if mended.as_deref() == Some(&*self.bytes) {
            return;
        }
        let faults = layout::look(&self.bytes, rows.map(Vec::as_slice));
        if let (true, Some(mended)) = (terms.fix, mended) {
            match replace(self.path, &mended) {
                Ok(()) => {
                    self.bytes = mended.into();
                    looked.mended.push(Mended {
                        file: self.path.to_owned(),
                        faults: faults.iter().map(|it| it.fault).collect(),
                    });
                    return;
                }
                Err(error) => {
                    let error = error.to_string();
                    let kind = Kind::File(OfFile::Unwritable { error });
                    looked.issues.push(self.issue(Severity::Error, None, kind));
                }
            }
        }
        for layout::Found { fault, span, times } in faults {
            let is_refused = is_input && terms.layout == Layout::Strict && fault.is_refused();
            let severity = if is_refused {
                Severity::Error
            } else {
                Severity::Warning
            };
            let kind = Kind::Layout {
                fault,
                times,
                mendable: rows.is_some(),
            };
            looked.issues.push(self.issue(severity, Some(span), kind));
        }
    }
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(256);
    File::open(path)?
        .take(LARGEST.0 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What the statement promises of a board, and reading doesn't ask for.
fn board(input: &Source<'_>, puzzle: &Puzzle, issues: &mut Vec<Issue>) {
    let board = &puzzle.board;
    if board.is_empty() {
        let span = layout::span_of_token(&input.bytes, 1);
        issues.push(input.issue(
            Severity::Warning,
            Some(span),
            Kind::Board(OfBoard::Empty {}),
        ));
    }
    if let Some(cell) = board.runs().iter().next() {
        let span = layout::span_of(&input.bytes, puzzle, cell);
        issues.push(input.issue(
            Severity::Error,
            Some(span),
            Kind::Board(OfBoard::RunAtStart { cell }),
        ));
    }
    let counts = board.colour_counts();
    let highest = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
    let missing = (1..highest).find(|&colour| counts[colour] == 0);
    if let Some(missing) = missing {
        let first = board
            .blocks()
            .find(|(_, colour)| usize::from(colour.number()) > missing);
        let span = first.map(|(cell, _)| layout::span_of(&input.bytes, puzzle, cell));
        let [missing, highest] = [missing, highest].map(|it| u8::try_from(it).unwrap_or(u8::MAX));
        let kind = Kind::Board(OfBoard::ColourGap { missing, highest });
        issues.push(input.issue(Severity::Error, span, kind));
    }
}

/// Whether the board is one of those that its subtask is for.
fn membership(input: &Source<'_>, puzzle: &Puzzle, belongs: &Belongs<'_>, issues: &mut Vec<Issue>) {
    match above_bottom_row(puzzle) {
        Some(cell) if belongs.must_be_low => {
            let span = layout::span_of(&input.bytes, puzzle, cell);
            issues.push(input.issue(
                Severity::Error,
                Some(span),
                Kind::Subtask(OfSubtask::AboveBottomRow { cell }),
            ));
        }
        None if belongs.is_told_if_low => {
            let subtask = belongs.subtask.map(|it| it.name.clone());
            let subtask = subtask.unwrap_or_default();
            issues.push(input.issue(
                Severity::Note,
                None,
                Kind::Subtask(OfSubtask::BottomRowElsewhere { subtask }),
            ));
        }
        _ => {}
    }
}

/// The lowest block that is above the bottom row.
fn above_bottom_row(puzzle: &Puzzle) -> Option<Cell> {
    let x = (0..WIDTH).find(|&x| puzzle.board.height(x) > 1)?;
    Some(Cell { x, y: 1 })
}

fn solved(
    files: &CaseFiles,
    input: &Source<'_>,
    puzzle: Puzzle,
    belongs: &Belongs<'_>,
    terms: Terms,
    issues: &mut Vec<Issue>,
) -> (Testcase, CaseReport) {
    let Puzzle { n, board } = puzzle;
    let found = Solved::of(&puzzle, terms.rules);
    let readings = found.readings(terms.rules);
    let span_of_n = || Some(layout::span_of_token(&input.bytes, 0));
    let ambiguous = readings.len() > 1;
    // Of an empty board it is said already.
    if ambiguous && !board.is_empty() {
        let on_purpose = belongs.is_worthless;
        let severity = if on_purpose {
            Severity::Note
        } else {
            Severity::Warning
        };
        let kind = Kind::Answer(OfAnswer::Ambiguous {
            readings,
            on_purpose,
        });
        issues.push(input.issue(severity, span_of_n(), kind));
    }
    if let Least::Moves(least) = found.hardness.least
        && least < n
        && !board.is_empty()
    {
        let kind = Kind::Answer(OfAnswer::MoreMovesThanNeeded { n, least });
        issues.push(input.issue(Severity::Note, span_of_n(), kind));
    }
    let counts = board.colour_counts();
    let report = CaseReport {
        case: files.id.clone(),
        description: testcase::description(&files.input),
        subtask: belongs.subtask.map(|it| it.name.clone()),
        n,
        blocks: board.block_count(),
        colours: counts.iter().skip(1).filter(|&&count| count > 0).count(),
        bottom_row: above_bottom_row(&puzzle).is_none(),
        answer: found.answers[terms.rules.index()].clone(),
        ambiguous,
        hardness: found.hardness,
    };
    // As a program sees it, which is no other where the layout is wrong but allowed.
    let text = mayan_reference::input::normalise(&input.bytes);
    let mut testcase = Testcase::new(files.id.clone(), puzzle);
    testcase.input = String::from_utf8_lossy(&text).into_owned();
    testcase.description.clone_from(&report.description);
    for (rules, answer) in Rules::ALL.into_iter().zip(found.answers) {
        testcase.know(rules, answer);
    }
    (testcase, report)
}

/// Looks at the answer files, and gives the testcase with them.
fn answers(
    files: &CaseFiles,
    mut testcase: Testcase,
    terms: Terms,
    looked: &mut Looked,
) -> Testcase {
    let about = |file: &PathBuf, kind| Issue {
        severity: Severity::Warning,
        case: Some(files.id.clone()),
        file: Some(file.clone()),
        span: None,
        source: None,
        kind,
    };
    match files.answers.as_slice() {
        [] => looked
            .issues
            .push(about(&files.input, Kind::Answer(OfAnswer::Missing {}))),
        [_] => {}
        [_, second, ..] => looked
            .issues
            .push(about(second, Kind::Answer(OfAnswer::Two {}))),
    }
    for path in &files.answers {
        let Some(mut given) = Source::read(files, path, looked) else {
            continue;
        };
        let outcome = check(&testcase, terms.rules, &given.bytes);
        if outcome.finding == Finding::Right {
            let rows = layout::rows_of_answer(&given.bytes);
            given.layout(rows.as_ref(), false, terms, looked);
        } else {
            let span = span_of(&outcome, &given.bytes);
            let Puzzle { n, board } = testcase.puzzle;
            let kind = Kind::Answer(OfAnswer::Wrong {
                outcome: Box::new(outcome),
                n,
                board,
                rules: terms.rules,
            });
            looked
                .issues
                .push(given.issue(Severity::Error, Some(span), kind));
            given.layout(None, false, terms, looked);
        }
        testcase.given.push(GivenAnswer {
            path: path.clone(),
            bytes: given.bytes.to_vec(),
        });
    }
    testcase
}

/// What of an answer is wrong.
fn span_of(outcome: &CheckOutcome, answer: &[u8]) -> Range<usize> {
    let moved = |index: usize| {
        let first = layout::span_of_token(answer, 3 * index);
        let last = layout::span_of_token(answer, 3 * index + 2);
        first.start..last.end
    };
    match outcome.finding.moves_fault() {
        Finding::IllegalMove { index, .. }
        | Finding::NotLeast { index, .. }
        | Finding::IncompleteMove { index, .. } => moved(*index),
        Finding::NotCleared { .. } | Finding::TooFewMoves { .. } => {
            moved(outcome.moves.len().saturating_sub(1))
        }
        Finding::ClearedEarly { after, .. } | Finding::MovesAfterClear { after } => moved(*after),
        Finding::NotInteger { at, .. }
        | Finding::AfterMinusOne { at, .. }
        | Finding::TooManyMoves { at, .. } => {
            // The checker counts behind a byte order mark.
            let mark = layout::mark(answer);
            let text = layout::text(answer);
            let mut spans = tokens(&text).map(|it| it.span);
            spans
                .find(|it| Position::of(&answer[mark..], it.start - mark) == *at)
                .unwrap_or_else(|| layout::span_of_token(answer, 0))
        }
        _ => layout::span_of_token(answer, 0),
    }
}
