//! The documents that are written of a report: which ones, where, and whether they can
//! be.

mod names;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{Failure, unusable_file, unwritable};
use crate::cli::{DocumentArgs, ReportDocumentArgs};
use crate::interop::sheet::{self, Filled, Scores, SheetError};
use crate::interop::{canvas, gradescope, lemonlime, moodle};
use crate::lang::Lang;
use crate::report::file::{DocumentFile, Kind, is_page};
use crate::report::style::Style;
use crate::report::{csv, html, junit, problem, text};
use crate::sanitize;
use crate::submission::class::Contestant;
use crate::summary::Report;

/// Fills a teacher's table in; the last one is the heading of the column.
type Fill = fn(&Scores<'_>, &Path, Option<&str>) -> Result<Filled, SheetError>;

/// Of whom documents are.
pub(in crate::command) struct Chosen<'a> {
    /// The report of everyone.
    pub(in crate::command) whole: &'a Report,
    /// That of those who are wanted.
    pub(in crate::command) own: Report,
    /// Who is.
    pub(in crate::command) is_wanted: &'a dyn Fn(&Contestant) -> bool,
}

/// Documents that can be written.
#[derive(Default)]
pub(in crate::command) struct Documents(Vec<Prepared>);

struct Prepared {
    document: Document,
    file: DocumentFile,
    path: PathBuf,
}

enum Document {
    Page,
    /// A contestant's own page, by their id.
    OwnPage(String),
    Table,
    Suites,
    Results,
    LemonLime,
    Filled(Box<Filled>),
}

impl Document {
    /// Whether a file is one of the kind.
    fn is_ours(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Page | Self::OwnPage(_) => is_page(bytes),
            Self::Table => csv::is_ours(bytes),
            Self::Suites => junit::is_ours(bytes),
            Self::Results => gradescope::is_ours(bytes),
            Self::LemonLime => lemonlime::is_ours(bytes),
            Self::Filled(filled) => filled.is_ours(bytes),
        }
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Page | Self::OwnPage(_) => Kind::Page,
            Self::Table => Kind::Table,
            Self::Suites => Kind::JUnit,
            Self::Results => Kind::Results,
            Self::LemonLime => Kind::LemonLime,
            Self::Filled(_) => Kind::Filled,
        }
    }

    fn write(
        &self,
        out: &mut dyn Write,
        report: &Report,
        whole: &Report,
        lang: Lang,
    ) -> io::Result<()> {
        let document = match self {
            Self::Page => html::class(report, whole, lang),
            Self::OwnPage(id) => html::student(whole, id, lang).unwrap_or_default(),
            Self::Table => csv::table(report, whole, lang),
            Self::Suites => junit::suites(report, lang),
            Self::Results => gradescope::results(report, lang)
                .map_err(|it| io::Error::other(text::not_one(lang, it.submissions)))?,
            Self::LemonLime => lemonlime::table(report, whole),
            Self::Filled(filled) => filled.text.clone(),
        };
        out.write_all(document.as_bytes())
    }
}

impl Documents {
    /// Makes sure of the documents that every command writes. `taken` are the other
    /// files of the run.
    pub(in crate::command) fn prepare(
        args: &DocumentArgs,
        taken: &[&Path],
        style: Style,
    ) -> Result<Self, Failure> {
        Self::prepare_all(paths(args), taken, style)
    }

    /// Makes sure of everything that `report` writes of a report that is there.
    /// Tables are filled in now: whether that is possible depends on what is in them.
    /// What a teacher should know of them is said to `err`.
    pub(in crate::command) fn of_report(
        args: (&DocumentArgs, &ReportDocumentArgs),
        chosen: &Chosen<'_>,
        own_page: Option<&str>,
        style: Style,
        err: &mut dyn Write,
    ) -> Result<Self, Failure> {
        let lang = style.lang;
        let (args, others) = args;
        let report = &chosen.own;
        let mut all = paths(args);
        if let (Some(id), Some((document, ..))) = (
            own_page,
            all.iter_mut().find(|it| matches!(it.0, Document::Page)),
        ) {
            *document = Document::OwnPage(id.to_owned());
        }
        if let Some(path) = &others.lemonlime {
            all.push((Document::LemonLime, "--lemonlime", path.clone()));
        }
        let fillings: [(&Option<Vec<PathBuf>>, &'static str, Fill); 2] = [
            (&others.canvas, "--canvas", canvas::fill),
            (&others.moodle, "--moodle", moodle::fill),
        ];
        let fills = others.canvas.is_some() || others.moodle.is_some();
        if !fills && (others.column.is_some() || others.scale) {
            return Err(Failure::usage(style, text::column_of_nothing(lang)));
        }
        if fills && chosen.whole.start.partition.is_some() {
            return Err(Failure::usage(style, text::part_of_class(lang)));
        }
        let scores = Scores {
            whole: chosen.whole,
            is_wanted: chosen.is_wanted,
            convert: others.scale,
        };
        for (given, option, fill) in fillings {
            let Some([template, path]) = given.as_deref() else {
                continue;
            };
            if is_same(template, path) {
                let message = text::over_template(lang, option, template);
                return Err(Failure::usage(style, message));
            }
            let filled = fill(&scores, template, others.column.as_deref())
                .map_err(|error| Failure::usage(style, sheet::error(lang, &error)))?;
            for warning in &filled.warnings {
                let said = format!("{option}: {}", sheet::warning(lang, warning));
                err.write_all(problem::warning(style, said).as_bytes())?;
            }
            let said = format!("{option}: {}", text::filled_column(lang, &filled.heading));
            err.write_all(problem::note(style, said).as_bytes())?;
            all.push((Document::Filled(Box::new(filled)), option, path.clone()));
        }
        let mut documents = Self::prepare_all(all, &[], style)?;
        if let Some(folder) = &others.html_dir {
            std::fs::create_dir_all(folder).map_err(|error| unwritable(style, folder, &error))?;
            let contestants = &report.start.contestants;
            let names = names::files(contestants.iter().map(|it| it.id.as_str()));
            let stale =
                stale_pages(folder, &names).map_err(|error| unwritable(style, folder, &error))?;
            if !stale.is_empty() {
                let message = problem::warning(style, text::stale_pages(lang, folder, &stale));
                err.write_all(message.as_bytes())?;
            }
            for (contestant, name) in contestants.iter().zip(names) {
                let document = Document::OwnPage(contestant.id.clone());
                documents.add(document, folder.join(name), style)?;
            }
        }
        Ok(documents)
    }

    fn prepare_all(
        all: Vec<(Document, &'static str, PathBuf)>,
        taken: &[&Path],
        style: Style,
    ) -> Result<Self, Failure> {
        for (index, (_, option, path)) in all.iter().enumerate() {
            if path == Path::new("-") {
                return Err(Failure::usage(style, text::dash(style.lang, option)));
            }
            let others = all[..index].iter().map(|it| it.2.as_path());
            if others
                .chain(taken.iter().copied())
                .any(|it| is_same(it, path))
            {
                let message = text::one_file_for_two(style.lang, option, path);
                return Err(Failure::usage(style, message));
            }
        }
        let mut documents = Self::default();
        for (document, _, path) in all {
            documents.add(document, path, style)?;
        }
        Ok(documents)
    }

    fn add(&mut self, document: Document, path: PathBuf, style: Style) -> Result<(), Failure> {
        let file = DocumentFile::create(&path, document.kind(), |it| document.is_ours(it))
            .map_err(|error| unusable_file(style, &path, &error))?;
        self.0.push(Prepared {
            document,
            file,
            path,
        });
        Ok(())
    }

    pub(in crate::command) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes all of them, also those after one that can't be written. A contestant's
    /// own page is made of `whole`, the report of everyone.
    pub(in crate::command) fn write(
        self,
        report: &Report,
        whole: &Report,
        style: Style,
    ) -> Result<(), Failure> {
        let mut failures: Option<Failure> = None;
        for Prepared {
            document,
            file,
            path,
        } in self.0
        {
            let written = file.write(|out| document.write(out, report, whole, style.lang));
            // A reader that went away has seen what it wanted.
            let written = written.or_else(|error| match error.kind() {
                io::ErrorKind::BrokenPipe => Ok(()),
                _ => Err(error),
            });
            if let Err(error) = written {
                let failure = unwritable(style, &path, &error);
                match &mut failures {
                    Some(all) => all.text += &failure.text,
                    None => failures = Some(failure),
                }
            }
        }
        failures.map_or(Ok(()), Err)
    }

    /// The plain files that are written.
    pub(in crate::command) fn files(&self) -> Vec<String> {
        let plain = self.0.iter().filter(|it| it.file.is_plain());
        plain.map(|it| shown(&it.path)).collect()
    }
}

/// Pages of ours in a folder that aren't among those to be written: of an earlier
/// report, whose marks may be others.
fn stale_pages(folder: &Path, names: &[String]) -> io::Result<Vec<String>> {
    let mut stale = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        let is_html = path.extension().is_some_and(|it| it == "html");
        if !is_html || names.contains(&name) || !entry.file_type()?.is_file() {
            continue;
        }
        let mut head = Vec::new();
        let file = std::fs::File::open(path)?;
        file.take(4096).read_to_end(&mut head)?;
        if is_page(&head) {
            stale.push(name);
        }
    }
    stale.sort();
    Ok(stale)
}

/// The documents that were asked for, with their options.
fn paths(args: &DocumentArgs) -> Vec<(Document, &'static str, PathBuf)> {
    let all = [
        (Document::Page, "--html", &args.html),
        (Document::Table, "--csv", &args.csv),
        (Document::Suites, "--junit", &args.junit),
        (Document::Results, "--gradescope", &args.gradescope),
    ];
    let all = all.into_iter();
    all.filter_map(|(document, option, path)| Some((document, option, path.clone()?)))
        .collect()
}

/// Refuses `--gradescope` where there is no one submission that it could be of.
pub(in crate::command) fn one_submission(
    args: &DocumentArgs,
    submissions: usize,
    style: Style,
) -> Result<(), Failure> {
    if args.gradescope.is_none() || submissions == 1 {
        return Ok(());
    }
    let message = text::not_one(style.lang, submissions);
    Err(Failure::usage(style, message))
}

/// Whether two paths are one file, which need not be there yet.
pub(in crate::command) fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let folder = path.parent().filter(|it| *it != Path::new(""));
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    whole(one).is_some() && whole(one) == whole(other)
}

fn shown(path: &Path) -> String {
    sanitize::line(&path.to_string_lossy())
}
