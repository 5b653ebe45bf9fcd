//! What the templates show: everything in words, made safe, in its order.

use std::collections::HashMap;
use std::time::Duration;

use super::anchors::Anchors;
use super::data::Gathered;
use super::rich::{Part, cut, rich};
use super::words::Words;
use crate::event::{CaseInfo, CompileOutcome, Limits};
use crate::lang::Lang;
use crate::report::text::{self, Label};
use crate::report::{explain, isolation, plain, probes, scoreboard};
use crate::sanitize;
use crate::submission::class::Contestant;
use crate::summary::{Report, Standing, SubmissionReport};
use crate::units::{Bytes, short_duration};
use crate::verdict::{CaseResult, Cause, Verdict};

/// How a verdict is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// What the style knows it by: its letter, `S` for a skipped case.
    pub(super) class: char,
    pub(super) letter: char,
    pub(super) code: &'static str,
    pub(super) name: &'static str,
}

impl Shown {
    pub(super) fn new(verdict: Verdict, lang: Lang) -> Self {
        Self {
            class: match verdict {
                Verdict::Skipped => 'S',
                other => other.letter(),
            },
            letter: verdict.letter(),
            code: verdict.code(),
            name: text::verdict(lang, verdict),
        }
    }
}

/// What is known of the whole run.
pub(super) struct Head {
    pub(super) limits: String,
    pub(super) rules: String,
    pub(super) probing: Option<String>,
    pub(super) isolation: String,
    pub(super) partition: Option<String>,
    pub(super) interrupted: bool,
    pub(super) left_out: bool,
}

impl Head {
    pub(super) fn of(report: &Report, lang: Lang) -> Self {
        let start = &report.start;
        Self {
            limits: text::limits(lang, &start.limits),
            rules: text::rules(lang, start.rules),
            probing: start.probing.as_ref().map(|it| text::probing(lang, it)),
            isolation: isolation::shortfall(&start.isolation, lang),
            partition: start.partition.as_deref().map(sanitize::line),
            interrupted: report.interrupted,
            left_out: start.left_out > 0,
        }
    }
}

/// A contestant and all that they got.
pub(super) struct Person {
    pub(super) anchor: String,
    /// Whether there is a scoreboard to go back to.
    pub(super) has_board: bool,
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) score: String,
    pub(super) verdict: Option<Shown>,
    pub(super) absent: Option<&'static str>,
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) lists: Vec<(&'static str, Vec<Vec<Part>>)>,
    pub(super) message: Option<String>,
    pub(super) refused: bool,
    pub(super) subtasks: Vec<Subtask>,
    pub(super) rows: Vec<Row>,
}

/// A subtask of a contestant.
pub(super) struct Subtask {
    pub(super) name: String,
    pub(super) strip: String,
    pub(super) points: String,
}

/// A testcase of a contestant.
pub(super) struct Row {
    pub(super) anchor: String,
    pub(super) case: String,
    pub(super) description: Option<String>,
    pub(super) verdict: Shown,
    /// The time in twentieths of the limit.
    pub(super) bar: u128,
    pub(super) is_near: bool,
    pub(super) time: String,
    pub(super) memory: String,
    pub(super) said: Vec<Vec<Part>>,
    pub(super) stderr: Option<String>,
    /// Where the same was said before.
    pub(super) stderr_of: Option<Place>,
}

/// A testcase elsewhere on the page: its anchor and its name.
pub(super) type Place = (String, String);

/// Less of an error output would say nothing: it is on the own page alone then.
const LEAST: usize = 40;

/// What a compiler says is why there is nothing else.
const LEAST_MESSAGE: usize = 400;

/// What contestants are shown with.
pub(super) struct Showing<'a> {
    pub(super) report: &'a Report,
    pub(super) lang: Lang,
    pub(super) w: &'static Words,
    pub(super) gathered: Gathered<'a>,
    pub(super) anchors: Anchors,
    /// How many bytes of a page each stranger's text may take.
    pub(super) room: usize,
    pub(super) has_board: bool,
}

/// A name as it is shown first, and the id where that is something else.
pub(super) fn names(contestant: &Contestant) -> (String, Option<String>) {
    let id = sanitize::line(&contestant.id);
    match &contestant.name {
        Some(name) => (sanitize::line(name), Some(id)),
        None => (id, None),
    }
}

impl Showing<'_> {
    /// A contestant whose anchor was given already.
    pub(super) fn person(&mut self, standing: &Standing<'_>, anchor: &str) -> Person {
        let contestant = standing.contestant;
        let (name, id) = names(contestant);
        let remarks = contestant.remarks.iter().map(|it| {
            if self.has_board {
                text::remark(self.lang, it)
            } else {
                text::own_remark(self.lang, it)
            }
        });
        let remarks: Vec<String> = remarks.collect();
        let mut person = Person {
            anchor: anchor.to_owned(),
            has_board: self.has_board,
            name,
            id,
            score: "-".to_owned(),
            verdict: None,
            absent: None,
            facts: Vec::new(),
            lists: Vec::new(),
            message: None,
            refused: false,
            subtasks: Vec::new(),
            rows: Vec::new(),
        };
        person.list(self.w.remarks, remarks.into_iter());
        if let Some(file) = &contestant.file {
            // Folders may have others' names.
            let name = file.rsplit('/').next().unwrap_or(file);
            let shown = if self.has_board { file } else { name };
            person.facts.push((self.w.file, sanitize::line(shown)));
        }
        self.gathered.contestant();
        match standing.result {
            Some(result) => self.graded(&mut person, result),
            None => person.absent = Some(scoreboard::absent(contestant, self.lang)),
        }
        person
    }

    fn graded(&mut self, person: &mut Person, result: &SubmissionReport) {
        person.score = text::worth(self.lang, result, self.report.start.left_out);
        person.verdict = Some(Shown::new(result.verdict, self.lang));
        if let Some(said) = plain::uncounted(self.lang, self.report, result) {
            let what = text::label(self.lang, Label::NotCounted);
            person.facts.push((what, said));
        }
        if let Some(language) = &result.begun.language {
            let compilation = result.compilation.as_ref();
            let toolchain = compilation.and_then(|it| it.toolchain.as_ref());
            let language = match toolchain {
                Some(toolchain) => format!("{language} ({toolchain})"),
                None => language.clone(),
            };
            person
                .facts
                .push((self.w.language, sanitize::line(&language)));
        }
        if result.begun.limits != self.report.start.limits {
            person
                .facts
                .push((self.w.limits, text::limits(self.lang, &result.begun.limits)));
        }
        if let Some(compilation) = &result.compilation {
            person.list(
                self.w.hints,
                compilation.hints.iter().map(|it| text::hint(self.lang, it)),
            );
            let message = Some(&compilation.message).filter(|it| !it.is_empty());
            person.message = message.map(|it| cut(it, self.room.max(LEAST_MESSAGE)));
            person.refused = compilation.outcome == CompileOutcome::Failed;
        }
        // What isn't looked into yet is no student's to read.
        if self.has_board {
            person.list(
                self.w.attention,
                probes::flags(self.lang, result).into_iter(),
            );
        }
        person.subtasks = result
            .subtasks
            .iter()
            .map(|it| Subtask {
                name: sanitize::line(&it.name),
                strip: it.strip.clone(),
                points: text::group_points(self.lang, it),
            })
            .collect();
        // A program that fails in one way says so each time.
        let mut told: HashMap<&str, Place> = HashMap::new();
        for case in &result.cases {
            self.gathered.result(case);
            let mut row = self.row(case, result);
            if row.stderr.is_some() {
                let own = (row.anchor.clone(), row.case.clone());
                match told.get(case.stderr.as_str()) {
                    Some(first) => {
                        row.stderr = None;
                        row.stderr_of = Some(first.clone());
                    }
                    None => drop(told.insert(&case.stderr, own)),
                }
            }
            person.rows.push(row);
        }
    }

    fn row(&mut self, result: &CaseResult, of: &SubmissionReport) -> Row {
        let anchor = self.anchors.give(&[&of.begun.submission, &result.case.0]);
        let info = self.report.case(&result.case);
        let limit = of.begun.limits.cpu_time;
        let time = result.usage.map(|it| it.cpu_time);
        let stderr = Some(&result.stderr).filter(|it| !it.is_empty() && self.room >= LEAST);
        Row {
            anchor,
            case: sanitize::line(&result.case.0),
            description: info
                .and_then(|it| it.description.as_deref())
                .map(sanitize::line),
            verdict: Shown::new(result.verdict, self.lang),
            bar: time.map_or(0, |time| bar(time, limit)),
            is_near: time.is_some_and(|time| bar(time, limit) > 16)
                && result.verdict != Verdict::TimeLimitExceeded,
            time: time.map(short_duration).unwrap_or_default(),
            memory: result
                .usage
                .map(|it| Bytes::short(it.peak_memory))
                .unwrap_or_default(),
            said: info
                .map(|info| self.said(result, info, &of.begun.limits))
                .unwrap_or_default(),
            stderr: stderr.map(|it| cut(it, self.room)),
            stderr_of: None,
        }
    }

    /// All that is to be said of a result; of an accepted one only what isn't
    /// usual.
    fn said(&self, result: &CaseResult, info: &CaseInfo, limits: &Limits) -> Vec<Vec<Part>> {
        let lang = self.lang;
        let rules = self.report.start.rules;
        let mut said: Vec<String> = Vec::new();
        let causes = std::iter::once(&result.cause).chain(&result.also);
        for (index, cause) in causes.enumerate() {
            match cause {
                Cause::Answer(outcome) if index == 0 => {
                    if result.verdict != Verdict::Accepted {
                        said.push(text::explanation(lang, outcome, info.n, rules));
                    }
                    let others = explain::nearest(outcome, rules);
                    said.extend(others.map(|other| text::right_under(lang, other, rules)));
                    said.extend(
                        outcome
                            .notes
                            .iter()
                            .map(|it| text::note(lang, *it).to_owned()),
                    );
                }
                Cause::Answer(outcome) if explain::is_nothing(outcome) => {}
                Cause::Answer(outcome) => {
                    said.push(text::beside(lang, &outcome.finding, result, info.n));
                }
                _ => said.push(explain::reason(cause, info, limits, lang)),
            }
        }
        said.extend(
            result
                .answer_file
                .as_deref()
                .map(|it| text::answer_file(lang, it)),
        );
        said.push(explain::capital(&text::attempts(lang, &result.attempts)));
        if self.has_board {
            said.push(explain::capital(&probes::beside(lang, result)));
            said.extend(probes::examples(lang, result, limits));
        }
        if result.verdict > Verdict::Skipped && !self.report.start.counts(&result.case) {
            let label = text::label(lang, Label::DoesNotCount);
            said.push(text::sentence(lang, &explain::capital(label)));
        }
        said.retain(|it| !it.is_empty());
        said.iter().map(|it| rich(it)).collect()
    }
}

impl Person {
    fn list(&mut self, title: &'static str, lines: impl Iterator<Item = String>) {
        let lines: Vec<Vec<Part>> = lines.map(|it| rich(&it)).collect();
        if !lines.is_empty() {
            self.lists.push((title, lines));
        }
    }
}

/// A time in twentieths of its limit, begun ones counted, at most all.
fn bar(time: Duration, limit: Duration) -> u128 {
    let parts = (time.as_micros() * 20).div_ceil(limit.as_micros().max(1));
    parts.min(20)
}
