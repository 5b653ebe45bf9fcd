//! Python and Pascal.

use super::super::tokens::{Kind, Syntax};
use super::{Finder, Way, flags, mode};

impl Finder<'_, '_> {
    pub(super) fn python(&mut self, at: usize) {
        let name = self.tokens[at].text;
        if !matches!(name, "open" | "file" | "Path") || self.word_before(at, 1) == "def" {
            return;
        }
        let Some((args, close)) = self.arguments(at + 1) else {
            return;
        };
        let way = if name == "Path" {
            let does = self.token(close + 2).map_or("", |it| it.text);
            match does.split('_').next() {
                Some("read") => Way::Read,
                Some("write") => Way::Write,
                _ => Way::Either,
            }
        } else {
            let named = args
                .iter()
                .find(|it| it.first().is_some_and(|it| it.is_word("mode")));
            let given = named.map(|it| it.get(2..).unwrap_or_default());
            let second = args
                .get(1)
                .copied()
                .filter(|it| !it.iter().any(|it| it.is_sign("=")));
            match given.or(second) {
                None => Way::Read,
                Some(given) => mode(Some(&given)).unwrap_or_else(|| flags(Some(&given))),
            }
        };
        self.add(Syntax::Python, args.first(), way);
    }

    /// Learns from `reset(f)` and `rewrite(f)` what each file is for.
    pub(super) fn pascal_ways(&mut self) {
        for (at, token) in self.tokens.iter().enumerate() {
            if token.kind != Kind::Word {
                continue;
            }
            let way = match token.text.to_ascii_lowercase().as_str() {
                "reset" => Way::Read,
                "rewrite" | "append" => Way::Write,
                _ => continue,
            };
            let file = self.token(at + 2).filter(|it| it.kind == Kind::Word);
            if let Some(file) = file.filter(|_| self.sign_before(at + 2, 1, "(")) {
                let known = self
                    .ways
                    .entry(file.text.to_ascii_lowercase())
                    .or_insert(way);
                if *known != way {
                    *known = Way::Either;
                }
            }
        }
    }

    pub(super) fn pascal(&mut self, at: usize) {
        let name = self.tokens[at].text;
        if !["assign", "assignfile"]
            .iter()
            .any(|it| name.eq_ignore_ascii_case(it))
        {
            return;
        }
        let Some((args, _)) = self.arguments(at + 1) else {
            return;
        };
        let file = args
            .first()
            .and_then(|it| it.last())
            .map_or("", |it| it.text);
        let file = file.to_ascii_lowercase();
        let way = match file.as_str() {
            "input" => Way::Read,
            "output" => Way::Write,
            _ => self.ways.get(&file).copied().unwrap_or(Way::Either),
        };
        self.add(Syntax::Pascal, args.get(1), way);
    }
}
