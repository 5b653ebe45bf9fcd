//! Sentences with code in them, and strangers' texts that are not too long.

use crate::sanitize;

/// A part of a sentence.
pub(super) struct Part {
    /// Whether it stood in backticks.
    pub(super) is_code: bool,
    /// The text, safe to show.
    pub(super) text: String,
}

/// A sentence in parts.
pub(super) fn rich(sentence: &str) -> Vec<Part> {
    let safe = sanitize::line(sentence);
    let quoted = safe.matches('`').count();
    if quoted % 2 == 1 {
        // A backtick of a contestant's: nothing can be told apart.
        let text = safe;
        return vec![Part {
            is_code: false,
            text,
        }];
    }
    let parts = safe.split('`').enumerate();
    parts
        .filter(|(_, text)| !text.is_empty())
        .map(|(index, text)| Part {
            is_code: index % 2 == 1,
            text: text.to_owned(),
        })
        .collect()
}

/// Several lines of a stranger's, no longer than so many bytes of a page.
pub(super) fn cut(text: &str, most: usize) -> String {
    let safe = sanitize::lines(text.as_bytes());
    let mut room = most;
    let mut end = None;
    for (at, character) in safe.char_indices() {
        let bytes = match character {
            // As it is escaped: `&#60;`.
            '<' | '>' | '&' | '"' | '\'' => 5,
            _ => character.len_utf8(),
        };
        if bytes > room {
            end = Some(at);
            break;
        }
        room -= bytes;
    }
    match end {
        Some(at) => format!("{}…", &safe[..at]),
        None => safe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_what_stands_in_backticks() {
        let shown = |text: &str| -> String {
            rich(text)
                .iter()
                .map(|it| {
                    if it.is_code {
                        format!("[{}]", it.text)
                    } else {
                        it.text.clone()
                    }
                })
                .collect()
        };
        assert_eq!(
            shown("Move 1, `0 0 1`, is\u{7}."),
            "Move 1, [0 0 1], is\\u{7}."
        );
        assert_eq!(shown("`a``b`"), "[a][b]");
        assert_eq!(shown("an odd ` one"), "an odd ` one");
    }

    #[test]
    fn texts_are_cut_by_what_they_take_on_the_page() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("a<c", 5), "a…");
        assert_eq!(cut("出错了", 6), "出错…");
    }
}
