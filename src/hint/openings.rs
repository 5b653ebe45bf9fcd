//! Where a source opens files by a name that stands in it.

use std::collections::HashMap;

use super::tokens::{Kind, Syntax, Token, tokens};

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
    for at in 0..tokens.len() {
        if tokens[at].kind != Kind::Word {
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

/// Functions that take a file's name first.
fn calls(syntax: Syntax) -> &'static [(&'static str, Way)] {
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

    /// Calls that are known by name alone.
    fn plain(&mut self, at: usize, calls: &[(&str, Way)]) {
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

    fn c(&mut self, at: usize) {
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

    fn python(&mut self, at: usize) {
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
    fn pascal_ways(&mut self) {
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

    fn pascal(&mut self, at: usize) {
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

    fn java(&mut self, at: usize) {
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
