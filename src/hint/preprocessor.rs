//! Which parts of a source the judge's compiler doesn't see: C's `#if` and
//! Pascal's `{$IFDEF}`.

use std::collections::HashSet;

/// What compilers define here. All else is undefined unless the source defines it,
/// so what is under `#ifdef LOCAL` counts as not there. `ONLINE_JUDGE` is undefined
/// as it was at NOIP: what stands under `#ifndef ONLINE_JUDGE` is run.
const DEFINED: [&str; 10] = [
    "__GNUC__",
    "__cplusplus",
    "__linux",
    "__linux__",
    "__unix",
    "__unix__",
    "linux",
    "unix",
    // Pascal's are in small letters.
    "fpc",
    "online_judge",
];

/// A conditional block that is open.
struct Block {
    /// Whether what is around it is seen.
    outside: bool,
    /// Whether a branch before was certainly the one that counts.
    taken: bool,
}

/// The conditional blocks at one place of a source.
pub(super) struct Conditions {
    blocks: Vec<Block>,
    defined: HashSet<String>,
    seen: bool,
}

impl Conditions {
    pub(super) fn new() -> Self {
        Self {
            blocks: Vec::new(),
            defined: DEFINED.iter().map(|name| (*name).to_owned()).collect(),
            seen: true,
        }
    }

    /// Whether the compiler sees this place, as far as can be told.
    pub(super) fn seen(&self) -> bool {
        self.seen
    }

    /// A directive, such as `ifdef`, and the rest of its line.
    pub(super) fn directive(&mut self, word: &str, rest: &str) {
        let name = word_of(rest);
        match word {
            "if" => self.open(self.condition(rest)),
            "ifdef" => self.open(Some(self.defined.contains(name))),
            "ifndef" => self.open(Some(!self.defined.contains(name))),
            "elif" => {
                let condition = self.condition(rest);
                self.branch(condition);
            }
            "else" => self.branch(Some(true)),
            "endif" => self.seen = self.blocks.pop().is_none_or(|block| block.outside),
            "define" if self.seen => {
                self.defined.insert(name.to_owned());
            }
            "undef" if self.seen => {
                self.defined.remove(name);
            }
            _ => {}
        }
    }

    fn open(&mut self, condition: Option<bool>) {
        self.blocks.push(Block {
            outside: self.seen,
            taken: condition == Some(true),
        });
        self.seen &= condition != Some(false);
    }

    fn branch(&mut self, condition: Option<bool>) {
        if let Some(block) = self.blocks.last_mut() {
            self.seen = block.outside && !block.taken && condition != Some(false);
            block.taken |= condition == Some(true);
        }
    }

    /// The value of a simple condition: a number, or `defined` of a name.
    fn condition(&self, text: &str) -> Option<bool> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix('!') {
            return self.condition_without_not(rest.trim()).map(|it| !it);
        }
        self.condition_without_not(text)
    }

    fn condition_without_not(&self, text: &str) -> Option<bool> {
        if let Ok(number) = text.parse::<i64>() {
            return Some(number != 0);
        }
        let rest = text.strip_prefix("defined")?.trim();
        let name = rest.trim_start_matches('(').trim_end_matches(')').trim();
        let plain = !name.is_empty() && word_of(name).len() == name.len();
        plain.then(|| self.defined.contains(name))
    }
}

/// The word at the beginning of a text, or nothing.
fn word_of(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}
