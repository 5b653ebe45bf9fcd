//! The strength of a set of testcases as a page: the kill matrix, whole.

use askama::Template;

use super::rendered;
use super::shell::Page;
use super::words::words;
use crate::lang::Lang;
use crate::mutants::Fate;
use crate::report::text::{self, Label};
use crate::sanitize;
use crate::validate::strength::{Outcome, Row, Strength};

#[derive(Template)]
#[template(path = "strength.html")]
struct StrengthPage {
    page: Page,
    conclusion: String,
    is_strong: bool,
    smallest: String,
    mutant: &'static str,
    testcases: &'static str,
    kills: &'static str,
    headings: [&'static str; 4],
    groups: Vec<Group>,
    cases: Vec<Case>,
    legend: Vec<&'static str>,
    made_by: &'static str,
}

/// The mutants of one outcome.
struct Group {
    heading: &'static str,
    rows: Vec<Line>,
}

/// A mutant.
struct Line {
    name: String,
    what: String,
    why: Option<&'static str>,
    cells: Vec<(&'static str, char)>,
    kills: String,
}

/// A testcase.
struct Case {
    number: usize,
    name: String,
    kills: usize,
    alone: Vec<String>,
    remark: &'static str,
}

/// The page. `judge` is the version that made it.
#[must_use]
pub fn strength(found: &Strength, judge: &str, lang: Lang) -> String {
    let groups = Outcome::ALL.into_iter().map(|outcome| Group {
        heading: text::outcome(lang, outcome),
        rows: found.with(outcome).map(|it| line(it, lang)).collect(),
    });
    let cases = found.cases.iter().enumerate().map(|(place, it)| Case {
        number: place + 1,
        name: sanitize::line(&it.case.0),
        kills: it.kills,
        alone: it.alone.clone(),
        remark: text::worth_remark(lang, it.ambiguous, it.redundant),
    });
    let headings = text::worth_headings(lang);
    let page = StrengthPage {
        page: Page {
            lang,
            title: text::strength_title(lang, found.mutants.len(), found.cases.len()),
            judge: sanitize::line(judge),
        },
        conclusion: text::strength_conclusion(lang, found),
        is_strong: found.is_strong(),
        smallest: text::smallest(lang, &found.smallest),
        mutant: text::label(lang, Label::Mutant),
        testcases: text::label(lang, Label::Testcases),
        kills: headings[1],
        headings,
        groups: groups.filter(|it| !it.rows.is_empty()).collect(),
        cases: cases.collect(),
        legend: text::strength_legend(lang).lines().collect(),
        made_by: words(lang).made_by,
    };
    rendered(&page)
}

fn line(row: &Row, lang: Lang) -> Line {
    let faults: Vec<&str> = row.faults.iter().map(|it| text::fault(lang, *it)).collect();
    let is_special = matches!(row.outcome, Outcome::Equivalent | Outcome::NeedsAmbiguous);
    let cell = |fate: &Fate| match fate {
        Fate::Killed => ("killed", '#'),
        Fate::Survives => ("", '·'),
        Fate::Undecided => ("undecided", '?'),
    };
    Line {
        name: row.mutant.clone(),
        what: text::all_of(lang, &faults),
        why: is_special.then(|| text::standing_reason(lang, &row.faults)),
        cells: row.fates.iter().map(cell).collect(),
        kills: match row.ambiguous_kills {
            0 => row.kills.to_string(),
            kills => format!("{} +{kills}a", row.kills),
        },
    }
}
