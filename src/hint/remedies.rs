//! Remedies for a source that a compiler refused.

use std::collections::HashSet;

use super::library::{
    CLASHES, FOREIGN_HEADERS, OLD_HEADERS, REMOVED, WINDOWS_CALLS, WINDOWS_NAMES, entry,
};
use super::message::{Complaint, complaints, declared, quoted, quoted_after, quoted_before};
use super::tokens::{Kind, Syntax, tokens};
use super::{Hint, Hints, shortened};

/// What stands behind a name that isn't known.
const UNKNOWN_BEFORE: [&str; 7] = [
    " was not declared in this scope",
    " is not a member of 'std'",
    " in namespace 'std' does not name",
    " does not name a type",
    " does not name a template",
    " has not been declared",
    " undeclared (first use",
];

/// What stands before such a name.
const UNKNOWN_AFTER: [&str; 10] = [
    "use of undeclared identifier ",
    "no template named ",
    "no type named ",
    "no member named ",
    "unknown type name ",
    "implicit declaration of function ",
    "implicitly declaring library function ",
    "call to undeclared library function ",
    "call to undeclared function ",
    "there are no arguments to ",
];

/// Remedies for a source that a compiler refused: what its message (of GCC,
/// Clang, Python, javac or Free Pascal, in English) says that is known to be
/// easily mended. `language` is the language's name in the configuration.
///
/// It is read in the message's order, so what the message leaves out, being cut,
/// is not seen.
#[must_use]
pub fn remedies(language: &str, source: &str, message: &str) -> Vec<Hint> {
    let mut hints = Hints::default();
    match Syntax::of(language) {
        Syntax::C => c(language == "c", source, message, &mut hints),
        Syntax::Python => python(message, &mut hints),
        Syntax::Java => java(message, &mut hints),
        Syntax::Pascal => pascal(message, &mut hints),
        Syntax::Rust | Syntax::Go | Syntax::Script => {}
    }
    hints.0
}

/// What a source of C or C++ has.
struct Source<'a> {
    is_c: bool,
    includes: HashSet<&'a str>,
    called: HashSet<&'a str>,
    uses_std: bool,
}

impl<'a> Source<'a> {
    fn new(is_c: bool, source: &'a str) -> Self {
        let tokens = tokens(Syntax::C, source);
        let includes = tokens.iter().filter(|it| it.kind == Kind::Include);
        let called = tokens.windows(2).filter(|it| it[1].is_sign("("));
        let uses_std = tokens
            .windows(3)
            .any(|it| it[0].is_word("using") && it[1].is_word("namespace") && it[2].is_word("std"));
        Self {
            is_c,
            includes: includes.map(|it| it.text).collect(),
            called: called.map(|it| it[0].text).collect(),
            uses_std,
        }
    }

    /// Whether it includes a header, given by its C++ name.
    fn includes(&self, header: &str) -> bool {
        self.includes.contains("bits/stdc++.h")
            || self.includes.contains(header)
            || c_header(header).is_some_and(|it| self.includes.contains(it.as_str()))
    }
}

/// The C name of a header that C has too: `string.h` for `cstring`.
fn c_header(header: &str) -> Option<String> {
    let shared = [
        "cctype", "cfloat", "climits", "cmath", "cstdio", "cstdlib", "cstring", "ctime",
    ];
    shared
        .contains(&header)
        .then(|| format!("{}.h", &header[1..]))
}

fn c(is_c: bool, source: &str, message: &str, hints: &mut Hints) {
    let source = Source::new(is_c, source);
    for complaint in complaints(message) {
        if hints.is_full() {
            return;
        }
        if let Some(hint) = header(&complaint.line, &source) {
            hints.add(hint);
        } else if let Some(hint) = main_function(&complaint.line) {
            hints.add(hint);
        } else if let Some(hint) = clash(&complaint) {
            hints.add(hint);
        } else {
            unknown(&complaint, &source, hints);
        }
    }
}

/// A header that isn't there.
fn header(line: &str, source: &Source) -> Option<Hint> {
    let name = if let Some((before, _)) = line.split_once(": No such file or directory") {
        before.rsplit(' ').next()?
    } else {
        quoted_before(line, " file not found")?
    };
    let small = name.to_ascii_lowercase();
    if let Some((_, instead)) = OLD_HEADERS.iter().find(|(old, _)| *old == small) {
        return Some(Hint::OldHeader {
            header: name.to_owned(),
            instead: (*instead).to_owned(),
        });
    }
    let known = FOREIGN_HEADERS.contains(&small.as_str()) || small == "bits/stdc++.h";
    (known && source.includes.contains(name)).then(|| Hint::ForeignHeader {
        header: name.to_owned(),
    })
}

fn main_function(line: &str) -> Option<Hint> {
    if line.contains("main' must return 'int'") {
        return Some(Hint::VoidMain);
    }
    let untyped = line.contains("no template named 'main'")
        || line.contains("forbids declaration of 'main' with no type") && line.contains("error:");
    untyped.then_some(Hint::UntypedMain)
}

/// A name of the program that the library has too.
fn clash(complaint: &Complaint) -> Option<Hint> {
    let line = &complaint.line;
    let name = quoted_after(line, "reference to ")
        .filter(|_| line.contains("is ambiguous"))
        .or_else(|| quoted_before(line, " redeclared as different kind of"))
        .or_else(|| quoted_after(line, "ambiguating new declaration of "))
        .or_else(|| quoted_after(line, "conflicting declaration "))
        .or_else(|| quoted_after(line, "conflicting declaration of C function "))
        .or_else(|| quoted_after(line, "conflicting types for "))
        .or_else(|| {
            quoted_after(line, "redefinition of ").filter(|_| line.contains("different kind"))
        })?;
    let name = declared(name);
    let notes = &complaint.notes;
    // The other declaration is in a header, or known to be.
    let library = ["/include/", "/usr/", "std::"]
        .iter()
        .any(|it| notes.contains(it))
        || CLASHES.contains(&name);
    (library && complaint.fatal && !name.is_empty()).then(|| Hint::NameClash {
        name: shortened(name),
    })
}

/// A name that the compiler doesn't know.
fn unknown(complaint: &Complaint, source: &Source, hints: &mut Hints) {
    let line = complaint.line.as_str();
    if complaint.fatal && line.contains("does not allow 'register' storage class") {
        removed("register", hints);
        return;
    }
    let Some(name) = unknown_name(line) else {
        return;
    };
    if WINDOWS_CALLS.contains(&name) || WINDOWS_NAMES.contains(&name) {
        hints.add(Hint::ForeignCall {
            call: name.to_owned(),
        });
        return;
    }
    // A warning alone keeps no C program from being compiled.
    if !complaint.fatal || removed(name, hints) {
        return;
    }
    missing(name, complaint, source, hints);
}

fn unknown_name(line: &str) -> Option<&str> {
    let mut before = UNKNOWN_BEFORE.iter();
    let mut after = UNKNOWN_AFTER.iter();
    let name = before
        .find_map(|phrase| quoted_before(line, phrase))
        .or_else(|| after.find_map(|phrase| quoted_after(line, phrase)))
        .or_else(|| quoted_after(line, "undefined reference to "))
        .or_else(|| incomplete(line))?;
    Some(name.trim_start_matches("::").trim_start_matches("std::"))
}

/// The type of an object whose type is but announced, as `std::ifstream` by
/// `<iostream>`.
fn incomplete(line: &str) -> Option<&str> {
    let declaration = quoted_before(line, " has initializer but incomplete type")
        .or_else(|| quoted_before(line, " has incomplete type"))
        .or_else(|| quoted_after(line, "implicit instantiation of undefined template "))?;
    let name = declaration.strip_prefix("std::")?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
    Some(&name[..end.unwrap_or(name.len())])
}

fn removed(name: &str, hints: &mut Hints) -> bool {
    let Some((_, instead)) = REMOVED.iter().find(|(old, _)| *old == name) else {
        return false;
    };
    hints.add(Hint::Removed {
        name: name.to_owned(),
        instead: (*instead).to_owned(),
    });
    true
}

fn missing(name: &str, complaint: &Complaint, source: &Source, hints: &mut Hints) {
    let line = complaint.line.as_str();
    let entry = entry(name).filter(|it| !(source.is_c && it.std_only));
    let header = match entry {
        Some(entry) if entry.called && !source.called.contains(name) => return,
        Some(entry) => entry.header.to_owned(),
        None => match header_in_notes(name, &complaint.notes) {
            Some(header) => header.to_owned(),
            None => return,
        },
    };
    let std_only = entry.is_some_and(|it| it.std_only);
    let elsewhere = line.contains(&format!("did you mean 'std::{name}'"));
    if !source.includes(&header) && !elsewhere {
        let header = c_header(&header).filter(|_| source.is_c).unwrap_or(header);
        let shown = name.strip_prefix("basic_").unwrap_or(name);
        hints.add(Hint::MissingHeader {
            name: shortened(shown),
            header: format!("<{header}>"),
        });
    }
    let qualified = line.contains("'std'") || line.contains("'std::") && !elsewhere;
    let told = hints
        .0
        .iter()
        .any(|it| matches!(it, Hint::MissingNamespace { .. }));
    if std_only && !source.uses_std && !qualified && !told {
        hints.add(Hint::MissingNamespace {
            name: name.to_owned(),
        });
    }
}

/// The header that a note names for a name: `'memset' is defined in header
/// '<cstring>'`.
fn header_in_notes<'a>(name: &str, notes: &'a str) -> Option<&'a str> {
    let lines = notes.lines().filter(|line| {
        line.contains("is defined in header") || line.contains("or provide a declaration of")
    });
    let mut lines = lines.filter(|line| {
        line.contains(&format!("'{name}'")) || line.contains(&format!("'std::{name}'"))
    });
    let (_, rest) = lines.next()?.split_once('<')?;
    rest.split_once('>').map(|(header, _)| header)
}

fn python(message: &str, hints: &mut Hints) {
    let line = line_number(message);
    if message.contains("TabError") {
        hints.add(Hint::MixedTabs { line });
    }
    let what = if let Some((_, rest)) = message.split_once("Missing parentheses in call to ") {
        quoted(rest).unwrap_or("print")
    } else if message.contains("multiple exception types must be parenthesized") {
        "except"
    } else if message.contains("leading zeros in decimal integer literals") {
        "0777"
    } else {
        return;
    };
    hints.add(Hint::OldPython {
        what: shortened(what),
        line,
    });
}

/// The last `line 3` of a message of Python.
fn line_number(message: &str) -> Option<usize> {
    let (_, rest) = message.rsplit_once(", line ")?;
    let end = rest.find(|c: char| !c.is_ascii_digit());
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

fn java(message: &str, hints: &mut Hints) {
    for line in message.lines() {
        let Some((before, _)) = line.split_once(" is public, should be declared in a file named")
        else {
            continue;
        };
        let class = before.rsplit(' ').next().unwrap_or_default();
        hints.add(Hint::JavaClass {
            class: shortened(class),
        });
    }
}

fn pascal(message: &str, hints: &mut Hints) {
    for line in message.lines() {
        if let Some((_, rest)) = line.split_once("Can't find unit ") {
            let unit = rest.split_whitespace().next().unwrap_or_default();
            hints.add(Hint::ForeignUnit {
                unit: shortened(unit),
            });
        }
    }
}
