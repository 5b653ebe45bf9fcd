//! How much of the time limit sample programs need: right ones must have room, and
//! programs that are to be too slow must be so clearly, or another machine judges
//! otherwise.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::issue::{Issue, Kind, OfSample, Severity};
use crate::compile::Compiler;
use crate::config::Config;
use crate::event::{Event, Now};
use crate::judge::{self, Plan, Tools};
use crate::sandbox::Place;
use crate::submission::class::Contestant;
use crate::submission::{Kind as Handed, Submission};
use crate::testcase::{CaseId, Testcase};
use crate::units::seconds;
use crate::verdict::{CaseResult, Cause, Verdict};

/// How many times what a right program needs the limit should be.
pub const RIGHT: u32 = 2;
/// How many times the limit a program must need that is to be too slow: as 3 / 2.
pub const SLOW: (u32, u32) = (3, 2);

/// A program, and the verdict that its first line says it must get.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The program.
    pub submission: Submission,
    /// The verdict: AC or TLE.
    pub expected: Verdict,
}

/// What a sample needed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SampleReport {
    /// The sample.
    pub sample: String,
    /// The verdict that it must get.
    pub expected: Verdict,
    /// The verdict that it got: the worst of all testcases.
    pub verdict: Verdict,
    /// The testcase that took most of its time.
    pub slowest: CaseId,
    /// How long. In JSON a number of seconds.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// The time limit of its language.
    #[serde(with = "seconds")]
    pub limit: Duration,
}

/// The samples of a folder, or the one file: those that must get AC or TLE. What is
/// no sample is told of, but for those that must get another verdict.
///
/// # Errors
/// A path that leads nowhere, or a folder that can't be read.
pub fn find(path: &Path, config: &Config) -> io::Result<(Vec<Sample>, Vec<Issue>)> {
    let mut paths = vec![path.to_owned()];
    if fs::metadata(path)?.is_dir() {
        let entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        paths = entries.iter().map(fs::DirEntry::path).collect();
        paths.retain(|it| it.is_file() && !is_hidden(it));
        paths.sort();
    }
    let (mut samples, mut issues) = (Vec::new(), Vec::new());
    for path in paths {
        let skipped = |error| {
            issue(
                &path,
                None,
                Severity::Warning,
                Kind::Sample(OfSample::Skipped { error }),
            )
        };
        let expected = match first_line(&path) {
            Ok(line) => expectation(&line),
            Err(error) => {
                issues.push(skipped(Some(error.to_string())));
                continue;
            }
        };
        match expected {
            None => issues.push(skipped(None)),
            Some(expected @ (Verdict::Accepted | Verdict::TimeLimitExceeded)) => {
                match Submission::from_path(&path, config) {
                    Ok(submission) => samples.push(Sample {
                        submission,
                        expected,
                    }),
                    Err(error) => issues.push(skipped(Some(error.to_string()))),
                }
            }
            Some(_) => {}
        }
    }
    Ok((samples, issues))
}

fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// The first line of a file, as far as it matters; of a script, the one behind `#!`.
fn first_line(path: &Path) -> io::Result<String> {
    let mut head = Vec::new();
    fs::File::open(path)?.take(1024).read_to_end(&mut head)?;
    let mut lines = head.split(|&byte| byte == b'\n');
    let line = lines.find(|it| !it.starts_with(b"#!"));
    Ok(String::from_utf8_lossy(line.unwrap_or_default()).into_owned())
}

/// The verdict of a line such as `// expect: TLE - tries everything`.
fn expectation(line: &str) -> Option<Verdict> {
    let (_, rest) = line.split_once("expect:")?;
    let code = rest.split_whitespace().next()?;
    Verdict::ALL.into_iter().find(|it| it.code() == code)
}

/// What samples are run with.
pub struct Run<'a> {
    /// The contest.
    pub config: &'a Config,
    /// Where they run.
    pub place: &'a Arc<Place>,
    /// What makes programs of them.
    pub compiler: &'a Compiler<'a>,
    /// Where it is said what is going on.
    pub now: &'a Now,
    /// The cases on which a right program may have another answer.
    pub ambiguous: HashSet<CaseId>,
    /// How many run at a time.
    pub jobs: std::num::NonZero<usize>,
}

/// Runs all samples on all cases, in their order. Those that must be too slow are done
/// when they are.
///
/// # Errors
/// None but the system's.
pub fn margins(
    run: &Run<'_>,
    samples: &[Sample],
    cases: Vec<Testcase>,
) -> io::Result<(Vec<SampleReport>, Vec<Issue>)> {
    let mut issues = Vec::new();
    let mut reports = Vec::new();
    let mut cases = cases;
    for expected in [Verdict::Accepted, Verdict::TimeLimitExceeded] {
        let own = samples.iter().filter(|it| it.expected == expected);
        let submissions: Vec<Submission> = own.map(|it| it.submission.clone()).collect();
        if submissions.is_empty() {
            continue;
        }
        let is_slow = expected == Verdict::TimeLimitExceeded;
        let mut config = run.config.clone();
        if is_slow {
            config.limits.cpu_time = config.limits.cpu_time * SLOW.0 / SLOW.1;
        }
        let plan = plan(run, config, cases, submissions, is_slow);
        let seen = grade(run, &plan)?;
        for submission in &plan.submissions {
            let Some(seen) = seen.get(&submission.name) else {
                continue;
            };
            let limit = limit(submission, run.config);
            let (found, issue) = judged(submission, expected, seen, limit);
            reports.extend(found);
            issues.extend(issue);
        }
        cases = plan.cases;
    }
    reports.sort_by_key(|it| (it.expected, std::cmp::Reverse(it.time)));
    Ok((reports, issues))
}

/// What was seen of a sample.
#[derive(Default)]
struct Seen {
    /// The case that took most time.
    slowest: Option<(CaseId, Duration)>,
    /// The worst verdict but for a timeout, where it is, and why if that is ours.
    worst: Option<(Verdict, CaseId, Option<String>)>,
    is_too_slow: bool,
}

impl Seen {
    fn add(&mut self, result: &CaseResult, ambiguous: &HashSet<CaseId>) {
        let case = &result.case;
        let time = result.usage.map(|it| it.cpu_time);
        let most = self.slowest.as_ref().map(|(_, most)| *most);
        if let Some(time) = time.filter(|time| most.is_none_or(|most| *time > most)) {
            self.slowest = Some((case.clone(), time));
        }
        let verdict = result.verdict;
        let is_excused = verdict == Verdict::WrongAnswer && ambiguous.contains(case);
        match verdict {
            Verdict::Accepted | Verdict::Skipped => {}
            Verdict::TimeLimitExceeded => self.is_too_slow = true,
            _ if is_excused => {}
            _ if self.worst.as_ref().is_none_or(|(it, ..)| verdict > *it) => {
                let why = match &result.cause {
                    Cause::Judge { message } => Some(message.clone()),
                    _ => None,
                };
                self.worst = Some((verdict, case.clone(), why));
            }
            _ => {}
        }
    }
}

fn grade(run: &Run<'_>, plan: &Plan) -> io::Result<BTreeMap<String, Seen>> {
    let mut all: BTreeMap<String, Seen> = BTreeMap::new();
    let tools = Tools {
        compiler: run.compiler,
        journal: None,
        now: run.now,
    };
    let start = judge::start(plan, run.place);
    judge::grade(plan, run.place, tools, &start, |event| {
        if let Event::CaseFinished { submission, result } = event {
            let seen = all.entry(submission.clone()).or_default();
            seen.add(result, &run.ambiguous);
        }
        Ok(())
    })?;
    Ok(all)
}

/// What is to be said of a sample.
fn judged(
    submission: &Submission,
    expected: Verdict,
    seen: &Seen,
    limit: Duration,
) -> (Option<SampleReport>, Option<Issue>) {
    let path = PathBuf::from(&submission.name);
    let issue = |case: &CaseId, severity, kind| issue(&path, Some(case), severity, kind);
    if let Some((verdict, case, why)) = &seen.worst {
        // A compiler that isn't here says nothing of the testcases.
        let (severity, kind) = if *verdict == Verdict::JudgeError {
            let error = why.clone();
            (Severity::Warning, Kind::Sample(OfSample::Skipped { error }))
        } else {
            let verdict = *verdict;
            (
                Severity::Error,
                Kind::Sample(OfSample::Fails { expected, verdict }),
            )
        };
        return (None, Some(issue(case, severity, kind)));
    }
    let Some((case, time)) = seen.slowest.clone() else {
        return (None, None);
    };
    let is_right = expected == Verdict::Accepted;
    let kind = match (is_right, seen.is_too_slow) {
        (true, true) => {
            let verdict = Verdict::TimeLimitExceeded;
            Some((
                Severity::Error,
                Kind::Sample(OfSample::Fails { expected, verdict }),
            ))
        }
        (true, false) if time * RIGHT > limit => Some((
            Severity::Warning,
            Kind::Sample(OfSample::LittleTime { time, limit }),
        )),
        (false, false) => Some((
            Severity::Warning,
            Kind::Sample(OfSample::MuchTime { time, limit }),
        )),
        _ => None,
    };
    let verdict = if seen.is_too_slow || !is_right && time > limit {
        Verdict::TimeLimitExceeded
    } else {
        Verdict::Accepted
    };
    let issue = kind.map(|(severity, kind)| issue(&case, severity, kind));
    let report = SampleReport {
        sample: submission.name.clone(),
        expected,
        verdict,
        slowest: case,
        time,
        limit,
    };
    (Some(report), issue)
}

fn limit(submission: &Submission, config: &Config) -> Duration {
    let language = match &submission.kind {
        Handed::Source(language) => Some(language.as_str()),
        Handed::Executable => None,
    };
    config.for_language(language).limits.cpu_time
}

fn plan(
    run: &Run<'_>,
    config: Config,
    cases: Vec<Testcase>,
    submissions: Vec<Submission>,
    fail_fast: bool,
) -> Plan {
    let contestant = |it: &Submission| Contestant {
        id: it.name.clone(),
        name: None,
        file: Some(it.name.clone()),
        remarks: Vec::new(),
    };
    Plan {
        config,
        groups: Vec::new(),
        cases,
        left_out: 0,
        hand_ins: None,
        folder: None,
        contestants: submissions.iter().map(contestant).collect(),
        submissions,
        left_out_files: Vec::new(),
        partition: None,
        fail_fast,
        probing: None,
        jobs: run.jobs,
    }
}

fn issue(path: &Path, case: Option<&CaseId>, severity: Severity, kind: Kind) -> Issue {
    Issue {
        severity,
        case: case.cloned(),
        file: Some(path.to_owned()),
        span: None,
        source: None,
        kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::Content;

    fn said(expected: Verdict, seen: &Seen, limit: Duration) -> Option<(Severity, OfSample)> {
        let submission = Submission {
            name: "sample".to_owned(),
            file_name: "sample".into(),
            content: Content::Bytes(Arc::from([])),
            kind: Handed::Executable,
        };
        let (_, issue) = judged(&submission, expected, seen, limit);
        issue.map(|it| match it.kind {
            Kind::Sample(of) => (it.severity, of),
            other => panic!("{other:?}"),
        })
    }

    fn needs(time: Duration, is_too_slow: bool) -> Seen {
        Seen {
            slowest: Some((CaseId("1".to_owned()), time)),
            worst: None,
            is_too_slow,
        }
    }

    #[test]
    fn margins_are_half_of_the_limit_and_half_more() {
        let limit = Duration::from_secs(3);
        let [half, over] = [1500, 1501].map(Duration::from_millis);
        let right = |seen: &Seen| said(Verdict::Accepted, seen, limit);
        assert_eq!(right(&needs(half, false)), None);
        let little = OfSample::LittleTime { time: over, limit };
        let little = Some((Severity::Warning, little));
        assert_eq!(right(&needs(over, false)), little);
        let fails =
            |expected, verdict| Some((Severity::Error, OfSample::Fails { expected, verdict }));
        let (accepted, slow) = (Verdict::Accepted, Verdict::TimeLimitExceeded);
        assert_eq!(right(&needs(limit, true)), fails(accepted, slow));

        let time = Duration::from_secs(4);
        assert_eq!(said(slow, &needs(time, true), limit), None);
        let much = Some((Severity::Warning, OfSample::MuchTime { time, limit }));
        assert_eq!(said(slow, &needs(time, false), limit), much);

        let worst = |verdict, why: Option<&str>| Seen {
            worst: Some((verdict, CaseId("1".to_owned()), why.map(str::to_owned))),
            ..needs(half, false)
        };
        let wrong = Verdict::WrongAnswer;
        assert_eq!(right(&worst(wrong, None)), fails(accepted, wrong));
        let error = Some("no compiler".to_owned());
        let skipped = Some((Severity::Warning, OfSample::Skipped { error }));
        assert_eq!(
            right(&worst(Verdict::JudgeError, Some("no compiler"))),
            skipped
        );
    }

    #[test]
    fn expectations_are_in_comments() {
        for (line, verdict) in [
            (
                "// expect: TLE - tries everything",
                Some(Verdict::TimeLimitExceeded),
            ),
            ("# expect: AC", Some(Verdict::Accepted)),
            ("{ expect: WA - why }", Some(Verdict::WrongAnswer)),
            ("// expect: XX", None),
            ("#include <cstdio>", None),
        ] {
            assert_eq!(expectation(line), verdict, "{line}");
        }
    }
}
