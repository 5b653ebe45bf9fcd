//! What compiles here and then does something else than on Windows, or than in
//! an older version of the language.

use std::collections::HashSet;

use super::library::WINDOWS_CALLS;
use super::tokens::{Kind, Syntax, Token, tokens};
use super::{Hint, Hints, shortened};

/// What may compile and then misbehave, in the language of this name in the
/// configuration: `%I64d`, `system("pause")`, `getch()`, `void main` in C, Python 2's
/// functions.
#[must_use]
pub fn portability(language: &str, source: &str) -> Vec<Hint> {
    let syntax = Syntax::of(language);
    let tokens = tokens(syntax, source);
    let own = match syntax {
        Syntax::C => defined(&tokens),
        Syntax::Python => assigned(&tokens),
        _ => HashSet::new(),
    };
    let mut hints = Hints::default();
    let mut seen = HashSet::new();
    for at in 0..tokens.len() {
        if hints.is_full() {
            break;
        }
        let hint = match syntax {
            Syntax::C => c(&tokens, at, &own),
            Syntax::Python => python(&tokens, at, &own),
            Syntax::Java | Syntax::Rust | Syntax::Go | Syntax::Script | Syntax::Pascal => None,
        };
        // The same name on another line is the same hint.
        if hint.is_some() && seen.insert(tokens[at].text) {
            hints.0.extend(hint);
        }
    }
    hints.0
}

/// Functions that the source has itself: a type stands before their names.
fn defined<'a>(tokens: &[Token<'a>]) -> HashSet<&'a str> {
    let pairs = tokens.windows(3);
    let defined = pairs.filter(|it| {
        let named = it[1].kind == Kind::Word && it[2].is_sign("(");
        let typed = it[0].kind == Kind::Word
            && !matches!(it[0].text, "return" | "else" | "do" | "and" | "or" | "not");
        // `#define Sleep(x)` is an own one too.
        named && (typed || it[0].is_sign("*"))
    });
    defined.map(|it| it[1].text).collect()
}

/// Names that a Python source gives a meaning.
fn assigned<'a>(tokens: &[Token<'a>]) -> HashSet<&'a str> {
    let pairs = tokens.windows(2);
    let assigned = pairs.filter_map(|it| {
        if it[0].kind == Kind::Word && it[1].is_sign("=") {
            Some(it[0].text)
        } else {
            let names = matches!(it[0].text, "def" | "import" | "as" | "class");
            names.then_some(it[1].text)
        }
    });
    assigned.collect()
}

fn is_sign(tokens: &[Token], at: Option<usize>, sign: &str) -> bool {
    at.and_then(|at| tokens.get(at))
        .is_some_and(|token| token.is_sign(sign))
}

/// Whether a name is called here, and is no member of something else.
fn called(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1);
    is_sign(tokens, Some(at + 1), "(")
        && !is_sign(tokens, before, ".")
        && !is_sign(tokens, before, ">")
}

fn c(tokens: &[Token], at: usize, own: &HashSet<&str>) -> Option<Hint> {
    let token = &tokens[at];
    if token.kind == Kind::Text {
        let format = windows_format(token.text)?;
        return Some(Hint::WindowsFormat { format });
    }
    if token.is_word("void")
        && tokens.get(at + 1).is_some_and(|it| it.is_word("main"))
        && is_sign(tokens, Some(at + 2), "(")
    {
        return Some(Hint::VoidMain);
    }
    if token.kind != Kind::Word || !called(tokens, at) || own.contains(token.text) {
        return None;
    }
    if token.text == "system" {
        let text = tokens.get(at + 2).filter(|it| it.kind == Kind::Text)?;
        let command = text.text.split_whitespace().next().unwrap_or_default();
        let command = command.to_ascii_lowercase();
        let windows = ["cls", "color", "mode", "pause", "title"].contains(&command.as_str());
        let call = format!("system(\"{}\")", shortened(text.text));
        return windows.then_some(Hint::ForeignCall { call });
    }
    let call = token.text.to_owned();
    WINDOWS_CALLS
        .contains(&token.text)
        .then_some(Hint::ForeignCall { call })
}

/// The first `%I64d` of a text, or `%5I64u` and the like.
fn windows_format(text: &str) -> Option<String> {
    for (at, _) in text.match_indices("I64") {
        let before = &text[..at];
        // Flags, width and precision are short.
        let spec = before.trim_end_matches(|c: char| c.is_ascii_digit() || "-+ #.*".contains(c));
        let kind = text[at + 3..].chars().next();
        let end = at + 4;
        if spec.ends_with('%') && kind.is_some_and(|it| "dioux X".contains(it) && it != ' ') {
            return Some(shortened(&text[spec.len() - 1..end]));
        }
    }
    None
}

fn python(tokens: &[Token], at: usize, own: &HashSet<&str>) -> Option<Hint> {
    let token = &tokens[at];
    let old = ["raw_input", "unichr", "unicode", "xrange"].contains(&token.text);
    let calls = token.kind == Kind::Word && called(tokens, at);
    (old && calls && !own.contains(token.text)).then(|| Hint::OldPython {
        what: token.text.to_owned(),
        line: Some(token.line),
    })
}
