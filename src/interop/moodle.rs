//! The grading worksheet of Moodle: the teacher's own, with the grades filled in.
//! Its headings are in the site's language, and there are more or fewer of them from
//! site to site, so it is never made, and all that isn't a grade stays as it is.

use std::path::Path;

use super::seating::{Line, seat};
use super::sheet::{Filled, Scores, Sheet, SheetError, SheetFault, number};
use crate::submission::class::Layout;

/// Headings of the columns that are known, folded; the surest first.
const GRADE: [&str; 6] = ["grade", "成绩", "分数", "评分", "成績", "分數"];
const MOST: [&str; 6] = [
    "maximumgrade",
    "最高分",
    "最高成绩",
    "最大成绩",
    "满分",
    "最高成績",
];
const NAME: [&str; 4] = ["fullname", "姓名", "全名", "名字"];
const IDS: [&str; 4] = ["idnumber", "学号", "学生编号", "學號"];

/// Fills the grades in, in the `wanted` column or in the one that is known by its
/// heading, or by the maximum grade to the right of it.
///
/// # Errors
/// A file that can't be read or is no worksheet, and a column that can't be told.
pub fn fill(scores: &Scores<'_>, path: &Path, wanted: Option<&str>) -> Result<Filled, SheetError> {
    let sheet = Sheet::read(path)?;
    let headings = sheet.headings();
    let all: Vec<usize> = (0..headings.len()).collect();
    let Some(identifier) = all.iter().copied().find(|it| is_identifier(&sheet, *it)) else {
        return Err(sheet.unfit(SheetFault::NoWorksheet { headings }));
    };
    let (grade, most) = grade(&sheet, identifier, wanted)?;
    let behind =
        (identifier + 1 < headings.len() && identifier + 1 != grade).then_some(identifier + 1);
    let name = sheet.column(&NAME).or(behind);
    let ids = sheet.column(&IDS);
    let field = |row: usize, it: Option<usize>| it.map_or("", |it| sheet.table.field(row, it));
    let lines: Vec<Line> = sheet
        .rows()
        .map(|row| {
            let own = field(row, Some(identifier));
            let name = field(row, name);
            Line {
                row,
                platform: own
                    .trim_start_matches(|it: char| !it.is_ascii_digit())
                    .to_owned(),
                ids: vec![field(row, ids).to_owned()],
                names: vec![name.to_owned()],
                called: if name.is_empty() { own } else { name }.to_owned(),
            }
        })
        .collect();
    let numbers = sheet
        .rows()
        .filter(|row| number(field(*row, most)).is_some());
    let longest = numbers.max_by_key(|row| field(*row, most).len());
    let most = longest.zip(most);
    let seated = seat(scores.whole, Layout::Moodle, &lines, scores.is_wanted);
    let rows = std::iter::once(0).chain(sheet.rows());
    sheet.filled(rows, &all, grade, scores, seated, most)
}

/// Whether the cells of a column are all one word and a number, such as
/// `Participant 123`.
fn is_identifier(sheet: &Sheet, column: usize) -> bool {
    let mut word = None;
    for row in sheet.rows() {
        let cell = sheet.table.field(row, column);
        if cell.is_empty() {
            continue;
        }
        let digits = cell.find(|it: char| it.is_ascii_digit());
        let Some((own, number)) = digits.map(|at| cell.split_at(at)) else {
            return false;
        };
        let is_number = number.bytes().all(|it| it.is_ascii_digit());
        let is_word = own.chars().any(char::is_alphabetic) && own.chars().count() <= 40;
        if !is_number || !is_word || word.is_some_and(|it| it != own) {
            return false;
        }
        word = Some(own);
    }
    word.is_some()
}

/// The columns of the grade, and of the maximum grade where there is one.
fn grade(
    sheet: &Sheet,
    identifier: usize,
    wanted: Option<&str>,
) -> Result<(usize, Option<usize>), SheetError> {
    let headings = sheet.headings();
    let others: Vec<usize> = (0..headings.len()).filter(|it| *it != identifier).collect();
    let alike: Vec<usize> = others
        .iter()
        .copied()
        .filter(|it| is_one_number(sheet, *it))
        .collect();
    let most = sheet.column(&MOST).or(match alike.as_slice() {
        [one] => Some(*one),
        _ => None,
    });
    if let Some(wanted) = wanted {
        return Ok((sheet.named(wanted, &others)?, most));
    }
    let left = most.and_then(|it| it.checked_sub(1));
    let left = left.filter(|it| *it != identifier);
    match sheet.column(&GRADE).or(left) {
        Some(grade) => Ok((grade, most.filter(|it| *it != grade))),
        None => Err(sheet.unfit(SheetFault::WhichColumn {
            headings: others.iter().map(|it| headings[*it].clone()).collect(),
        })),
    }
}

/// Whether all cells of a column are the same number.
fn is_one_number(sheet: &Sheet, column: usize) -> bool {
    let mut cells = sheet.rows().map(|row| sheet.table.field(row, column));
    let first = cells.next().unwrap_or_default();
    number(first).is_some() && cells.all(|it| it == first)
}
