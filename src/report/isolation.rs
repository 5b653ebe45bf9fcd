//! What keeps programs in their place, told to whoever runs the judge.

use super::style::{self, Style, pad, paint};
use super::text::{self, Label};
use crate::isolation::{Guarantee, Isolation, Lack, Level, Property, Strength};
use crate::lang::Lang;
use crate::verdict::Verdict;

/// All properties, a line each, and what to do about those that hold less than
/// they could.
#[must_use]
pub fn doctor(isolation: &Isolation, style: Style) -> String {
    let lang = style.lang;
    let mut out = String::new();
    for guarantee in &isolation.0 {
        out += &line(guarantee, style);
    }
    out += "\n";
    out += &style::wrap(text::conclusion(lang, isolation), "", style);
    let remedies = remedies(isolation, lang, |_| true);
    if !remedies.is_empty() {
        out += &format!("\n{}\n", text::label(lang, Label::WhatCanBeDone));
        for remedy in remedies {
            let text = style::wrap(&remedy, "    ", style);
            out += &format!("  - {}", text.trim_start());
        }
    }
    out
}

fn line(guarantee: &Guarantee, style: Style) -> String {
    let lang = style.lang;
    let how: Vec<&str> = guarantee
        .by
        .iter()
        .map(|it| text::mechanism(lang, *it))
        .collect();
    let mut how: Vec<String> = [text::list(lang, &how)].into();
    if guarantee.strength != Strength::Enforced {
        let lacks = guarantee.lacks.iter();
        how.extend(lacks.map(|it| text::lacks(lang, it.mechanism, &it.why)));
    }
    how.retain(|it| !it.is_empty());
    let how = how
        .into_iter()
        .reduce(|all, it| text::and(lang, &all, &it))
        .unwrap_or_default();
    let colours = style::verdict(match guarantee.strength {
        Strength::Enforced => Verdict::Accepted,
        Strength::BestEffort => Verdict::TimeLimitExceeded,
        Strength::NotEnforced => Verdict::WrongAnswer,
    });
    let said = pad(text::strength(lang, guarantee.strength), 12);
    let name = pad(text::property(lang, guarantee.property), 10);
    let indent = " ".repeat(26);
    let how = style::wrap(&how, &indent, style);
    format!("  {name} {} {}", paint(colours, said), how.trim_start())
}

/// What is less than enforced, in half a line; empty if nothing is.
#[must_use]
pub fn shortfall(isolation: &Isolation, lang: Lang) -> String {
    let of = |strength| {
        let found = isolation.0.iter().filter(|it| it.strength == strength);
        let names: Vec<&str> = found.map(|it| text::property(lang, it.property)).collect();
        (!names.is_empty()).then(|| {
            text::of(
                lang,
                text::strength(lang, strength),
                &text::list(lang, &names),
            )
        })
    };
    let parts = [Strength::NotEnforced, Strength::BestEffort].map(of);
    let parts = parts.into_iter().flatten();
    let all = parts.reduce(|all, it| text::and(lang, &all, &it));
    all.unwrap_or_default()
}

/// Why nothing is run, with what to do about it.
#[must_use]
pub fn refusal(isolation: &Isolation, wanted: Option<Level>, lang: Lang) -> String {
    let wants = |property: Property| wanted == Some(Level::Full) || property.contains();
    let lacking = |it: &&Guarantee| {
        wants(it.property)
            && match wanted {
                Some(_) => it.strength != Strength::Enforced,
                None => it.strength == Strength::NotEnforced,
            }
    };
    let lines = isolation.0.iter().filter(lacking).map(|it| {
        let reasons = it.lacks.iter();
        let reasons = reasons.map(|lack| text::lacks(lang, lack.mechanism, &lack.why));
        let reasons = reasons.reduce(|all, it| text::and(lang, &all, &it));
        let strength = text::strength(lang, it.strength);
        let said = text::aside(lang, strength, &reasons.unwrap_or_default());
        format!(
            "\n  {}",
            text::of(lang, text::property(lang, it.property), &said)
        )
    });
    let head = text::refused(lang, wanted);
    let remedies = remedies(isolation, lang, wants);
    let help = remedies.iter().map(|remedy| format!("\n  - {remedy}"));
    let more = match wanted {
        Some(_) => String::new(),
        None => format!("\n  - {}", text::run_all_the_same(lang)),
    };
    format!(
        "{head}{}\n{}{}{more}",
        lines.collect::<String>(),
        text::label(lang, Label::WhatCanBeDone),
        help.collect::<String>()
    )
}

/// The remedies of what isn't enforced, each once.
fn remedies(isolation: &Isolation, lang: Lang, wants: impl Fn(Property) -> bool) -> Vec<String> {
    let weak = isolation
        .0
        .iter()
        .filter(|it| it.strength != Strength::Enforced && wants(it.property));
    let mut said: Vec<String> = weak
        .flat_map(|it| &it.lacks)
        .filter_map(|lack: &Lack| Some(text::remedy(lang, lack.remedy?).to_owned()))
        .collect();
    let mut seen = Vec::new();
    said.retain(|it| {
        let is_new = !seen.contains(it);
        seen.push(it.clone());
        is_new
    });
    said
}
