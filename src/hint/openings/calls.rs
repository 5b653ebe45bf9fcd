//! Languages in which a function's name says it all: Java, Rust, Go, JavaScript.

use super::super::tokens::Syntax;
use super::{Finder, Way, mode};

/// Functions that take a file's name first.
pub(super) fn calls(syntax: Syntax) -> &'static [(&'static str, Way)] {
    match syntax {
        Syntax::Rust => &[
            ("append", Way::Write),
            ("create", Way::Write),
            ("create_new", Way::Write),
            ("open", Way::Read),
            ("read", Way::Read),
            ("read_to_string", Way::Read),
            ("write", Way::Write),
        ],
        Syntax::Go => &[
            ("Create", Way::Write),
            ("Open", Way::Read),
            ("OpenFile", Way::Either),
            ("ReadFile", Way::Read),
            ("WriteFile", Way::Write),
        ],
        _ => &[
            ("appendFileSync", Way::Write),
            ("createReadStream", Way::Read),
            ("createWriteStream", Way::Write),
            ("openSync", Way::Either),
            ("readFile", Way::Read),
            ("readFileSync", Way::Read),
            ("writeFile", Way::Write),
            ("writeFileSync", Way::Write),
        ],
    }
}

const JAVA_READERS: [&str; 9] = [
    "FileInputStream",
    "FileReader",
    "Scanner",
    "lines",
    "newBufferedReader",
    "newInputStream",
    "readAllBytes",
    "readAllLines",
    "readString",
];

const JAVA_WRITERS: [&str; 8] = [
    "FileOutputStream",
    "FileWriter",
    "Formatter",
    "PrintStream",
    "PrintWriter",
    "newBufferedWriter",
    "newOutputStream",
    "writeString",
];

impl Finder<'_, '_> {
    /// Calls that are known by name alone.
    pub(super) fn plain(&mut self, at: usize, calls: &[(&str, Way)]) {
        let name = self.tokens[at].text;
        let Some((_, way)) = calls.iter().find(|(call, _)| *call == name) else {
            return;
        };
        // `File::open`, `os.Open`, `fs.readFileSync`; a bare `open` is another.
        let member = self.sign_before(at, 1, ":") || self.sign_before(at, 1, ".");
        let builder = self.sign_before(at, 1, ".") && self.sign_before(at, 2, ")");
        if !member && !name.ends_with("Sync") {
            return;
        }
        let Some((args, _)) = self.arguments(at + 1) else {
            return;
        };
        let way = match (way, mode(args.get(1))) {
            (_, Some(_)) if name == "openSync" => mode(args.get(1)).unwrap_or(Way::Either),
            _ if builder => Way::Either,
            (way, _) => *way,
        };
        // Rust's `write("...")` on a value writes a text, it doesn't open one.
        if name.chars().all(|c| c.is_lowercase() || c == '_')
            && !self.sign_before(at, 1, ":")
            && name != "open"
        {
            return;
        }
        self.add(Syntax::Rust, args.first(), way);
    }

    pub(super) fn java(&mut self, at: usize) {
        let name = self.tokens[at].text;
        let member = self.sign_before(at, 1, ".");
        let way = match name {
            "File" | "RandomAccessFile" => Way::Either,
            "get" | "of" if member && self.word_before(at, 2).starts_with("Path") => Way::Either,
            _ if JAVA_READERS.contains(&name) && name != "Scanner" => Way::Read,
            _ if JAVA_WRITERS.contains(&name) => Way::Write,
            _ => return,
        };
        let Some((args, _)) = self.arguments(at + 1) else {
            return;
        };
        let way = if way == Way::Either {
            mode(args.get(1)).unwrap_or_else(|| self.java_wrapper(at))
        } else {
            way
        };
        self.add(Syntax::Java, args.first(), way);
    }

    /// What is made of a file: `new Scanner(new File("..."))`.
    fn java_wrapper(&self, at: usize) -> Way {
        for token in self.tokens[..at].iter().rev().take(8) {
            if token.is_sign(";") || token.is_sign("=") || token.is_sign("{") {
                break;
            }
            if JAVA_READERS.contains(&token.text) {
                return Way::Read;
            }
            if JAVA_WRITERS.contains(&token.text) {
                return Way::Write;
            }
        }
        Way::Either
    }
}
