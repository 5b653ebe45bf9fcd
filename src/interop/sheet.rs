//! A teacher's table with a place for scores: reading it, and writing it filled in.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::lang::Lang;
use crate::report::csv::{BOM, written};
use crate::sanitize;
use crate::scoring::Points;
use crate::submission::class::ClassError;
use crate::submission::names::folded;
use crate::submission::table::Table;
use crate::summary::Report;

/// A table filled in, ready to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// The file.
    pub text: String,
    /// What a teacher should know of it.
    pub warnings: Vec<Warning>,
    /// Its cells.
    rows: Vec<Vec<String>>,
    /// Which of its columns was filled in.
    column: usize,
}

impl Filled {
    /// Whether a file is the same table, whatever was filled in: an earlier one of
    /// ours, or what the teacher could make again by exporting it.
    #[must_use]
    pub fn is_ours(&self, bytes: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return false;
        };
        let delimiters = [b',', b';', b'\t'];
        delimiters.into_iter().any(|delimiter| {
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .delimiter(delimiter)
                .from_reader(text.trim_start_matches(BOM).as_bytes());
            let there: Vec<csv::StringRecord> = reader.records().flatten().collect();
            there.len() == self.rows.len()
                && there.iter().zip(&self.rows).enumerate().all(|(at, pair)| {
                    let (there, own) = pair;
                    let same = |column: usize| there.get(column) == own.get(column).map(|it| &**it);
                    there.len() == own.len()
                        && (0..own.len()).all(|it| at > 0 && it == self.column || same(it))
                })
        })
    }
}

/// What a teacher should know of a table that was filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// Contestants that the table doesn't have.
    NotInTable(Vec<String>),
    /// Lines of the table that are nobody's of the report.
    NotInReport(Vec<String>),
    /// Contestants whose line can't be told.
    Doubtful(Vec<String>),
    /// Contestants without a score, whose cells are as they were.
    Unscored(Vec<String>),
    /// The points that the table expects aren't those of the contest.
    OtherTotal {
        /// The table's.
        table: String,
        /// The contest's.
        contest: Points,
    },
}

/// Why a table can't be filled in.
#[derive(Debug)]
pub enum SheetError {
    /// It can't be read.
    Unreadable(ClassError),
    /// It isn't what was expected.
    Unfit {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong.
        fault: SheetFault,
    },
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetFault {
    /// No columns `Student` and `ID`: no gradebook of Canvas.
    NoGradebook {
        /// The headings.
        headings: Vec<String>,
    },
    /// No column with cells such as `Participant 123`: no worksheet of Moodle.
    NoWorksheet {
        /// The headings.
        headings: Vec<String>,
    },
    /// It can't be told which column the scores belong in.
    WhichColumn {
        /// Those that could be meant.
        headings: Vec<String>,
    },
    /// No column has the heading that was named, or several have it.
    NoSuchColumn {
        /// The heading.
        wanted: String,
        /// Those that could be meant.
        headings: Vec<String>,
    },
}

/// A warning in words.
#[must_use]
pub fn warning(lang: Lang, warning: &Warning) -> String {
    match lang {
        Lang::English => match warning {
            Warning::NotInTable(names) => {
                format!(
                    "not in the table, so their scores are nowhere: {}",
                    list(names)
                )
            }
            Warning::NotInReport(names) => format!(
                "in the table, not in the report, so their cells are as they were: {}",
                list(names)
            ),
            Warning::Doubtful(names) => format!(
                "it can't be told which line is theirs (several fit, or id and name are of two \
                 people), so fill in by hand: {}",
                list(names)
            ),
            Warning::Unscored(names) => {
                format!(
                    "without a score, so their cells are as they were: {}",
                    list(names)
                )
            }
            Warning::OtherTotal { table, contest } => format!(
                "the table has {} points at most, the contest {contest}: scores were not converted",
                sanitize::line(table)
            ),
        },
        Lang::Chinese => match warning {
            Warning::NotInTable(names) => format!("表中没有，成绩未写入：{}", list(names)),
            Warning::NotInReport(names) => {
                format!("表中有而报告中没有，单元格保持原样：{}", list(names))
            }
            Warning::Doubtful(names) => format!(
                "无法确定是哪一行（不止一行相符，或学号与姓名不属同一人），请手工填写：{}",
                list(names)
            ),
            Warning::Unscored(names) => format!("没有得分，单元格保持原样：{}", list(names)),
            Warning::OtherTotal { table, contest } => format!(
                "表中满分为 {}，比赛满分为 {contest}：得分未换算",
                sanitize::line(table)
            ),
        },
    }
}

/// An error in words, with the place in the file.
#[must_use]
pub fn error(lang: Lang, error: &SheetError) -> String {
    let (path, line, column, fault) = match error {
        SheetError::Unreadable(error) => return sanitize::line(&error.to_string()),
        SheetError::Unfit {
            path,
            line,
            column,
            fault,
        } => (path, line, column, fault),
    };
    let said = match lang {
        Lang::English => match fault {
            SheetFault::NoGradebook { headings } => format!(
                "expected the gradebook that Canvas exports, with columns Student and ID, found \
                 {}",
                list(headings)
            ),
            SheetFault::NoWorksheet { headings } => format!(
                "expected a grading worksheet of Moodle, with a column of cells such as \
                 `Participant 123`, found {}",
                list(headings)
            ),
            SheetFault::WhichColumn { headings } => format!(
                "expected one column that the scores belong in, found {}: name it with --column \
                 TITLE",
                list(headings)
            ),
            SheetFault::NoSuchColumn { wanted, headings } => format!(
                "expected one column `{}`, found {}",
                sanitize::line(wanted),
                list(headings)
            ),
        },
        Lang::Chinese => match fault {
            SheetFault::NoGradebook { headings } => format!(
                "应为 Canvas 导出的成绩册，含 Student 和 ID 两列，而表头是 {}",
                list(headings)
            ),
            SheetFault::NoWorksheet { headings } => format!(
                "应为 Moodle 的评分表，其中一列形如“参与者123”，而表头是 {}",
                list(headings)
            ),
            SheetFault::WhichColumn { headings } => format!(
                "无法确定成绩写入哪一列，可能是 {}：请用 --column 标题 指明",
                list(headings)
            ),
            SheetFault::NoSuchColumn { wanted, headings } => format!(
                "应有一列“{}”，可选的是 {}",
                sanitize::line(wanted),
                list(headings)
            ),
        },
    };
    format!(
        "{}:{line}:{column}: {said}",
        sanitize::line(&path.to_string_lossy())
    )
}

/// Some names, and how many more.
fn list(names: &[String]) -> String {
    const MOST: usize = 30;
    let first: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|it| sanitize::line(it))
        .collect();
    let more = names.len() - first.len();
    match (first.is_empty(), more) {
        (true, _) => "-".to_owned(),
        (false, 0) => first.join(", "),
        (false, more) => format!("{} (+{more})", first.join(", ")),
    }
}

/// A table as it was read. Its first line has the headings.
pub(super) struct Sheet {
    pub(super) table: Table,
}

impl Sheet {
    pub(super) fn read(path: &Path) -> Result<Self, SheetError> {
        let table = Table::read(path).map_err(SheetError::Unreadable)?;
        Ok(Self { table })
    }

    pub(super) fn headings(&self) -> Vec<String> {
        let first = self.table.records.first();
        first.map_or_else(Vec::new, |it| it.fields.clone())
    }

    /// The lines below the headings.
    pub(super) fn rows(&self) -> std::ops::Range<usize> {
        1..self.table.records.len().max(1)
    }

    /// The column with one of these headings; they are compared folded.
    pub(super) fn column(&self, known: &[&str]) -> Option<usize> {
        let headings: Vec<String> = self.headings().iter().map(|it| folded(it)).collect();
        let mut places = known
            .iter()
            .map(|known| headings.iter().position(|it| it == known));
        places.find_map(|it| it)
    }

    /// The only one of `candidates` with a heading that a person typed.
    pub(super) fn named(&self, wanted: &str, candidates: &[usize]) -> Result<usize, SheetError> {
        let headings = self.headings();
        let plain = folded(wanted);
        let exact = |at: &&usize| headings[**at] == wanted;
        // Canvas puts a number in brackets behind a title.
        let alike = |at: &&usize| {
            let own = folded(&headings[**at]);
            let title = own.rsplit_once('(').map_or(&*own, |(title, _)| title);
            own == plain || title == plain
        };
        for found in [
            candidates.iter().filter(exact).collect::<Vec<_>>(),
            candidates.iter().filter(alike).collect(),
        ] {
            if let [one] = found.as_slice() {
                return Ok(**one);
            }
        }
        Err(self.unfit(SheetFault::NoSuchColumn {
            wanted: wanted.to_owned(),
            headings: candidates.iter().map(|it| headings[*it].clone()).collect(),
        }))
    }

    /// An error at the headings.
    pub(super) fn unfit(&self, fault: SheetFault) -> SheetError {
        let (line, column) = self.table.position(0, 0);
        SheetError::Unfit {
            path: self.table.path.clone(),
            line,
            column,
            fault,
        }
    }

    /// Some lines and columns of the table, with `cells` in one of these columns.
    pub(super) fn filled(
        &self,
        rows: impl Iterator<Item = usize>,
        columns: &[usize],
        column: usize,
        cells: &HashMap<usize, String>,
        warnings: Vec<Warning>,
    ) -> Filled {
        let cell = |row: usize, it: usize| {
            let there = || self.table.records[row].raw.get(it).cloned();
            let new = cells.get(&row).filter(|_| it == column).cloned();
            new.or_else(there).unwrap_or_default()
        };
        let rows: Vec<Vec<String>> = rows
            .map(|row| columns.iter().map(|it| cell(row, *it)).collect())
            .collect();
        let mark = if self.table.marked { BOM } else { "" };
        let delimiter = u8::try_from(self.table.delimiter).unwrap_or(b',');
        Filled {
            text: mark.to_owned() + &written(&rows, delimiter, self.table.is_windows()),
            warnings,
            rows,
            column: columns.iter().position(|it| *it == column).unwrap_or(0),
        }
    }
}

/// What the contest's cases are worth together.
pub(super) fn total(report: &Report) -> Points {
    report.start.subtasks.iter().map(|it| it.points).sum()
}

/// A warning if a table expects other points than the contest has.
pub(super) fn other_total(cell: &str, report: &Report) -> Option<Warning> {
    let contest = total(report);
    let own = number(&contest.to_string())?;
    let is_other = (number(cell)? - own).abs() > 0.0005;
    is_other.then(|| Warning::OtherTotal {
        table: cell.to_owned(),
        contest,
    })
}

/// Points as the other numbers of a table are written, of which `like` is one: with
/// a point or a comma.
pub(super) fn shown(points: Points, like: &str) -> String {
    let text = points.to_string();
    if has_decimal_comma(like) {
        text.replace('.', ",")
    } else {
        text
    }
}

fn has_decimal_comma(text: &str) -> bool {
    let tail = text.trim().rsplit_once(',').map(|(_, tail)| tail);
    !text.contains('.') && tail.is_some_and(|it| (1..3).contains(&it.len()))
}

/// A number as tables have them: `100`, `1,000.00`, `100,00`.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = if has_decimal_comma(text) {
        text.replace(',', ".")
    } else {
        text.replace(',', "")
    };
    let is_plain = |it: char| it.is_ascii_digit() || it == '.';
    plain.parse().ok().filter(|_| plain.chars().all(is_plain))
}
