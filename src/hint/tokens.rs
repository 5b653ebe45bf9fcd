//! A source as words, texts and signs, for many languages: enough to find calls
//! and the texts that they are given. Comments are left out, and so is what the
//! preprocessor leaves out.

use super::preprocessor::Conditions;

/// Languages by how their sources are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// C and C++.
    C,
    Java,
    Rust,
    Go,
    Script,
    Python,
    Pascal,
}

impl Syntax {
    /// By a language's name in the configuration, such as `cpp-clang`. A name
    /// that isn't known is read like C++.
    pub(super) fn of(language: &str) -> Self {
        let name = language.to_ascii_lowercase();
        let begins = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
        if begins(&["py"]) {
            Self::Python
        } else if begins(&["pas", "fpc", "delphi"]) {
            Self::Pascal
        } else if begins(&["javas", "js", "node", "type", "ts"]) {
            Self::Script
        } else if begins(&["java"]) {
            Self::Java
        } else if begins(&["rust"]) {
            Self::Rust
        } else if begins(&["go"]) {
            Self::Go
        } else {
            Self::C
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, keyword or number.
    Word,
    /// What stands between quotes, as it stands there.
    Text,
    /// One character.
    Sign,
    /// What a C source includes, without its brackets.
    Include,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    /// From 1.
    pub(super) line: usize,
}

impl Token<'_> {
    pub(super) fn is_sign(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }
}

/// The tokens of a source. Total: what isn't closed ends with its line, or with
/// the source.
pub(super) fn tokens(syntax: Syntax, source: &str) -> Vec<Token<'_>> {
    let mut reader = Reader {
        syntax,
        source,
        bytes: source.as_bytes(),
        at: 0,
        line: 1,
        fresh: true,
        conditions: Conditions::new(),
        tokens: Vec::new(),
    };
    while reader.at < reader.bytes.len() {
        reader.step();
    }
    reader.tokens
}

struct Reader<'a> {
    syntax: Syntax,
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Whether nothing but blanks stands before this in its line.
    fresh: bool,
    conditions: Conditions,
    tokens: Vec<Token<'a>>,
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl Reader<'_> {
    fn step(&mut self) {
        let byte = self.bytes[self.at];
        if byte.is_ascii_whitespace() {
            self.fresh |= byte == b'\n';
            self.skip_to(self.at + 1);
            return;
        }
        if self.comment() {
            return;
        }
        let fresh = std::mem::replace(&mut self.fresh, false);
        match byte {
            b'#' if fresh && self.syntax == Syntax::C => self.directive(),
            b'"' if self.syntax != Syntax::Pascal => self.quoted(byte),
            b'\'' => self.apostrophe(),
            b'`' if matches!(self.syntax, Syntax::Script | Syntax::Go) => self.until("`"),
            _ if in_word(byte) => self.word(),
            _ => {
                self.add(Kind::Sign, self.at, self.at + 1, self.line);
                self.at += 1;
            }
        }
    }

    fn starts(&self, text: &str) -> bool {
        self.bytes[self.at..].starts_with(text.as_bytes())
    }

    /// Where a text stands next, at or after a place; the source's end if
    /// nowhere.
    fn find(&self, text: &str, from: usize) -> usize {
        let rest = self.source.get(from..).unwrap_or_default();
        rest.find(text)
            .map_or(self.bytes.len(), |offset| from + offset)
    }

    /// Goes on, counting lines.
    fn skip_to(&mut self, to: usize) {
        let to = to.clamp(self.at, self.bytes.len());
        let passed = self.bytes[self.at..to].split(|byte| *byte == b'\n');
        self.line += passed.skip(1).count();
        self.at = to;
    }

    fn add(&mut self, kind: Kind, from: usize, to: usize, line: usize) {
        if self.conditions.seen() {
            let text = self.source.get(from..to).unwrap_or_default();
            self.tokens.push(Token { kind, text, line });
        }
    }

    /// Passes a comment, if one begins here.
    fn comment(&mut self) -> bool {
        let (line_mark, blocks): (&str, &[(&str, &str)]) = match self.syntax {
            Syntax::Python => ("#", &[]),
            Syntax::Pascal => ("//", &[("{", "}"), ("(*", "*)")]),
            _ => ("//", &[("/*", "*/")]),
        };
        if self.starts(line_mark) {
            let mut end = self.find("\n", self.at);
            // In C a backslash makes the next line a part of the comment.
            while self.syntax == Syntax::C && self.continued(end) && end < self.bytes.len() {
                end = self.find("\n", end + 1);
            }
            self.skip_to(end);
            return true;
        }
        for (open, close) in blocks {
            if self.starts(open) {
                let inside = self.at + open.len();
                let end = self.find(close, inside);
                if self.syntax == Syntax::Pascal {
                    self.pascal_directive(inside, end);
                }
                self.skip_to(end.saturating_add(close.len()));
                return true;
            }
        }
        false
    }

    fn continued(&self, line_end: usize) -> bool {
        let line = &self.bytes[self.at..line_end];
        line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
    }

    /// `{$IFDEF LOCAL}`, a comment to look at.
    fn pascal_directive(&mut self, from: usize, to: usize) {
        let text = self.source.get(from..to).unwrap_or_default();
        if let Some(text) = text.strip_prefix('$') {
            let text = text.to_ascii_lowercase();
            let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
            self.conditions.directive(word.trim(), rest);
        }
    }

    /// A line of the preprocessor. What is defined is read on as tokens.
    fn directive(&mut self) {
        let line_end = self.find("\n", self.at);
        let text = self.source.get(self.at + 1..line_end).unwrap_or_default();
        let text = text.trim_start();
        let length = text.bytes().take_while(|byte| in_word(*byte)).count();
        let (word, rest) = text.split_at(length);
        let plain = rest.split("//").next().unwrap_or_default();
        let plain = plain.split("/*").next().unwrap_or_default().trim();
        self.conditions.directive(word, plain);
        match word {
            "define" => {
                self.add(Kind::Sign, self.at, self.at + 1, self.line);
                self.at += 1;
            }
            "include" => {
                let name = plain.trim_matches(['<', '>', '"', ' ', '\t']);
                if self.conditions.seen() {
                    self.tokens.push(Token {
                        kind: Kind::Include,
                        text: name,
                        line: self.line,
                    });
                }
                // A comment behind it may be one of several lines.
                self.skip_to(line_end - rest.len() + plain_length(rest));
            }
            _ => self.skip_to(line_end - rest.len() + plain_length(rest)),
        }
    }

    fn word(&mut self) {
        let start = self.at;
        let number = self.bytes[start].is_ascii_digit();
        let mut end = start;
        while self.bytes.get(end).is_some_and(|byte| in_word(*byte)) {
            end += 1;
            // 1'000'000
            let group = number
                && self.syntax == Syntax::C
                && self.bytes.get(end) == Some(&b'\'')
                && self.bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
            end += usize::from(group);
        }
        let word = self.source.get(start..end).unwrap_or_default();
        self.at = end;
        if !self.prefix(word) {
            self.add(Kind::Word, start, end, self.line);
        }
    }

    /// Whether a word is but the beginning of a text, as in `L"..."`; passes a
    /// raw text of C++ or Rust at once.
    fn prefix(&mut self, word: &str) -> bool {
        let quote = self.bytes.get(self.at);
        let raw = word.ends_with(['R', 'r']) && word.len() <= 3;
        match self.syntax {
            Syntax::C if quote == Some(&b'"') => {
                if raw && word.ends_with('R') {
                    self.raw(b'(', ")");
                }
                matches!(
                    word,
                    "L" | "u8" | "u" | "U" | "R" | "LR" | "u8R" | "uR" | "UR"
                )
            }
            Syntax::Rust if raw && matches!(quote, Some(b'"' | b'#')) => {
                let hashes = self.bytes[self.at..].iter().take_while(|it| **it == b'#');
                let hashes = hashes.count();
                if self.bytes.get(self.at + hashes) == Some(&b'"') {
                    self.at += hashes;
                    self.until(&format!("\"{}", "#".repeat(hashes.min(16))));
                }
                true
            }
            Syntax::Rust => word == "b" && quote == Some(&b'"'),
            Syntax::Python => {
                matches!(quote, Some(b'"' | b'\''))
                    && matches!(word, "r" | "R" | "b" | "B" | "u" | "U" | "rb" | "br")
            }
            _ => false,
        }
    }

    /// A raw text of C++: `"mark(...)mark"`.
    fn raw(&mut self, open: u8, close: &str) {
        let mark = self.at + 1;
        // The standard allows marks of 16 characters.
        let rest = self.bytes.get(mark..).unwrap_or_default();
        let Some(length) = rest.iter().take(17).position(|byte| *byte == open) else {
            return;
        };
        let name = self.source.get(mark..mark + length).unwrap_or_default();
        let close = format!("{close}{name}\"");
        self.at = mark + length;
        self.until(&close);
    }

    /// A text from behind this byte to a mark, over any lines.
    fn until(&mut self, close: &str) {
        let start = self.at + 1;
        let end = self.find(close, start);
        self.add(Kind::Text, start, end, self.line);
        self.skip_to(end.saturating_add(close.len()));
    }

    /// A text in one line, with escapes; in Python perhaps one of three quotes.
    fn quoted(&mut self, quote: u8) {
        if self.syntax == Syntax::Python {
            let triple = if quote == b'"' { "\"\"\"" } else { "'''" };
            if self.starts(triple) {
                self.at += 2;
                self.until(triple);
                return;
            }
        }
        let start = self.at + 1;
        let line = self.line;
        let mut end = start;
        while let Some(byte) = self.bytes.get(end) {
            match byte {
                b'\\' if self.syntax != Syntax::Pascal => end += 2,
                b'\n' => break,
                byte if *byte == quote => break,
                _ => end += 1,
            }
        }
        let end = end.min(self.bytes.len());
        self.add(Kind::Text, start, end, line);
        let closed = self.bytes.get(end) == Some(&quote);
        self.skip_to(end + usize::from(closed));
    }

    /// A text, a character or, in Rust, a lifetime.
    fn apostrophe(&mut self) {
        if matches!(
            self.syntax,
            Syntax::Script | Syntax::Python | Syntax::Pascal
        ) {
            self.quoted(b'\'');
            return;
        }
        let rest = self.source.get(self.at + 1..).unwrap_or_default();
        let mut characters = rest.char_indices();
        let first = characters.next().map_or(' ', |(_, character)| character);
        let closed = characters.next().is_some_and(|(_, second)| second == '\'');
        if self.syntax == Syntax::Rust && first != '\\' && !closed {
            self.at += 1;
            return;
        }
        let before = self.tokens.len();
        self.quoted(b'\'');
        self.tokens.truncate(before);
    }
}

/// How much of a directive stands before a comment.
fn plain_length(rest: &str) -> usize {
    let ends = ["//", "/*"].map(|mark| rest.find(mark).unwrap_or(rest.len()));
    ends[0].min(ends[1])
}
