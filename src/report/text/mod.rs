//! The words for people, in every language.
//!
//! What can be said is declared once, with `spoken!` below; each language has a
//! module that says all of it, and matches each enum to its end: a missing
//! translation does not compile. Codes of verdicts, names of options and keys of
//! JSON are the same in all languages.
//!
//! - `result`: verdicts, findings, causes; `hint`: what would mend a source.
//! - `class`: hand-ins; `isolation`: what keeps programs in their place.
//! - `mutant`: what wrong programs do wrong; `strength`: how many testcases let pass.
//! - `probe`: boards besides the testcases; `generate`: testcases that are made.
//! - `phrase`: what stands around results; `notice`: errors, warnings, notes;
//!   `fault`: what can't be read or used, and why.
//! - `names`: what stands for a word or two.
//! - `validate`: what there is to say of testcases.
//! - `stress`: where a program differs from the reference.

mod en;
mod names;
mod zh;

use std::path::{Path, PathBuf};

use mayan_reference::diagnostic::{Diagnostic, Names};
use mayan_reference::{IllegalMove, InputError, Move, Rules};

pub use names::{Fact, Label, Thing};

use super::file::FileError;
use super::overview::Ending;
use super::search::Hardness;
use crate::config::{ConfigError, Io};
use crate::event::{CaseInfo, Compilation, Limits, Probing};
use crate::finding::{CheckOutcome, Finding, Note};
use crate::generate::find::Tally;
use crate::generate::made::Made;
use crate::generate::shape::Shape;
use crate::generate::wanted::Contradiction;
use crate::hint::Hint;
use crate::isolation::{Isolation, Level, Mechanism, Property, Remedy, Strength, Why};
use crate::journal::JournalError;
use crate::journal::merge::Conflict;
use crate::lang::Lang;
use crate::mutants::Fault;
use crate::sanitize;
use crate::scoring::GroupScore;
use crate::stress::{Again, Found, Hunt, Terms};
use crate::submission::SubmissionError;
use crate::submission::class::{ClassError, Layout, LeftOut, Remark};
use crate::summary::{SubmissionReport, Uncounted};
use crate::testcase::{PassedOver, TestcaseError};
use crate::validate::hardness::{Least, Solutions};
use crate::validate::issue::Issue;
use crate::validate::layout::LayoutFault;
use crate::validate::strength::{Outcome, Smallest, Strength as KillStrength};
use crate::verdict::{Attempt, CaseResult, Cause, ProbeKind, Usage, Verdict};

/// Declares what can be said: a function of the language and what it is about,
/// which every language's module must have.
macro_rules! spoken {
    ($($(#[$doc:meta])* fn $name:ident($($what:ident: $kind:ty),*) -> $said:ty;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(lang: Lang, $($what: $kind),*) -> $said {
            match lang {
                Lang::English => en::$name($($what),*),
                Lang::Chinese => zh::$name($($what),*),
            }
        }
    )*};
}

spoken! {
    /// A verdict's name.
    fn verdict(verdict: Verdict) -> &'static str;
    /// A number of things: `1 move`, `2 moves`.
    fn count(number: usize, thing: Thing) -> String;
    /// A rule set, in a few words.
    fn rules(rules: Rules) -> String;
    /// An answer on one line: `2 1 1, 3 1 1`, or `-1`.
    fn answer(answer: Option<&[Move]>) -> String;
    /// Why a move can't be played, as the end of a sentence.
    fn illegal(why: IllegalMove, numbers: &[String; 3]) -> String;
    /// A finding in half a line.
    fn finding(finding: &Finding, n: usize) -> String;
    /// A kind of fault, for counting how many hand-ins have it.
    fn kind(cause: &Cause) -> &'static str;
    /// A finding in sentences, for the student.
    fn explanation(outcome: &CheckOutcome, n: usize, rules: Rules) -> String;
    /// A rule set under which an output would be right, seen from another.
    fn right_under(other: Rules, rules: Rules) -> String;
    /// A note on an output.
    fn note(note: Note) -> &'static str;
    /// A cause in half a line.
    fn cause(cause: &Cause, case: &CaseInfo, limits: &Limits) -> String;
    /// The runs of a case that was run more than once; empty if it wasn't.
    fn attempts(attempts: &[Attempt]) -> String;
    /// A hint in one or two sentences, for the student.
    fn hint(hint: &Hint) -> String;
}

spoken! {
    /// A remark on a hand-in, as a part of a line.
    fn remark(remark: &Remark) -> String;
    /// A remark for whom it is about: without paths of others, of which a file that
    /// was taken for theirs may be one.
    fn own_remark(remark: &Remark) -> String;
    /// A file left out and why, in a line.
    fn left_out(file: &LeftOut) -> String;
    /// Why somebody has no result, in a few words.
    fn absent(remark: Option<&Remark>) -> &'static str;
    /// How many contestants there are, how many can be graded, and how it is laid out.
    fn understood(contestants: usize, graded: usize, layout: Layout) -> String;
    /// How many files of systems were left out.
    fn litter(files: usize) -> String;
}

spoken! {
    /// What holds on this machine, in a sentence.
    fn conclusion(isolation: &Isolation) -> &'static str;
    /// A mechanism that isn't there, and why.
    fn lacks(mechanism: Mechanism, why: &Why) -> String;
    /// A mechanism's name.
    fn mechanism(mechanism: Mechanism) -> &'static str;
    /// A property's name.
    fn property(property: Property) -> &'static str;
    /// How far a property holds.
    fn strength(strength: Strength) -> &'static str;
    /// What can be done.
    fn remedy(remedy: Remedy) -> &'static str;
    /// Why nothing is run.
    fn refused(wanted: Option<Level>) -> String;
    /// What to do about that, besides.
    fn run_all_the_same() -> &'static str;
}

spoken! {
    /// What a program does that has this fault, to stand behind its name.
    fn fault(fault: Fault) -> &'static str;
    /// All faults of one program.
    fn all_of(faults: &[&str]) -> String;
    /// Why no testcase kills a mutant, or only an ambiguous one.
    fn standing_reason(faults: &[Fault]) -> &'static str;
}

spoken! {
    /// The heading of mutants that came to this.
    fn outcome(outcome: Outcome) -> &'static str;
    /// The same in a word or two.
    fn outcome_short(outcome: Outcome) -> &'static str;
    /// What was run on what.
    fn strength_title(mutants: usize, cases: usize) -> String;
    /// What the letters of a matrix stand for, and the numbers behind them.
    fn strength_legend() -> &'static str;
    /// That a terminal can't show the matrix.
    fn too_wide(cases: usize) -> String;
    /// The headings of the table of cases: name, kills, kills of its own, remark.
    fn worth_headings() -> [&'static str; 4];
    /// The remark in that table.
    fn worth_remark(ambiguous: bool, redundant: bool) -> &'static str;
    /// The smallest set that kills as much.
    fn smallest(smallest: &Smallest) -> String;
    /// What it all comes to.
    fn strength_conclusion(strength: &KillStrength) -> String;
}

spoken! {
    /// Why no board can be as it is wanted.
    fn contradiction(why: Contradiction) -> String;
    /// That fewer testcases were found than asked for, and what was tried.
    fn not_found(found: usize, count: usize, tally: &Tally) -> String;
    /// A mutant that isn't known, and some that are.
    fn unknown_mutant(name: &str, known: &[&str]) -> String;
    /// A mutant that is no wrong program.
    fn mutant_is_right(name: &str) -> String;
    /// A mutant that only ambiguous boards kill.
    fn needs_ambiguous(name: &str) -> String;
    /// Mutants that no board killed which was tried.
    fn not_killed(names: &[&str], attempts: usize) -> String;
    /// Mutants that a set has no room for.
    fn no_room(names: &[&str]) -> String;
    /// Mutants that a set can't kill as long as it is unambiguous.
    fn only_ambiguous(names: &[&str]) -> String;
    /// What a set kills, of how many.
    fn set_made(cases: usize, killed: usize, all: usize) -> String;
    /// What is to be seen on a testcase.
    fn shape(shape: Shape) -> &'static str;
    /// Why a testcase is there, in a line.
    fn why_made(made: &Made) -> String;
    /// Files that would be written over.
    fn files_there(paths: &[PathBuf]) -> String;
}

spoken! {
    /// A word or two that stand alone.
    fn label(label: Label) -> &'static str;
    /// What a contest has; `uncounted` of its cases don't count.
    fn contest(cases: usize, uncounted: usize, left_out: usize, limits: &Limits) -> String;
    /// How long compiling took.
    fn compiled(compilation: &Compilation) -> String;
    /// A subtask's points; empty if there are none.
    fn group_points(group: &GroupScore) -> String;
    /// A submission's points, or why there are none.
    fn worth(submission: &SubmissionReport, left_out: usize) -> String;
    /// Why there is no score.
    fn unscored(is_ours: bool, left_out: bool) -> &'static str;
    /// Points, the verdict's code and its name, in a line.
    fn score(worth: &str, code: &str, verdict: &str) -> String;
    /// Two halves of a line.
    fn and(one: &str, other: &str) -> String;
    /// Some words in a row.
    fn list(all: &[&str]) -> String;
    /// A thing, and what is to be said of it.
    fn of(what: &str, said: &str) -> String;
    /// A thing, and something said aside.
    fn aside(what: &str, aside: &str) -> String;
    /// Half a line as a sentence.
    fn sentence(text: &str) -> String;
    /// What is put before the explanation of a first failed case, or of one that
    /// doesn't count.
    fn first_failure(counts: bool, explained: &str) -> String;
    /// What became of cases that don't count, of which some failed.
    fn uncounted(found: Uncounted) -> String;
    /// How many hand-ins follow another reading of the statement on cases that don't
    /// count.
    fn read_otherwise(hand_ins: usize) -> String;
    /// What is said of something that doesn't count.
    fn not_counted(said: &str) -> String;
    /// A case and its verdict.
    fn case_heading(case: &str, verdict: Verdict) -> String;
    /// A verdict, as name and code.
    fn verdict_heading(verdict: Verdict) -> String;
    /// What a case is for.
    fn about_case(description: &str) -> String;
    /// Which file was judged.
    fn answer_file(name: &str) -> String;
    /// What a program had printed that failed in another way.
    fn beside(found: &Finding, result: &CaseResult, n: usize) -> String;
    /// How far an interrupted run came.
    fn interrupted(done: usize, all: usize) -> String;
    /// How many were graded, and how many accepted.
    fn finished(all: usize, accepted: usize) -> String;
    /// Which letter stands for which colour, and what marks mean; there may be none.
    fn legend(colours: &str, marks: &str) -> String;
    /// The title of a board before a move, counted from 1.
    fn before_move(number: usize) -> String;
    /// The title of a board after a move.
    fn after_move(played: Move) -> String;
    /// The title of a board after a move of the least answer.
    fn least_after(played: Move) -> String;
    /// The least answer, which is in words already.
    fn least_answer(answer: &str) -> String;
    /// What a fact of an appeal is called.
    fn fact(fact: Fact) -> &'static str;
    /// What a program may use on a testcase.
    fn limits(limits: &Limits) -> String;
    /// What a run used.
    fn used(usage: &Usage) -> String;
    /// How input and output are given.
    fn input_output(io: &Io) -> String;
    /// What is put before a command that shows moves again: the program's, or those of
    /// the least answer.
    fn reproduce(is_least: bool) -> &'static str;
    /// The heading of a move, counted from 1.
    fn nth_move(number: usize) -> String;
    /// That a move can't be played, with the end of that sentence.
    fn cannot_be_played(why: &str) -> String;
    /// That an output is right, which is -1 where there is no answer.
    fn played_right(answer_exists: bool) -> &'static str;
    /// So many of all.
    fn of_all(number: usize, all: usize) -> String;
    /// How many hand-ins have a kind of fault.
    fn kind_count(number: usize, kind: &str) -> String;
    /// A failure of the judge, and whom it concerns.
    fn judge_failed(submissions: &[&str], message: &str) -> String;
    /// What is to be said of these contestants.
    fn of_contestants(names: &[&str], remark: &str) -> String;
    /// A hint as a remark.
    fn hint_line(hint: &str) -> String;
    /// A file that was left out.
    fn left_out_line(file: &str) -> String;
    /// How many more were.
    fn left_out_more(files: usize) -> String;
    /// How many were of no known language.
    fn left_out_strange(files: usize) -> String;
    /// A class in numbers.
    fn ending(numbers: &Ending) -> String;
    /// How many a rejudge would change.
    fn would_change(contestants: usize) -> String;
    /// A score before and after.
    fn score_change(was: &str, is: &str) -> String;
    /// How far a run is.
    fn progress(done: usize, all: usize, doing: &str) -> String;
    /// Why journals can't be put together.
    fn conflict(conflict: &Conflict) -> String;
    /// How many more conflicts there are.
    fn more_conflicts(number: usize) -> String;
    /// How hard a puzzle is, in rows.
    fn hardness(n: usize, found: &Hardness) -> [(&'static str, String); 10];
}

spoken! {
    /// How a hunt ended that found nothing, of a program of this name.
    fn nothing_found(name: &str, hunt: &Hunt) -> String;
    /// How many boards were tried.
    fn stress_tries(hunt: &Hunt, seed: u64) -> String;
    /// What it means that nothing was found, and what else can be done.
    fn no_proof(terms: &Terms) -> String;
    /// Where a program was found to differ, and how small the board got.
    fn stress_found(hunt: &Hunt, found: &Found, seed: u64) -> String;
    /// That readings of the statement differ on the board that was found.
    fn found_ambiguous() -> &'static str;
    /// That a program doesn't fail each time.
    fn found_by_chance(again: Again) -> String;
    /// What is put before a command that runs a program on a board.
    fn to_run() -> &'static str;
    /// What a board is for that was found with a program.
    fn stress_description(name: &str, verdict: Verdict) -> String;
    /// A testcase would be written over another file.
    fn stands_in_the_way(path: &Path) -> String;
    /// A testcase's file of another name than `NAME.in`.
    fn not_an_input(path: &Path) -> String;
    /// No folder for a testcase.
    fn no_folder(folder: &Path) -> String;
}

spoken! {
    /// On which boards besides its testcases a program is run.
    fn probing(probing: &Probing) -> String;
    /// That somebody should look at a program: it is accepted on these testcases, and not
    /// on boards of a kind besides them.
    fn flagged(kind: ProbeKind, cases: &[&str]) -> String;
    /// How many boards of a kind a program failed on, in half a line.
    fn probes_failed(kind: ProbeKind, failed: usize, all: usize) -> String;
    /// How many more it failed on that nobody need look at.
    fn probes_unsaid(kind: ProbeKind, failed: usize) -> String;
    /// One of these boards, the verdict on it, and why; that may be empty.
    fn probe_example(kind: ProbeKind, puzzle: &str, code: &str, found: &str) -> String;
    /// What is put before the explanation of such a board.
    fn probe_heading(kind: ProbeKind) -> &'static str;
}

spoken! {
    /// A file or folder can't be read.
    fn cannot_read(path: &Path, error: &str) -> String;
    /// A file can't be written.
    fn cannot_write(path: &Path, error: &str) -> String;
    /// A variable that means nothing.
    fn unknown_variable(name: &str, known: &str) -> String;
    /// Two files are standard input.
    fn one_standard_input() -> &'static str;
    /// A journal where a report was expected.
    fn is_journal(path: &Path) -> String;
    /// A report of another version.
    fn other_version(path: &Path, version: u32, own: u32) -> String;
    /// A file that is no report.
    fn no_report(path: &Path, line: usize, column: usize, error: &str) -> String;
    /// Somebody whom a report doesn't have.
    fn no_contestant(name: &str) -> String;
    /// Several contestants of one name.
    fn several_contestants(name: &str, ids: &[&str]) -> String;
    /// A name that no testcase of a report has, or that fits several.
    fn no_case(name: &str, fitting: &[&str]) -> String;
    /// A result that a report doesn't have.
    fn not_graded(contestant: &str, case: &str) -> String;
    /// A step that can't be shown; `why` may be empty.
    fn no_step(step: usize, played: usize, why: &str) -> String;
    /// A file that can't become a document.
    fn unusable_file(path: &Path, error: &FileError) -> String;
    /// `-` where a file is to be named.
    fn dash(option: &str) -> String;
    /// One file for two documents.
    fn one_file_for_two(option: &str, path: &Path) -> String;
    /// A table that would be filled in over itself.
    fn over_template(option: &str, template: &Path) -> String;
    /// Pages of an earlier report.
    fn stale_pages(folder: &Path, names: &[String]) -> String;
    /// Which column of a table the scores are in.
    fn filled_column(heading: &str) -> String;
    /// A table to be filled in with the scores of a part of a class.
    fn part_of_class() -> &'static str;
    /// `--column` or `--scale` without a table.
    fn column_of_nothing() -> &'static str;
    /// `--gradescope` of so many submissions.
    fn not_one(submissions: usize) -> String;
    /// Documents of a rejudge that doesn't count.
    fn no_documents() -> &'static str;
    /// What was written.
    fn written(files: &[String]) -> String;
    /// `--json -`.
    fn json_dash() -> &'static str;
    /// One file for two things.
    fn report_and_journal(path: &Path) -> String;
    /// `--rejudge` without a journal.
    fn rejudge_without_journal() -> &'static str;
    /// `--rejudge` with a journal that isn't there.
    fn nothing_to_rejudge(path: &Path) -> String;
    /// A journal of another class.
    fn other_folder(journal: &Path, last: &str, own: &str) -> String;
    /// An interrupted rejudge.
    fn rejudge_interrupted() -> &'static str;
    /// A rejudge in which the judge failed.
    fn judge_failed_rejudge(new: &Path) -> String;
    /// A rejudge that was only looked at.
    fn not_replaced(new: &Path) -> String;
    /// A rejudge that counts.
    fn replaced() -> &'static str;
    /// Where a class's report is.
    fn report_is(path: &Path) -> String;
    /// No submission was named.
    fn nothing_named() -> &'static str;
    /// A roster for files that were named.
    fn roster_without_class() -> &'static str;
    /// A folder without hand-ins.
    fn no_hand_in() -> &'static str;
    /// Results of an earlier run.
    fn kept(kept: usize, all: usize, journal: &Path) -> String;
    /// A damaged line of a journal that is written to.
    fn damaged(journal: &Path, line: usize) -> String;
    /// A damaged line of a journal that is read.
    fn damaged_not_taken(journal: &Path, line: usize) -> String;
    /// A journal's last line that isn't whole.
    fn torn(journal: &Path) -> String;
    /// Journals that aren't all.
    fn results_missing(missing: usize, all: usize) -> String;
    /// What conflicts lead to.
    fn nothing_merged() -> &'static str;
    /// No folder of testcases.
    fn no_testcases(folder: &Path, is_named: bool) -> String;
    /// A file beside the testcases.
    fn passed_over(passed_over: &PassedOver) -> String;
    /// What to do about wrong testcases.
    fn mend_testcases(normalisable: bool) -> String;
    /// A folder without testcases.
    fn no_input(folder: &Path) -> String;
    /// A testcase that begins with a run.
    fn run_at_start(case: &str) -> String;
    /// Subtasks of which none has a testcase.
    fn no_subtask_fits(patterns: &str, first: &str) -> String;
    /// A subtask without testcases.
    fn empty_subtask(name: &str, pattern: &str, points: u32) -> String;
    /// Testcases of no subtask.
    fn outside_subtasks(cases: usize, first: &str) -> String;
    /// `--case` fits nothing.
    fn no_case_fits(all: usize, pattern: &str) -> String;
    /// A wrong answer file.
    fn not_least_answer(path: &Path, case: &str) -> String;
    /// What wrong answer files lead to.
    fn wrong_answer_files() -> &'static str;
    /// A file that is no submission.
    fn submission(error: &SubmissionError) -> String;
    /// Hand-ins that can't be graded at all.
    fn class(error: &ClassError) -> String;
    /// A journal that can't be written to.
    fn journal(error: &JournalError) -> String;
    /// A journal that can't be merged.
    fn journal_to_merge(error: &JournalError) -> String;
    /// A configuration that can't be used.
    fn config(error: &ConfigError) -> String;
    /// A testcase that can't be used, in a line.
    fn testcase(error: &TestcaseError) -> String;
    /// What is wrong with an input file, to be drawn.
    fn input(error: &InputError) -> Diagnostic;
    /// What the parts of a drawn diagnostic are called.
    fn diagnostic_names() -> Names;
}

spoken! {
    /// What there is to say of a testcase, to be drawn where it has a place.
    fn issue(issue: &Issue) -> Diagnostic;
    /// How many more issues of a kind there are, and where.
    fn more_issues(number: usize, places: &[String]) -> String;
    /// What was wrong with a layout, in a word or two.
    fn layout_fault(fault: LayoutFault) -> &'static str;
    /// A file that was mended, and what was wrong with it.
    fn mended(path: &Path, faults: &[LayoutFault]) -> String;
    /// How many more files were mended.
    fn more_mended(files: usize) -> String;
    /// The columns of the table of testcases.
    fn case_columns() -> [&'static str; 8];
    /// That only the hardest testcases are shown.
    fn hardest(shown: usize, all: usize) -> String;
    /// How few moves clear a board.
    fn least_moves(least: Least) -> String;
    /// How many solutions there are.
    fn solutions(solutions: Solutions) -> String;
    /// The columns of the table of samples.
    fn sample_columns() -> [&'static str; 5];
    /// The last line on some testcases.
    fn validated(cases: usize, errors: usize, warnings: usize, notes: usize) -> String;
    /// A path that holds no testcases.
    fn no_such_testcases(path: &Path) -> String;
    /// A folder without samples.
    fn no_samples(path: &Path) -> String;
}

/// The words of a diagnostic that has no place yet.
struct Words(Diagnostic);

impl Words {
    fn new(title: impl Into<String>) -> Self {
        Self(Diagnostic {
            title: title.into(),
            span: 0..0,
            label: String::new(),
            help: None,
        })
    }

    /// With what was expected at its place.
    fn at(mut self, label: impl Into<String>) -> Self {
        self.0.label = label.into();
        self
    }

    /// With what to do about it.
    fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }
}

/// The first few of some names, and how many there are besides.
fn some(names: &[impl AsRef<str>], between: &str, more: impl Fn(usize) -> String) -> String {
    let first = names.iter().take(3).map(|it| sanitize::line(it.as_ref()));
    let first: Vec<String> = first.collect();
    let first_of = first.join(between);
    match names.len() - first.len() {
        0 => first_of,
        others => first_of + &more(others),
    }
}

/// A path as it can be typed into a shell.
fn typed(path: &Path) -> String {
    sanitize::shell(&path.to_string_lossy())
}

/// A path as it can be shown.
fn shown(path: &Path) -> String {
    sanitize::line(&path.to_string_lossy())
}

/// A signal's name, the same in every language.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        libc::SIGABRT => "SIGABRT",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGBUS => "SIGBUS",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGKILL => "SIGKILL",
        libc::SIGTERM => "SIGTERM",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGSYS => "SIGSYS",
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGALRM => "SIGALRM",
        libc::SIGVTALRM => "SIGVTALRM",
        libc::SIGPROF => "SIGPROF",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGUSR1 => "SIGUSR1",
        libc::SIGUSR2 => "SIGUSR2",
        _ => return None,
    })
}
