//! `grade`: submissions on testcases.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Failure, configuration};
use crate::cli::{Format, GradeArgs};
use crate::config::Config;
use crate::event::Event;
use crate::exit::Exit;
use crate::isolation::Isolation;
use crate::judge::{self, Plan, WrongAnswerFile};
use crate::report::json::{self, ReportFile};
use crate::report::style::Style;
use crate::report::terminal::Terminal;
use crate::report::{isolation, problem, text};
use crate::sandbox::{Cancel, Place};
use crate::sanitize;
use crate::scoring;
use crate::submission::Submission;
use crate::summary::Report;
use crate::testcase::{self, CaseId, PassedOver, Testcase};

pub(super) fn run(
    args: &GradeArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let cancel = on_signals()?;
    let config = configuration(&args.rules, args.overrides())?;
    if args.submissions.is_empty() {
        let message = "nothing to grade: name a program or a source file, such as \
                       `mayan-judge grade solution.cpp`";
        return Err(Failure::new(problem::error(message), Exit::NothingToGrade));
    }
    let submissions = submissions(&args.submissions, &config)?;
    let cases = testcases(args, &config, err)?;
    let plan = plan(args, config, cases, submissions)?;
    warn_of_subtasks(&plan, err)?;
    verify(&plan)?;
    let file = match &args.json {
        Some(path) if path.as_os_str() == "-" => {
            let message = "--json - would be a file of that name: for standard output use \
                           --format json, or --json /dev/stdout";
            return Err(Failure::usage(message));
        }
        Some(path) => Some((
            ReportFile::create(path).map_err(|error| unwritable(path, &error))?,
            path,
        )),
        None => None,
    };
    let place = Place::find(super::own_binary(), args.sandbox.without, cancel)
        .map_err(super::unplaceable)?;
    admit(args, place.isolation())?;
    let mut listener = Listener::new(args.format, out);
    let graded = judge::grade(&plan, &place, |event| listener.tell(event));
    if let Some((file, path)) = file
        && let Some(report) = &listener.report
    {
        file.write(report)
            .map_err(|error| unwritable(path, &error))?;
    }
    graded?;
    Ok(listener.report.as_ref().map_or(Exit::JudgeError, exit))
}

/// Refuses to run anything where less holds than was asked for.
fn admit(args: &GradeArgs, found: &Isolation) -> Result<(), Failure> {
    let wanted = args.sandbox.require_isolation;
    let enough = match wanted {
        Some(level) => found.level() >= level,
        None => args.sandbox.allow_unsafe || !found.is_unsafe(),
    };
    if enough {
        return Ok(());
    }
    let text = problem::error(isolation::refusal(found, wanted));
    Err(Failure::new(text, Exit::JudgeError))
}

fn exit(report: &Report) -> Exit {
    if report.interrupted {
        Exit::Interrupted
    } else if report.has_judge_error() {
        Exit::JudgeError
    } else if report.all_accepted() {
        Exit::Success
    } else {
        Exit::Rejected
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = sanitize::line(&path.to_string_lossy());
    Failure::usage(format_args!("cannot write {path}: {error}"))
}

/// Looks at all submissions, and says of all what is wrong with them.
fn submissions(paths: &[PathBuf], config: &Config) -> Result<Vec<Submission>, Failure> {
    let mut found = Vec::new();
    let mut problems = String::new();
    for path in paths {
        match Submission::from_path(path, config) {
            Ok(submission) => found.push(submission),
            Err(error) => problems += &problem::error(sanitize::line(&error.to_string())),
        }
    }
    if problems.is_empty() {
        return Ok(found);
    }
    Err(Failure::new(problems, Exit::Usage))
}

/// Reads all testcases, and says of all what is wrong with them.
fn testcases(
    args: &GradeArgs,
    config: &Config,
    err: &mut dyn Write,
) -> Result<Vec<Testcase>, Failure> {
    let folder = &config.testcases.dir;
    let shown = sanitize::line(&folder.to_string_lossy());
    let hint = match args.testcases {
        Some(_) => "",
        None => "; name the folder with --testcases DIR, or in judge.toml",
    };
    if !folder.is_dir() {
        let why = if folder.exists() {
            "is not a folder"
        } else {
            "is not there"
        };
        return Err(Failure::usage(format_args!(
            "the testcases folder `{shown}` {why}{hint}"
        )));
    }
    let found = testcase::discover(folder)
        .map_err(|error| Failure::new(problem::testcase(&error), Exit::JudgeError))?;
    for passed_over in &found.passed_over {
        let (path, why) = match passed_over {
            PassedOver::Orphan(path) => (path, "has no input (.in) beside it"),
            PassedOver::NotPlain(path) => (path, "is not a plain file"),
            PassedOver::BadLink(path) => (path, "is a link that leads nowhere"),
        };
        let path = sanitize::line(&path.to_string_lossy());
        warn(err, format_args!("{path} {why} and is not used"))?;
    }
    let mut cases = Vec::new();
    let mut problems = String::new();
    let mut foreign_text = false;
    for files in &found.cases {
        match testcase::load(files, config.testcases.layout) {
            Ok(testcase) => cases.push(testcase),
            Err(error) => {
                foreign_text |= error.is_normalisable();
                problems += &problem::testcase(&error);
            }
        }
    }
    if !problems.is_empty() {
        let more = if foreign_text {
            " (`--layout normalise` takes a BOM and Windows line ends away)"
        } else {
            ""
        };
        let hint = format!("the testcases must be mended before anything is graded on them{more}");
        return Err(Failure::new(
            problems + &problem::error(hint),
            Exit::JudgeError,
        ));
    }
    if cases.is_empty() {
        let message = format!("nothing to grade on: {shown} has no NAME.in at any depth");
        return Err(Failure::new(problem::error(message), Exit::NothingToGrade));
    }
    for testcase in &cases {
        if !testcase.puzzle.board.runs().is_empty() {
            let message = format_args!(
                "testcase {}: the board has a run of three before the first move, which the \
                 statement rules out",
                sanitize::line(&testcase.id.0)
            );
            warn(err, message)?;
        }
    }
    Ok(cases)
}

fn warn(err: &mut dyn Write, message: impl std::fmt::Display) -> io::Result<()> {
    err.write_all(problem::warning(message).as_bytes())
}

/// Warns of subtasks without cases and cases without points: a mistyped pattern
/// would cost marks. The built-in subtasks are a guess, and may fit nothing.
fn warn_of_subtasks(plan: &Plan, err: &mut dyn Write) -> io::Result<()> {
    let subtasks = &plan.config.subtasks;
    if plan.left_out > 0 || *subtasks == Config::default().subtasks && plan.groups.len() == 1 {
        return Ok(());
    }
    for subtask in subtasks {
        if !plan.groups.iter().any(|group| group.name == subtask.name) {
            let message = format_args!(
                "no testcase belongs to subtask `{}` (cases = \"{}\"): its {} points can't be \
                 reached",
                sanitize::line(&subtask.name),
                subtask.cases,
                subtask.points
            );
            warn(err, message)?;
        }
    }
    let outside = plan
        .groups
        .iter()
        .find(|group| group.name == scoring::OTHER);
    if let Some(group) = outside {
        let cases = text::count(group.cases.len(), "testcase");
        let first = group.cases.first().map(|case| sanitize::line(&case.0));
        let first = first.unwrap_or_default();
        warn(
            err,
            format_args!("{cases} in no subtask, worth no points: {first} is the first"),
        )?;
    }
    Ok(())
}

/// Sorts the cases into subtasks, in whose order they run.
fn plan(
    args: &GradeArgs,
    config: Config,
    cases: Vec<Testcase>,
    submissions: Vec<Submission>,
) -> Result<Plan, Failure> {
    let all = cases.len();
    let chosen = |testcase: &Testcase| {
        let pattern = args.case.as_ref();
        pattern.is_none_or(|pattern| pattern.matches(&testcase.id))
    };
    let mut cases: Vec<Testcase> = cases.into_iter().filter(chosen).collect();
    if let (true, Some(pattern)) = (cases.is_empty(), &args.case) {
        let message = format!("nothing to grade on: no testcase of {all} fits --case '{pattern}'");
        return Err(Failure::new(problem::error(message), Exit::NothingToGrade));
    }
    let ids: Vec<CaseId> = cases.iter().map(|testcase| testcase.id.clone()).collect();
    let groups = scoring::group(&ids, &config.subtasks);
    let place = |testcase: &Testcase| {
        groups
            .iter()
            .position(|group| group.cases.contains(&testcase.id))
    };
    cases.sort_by_key(place);
    Ok(Plan {
        left_out: all - cases.len(),
        fail_fast: args.fail_fast,
        jobs: args.jobs.unwrap_or_else(judge::default_jobs),
        config,
        cases,
        groups,
        submissions,
    })
}

fn verify(plan: &Plan) -> Result<(), Failure> {
    let rules = plan.config.rules;
    let wrong = judge::verify_answers(&plan.cases, rules);
    if wrong.is_empty() {
        return Ok(());
    }
    let style = Style::detect();
    let mut said = String::new();
    for WrongAnswerFile {
        testcase,
        path,
        outcome,
    } in &wrong
    {
        said += &problem::wrong_answer_file(path, outcome, testcase, rules, style);
    }
    let hint = "nothing was graded: a wrong answer file costs students marks. Mend it, or remove \
                it and the answer is computed";
    Err(Failure::new(said + &problem::error(hint), Exit::JudgeError))
}

/// A flag that the usual signals set.
fn on_signals() -> Result<Cancel, Failure> {
    let cancel = Cancel::default();
    for signal in [
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ] {
        signal_hook::flag::register(signal, cancel.0.clone())?;
    }
    Ok(cancel)
}

/// Takes events: folds the report and shows them.
struct Listener<'a> {
    report: Option<Report>,
    shown: Shown<'a>,
}

enum Shown<'a> {
    Human(Terminal<&'a mut dyn Write>),
    Json(&'a mut dyn Write),
    Nothing,
}

impl<'a> Listener<'a> {
    fn new(format: Format, out: &'a mut dyn Write) -> Self {
        Self {
            report: None,
            shown: match format {
                Format::Human => Shown::Human(Terminal::new(out, Style::detect())),
                Format::Json => Shown::Json(out),
            },
        }
    }

    fn tell(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Start(start) = event {
            self.report = Some(Report::new(start.clone()));
        }
        let Some(report) = &mut self.report else {
            return Ok(());
        };
        report.fold(event);
        let told = match &mut self.shown {
            Shown::Human(terminal) => terminal.tell(event, report),
            Shown::Json(out) => json::line(out, event),
            Shown::Nothing => Ok(()),
        };
        match told {
            // The reader went away. The run goes on: its exit code must be true,
            // and the report file whole.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.shown = Shown::Nothing;
                Ok(())
            }
            told => told,
        }
    }
}
