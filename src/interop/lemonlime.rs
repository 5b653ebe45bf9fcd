//! The table of results that `LemonLime` exports.

use crate::report::csv::cell;
use crate::summary::Report;

/// What stands for a score where there is none, as `LemonLime` has it.
const INVALID: &str = "Invalid";

/// The table: everything in quotes.
#[must_use]
pub fn table(report: &Report) -> String {
    let problem = cell(&report.start.contest.name);
    let mut out = line(&["Rank", "Name", &problem, "Total Score"]);
    for standing in report.standings() {
        let rank = standing.rank.map(|it| it.to_string()).unwrap_or_default();
        let points = standing.points().map(|it| it.to_string());
        let points = points.unwrap_or_else(|| INVALID.to_owned());
        // The folder's name is what it calls a contestant.
        let name = cell(&standing.contestant.id);
        out += &line(&[&rank, &name, &points, &points]);
    }
    out
}

/// Whether a file is such a table.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\"Rank\",\"Name\",")
}

fn line(cells: &[&str]) -> String {
    let quoted = |it: &&str| format!("\"{}\"", it.replace('"', "\"\""));
    let cells: Vec<String> = cells.iter().map(quoted).collect();
    cells.join(",") + "\n"
}
