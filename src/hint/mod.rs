//! What a teacher or student can do about an old or foreign source: hints, which
//! change nothing. Pure: from a source and what was found of it to data.
//!
//! A hint is a guess from the text: [`remedies`] reads a compiler's message,
//! [`files`] and [`portability`] read the source alone. They find what is
//! usual, in time linear in the source's length, and are silent where they
//! can't tell. At most eight are given, each once, in the order in which the
//! text has them.

mod files;
mod library;
mod message;
mod openings;
mod portability;
mod preprocessor;
mod remedies;
mod tokens;

use serde::{Deserialize, Serialize};

use crate::sanitize;

pub use files::files;
pub use portability::portability;
pub use remedies::remedies;

/// So many hints are given; more would not be read.
const MOST: usize = 8;

/// So many characters of a source's name are shown.
const LONGEST_NAME: usize = 80;

/// A hint on a source. In words: `report::hints::hint`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Hint {
    /// A name is used whose header isn't included: older compilers had it by
    /// accident.
    MissingHeader {
        /// The name, such as `memset`.
        name: String,
        /// The header, such as `<cstring>`.
        header: String,
    },
    /// A name of the library is used without `std::` or `using namespace std`.
    MissingNamespace {
        /// The first such name.
        name: String,
    },
    /// A global of the program has the name of something in the library.
    NameClash {
        /// The name, such as `hash` or `y1`.
        name: String,
    },
    /// `%I64d` is understood on Windows alone.
    WindowsFormat {
        /// The format as it stands in the source.
        format: String,
    },
    /// `void main`: C++ wants `int main`.
    VoidMain,
    /// `main()` without a type: old C allowed it.
    UntypedMain,
    /// A header that only exists on Windows or DOS, or only with g++
    /// (`bits/stdc++.h`).
    ForeignHeader {
        /// The header, such as `conio.h`.
        header: String,
    },
    /// A header from before the C++ standard of 1998.
    OldHeader {
        /// The header, such as `iostream.h`.
        header: String,
        /// The standard's name of it, such as `<iostream>`.
        instead: String,
    },
    /// A function, type or command that only exists on Windows or DOS, such as
    /// `system("pause")`, `getch` or `__int64`.
    ForeignCall {
        /// The call.
        call: String,
    },
    /// What the language had once and has no more, such as `gets`.
    Removed {
        /// The name.
        name: String,
        /// What to use in its place.
        instead: String,
    },
    /// A Pascal unit that isn't there, such as `crt`.
    ForeignUnit {
        /// The unit.
        unit: String,
    },
    /// Python 2, which is another language than Python 3.
    OldPython {
        /// What gave it away, such as `print`.
        what: String,
        /// The line of the source, from 1, if known.
        line: Option<usize>,
    },
    /// Python's indentation mixes tabs and blanks.
    MixedTabs {
        /// The line of the source, from 1, if known.
        line: Option<usize>,
    },
    /// A public Java class wants a file of its name.
    JavaClass {
        /// The class.
        class: String,
    },
    /// It reads a file that the contest doesn't give it.
    ReadsOther {
        /// The file's name as it stands in the source.
        name: String,
        /// The line of the source, from 1.
        line: usize,
        /// The name that the contest gives the input.
        expected: String,
    },
    /// It writes its answer to a file that nobody looks at.
    WritesOther {
        /// The file's name as it stands in the source.
        name: String,
        /// The line of the source, from 1.
        line: usize,
        /// The name that the contest wants.
        expected: String,
    },
}

/// Hints, each once and not too many.
#[derive(Default)]
struct Hints(Vec<Hint>);

impl Hints {
    fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    fn add(&mut self, hint: Hint) {
        if !self.is_full() && !self.0.contains(&hint) {
            self.0.push(hint);
        }
    }
}

/// The beginning of a text from a source, made safe to show.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_NAME) {
        None => sanitize::line(text),
        Some((end, _)) => format!("{}…", sanitize::line(&text[..end])),
    }
}
