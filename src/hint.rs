//! What a teacher or student can do about an old or foreign source: hints, which
//! change nothing. Pure: from a source and what was found of it to data.

use serde::{Deserialize, Serialize};

/// A hint on a source. In words: `report::text::hint`.
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
    /// A header that only exists on Windows or DOS.
    ForeignHeader {
        /// The header, such as `conio.h`.
        header: String,
    },
    /// A function or command that only exists on Windows, such as
    /// `system("pause")` or `getch`.
    ForeignCall {
        /// The call.
        call: String,
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
