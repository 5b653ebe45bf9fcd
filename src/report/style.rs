//! What the terminal can show, in which language, and colours.
//!
//! Text is always made with ANSI colours; the stream it is written to takes
//! them away where they aren't wanted. So nothing may be told by colour alone.

use std::env;

use anstyle::{AnsiColor, Style as Colours};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::lang::Lang;
use crate::verdict::Verdict;

/// What the terminal can show, and in which language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether characters beyond ASCII can be shown.
    pub unicode: bool,
    /// Columns.
    pub width: usize,
    /// The language.
    pub lang: Lang,
}

/// The width where it isn't known.
const WIDTH: usize = 80;

impl Style {
    /// The style for the terminal at hand: characters and language by the locale,
    /// width by the terminal, between 40 and 160. A language that was `asked` for
    /// is used whatever the locale is; else one that the locale's characters can't
    /// show isn't.
    #[must_use]
    pub fn detect(asked: Option<Lang>) -> Self {
        let unicode = ["utf-8", "utf8"].map(|it| locale("LC_CTYPE").contains(it));
        let unicode = unicode.contains(&true);
        let of_locale = if unicode && locale("LC_MESSAGES").starts_with("zh") {
            Lang::Chinese
        } else {
            Lang::English
        };
        let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0.into());
        Self {
            unicode,
            width: width.clamp(40, 160),
            lang: asked.unwrap_or(of_locale),
        }
    }
}

impl Style {
    /// Whether text of any script can be written as it is. Whoever asked for Chinese
    /// can read it.
    #[must_use]
    pub fn shows_all(self) -> bool {
        self.unicode || self.lang != Lang::English
    }
}

/// The locale of a category, in small letters.
fn locale(category: &str) -> String {
    ["LC_ALL", category, "LANG"]
        .iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_lowercase()
}

/// Text in colours.
pub(super) fn paint(colours: Colours, text: impl std::fmt::Display) -> String {
    format!("{colours}{text}{colours:#}")
}

/// Colours that make text stand out.
pub(super) const BOLD: Colours = Colours::new().bold();

/// Colours that make text recede.
pub(super) const DIM: Colours = Colours::new().dimmed();

/// The colours of a verdict.
pub(super) fn verdict(verdict: Verdict) -> Colours {
    use Verdict as V;
    let colour = match verdict {
        V::Accepted => AnsiColor::Green,
        V::Skipped => return DIM,
        V::PresentationError | V::WrongAnswer => AnsiColor::Red,
        V::TimeLimitExceeded | V::IdlenessLimitExceeded => AnsiColor::Yellow,
        V::MemoryLimitExceeded | V::OutputLimitExceeded => AnsiColor::Blue,
        V::RuntimeError => AnsiColor::Magenta,
        V::CompileError => AnsiColor::Cyan,
        V::JudgeError => {
            return Colours::new()
                .fg_color(Some(AnsiColor::White.into()))
                .bg_color(Some(AnsiColor::Red.into()));
        }
    };
    colour.on_default().bold()
}

/// A letter of a strip in its verdict's colours.
pub(super) fn letter(letter: char) -> String {
    let verdict = Verdict::ALL
        .into_iter()
        .find(|verdict| verdict.letter() == letter);
    paint(verdict.map_or(DIM, self::verdict), letter)
}

/// Columns that a text takes, without its ANSI colours.
pub(super) fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().width()
}

/// A text filled up with blanks to a width, on the right.
pub(super) fn pad(text: &str, to: usize) -> String {
    let blanks = to.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(blanks))
}

/// The same on the left.
pub(super) fn pad_left(text: &str, to: usize) -> String {
    let blanks = to.saturating_sub(width(text));
    format!("{}{text}", " ".repeat(blanks))
}

/// A line cut to a width, with a mark where something is missing.
pub(super) fn cut(line: &str, to: usize, style: Style) -> String {
    if width(line) <= to {
        return line.to_owned();
    }
    let mark = mark(style);
    start(line.chars(), to.saturating_sub(width(mark))) + mark
}

/// A name cut to a width in its middle: many differ at their ends alone.
pub(super) fn shorten(name: &str, to: usize, style: Style) -> String {
    if width(name) <= to {
        return name.to_owned();
    }
    let mark = mark(style);
    let room = to.saturating_sub(width(mark));
    let end = start(name.chars().rev(), room / 3);
    let begin = start(name.chars(), room - width(&end));
    let end: String = end.chars().rev().collect();
    begin + mark + &end
}

fn mark(style: Style) -> &'static str {
    if style.unicode { "…" } else { "..." }
}

/// As many of these characters as have room.
fn start(characters: impl Iterator<Item = char>, mut room: usize) -> String {
    let fits = |character: &char| {
        let columns = character.width().unwrap_or(0);
        let fits = columns <= room;
        room = room.saturating_sub(columns);
        fits
    };
    characters.take_while(fits).collect()
}

/// A paragraph in lines that fit, each behind an indent.
///
/// What stands in backticks stays in one line: a move must not be torn apart.
pub(super) fn wrap(text: &str, indent: &str, style: Style) -> String {
    const KEPT: &str = "\u{e000}";
    let parts = text
        .split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => part.to_owned(),
            _ => part.replace(' ', KEPT),
        });
    let text = parts.collect::<Vec<_>>().join("`");
    let text = text.as_str();
    let options = textwrap::Options::new(style.width)
        .word_separator(match style.lang {
            Lang::English => textwrap::WordSeparator::AsciiSpace,
            Lang::Chinese => textwrap::WordSeparator::Custom(words),
        })
        // Options such as --same-colour-swap stay whole.
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .initial_indent(indent)
        .subsequent_indent(indent);
    let mut wrapped = textwrap::fill(text, options);
    wrapped.push('\n');
    wrapped.replace(KEPT, " ")
}

/// Where a line of Chinese can be broken: at blanks, between two wide characters but
/// not before a closing mark or behind an opening one, and behind wide punctuation.
/// Never beside a narrow character, which may be of one word with it: `作业/a.cpp`.
/// (What knows all scripts' rules takes longer to build than the rest of the judge.)
fn words(line: &str) -> Box<dyn Iterator<Item = textwrap::core::Word<'_>> + '_> {
    const CLOSING: &str = "，。；：、！？）》」』”’…";
    const OPENING: &str = "（《「『“‘";
    let is_wide = |it: char| it.width() == Some(2);
    let may_break = move |before: char, after: char| {
        let is_blank = before == ' ' && after != ' ';
        let is_behind_mark = "，。；：、！？）".contains(before);
        let is_between = is_wide(before) && is_wide(after) || is_behind_mark;
        is_blank
            || is_between && after != ' ' && !CLOSING.contains(after) && !OPENING.contains(before)
    };
    let mut rest = line;
    Box::new(std::iter::from_fn(move || {
        let mut characters = rest.char_indices().peekable();
        while let Some((_, before)) = characters.next() {
            let end = match characters.peek() {
                Some((at, after)) if may_break(before, *after) => *at,
                Some(_) => continue,
                None => rest.len(),
            };
            let (word, others) = rest.split_at(end);
            rest = others;
            return Some(textwrap::core::Word::from(word));
        }
        None
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_ends() {
        let style = |unicode| Style {
            unicode,
            width: 80,
            lang: Lang::English,
        };
        for (name, to, unicode, shown) in [
            ("张三", 4, true, "张三"),
            ("2024010101 张三", 12, true, "202401010…三"),
            ("2024010101 李四", 12, true, "202401010…四"),
            ("2024010101 张三", 12, false, "2024010...三"),
            ("contestant-one", 8, true, "conte…ne"),
            ("张三李四", 1, true, "…"),
            ("张三李四", 0, true, "…"),
        ] {
            let cut = shorten(name, to, style(unicode));
            assert_eq!(cut, shown);
            assert!(width(&cut) <= to.max(1), "{cut}");
        }
        assert_eq!(cut("a long line", 6, style(true)), "a lon…");
        assert_eq!(cut("a long line", 6, style(false)), "a l...");
    }

    #[test]
    fn lines_break_between_wide_characters_and_not_within_words() {
        for (text, to, wrapped) in [
            ("a/b-c d-e/f", 6, "a/b-c\nd-e/f\n"),
            ("输出为空。应输出三步", 10, "输出为空。\n应输出三步\n"),
            ("第 1 步之前，共 3 步", 12, "第 1 步之\n前，共 3 步\n"),
            ("移动 `1 0 -1` 不合法", 10, "移动\n`1 0 -1`\n不合法\n"),
            ("用 --same-colour-swap", 18, "用\n--same-colour-swap\n"),
            ("见作业/张三/a.cpp", 10, "见作业/张\n三/a.cpp\n"),
        ] {
            let style = Style {
                unicode: true,
                width: to,
                lang: Lang::Chinese,
            };
            assert_eq!(wrap(text, "", style), wrapped, "{text}");
        }
    }
}
