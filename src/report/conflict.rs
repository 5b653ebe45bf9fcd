//! Why journals can't be put together, in words.

use super::problem;
use super::style::Style;
use super::text;
use crate::journal::merge::Conflict;

/// All conflicts, and what to do.
#[must_use]
pub fn conflicts(all: &[Conflict], style: Style) -> String {
    /// So many of one kind are enough to see it.
    const MOST: usize = 20;
    let lang = style.lang;
    let mut out: String = all
        .iter()
        .take(MOST)
        .map(|it| problem::error(style, text::conflict(lang, it)))
        .collect();
    if all.len() > MOST {
        out += &problem::error(style, text::more_conflicts(lang, all.len() - MOST));
    }
    out + &problem::error(style, text::nothing_merged(lang))
}
