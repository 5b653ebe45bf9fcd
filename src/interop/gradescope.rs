//! `results.json` of one submission, as Gradescope reads it.
//!
//! A subtask is a test with its points, so that the tests' sum is the score under
//! every rule; its cases follow as tests without points, each with the explanation
//! that the judge gives everybody: what was printed, what is expected, and the board
//! where they part. Nothing is hidden, since the testcases come with the judge; a
//! teacher whose cases are secret leaves this document to themselves. A subtask that
//! doesn't count neither passes nor fails, nor do its cases that aren't accepted.
//!
//! Without a score (a failure of the judge, cases left out) there is none at all:
//! Gradescope then shows that grading failed, and nobody loses marks.

use serde::Serialize;

use crate::digest::Digest;
use crate::lang::Lang;
use crate::report::{plain, probes, text};
use crate::scoring::{GroupScore, Points};
use crate::submission::class::Contestant;
use crate::summary::{Report, SubmissionReport};
use crate::units::seconds;
use crate::verdict::{CaseResult, ProbeKind, Verdict};

use std::time::Duration;

/// A report that isn't of one submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOne {
    /// How many there are.
    pub submissions: usize,
}

/// What Gradescope reads.
#[derive(Debug, Serialize)]
struct Results {
    /// The first key, by which a file is known as one of ours.
    extra_data: Extra,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none", with = "optional_seconds")]
    execution_time: Option<Duration>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<Test>,
}

#[derive(Debug, Serialize)]
struct Extra {
    /// The judge's version.
    mayan_judge: String,
    submission: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<Digest>,
    /// Testcases on which somebody should look at the program, by why: students see
    /// nothing of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fails_with_other_colours: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fails_on_fresh_boards: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Test {
    name: String,
    number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

mod optional_seconds {
    use super::{Duration, seconds};

    #[expect(clippy::ref_option, reason = "what serde calls")]
    pub(super) fn serialize<S: serde::Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => seconds::serialize(time, to),
            None => to.serialize_none(),
        }
    }
}

const TEXT: &str = "text";
const VISIBLE: &str = "visible";
const HIDDEN: &str = "hidden";

/// The results of the report's only submission.
///
/// # Errors
/// A report of several submissions, or of none.
pub fn results(report: &Report, lang: Lang) -> Result<String, NotOne> {
    let all = &report.start.contestants;
    let with_file = || all.iter().filter(|it| it.file.is_some());
    let contestant = match (all.as_slice(), with_file().count()) {
        ([one], _) => Some(one),
        (_, 1) => with_file().next(),
        _ => None,
    };
    let Some(contestant) = contestant else {
        return Err(NotOne {
            submissions: with_file().count(),
        });
    };
    let result = report.by_submission().get(contestant.id.as_str()).copied();
    let score = result.and_then(|it| it.score);
    let times = result.into_iter().flat_map(|it| &it.cases);
    let times: Vec<Duration> = times.filter_map(|it| Some(it.usage?.cpu_time)).collect();
    let flagged = |kind| {
        let cases = result.into_iter().flat_map(|it| probes::flagged(it, kind));
        cases.map(str::to_owned).collect()
    };
    let results = Results {
        extra_data: Extra {
            mayan_judge: report.start.judge.clone(),
            submission: contestant.id.clone(),
            verdict: result.map(|it| it.verdict),
            digest: result.and_then(|it| it.begun.digest),
            fails_with_other_colours: flagged(ProbeKind::Isomorph),
            fails_on_fresh_boards: flagged(ProbeKind::Fresh),
        },
        score: score.map(|it| it.points),
        execution_time: (!times.is_empty()).then(|| times.iter().sum()),
        output: summary(report, contestant, result, lang),
        output_format: TEXT,
        visibility: VISIBLE,
        stdout_visibility: HIDDEN,
        // Tests alone would be taken for a score.
        tests: match (result, score) {
            (Some(result), Some(_)) => tests(report, result, lang),
            _ => Vec::new(),
        },
    };
    // Nothing in it can fail: no maps with odd keys, and it is written to memory.
    let text = serde_json::to_string_pretty(&results).unwrap_or_default();
    Ok(text + "\n")
}

/// Whether a file is such a document.
#[must_use]
pub fn is_ours(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(256)]);
    let head: String = head.split_whitespace().collect();
    head.starts_with("{\"extra_data\":{\"mayan_judge\":")
}

/// What a student reads first.
fn summary(
    report: &Report,
    contestant: &Contestant,
    result: Option<&SubmissionReport>,
    lang: Lang,
) -> String {
    let Some(result) = result else {
        let why = contestant
            .remarks
            .iter()
            .map(|it| text::own_remark(lang, it));
        let why: Vec<String> = why.collect();
        return if why.is_empty() {
            text::absent(lang, None).to_owned()
        } else {
            why.join("\n")
        };
    };
    let mut lines = Vec::new();
    let (code, name) = (result.verdict, text::verdict(lang, result.verdict));
    let verdict = match lang {
        Lang::English => format!("{code} ({name})"),
        Lang::Chinese => format!("{code}（{name}）"),
    };
    lines.push(match (result.score, lang) {
        (Some(score), Lang::English) => {
            format!("Score {} of {}; {verdict}", score.points, score.of)
        }
        (Some(score), Lang::Chinese) => {
            format!("得分 {}，满分 {}；{verdict}", score.points, score.of)
        }
        (None, _) => verdict,
    });
    lines.extend(plain::unscored(lang, report, result));
    lines.extend(plain::uncounted(lang, report, result));
    lines.extend(
        contestant
            .remarks
            .iter()
            .map(|it| text::own_remark(lang, it)),
    );
    if let Some(compilation) = &result.compilation {
        let said = plain::compiled(lang, compilation);
        if !said.is_empty() {
            lines.push(said);
        }
    }
    lines.join("\n")
}

fn tests(report: &Report, result: &SubmissionReport, lang: Lang) -> Vec<Test> {
    let mut tests = Vec::new();
    for (index, group) in report.start.subtasks.iter().enumerate() {
        let number = index + 1;
        if let Some(score) = result.subtasks.get(index) {
            tests.push(subtask(number, score, lang));
        }
        for (place, id) in group.cases.iter().enumerate() {
            let own = result.cases.iter().find(|it| it.case == *id);
            if let Some(own) = own {
                let number = format!("{number}.{}", place + 1);
                tests.extend(case(report, result, own, number, lang));
            }
        }
    }
    tests
}

fn subtask(number: usize, score: &GroupScore, lang: Lang) -> Test {
    let accepted = score.strip.chars().filter(|it| *it == 'A').count();
    let all = score.strip.chars().count();
    let mut output = match lang {
        Lang::English => format!("{accepted} of {all} cases accepted"),
        Lang::Chinese => format!("{all} 个测试点中通过 {accepted} 个"),
    };
    if let Some(other) = &score.withheld {
        output += &match lang {
            Lang::English => format!("; no points without all those of {other}"),
            Lang::Chinese => format!("；子任务 {other} 未得满分，因此不得分"),
        };
    }
    if !score.counts {
        output = text::not_counted(lang, &output);
    }
    let is_full = score.points == Some(score.of) && accepted == all;
    Test {
        name: score.name.clone(),
        number: number.to_string(),
        score: score.points.filter(|_| score.counts),
        max_score: score.counts.then_some(score.of),
        status: score
            .counts
            .then_some(if is_full { "passed" } else { "failed" }),
        output,
        output_format: TEXT,
        visibility: VISIBLE,
    }
}

/// A test without points; `None` for one that the contest doesn't have.
fn case(
    report: &Report,
    result: &SubmissionReport,
    own: &CaseResult,
    number: String,
    lang: Lang,
) -> Option<Test> {
    let case = report.case(&own.case)?;
    let limits = &result.begun.limits;
    let output = match own.verdict {
        Verdict::CompileError | Verdict::Skipped => text::cause(lang, &own.cause, case, limits),
        _ => plain::explained(lang, own, case, limits, report.start.rules),
    };
    Some(Test {
        name: format!("{} {}", own.verdict, own.case.0),
        number,
        score: None,
        max_score: None,
        status: match own.verdict {
            Verdict::Accepted => Some("passed"),
            // Neither: it was not run, or it doesn't count.
            Verdict::Skipped => None,
            _ if !report.start.counts(&own.case) => None,
            _ => Some("failed"),
        },
        output,
        output_format: TEXT,
        visibility: VISIBLE,
    })
}
