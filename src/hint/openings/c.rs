//! C and C++: stdio, streams, POSIX.

use super::super::tokens::{Kind, Syntax};
use super::{DECLARED, FARTHEST, Finder, Way, flags, mode};

impl Finder<'_, '_> {
    pub(super) fn c(&mut self, at: usize) {
        let name = self.tokens[at].text;
        match name {
            "freopen" | "_wfreopen" => self.freopen(at, 0),
            "freopen_s" => self.freopen(at, 1),
            "fopen" | "_wfopen" | "fopen64" => self.fopen(at, 0),
            "fopen_s" => self.fopen(at, 1),
            "open" => self.c_open(at),
            "ifstream" | "wifstream" => self.streams(at, Way::Read),
            "ofstream" | "wofstream" => self.streams(at, Way::Write),
            "fstream" | "wfstream" => self.streams(at, Way::Either),
            _ => {}
        }
    }

    fn freopen(&mut self, at: usize, first: usize) {
        let Some((args, _)) = self.arguments(at + 1) else {
            return;
        };
        let stream = args.get(first + 2).and_then(|it| it.first());
        let way = match stream.map_or("", |it| it.text) {
            "stdin" => Way::Read,
            "stdout" => Way::Write,
            // What goes to stderr is nobody's answer.
            "stderr" => return,
            _ => mode(args.get(first + 1)).unwrap_or(Way::Either),
        };
        self.add(Syntax::C, args.get(first), way);
    }

    fn fopen(&mut self, at: usize, first: usize) {
        if let Some((args, _)) = self.arguments(at + 1) {
            let way = mode(args.get(first + 1)).unwrap_or(Way::Either);
            self.add(Syntax::C, args.get(first), way);
        }
    }

    /// `fin.open("...")` of a stream, or the `open` of POSIX.
    fn c_open(&mut self, at: usize) {
        let Some((args, _)) = self.arguments(at + 1) else {
            return;
        };
        let steps = if self.sign_before(at, 1, ".") {
            Some(2)
        } else {
            let arrow = self.sign_before(at, 1, ">") && self.sign_before(at, 2, "-");
            arrow.then_some(3)
        };
        let stream = steps.and_then(|steps| self.ways.get(self.word_before(at, steps)));
        let way = match stream {
            None | Some(Way::Either) => flags(args.get(1)),
            Some(way) => *way,
        };
        self.add(Syntax::C, args.first(), way);
    }

    /// `ifstream a("..."), b;` and `ifstream("...")`.
    fn streams(&mut self, at: usize, way: Way) {
        let mut next = at + 1;
        for _ in 0..DECLARED {
            while self
                .token(next)
                .is_some_and(|it| it.is_sign("&") || it.is_sign("*"))
            {
                next += 1;
                if next > at + FARTHEST {
                    return;
                }
            }
            if let Some(token) = self.token(next).filter(|it| it.kind == Kind::Word) {
                self.ways.insert(token.text.to_owned(), way);
                next += 1;
            }
            if let Some((args, close)) = self.arguments(next) {
                let way = if way == Way::Either {
                    flags(args.get(1))
                } else {
                    way
                };
                self.add(Syntax::C, args.first(), way);
                next = close + 1;
            }
            if !self.token(next).is_some_and(|it| it.is_sign(",")) {
                return;
            }
            next += 1;
        }
    }
}
