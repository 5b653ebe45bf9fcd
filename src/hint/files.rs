//! Files that a source opens and that aren't the contest's.

use std::collections::HashSet;

use super::openings::{Opening, Way, openings};
use super::tokens::Syntax;
use super::{Hint, Hints, shortened};

/// Files that a source opens and that are not the contest's `input` and
/// `output`, such as `mayan.in` and `mayan.out`, in the language of this name
/// in the configuration.
///
/// A name counts as it stands, but for `./` in front: Linux tells capitals from
/// small letters. Devices (`/dev/stdin`) and the empty name (Pascal's standard
/// streams) are nobody's business. If it can't be told whether a file is read
/// or written, both of the contest's names are right for it.
///
/// Not found: names that are put together at run time or by macros, or that
/// come from a variable with more than one text. Not looked at: comments, and
/// what stands under `#if 0`, `#ifdef` of a name that isn't defined, such as
/// `LOCAL`, which is for the student's own machine. `ONLINE_JUDGE` is not defined
/// either: what is read where it isn't, is read here.
#[must_use]
pub fn files(language: &str, source: &str, input: &str, output: &str) -> Vec<Hint> {
    let mut hints = Hints::default();
    let mut seen = HashSet::new();
    for opening in openings(Syntax::of(language), source) {
        let Some(reads) = foreign(&opening, input, output) else {
            continue;
        };
        if !seen.insert((opening.name, reads)) {
            continue;
        }
        let (name, line) = (shortened(opening.name), opening.line);
        hints.add(if reads {
            Hint::ReadsOther {
                name,
                line,
                expected: input.to_owned(),
            }
        } else {
            Hint::WritesOther {
                name,
                line,
                expected: output.to_owned(),
            }
        });
        if hints.is_full() {
            break;
        }
    }
    hints.0
}

/// Whether a file that isn't the contest's is read (or written); none if it is
/// the contest's.
fn foreign(opening: &Opening, input: &str, output: &str) -> Option<bool> {
    let name = plain(opening.name);
    if name.is_empty() || name.starts_with("/dev/") {
        return None;
    }
    let (is_input, is_output) = (name == plain(input), name == plain(output));
    match opening.way {
        Way::Read => (!is_input).then_some(true),
        Way::Write => (!is_output).then_some(false),
        Way::Either => (!is_input && !is_output).then(|| looks_like_input(name)),
    }
}

fn plain(name: &str) -> &str {
    let mut name = name;
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    name
}

fn looks_like_input(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
    file.contains("in") && !file.contains("out")
}
