//! A class at a glance: who stands where, and what most failed on.

use std::collections::BTreeMap;
use std::time::Duration;

use unicode_width::UnicodeWidthChar;

use super::style::{self, BOLD, DIM, Style, pad, paint, shorten};
use super::text::{self, count};
use super::{class, hints};
use crate::sanitize;
use crate::scoring::Group;
use crate::submission::class::{LeftOut, Remark, Unused};
use crate::summary::{Report, Standing, SubmissionReport};
use crate::units::{Bytes, short_duration};
use crate::verdict::{CaseResult, Cause, Verdict};

/// Columns of the rank, and of the time and memory.
const RANK: usize = 4;
const TIME: usize = 8;
const MEMORY: usize = 10;
/// The least and the most columns that a name gets.
const NAME: std::ops::RangeInclusive<usize> = 10..=24;
/// The most columns that a subtask's title gets beyond its strip.
const TITLE: usize = 12;
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
    shape: Shape,
    /// One a subtask; of [`Shape::Total`] one for all.
    strips: Vec<usize>,
}

/// How much is said of a subtask.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A letter a case.
    Letters,
    /// How many are accepted.
    Counts,
    /// The same, of all subtasks together.
    Total,
}

impl Columns {
    fn of(report: &Report, standings: &[Standing<'_>], style: Style) -> Self {
        let widest = |text: &dyn Fn(&Standing<'_>) -> String| {
            let widths = standings.iter().map(|it| style::width(&text(it)));
            widths.max().unwrap_or(0)
        };
        let score = widest(&|it| score(it)).max("score".len());
        let wanted = widest(&|it| shown_name(it)).clamp(*NAME.start(), *NAME.end());
        let fixed = RANK + 2 + 1 + score + 2 + 1 + TIME + MEMORY;
        let room = style.width.saturating_sub(fixed);
        let groups = &report.start.subtasks;
        let titled = |group: &Group, strip: usize| {
            let title = style::width(&sanitize::line(&group.name));
            strip.max(title.min(TITLE)) + 1
        };
        let each = |width: &dyn Fn(&Group) -> usize| groups.iter().map(width).collect();
        let counted = |cases: usize| format!("[{cases}/{cases}]").len();
        let all = groups.iter().map(|group| group.cases.len()).sum();
        // From the most that can be said to the least; the last one fits anywhere.
        let shapes: [(Shape, Vec<usize>); 4] = [
            (
                Shape::Letters,
                each(&|group| titled(group, group.cases.len() + 2)),
            ),
            (Shape::Letters, each(&|group| group.cases.len() + 2)),
            (
                Shape::Counts,
                each(&|group| titled(group, counted(group.cases.len()))),
            ),
            (Shape::Total, vec![counted(all)]),
        ];
        let least = wanted.min(*NAME.start() + 4);
        let fits = |strips: &[usize]| strips.iter().sum::<usize>() + least <= room;
        let mut shapes = shapes.into_iter();
        let (mut shape, mut strips) = (Shape::Total, Vec::new());
        for next in &mut shapes {
            (shape, strips) = next;
            if fits(&strips) {
                break;
            }
        }
        let left = room.saturating_sub(strips.iter().sum());
        Self {
            name: wanted.min(left.max(*NAME.start())),
            score,
            shape,
            strips,
        }
    }

    fn head(&self, report: &Report) -> String {
        let titles: Vec<String> = match self.shape {
            Shape::Total => vec!["cases".to_owned()],
            Shape::Letters | Shape::Counts => {
                let groups = report.start.subtasks.iter();
                groups.map(|group| sanitize::line(&group.name)).collect()
            }
        };
        let groups: String = titles
            .iter()
            .zip(&self.strips)
            .map(|(title, &width)| pad(&short(title, width), width))
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
        let name = pad(&shorten(&shown_name(standing), self.name, style), self.name);
        let score = score(standing);
        let Some(result) = standing.result else {
            let why = standing.contestant.remarks.iter().find(|it| {
                matches!(
                    it,
                    Remark::NothingHandedIn | Remark::NothingUsable { .. } | Remark::SameName
                )
            });
            let why = why.map_or("not graded", absent);
            let line = format!(
                "{rank:>RANK$}  {name} {score:>width$}  {}",
                paint(DIM, why),
                width = self.score
            );
            return line.trim_end().to_owned() + "\n";
        };
        let strips: Vec<String> = match self.shape {
            Shape::Total => {
                let all: String = result.subtasks.iter().map(|it| it.strip.as_str()).collect();
                vec![counted(&all)]
            }
            Shape::Counts => result
                .subtasks
                .iter()
                .map(|it| counted(&it.strip))
                .collect(),
            Shape::Letters => result
                .subtasks
                .iter()
                .map(|it| letters(&it.strip))
                .collect(),
        };
        let strips: String = strips
            .iter()
            .zip(&self.strips)
            .map(|(strip, &width)| pad(strip, width))
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
}

fn letters(strip: &str) -> String {
    let coloured: String = strip.chars().map(style::letter).collect();
    format!("[{coloured}]")
}

fn counted(strip: &str) -> String {
    let accepted = Verdict::Accepted.letter();
    let right = strip.chars().filter(|&it| it == accepted).count();
    format!("[{right}/{}]", strip.chars().count())
}

/// Why somebody has no result, in a few words.
fn absent(remark: &Remark) -> &'static str {
    match remark {
        Remark::NothingHandedIn => "nothing was handed in",
        Remark::NothingUsable { .. } => "nothing of the hand-in can be graded",
        Remark::SameName => "several hand-ins have this name",
        Remark::Chosen { .. } | Remark::WrongPath { .. } | Remark::Late | Remark::NotInRoster => {
            "not graded"
        }
    }
}

/// A title cut to a column, with a blank behind it.
fn short(title: &str, width: usize) -> String {
    let mut room = width.saturating_sub(1);
    title
        .chars()
        .take_while(|it| {
            let columns = it.width().unwrap_or(0);
            let fits = columns <= room;
            room = room.saturating_sub(columns);
            fits
        })
        .collect()
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
        let name = sanitize::line(&report.start.cases[*place].case.0);
        let name = shorten(&name, width, style);
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
            class::some(names)
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
    lines.extend(left_out(report));
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

/// The files that somebody may miss, of those that were left out.
fn left_out(report: &Report) -> Vec<String> {
    /// So many in full.
    const MOST: usize = 20;
    let is_known = |it: &&LeftOut| {
        matches!(
            it.why,
            Unused::NotChosen { .. } | Unused::OtherProblem | Unused::Litter | Unused::NoSource
        )
    };
    let files = &report.start.left_out_files;
    let missed = || files.iter().filter(|it| !is_known(it));
    let mut lines: Vec<String> = missed()
        .take(MOST)
        .map(|it| format!("left out: {}", class::left_out(it)))
        .collect();
    let more = missed().count() - lines.len();
    if more > 0 {
        lines.push(format!(
            "left out: {} more, see --dry-run",
            count(more, "file")
        ));
    }
    let strange = files.iter().filter(|it| it.why == Unused::NoSource).count();
    if strange > 0 {
        let what = count(strange, "file");
        lines.push(format!(
            "left out: {what} of no known language, see --dry-run"
        ));
    }
    lines
}

fn judge_fault(case: &CaseResult) -> Option<&String> {
    match &case.cause {
        Cause::Judge { message } => Some(message),
        _ => None,
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
