//! What is graded: files that were named one by one, or the hand-ins of a class.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::super::Failure;
use crate::cli::GradeArgs;
use crate::config::Config;
use crate::exit::Exit;
use crate::report::{class, problem, style::Style, text};
use crate::sanitize;
use crate::submission::class::{Class, Contestant, Layout, LeftOut};
use crate::submission::discover::{Wanted, discover};
use crate::submission::{Kind, Submission};

/// What is graded.
pub(super) struct HandIns {
    /// How they are laid out; `None` where files were named.
    pub(super) layout: Option<Layout>,
    pub(super) contestants: Vec<Contestant>,
    /// Each named as its contestant.
    pub(super) submissions: Vec<Submission>,
    pub(super) left_out: Vec<LeftOut>,
    /// Where the class is.
    pub(super) folder: Option<String>,
    /// The class's name, for files that are made for it.
    pub(super) name: PathBuf,
    /// What is shown of it before anything runs.
    pub(super) understood: String,
}

/// Looks at what was handed in.
pub(super) fn find(args: &GradeArgs, config: &Config, style: Style) -> Result<HandIns, Failure> {
    let lang = style.lang;
    let is_class = |path: &PathBuf| {
        let is_zip = path
            .extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("zip"));
        path.is_dir() || is_zip && path.is_file()
    };
    match args.submissions.as_slice() {
        [] => {
            let message = problem::error(style, text::nothing_named(lang));
            Err(Failure::new(message, Exit::NothingToGrade))
        }
        [path] if is_class(path) || args.class.mapping.is_some() => {
            of_class(path, args, config, style)
        }
        _ if args.class.roster.is_some() => {
            Err(Failure::usage(style, text::roster_without_class(lang)))
        }
        paths => of_files(paths, config, style),
    }
}

fn of_class(
    path: &Path,
    args: &GradeArgs,
    config: &Config,
    style: Style,
) -> Result<HandIns, Failure> {
    let wanted = Wanted {
        problem: &config.contest.name,
        config,
        roster: args.class.roster.as_deref(),
        mapping: args.class.mapping.as_deref(),
        layout: args.class.hand_ins,
    };
    let found = discover(path, &wanted)
        .map_err(|error| Failure::usage(style, text::class(style.lang, &error)))?;
    let understood = class::understood(&found, style);
    let Class {
        layout,
        entries,
        left_out,
    } = found;
    let (contestants, submissions): (Vec<Contestant>, Vec<Option<Submission>>) =
        entries.into_iter().unzip();
    // `.` and `..` have names too.
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = if path.is_dir() {
        whole.file_name()
    } else {
        whole.file_stem()
    };
    Ok(HandIns {
        layout: Some(layout),
        contestants,
        submissions: submissions.into_iter().flatten().collect(),
        left_out,
        folder: Some(whole.to_string_lossy().into_owned()),
        name: name.unwrap_or("class".as_ref()).into(),
        understood,
    })
}

/// Looks at all files, and says of all what is wrong with them.
fn of_files(paths: &[PathBuf], config: &Config, style: Style) -> Result<HandIns, Failure> {
    let mut submissions: Vec<Submission> = Vec::new();
    let mut names = HashSet::new();
    let mut problems = String::new();
    for path in paths {
        match Submission::from_path(path, config) {
            Ok(mut submission) => {
                let name = submission.name.clone();
                let mut number = 1;
                // The same file twice is graded twice, under names that differ.
                while !names.insert(submission.name.clone()) {
                    number += 1;
                    submission.name = format!("{name} ({number})");
                }
                submissions.push(submission);
            }
            Err(error) => {
                let message = text::submission(style.lang, &error);
                problems += &problem::error(style, message);
            }
        }
    }
    if !problems.is_empty() {
        return Err(Failure::new(problems, Exit::Usage));
    }
    let contestant = |submission: &Submission| Contestant {
        id: submission.name.clone(),
        name: None,
        file: Some(submission.name.clone()),
        remarks: Vec::new(),
    };
    let understood = submissions.iter().map(|submission| {
        let what = match &submission.kind {
            Kind::Source(language) => sanitize::line(language),
            Kind::Executable => "a program".to_owned(),
        };
        format!("{}: {what}\n", sanitize::line(&submission.name))
    });
    Ok(HandIns {
        layout: None,
        contestants: submissions.iter().map(contestant).collect(),
        understood: understood.collect(),
        submissions,
        left_out: Vec::new(),
        folder: None,
        name: PathBuf::new(),
    })
}
