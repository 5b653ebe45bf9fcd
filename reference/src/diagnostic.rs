//! An error drawn at its place in a file, for people.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::token::{Position, Shown};

/// What is wrong at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in half a line.
    pub title: String,
    /// The bytes in question.
    pub span: Range<usize>,
    /// What was expected there.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The work can't go on.
    Error,
    /// It can, but somebody should know.
    Warning,
    /// Nothing is wrong, but somebody may want to know.
    Note,
}

/// What the parts of a drawn diagnostic are called, in some language.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// [`Severity::Error`].
    pub error: &'static str,
    /// [`Severity::Warning`].
    pub warning: &'static str,
    /// [`Severity::Note`], and what is said besides.
    pub note: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

impl Names {
    /// In English.
    pub const ENGLISH: Self = Self {
        error: "error",
        warning: "warning",
        note: "note",
        help: "help",
    };
}

/// Lines longer than this are named, not drawn.
const LONGEST_LINE: usize = 4096;

impl Diagnostic {
    /// The diagnostic as text with `path:line:column` and the line drawn, with
    /// ANSI colours if `colours`. No newline at the end.
    ///
    /// `source` is what the file holds; bytes that aren't text are shown as
    /// escapes.
    #[must_use]
    pub fn draw(&self, severity: Severity, path: &str, source: &[u8], colours: bool) -> String {
        self.draw_with(&Names::ENGLISH, severity, path, source, colours)
    }

    /// The same with names in another language.
    #[must_use]
    pub fn draw_with(
        &self,
        names: &Names,
        severity: Severity,
        path: &str,
        source: &[u8],
        colours: bool,
    ) -> String {
        let level = match severity {
            Severity::Error => Level::ERROR.with_name(names.error),
            Severity::Warning => Level::WARNING.with_name(names.warning),
            Severity::Note => Level::NOTE.with_name(names.note),
        };
        let title = level.primary_title(self.title.as_str());
        let start = self.span.start.min(source.len());
        let line = line_around(source, start);
        let mut groups = Vec::new();
        if line.len() > LONGEST_LINE {
            let position = Position::of(source, start);
            let place = format!("at {path}:{position}: {}", self.label);
            groups.push(title.element(Level::NOTE.with_name(names.note).message(place)));
        } else {
            let (text, span) = printable(&source[line.clone()], &self.span, line.start);
            let snippet = Snippet::source(text)
                .path(path)
                .line_start(Position::of(source, line.start).line)
                .annotation(
                    AnnotationKind::Primary
                        .span(span)
                        .label(self.label.as_str()),
                );
            groups.push(title.element(snippet));
        }
        if let Some(help) = &self.help {
            groups.push(Group::with_title(
                Level::HELP
                    .with_name(names.help)
                    .secondary_title(help.as_str()),
            ));
        }
        let renderer = if colours {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&groups)
    }
}

/// The bytes of the line that holds `offset`, without its line feed.
fn line_around(source: &[u8], offset: usize) -> Range<usize> {
    let start = source[..offset]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let end = source[offset..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(source.len(), |length| offset + length);
    start..end
}

/// A line as safe text, and where the span (offsets in the whole source, of
/// which the line begins at `line_start`) lies in that text.
///
/// A stray byte or a control character becomes the one replacement character,
/// so that columns stay those of an editor.
fn printable(line: &[u8], span: &Range<usize>, line_start: usize) -> (String, Range<usize>) {
    let mut text = String::new();
    let mut start = None;
    let mut end = None;
    let mut at = line_start;
    for chunk in line.utf8_chunks() {
        let valid = chunk
            .valid()
            .chars()
            .map(|character| (Shown::Character(character), character.len_utf8()));
        let invalid = chunk.invalid().iter().map(|&byte| (Shown::Byte(byte), 1));
        for (item, length) in valid.chain(invalid) {
            if at >= span.start && start.is_none() {
                start = Some(text.len());
            }
            if at >= span.end && end.is_none() {
                end = Some(text.len());
            }
            match item {
                Shown::Character('\t') => text.push(' '),
                Shown::Character(character) if item.to_string() == character.to_string() => {
                    text.push(character);
                }
                _ => text.push(char::REPLACEMENT_CHARACTER),
            }
            at += length;
        }
    }
    let start = start.unwrap_or(text.len());
    let end = end.unwrap_or(text.len()).max(start);
    (text, start..end)
}
