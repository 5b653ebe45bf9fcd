//! What came of a program's runs on board after board: where it differs, or that
//! nothing was found.

use std::path::Path;

use super::explain;
use super::replay;
use super::style::{self, BOLD, Style, paint, wrap};
use super::text;
use crate::config::language::Places;
use crate::config::{Io, IoMode, Language};
use crate::sanitize;
use crate::stress::{Found, Hunt, Outcome};
use crate::verdict::{Cause, Verdict};

const INDENT: &str = "  ";

/// What came of it, for people. `program` is how the program is started, if that is
/// known.
#[must_use]
pub fn outcome(outcome: &Outcome, program: &Program, style: Style) -> String {
    match &outcome.hunt {
        None => refused(outcome, style),
        Some(hunt) => match &hunt.found {
            None => nothing(outcome, hunt, style),
            Some(found) => self::found(outcome, hunt, found, program, style),
        },
    }
}

/// What is written beside a testcase: what it is for.
#[must_use]
pub fn description(outcome: &Outcome, verdict: Verdict, style: Style) -> String {
    let name = sanitize::line(&outcome.submission);
    text::stress_description(style.lang, &name, verdict) + "\n"
}

fn refused(outcome: &Outcome, style: Style) -> String {
    let verdict = Verdict::CompileError;
    let name = sanitize::line(&outcome.submission);
    let heading = text::case_heading(style.lang, &name, verdict);
    let mut out = format!("{}\n", paint(style::verdict(verdict), heading));
    out += &explain::quote(&outcome.compilation.message, 20, 0, style);
    for hint in &outcome.compilation.hints {
        let hint = text::hint_line(style.lang, &text::hint(style.lang, hint));
        out += &wrap(&hint, INDENT, style);
    }
    out
}

fn nothing(outcome: &Outcome, hunt: &Hunt, style: Style) -> String {
    let name = sanitize::line(&outcome.submission);
    let heading = text::nothing_found(style.lang, &name, hunt);
    let said = text::stress_tries(style.lang, hunt, outcome.terms.seed);
    format!("{}\n", paint(BOLD, heading))
        + &wrap(&said, INDENT, style)
        + &wrap(&text::no_proof(style.lang, &outcome.terms), INDENT, style)
}

fn found(outcome: &Outcome, hunt: &Hunt, found: &Found, program: &Program, style: Style) -> String {
    let lang = style.lang;
    let Found { case, result, .. } = found;
    let rules = outcome.terms.rules;
    let name = sanitize::line(&outcome.submission);
    let heading = text::case_heading(lang, &name, result.verdict);
    let mut out = format!("{}\n", paint(style::verdict(result.verdict), heading));
    out += &wrap(
        &text::stress_found(lang, hunt, found, outcome.terms.seed),
        INDENT,
        style,
    );
    if found.ambiguous {
        out += &wrap(text::found_ambiguous(lang), INDENT, style);
    }
    if found.again.differs() {
        out += &wrap(&text::found_by_chance(lang, found.again), INDENT, style);
    }
    if !explain::shows_board(result, case, rules) {
        let board = replay::start(case.n, case.board, style);
        out.push('\n');
        out += &indented(&board);
        out.push('\n');
    }
    out += &explain::causes(result, case, &outcome.limits, rules, style);
    let answer = match &result.cause {
        Cause::Answer(outcome) => Some(outcome),
        _ => None,
    };
    if answer.is_none() {
        let least = text::answer(lang, case.answer.as_deref());
        out += &format!("{INDENT}{}\n", text::least_answer(lang, &least));
    }
    out += &explain::standard_error(result, style);
    out += &format!("{INDENT}{}\n", text::to_run(lang));
    for line in program.lines(&found.input) {
        out += &format!("{INDENT}  {line}\n");
    }
    let has_moves = answer.is_some_and(|it| !it.moves.is_empty() || !it.rest.is_empty());
    if has_moves || case.answer.as_ref().is_some_and(|it| !it.is_empty()) {
        out += &explain::reproduce(answer, case, rules, lang);
    }
    out
}

fn indented(text: &str) -> String {
    let indent = |line: &str| match line {
        "" => "\n".to_owned(),
        line => format!("{INDENT}{line}\n"),
    };
    text.lines().map(indent).collect()
}

/// How a program is compiled and started by hand.
#[derive(Clone, Debug)]
pub struct Program {
    compile: Option<String>,
    run: String,
    io: Io,
}

impl Program {
    /// That of a submission in a language, or of one that is a program.
    #[must_use]
    pub fn new(path: &Path, language: Option<&Language>, io: &Io) -> Self {
        let given = path.to_string_lossy().into_owned();
        let own = format!("./{}", file_stem(path));
        let (compile, run) = match language {
            // What is named without a folder is looked for in PATH.
            None if given.contains('/') => (None, vec![given]),
            None => (None, vec![format!("./{given}")]),
            Some(language) => {
                let interpreter = language.interpreter.as_ref();
                let interpreter = interpreter.and_then(|it| it.words().first());
                let places = Places {
                    source: given,
                    exe: own,
                    interpreter: interpreter.cloned().unwrap_or_default(),
                    name: file_stem(path),
                    folder: ".".to_owned(),
                };
                // Else compiling is no more than looking for faults.
                let compile = language.compile.as_ref();
                let compile = compile.filter(|_| !language.run.names("source"));
                let compile = compile.map(|it| typed(&it.fill(&places)));
                (compile, language.run.fill(&places))
            }
        };
        Self {
            compile,
            run: typed(&run),
            io: io.clone(),
        }
    }

    /// Command lines that run it on an input, which they give line by line as the file
    /// has it.
    fn lines(&self, input: &str) -> Vec<String> {
        let words: Vec<String> = input.lines().map(sanitize::shell).collect();
        let print = format!(r"printf '%s\n' {}", words.join(" "));
        let Self { compile, run, io } = self;
        let started = match io.mode {
            IoMode::Auto | IoMode::Stdio => format!("{print} | {run}"),
            IoMode::File => {
                let [input, output] = [&io.input, &io.output].map(|it| sanitize::shell(it));
                format!("{print} > {input} && {run} && cat {output}")
            }
        };
        compile.iter().cloned().chain([started]).collect()
    }
}

fn file_stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// As it is typed into a shell. Options are no files: their dashes stay as they are.
fn typed(words: &[String]) -> String {
    let word = |word: &String| {
        let rest = word.trim_start_matches('-');
        let dashes = &word[..word.len() - rest.len()];
        match (dashes, rest) {
            (_, "") if !dashes.is_empty() => dashes.to_owned(),
            _ => format!("{dashes}{}", sanitize::shell(rest)),
        }
    };
    let words: Vec<String> = words.iter().map(word).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn lines(path: &str, language: Option<&str>, mode: IoMode) -> Vec<String> {
        let config = Config::default();
        let language = language.and_then(|it| config.languages.get(it));
        let io = Io { mode, ..config.io };
        Program::new(Path::new(path), language, &io).lines("1\n1 0\n0\n")
    }

    #[test]
    fn programs_are_started_as_people_do() {
        let print = r"printf '%s\n' 1 '1 0' 0";
        assert_eq!(
            lines("a b/x.py", Some("python"), IoMode::Auto),
            [format!("{print} | python3 'a b/x.py'")]
        );
        assert_eq!(
            lines("prog", None, IoMode::Stdio),
            [format!("{print} | ./prog")]
        );
        assert_eq!(
            lines("./prog", None, IoMode::File),
            [format!("{print} > mayan.in && ./prog && cat mayan.out")]
        );
        let lines = lines("sub/x.cpp", Some("cpp"), IoMode::Auto);
        assert_eq!(lines[1], format!("{print} | ./x"));
        assert!(
            lines[0].contains("-o ./x") && lines[0].contains(" sub/x.cpp"),
            "{lines:?}"
        );
    }
}
