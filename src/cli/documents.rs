//! The documents that are written of a report.
#![allow(
    clippy::doc_markdown,
    reason = "these comments are the help that people read"
)]

use std::path::PathBuf;

use clap::Args;

/// What every command writes that has a report.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Documents")]
pub struct DocumentArgs {
    /// Write a page for a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write a table for spreadsheets, a line a contestant
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write JUnit XML, as GitLab and Jenkins read it
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Write results.json of one submission, as Gradescope reads it
    #[arg(long, value_name = "FILE")]
    pub gradescope: Option<PathBuf>,
}

/// What `report` writes besides.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Documents")]
pub struct ReportDocumentArgs {
    /// Write everyone's own page into a folder, as ID.html
    #[arg(long, value_name = "DIR")]
    pub html_dir: Option<PathBuf>,

    /// Fill in the scores in a gradebook that Canvas exported; OUT is a new file
    #[arg(long, num_args = 2, value_names = ["GRADEBOOK", "OUT"])]
    pub canvas: Option<Vec<PathBuf>>,

    /// Fill in the scores in a grading worksheet of Moodle; OUT is a new file
    #[arg(long, num_args = 2, value_names = ["WORKSHEET", "OUT"])]
    pub moodle: Option<Vec<PathBuf>>,

    /// The column that gets the scores, by its heading; needed where it can't be told
    #[arg(long, value_name = "TITLE")]
    pub column: Option<String>,

    /// Convert scores to the points of the table, where it has others than the contest
    #[arg(long)]
    pub scale: bool,

    /// Write a table of results as LemonLime does
    #[arg(long, value_name = "FILE")]
    pub lemonlime: Option<PathBuf>,

    /// Only this contestant, by id or name: with --html their own page, with
    /// --gradescope their results
    #[arg(long, value_name = "ID", conflicts_with_all = ["contestants", "html_dir"])]
    pub student: Option<String>,
}
