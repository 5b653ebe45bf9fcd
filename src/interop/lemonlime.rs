//! The table of results that `LemonLime` exports.

use crate::report::csv::cell;
use crate::summary::Report;

/// What stands for a score where there is none, as `LemonLime` has it.
const INVALID: &str = "Invalid";

/// The table, everything in quotes; ranks are those among everyone of `whole`.
#[must_use]
pub fn table(report: &Report, whole: &Report) -> String {
    let problem = cell(&report.start.contest.name);
    let mut out = line(&["Rank", "Name", &problem, "Total Score"]);
    for standing in report.standings_in(whole) {
        let rank = standing.rank.map(|it| it.to_string()).unwrap_or_default();
        let points = standing.points().map(|it| it.to_string());
        let points = points.unwrap_or_else(|| INVALID.to_owned());
        // The folder's name is what it calls a contestant.
        let name = cell(&standing.contestant.id);
        out += &line(&[&rank, &name, &points, &points]);
    }
    out
}

/// Whether a file is such a table of one problem. One of several is `LemonLime`'s
/// own.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let first = text.lines().next().unwrap_or_default();
    let cells = first.split("\",\"").count();
    first.starts_with("\"Rank\",\"Name\",\"") && first.ends_with("\",\"Total Score\"") && cells == 4
}

fn line(cells: &[&str]) -> String {
    let quoted = |it: &&str| format!("\"{}\"", it.replace('"', "\"\""));
    let cells: Vec<String> = cells.iter().map(quoted).collect();
    cells.join(",") + "\n"
}
