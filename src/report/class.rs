//! Words about a class: how its hand-ins were understood, who handed in what, and
//! what was left out.

use super::style::{self, Style, paint, shorten};
use super::text::count;
use crate::sanitize;
use crate::submission::class::{Choice, Class, Layout, LeftOut, Remark, Unused};

/// How a layout is called.
#[must_use]
pub fn layout(layout: Layout) -> &'static str {
    match layout {
        Layout::Plain => "plain (STUDENT/... or STUDENT.cpp)",
        Layout::Noi => "NOI or LemonLime (source/STUDENT/...)",
        Layout::Arbiter => "Arbiter (players/day1/STUDENT/...)",
        Layout::Moodle => "an export of Moodle",
        Layout::Canvas => "an export of Canvas",
        Layout::Mapping => "as the mapping says",
    }
}

/// A remark on a hand-in, as a part of a line.
#[must_use]
pub fn remark(remark: &Remark) -> String {
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
            let why = match by {
                Choice::Place => "it is where it belongs",
                Choice::Name => "it is named as the problem",
                Choice::Newest => "it is the newest",
                Choice::Order => "by name alone: please look",
            };
            format!("taken from several, {why}; not {}", some(others))
        }
        Remark::WrongPath { expected } => format!(
            "would be 0 at NOIP: wrong path, expected {}",
            sanitize::line(expected)
        ),
        Remark::Late => "late".to_owned(),
        Remark::NotInRoster => "not in the roster".to_owned(),
    }
}

/// Some names, and how many more.
#[must_use]
pub fn some(names: &[impl AsRef<str>]) -> String {
    let first = names.iter().take(3).map(|it| sanitize::line(it.as_ref()));
    let first: Vec<String> = first.collect();
    match names.len() - first.len() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// Why a file is graded for nobody, as a part of a line.
#[must_use]
pub fn unused(why: &Unused) -> String {
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

/// A file left out, in a line.
#[must_use]
pub fn left_out(file: &LeftOut) -> String {
    format!("{}: {}", sanitize::line(&file.path), unused(&file.why))
}

/// Everything that was understood of a folder, before anything runs.
#[must_use]
pub fn understood(class: &Class, style: Style) -> String {
    let graded = class.entries.iter().filter(|(_, it)| it.is_some()).count();
    let mut out = format!(
        "{}, {} to grade; hand-ins: {}\n",
        count(class.entries.len(), "contestant"),
        graded,
        layout(class.layout)
    );
    let shown = |name: &String| style::width(&sanitize::line(name));
    let widths = class.entries.iter().map(|(it, _)| shown(&it.to_string()));
    let column = widths.max().unwrap_or(0).min(style.width / 3);
    for (contestant, _) in &class.entries {
        let name = shorten(&sanitize::line(&contestant.to_string()), column, style);
        let file = match &contestant.file {
            Some(file) => sanitize::line(file),
            None => "-".to_owned(),
        };
        out += format!("  {}  {file}", style::pad(&name, column)).trim_end();
        out.push('\n');
        for it in &contestant.remarks {
            out += &style::wrap(&remark(it), "      ", style.width);
        }
    }
    // What systems leave behind is said in a number: nobody needs to look at it.
    let is_litter = |it: &&LeftOut| it.why == Unused::Litter;
    let litter = class.left_out.iter().filter(is_litter).count();
    if class.left_out.len() > litter {
        out += &format!("{}\n", paint(style::BOLD, "Left out"));
        for file in class.left_out.iter().filter(|it| !is_litter(it)) {
            out += &style::wrap(&left_out(file), "  ", style.width);
        }
    }
    if litter > 0 {
        out += &format!(
            "{} that systems leave behind (.DS_Store and such) left out\n",
            count(litter, "file")
        );
    }
    out
}
