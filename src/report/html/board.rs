//! The scoreboard of a page, and what comes below it.

use std::collections::HashMap;

use super::rich::{Part, rich};
use super::view::{Person, Shown, names};
use crate::lang::Lang;
use crate::report::overview::{Ending, Failures, attention};
use crate::report::scoreboard::{self, Used};
use crate::report::text::{self, Label, Thing};
use crate::sanitize;
use crate::summary::{Report, Standing};
use crate::testcase::CaseId;
use crate::units::{Bytes, short_duration};

/// The scoreboard.
pub(super) struct Board {
    /// Who there was, and what became of them.
    pub(super) ending: String,
    pub(super) groups: Vec<Group>,
    pub(super) cases: Vec<Column>,
    pub(super) lines: Vec<Line>,
}

/// The heading of a subtask.
pub(super) struct Group {
    pub(super) name: String,
    pub(super) points: String,
    pub(super) cases: usize,
}

/// The heading of a testcase.
pub(super) struct Column {
    pub(super) label: String,
    pub(super) name: String,
    pub(super) is_first: bool,
}

/// A contestant.
pub(super) struct Line {
    pub(super) rank: String,
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) score: String,
    pub(super) absent: Option<&'static str>,
    pub(super) cells: Vec<Option<Cell>>,
    pub(super) time: String,
    pub(super) memory: String,
}

/// The result of a testcase, with its place on the page.
#[derive(Clone)]
pub(super) struct Cell {
    pub(super) class: char,
    pub(super) letter: char,
    pub(super) anchor: String,
}

impl Board {
    /// The board of contestants who are shown below it, in the same order.
    pub(super) fn of(
        report: &Report,
        standings: &[Standing<'_>],
        people: &[Person],
        lang: Lang,
    ) -> Self {
        let start = &report.start;
        let cases: Vec<&CaseId> = start.subtasks.iter().flat_map(|it| &it.cases).collect();
        let groups = start.subtasks.iter().map(|group| Group {
            name: sanitize::line(&group.name),
            points: if group.counts {
                group.points.to_string()
            } else {
                text::label(lang, Label::DoesNotCount).to_owned()
            },
            cases: group.cases.len(),
        });
        let firsts = start
            .subtasks
            .iter()
            .flat_map(|group| (0..group.cases.len()).map(|at| at == 0));
        let columns = cases.iter().zip(firsts).enumerate();
        Self {
            ending: text::ending(lang, &Ending::of(report)),
            groups: groups.collect(),
            cases: columns
                .map(|(at, (case, is_first))| Column {
                    label: label(case, at),
                    name: sanitize::line(&case.0),
                    is_first,
                })
                .collect(),
            lines: standings
                .iter()
                .zip(people)
                .map(|(standing, person)| line(standing, person, &cases))
                .collect(),
        }
    }
}

/// The number that a testcase's name begins with, else its place.
fn label(case: &CaseId, at: usize) -> String {
    let name = case.0.rsplit('/').next().unwrap_or_default();
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    match digits.len() {
        1..4 => digits,
        _ => (at + 1).to_string(),
    }
}

fn line(standing: &Standing<'_>, person: &Person, cases: &[&CaseId]) -> Line {
    let (name, id) = names(standing.contestant);
    let used = standing.result.map(Used::of).unwrap_or_default();
    let results = standing.result.iter().flat_map(|it| &it.cases);
    let cells: HashMap<&CaseId, Cell> = results
        .zip(&person.rows)
        .map(|(result, row)| {
            let Shown { class, letter, .. } = row.verdict;
            let anchor = row.anchor.clone();
            let cell = Cell {
                class,
                letter,
                anchor,
            };
            (&result.case, cell)
        })
        .collect();
    Line {
        rank: standing
            .rank
            .map_or_else(|| "-".to_owned(), |rank| rank.to_string()),
        anchor: person.anchor.clone(),
        name,
        id,
        score: scoreboard::score(standing),
        absent: person.absent,
        cells: cases.iter().map(|case| cells.get(case).cloned()).collect(),
        time: used.time.map(short_duration).unwrap_or_default(),
        memory: used.memory.map(Bytes::short).unwrap_or_default(),
    }
}

/// What most failed on.
pub(super) struct Failed {
    pub(super) cases: Vec<FailedCase>,
    pub(super) kinds: Vec<(&'static str, String)>,
}

/// How many failed on a testcase.
pub(super) struct FailedCase {
    pub(super) name: String,
    pub(super) number: String,
    pub(super) verdicts: Vec<(Shown, usize)>,
}

impl Failed {
    pub(super) fn of(report: &Report, lang: Lang) -> Self {
        let failures = Failures::of(report, lang);
        let all = report.results.len();
        let cases = failures.cases.into_iter().take(scoreboard::MOST);
        let kinds = failures.kinds.into_iter().take(scoreboard::MOST);
        Self {
            cases: cases
                .map(|it| FailedCase {
                    name: sanitize::line(&report.start.cases[it.place].case.0),
                    number: text::of_all(lang, it.number(), all),
                    verdicts: it
                        .verdicts
                        .into_iter()
                        .map(|(verdict, number)| (Shown::new(verdict, lang), number))
                        .collect(),
                })
                .collect(),
            kinds: kinds
                .map(|(kind, number)| (kind, text::count(lang, number, Thing::HandIn)))
                .collect(),
        }
    }
}

/// Something to look at.
pub(super) struct Look {
    /// Whose it is: anchors and names.
    pub(super) who: Vec<(String, String)>,
    pub(super) said: Vec<Part>,
}

/// Everything that somebody should look at.
pub(super) fn looks(report: &Report, anchors: &HashMap<&str, String>, lang: Lang) -> Vec<Look> {
    attention(report, lang)
        .into_iter()
        .map(|it| Look {
            who: it
                .contestants
                .iter()
                .filter_map(|contestant| {
                    let anchor = anchors.get(contestant.id.as_str())?;
                    Some((anchor.clone(), sanitize::line(&contestant.to_string())))
                })
                .collect(),
            said: rich(&it.said),
        })
        .collect()
}
