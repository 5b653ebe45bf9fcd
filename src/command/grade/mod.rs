//! `grade`: submissions on testcases.
//!
//! - [`mod@self`]: the order of things.
//! - `hand_ins`: what is graded; `data`: what it is graded on.
//! - `keeping`: the report and the journal.

mod data;
mod hand_ins;
pub(super) mod keeping;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::listener::{Listener, Manner};
use super::running::{admit, cache, on_signals};
use super::{Failure, Streams, configuration, exit, tell};
use crate::cli::{Format, GradeArgs};
use crate::compile::Compiler;
use crate::config::{Config, Style as Contest};
use crate::event::{Now, Start};
use crate::exit::Exit;
use crate::journal::read::Contents;
use crate::judge::{self, Plan, Tools};
use crate::report::progress::Progress;
use crate::report::scoreboard::scoreboard;
use crate::report::style::Style;
use crate::report::{problem, text};
use crate::sandbox::Place;
use data::Data;
use hand_ins::HandIns;
use keeping::Keeping;

pub(super) fn run(args: &GradeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let (cancel, over) = on_signals()?;
    let mut config = configuration(style, &args.rules, args.overrides())?;
    for (from, to) in &args.class.language {
        config
            .substitute(from, to)
            .map_err(|error| Failure::usage(style, error))?;
    }
    let hand_ins = hand_ins::find(args, &config, style)?;
    if args.class.dry_run {
        tell(streams.out, &hand_ins.understood)?;
        return Ok(Exit::Success);
    }
    if hand_ins.submissions.is_empty() {
        tell(streams.err, &hand_ins.understood)?;
        let message = problem::error(style, text::no_hand_in(style.lang));
        return Err(Failure::new(message, Exit::NothingToGrade));
    }
    let data = data::read(args, &config, streams.err, style)?;
    let keeping = Keeping::prepare(args, &hand_ins, style)?;
    let plan = plan(args, config, data, hand_ins);
    let place = Place::find(super::own_binary(), args.sandbox.without, cancel)
        .map_err(|error| super::unplaceable(style, error))?;
    admit(&args.sandbox, place.isolation(), style)?;
    if let Some((_, contents)) = &keeping.journal {
        warn_of_damage(contents, streams.err, style)?;
    }
    let cache = if args.class.no_cache {
        None
    } else {
        cache(streams.err, style)?
    };
    let compiler = Compiler::new(&plan.config, place.clone(), cache);
    let now = Arc::new(Now::default());
    let is_class = plan.hand_ins.is_some();
    let progress = if is_class {
        Progress::start(now.clone(), style, streams.screen.take())?
    } else {
        None
    };
    // A class is shown when all is known of it.
    let manner = if is_class || keeping.is_rejudge() {
        Manner::Silent
    } else {
        Manner::Lines
    };
    let tools = Tools {
        compiler: &compiler,
        journal: keeping
            .journal
            .as_ref()
            .map(|(journal, kept)| (journal, kept)),
        now: &now,
    };
    let mut listener = Listener::new(args.format, manner, streams.out, style);
    let start = part(&plan, judge::start(&plan, &place));
    let graded = judge::grade(&plan, &place, tools, &start, |event| listener.tell(event));
    drop(progress);
    over.store(true, Ordering::Relaxed);
    let report = listener.report.take();
    graded?;
    let Some(mut report) = report else {
        return Ok(Exit::JudgeError);
    };
    if report.interrupted {
        // What an earlier run graded is no less known for it.
        report = keeping.known(report, style)?;
    }
    if args.format == Format::Human && manner == Manner::Silent && !keeping.is_rejudge() {
        tell(streams.out, &scoreboard(&report, style))?;
    }
    let kept = now.kept.load(Ordering::Relaxed);
    if let (true, Some((journal, _))) = (kept > 0, &keeping.journal) {
        let all = now.all.load(Ordering::Relaxed);
        let message = text::kept(style.lang, kept, all, journal.path());
        tell(streams.err, &problem::note(style, message))?;
    }
    let (said, notes) = keeping.finish(&report, style)?;
    if args.format == Format::Human {
        tell(streams.out, &said)?;
    }
    tell(streams.err, &notes)?;
    Ok(exit(&report, args.exit_zero))
}

fn plan(args: &GradeArgs, config: Config, data: Data, hand_ins: HandIns) -> Plan {
    let partition = args.journal.partition;
    let mut place = 0;
    let mut submissions = hand_ins.submissions;
    submissions.retain(|submission| {
        place += 1;
        partition.is_none_or(|it| it.has(place - 1, &submission.name))
    });
    Plan {
        cases: data.cases,
        groups: data.groups,
        left_out: data.left_out,
        hand_ins: hand_ins.layout,
        folder: hand_ins.folder,
        contestants: hand_ins.contestants,
        submissions,
        left_out_files: hand_ins.left_out,
        partition,
        fail_fast: args.fail_fast || config.contest.style == Contest::Icpc,
        probing: args.probes.probing(),
        jobs: args.jobs.unwrap_or_else(judge::default_jobs),
        config,
    }
}

/// What is known at the start of the part that is graded.
fn part(plan: &Plan, mut start: Start) -> Start {
    if plan.partition.is_some() {
        let own: std::collections::HashSet<&str> =
            plan.submissions.iter().map(|it| it.name.as_str()).collect();
        start.contestants.retain(|it| own.contains(it.id.as_str()));
    }
    start
}

fn warn_of_damage(journal: &Contents, err: &mut dyn Write, style: Style) -> io::Result<()> {
    for line in &journal.damaged {
        let message = text::damaged(style.lang, &journal.path, *line);
        tell(err, &problem::warning(style, message))?;
    }
    Ok(())
}
