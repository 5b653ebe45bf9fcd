//! A table for spreadsheets: a line a contestant, in the order of the standings.
//!
//! UTF-8 with a mark (BOM) and Windows line ends, as Excel wants it. A cell that a
//! spreadsheet would take for a formula gets an apostrophe in front.

use mayan_reference::token::printable;

use super::{plain, probes, text};
use crate::lang::Lang;
use crate::summary::{Report, Standing};

/// What begins a file in UTF-8 for Excel.
pub const BOM: &str = "\u{feff}";

/// The table of a report; ranks are those among everyone of `whole`.
#[must_use]
pub fn table(report: &Report, whole: &Report, lang: Lang) -> String {
    let mut rows = vec![headings(report, lang)];
    for standing in report.standings_in(whole) {
        rows.push(row(report, &standing, lang));
    }
    BOM.to_owned() + &written(&rows, b',', true)
}

/// Whether a file is such a table.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    Lang::ALL.into_iter().any(|lang| {
        let [rank, id, ..] = first_headings(lang);
        bytes.starts_with(format!("{BOM}{rank},{id},").as_bytes())
    })
}

/// Rows as CSV, quoted where that is needed.
pub(crate) fn written(rows: &[Vec<String>], delimiter: u8, windows: bool) -> String {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .terminator(if windows {
            csv::Terminator::CRLF
        } else {
            csv::Terminator::Any(b'\n')
        })
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        // Writing to memory fails for nothing but rows of different lengths.
        let _ = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A cell that no spreadsheet takes for a formula.
#[must_use]
pub fn guarded(text: &str) -> String {
    // Blanks that spreadsheets pass over, or that aren't seen.
    let is_passed = |it: &char| {
        it.is_whitespace() && !matches!(it, '\t' | '\r' | '\n')
            || matches!(it, '\u{feff}' | '\u{200b}'..='\u{200f}')
    };
    let first = text.chars().find(|it| !is_passed(it));
    let is_formula = first.is_some_and(|it| "=+-@\t\r\n＝＋－＠".contains(it));
    if is_formula {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// A text of others as a cell: line breaks stay, other controls and what turns the
/// direction of writing become escapes.
pub(crate) fn cell(text: &str) -> String {
    // Blanks of Chinese text too: they stand in names.
    let keep = |it| matches!(it, '\n' | '\r' | '\t' | '\u{a0}' | '\u{3000}');
    guarded(&printable(text.as_bytes(), text.len(), keep))
}

fn first_headings(lang: Lang) -> [&'static str; 6] {
    match lang {
        Lang::English => ["rank", "id", "name", "score", "out of", "verdict"],
        Lang::Chinese => ["排名", "学号", "姓名", "得分", "满分", "结果"],
    }
}

fn last_headings(lang: Lang) -> [&'static str; 4] {
    match lang {
        Lang::English => ["slowest (s)", "memory (MiB)", "file", "remarks"],
        Lang::Chinese => ["最长用时（秒）", "内存（MiB）", "文件", "备注"],
    }
}

fn headings(report: &Report, lang: Lang) -> Vec<String> {
    let groups = report.start.subtasks.iter();
    let groups = groups.map(|group| cell(&format!("{} ({})", group.name, group.points)));
    let cases = report.start.cases.iter().map(|it| cell(&it.case.0));
    let first = first_headings(lang).into_iter().map(str::to_owned);
    let last = last_headings(lang).into_iter().map(str::to_owned);
    first.chain(groups).chain(cases).chain(last).collect()
}

fn row(report: &Report, standing: &Standing<'_>, lang: Lang) -> Vec<String> {
    let contestant = standing.contestant;
    let result = standing.result;
    let number = |it: Option<String>| it.unwrap_or_default();
    let score = result.and_then(|it| it.score);
    let mut row = vec![
        number(standing.rank.map(|it| it.to_string())),
        cell(&contestant.id),
        cell(contestant.name.as_deref().unwrap_or_default()),
        number(score.map(|it| it.points.to_string())),
        number(score.map(|it| it.of.to_string())),
        number(result.map(|it| it.verdict.code().to_owned())),
    ];
    for (index, _) in report.start.subtasks.iter().enumerate() {
        let group = result.and_then(|it| it.subtasks.get(index));
        row.push(number(group.and_then(|it| Some(it.points?.to_string()))));
    }
    for case in &report.start.cases {
        let cases = result.into_iter().flat_map(|it| &it.cases);
        let case = cases.into_iter().find(|it| it.case == case.case);
        row.push(number(case.map(|it| it.verdict.code().to_owned())));
    }
    let usages = || {
        let cases = result.into_iter().flat_map(|it| &it.cases);
        cases.filter_map(|it| it.usage)
    };
    let time = usages().map(|it| it.cpu_time).max();
    row.push(number(
        time.map(|it| format!("{}.{:03}", it.as_secs(), it.subsec_millis())),
    ));
    let memory = usages().map(|it| it.peak_memory).max();
    row.push(number(memory.map(|it| {
        let tenths = u128::from(it.0) * 10 / (1 << 20);
        format!("{}.{}", tenths / 10, tenths % 10)
    })));
    row.push(cell(contestant.file.as_deref().unwrap_or_default()));
    row.push(cell(&remarks(report, standing, lang)));
    row
}

fn remarks(report: &Report, standing: &Standing<'_>, lang: Lang) -> String {
    let contestant = standing.contestant;
    let mut said: Vec<String> = contestant
        .remarks
        .iter()
        .map(|it| text::remark(lang, it))
        .collect();
    match standing.result {
        Some(result) => {
            said.extend(plain::unscored(lang, report, result));
            said.extend(plain::uncounted(lang, report, result));
            said.extend(probes::flags(lang, result));
        }
        None if contestant.file.is_some() => said.push(plain::absent(lang, contestant)),
        None => {}
    }
    said.join(match lang {
        Lang::English => "; ",
        Lang::Chinese => "；",
    })
}
