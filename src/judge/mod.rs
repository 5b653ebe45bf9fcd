//! The jobs of a run: compile each submission, run it on each testcase, and
//! tell what happened.
//!
//! - [`mod@self`]: the plan, and its jobs together; `job`: one of them.
//! - `pool`: who does what next; `tell`: what was done, told in order.
//! - `prepare`: a submission before it is run; `keys`: what results depend on.
//! - `run`: a program on one testcase, again if that is doubtful; `probe`: on boards
//!   besides it.
//! - `decide`: from what was measured to a verdict.
//! - `answers`: whether the answer files are right.
//! - [`trial`]: one program on testcases as they come.

mod answers;
mod decide;
mod job;
mod keys;
mod pool;
mod prepare;
mod probe;
mod run;
mod tell;
pub mod trial;

use std::fs;
use std::io;
use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::sync::{Arc, RwLock, mpsc};
use std::thread;

use crate::compile::Compiler;
use crate::config::Config;
use crate::event::{CaseInfo, Event, Now, Probing, Start, VERSION};
use crate::journal::machine::Machine;
use crate::journal::partition::Partition;
use crate::journal::read::Contents;
use crate::journal::{FORMAT, Journal, Run};
use crate::sandbox::{Place, Sandbox};
use crate::scoring::{self, Group};
use crate::submission::Submission;
use crate::submission::class::{Contestant, Layout, LeftOut};
use crate::testcase::Testcase;
use crate::verdict::{CaseResult, Verdict};
use job::{Job, Stop};
use pool::Pool;
use prepare::AllTerms;
use probe::Boards;
use tell::Teller;

pub use answers::{WrongAnswerFile, verify_answers};
pub use keys::JUDGE;

/// Everything that a run needs.
#[derive(Debug)]
pub struct Plan {
    /// The contest.
    pub config: Config,
    /// The testcases, in the order in which they run.
    pub cases: Vec<Testcase>,
    /// The subtasks that the cases are in.
    pub groups: Vec<Group>,
    /// How many testcases were left out.
    pub left_out: usize,
    /// How the hand-ins are laid out; `None` where programs were named one by one.
    pub hand_ins: Option<Layout>,
    /// Where the hand-ins of a class are.
    pub folder: Option<String>,
    /// Everyone, also those without a submission and those of other parts.
    pub contestants: Vec<Contestant>,
    /// The submissions that are to be graded, each named as its contestant.
    pub submissions: Vec<Submission>,
    /// Files that are graded for nobody.
    pub left_out_files: Vec<LeftOut>,
    /// Which part of the class is graded; `None` for all of it.
    pub partition: Option<Partition>,
    /// Whether a submission's first failed case is its last, if it counts.
    pub fail_fast: bool,
    /// The boards besides the testcases, if there are any.
    pub probing: Option<Probing>,
    /// How many programs run at a time.
    pub jobs: NonZero<usize>,
}

impl Plan {
    /// Whether a submission ends with this result.
    fn ends_with(&self, result: &CaseResult) -> bool {
        self.fail_fast
            && result.verdict > Verdict::Skipped
            && scoring::counts(&self.groups, &result.case)
    }
}

/// What a run has at hand.
#[derive(Clone, Copy, Debug)]
pub struct Tools<'a> {
    /// Makes programs of sources.
    pub compiler: &'a Compiler<'a>,
    /// Where finished cases are kept, and what is in it from before.
    pub journal: Option<(&'a Journal, &'a Contents)>,
    /// Where the jobs say what they do.
    pub now: &'a Now,
}

/// How many programs run at a time if nothing is said: one on each physical
/// core, since two on one core share its units and slow each other down.
#[must_use]
pub fn default_jobs() -> NonZero<usize> {
    let allowed = std::thread::available_parallelism().map_or(1, NonZero::get);
    let entries = fs::read_dir("/sys/devices/system/cpu")
        .into_iter()
        .flatten();
    let siblings = entries.flatten().filter_map(|entry| {
        fs::read_to_string(entry.path().join("topology/thread_siblings_list")).ok()
    });
    let mut cores: Vec<String> = siblings.collect();
    cores.sort();
    cores.dedup();
    let physical = cores.len().clamp(1, allowed);
    NonZero::new(physical).unwrap_or(NonZero::<usize>::MIN)
}

/// The first event of a run, of everyone or of its part.
#[must_use]
pub fn start(plan: &Plan, place: &Place) -> Start {
    let config = &plan.config;
    let info = |testcase: &Testcase| CaseInfo {
        case: testcase.id.clone(),
        n: testcase.puzzle.n,
        board: testcase.puzzle.board,
        answer: testcase.answer(config.rules).clone(),
        description: testcase.description.clone(),
    };
    Start {
        version: VERSION,
        judge: JUDGE.to_owned(),
        limits: (&config.limits).into(),
        rules: config.rules,
        io: config.io.clone(),
        cases: plan.cases.iter().map(info).collect(),
        subtasks: plan.groups.clone(),
        left_out: plan.left_out,
        contest: config.contest.clone(),
        hand_ins: plan.hand_ins,
        contestants: plan.contestants.clone(),
        left_out_files: plan.left_out_files.clone(),
        fail_fast: plan.fail_fast,
        partition: plan.partition.map(|it| it.to_string()),
        probing: plan.probing,
        jobs: plan.jobs,
        isolation: place.isolation().clone(),
    }
}

/// The first line of a run in its journal.
fn run_line(plan: &Plan, start: &Start) -> Run {
    Run {
        format: FORMAT,
        contest: keys::contest(start, &plan.cases),
        machine: Machine::measured(),
        folder: plan.folder.clone(),
        start: start.clone(),
    }
}

/// Grades all submissions on all testcases and tells each thing that happens, in
/// the same order whatever the number of jobs. What a journal holds is not done
/// again; what is new is in it before it is told.
///
/// # Errors
/// What `emit` returns, or a journal that can't be written; the first error ends
/// the run. All else that goes wrong is in the events.
pub fn grade(
    plan: &Plan,
    place: &Arc<Place>,
    tools: Tools<'_>,
    start: &Start,
    mut emit: impl FnMut(&Event) -> io::Result<()>,
) -> io::Result<()> {
    let terms = prepare::terms(plan);
    emit(&Event::Start(start.clone()))?;
    let all = plan.submissions.len() * plan.cases.len();
    tools.now.all.store(all, Ordering::Relaxed);
    begin(plan, place, &terms, tools)?;
    let jobs = plan.jobs.get().min(all.max(1));
    let (sender, receiver) = mpsc::sync_channel(1024);
    let shift = Shift {
        plan,
        terms,
        tools,
        place,
        pool: Pool::new(plan.submissions.len()),
        boards: Boards::new(plan),
        traffic: RwLock::new(()),
    };
    thread::scope(|scope| {
        for number in 0..jobs {
            let sender = sender.clone();
            let shift = &shift;
            thread::Builder::new().spawn_scoped(scope, move || {
                let mut job = Job {
                    number,
                    sandbox: Sandbox::new(shift.place.clone()),
                    sender,
                };
                if let Err(Stop::Failed(error)) = job.work(shift) {
                    let _ = job.sender.send(Err(error));
                }
                // Nobody need wait for what this job would have brought.
                shift.tools.now.set(number, None);
            })?;
        }
        drop(sender);
        let mut teller = Teller::new(plan, &mut emit);
        let mut outcome = Ok(());
        for said in &receiver {
            outcome = said.and_then(|(place, said)| teller.take(place, said));
            if outcome.is_err() {
                break;
            }
        }
        // Those that still work find nobody who listens.
        drop(receiver);
        shift.pool.stop();
        outcome?;
        teller.finish(place.is_cancelled())
    })
}

/// Begins the run in its journal, after what isn't good any more was given up, of
/// all submissions: so all that a journal holds is good for its last run, whenever
/// a judge is killed.
fn begin(plan: &Plan, place: &Place, terms: &AllTerms, tools: Tools<'_>) -> io::Result<()> {
    let Some((journal, contents)) = tools.journal else {
        return Ok(());
    };
    for submission in &plan.submissions {
        let kept = contents.submissions.contains_key(&submission.name)
            || contents.results.contains_key(&submission.name);
        if !kept {
            continue;
        }
        let Some(terms) = terms.get(&prepare::language(submission)) else {
            continue;
        };
        let known = prepare::known(submission, terms, tools.compiler);
        if place.is_cancelled() {
            return Ok(());
        }
        if let Some(stale) = prepare::stale(plan, contents, &known, terms) {
            journal.stale(stale)?;
        }
    }
    journal.begin(run_line(plan, &start(plan, place)), contents)
}

/// What all jobs of a run share.
struct Shift<'a> {
    plan: &'a Plan,
    terms: AllTerms,
    tools: Tools<'a>,
    place: &'a Arc<Place>,
    pool: Pool,
    /// What programs are probed with.
    boards: Boards,
    /// Held by every run and compilation, exclusively by a run that is to be alone.
    traffic: RwLock<()>,
}

impl Shift<'_> {
    fn done(&self, cases: usize) {
        self.tools.now.done.fetch_add(cases, Ordering::Relaxed);
    }

    fn kept(&self, cases: usize) {
        self.tools.now.kept.fetch_add(cases, Ordering::Relaxed);
        self.done(cases);
    }
}
