//! Several journals of one class, put together.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use super::read::{Contents, Kept};
use super::{CompiledLine, Run};
use crate::event::{Event, Start};
use crate::testcase::CaseId;
use crate::verdict::{CaseResult, Cause, ProbeKind, Skip, Verdict};

/// By how much a machine's speed may differ from the first one's.
pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.8..=1.25;

/// What journals hold together.
#[derive(Debug)]
pub struct Merged {
    /// The run that the others were held against: that of the first journal.
    pub run: Run,
    submissions: HashMap<String, CompiledLine>,
    results: HashMap<String, HashMap<CaseId, Kept>>,
}

/// A part of a contest in which two runs can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The judge's version, or what it was built from.
    Judge,
    /// What a program may use.
    Limits,
    /// The reading of the statement.
    Rules,
    /// How input and output are given.
    Io,
    /// The testcases.
    Cases,
    /// The subtasks.
    Subtasks,
    /// The boards besides the testcases.
    Probing,
    /// Name and style.
    Contest,
}

/// Why journals can't be put together, or not without a word.
#[derive(Debug, PartialEq)]
pub enum Conflict {
    /// Another contest: what is named differs from the first journal's.
    Contest {
        /// The journal.
        path: PathBuf,
        /// The first one.
        first: PathBuf,
        /// What differs.
        differs: Vec<Part>,
    },
    /// Results of two sources, compilers or limits.
    Inputs {
        /// The submission.
        submission: String,
        /// The testcase; `None` for how it was compiled.
        case: Option<CaseId>,
        /// The journals.
        paths: [PathBuf; 2],
    },
    /// Two verdicts on one thing.
    Verdicts {
        /// The submission.
        submission: String,
        /// The testcase; `None` for how it was compiled.
        case: Option<CaseId>,
        /// The verdicts, by journal.
        verdicts: [(PathBuf, Verdict); 2],
    },
    /// A machine that is faster or slower than the first one.
    Speed {
        /// The journal.
        path: PathBuf,
        /// The machine's name.
        machine: String,
        /// How many times the first machine's time it takes.
        ratio: f64,
    },
}

/// Puts journals together. Of equal verdicts the first one's result is taken, a
/// failure of the judge gives way to any other; of two that differ none is right.
///
/// With `any_speed` machines may differ in speed.
///
/// # Errors
/// All conflicts. `contents` must not be empty, and none of it without a run.
pub fn merge(contents: Vec<Contents>, any_speed: bool) -> Result<Merged, Vec<Conflict>> {
    let mut conflicts = Vec::new();
    let mut contents = contents.into_iter();
    let Some((first, run)) = contents.next().and_then(|it| {
        let run = it.runs.last()?.clone();
        Some((it, run))
    }) else {
        return Err(conflicts);
    };
    if !any_speed {
        conflicts.extend(odd_speeds(&first, &run));
    }
    let mut known = Known {
        contestants: run
            .start
            .contestants
            .iter()
            .map(|it| it.id.clone())
            .collect(),
        run,
        sources: Vec::new(),
        submissions: HashMap::new(),
        results: HashMap::new(),
        conflicts,
    };
    let first_path = first.path.clone();
    known.add(first);
    for journal in contents {
        let Some(last) = journal.runs.last() else {
            continue;
        };
        if last.contest != known.run.contest {
            known.conflicts.push(Conflict::Contest {
                differs: differences(&known.run.start, &last.start),
                path: journal.path,
                first: first_path.clone(),
            });
            continue;
        }
        if !any_speed {
            known.conflicts.extend(odd_speeds(&journal, &known.run));
        }
        for contestant in &last.start.contestants {
            if known.contestants.insert(contestant.id.clone()) {
                known.run.start.contestants.push(contestant.clone());
            }
        }
        known.add(journal);
    }
    let mut conflicts = std::mem::take(&mut known.conflicts);
    if !conflicts.is_empty() {
        conflicts.sort_by_cached_key(|it| format!("{it:?}"));
        return Err(conflicts);
    }
    Ok(Merged {
        run: known.run,
        submissions: known.submissions.into_iter().map(without_source).collect(),
        results: known.results,
    })
}

fn without_source((name, (line, _)): (String, (CompiledLine, usize))) -> (String, CompiledLine) {
    (name, line)
}

/// What was taken in, each with the journal it is from.
struct Known {
    run: Run,
    contestants: HashSet<String>,
    sources: Vec<PathBuf>,
    submissions: HashMap<String, (CompiledLine, usize)>,
    results: HashMap<String, HashMap<CaseId, Kept>>,
    conflicts: Vec<Conflict>,
}

impl Known {
    fn add(&mut self, mut journal: Contents) {
        journal.forget_others();
        let source = self.sources.len();
        self.sources.push(journal.path);
        for (submission, line) in journal.submissions {
            self.add_submission(submission, line, source);
        }
        if source == 0 {
            self.results = journal.results;
            return;
        }
        for (submission, cases) in journal.results {
            self.add_results(&submission, cases, source);
        }
    }

    fn add_submission(&mut self, submission: String, line: CompiledLine, source: usize) {
        let Some((former, from)) = self.submissions.get(&submission) else {
            self.submissions.insert(submission, (line, source));
            return;
        };
        let paths = [self.sources[*from].clone(), self.sources[source].clone()];
        let verdicts = [former, &line].map(|it| it.compilation.verdict());
        let verdicts = verdicts.map(|it| it.unwrap_or(Verdict::Accepted));
        match Meeting::of(verdicts, former.key == line.key) {
            Meeting::Second => {
                self.submissions.insert(submission, (line, source));
            }
            Meeting::First => {}
            Meeting::Conflict(why) => self
                .conflicts
                .push(why.of(submission, None, verdicts, paths)),
        }
    }

    fn add_results(&mut self, submission: &str, cases: HashMap<CaseId, Kept>, source: usize) {
        let known = self.results.entry(submission.to_owned()).or_default();
        for (case, mut kept) in cases {
            kept.source = source;
            let Some(former) = known.get(&case) else {
                known.insert(case, kept);
                continue;
            };
            let paths = [former.source, source].map(|it| self.sources[it].clone());
            let verdicts = [former.result.verdict, kept.result.verdict];
            match Meeting::of(verdicts, former.key == kept.key) {
                Meeting::Second => {
                    known.insert(case, kept);
                }
                Meeting::First if weight(&kept.result) > weight(&former.result) => {
                    known.insert(case, kept);
                }
                Meeting::First => {}
                Meeting::Conflict(why) => {
                    let submission = submission.to_owned();
                    let conflict = why.of(submission, Some(case), verdicts, paths);
                    self.conflicts.push(conflict);
                }
            }
        }
    }
}

/// Of two results with one verdict the one counts on whose boards besides it the judge
/// did not fail, and then the one of which more is to be looked at: no flag is lost.
fn weight(result: &CaseResult) -> (bool, usize) {
    let flagged = ProbeKind::ALL.map(|kind| result.flagged(kind));
    (!result.has_judge_error(), flagged.iter().sum())
}

/// Which of two results of one thing counts.
enum Meeting {
    First,
    Second,
    Conflict(Why),
}

/// Why neither does.
enum Why {
    /// They are of other inputs.
    Inputs,
    /// They are of the same, and differ.
    Verdicts,
}

impl Meeting {
    /// A failure of the judge gives way, whatever it knew of the rest.
    fn of(verdicts: [Verdict; 2], same_inputs: bool) -> Self {
        match verdicts {
            [Verdict::JudgeError, _] => Self::Second,
            [_, Verdict::JudgeError] => Self::First,
            _ if !same_inputs => Self::Conflict(Why::Inputs),
            [first, second] if first != second => Self::Conflict(Why::Verdicts),
            _ => Self::First,
        }
    }
}

impl Why {
    fn of(
        self,
        submission: String,
        case: Option<CaseId>,
        verdicts: [Verdict; 2],
        paths: [PathBuf; 2],
    ) -> Conflict {
        let [first, second] = paths;
        match self {
            Self::Inputs => Conflict::Inputs {
                submission,
                case,
                paths: [first, second],
            },
            Self::Verdicts => Conflict::Verdicts {
                submission,
                case,
                verdicts: [(first, verdicts[0]), (second, verdicts[1])],
            },
        }
    }
}

/// The machines of a journal that are not as fast as another.
fn odd_speeds(journal: &Contents, first: &Run) -> Vec<Conflict> {
    let mut machines: BTreeMap<&str, f64> = BTreeMap::new();
    for run in &journal.runs {
        if let Some(ratio) = run.machine.against(&first.machine)
            && !SPEEDS.contains(&ratio)
        {
            machines.insert(&run.machine.name, ratio);
        }
    }
    machines
        .into_iter()
        .map(|(name, ratio)| Conflict::Speed {
            path: journal.path.clone(),
            machine: name.to_owned(),
            ratio,
        })
        .collect()
}

/// In what two contests differ.
fn differences(one: &Start, other: &Start) -> Vec<Part> {
    [
        (Part::Judge, one.judge != other.judge),
        (Part::Limits, one.limits != other.limits),
        (Part::Rules, one.rules != other.rules),
        (Part::Io, one.io != other.io),
        (Part::Cases, one.cases != other.cases),
        (Part::Subtasks, one.subtasks != other.subtasks),
        (Part::Probing, one.probing != other.probing),
        (Part::Contest, one.contest != other.contest),
    ]
    .into_iter()
    .filter_map(|(part, differs)| differs.then_some(part))
    .collect()
}

impl Merged {
    /// What happened, as if it had been one run.
    pub fn events(self) -> impl Iterator<Item = Event> {
        let Self {
            run,
            mut submissions,
            mut results,
        } = self;
        let mut start = run.start;
        start.partition = None;
        let told_of = start.clone();
        let names: Vec<String> = start.contestants.iter().map(|it| it.id.clone()).collect();
        let told = names.into_iter().filter_map(move |name| {
            let line = submissions.remove(&name)?;
            let results = results.remove(&name).unwrap_or_default();
            Some(of_submission(line, results, &told_of))
        });
        std::iter::once(Event::Start(start))
            .chain(told.flatten())
            .chain(std::iter::once(Event::Finished { interrupted: false }))
    }
}

fn of_submission(
    line: CompiledLine,
    mut results: HashMap<CaseId, Kept>,
    start: &Start,
) -> Vec<Event> {
    let instead = line.compilation.instead();
    let submission = line.begun.submission.clone();
    let mut events = vec![
        Event::SubmissionStarted(line.begun),
        Event::Compiled(line.compilation),
    ];
    let mut failed = false;
    for case in start.cases.iter().map(|info| &info.case) {
        let kept = results.remove(case);
        let result = if let Some((verdict, cause)) = &instead {
            CaseResult::without_run(case.clone(), *verdict, cause.clone())
        } else if failed && start.fail_fast {
            let why = Skip::FailFast;
            let cause = Cause::NotRun { why };
            CaseResult::without_run(case.clone(), Verdict::Skipped, cause)
        } else if let Some(kept) = kept {
            kept.result
        } else {
            continue;
        };
        failed |= instead.is_none() && result.verdict > Verdict::Skipped && start.counts(case);
        events.push(Event::CaseFinished {
            submission: submission.clone(),
            result,
        });
    }
    events.push(Event::SubmissionFinished { submission });
    events
}
