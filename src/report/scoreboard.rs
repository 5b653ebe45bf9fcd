//! A class at a glance: who stands where, and what most failed on.

use std::time::Duration;

use unicode_width::UnicodeWidthChar;

use super::overview::{Ending, Failures, attention};
use super::style::{self, BOLD, DIM, Style, pad, pad_left, paint, shorten};
use super::text::{self, Label};
use crate::lang::Lang;
use crate::sanitize;
use crate::scoring::Group;
use crate::submission::class::{Contestant, Remark};
use crate::summary::{Report, Standing, SubmissionReport};
use crate::units::{Bytes, short_duration};
use crate::verdict::Verdict;

/// Columns of the rank, and of the time and memory.
const RANK: usize = 4;
const TIME: usize = 8;
const MEMORY: usize = 10;
/// The least and the most columns that a name gets.
const NAME: std::ops::RangeInclusive<usize> = 10..=24;
/// The most columns that a subtask's title gets beyond its strip.
const TITLE: usize = 12;
/// How many lines a list of what failed most has.
pub(super) const MOST: usize = 5;

/// The whole board, with what follows it.
#[must_use]
pub fn scoreboard(report: &Report, style: Style) -> String {
    let standings = report.standings();
    let columns = Columns::of(report, &standings, style);
    let mut out = columns.head(report, style);
    for standing in &standings {
        out += &columns.line(standing, style);
    }
    out.push('\n');
    out += &failures(report, style);
    out += &for_a_person(report, style);
    let ending = text::ending(style.lang, &Ending::of(report));
    out + &style::wrap(&ending, "", style)
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
    /// The same, of all subtasks together that count.
    Total,
}

impl Columns {
    fn of(report: &Report, standings: &[Standing<'_>], style: Style) -> Self {
        let widest = |text: &dyn Fn(&Standing<'_>) -> String| {
            let widths = standings.iter().map(|it| style::width(&text(it)));
            widths.max().unwrap_or(0)
        };
        let score =
            widest(&|it| score(it)).max(style::width(text::label(style.lang, Label::Points)));
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
        let counting = groups.iter().filter(|group| group.counts);
        let all = counting.map(|group| group.cases.len()).sum();
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

    fn head(&self, report: &Report, style: Style) -> String {
        let label = |it| text::label(style.lang, it);
        let titles: Vec<String> = match self.shape {
            Shape::Total => vec![label(Label::Cases).to_owned()],
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
            "{:>RANK$}  {} {}  {groups} {}{}",
            "#",
            pad(label(Label::Name), self.name),
            pad_left(label(Label::Points), self.score),
            pad_left(label(Label::Slowest), TIME),
            pad_left(label(Label::Memory), MEMORY),
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
            let why = absent(standing.contestant, style.lang);
            let line = format!(
                "{rank:>RANK$}  {name} {score:>width$}  {}",
                paint(DIM, why),
                width = self.score
            );
            return line.trim_end().to_owned() + "\n";
        };
        let strips: Vec<String> = match self.shape {
            Shape::Total => {
                let counting = result.subtasks.iter().filter(|it| it.counts);
                let all: String = counting.map(|it| it.strip.as_str()).collect();
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
pub(super) fn absent(contestant: &Contestant, lang: Lang) -> &'static str {
    let why = contestant.remarks.iter().find(|it| {
        matches!(
            it,
            Remark::NothingHandedIn | Remark::NothingUsable { .. } | Remark::SameName
        )
    });
    text::absent(lang, why)
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

pub(super) fn score(standing: &Standing<'_>) -> String {
    match (standing.result, standing.points()) {
        (_, Some(points)) => points.to_string(),
        (Some(result), None) if result.verdict == Verdict::JudgeError => "JE".to_owned(),
        _ => "-".to_owned(),
    }
}

/// The most that a submission used in one run.
#[derive(Default)]
pub(super) struct Used {
    pub(super) time: Option<Duration>,
    pub(super) memory: Option<Bytes>,
}

impl Used {
    pub(super) fn of(result: &SubmissionReport) -> Self {
        let usages = || result.cases.iter().filter_map(|case| case.usage);
        Self {
            time: usages().map(|usage| usage.cpu_time).max(),
            memory: usages().map(|usage| usage.peak_memory).max(),
        }
    }
}

/// What most hand-ins failed on: by testcase, and by kind of fault.
fn failures(report: &Report, style: Style) -> String {
    let Failures { cases, kinds } = Failures::of(report, style.lang);
    if kinds.is_empty() {
        return String::new();
    }
    let lang = style.lang;
    let all = report.results.len();
    let mut out = format!("{}\n", paint(BOLD, text::label(lang, Label::MostFailedOn)));
    let name = |place: usize| sanitize::line(&report.start.cases[place].case.0);
    let names = cases
        .iter()
        .take(MOST)
        .map(|it| style::width(&name(it.place)));
    let width = names.max().unwrap_or(0).min(style.width / 2);
    for case in cases.iter().take(MOST) {
        let said: Vec<String> = case
            .verdicts
            .iter()
            .map(|(verdict, number)| {
                let code = paint(style::verdict(*verdict), verdict.code());
                format!("{code} {number}")
            })
            .collect();
        let name = pad(&shorten(&name(case.place), width, style), width);
        let digits = case.number().to_string().len();
        let number = text::of_all(lang, case.number(), all);
        let number = format!("{}{number}", " ".repeat(4_usize.saturating_sub(digits)));
        out += &format!("  {name}  {number}   {}\n", said.join(", "));
    }
    for (kind, number) in kinds.into_iter().take(MOST) {
        out += &style::wrap(&text::kind_count(lang, number, kind), "  ", style);
    }
    out.push('\n');
    out
}

/// What somebody should look at: failures of the judge, odd hand-ins, hints.
fn for_a_person(report: &Report, style: Style) -> String {
    let all = attention(report, style.lang);
    if all.is_empty() {
        return String::new();
    }
    let heading = text::label(style.lang, Label::ForAPerson);
    let mut out = format!("{}\n", paint(BOLD, heading));
    for it in all {
        out += &style::wrap(&it.line(style.lang), "  ", style);
    }
    out.push('\n');
    out
}
