//! The report as a page: one file that needs nothing else, works from a stick,
//! and runs nothing but its own script.
//!
//! Everything but the replays is there without a script. What contestants and
//! their programs wrote is made safe by `sanitize` and escaped by the template
//! engine; the templates are in `templates/`.
//!
//! - `shell`: the head, and the policy; any page can be put into it.
//! - `view`, `board`: what the templates show. `rich`: sentences with code.
//! - `data`: what the replays are made of. `anchors`: where links lead.
//! - `strength`: the setter's page.
//! - `words`: the words that only pages have.

mod anchors;
mod board;
mod data;
mod rich;
mod shell;
mod strength;
mod view;
mod words;

use std::collections::{HashMap, HashSet};

use askama::Template;

use crate::lang::Lang;
use crate::sanitize;
use crate::summary::{Report, Standing, SubmissionReport};
use crate::verdict::Verdict;

use anchors::Anchors;
use board::{Board, Failed, Look, looks};
use data::{Data, Gathered};
use shell::Page;
pub use strength::strength;
use view::{Head, Person, Showing, Shown, names};
use words::{Words, words};

/// So many bytes of a page are for what programs and compilers wrote.
const STRANGERS: usize = 600_000;

/// The page of a whole run.
#[derive(Template)]
#[template(path = "class.html")]
struct ClassPage {
    page: Page,
    w: &'static Words,
    head: Head,
    board: Board,
    failures: Failed,
    attention: Vec<Look>,
    people: Vec<Person>,
    legend: Vec<Legend>,
    data: Data,
}

/// The page of one contestant.
#[derive(Template)]
#[template(path = "student.html")]
struct StudentPage {
    page: Page,
    w: &'static Words,
    head: Head,
    person: Person,
    legend: Vec<Legend>,
    data: Data,
}

/// The page of a whole run: the scoreboard, what most failed on, and everyone's
/// results with their replays. Ranks are those among everyone of `whole`.
#[must_use]
pub fn class(report: &Report, whole: &Report, lang: Lang) -> String {
    let standings = report.standings_in(whole);
    let mut showing = showing(report, lang, shared_room(report));
    showing.has_board = true;
    // Contestants first, so that theirs are the plain ones.
    let anchors: HashMap<&str, String> = standings
        .iter()
        .map(|it| it.contestant.id.as_str())
        .map(|id| (id, showing.anchors.give(&[id])))
        .collect();
    let people: Vec<Person> = standings
        .iter()
        .map(|it| showing.person(it, &anchors[it.contestant.id.as_str()]))
        .collect();
    let w = showing.w;
    let contest = sanitize::line(&report.start.contest.name);
    let page = ClassPage {
        page: page(report, lang, words::class_title(lang, &contest)),
        w,
        head: Head::of(report, lang),
        board: Board::of(report, &standings, &people, lang),
        failures: Failed::of(report, lang),
        attention: looks(report, &anchors, lang),
        people,
        legend: legend(lang),
        data: showing.gathered.finish(&w.script),
    };
    rendered(&page)
}

/// A contestant's own page, for giving back: nothing in it is about anybody else.
/// `None` if there is no contestant of this id.
#[must_use]
pub fn student(report: &Report, id: &str, lang: Lang) -> Option<String> {
    let contestant = report.start.contestants.iter().find(|it| it.id == id)?;
    let result = report.results.iter().find(|it| it.begun.submission == id);
    let standing = Standing {
        rank: None,
        contestant,
        result,
    };
    let mut showing = showing(report, lang, STRANGERS);
    let anchor = showing.anchors.give(&[id]);
    let person = showing.person(&standing, &anchor);
    let w = showing.w;
    let contest = sanitize::line(&report.start.contest.name);
    let (name, _) = names(contestant);
    let page = StudentPage {
        page: page(report, lang, words::student_title(lang, &contest, &name)),
        w,
        head: Head::of(report, lang),
        person,
        legend: legend(lang),
        data: showing.gathered.finish(&w.script),
    };
    Some(rendered(&page))
}

fn showing(report: &Report, lang: Lang, room: usize) -> Showing<'_> {
    Showing {
        report,
        lang,
        w: words(lang),
        gathered: Gathered::new(&report.start.cases, report.start.rules),
        anchors: Anchors::default(),
        room,
        has_board: false,
    }
}

fn page(report: &Report, lang: Lang, title: String) -> Page {
    Page {
        lang,
        title,
        judge: sanitize::line(&report.start.judge),
    }
}

fn rendered(page: &impl Template) -> String {
    // Writing to a string can't fail, and templates do nothing else.
    page.render().unwrap_or_default()
}

/// How many bytes each stranger's text may take where all share a page. What a program
/// says on several testcases is shown once.
fn shared_room(report: &Report) -> usize {
    /// What the page has around a text.
    const AROUND: usize = 110;
    let texts = |it: &SubmissionReport| {
        let message = it.compilation.as_ref().map_or("", |it| it.message.as_str());
        let errors = it.cases.iter().map(|it| it.stderr.as_str());
        let all: HashSet<&str> = errors
            .chain([message])
            .filter(|it| !it.is_empty())
            .collect();
        all.len()
    };
    let all: usize = report.results.iter().map(texts).sum();
    (STRANGERS / all.max(1)).saturating_sub(AROUND)
}

/// What a verdict's letter stands for.
type Legend = (char, &'static str, &'static str, char);

fn legend(lang: Lang) -> Vec<Legend> {
    let shown = Verdict::ALL.map(|it| Shown::new(it, lang));
    let legend = shown.map(|it| (it.letter, it.code, it.name, it.class));
    legend.to_vec()
}
