//! Hints: what, where, what to do.

use crate::hint::Hint;

pub(crate) fn hint(hint: &Hint) -> String {
    match hint {
        Hint::MissingHeader { name, header } => format!(
            "`{name}` is used, but its header is not included. Add `#include {header}` at the top."
        ),
        Hint::MissingNamespace { name } => format!(
            "`{name}` belongs to the namespace std. Add `using namespace std;` below the \
             #include lines, or write `std::{name}`."
        ),
        Hint::NameClash { name } => format!(
            "`{name}` is a name of the library too, and the compiler can't tell which is meant. \
             Give yours another name, such as `my_{name}`, wherever it stands."
        ),
        Hint::WindowsFormat { format } => {
            let standard = format.replace("I64", "ll");
            format!(
                "`{format}` prints and reads 64-bit numbers on Windows only. Write `{standard}` \
                 with long long."
            )
        }
        Hint::VoidMain => {
            "`void main` is wrong, and its exit code is anything. Write `int main()`, and \
             `return 0;` at its end."
                .to_owned()
        }
        Hint::UntypedMain => "`main` has no type. Write `int main()`.".to_owned(),
        Hint::ForeignHeader { header } if header == "bits/stdc++.h" => {
            "`bits/stdc++.h` comes with g++ only, and this compiler doesn't have it. Include the \
             headers that you use, such as <cstdio> and <algorithm>, or choose g++."
                .to_owned()
        }
        Hint::ForeignHeader { header } => format!(
            "`{header}` only exists on Windows or DOS, and programs run on Linux here. Remove the \
             #include and what is used of it."
        ),
        Hint::OldHeader { header, instead } => format!(
            "`{header}` is a name from before the C++ standard. Include {instead} and add `using \
             namespace std;`."
        ),
        Hint::ForeignCall { call } if call.ends_with("_int64") => {
            format!("`{call}` only exists on Windows. Write `long long`.")
        }
        Hint::ForeignCall { call } => format!(
            "`{call}` only exists on Windows or DOS, and programs run on Linux here. Remove it: \
             a contest program needs no pauses, keys or colours, and the rest can be written in \
             standard C++."
        ),
        Hint::Removed { name, instead } => format!(
            "`{name}` is no longer in the language version that is used here. In its place: \
             {instead}."
        ),
        Hint::ForeignUnit { unit } => format!(
            "The unit `{unit}` is not installed here. Remove it from `uses`, with what is used \
             of it."
        ),
        Hint::OldPython { what, line } => format!(
            "{}`{what}` is written as in Python 2, and programs run with Python 3 here. {}",
            at(*line),
            python_remedy(what)
        ),
        Hint::MixedTabs { line } => format!(
            "{}The indentation mixes tabs and blanks, which Python 3 refuses. Use blanks alone.",
            at(*line)
        ),
        Hint::JavaClass { class } => format!(
            "The public class `{class}` must be in a file of its name. Rename the file to \
             `{class}.java`, or leave out `public`."
        ),
        Hint::ReadsOther {
            name,
            line,
            expected,
        } => format!(
            "{}The program reads `{name}`, which is not there: the input is `{expected}`. Use \
             exactly this name (capitals matter), without a folder.",
            at(Some(*line))
        ),
        Hint::WritesOther {
            name,
            line,
            expected,
        } => format!(
            "{}The program writes `{name}`, but the answer is looked for in `{expected}`. Use \
             exactly this name (capitals matter), without a folder.",
            at(Some(*line))
        ),
    }
}

/// Where, as the beginning of a text.
fn at(line: Option<usize>) -> String {
    line.map_or(String::new(), |line| format!("Line {line}: "))
}

fn python_remedy(what: &str) -> &'static str {
    match what {
        "print" => "Write `print(...)`.",
        "exec" => "Write `exec(...)`.",
        "except" => "Write `except Error as e`.",
        "raw_input" => "Write `input()`.",
        "xrange" => "Write `range(...)`.",
        "unichr" => "Write `chr(...)`.",
        "unicode" => "Write `str(...)`.",
        "0777" => "Write `0o777`, or 777 if no octal number was meant.",
        _ => "Write it as Python 3 wants it.",
    }
}
