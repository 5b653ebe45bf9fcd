//! A class: how its hand-ins were understood, and what was left out.

use crate::report::text::some;
use crate::sanitize;
use crate::submission::class::{Choice, Layout, LeftOut, Remark, Unused};

fn layout(layout: Layout) -> &'static str {
    match layout {
        Layout::Plain => "plain (STUDENT/... or STUDENT.cpp)",
        Layout::Noi => "NOI or LemonLime (source/STUDENT/...)",
        Layout::Arbiter => "Arbiter (players/day1/STUDENT/...)",
        Layout::Moodle => "an export of Moodle",
        Layout::Canvas => "an export of Canvas",
        Layout::Mapping => "as the mapping says",
    }
}

pub(crate) fn remark(remark: &Remark) -> String {
    match remark {
        Remark::NothingHandedIn => "nothing was handed in".to_owned(),
        Remark::NothingUsable { files } => {
            let files: Vec<String> = files.iter().map(left_out).collect();
            format!("nothing of the hand-in can be graded: {}", files.join("; "))
        }
        Remark::SameName => "several hand-ins have this name, and none was taken for theirs: \
                             the roster needs their ids"
            .to_owned(),
        Remark::Chosen { by, others } => {
            let why = chosen(*by);
            let others = some(others, ", ", |more| format!(" and {more} more"));
            format!("taken from several, {why}; not {others}")
        }
        Remark::WrongPath { expected } => format!(
            "would be 0 at NOIP: wrong path, expected {}",
            sanitize::line(expected)
        ),
        Remark::Late => "late".to_owned(),
        Remark::NotInRoster => "not in the roster".to_owned(),
    }
}

/// Why one of several files was taken.
fn chosen(by: Choice) -> &'static str {
    match by {
        Choice::Place => "it is where it belongs",
        Choice::Name => "it is named as the problem",
        Choice::Newest => "it is the newest",
        Choice::Order => "by name alone: please look",
    }
}

pub(crate) fn own_remark(own: &Remark) -> String {
    match own {
        Remark::Chosen { by, .. } => format!("taken from several, {}", chosen(*by)),
        Remark::NothingUsable { .. } => absent(Some(own)).to_owned(),
        Remark::NothingHandedIn
        | Remark::SameName
        | Remark::WrongPath { .. }
        | Remark::Late
        | Remark::NotInRoster => remark(own),
    }
}

pub(crate) fn names(names: &[&str]) -> String {
    some(names, ", ", |more| format!(" and {more} more"))
}

pub(crate) fn absent(remark: Option<&Remark>) -> &'static str {
    match remark {
        Some(Remark::NothingHandedIn) => "nothing was handed in",
        Some(Remark::NothingUsable { .. }) => "nothing of the hand-in can be graded",
        Some(Remark::SameName) => "several hand-ins have this name",
        Some(
            Remark::Chosen { .. } | Remark::WrongPath { .. } | Remark::Late | Remark::NotInRoster,
        )
        | None => "not graded",
    }
}

fn unused(why: &Unused) -> String {
    match why {
        Unused::NotChosen { contestant } => {
            format!("another file of {} was taken", sanitize::line(contestant))
        }
        Unused::NoSource => "no source of a known language".to_owned(),
        Unused::NobodyS => "it can't be told whose it is".to_owned(),
        Unused::TooLarge => "too large for a source".to_owned(),
        Unused::Empty => "empty".to_owned(),
        Unused::Link => "a symbolic link, which is not followed".to_owned(),
        Unused::NotPlain => "not a plain file".to_owned(),
        Unused::Unreadable { error } => format!("can't be read: {}", sanitize::line(error)),
        Unused::LeadsOut => "its path leads out of the hand-ins".to_owned(),
        Unused::Doubled => "the archive has another file of this path, which was taken".to_owned(),
        Unused::Missing => "the mapping names it, and it is not there".to_owned(),
        Unused::TooDeep => "too many folders deep".to_owned(),
        Unused::OtherProblem => "of another problem".to_owned(),
        Unused::Bomb => "the archive would unpack to too much".to_owned(),
        Unused::BadArchive { error } => sanitize::line(error),
        Unused::Litter => "left behind by a system".to_owned(),
    }
}

pub(crate) fn left_out(file: &LeftOut) -> String {
    format!("{}: {}", sanitize::line(&file.path), unused(&file.why))
}

pub(crate) fn understood(contestants: usize, graded: usize, layout: Layout) -> String {
    let plural = if contestants == 1 { "" } else { "s" };
    format!(
        "{contestants} contestant{plural}, {graded} to grade; hand-ins: {}",
        self::layout(layout)
    )
}

pub(crate) fn litter(files: usize) -> String {
    let plural = if files == 1 { "" } else { "s" };
    format!("{files} file{plural} that systems leave behind (.DS_Store and such) left out")
}
