//! The lines of a run on a terminal, as things happen.

use std::io::{self, Write};
use std::time::Duration;

use super::explain;
use super::isolation;
use super::probes;
use super::style::{self, BOLD, Style, pad, pad_left, paint, width};
use super::text::{self, Label};
use crate::event::{Begun, Compilation, CompileOutcome, Event};
use crate::sanitize;
use crate::submission::class::Contestant;
use crate::summary::{Report, SubmissionReport};
use crate::units::short_duration;
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
            Event::Finished { .. } => self.absent(report) + &self.finished(report),
        };
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn start(&self, report: &Report) -> String {
        let start = &report.start;
        let lang = self.style.lang;
        let all = start.cases.len();
        let uncounted = start.cases.iter().filter(|it| !start.counts(&it.case));
        let first = text::contest(lang, all, uncounted.count(), start.left_out, &start.limits);
        let rules = text::rules(lang, start.rules);
        let whole = text::and(lang, &first, &rules);
        let mut out = if LEAD + 1 + width(&whole) <= self.style.width {
            self.lead(Label::Contest, &whole)
        } else {
            self.lead(Label::Contest, &first) + &self.lead(Label::Rules, &rules)
        };
        if let Some(probing) = &start.probing {
            out += &self.lead(Label::Probes, &text::probing(lang, probing));
        }
        let shortfall = isolation::shortfall(&start.isolation, lang);
        if !shortfall.is_empty() {
            let said = format!("{shortfall} (mayan-judge doctor)");
            out += &self.lead(Label::Isolation, &said);
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
            Some(language) => {
                let said = format!("{name} ({})", sanitize::line(language));
                self.lead(Label::Grading, &said)
            }
            None => self.lead(Label::Grading, &name),
        };
        if let (Some(contestant), Some(_)) = (contestant, report.start.hand_ins) {
            let file = contestant.file.as_deref().unwrap_or_default();
            out += &self.lead(Label::HandIn, &sanitize::line(file));
            out += &self.remarks(contestant);
        }
        out
    }

    fn remarks(&self, contestant: &Contestant) -> String {
        let indent = " ".repeat(LEAD + 1);
        let remarks = contestant.remarks.iter();
        remarks
            .map(|it| {
                let said = text::remark(self.style.lang, it);
                style::wrap(&said, &indent, self.style)
            })
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
                self.lead(Label::NotGraded, &name) + &self.remarks(it)
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
                Some(info) => text::cause(self.style.lang, cause, info, limits),
                None => String::new(),
            },
        };
        let attempts = text::attempts(self.style.lang, &result.attempts);
        let counts = result.verdict == Verdict::Accepted || report.start.counts(&result.case);
        let besides = if counts {
            ""
        } else {
            text::label(self.style.lang, Label::DoesNotCount)
        };
        let probed = probes::beside(self.style.lang, result);
        let reason = [attempts.as_str(), &probed, besides]
            .iter()
            .fold(reason, |said, more| {
                if said.is_empty() || more.is_empty() {
                    said + more
                } else {
                    text::and(self.style.lang, &said, more)
                }
            });
        if reason.is_empty() {
            return format!("{line}\n");
        }
        if width(&line) + 2 + width(&reason) <= self.style.width {
            format!("{line}  {reason}\n")
        } else {
            let indent = " ".repeat(8);
            format!("{line}\n{}", style::wrap(&reason, &indent, self.style))
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
        for hint in &compilation.hints {
            out += &self.lead(Label::Hint, &text::hint(self.style.lang, hint));
        }
        out
    }

    fn outcome(&self, compilation: &Compilation) -> String {
        match compilation.outcome {
            CompileOutcome::NotNeeded => String::new(),
            CompileOutcome::Done => {
                let said = text::compiled(self.style.lang, compilation);
                self.lead(Label::Compiled, &said)
            }
            CompileOutcome::Failed => {
                let colours = style::verdict(Verdict::CompileError);
                let heading = paint(colours, format!("{:>LEAD$}", "CE"));
                let said = explain::quote(&compilation.message, 20, 0, self.style);
                format!(
                    "{heading} {}\n{said}",
                    text::label(self.style.lang, Label::DoesNotCompile)
                )
            }
            CompileOutcome::JudgeError => {
                let colours = style::verdict(Verdict::JudgeError);
                let heading = paint(colours, format!("{:>LEAD$}", "JE"));
                let said = style::wrap(&compilation.message, &" ".repeat(LEAD + 1), self.style);
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
            let points = text::group_points(self.style.lang, group);
            let strip = pad(&format!("[{strip}]"), strip_width);
            out += format!("  {name}  {strip}  {points}").trim_end();
            out.push('\n');
        }
        let verdict = submission.verdict;
        let said = paint(style::verdict(verdict), verdict.code());
        let lang = self.style.lang;
        let worth = text::worth(lang, submission, report.start.left_out);
        let worth = text::score(lang, &worth, &said, text::verdict(lang, verdict));
        out += &self.lead(Label::Score, &worth);
        let uncounted = submission.uncounted(&report.start);
        if uncounted.failed > 0 {
            out += &self.lead(Label::NotCounted, &text::uncounted(lang, uncounted));
        }
        for said in probes::flags(lang, submission) {
            out += &self.lead(Label::LookAt, &said);
        }
        let failure = submission.first_failure(&report.start).filter(|result| {
            // What the compiler or the judge said before any case is said.
            result.usage.is_some() || !matches!(result.cause, Cause::Compile | Cause::Judge { .. })
        });
        let info = failure.and_then(|result| report.case(&result.case));
        if let (Some(result), Some(info)) = (failure, info) {
            let start = &report.start;
            let limits = &submission.begun.limits;
            let explained = explain::case(result, info, limits, start.rules, self.style);
            let counts = start.counts(&result.case);
            out += &format!("\n{}", text::first_failure(lang, counts, &explained));
        }
        out.push('\n');
        out
    }

    fn finished(&self, report: &Report) -> String {
        let lang = self.style.lang;
        if report.interrupted {
            let done: usize = report
                .results
                .iter()
                .flat_map(|submission| &submission.cases)
                .filter(|result| result.verdict != Verdict::Skipped)
                .count();
            let all = report.start.cases.len() * report.submissions();
            return self.lead(Label::Interrupted, &text::interrupted(lang, done, all));
        }
        if report.results.len() < 2 {
            return String::new();
        }
        let accepted = |submission: &&SubmissionReport| submission.verdict == Verdict::Accepted;
        let right = report.results.iter().filter(accepted).count();
        let said = text::finished(lang, report.results.len(), right);
        self.lead(Label::Finished, &said)
    }

    /// A right-aligned word in front of a text, as cargo has it.
    fn lead(&self, word: Label, rest: &str) -> String {
        let colours = anstyle::AnsiColor::Green.on_default().bold();
        let word = pad_left(text::label(self.style.lang, word), LEAD);
        let rest = style::wrap(rest, &" ".repeat(LEAD + 1), self.style);
        format!("{}{}", paint(colours, word), &rest[LEAD..])
    }
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
