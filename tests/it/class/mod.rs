//! Finding the hand-ins of a whole class: layouts, archives, lists, and what is
//! hostile.

mod archives;
mod layouts;
mod lists;
mod lost;
mod names;

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mayan_judge::config::Config;
use mayan_judge::submission::class::{Class, ClassError, Layout, Remark};
use mayan_judge::submission::discover::{Wanted, discover};
use tempfile::TempDir;

/// A folder of hand-ins, made for a test.
pub(crate) struct Hand {
    pub(crate) dir: TempDir,
}

impl Hand {
    pub(crate) fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    /// The hand-ins: files with a few bytes each.
    pub(crate) fn with(files: &[&str]) -> Self {
        let hand = Self::new();
        for file in files {
            hand.write(file, "int main() {}\n");
        }
        hand
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.dir.path().join("class")
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name.as_ref());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        // Files of one age, so that no choice depends on how fast the test is.
        age(&path, 1_000_000);
        path
    }

    /// A file beside the hand-ins.
    pub(crate) fn beside(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn find(&self) -> Class {
        find(&self.path(), &[])
    }
}

pub(crate) fn age(path: &Path, seconds: u64) {
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    let file = std::fs::File::options().append(true).open(path).unwrap();
    file.set_modified(time).unwrap();
}

pub(crate) enum Choice<'a> {
    Roster(&'a Path),
    Mapping(&'a Path),
    Layout(Layout),
}
pub(crate) use Choice::{Mapping, Roster};

pub(crate) fn try_find(path: &Path, options: &[Choice<'_>]) -> Result<Class, ClassError> {
    let config = Config::default();
    let mut wanted = Wanted {
        problem: "mayan",
        config: &config,
        roster: None,
        mapping: None,
        layout: None,
    };
    for option in options {
        match option {
            Roster(path) => wanted.roster = Some(path),
            Mapping(path) => wanted.mapping = Some(path),
            Choice::Layout(layout) => wanted.layout = Some(*layout),
        }
    }
    discover(path, &wanted)
}

pub(crate) fn find(path: &Path, options: &[Choice<'_>]) -> Class {
    try_find(path, options).unwrap()
}

/// A class in a few lines: contestants, then what was left out.
pub(crate) fn text(class: &Class) -> String {
    let mut text = format!("{:?}\n", class.layout);
    for (contestant, submission) in &class.entries {
        let file = contestant.file.as_deref().unwrap_or("-");
        write!(text, "{contestant}: {file}").unwrap();
        for remark in &contestant.remarks {
            match remark {
                // Below, among what was left out.
                Remark::NothingUsable { files } => {
                    assert!(files.iter().all(|it| class.left_out.contains(it)));
                    text.push_str(" NothingUsable");
                }
                remark => write!(text, " {remark:?}").unwrap(),
            }
        }
        text.push('\n');
        assert_eq!(contestant.file.is_some(), submission.is_some());
        if let Some(submission) = submission {
            assert_eq!(submission.name, contestant.id);
        }
    }
    for left_out in &class.left_out {
        writeln!(text, "! {}: {:?}", left_out.path, left_out.why).unwrap();
    }
    text
}
