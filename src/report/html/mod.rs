//! Pages of a report.

use crate::lang::Lang;
use crate::summary::Report;

/// The page of a whole class.
#[must_use]
pub fn class(report: &Report, lang: Lang) -> String {
    page(&report.start.contest.name, lang)
}

/// A contestant's own page; `None` if the report has none of this id.
#[must_use]
pub fn student(report: &Report, id: &str, lang: Lang) -> Option<String> {
    let mut contestants = report.start.contestants.iter();
    contestants.find(|it| it.id == id)?;
    Some(page(&report.start.contest.name, lang))
}

fn page(title: &str, lang: Lang) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"mayan-judge\">\n<title>{title}</title>\n",
        lang.tag()
    )
}
