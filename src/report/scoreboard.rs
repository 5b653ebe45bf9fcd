//! A class at a glance: who stands where, and what most failed on.

use std::collections::BTreeMap;
use std::time::Duration;

use super::style::{self, BOLD, DIM, Style, cut, pad, paint};
use super::text::{self, count};
use super::{class, hints};
use crate::sanitize;
use crate::summary::{Report, Standing, SubmissionReport};
use crate::units::{Bytes, short_duration};
use crate::verdict::{CaseResult, Cause, Verdict};

/// Columns of the rank, and of the time and memory.
const RANK: usize = 4;
const TIME: usize = 8;
const MEMORY: usize = 10;
/// The least and the most columns that a name gets.
const NAME: std::ops::RangeInclusive<usize> = 10..=24;
/// How many lines a list of what failed most has.
const MOST: usize = 5;

/// The whole board, with what follows it.
#[must_use]
pub fn scoreboard(report: &Report, style: Style) -> String {
    let standings = report.standings();
    let columns = Columns::of(report, &standings, style);
    let mut out = columns.head(report);
    for standing in &standings {
        out += &columns.line(standing, style);
    }
    out.push('\n');
    out += &failures(report, style);
    out += &for_a_person(report, style);
    out += &ending(report);
    out
}

/// How wide things are.
struct Columns {
    name: usize,
    score: usize,
    /// Whether strips have a letter a case; else they are counts.
    letters: bool,
    strips: Vec<usize>,
}

impl Columns {
    fn of(report: &Report, standings: &[Standing<'_>], style: Style) -> Self {
        let widths = |text: &dyn Fn(&Standing<'_>) -> String| {
            let widths = standings.iter().map(|it| style::width(&text(it)));
            widths.max().unwrap_or(0)
        };
        let score = widths(&|it| score(it)).max("score".len());
        let groups = &report.start.subtasks;
        let strips: Vec<usize> = groups.iter().map(|group| group.cases.len() + 2).collect();
        let name = widths(&|it| shown_name(it)).max(*NAME.start());
        let fixed = RANK + 2 + 1 + score + 2 + 1 + TIME + MEMORY;
        let room = style.width.saturating_sub(fixed);
        let letters = strips.iter().sum::<usize>() + NAME.start() <= room;
        let strips = if letters {
            strips
        } else {
            let counted = |it: usize| format!("[{it}/{it}]").len();
            groups
                .iter()
                .map(|group| counted(group.cases.len()))
                .collect()
        };
        let left = room.saturating_sub(strips.iter().sum());
        Self {
            name: name
                .min(left)
                .clamp(*NAME.start(), (*NAME.end()).max(left.min(40))),
            score,
            letters,
            strips,
        }
    }

    fn head(&self, report: &Report) -> String {
        let groups: String = report
            .start
            .subtasks
            .iter()
            .zip(&self.strips)
            .map(|(group, &width)| {
                let style = Style {
                    unicode: false,
                    width,
                };
                let name: String = sanitize::line(&group.name);
                let name = if style::width(&name) > width {
                    cut_plain(&name, width)
                } else {
                    name
                };
                pad(&name, style.width)
            })
            .collect();
        let head = format!(
            "{:>RANK$}  {} {:>score$}  {} {:>TIME$}{:>MEMORY$}",
            "#",
            pad("name", self.name),
            "score",
            groups,
            "slowest",
            "memory",
            score = self.score,
        );
        format!("{}\n", paint(BOLD, head))
    }

    fn line(&self, standing: &Standing<'_>, style: Style) -> String {
        let rank = match standing.rank {
            Some(rank) => rank.to_string(),
            None => "-".to_owned(),
        };
        let name = pad(&cut(&shown_name(standing), self.name, style), self.name);
        let score = score(standing);
        let Some(result) = standing.result else {
            let why = standing.contestant.remarks.iter().find(|it| {
                use crate::submission::class::Remark;
                matches!(it, Remark::NothingHandedIn | Remark::NothingUsable)
            });
            let why = why.map_or_else(|| "not graded".to_owned(), class::remark);
            let line = format!(
                "{rank:>RANK$}  {name} {score:>width$}  {}",
                paint(DIM, why),
                width = self.score
            );
            return line.trim_end().to_owned() + "\n";
        };
        let strips: String = result
            .subtasks
            .iter()
            .zip(&self.strips)
            .map(|(group, &width)| pad(&self.strip(&group.strip), width))
            .collect();
        let used = Used::of(result);
        format!(
            "{rank:>RANK$}  {name} {score:>width$}  {strips} {:>TIME$}{:>MEMORY$}",
            used.time.map(short_duration).unwrap_or_default(),
            used.memory.map(Bytes::short).unwrap_or_default(),
            width = self.score,
        )
        .trim_end()
        .to_owned()
            + "\n"
    }

    fn strip(&self, letters: &str) -> String {
        if self.letters {
            let coloured: String = letters.chars().map(style::letter).collect();
            return format!("[{coloured}]");
        }
        let accepted = Verdict::Accepted.letter();
        let right = letters.chars().filter(|&it| it == accepted).count();
        format!("[{right}/{}]", letters.chars().count())
    }
}

fn cut_plain(name: &str, width: usize) -> String {
    let style = Style {
        unicode: true,
        width,
    };
    // A blank parts it from the next one.
    cut(name, width.saturating_sub(1), style)
}

fn shown_name(standing: &Standing<'_>) -> String {
    sanitize::line(&standing.contestant.to_string())
}

fn score(standing: &Standing<'_>) -> String {
    match (standing.result, standing.points()) {
        (_, Some(points)) => points.to_string(),
        (Some(result), None) if result.verdict == Verdict::JudgeError => "JE".to_owned(),
        _ => "-".to_owned(),
    }
}

/// The most that a submission used in one run.
#[derive(Default)]
struct Used {
    time: Option<Duration>,
    memory: Option<Bytes>,
}

impl Used {
    fn of(result: &SubmissionReport) -> Self {
        let usages = || result.cases.iter().filter_map(|case| case.usage);
        Self {
            time: usages().map(|usage| usage.cpu_time).max(),
            memory: usages().map(|usage| usage.peak_memory).max(),
        }
    }
}

/// What most hand-ins failed on: by testcase, and by kind of fault.
fn failures(report: &Report, style: Style) -> String {
    let mut cases: BTreeMap<usize, BTreeMap<Verdict, usize>> = BTreeMap::new();
    let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut refused = 0;
    for result in &report.results {
        if result.verdict == Verdict::CompileError {
            refused += 1;
            continue;
        }
        let mut own: Vec<&'static str> = Vec::new();
        for case in result.cases.iter().filter(|it| is_failure(it)) {
            let place = report
                .start
                .cases
                .iter()
                .position(|it| it.case == case.case);
            if let Some(place) = place {
                let verdicts = cases.entry(place).or_default();
                *verdicts.entry(case.verdict).or_default() += 1;
            }
            own.push(text::kind(&case.cause));
        }
        own.sort_unstable();
        own.dedup();
        for kind in own {
            *kinds.entry(kind).or_default() += 1;
        }
    }
    if refused > 0 {
        kinds.insert("it does not compile", refused);
    }
    if kinds.is_empty() {
        return String::new();
    }
    let all = report.results.len();
    let mut out = format!("{}\n", paint(BOLD, "What most failed on"));
    let mut cases: Vec<(usize, usize, String)> = cases
        .into_iter()
        .map(|(place, verdicts)| {
            let number = verdicts.values().sum();
            let said: Vec<String> = verdicts
                .iter()
                .map(|(verdict, number)| {
                    format!(
                        "{} {number}",
                        paint(style::verdict(*verdict), verdict.code())
                    )
                })
                .collect();
            (place, number, said.join(", "))
        })
        .collect();
    cases.sort_by_key(|(place, number, _)| (std::cmp::Reverse(*number), *place));
    let names = cases
        .iter()
        .take(MOST)
        .map(|(place, ..)| &report.start.cases[*place]);
    let width = names
        .map(|it| style::width(&sanitize::line(&it.case.0)))
        .max();
    let width = width.unwrap_or(0).min(style.width / 2);
    for (place, number, said) in cases.iter().take(MOST) {
        let name = cut(
            &sanitize::line(&report.start.cases[*place].case.0),
            width,
            style,
        );
        out += &format!("  {}  {number:>4} of {all}   {said}\n", pad(&name, width));
    }
    let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(kind, number)| (std::cmp::Reverse(*number), *kind));
    for (kind, number) in kinds.into_iter().take(MOST) {
        let said = format!("{} {kind}", count(number, "hand-in") + ":");
        out += &style::wrap(&said, "  ", style.width);
    }
    out.push('\n');
    out
}

fn is_failure(case: &CaseResult) -> bool {
    !matches!(
        case.verdict,
        Verdict::Accepted | Verdict::Skipped | Verdict::JudgeError | Verdict::CompileError
    )
}

/// What somebody should look at: failures of the judge, odd hand-ins, hints.
fn for_a_person(report: &Report, style: Style) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut faults: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for result in &report.results {
        let mut own: Vec<&String> = result.cases.iter().filter_map(judge_fault).collect();
        own.sort();
        own.dedup();
        for message in own {
            let names = faults.entry(message.clone()).or_default();
            names.push(&result.begun.submission);
        }
    }
    for (message, names) in &faults {
        lines.push(format!(
            "the judge failed (JE, no marks lost): {}: {message}",
            some(names)
        ));
    }
    for contestant in &report.start.contestants {
        for remark in &contestant.remarks {
            let name = sanitize::line(&contestant.to_string());
            lines.push(format!("{name}: {}", class::remark(remark)));
        }
    }
    let results = report.by_submission();
    for contestant in &report.start.contestants {
        let compilation = results
            .get(contestant.id.as_str())
            .and_then(|result| result.compilation.as_ref());
        for hint in compilation.iter().flat_map(|it| &it.hints) {
            let name = sanitize::line(&contestant.to_string());
            lines.push(format!("{name}: hint: {}", hints::hint(hint)));
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    let mut out = format!("{}\n", paint(BOLD, "For a person to look at"));
    for line in lines {
        out += &style::wrap(&line, "  ", style.width);
    }
    out.push('\n');
    out
}

fn judge_fault(case: &CaseResult) -> Option<&String> {
    match &case.cause {
        Cause::Judge { message } => Some(message),
        _ => None,
    }
}

/// Some names, and how many more.
fn some(names: &[&str]) -> String {
    let first: Vec<String> = names.iter().take(3).map(|it| sanitize::line(it)).collect();
    match names.len() - first.len() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

fn ending(report: &Report) -> String {
    let of = |verdict| {
        report
            .results
            .iter()
            .filter(|it| it.verdict == verdict)
            .count()
    };
    let contestants = &report.start.contestants;
    let absent = contestants.iter().filter(|it| it.file.is_none()).count();
    let mut said = vec![
        count(contestants.len(), "contestant"),
        format!("{} accepted", of(Verdict::Accepted)),
    ];
    for (number, what) in [
        (of(Verdict::CompileError), "did not compile"),
        (of(Verdict::JudgeError), "with a failure of the judge"),
        (absent, "without a hand-in"),
    ] {
        if number > 0 {
            said.push(format!("{number} {what}"));
        }
    }
    let missing = report.submissions() - report.results.len().min(report.submissions());
    if missing > 0 || report.interrupted {
        said.push(format!("{missing} not graded yet"));
    }
    said.join(", ") + "\n"
}
