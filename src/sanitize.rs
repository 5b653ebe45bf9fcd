//! Text from strangers, made safe for terminals and files.

use mayan_reference::token::printable;

/// How much of a program's error output or a compiler's message is kept.
const LONGEST: usize = 4000;

/// Several lines: line ends and tabs stay, other controls become escapes.
#[must_use]
pub fn lines(bytes: &[u8]) -> String {
    let text = printable(bytes, LONGEST, |character| matches!(character, '\n' | '\t'));
    text.trim_end().to_owned()
}

/// Several lines of which the last ones matter too, as of an error output: the
/// beginning and the end of what is too long.
#[must_use]
pub fn ends(bytes: &[u8]) -> String {
    const PART: usize = LONGEST / 2;
    if bytes.len() <= LONGEST {
        return lines(bytes);
    }
    // Whole lines, so that no escape and no character is cut in two.
    let end = &bytes[bytes.len() - PART..];
    let end = end
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(end, |at| &end[at + 1..]);
    format!("{}\n…\n{}", lines(&bytes[..PART]), lines(end))
}

/// One line, such as a name: all controls become escapes.
#[must_use]
pub fn line(text: &str) -> String {
    printable(text.as_bytes(), LONGEST, |_| false)
}

/// A path or word as a person can type it into a shell: in quotes if need be.
#[must_use]
pub fn shell(text: &str) -> String {
    let shown = line(text);
    let is_plain = |it: char| it.is_alphanumeric() || "_-./+=@%:,".contains(it);
    if !shown.is_empty() && !shown.starts_with('-') && shown.chars().all(is_plain) {
        return shown;
    }
    format!("'{}'", shown.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(shell("作业/a-1.json"), "作业/a-1.json");
        assert_eq!(shell("hand ins.json"), "'hand ins.json'");
        assert_eq!(shell("it's"), r"'it'\''s'");
        assert_eq!(shell(""), "''");
    }

    #[test]
    fn nothing_moves_the_cursor_or_hides() {
        let hostile = b"\x1b[2Jred\x1b]0;title\x07 \xc2\x9b1m\xff\n\ttab\r\x08 \xe2\x80\xae back";
        assert_eq!(
            lines(hostile),
            "\\u{1b}[2Jred\\u{1b}]0;title\\u{7} \\u{9b}1m\\xff\n\ttab\\r\\u{8} \\u{202e} back"
        );
        assert_eq!(line("a\nb\tc"), "a\\nb\\tc");
    }

    #[test]
    fn text_in_any_script_stays() {
        assert_eq!(lines("出错了: naïve 🙂".as_bytes()), "出错了: naïve 🙂");
    }

    #[test]
    fn the_end_of_much_is_kept() {
        let mut bytes = b"first\n".to_vec();
        bytes.extend(b"noise\n".repeat(100_000));
        bytes.extend(b"Traceback: last");
        let text = ends(&bytes);
        assert!(text.starts_with("first\n") && text.ends_with("\nTraceback: last"));
        assert!(text.chars().count() < 2 * LONGEST);
        assert_eq!(ends(b"short\n"), "short");
    }

    #[test]
    fn much_is_cut() {
        let text = lines(&b"x".repeat(1 << 20));
        assert_eq!(text.chars().count(), LONGEST + 1);
        assert!(text.ends_with('…'));
    }
}
