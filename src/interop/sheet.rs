//! A teacher's table with a place for scores: reading it, and writing it filled in.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::seating::Seated;
use crate::lang::Lang;
use crate::report::csv::{BOM, written};
use crate::report::text;
use crate::sanitize;
use crate::scoring::Points;
use crate::submission::class::{ClassError, Contestant};
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
    /// The heading of the column that was filled in.
    pub heading: String,
}

impl Filled {
    /// Whether a file is this very table. Any other may hold what a teacher wrote.
    #[must_use]
    pub fn is_ours(&self, bytes: &[u8]) -> bool {
        bytes == self.text.as_bytes()
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
    /// Contestants whose line was known by the name alone.
    ByName(Vec<String>),
    /// Contestants in whose cells there was another score, which was replaced.
    Replaced(Vec<String>),
    /// Contestants in whose cells there is something else than a score, such as
    /// `EX`, which stays.
    Kept(Vec<String>),
}

impl Warning {
    /// Whom it concerns.
    #[must_use]
    pub fn names(&self) -> &[String] {
        match self {
            Self::NotInTable(names)
            | Self::NotInReport(names)
            | Self::Doubtful(names)
            | Self::Unscored(names)
            | Self::ByName(names)
            | Self::Replaced(names)
            | Self::Kept(names) => names,
        }
    }
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
    /// The points that the table expects aren't those of the contest.
    OtherTotal {
        /// The table's.
        table: String,
        /// The contest's.
        contest: Points,
    },
    /// A line has more cells than there are headings.
    TooManyCells,
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
                    list(lang, names)
                )
            }
            Warning::NotInReport(names) => format!(
                "in the table, not in the report, so their cells are as they were: {}",
                list(lang, names)
            ),
            Warning::Doubtful(names) => format!(
                "it can't be told which line is theirs (several fit, or id and name are of two \
                 people), so fill in by hand: {}",
                list(lang, names)
            ),
            Warning::Unscored(names) => {
                format!(
                    "without a score, so their cells are as they were: {}",
                    list(lang, names)
                )
            }
            Warning::ByName(names) => format!(
                "known by the name alone, so please look whether it is them: {}",
                list(lang, names)
            ),
            Warning::Replaced(names) => {
                format!(
                    "had another score there, which was replaced: {}",
                    list(lang, names)
                )
            }
            Warning::Kept(names) => format!(
                "had something else than a score there, such as EX, which stays: {}",
                list(lang, names)
            ),
        },
        Lang::Chinese => match warning {
            Warning::NotInTable(names) => {
                format!("以下选手不在表中，得分未写入：{}", list(lang, names))
            }
            Warning::NotInReport(names) => {
                format!("表中有而报告中没有，单元格保持原样：{}", list(lang, names))
            }
            Warning::Doubtful(names) => format!(
                "无法确定是哪一行（不止一行相符，或学号与姓名不属同一人），请手工填写：{}",
                list(lang, names)
            ),
            Warning::Unscored(names) => format!("没有得分，单元格保持原样：{}", list(lang, names)),
            Warning::ByName(names) => {
                format!("只凭姓名确定，请核对是否本人：{}", list(lang, names))
            }
            Warning::Replaced(names) => format!("原有另一个得分，已替换：{}", list(lang, names)),
            Warning::Kept(names) => {
                format!(
                    "单元格中不是得分（例如 EX），保持原样：{}",
                    list(lang, names)
                )
            }
        },
    }
}

/// An error in words, with the place in the file.
#[must_use]
pub fn error(lang: Lang, error: &SheetError) -> String {
    let (path, line, column, fault) = match error {
        SheetError::Unreadable(error) => return text::class(lang, error),
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
                list(lang, headings)
            ),
            SheetFault::NoWorksheet { headings } => format!(
                "expected a grading worksheet of Moodle, with a column of cells such as \
                 `Participant 123`, found {}",
                list(lang, headings)
            ),
            SheetFault::WhichColumn { headings } => format!(
                "expected one column that the scores belong in, found {}: name it with --column \
                 TITLE",
                list(lang, headings)
            ),
            SheetFault::OtherTotal { table, contest } => format!(
                "expected {contest} points at most, as the contest has, found {}: give the \
                 assignment as many, or let scores be converted with --scale",
                sanitize::line(table)
            ),
            SheetFault::TooManyCells => {
                "expected as many cells as there are headings, found more".to_owned()
            }
            SheetFault::NoSuchColumn { wanted, headings } => format!(
                "expected one column `{}`, found {}",
                sanitize::line(wanted),
                list(lang, headings)
            ),
        },
        Lang::Chinese => match fault {
            SheetFault::NoGradebook { headings } => format!(
                "应为 Canvas 导出的成绩册，含 Student 和 ID 两列，而表头是 {}",
                list(lang, headings)
            ),
            SheetFault::NoWorksheet { headings } => format!(
                "应为 Moodle 的评分表，其中一列形如“参与者123”，而表头是 {}",
                list(lang, headings)
            ),
            SheetFault::WhichColumn { headings } => format!(
                "无法确定成绩写入哪一列，可能是 {}：请用 --column 标题 指明",
                list(lang, headings)
            ),
            SheetFault::OtherTotal { table, contest } => format!(
                "应与比赛同为满分 {contest}，而表中满分为 {}：请修改作业的满分，或用 --scale 换算得分",
                sanitize::line(table)
            ),
            SheetFault::TooManyCells => "单元格数应与表头相同，而此行更多".to_owned(),
            SheetFault::NoSuchColumn { wanted, headings } => format!(
                "应有一列“{}”，可选的是 {}",
                sanitize::line(wanted),
                list(lang, headings)
            ),
        },
    };
    let place = format!(
        "{}:{line}:{column}",
        sanitize::line(&path.to_string_lossy())
    );
    text::of(lang, &place, &said)
}

/// Some names, and how many more.
fn list(lang: Lang, names: &[String]) -> String {
    const MOST: usize = 30;
    let first: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|it| sanitize::line(it))
        .collect();
    let shown: Vec<&str> = first.iter().map(String::as_str).collect();
    let shown = text::list(lang, &shown);
    match (first.is_empty(), names.len() - first.len()) {
        (true, _) => "-".to_owned(),
        (false, 0) => shown,
        (false, more) => format!("{shown} (+{more})"),
    }
}

/// A table as it was read. Its first line has the headings.
pub(super) struct Sheet {
    pub(super) table: Table,
}

impl Sheet {
    pub(super) fn read(path: &Path) -> Result<Self, SheetError> {
        let table = Table::read(path).map_err(SheetError::Unreadable)?;
        let sheet = Self { table };
        let cells = sheet.headings().len();
        let is_long = |row: &usize| {
            let fields = &sheet.table.records[*row].fields;
            fields.iter().skip(cells).any(|it| !it.is_empty())
        };
        // What stands there would be lost.
        match sheet.rows().find(is_long) {
            Some(row) => Err(sheet.unfit_at(row, cells, SheetFault::TooManyCells)),
            None => Ok(sheet),
        }
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
        self.unfit_at(0, 0, fault)
    }

    /// An error at a cell.
    pub(super) fn unfit_at(&self, row: usize, column: usize, fault: SheetFault) -> SheetError {
        let (line, column) = self.table.position(row, column);
        SheetError::Unfit {
            path: self.table.path.clone(),
            line,
            column,
            fault,
        }
    }

    /// Some lines and columns of the table, with the scores of those who are seated in
    /// one of these columns.
    ///
    /// # Errors
    /// A table of another number of points, where scores aren't to be converted.
    pub(super) fn filled(
        &self,
        rows: impl Iterator<Item = usize>,
        columns: &[usize],
        column: usize,
        scores: &Scores<'_>,
        seated: Seated<'_>,
        most: Option<(usize, usize)>,
    ) -> Result<Filled, SheetError> {
        let (cells, warnings) = self.cells(column, scores, seated, most)?;
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
        Ok(Filled {
            text: mark.to_owned() + &written(&rows, delimiter, self.table.is_windows()),
            warnings,
            heading: self.table.field(0, column).to_owned(),
        })
    }

    /// The new cells of a column, by row. `most` is where the table has its points.
    fn cells(
        &self,
        column: usize,
        scores: &Scores<'_>,
        seated: Seated<'_>,
        most: Option<(usize, usize)>,
    ) -> Result<(HashMap<usize, String>, Vec<Warning>), SheetError> {
        let like = most.map_or("", |(row, column)| self.table.field(row, column));
        let contest = total(scores.whole);
        let factor = match number(like) {
            Some(most) if (most - points(contest)).abs() < 0.0005 => None,
            Some(most) if scores.convert && points(contest) > 0.0 => Some(most / points(contest)),
            Some(_) => {
                let (row, column) = most.unwrap_or_default();
                let table = like.to_owned();
                let fault = SheetFault::OtherTotal { table, contest };
                return Err(self.unfit_at(row, column, fault));
            }
            None => None,
        };
        let results = scores.whole.by_submission();
        let mut cells = HashMap::new();
        let (mut unscored, mut replaced, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let seats = seated.seats.iter();
        for (row, contestant) in seats.filter(|it| (scores.is_wanted)(it.1)) {
            let score = results.get(contestant.id.as_str()).and_then(|it| it.score);
            let Some(score) = score else {
                unscored.push(contestant.to_string());
                continue;
            };
            let new = shown(score.points, factor, like);
            match there(self.table.field(*row, column)) {
                There::Nothing => {}
                There::Number(old) if number(&new) == Some(old) => {}
                There::Number(_) => replaced.push(contestant.to_string()),
                There::Word => {
                    kept.push(contestant.to_string());
                    continue;
                }
            }
            cells.insert(*row, new);
        }
        let own = [
            Warning::Unscored(unscored),
            Warning::Replaced(replaced),
            Warning::Kept(kept),
        ];
        let own = own.into_iter().filter(|it| !it.names().is_empty());
        let warnings = seated.warnings.into_iter().chain(own);
        Ok((cells, warnings.collect()))
    }
}

/// Whose scores a table gets.
#[derive(Clone, Copy)]
pub struct Scores<'a> {
    /// The report of the whole class: who a line belongs to depends on everyone.
    pub whole: &'a Report,
    /// Whose scores are wanted.
    pub is_wanted: &'a dyn Fn(&Contestant) -> bool,
    /// Whether they are converted to the points of the table.
    pub convert: bool,
}

/// What stands in a cell.
enum There {
    Nothing,
    Number(f64),
    Word,
}

fn there(cell: &str) -> There {
    match (cell.trim(), number(cell)) {
        ("" | "-" | "--", _) => There::Nothing,
        (_, Some(number)) => There::Number(number),
        (text, None) if text.eq_ignore_ascii_case("n/a") => There::Nothing,
        _ => There::Word,
    }
}

/// What the contest's cases are worth together.
fn total(report: &Report) -> Points {
    report.start.subtasks.iter().map(|it| it.points).sum()
}

/// Points as a number to reckon with.
fn points(points: Points) -> f64 {
    points.to_string().parse().unwrap_or_default()
}

/// Points as the other numbers of a table are written, of which `like` is one: with
/// a point or a comma. Converted ones have two decimals.
fn shown(own: Points, factor: Option<f64>, like: &str) -> String {
    let text = match factor {
        None => own.to_string(),
        Some(factor) => {
            let text = format!("{:.2}", points(own) * factor);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    };
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
