//! The gradebook of Canvas: from the teacher's export a table to import, with who it
//! is about and the scores, and no other assignment.

use std::path::Path;

use super::seating::{Line, seat};
use super::sheet::{Filled, Scores, Sheet, SheetError, SheetFault, number};
use crate::submission::class::Layout;
use crate::submission::names::folded;
use crate::summary::Report;

/// The columns that say who it is, folded. Canvas has these headings in English,
/// whatever the language.
const IDENTITY: [&str; 7] = [
    "student",
    "id",
    "sisuserid",
    "sisloginid",
    "integrationid",
    "rootaccount",
    "section",
];

/// Fills the scores in; the column is the `wanted` one, else that of the only
/// assignment with the contest's name in its title.
///
/// # Errors
/// A file that can't be read or is no gradebook, and a column that can't be told.
pub fn fill(scores: &Scores<'_>, path: &Path, wanted: Option<&str>) -> Result<Filled, SheetError> {
    let report = scores.whole;
    let sheet = Sheet::read(path)?;
    let headings = sheet.headings();
    let (Some(student), Some(id)) = (sheet.column(&["student"]), sheet.column(&["id"])) else {
        return Err(sheet.unfit(SheetFault::NoGradebook { headings }));
    };
    let column = assignment(&sheet, report, wanted)?;
    let school = ["sisuserid", "sisloginid"];
    let school: Vec<usize> = school.iter().filter_map(|it| sheet.column(&[it])).collect();
    // Canvas's own number is nobody's id where the school's are there.
    let ids = if school.is_empty() { vec![id] } else { school };
    let field = |row: usize, column: usize| sheet.table.field(row, column);
    let is_person = |row: &usize| {
        let known = ids.iter().chain([&id]);
        known.into_iter().any(|it| !field(*row, *it).is_empty())
    };
    let others = || sheet.rows().filter(|it| !is_person(it));
    let points = others().find(|&row| folded(field(row, student)) == "pointspossible");
    // Where it is called otherwise it is still the line with a number.
    let points = points.or_else(|| others().find(|&row| number(field(row, column)).is_some()));
    let lines: Vec<Line> = sheet
        .rows()
        .filter(is_person)
        .map(|row| {
            line(
                field(row, student),
                field(row, id),
                row,
                |it| field(row, it),
                &ids,
            )
        })
        .collect();
    let seated = seat(report, Layout::Canvas, &lines, scores.is_wanted);
    let is_identity = |it: &usize| IDENTITY.contains(&&*folded(&headings[*it]));
    let mut columns: Vec<usize> = (0..headings.len()).filter(is_identity).collect();
    columns.push(column);
    let rows = std::iter::once(0)
        .chain(points)
        .chain(sheet.rows().filter(is_person));
    let most = points.map(|row| (row, column));
    sheet.filled(rows, &columns, column, scores, seated, most)
}

fn line<'a>(
    student: &str,
    id: &str,
    row: usize,
    field: impl Fn(usize) -> &'a str,
    ids: &[usize],
) -> Line {
    // `Last, First`, and as people say it.
    let turned = student.split_once(',');
    let turned = turned.map(|(last, first)| format!("{first} {last}"));
    let is_test = matches!(&*folded(student), "studenttest" | "teststudent");
    Line {
        row,
        platform: id.to_owned(),
        ids: ids.iter().map(|it| field(*it).to_owned()).collect(),
        names: std::iter::once(student.to_owned()).chain(turned).collect(),
        called: if is_test {
            String::new()
        } else {
            student.to_owned()
        },
    }
}

/// The column of the assignment.
fn assignment(sheet: &Sheet, report: &Report, wanted: Option<&str>) -> Result<usize, SheetError> {
    let headings = sheet.headings();
    let all: Vec<usize> = (0..headings.len())
        .filter(|it| is_assignment(&headings[*it]))
        .collect();
    if let Some(wanted) = wanted {
        return sheet.named(wanted, &all);
    }
    let contest = folded(&report.start.contest.name);
    let mut named = all
        .iter()
        .filter(|it| folded(&headings[**it]).contains(&contest));
    match (named.next(), named.next()) {
        (Some(one), None) => Ok(*one),
        _ => Err(sheet.unfit(SheetFault::WhichColumn {
            headings: all.iter().map(|it| headings[*it].clone()).collect(),
        })),
    }
}

/// Whether a heading is `Title (123)`.
fn is_assignment(heading: &str) -> bool {
    let number = heading
        .rsplit_once(" (")
        .and_then(|(_, it)| it.strip_suffix(')'));
    number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
}
