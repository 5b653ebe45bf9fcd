//! `validate`: what testcases are worth.

use std::collections::HashSet;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::running::{admit, cache, on_signals};
use super::{
    Failure, Streams, configuration, own_binary, tell, unplaceable, unusable_file, unwritable,
};
use crate::cli::{Format, ValidateArgs};
use crate::compile::Compiler;
use crate::config::{Config, FILE_NAME};
use crate::event::Now;
use crate::exit::Exit;
use crate::judge;
use crate::mutants::Fuel;
use crate::report::file::{DocumentFile, Kind, is_page};
use crate::report::html;
use crate::report::progress::Progress;
use crate::report::style::Style;
use crate::report::{problem, text, validate as report};
use crate::sandbox::Place;
use crate::testcase::{self, CaseFiles, CaseId, Found, Testcase};
use crate::validate::issue::Severity;
use crate::validate::strength::Strength;
use crate::validate::{self, Options, Validation, samples};

pub(super) fn run(args: &ValidateArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let config = config(args, style)?;
    let found = find(args, &config, style)?;
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let options = Options {
        config: &config,
        place: &config.testcases.dir,
        is_whole: !is_input(args.path.as_deref()),
        fix: args.fix,
        jobs: args.jobs.unwrap_or(cores),
    };
    // What else is to be known of the testcases is found out of these, before all of
    // it is told.
    let page = page(args, style)?;
    let (mut validation, testcases) = validate::validate(&found, options);
    if args.strength {
        let jobs = options.jobs.get();
        let found = Strength::of(&testcases, config.rules, Fuel::default(), jobs);
        if let Some((path, page)) = page {
            let text = html::strength(&found, judge::JUDGE, style.lang);
            page.write(|out| out.write_all(text.as_bytes()))
                .map_err(|error| unwritable(style, path, &error))?;
        }
        validation.strength = Some(found);
    }
    if let Some(path) = &args.samples {
        run_samples(path, args, &config, testcases, &mut validation, streams)?;
    }
    let said = match args.format {
        Format::Human => report::validation(&validation, style),
        Format::Json => {
            let written = serde_json::to_string(&validation).map_err(std::io::Error::other)?;
            written + "\n"
        }
    };
    tell(streams.out, &said)?;
    if found.cases.is_empty() {
        let message = problem::error(style, text::no_input(style.lang, &config.testcases.dir));
        return Err(Failure::new(message, Exit::NothingToGrade));
    }
    Ok(exit(&validation, args.strict))
}

fn exit(validation: &Validation, is_strict: bool) -> Exit {
    let has = |severity| validation.count(severity) > 0;
    let is_weak = validation
        .strength
        .as_ref()
        .is_some_and(|it| !it.is_strong());
    if validation.is_incomplete() {
        Exit::JudgeError
    } else if is_weak || has(Severity::Error) || is_strict && has(Severity::Warning) {
        Exit::Rejected
    } else {
        Exit::Success
    }
}

/// Where the page goes, known to be writable before the work begins.
fn page(args: &ValidateArgs, style: Style) -> Result<Option<(&Path, DocumentFile)>, Failure> {
    let Some(path) = args.html.as_deref() else {
        return Ok(None);
    };
    if path.as_os_str() == "-" {
        return Err(Failure::usage(style, text::dash(style.lang, "--html")));
    }
    let file = DocumentFile::create(path, Kind::Page, is_page)
        .map_err(|error| unusable_file(style, path, &error))?;
    Ok(Some((path, file)))
}

/// The configuration of the folder that was named, if it has one, else as of other
/// commands.
fn config(args: &ValidateArgs, style: Style) -> Result<Config, Failure> {
    let overrides = args.rules.overrides();
    let Some(path) = &args.path else {
        return configuration(style, &args.rules, overrides);
    };
    let own = path.join(FILE_NAME);
    if args.rules.config.is_none() && own.is_file() {
        let mut config = Config::load(Some(&own))
            .map_err(|error| Failure::new(problem::config(style, &error), Exit::Usage))?;
        config.apply(overrides);
        return Ok(config);
    }
    let mut config = configuration(style, &args.rules, overrides)?;
    config.testcases.dir.clone_from(path);
    Ok(config)
}

fn is_input(path: Option<&Path>) -> bool {
    path.is_some_and(|it| it.is_file() && it.extension().is_some_and(|it| it == "in"))
}

/// The testcases of a folder, or the one that was named.
fn find(args: &ValidateArgs, config: &Config, style: Style) -> Result<Found, Failure> {
    let lang = style.lang;
    if let Some(path) = args.path.as_deref().filter(|it| is_input(Some(it))) {
        return Ok(Found {
            cases: vec![one(path)],
            ..Found::default()
        });
    }
    let folder = &config.testcases.dir;
    if !folder.is_dir() {
        let message = match &args.path {
            Some(path) if path.exists() => text::no_such_testcases(lang, path),
            given => text::no_testcases(lang, folder, given.is_some()),
        };
        return Err(Failure::usage(style, message));
    }
    testcase::discover(folder)
        .map_err(|error| Failure::new(problem::testcase(style, &error), Exit::JudgeError))
}

/// The files of one testcase, named by its input.
fn one(input: &Path) -> CaseFiles {
    let name = input.file_stem().unwrap_or_default().to_string_lossy();
    let answers = ["ans", "out"].map(|it| input.with_extension(it));
    CaseFiles {
        id: CaseId(name.into_owned()),
        input: input.to_owned(),
        answers: answers.into_iter().filter(|it| it.is_file()).collect(),
    }
}

/// Runs sample programs, and adds what is to be said of them.
fn run_samples(
    path: &Path,
    args: &ValidateArgs,
    config: &Config,
    testcases: Vec<Testcase>,
    validation: &mut Validation,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let style = streams.style;
    let (found, mut issues) = samples::find(path, config).map_err(|error| {
        let message = text::cannot_read(style.lang, path, &error.to_string());
        Failure::new(problem::error(style, message), Exit::JudgeError)
    })?;
    if found.is_empty() {
        let message = text::no_samples(style.lang, path);
        return Err(Failure::usage(style, message));
    }
    let (cancel, over) = on_signals()?;
    let place = Place::find(own_binary(), args.sandbox.without, cancel)
        .map_err(|error| unplaceable(style, error))?;
    admit(&args.sandbox, place.isolation(), style)?;
    let compiler = Compiler::new(config, place.clone(), cache(streams.err, style)?);
    let now = Arc::new(Now::default());
    let progress = Progress::start(now.clone(), style, streams.screen.take())?;
    let nodes = |id: &CaseId| {
        let report = validation.cases.iter().find(|it| it.case == *id);
        report.map_or(0, |it| it.hardness.nodes)
    };
    // The hardest first: so that what must be too slow is so soon.
    let mut hardest = testcases;
    hardest.sort_by_cached_key(|it| std::cmp::Reverse(nodes(&it.id)));
    let ambiguous = validation.cases.iter().filter(|it| it.ambiguous);
    let ambiguous: HashSet<CaseId> = ambiguous.map(|it| it.case.clone()).collect();
    let run = samples::Run {
        config,
        place: &place,
        compiler: &compiler,
        now: &now,
        ambiguous,
        jobs: args.jobs.unwrap_or_else(judge::default_jobs),
    };
    let (reports, said) = samples::margins(&run, &found, hardest)?;
    drop(progress);
    over.store(true, Ordering::Relaxed);
    if place.is_cancelled() {
        return Err(Failure::new(String::new(), Exit::Interrupted));
    }
    issues.extend(said);
    validation.samples = reports;
    validation.issues.extend(issues);
    Ok(())
}
