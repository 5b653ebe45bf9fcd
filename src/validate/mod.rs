//! What testcases are worth to a setter: whether every file is as it should be, every
//! answer right and unambiguous, no case like another, and how hard each is.
//!
//! - [`mod@self`]: all of it together; [`issue`], [`code`]: what there is to say, as data.
//! - [`case`]: one testcase; [`layout`]: its white space; [`mend`]: writing it anew;
//!   [`hardness`]: its search.
//! - [`twins`], [`names`], [`subtasks`]: one testcase among the others.
//! - [`samples`]: programs against the time limit; [`strength`]: which wrong programs
//!   testcases let pass.

pub mod case;
pub mod code;
pub mod hardness;
pub mod issue;
pub mod layout;
pub mod mend;
pub mod names;
pub mod samples;
pub mod strength;
pub mod subtasks;
pub mod twins;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use mayan_reference::{Puzzle, Rules};
use serde::Serialize;

use crate::config::Config;
use crate::generate::parallel;
use crate::testcase::{CaseFiles, CaseId, Found, Testcase};
use case::{CaseReport, Terms};
use issue::{Issue, Kind, OfFile, Severity, Twin};
use mend::Mended;
use samples::SampleReport;
use strength::Strength;
use subtasks::Membership;

/// The version of the document. It changes when a reader of the former version would
/// misread the new one; new keys and codes may come without.
pub const VERSION: u32 = 1;

/// Everything that there is to say of some testcases: the document of `--format json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Validation {
    /// [`VERSION`].
    pub version: u32,
    /// The judge's own version.
    pub judge: &'static str,
    /// Where the testcases are.
    pub testcases: PathBuf,
    /// The contest's rules.
    pub rules: Rules,
    /// The testcases whose inputs are puzzles, in natural order.
    pub cases: Vec<CaseReport>,
    /// How many inputs there are, puzzles or not.
    pub inputs: usize,
    /// What there is to say: first of the cases, in order.
    pub issues: Vec<Issue>,
    /// What was mended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mended: Vec<Mended>,
    /// What sample programs needed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<SampleReport>,
    /// Which wrong programs the testcases let pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
}

impl Validation {
    /// How many issues are so grave.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        let issues = self.issues.iter();
        issues.filter(|it| it.severity == severity).count()
    }

    /// Whether something could not be read or written.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        let of_system = |it: &Issue| {
            matches!(
                it.kind,
                Kind::File(OfFile::Unreadable { .. } | OfFile::Unwritable { .. })
            )
        };
        self.issues.iter().any(of_system)
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The contest.
    pub config: &'a Config,
    /// Where the testcases are.
    pub place: &'a Path,
    /// Whether the cases are all of a contest, so that subtasks are to be filled.
    pub is_whole: bool,
    /// Whether layouts are mended.
    pub fix: bool,
    /// How many threads.
    pub jobs: NonZero<usize>,
}

/// Looks at all testcases that were found. What is known of them, and the testcases
/// themselves, for whoever has more to do with them.
#[must_use]
pub fn validate(found: &Found, options: Options<'_>) -> (Validation, Vec<Testcase>) {
    let Options { config, .. } = options;
    let ids: Vec<&CaseId> = found.cases.iter().map(|it| &it.id).collect();
    let membership = Membership::of(if options.is_whole { &ids } else { &[] }, config);
    let terms = Terms {
        rules: config.rules,
        layout: config.testcases.layout,
        fix: options.fix,
    };
    let look = |place: usize, files: &CaseFiles| {
        let belongs = membership.belongs(place, &files.id);
        case::look(files, &belongs, terms)
    };
    let mut validation = Validation {
        version: VERSION,
        judge: crate::judge::JUDGE,
        testcases: options.place.to_owned(),
        rules: config.rules,
        cases: Vec::new(),
        inputs: found.cases.len(),
        issues: Vec::new(),
        mended: Vec::new(),
        samples: Vec::new(),
        strength: None,
    };
    let mut testcases = Vec::new();
    let mut files: Vec<&Path> = Vec::new();
    let numbered: Vec<(usize, &CaseFiles)> = found.cases.iter().enumerate().collect();
    let jobs = options.jobs.get();
    let looked = parallel::map(&numbered, jobs, |(place, files)| look(*place, files));
    for (case, looked) in found.cases.iter().zip(looked) {
        validation.issues.extend(looked.issues);
        validation.mended.extend(looked.mended);
        if let Some((testcase, report)) = looked.known {
            validation.cases.push(report);
            testcases.push(testcase);
            files.push(&case.input);
        }
    }
    let puzzles: Vec<(&CaseId, Puzzle)> = testcases.iter().map(|it| (&it.id, it.puzzle)).collect();
    for (place, kind) in twins::twins(&puzzles) {
        validation.issues.push(Issue {
            severity: match kind {
                Kind::Twin(Twin::Mirror { .. }) => Severity::Note,
                _ => Severity::Warning,
            },
            case: Some(puzzles[place].0.clone()),
            file: Some(files[place].to_owned()),
            span: None,
            source: None,
            kind,
        });
    }
    validation.issues.extend(names::cases(&found.cases));
    validation.issues.extend(names::files(found));
    if options.is_whole {
        validation.issues.extend(membership.issues(&ids));
    }
    (validation, testcases)
}
