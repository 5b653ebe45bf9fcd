//! `JUnit` XML, as `GitLab` and Jenkins read it: a suite a contestant, a test a
//! testcase.
//!
//! Who handed in nothing has a suite with one test that is skipped: no program
//! failed, and the exit code doesn't count them either. A case that doesn't count and
//! isn't accepted is skipped for the same reason, and says why. Of a source that
//! doesn't compile all tests fail; the first one has what the compiler said.

use std::collections::HashSet;
use std::time::Duration;

use askama::Template;

use super::{plain, text};
use crate::event::CaseInfo;
use crate::lang::Lang;
use crate::sanitize;
use crate::submission::class::Contestant;
use crate::summary::{Report, SubmissionReport};
use crate::verdict::{CaseResult, Cause, Verdict};

/// The document.
#[must_use]
pub fn suites(report: &Report, lang: Lang) -> String {
    let results = report.by_submission();
    let mut names = Names::default();
    let suite = |contestant: &Contestant| {
        let cases = match results.get(contestant.id.as_str()) {
            Some(result) => tests(report, result, lang),
            None => vec![missing(contestant, lang)],
        };
        Suite::new(names.unique(&contestant.to_string()), cases)
    };
    let suites: Vec<Suite> = report.start.contestants.iter().map(suite).collect();
    let mut total = Count::default();
    for suite in &suites {
        total.add(&suite.count);
    }
    let document = Document { total, suites };
    // Nothing in it can fail: it is written to memory.
    document.render().unwrap_or_default()
}

/// Whether a file is such a document.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(256)]);
    head.trim_start_matches('\u{feff}').starts_with("<?xml")
        && head.contains("<testsuites name=\"mayan-judge")
}

#[derive(Template)]
#[template(path = "junit.xml")]
struct Document {
    total: Count,
    suites: Vec<Suite>,
}

struct Suite {
    name: String,
    count: Count,
    cases: Vec<Test>,
}

struct Test {
    name: String,
    cpu_time: Duration,
    ending: Ending,
    stderr: String,
}

enum Ending {
    Passed,
    Failed(Told),
    /// By a fault of the judge.
    Broken(Told),
    Skipped(String),
}

struct Told {
    kind: &'static str,
    message: String,
    body: String,
}

#[derive(Default)]
struct Count {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    cpu_time: Duration,
}

impl Count {
    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.cpu_time += other.cpu_time;
    }

    fn time(&self) -> String {
        seconds(self.cpu_time)
    }
}

impl Suite {
    fn new(name: String, cases: Vec<Test>) -> Self {
        let mut count = Count {
            tests: cases.len(),
            ..Count::default()
        };
        for case in &cases {
            count.cpu_time += case.cpu_time;
            match case.ending {
                Ending::Passed => {}
                Ending::Failed(_) => count.failures += 1,
                Ending::Broken(_) => count.errors += 1,
                Ending::Skipped(_) => count.skipped += 1,
            }
        }
        Self { name, count, cases }
    }
}

impl Test {
    fn time(&self) -> String {
        seconds(self.cpu_time)
    }

    fn is_empty(&self) -> bool {
        matches!(self.ending, Ending::Passed) && self.stderr.is_empty()
    }
}

fn seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}

/// A test for each of the contest's cases, also for those that have no result.
fn tests(report: &Report, result: &SubmissionReport, lang: Lang) -> Vec<Test> {
    let mut names = Names::default();
    let mut is_first = true;
    let mut tests = Vec::with_capacity(report.start.cases.len());
    for case in &report.start.cases {
        let name = names.unique(&case.case.0);
        let own = result.cases.iter().find(|it| it.case == case.case);
        let Some(own) = own else {
            tests.push(Test {
                name,
                cpu_time: Duration::ZERO,
                ending: Ending::Skipped(not_run(lang).to_owned()),
                stderr: String::new(),
            });
            continue;
        };
        let refused = is_first && own.cause == Cause::Compile;
        is_first &= !refused;
        let ending = ending(report, result, case, own, refused, lang);
        tests.push(Test {
            name,
            cpu_time: own.usage.map_or(Duration::ZERO, |usage| usage.cpu_time),
            ending,
            stderr: allowed(&own.stderr),
        });
    }
    tests
}

fn ending(
    report: &Report,
    result: &SubmissionReport,
    case: &CaseInfo,
    own: &CaseResult,
    refused: bool,
    lang: Lang,
) -> Ending {
    let limits = &result.begun.limits;
    let said = text::cause(lang, &own.cause, case, limits);
    let told = |body: String| Told {
        kind: own.verdict.code(),
        message: allowed(&sanitize::line(&said)),
        body: allowed(&body),
    };
    let explained = || plain::explained(lang, own, case, limits, report.start.rules);
    match own.verdict {
        Verdict::Accepted => Ending::Passed,
        verdict if verdict != Verdict::JudgeError && !report.start.counts(&own.case) => {
            let said = text::of(lang, verdict.code(), &said);
            Ending::Skipped(allowed(&sanitize::line(&text::not_counted(lang, &said))))
        }
        Verdict::Skipped => Ending::Skipped(allowed(&sanitize::line(&said))),
        Verdict::JudgeError => Ending::Broken(told(said.clone())),
        Verdict::CompileError if refused => {
            let compilation = result.compilation.as_ref();
            let message = compilation.map(|it| plain::compiled(lang, it));
            Ending::Failed(told(message.unwrap_or_default()))
        }
        Verdict::CompileError => Ending::Failed(told(said.clone())),
        Verdict::PresentationError
        | Verdict::WrongAnswer
        | Verdict::TimeLimitExceeded
        | Verdict::IdlenessLimitExceeded
        | Verdict::MemoryLimitExceeded
        | Verdict::OutputLimitExceeded
        | Verdict::RuntimeError => Ending::Failed(told(explained())),
    }
}

/// The only test of somebody who has no result.
fn missing(contestant: &Contestant, lang: Lang) -> Test {
    let name = match lang {
        Lang::English => "hand-in",
        Lang::Chinese => "提交",
    };
    let why = plain::absent(lang, contestant);
    Test {
        name: name.to_owned(),
        cpu_time: Duration::ZERO,
        ending: Ending::Skipped(allowed(&sanitize::line(&why))),
        stderr: String::new(),
    }
}

fn not_run(lang: Lang) -> &'static str {
    match lang {
        Lang::English => "not run yet",
        Lang::Chinese => "尚未评测",
    }
}

/// Names that were given; readers drop a second test of the same name.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    fn unique(&mut self, name: &str) -> String {
        let name = allowed(&sanitize::line(name));
        let mut own = name.clone();
        let mut number = 2;
        while !self.0.insert(own.clone()) {
            own = format!("{name} #{number}");
            number += 1;
        }
        own
    }
}

/// A text without the characters that XML 1.0 forbids.
fn allowed(text: &str) -> String {
    let is_allowed = |it: &char| {
        matches!(it, '\t' | '\n' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}')
            || *it >= '\u{10000}'
    };
    text.chars().filter(is_allowed).collect()
}
