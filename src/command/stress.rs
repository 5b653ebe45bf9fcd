//! A submission against the reference on board after board until they differ.
//! `stress`.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mayan_reference::moves::answer_text;

use super::running::{admit, cache, on_signals};
use super::{Failure, Streams, configuration, tell, unplaceable, unwritable};
use crate::cli::{Format, StressArgs};
use crate::compile::Compiler;
use crate::config::Config;
use crate::event::{CompileOutcome, Now};
use crate::exit::Exit;
use crate::judge::trial::Trial;
use crate::judge::{self, JUDGE};
use crate::report::progress::Progress;
use crate::report::stress::{Program, description};
use crate::report::style::Style;
use crate::report::{json, problem, stress as report, text};
use crate::sandbox::Place;
use crate::stress::{Found, Outcome, TIME, Terms, VERSION, hunt};
use crate::submission::{Kind, Submission};

pub(super) fn run(args: &StressArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let (cancel, over) = on_signals()?;
    let config = configuration(style, &args.rules, args.overrides())?;
    let submission = Submission::from_path(&args.submission, &config)
        .map_err(|error| Failure::usage(style, text::submission(style.lang, &error)))?;
    let files = files(args, &submission, style)?;
    let place = Place::find(super::own_binary(), args.sandbox.without, cancel)
        .map_err(|error| unplaceable(style, error))?;
    admit(&args.sandbox, place.isolation(), style)?;
    let cache = if args.no_cache {
        None
    } else {
        cache(streams.err, style)?
    };
    let compiler = Compiler::new(&config, place.clone(), cache);
    let terms = terms(args, &config);
    let jobs = terms.jobs.get();
    let Some(made) = Trial::prepare(&submission, &config, &compiler, &place, jobs) else {
        return Ok(Exit::Interrupted);
    };
    if made.compilation.outcome == CompileOutcome::JudgeError {
        let message = problem::error(style, &made.compilation.message);
        return Err(Failure::new(message, Exit::JudgeError));
    }
    let now = Arc::new(Now::default());
    let progress = Progress::start(now.clone(), style, streams.screen.take())?;
    let hunted = made
        .trial
        .map(|mut trial| hunt(&mut trial, &terms, &submission.name, &now))
        .transpose()
        .map_err(|error| unplaceable(style, error))?;
    drop(progress);
    over.store(true, Ordering::Relaxed);
    let language = match &submission.kind {
        Kind::Source(language) => Some(language.clone()),
        Kind::Executable => None,
    };
    let limits = config.for_language(language.as_deref()).limits;
    let outcome = Outcome {
        version: VERSION,
        judge: JUDGE,
        submission: submission.name.clone(),
        compilation: made.compilation,
        limits: (&limits).into(),
        terms,
        hunt: hunted,
        language,
    };
    show(args, &outcome, &config, streams)?;
    if let (Some(files), Some(found)) = (&files, outcome.found()) {
        let written = files.write(&outcome, found, style);
        written.map_err(|error| unwritable(style, &files.input, &error))?;
        let names = [files.input.to_string_lossy().into_owned()];
        tell(
            streams.err,
            &problem::note(style, text::written(style.lang, &names)),
        )?;
    }
    Ok(exit(&outcome))
}

fn terms(args: &StressArgs, config: &Config) -> Terms {
    Terms {
        seed: args.seed,
        rules: config.rules,
        n: args.n,
        ambiguous: args.ambiguous,
        shrink: !args.no_shrink,
        tries: args.tries.map(Into::into),
        time: args.time.or(args.tries.is_none().then_some(TIME)),
        jobs: args.jobs.unwrap_or_else(judge::default_jobs),
    }
}

fn show(
    args: &StressArgs,
    outcome: &Outcome,
    config: &Config,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let style = streams.style;
    let said = match args.format {
        Format::Json => json::document(outcome)?,
        Format::Human => {
            let language = outcome.language.as_ref();
            let language = language.and_then(|it| config.languages.get(it));
            let program = Program::new(&args.submission, language, &config.io);
            report::outcome(outcome, &program, style)
        }
    };
    tell(streams.out, &said)?;
    Ok(())
}

fn exit(outcome: &Outcome) -> Exit {
    if outcome.is_interrupted() {
        return Exit::Interrupted;
    }
    match &outcome.hunt {
        Some(hunt) if hunt.found.is_none() => Exit::Success,
        Some(_) | None => Exit::Rejected,
    }
}

/// The files of a testcase that isn't there yet.
struct Files {
    input: PathBuf,
}

/// Where a board that is found is to be written; made sure of before it is looked for.
fn files(
    args: &StressArgs,
    submission: &Submission,
    style: Style,
) -> Result<Option<Files>, Failure> {
    let lang = style.lang;
    let files = match (&args.out, &args.keep) {
        (Some(path), _) => Files {
            input: path.clone(),
        },
        (None, Some(folder)) => Files::free(folder, &submission.file_name),
        (None, None) => return Ok(None),
    };
    let input = &files.input;
    if input.extension().is_none_or(|it| it != "in") {
        return Err(Failure::usage(style, text::not_an_input(lang, input)));
    }
    let folder = input.parent().filter(|it| *it != Path::new(""));
    if let Some(folder) = folder.filter(|it| !it.is_dir()) {
        return Err(Failure::usage(style, text::no_folder(lang, folder)));
    }
    match files.all().into_iter().find(|it| is_there(it)) {
        None => Ok(Some(files)),
        Some(path) => {
            let message = text::stands_in_the_way(lang, &path);
            Err(Failure::usage(style, message))
        }
    }
}

/// Whether something has this name, be it a link that leads nowhere.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

impl Files {
    /// Files in a folder under a name that is free there.
    fn free(folder: &Path, program: &Path) -> Self {
        let stem = program.file_stem().unwrap_or_default().to_string_lossy();
        let plain = |it: char| if it.is_alphanumeric() { it } else { '-' };
        let stem: String = stem.chars().map(plain).collect();
        let named = |name: String| Self {
            input: folder.join(name),
        };
        let first = named(format!("against-{stem}.in"));
        let mut all = std::iter::once(first)
            .chain((2_u32..).map(|number| named(format!("against-{stem}-{number}.in"))));
        let free = all.find(|files| !files.all().iter().any(|it| is_there(it)));
        free.unwrap_or_else(|| named(format!("against-{stem}.in")))
    }

    fn all(&self) -> [PathBuf; 4] {
        ["ans", "out", "desc", "in"].map(|extension| self.input.with_extension(extension))
    }

    /// Writes them, the input last: without it the others are no testcase.
    fn write(&self, outcome: &Outcome, found: &Found, style: Style) -> io::Result<()> {
        let [answer, _, about, input] = self.all();
        let answer_text = answer_text(found.case.answer.as_deref());
        let description = description(outcome, found.result.verdict, style);
        let texts = [answer_text, description, found.input.clone()];
        for (path, text) in [answer, about, input].iter().zip(texts) {
            let mut options = OpenOptions::new();
            let mut file = options.write(true).create_new(true).open(path)?;
            file.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}
