//! What stands around results: headings, columns, lines of a run.

use mayan_reference::Move;

use super::class::names;
use super::result::{count, finding};
use crate::config::{Io, IoMode};
use crate::event::{Compilation, Limits};
use crate::finding::Finding;
use crate::journal::merge::{Conflict, Part, SPEEDS};
use crate::report::overview::Ending;
use crate::report::search::Hardness;
use crate::report::text::{Fact, Label, Thing, shown};
use crate::sanitize;
use crate::scoring::GroupScore;
use crate::source::Encoding;
use crate::summary::{Score, SubmissionReport, Uncounted};
use crate::units::{short_duration, written};
use crate::verdict::{CaseResult, Usage, Verdict};

pub(crate) fn label(label: Label) -> &'static str {
    match label {
        Label::After => "after",
        Label::AtRest => "at rest",
        Label::Before => "before",
        Label::Cases => "cases",
        Label::Compiled => "Compiled",
        Label::Compiling => "compiling",
        Label::Contest => "Contest",
        Label::Difference => "Difference",
        Label::DifferenceSigns => "(- output, + least answer)",
        Label::DoesNotCount => "does not count",
        Label::DoesNotCompile => "it does not compile:",
        Label::DraggedLeft => "<A] dragged left",
        Label::DraggedRight => "[A> dragged right",
        Label::Error => "error",
        Label::Fallen => "fallen",
        Label::Finished => "Finished",
        Label::ForAPerson => "For a person to look at",
        Label::Grading => "Grading",
        Label::HandIn => "Hand-in",
        Label::Hint => "Hint",
        Label::Interrupted => "Interrupted",
        Label::Isolation => "Isolation",
        Label::LeftOut => "Left out",
        Label::LinesLeftOut => "(lines left out)",
        Label::Meant => "(A) meant",
        Label::Memory => "memory",
        Label::LookAt => "Look at",
        Label::MostFailedOn => "What most failed on",
        Label::Moved => "moved",
        Label::Name => "name",
        Label::NoLine => "(no line)",
        Label::NotCounted => "Not counted",
        Label::NotGraded => "Not graded",
        Label::Note => "note",
        Label::NothingChanges => "Nothing would change.",
        Label::Points => "score",
        Label::Printed => "It prints",
        Label::Mutant => "mutant",
        Label::Testcases => "Testcases",
        Label::Probes => "Probes",
        Label::RestsOn => "What it rests on",
        Label::Rules => "Rules",
        Label::Score => "Score",
        Label::Slowest => "slowest",
        Label::StandardError => "Standard error:",
        Label::TheBoard => "the board",
        Label::Vanishing => "*A* vanishes",
        Label::Warning => "warning",
        Label::WhatCanBeDone => "What can be done:",
    }
}

pub(crate) fn contest(cases: usize, uncounted: usize, left_out: usize, limits: &Limits) -> String {
    let aside = [(uncounted, "not counted"), (left_out, "left out")];
    let aside = aside.iter().filter(|(number, _)| *number > 0);
    let aside: Vec<String> = aside
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    let aside = match aside.join(", ") {
        none if none.is_empty() => none,
        aside => format!(" ({aside})"),
    };
    format!(
        "{}{aside}, {} of CPU time and {} each",
        count(cases, Thing::Case),
        written(limits.cpu_time),
        limits.memory
    )
}

pub(crate) fn compiled(compilation: &Compilation) -> String {
    let how = match compilation.encoding {
        Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Unknown => "",
        Encoding::Gbk => ", from GBK",
        Encoding::Utf16 => ", from UTF-16",
    };
    if compilation.cached {
        format!("earlier{how}")
    } else {
        format!("in {}{how}", short_duration(compilation.time))
    }
}

pub(crate) fn group_points(group: &GroupScore) -> String {
    if !group.counts {
        return label(Label::DoesNotCount).to_owned();
    }
    match (group.points, &group.withheld) {
        (Some(points), None) => format!("{points} of {}", group.of),
        (Some(points), Some(other)) => {
            let other = sanitize::line(other);
            format!("{points} of {} (needs all of {other})", group.of)
        }
        (None, _) => String::new(),
    }
}

pub(crate) fn worth(submission: &SubmissionReport, left_out: usize) -> String {
    if let Some(Score { points, of }) = submission.score {
        format!("{points} of {of}")
    } else if submission.verdict == Verdict::JudgeError {
        "none: the judge failed, and that must cost nobody marks".to_owned()
    } else if left_out > 0 {
        "none, since testcases were left out".to_owned()
    } else {
        "none, since not all testcases were run".to_owned()
    }
}

pub(crate) fn unscored(is_ours: bool, left_out: bool) -> &'static str {
    if is_ours {
        "no score: the judge failed, which costs no marks"
    } else if left_out {
        "no score: testcases were left out"
    } else {
        "no score: not everything was run"
    }
}

pub(crate) fn score(worth: &str, code: &str, verdict: &str) -> String {
    format!("{worth}; {code} ({verdict})")
}

pub(crate) fn and(one: &str, other: &str) -> String {
    format!("{one}; {other}")
}

pub(crate) fn list(all: &[&str]) -> String {
    all.join(", ")
}

pub(crate) fn of(what: &str, said: &str) -> String {
    format!("{what}: {said}")
}

pub(crate) fn aside(what: &str, aside: &str) -> String {
    format!("{what} ({aside})")
}

pub(crate) fn sentence(text: &str) -> String {
    format!("{text}.")
}

pub(crate) fn first_failure(counts: bool, explained: &str) -> String {
    if counts {
        format!("The first failed case, {explained}")
    } else {
        format!("A case that doesn't count, {explained}")
    }
}

pub(crate) fn uncounted(found: Uncounted) -> String {
    let Uncounted {
        failed,
        read_otherwise,
    } = found;
    let failed_ones = count(failed, Thing::Case);
    let why = match read_otherwise {
        0 => String::new(),
        all if all == failed => ": right under another reading of the statement".to_owned(),
        some => format!(": {some} right under another reading of the statement"),
    };
    format!("{failed_ones} without points not answered as expected{why}; this costs nothing")
}

pub(crate) fn read_otherwise(hand_ins: usize) -> String {
    format!(
        "{} on testcases without points as another reading of the statement asks: no marks lost",
        match hand_ins {
            1 => "1 hand-in answers".to_owned(),
            number => format!("{number} hand-ins answer"),
        }
    )
}

pub(crate) fn not_counted(said: &str) -> String {
    format!("does not count: {said}")
}

pub(crate) fn case_heading(case: &str, verdict: Verdict) -> String {
    format!("{case}: {} ({})", super::verdict(verdict), verdict.code())
}

pub(crate) fn verdict_heading(verdict: Verdict) -> String {
    format!("{} ({})", super::verdict(verdict), verdict.code())
}

pub(crate) fn about_case(description: &str) -> String {
    format!("This case: {description}")
}

pub(crate) fn answer_file(name: &str) -> String {
    format!("The output is {name}, which the program wrote.")
}

pub(crate) fn beside(found: &Finding, result: &CaseResult, n: usize) -> String {
    let what = result.answer_file.as_deref().unwrap_or("standard output");
    match found {
        Finding::Right => format!("What it had printed to {what} is the right answer."),
        other => format!("The answer in {what}: {}.", finding(other, n)),
    }
}

pub(crate) fn interrupted(done: usize, all: usize) -> String {
    format!("{done} of {} graded", count(all, Thing::Run))
}

pub(crate) fn finished(all: usize, accepted: usize) -> String {
    format!("{}, {accepted} accepted", count(all, Thing::Submission))
}

pub(crate) fn legend(colours: &str, marks: &str) -> String {
    if marks.is_empty() {
        format!("colours: {colours}")
    } else {
        format!("colours: {colours};  {marks}")
    }
}

pub(crate) fn before_move(number: usize) -> String {
    format!("before move {number}")
}

pub(crate) fn after_move(played: Move) -> String {
    format!("after {played}")
}

pub(crate) fn least_after(played: Move) -> String {
    format!("least: after {played}")
}

pub(crate) fn least_answer(answer: &str) -> String {
    format!("The least answer: {answer}")
}

pub(crate) fn fact(fact: Fact) -> &'static str {
    match fact {
        Fact::Attempts => "attempts",
        Fact::Compiler => "compiler",
        Fact::Digest => "SHA-256",
        Fact::File => "hand-in",
        Fact::InputOutput => "I/O",
        Fact::Isolation => "isolation",
        Fact::Judge => "judge",
        Fact::Language => "language",
        Fact::Limits => "limits",
        Fact::Machine => "machine",
        Fact::Probes => "probes",
        Fact::Rules => "rules",
        Fact::Subtask => "subtask",
        Fact::Used => "used",
    }
}

pub(crate) fn limits(limits: &Limits) -> String {
    format!(
        "{} of CPU time, {} on the clock, {} of memory, {} of output",
        written(limits.cpu_time),
        written(limits.wall_time),
        limits.memory,
        limits.output
    )
}

pub(crate) fn used(usage: &Usage) -> String {
    format!(
        "{} of CPU time, {} on the clock, {} of memory",
        short_duration(usage.cpu_time),
        short_duration(usage.wall_time),
        usage.peak_memory.short()
    )
}

pub(crate) fn input_output(io: &Io) -> String {
    let Io { input, output, .. } = io;
    let (input, output) = (sanitize::line(input), sanitize::line(output));
    match io.mode {
        IoMode::Auto => format!("{input} or standard input; {output}, else standard output"),
        IoMode::Stdio => "standard input, standard output".to_owned(),
        IoMode::File => format!("{input}, {output}"),
    }
}

pub(crate) fn reproduce(is_least: bool) -> &'static str {
    if is_least {
        "To see the least answer move by move:"
    } else {
        "To see it move by move:"
    }
}

pub(crate) fn nth_move(number: usize) -> String {
    format!("move {number}:")
}

pub(crate) fn cannot_be_played(why: &str) -> String {
    format!("It can't be played: {why}.")
}

pub(crate) fn played_right(answer_exists: bool) -> &'static str {
    if answer_exists {
        "The board is clear, and no answer is less."
    } else {
        "The output is -1: the board can't be cleared. That is right."
    }
}

pub(crate) fn of_all(number: usize, all: usize) -> String {
    format!("{number} of {all}")
}

pub(crate) fn kind_count(number: usize, kind: &str) -> String {
    format!("{}: {kind}", count(number, Thing::HandIn))
}

pub(crate) fn judge_failed(submissions: &[&str], message: &str) -> String {
    format!(
        "the judge failed (JE, no marks lost): {}: {message}",
        names(submissions)
    )
}

pub(crate) fn of_contestants(names: &[&str], remark: &str) -> String {
    format!("{}: {remark}", names.join(", "))
}

pub(crate) fn hint_line(hint: &str) -> String {
    format!("hint: {hint}")
}

pub(crate) fn left_out_line(file: &str) -> String {
    format!("left out: {file}")
}

pub(crate) fn left_out_more(files: usize) -> String {
    format!(
        "left out: {} more, see --dry-run",
        count(files, Thing::File)
    )
}

pub(crate) fn left_out_strange(files: usize) -> String {
    let files = count(files, Thing::File);
    format!("left out: {files} of no known language, see --dry-run")
}

pub(crate) fn ending(numbers: &Ending) -> String {
    let mut said = vec![
        count(numbers.contestants, Thing::Contestant),
        format!("{} accepted", numbers.accepted),
    ];
    for (number, what) in [
        (numbers.refused, "did not compile"),
        (numbers.judge_errors, "with a failure of the judge"),
        (numbers.absent, "without a hand-in"),
    ] {
        if number > 0 {
            said.push(format!("{number} {what}"));
        }
    }
    if let Some(missing) = numbers.missing {
        said.push(format!("{missing} not graded yet"));
    }
    said.join(", ")
}

pub(crate) fn would_change(contestants: usize) -> String {
    format!("{} would change:", count(contestants, Thing::Contestant))
}

pub(crate) fn score_change(was: &str, is: &str) -> String {
    format!("score {was} -> {is}")
}

pub(crate) fn progress(done: usize, all: usize, doing: &str) -> String {
    format!("{done} of {all} results; now {doing}")
}

pub(crate) fn conflict(conflict: &Conflict) -> String {
    match conflict {
        Conflict::Contest {
            path,
            first,
            differs,
        } => {
            let differs: Vec<&str> = differs.iter().map(|it| part(*it)).collect();
            let differs = if differs.is_empty() {
                "the contest".to_owned()
            } else {
                differs.join(", ")
            };
            format!(
                "{} was graded in another way than {}: {differs}. Grade it again with the same \
                 judge, judge.toml and testcases",
                shown(path),
                shown(first)
            )
        }
        Conflict::Inputs {
            submission,
            case,
            paths: [one, other],
        } => format!(
            "{}: {} and {} graded different sources, or with different compilers. Grade it again \
             on one of the two",
            what(submission, case.as_ref().map(|it| it.0.as_str())),
            shown(one),
            shown(other)
        ),
        Conflict::Verdicts {
            submission,
            case,
            verdicts: [(one, first), (other, second)],
        } => format!(
            "{}: {first} in {}, {second} in {}. Look at the two machines, then grade it again and \
             leave the wrong journal out",
            what(submission, case.as_ref().map(|it| it.0.as_str())),
            shown(one),
            shown(other)
        ),
        Conflict::Speed {
            path,
            machine,
            ratio,
        } => format!(
            "{}: the machine {} takes {ratio:.2} times as long as the first one (from {} to {} is \
             taken): its times say little. Grade it on a like machine, or take it with --any-speed",
            shown(path),
            sanitize::line(machine),
            SPEEDS.start(),
            SPEEDS.end(),
        ),
    }
}

fn part(part: Part) -> &'static str {
    match part {
        Part::Judge => "the judge",
        Part::Limits => "the limits",
        Part::Rules => "the rules",
        Part::Io => "input and output",
        Part::Cases => "the testcases",
        Part::Subtasks => "the subtasks",
        Part::Probing => "the boards besides the testcases",
        Part::Contest => "the contest",
    }
}

fn what(submission: &str, case: Option<&str>) -> String {
    let submission = sanitize::line(submission);
    match case {
        Some(case) => format!("{submission}, {}", sanitize::line(case)),
        None => format!("{submission}, compiling"),
    }
}

pub(crate) fn more_conflicts(number: usize) -> String {
    format!("{number} more conflicts")
}

pub(crate) fn hardness(n: usize, found: &Hardness) -> [(&'static str, String); 10] {
    let search = &found.search;
    [
        ("boards looked at", search.nodes().to_string()),
        ("  by moves left", found.levels(n)),
        ("  ruled out by the bound", search.cut_by_bound.to_string()),
        ("  had failed before", search.failed_before.to_string()),
        ("moves not played", String::new()),
        ("  too weak for the bound", search.too_weak.to_string()),
        ("  other order was searched", search.commuted.to_string()),
        ("last moves played", search.last_moves.to_string()),
        (
            "sequences that clear it",
            match found.solutions {
                Hardness::CAP => format!("{} or more", Hardness::CAP),
                count => count.to_string(),
            },
        ),
        (
            "fewest moves that clear it",
            match found.least_clear {
                Some(moves) => moves.to_string(),
                None => format!("more than {n}, or none do"),
            },
        ),
    ]
}
