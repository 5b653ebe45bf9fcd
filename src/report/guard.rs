//! A stream for a terminal that nothing of a stranger's can command.
//!
//! What strangers wrote is made safe where it comes in. Here all text passes once
//! more, since reports and journals come from other machines and can be edited.

use std::io::{self, Write};

use mayan_reference::token::printable;

/// Writes text through, with escapes in place of all control characters but line
/// ends, tabs and the colours that we use ourselves. Each write must be whole text,
/// as all of ours are.
pub struct Guard<'a>(pub &'a mut dyn Write);

impl Write for Guard<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(guarded(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn guarded(text: &str) -> String {
    let safe = |text: &str| printable(text.as_bytes(), text.len(), |it| matches!(it, '\n' | '\t'));
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest[from..].find('\u{1b}').map(|at| from + at) {
        if let Some(length) = colour(&rest[at..]) {
            out += &safe(&rest[..at]);
            out += &rest[at..at + length];
            rest = &rest[at + length..];
            from = 0;
        } else {
            from = at + 1;
        }
    }
    out + &safe(rest)
}

/// The length of a sequence that sets colours, if the text begins with one. Nothing
/// that hides text or makes it blink is a colour.
fn colour(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\u{1b}[")?;
    let end = inner.find(|it: char| !(it.is_ascii_digit() || it == ';'))?;
    let codes = inner[..end].split(';');
    let is_colour = |code: &str| {
        let code: Option<u8> = code.parse().ok();
        code.is_some_and(|it| matches!(it, 0..=4 | 22..=24 | 30..=37 | 39..=47 | 49 | 90..=107))
    };
    let is_whole = inner[end..].starts_with('m') && codes.into_iter().all(is_colour);
    is_whole.then_some("\u{1b}[".len() + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_pass_and_commands_do_not() {
        for (text, shown) in [
            ("a\tb\n", "a\tb\n"),
            (
                "\u{1b}[1m\u{1b}[37;41mJE\u{1b}[0m 张三",
                "\u{1b}[1m\u{1b}[37;41mJE\u{1b}[0m 张三",
            ),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{1b}[8mhidden", "\\u{1b}[8mhidden"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("over\rwrite", "over\\rwrite"),
            ("\u{9b}2J\u{202e}", "\\u{9b}2J\\u{202e}"),
            ("\u{1b}[", "\\u{1b}["),
            ("\u{1b}[1", "\\u{1b}[1"),
        ] {
            assert_eq!(guarded(text), shown);
        }
    }
}
