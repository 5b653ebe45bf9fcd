//! Where a source opens files by a name that stands in it.

mod c;
mod calls;
mod scripts;

use std::collections::HashMap;

use super::tokens::{Kind, Syntax, Token, tokens};
use calls::calls;

/// What a file is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Read,
    Write,
    /// One or the other, or both.
    Either,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening<'a> {
    pub(super) name: &'a str,
    pub(super) way: Way,
    pub(super) line: usize,
}

/// A call is looked at this far.
const FARTHEST: usize = 48;

/// So many names of one declaration are looked at.
const DECLARED: usize = 8;

type Args<'t, 'a> = Vec<&'t [Token<'a>]>;

/// All openings, in the source's order.
pub(super) fn openings(syntax: Syntax, source: &str) -> Vec<Opening<'_>> {
    let tokens = tokens(syntax, source);
    let mut finder = Finder {
        constants: constants(syntax, &tokens),
        ways: HashMap::new(),
        tokens: &tokens,
        found: Vec::new(),
    };
    if syntax == Syntax::Pascal {
        finder.pascal_ways();
    }
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word {
            continue;
        }
        match syntax {
            Syntax::C => finder.c(at),
            Syntax::Python => finder.python(at),
            Syntax::Pascal => finder.pascal(at),
            Syntax::Java => finder.java(at),
            Syntax::Rust | Syntax::Go | Syntax::Script => finder.plain(at, calls(syntax)),
        }
    }
    finder.found
}

/// Texts that have a name: `name = "..."` and `#define name "..."`. A name with
/// two texts is none.
fn constants<'a>(syntax: Syntax, tokens: &[Token<'a>]) -> HashMap<String, Option<&'a str>> {
    let mut constants = HashMap::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Text || !ends_value(tokens.get(at + 1), token.line) {
            continue;
        }
        let before = |steps: usize| at.checked_sub(steps).and_then(|at| tokens.get(at));
        let defined = before(2).is_some_and(|it| it.is_word("define"));
        let mut steps = 1;
        if !defined {
            if !before(1).is_some_and(|it| it.is_sign("=")) {
                continue;
            }
            // `name := ...`, `name[] = ...`, `name[20] = ...`
            steps = 2;
            while before(steps)
                .is_some_and(|it| it.is_sign(":") || it.is_sign("[") || it.is_sign("]"))
                && steps < 5
            {
                steps += 1;
            }
        }
        let Some(name) = before(steps).filter(|it| it.kind == Kind::Word) else {
            continue;
        };
        let text = constants
            .entry(key(syntax, name.text))
            .or_insert(Some(token.text));
        if *text != Some(token.text) {
            *text = None;
        }
    }
    constants
}

fn key(syntax: Syntax, name: &str) -> String {
    if syntax == Syntax::Pascal {
        name.to_ascii_lowercase()
    } else {
        name.to_owned()
    }
}

/// Whether a text is a whole value, not the beginning of a sum.
fn ends_value(next: Option<&Token>, line: usize) -> bool {
    next.is_none_or(|next| {
        [";", ",", ")", "}"].iter().any(|sign| next.is_sign(sign))
            || (next.line > line && matches!(next.kind, Kind::Word | Kind::Include))
            || (next.line > line && next.is_sign("#"))
    })
}

struct Finder<'t, 'a> {
    tokens: &'t [Token<'a>],
    constants: HashMap<String, Option<&'a str>>,
    /// What streams and files that have a name are for.
    ways: HashMap<String, Way>,
    found: Vec<Opening<'a>>,
}

impl<'t, 'a> Finder<'t, 'a> {
    fn token(&self, at: usize) -> Option<&'t Token<'a>> {
        self.tokens.get(at)
    }

    /// Whether a sign stands so many tokens before a place.
    fn sign_before(&self, at: usize, steps: usize, sign: &str) -> bool {
        at.checked_sub(steps)
            .and_then(|at| self.token(at))
            .is_some_and(|token| token.is_sign(sign))
    }

    fn word_before(&self, at: usize, steps: usize) -> &'a str {
        let token = at.checked_sub(steps).and_then(|at| self.token(at));
        token
            .filter(|it| it.kind == Kind::Word)
            .map_or("", |it| it.text)
    }

    /// The arguments in the brackets that open at a place, and where they
    /// close. None if they don't, or only far away.
    fn arguments(&self, open: usize) -> Option<(Args<'t, 'a>, usize)> {
        let first = self.token(open)?;
        if !first.is_sign("(") && !first.is_sign("{") {
            return None;
        }
        let (mut depth, mut start, mut found) = (0_usize, open + 1, Vec::new());
        let last = self.tokens.len().min(open + FARTHEST);
        for at in open..last {
            let token = &self.tokens[at];
            if token.kind != Kind::Sign {
                continue;
            }
            match token.text {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth = depth.saturating_sub(1),
                "," if depth == 1 => {
                    found.push(&self.tokens[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
            if depth == 0 {
                found.push(&self.tokens[start..at]);
                return Some((found, at));
            }
        }
        // The name and what follows it may be in reach all the same.
        (!found.is_empty()).then_some((found, last))
    }

    /// The text that an argument is: a literal, or a name that has one text.
    fn text(&self, syntax: Syntax, argument: Option<&&'t [Token<'a>]>) -> Option<(&'a str, usize)> {
        let tokens = argument?;
        // `f.open(name.c_str())`
        let end = tokens.iter().position(|it| it.is_sign("."));
        match (&tokens[..end.unwrap_or(tokens.len())], end) {
            ([one], None) if one.kind == Kind::Text => Some((one.text, one.line)),
            ([one], _) if one.kind == Kind::Word => {
                let text = *self.constants.get(&key(syntax, one.text))?;
                Some((text?, one.line))
            }
            _ => None,
        }
    }

    fn add(&mut self, syntax: Syntax, name: Option<&&'t [Token<'a>]>, way: Way) {
        if let Some((name, line)) = self.text(syntax, name) {
            self.found.push(Opening { name, way, line });
        }
    }
}

/// What a mode such as `"r"` or `"wb"` opens for; none if it is no mode.
fn mode(argument: Option<&&[Token]>) -> Option<Way> {
    let [mode] = argument? else {
        return None;
    };
    if mode.kind != Kind::Text {
        return None;
    }
    match mode
        .text
        .trim()
        .chars()
        .find(|it| matches!(it, 'r' | 'w' | 'a' | 'x'))?
    {
        'r' => Some(Way::Read),
        _ => Some(Way::Write),
    }
}

/// What flags such as `ios::in` or `O_WRONLY | O_CREAT` open for.
fn flags(argument: Option<&&[Token]>) -> Way {
    let Some(flags) = argument else {
        return Way::Either;
    };
    let has = |words: &[&str]| flags.iter().any(|it| words.contains(&it.text));
    let reads = has(&["in", "O_RDONLY"]);
    let writes = has(&[
        "out", "app", "trunc", "O_WRONLY", "O_CREAT", "O_TRUNC", "O_APPEND",
    ]);
    match (reads, writes) {
        (true, false) => Way::Read,
        (false, true) => Way::Write,
        _ => Way::Either,
    }
}
