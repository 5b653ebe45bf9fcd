//! The lines of a run on a terminal, as things happen.

use std::io::{self, Write};
use std::time::Duration;

use super::class;
use super::explain;
use super::hints;
use super::isolation;
use super::style::{self, BOLD, Style, pad, paint, width};
use super::text;
use crate::event::{Begun, Compilation, CompileOutcome, Event};
use crate::sanitize;
use crate::source::Encoding;
use crate::submission::class::Contestant;
use crate::summary::{Report, Score, SubmissionReport};
use crate::units::{short_duration, written};
use crate::verdict::{CaseResult, Cause, Usage, Verdict};

/// Columns of the word at the beginning of a line.
const LEAD: usize = 11;
/// Columns of the bar that shows CPU time against its limit.
const BAR: usize = 10;

/// Writes the run's lines to a stream. The caller folds the report and hands
/// it in with each event.
#[derive(Debug)]
pub struct Terminal<W> {
    out: W,
    style: Style,
}

impl<W: Write> Terminal<W> {
    /// A terminal of this style.
    pub fn new(out: W, style: Style) -> Self {
        Self { out, style }
    }

    /// Tells an event, which `report` has taken in already.
    ///
    /// # Errors
    /// What the stream returns.
    pub fn tell(&mut self, event: &Event, report: &Report) -> io::Result<()> {
        let text = match event {
            Event::Start(_) => self.start(report),
            Event::SubmissionStarted(begun) => self.begun(begun, report),
            Event::Compiled(compilation) => self.compiled(compilation),
            Event::CaseFinished { result, .. } => self.case(result, report),
            Event::SubmissionFinished { .. } => match report.results.last() {
                Some(submission) => self.submission(submission, report),
                None => String::new(),
            },
            Event::Finished { .. } => self.absent(report) + &finished(report),
        };
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn start(&self, report: &Report) -> String {
        let start = &report.start;
        let limits = &start.limits;
        let cases = text::count(start.cases.len(), "testcase");
        let left_out = match start.left_out {
            0 => String::new(),
            number => format!(" ({number} left out)"),
        };
        let first = format!(
            "{cases}{left_out}, {} of CPU time and {} each",
            written(limits.cpu_time),
            limits.memory
        );
        let rules = text::rules(start.rules);
        let whole = format!("{first}; {rules}");
        let mut out = if LEAD + 1 + width(&whole) <= self.style.width {
            lead("Contest", &whole)
        } else {
            lead("Contest", &first) + &lead("Rules", &rules)
        };
        let shortfall = isolation::shortfall(&start.isolation);
        if !shortfall.is_empty() {
            let said = format!("{shortfall} (mayan-judge doctor)");
            let said = style::wrap(&said, &" ".repeat(LEAD + 1), self.style.width);
            out += &lead("Isolation", said.trim());
        }
        out
    }

    /// Whose it is, and what is to be known of the hand-in.
    fn begun(&self, begun: &Begun, report: &Report) -> String {
        let contestant = report
            .start
            .contestants
            .iter()
            .find(|it| it.id == begun.submission);
        let name = contestant.map_or_else(|| begun.submission.clone(), ToString::to_string);
        let name = sanitize::line(&name);
        let mut out = match &begun.language {
            Some(language) => lead("Grading", &format!("{name} ({})", sanitize::line(language))),
            None => lead("Grading", &name),
        };
        if let (Some(contestant), Some(_)) = (contestant, report.start.hand_ins) {
            let file = contestant.file.as_deref().unwrap_or_default();
            out += &lead("Hand-in", &sanitize::line(file));
            out += &self.remarks(contestant);
        }
        out
    }

    fn remarks(&self, contestant: &Contestant) -> String {
        let indent = " ".repeat(LEAD + 1);
        let remarks = contestant.remarks.iter();
        remarks
            .map(|it| style::wrap(&class::remark(it), &indent, self.style.width))
            .collect()
    }

    /// What is told of contestants who handed in nothing that can be graded.
    fn absent(&self, report: &Report) -> String {
        let absent = report
            .start
            .contestants
            .iter()
            .filter(|it| it.file.is_none());
        absent
            .map(|it| {
                let name = sanitize::line(&it.to_string());
                lead("Not graded", &name) + &self.remarks(it)
            })
            .collect()
    }

    /// A case's line. Cases that did not run have none: the strip shows them,
    /// and the reason was said.
    fn case(&self, result: &CaseResult, report: &Report) -> String {
        let ran = result.usage.is_some();
        let compiled = report.results.last().and_then(|it| it.compilation.as_ref());
        let ready = compiled.is_some_and(|it| {
            matches!(it.outcome, CompileOutcome::Done | CompileOutcome::NotNeeded)
        });
        if !ran && (!ready || result.verdict == Verdict::Skipped) {
            return String::new();
        }
        let limits = match report.results.last() {
            Some(submission) => &submission.begun.limits,
            None => &report.start.limits,
        };
        let verdict = paint(
            style::verdict(result.verdict),
            format!("{:>5}", result.verdict.code()),
        );
        let measured = match &result.usage {
            Some(usage) => self.measured(usage, limits.cpu_time),
            None => " ".repeat(BAR + 2 + 9 + 10),
        };
        let name = sanitize::line(&result.case.0);
        let line = format!("{verdict} {measured}  {name}");
        let reason = match (&result.cause, result.verdict) {
            (_, Verdict::Accepted) => String::new(),
            (cause, _) => match report.case(&result.case) {
                Some(info) => text::cause(cause, info, limits),
                None => String::new(),
            },
        };
        let attempts = text::attempts(&result.attempts);
        let reason = if reason.is_empty() || attempts.is_empty() {
            reason + &attempts
        } else {
            format!("{reason}; {attempts}")
        };
        if reason.is_empty() {
            return format!("{line}\n");
        }
        if width(&line) + 2 + width(&reason) <= self.style.width {
            format!("{line}  {reason}\n")
        } else {
            let indent = " ".repeat(8);
            format!(
                "{line}\n{}",
                style::wrap(&reason, &indent, self.style.width)
            )
        }
    }

    /// The bar, the CPU time and the memory of a run.
    fn measured(&self, usage: &Usage, limit: Duration) -> String {
        let part = (usage.cpu_time.as_secs_f64() / limit.as_secs_f64()).clamp(0.0, 1.0);
        let bar = bar(part, self.style.unicode);
        let near = if part >= 0.8 {
            BOLD
        } else {
            anstyle::Style::new()
        };
        format!(
            "{} {} {:>9}",
            bar,
            paint(near, format!("{:>8}", short_duration(usage.cpu_time))),
            usage.peak_memory.short()
        )
    }

    fn compiled(&self, compilation: &Compilation) -> String {
        let mut out = self.outcome(compilation);
        let indent = " ".repeat(LEAD + 1);
        for hint in &compilation.hints {
            let said = style::wrap(&hints::hint(hint), &indent, self.style.width);
            out += &lead("Hint", said.trim());
        }
        out
    }

    fn outcome(&self, compilation: &Compilation) -> String {
        match compilation.outcome {
            CompileOutcome::NotNeeded => String::new(),
            CompileOutcome::Done => {
                let how = match compilation.encoding {
                    Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Unknown => "",
                    Encoding::Gbk => ", from GBK",
                    Encoding::Utf16 => ", from UTF-16",
                };
                let time = short_duration(compilation.time);
                let when = if compilation.cached {
                    "earlier".to_owned()
                } else {
                    format!("in {time}")
                };
                lead("Compiled", &format!("{when}{how}"))
            }
            CompileOutcome::Failed => {
                let colours = style::verdict(Verdict::CompileError);
                let heading = paint(colours, format!("{:>LEAD$}", "CE"));
                let said = explain::quote(&compilation.message, 20, 0, self.style);
                format!("{heading} it does not compile:\n{said}")
            }
            CompileOutcome::JudgeError => {
                let colours = style::verdict(Verdict::JudgeError);
                let heading = paint(colours, format!("{:>LEAD$}", "JE"));
                let said = style::wrap(
                    &compilation.message,
                    &" ".repeat(LEAD + 1),
                    self.style.width,
                );
                format!("{heading}{}", &said[LEAD..])
            }
        }
    }

    fn submission(&self, submission: &SubmissionReport, report: &Report) -> String {
        let mut out = String::new();
        let names = submission
            .subtasks
            .iter()
            .map(|group| sanitize::line(&group.name));
        let longest = names.map(|name| width(&name)).max().unwrap_or(0);
        let strips = submission
            .subtasks
            .iter()
            .map(|group| group.strip.len() + 2);
        let strip_width = strips.max().unwrap_or(0);
        for group in &submission.subtasks {
            let strip: String = group.strip.chars().map(style::letter).collect();
            let name = pad(&sanitize::line(&group.name), longest);
            let points = match (group.points, &group.withheld) {
                (Some(points), None) => format!("  {points} of {}", group.of),
                (Some(points), Some(other)) => {
                    let other = sanitize::line(other);
                    format!("  {points} of {} (needs all of {other})", group.of)
                }
                (None, _) => String::new(),
            };
            let strip = pad(&format!("[{strip}]"), strip_width);
            out += format!("  {name}  {strip}{points}").trim_end();
            out.push('\n');
        }
        let verdict = submission.verdict;
        let said = paint(style::verdict(verdict), verdict.code());
        let worth = if let Some(Score { points, of }) = submission.score {
            format!("{points} of {of}")
        } else if verdict == Verdict::JudgeError {
            "none: the judge failed, and that must cost nobody marks".to_owned()
        } else if report.start.left_out > 0 {
            "none, since testcases were left out".to_owned()
        } else {
            "none, since not all testcases were run".to_owned()
        };
        let worth = format!("{worth}; {said} ({})", text::verdict(verdict));
        out += &lead("Score", &worth);
        let failure = submission.first_failure().filter(|result| {
            // What the compiler or the judge said before any case is said.
            result.usage.is_some() || !matches!(result.cause, Cause::Compile | Cause::Judge { .. })
        });
        let info = failure.and_then(|result| report.case(&result.case));
        if let (Some(result), Some(info)) = (failure, info) {
            let start = &report.start;
            let limits = &submission.begun.limits;
            let explained = explain::case(result, info, limits, start.rules, self.style);
            out += &format!("\nThe first failed case, {explained}");
        }
        out.push('\n');
        out
    }
}

/// A line with a right-aligned word in front, as cargo has it.
fn lead(word: &str, rest: &str) -> String {
    let colours = anstyle::AnsiColor::Green.on_default().bold();
    format!("{} {rest}\n", paint(colours, format!("{word:>LEAD$}")))
}

fn finished(report: &Report) -> String {
    if report.interrupted {
        let done: usize = report
            .results
            .iter()
            .flat_map(|submission| &submission.cases)
            .filter(|result| result.verdict != Verdict::Skipped)
            .count();
        let all = report.start.cases.len() * report.submissions();
        return lead(
            "Interrupted",
            &format!("{done} of {} graded", text::count(all, "run")),
        );
    }
    if report.results.len() < 2 {
        return String::new();
    }
    let accepted = |submission: &&SubmissionReport| submission.verdict == Verdict::Accepted;
    let right = report.results.iter().filter(accepted).count();
    let all = text::count(report.results.len(), "submission");
    lead("Finished", &format!("{all}, {right} accepted"))
}

/// A block of so many eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar of [`BAR`] columns between two edges, filled up to `part` (0 to 1).
fn bar(part: f64, unicode: bool) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "part is between 0 and 1, the bar is short"
    )]
    let units = (part * (BAR * 8) as f64).round() as usize;
    if !unicode {
        return format!("[{}]", pad(&"#".repeat(units / 8), BAR));
    }
    let filled = "█".repeat(units / 8) + EIGHTHS[units % 8];
    format!("▕{}▏", pad(&filled, BAR))
}
