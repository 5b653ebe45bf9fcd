//! How the hand-ins of a class were understood, before anything runs.

use super::style::{self, Style, paint, shorten};
use super::text::{self, Label};
use crate::sanitize;
use crate::submission::class::{Class, LeftOut, Unused};

/// Everything that was understood of a folder, before anything runs.
#[must_use]
pub fn understood(class: &Class, style: Style) -> String {
    let graded = class.entries.iter().filter(|(_, it)| it.is_some()).count();
    let lang = style.lang;
    let all = class.entries.len();
    let mut out = text::understood(lang, all, graded, class.layout) + "\n";
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
            out += &style::wrap(&text::remark(lang, it), "      ", style);
        }
    }
    // What systems leave behind is said in a number: nobody needs to look at it.
    let is_litter = |it: &&LeftOut| it.why == Unused::Litter;
    let litter = class.left_out.iter().filter(is_litter).count();
    if class.left_out.len() > litter {
        let heading = text::label(lang, Label::LeftOut);
        out += &format!("{}\n", paint(style::BOLD, heading));
        for file in class.left_out.iter().filter(|it| !is_litter(it)) {
            out += &style::wrap(&text::left_out(lang, file), "  ", style);
        }
    }
    if litter > 0 {
        out += &(text::litter(lang, litter) + "\n");
    }
    out
}
