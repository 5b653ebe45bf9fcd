//! Why journals can't be put together, in words.

use std::path::Path;

use super::problem;
use crate::journal::merge::{Conflict, SPEEDS};
use crate::sanitize;
use crate::testcase::CaseId;

/// All conflicts, and what to do.
#[must_use]
pub fn conflicts(all: &[Conflict]) -> String {
    /// So many of one kind are enough to see it.
    const MOST: usize = 20;
    let mut out: String = all
        .iter()
        .take(MOST)
        .map(|it| problem::error(said(it)))
        .collect();
    if all.len() > MOST {
        out += &problem::error(format_args!("{} more conflicts", all.len() - MOST));
    }
    out + &problem::error("nothing was merged")
}

fn said(conflict: &Conflict) -> String {
    match conflict {
        Conflict::Contest {
            path,
            first,
            differs,
        } => {
            let differs = if differs.is_empty() {
                "the contest".to_owned()
            } else {
                differs.join(", ")
            };
            format!(
                "{} was graded in another way than {}: {differs}. Grade it again with the same \
                 judge, judge.toml and testcases",
                shown(path),
                shown(first)
            )
        }
        Conflict::Inputs {
            submission,
            case,
            paths: [one, other],
        } => format!(
            "{}: {} and {} graded different sources, or with different compilers. Grade it again \
             on one of the two",
            what(submission, case.as_ref()),
            shown(one),
            shown(other)
        ),
        Conflict::Verdicts {
            submission,
            case,
            verdicts: [(one, first), (other, second)],
        } => format!(
            "{}: {first} in {}, {second} in {}. Look at the two machines, then grade it again and \
             leave the wrong journal out",
            what(submission, case.as_ref()),
            shown(one),
            shown(other)
        ),
        Conflict::Speed {
            path,
            machine,
            ratio,
        } => format!(
            "{}: the machine {} takes {ratio:.2} times as long as the first one (from {} to {} is \
             taken): its times say little. Grade it on a like machine, or take it with --any-speed",
            shown(path),
            sanitize::line(machine),
            SPEEDS.start(),
            SPEEDS.end(),
        ),
    }
}

fn what(submission: &str, case: Option<&CaseId>) -> String {
    let submission = sanitize::line(submission);
    match case {
        Some(case) => format!("{submission}, {}", sanitize::line(&case.0)),
        None => format!("{submission}, compiling"),
    }
}

fn shown(path: &Path) -> String {
    sanitize::line(&path.to_string_lossy())
}
