//! A submission before it is run: what is known of it, and what it becomes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use super::{Plan, Tools, keys};
use crate::compile::{CompileError, Compiled, Compiler, Program};
use crate::config::Config;
use crate::digest::Digest;
use crate::event::{Begun, Compilation, CompileOutcome};
use crate::hint::{self, Hint};
use crate::journal::machine::Machine;
use crate::journal::read::Contents;
use crate::journal::{CompiledLine, Key, Stale};
use crate::sandbox::{Sandbox, SandboxError};
use crate::source::{self, Encoding};
use crate::submission::{Kind, Submission};
use crate::verdict::CaseResult;

/// The key of what depends on a toolchain that isn't known.
const UNKNOWN: &str = "unknown";

/// What is the same for all submissions of a language.
pub(super) struct Terms {
    pub(super) config: Arc<Config>,
    parts: Vec<Digest>,
}

/// The terms of all languages that are in play; `None` is a program as it is.
pub(super) type AllTerms = HashMap<Option<String>, Terms>;

pub(super) fn language(submission: &Submission) -> Option<String> {
    match &submission.kind {
        Kind::Source(language) => Some(language.clone()),
        Kind::Executable => None,
    }
}

pub(super) fn terms(plan: &Plan) -> AllTerms {
    let mut all = AllTerms::new();
    for submission in &plan.submissions {
        let language = language(submission);
        if all.contains_key(&language) {
            continue;
        }
        let config = Arc::new(plan.config.for_language(language.as_deref()));
        let parts = keys::case_parts(&plan.cases, &config, plan.probing);
        all.insert(language, Terms { config, parts });
    }
    all
}

/// A submission, and what it and its results depend on.
pub(super) struct Known {
    pub(super) begun: Begun,
    /// `None` where the toolchain isn't known; then nothing can be run either.
    compilation: Option<Key>,
    pub(super) cases: Arc<Vec<Key>>,
}

pub(super) fn known(submission: &Submission, terms: &Terms, compiler: &Compiler<'_>) -> Known {
    // What can't be read can't be compiled either, and that will say why.
    let digest = submission.read().ok().map(|bytes| Digest::of(&bytes));
    let handed_in = digest.unwrap_or_else(|| Digest::of(b""));
    let compilation = keys::compilation(submission, handed_in, &terms.config, compiler);
    let cases = match &compilation {
        Some(key) => case_keys(key, terms),
        None => Vec::new(),
    };
    Known {
        begun: Begun {
            submission: submission.name.clone(),
            language: language(submission),
            digest,
            machine: Some(Machine::described().to_owned()),
            limits: (&terms.config.limits).into(),
        },
        compilation,
        cases: Arc::new(cases),
    }
}

fn case_keys(compilation: &Key, terms: &Terms) -> Vec<Key> {
    let parts = terms.parts.iter();
    parts.map(|part| keys::case(compilation, part)).collect()
}

/// What a journal holds of a submission that is still good.
pub(super) struct Kept {
    pub(super) compilation: Option<Compilation>,
    /// By the testcase's place.
    pub(super) results: HashMap<usize, CaseResult>,
}

pub(super) fn kept(plan: &Plan, tools: &Tools<'_>, known: &Known) -> Kept {
    let mut kept = Kept {
        compilation: None,
        results: HashMap::new(),
    };
    let (Some((_, contents)), Some(key)) = (tools.journal, &known.compilation) else {
        return kept;
    };
    let name = &known.begun.submission;
    let line = contents.compiled(name, key);
    kept.compilation = line.map(|line| line.compilation.clone());
    if kept.compilation.is_none() {
        return kept;
    }
    for (place, (case, key)) in plan.cases.iter().zip(known.cases.iter()).enumerate() {
        if let Some(result) = contents.result(name, &case.id, key) {
            kept.results.insert(place, result.clone());
        }
    }
    kept
}

/// What a journal holds of a submission that isn't good any more.
pub(super) fn stale(
    plan: &Plan,
    contents: &Contents,
    known: &Known,
    terms: &Terms,
) -> Option<Stale> {
    let Begun {
        submission,
        language,
        digest,
        ..
    } = &known.begun;
    // A compiler that can't be asked today is taken for the one of last time: what
    // it made then is not used, and not thrown away.
    let presumed = || {
        let line = contents.submissions.get(submission)?;
        let same = line.begun.digest == *digest && line.begun.language == *language;
        same.then(|| line.key.clone())
    };
    let compilation = known.compilation.clone().or_else(presumed);
    let compilation = compilation.unwrap_or(Key(UNKNOWN.to_owned()));
    let keys = case_keys(&compilation, terms);
    let places: HashMap<_, _> = plan.cases.iter().map(|it| &it.id).zip(keys).collect();
    contents.stale(submission, &compilation, |case| places.get(case).cloned())
}

/// Compiles a submission. `None` if the run was interrupted.
pub(super) fn compile(
    submission: &Submission,
    config: &Config,
    compiler: &Compiler<'_>,
    sandbox: &mut Sandbox,
) -> Option<(Compilation, Option<Program>)> {
    let begun = Instant::now();
    let compiled = twice(|| compiler.compile(submission, sandbox));
    let mut cached = false;
    let mut encoding = Encoding::default();
    let (outcome, message, program) = match compiled {
        Ok(Compiled::Program(program)) => {
            (cached, encoding) = (program.cached, program.encoding);
            let outcome = if program.compiled {
                CompileOutcome::Done
            } else {
                CompileOutcome::NotNeeded
            };
            (outcome, String::new(), Some(program))
        }
        Ok(Compiled::Rejected(rejection)) => {
            (cached, encoding) = (rejection.cached, rejection.encoding);
            (CompileOutcome::Failed, rejection.message, None)
        }
        Err(CompileError::Sandbox(SandboxError::Interrupted)) => return None,
        Err(error) => (CompileOutcome::JudgeError, error.to_string(), None),
    };
    let time = begun.elapsed();
    let mut compilation = Compilation {
        submission: submission.name.clone(),
        outcome,
        message,
        time,
        cached,
        toolchain: None,
        encoding,
        hints: Vec::new(),
    };
    if let Kind::Source(language) = &submission.kind {
        let toolchain = compiler.toolchain(language).ok();
        compilation.toolchain = toolchain.and_then(|it| it.version);
        if let Ok(bytes) = submission.read() {
            let (text, _) = source::decode(bytes);
            let text = String::from_utf8_lossy(&text);
            compilation.hints = hints(language, &text, &compilation, config);
        }
    }
    Some((compilation, program))
}

/// A line for the journal: how it was compiled.
pub(super) fn line(known: &Known, compilation: &Compilation) -> CompiledLine {
    CompiledLine {
        key: known.compilation.clone().unwrap_or(Key(UNKNOWN.to_owned())),
        begun: known.begun.clone(),
        compilation: compilation.clone(),
    }
}

/// What can be done about a source, if something can.
fn hints(language: &str, text: &str, compilation: &Compilation, config: &Config) -> Vec<Hint> {
    let io = &config.io;
    let mut hints = match compilation.outcome {
        CompileOutcome::Failed => hint::remedies(language, text, &compilation.message),
        CompileOutcome::JudgeError => return Vec::new(),
        CompileOutcome::Done | CompileOutcome::NotNeeded => Vec::new(),
    };
    let rest = hint::files(language, text, &io.input, &io.output)
        .into_iter()
        .chain(hint::portability(language, text));
    for hint in rest {
        if !hints.contains(&hint) {
            hints.push(hint);
        }
    }
    hints
}

/// Does a thing again if the judge failed at it: a full disk may be empty again,
/// a helper that was killed is replaced.
fn twice<T>(mut work: impl FnMut() -> Result<T, CompileError>) -> Result<T, CompileError> {
    match work() {
        Err(CompileError::Sandbox(error)) if !matches!(error, SandboxError::Interrupted) => work(),
        Err(CompileError::Files(_)) => work(),
        done => done,
    }
}
