//! Boards besides the testcases.

use super::class::names;
use crate::event::Probing;
use crate::verdict::ProbeKind;

pub(crate) fn probing(probing: &Probing) -> String {
    let Probing {
        isomorphs,
        fresh,
        seed,
    } = probing;
    let boards = |number: usize| if number == 1 { "board" } else { "boards" };
    let mut parts = Vec::new();
    if *isomorphs > 0 {
        let boards = boards(*isomorphs);
        parts.push(format!("{isomorphs} {boards} with other colours"));
    }
    if *fresh > 0 {
        let boards = boards(*fresh);
        parts.push(format!("{fresh} fresh {boards} of its kind (seed {seed})"));
    }
    format!("each accepted case also on {}", parts.join(" and "))
}

pub(crate) fn flagged(kind: ProbeKind, cases: &[&str]) -> String {
    let named = names(cases);
    let is_one = cases.len() == 1;
    match kind {
        ProbeKind::Isomorph => format!(
            "answers {named} but not the same {} with other colours: look whether answers are \
             hard-coded",
            if is_one { "board" } else { "boards" }
        ),
        ProbeKind::Fresh => format!(
            "answers {named} but not fresh boards of {} kind: a wrong program that the testcases \
             let pass, or a table of answers",
            if is_one { "its" } else { "their" }
        ),
    }
}

pub(crate) fn probes_failed(kind: ProbeKind, failed: usize, all: usize) -> String {
    let boards = if all == 1 { "board" } else { "boards" };
    match kind {
        ProbeKind::Isomorph => format!("fails {failed} of {all} {boards} with other colours"),
        ProbeKind::Fresh => format!("fails {failed} of {all} fresh {boards} of its kind"),
    }
}

pub(crate) fn probes_unsaid(kind: ProbeKind, failed: usize) -> String {
    let why = match kind {
        ProbeKind::Isomorph => "it was near the limit on the testcase too",
        ProbeKind::Fresh => "a right program may need more of it on another board",
    };
    format!("{failed} more ran out of time, memory or processes, which says little: {why}.")
}

pub(crate) fn probe_example(kind: ProbeKind, puzzle: &str, code: &str, found: &str) -> String {
    let what = match kind {
        ProbeKind::Isomorph => "With other colours",
        ProbeKind::Fresh => "On a fresh board",
    };
    let found = match found {
        "" => String::new(),
        found => format!(" ({found})"),
    };
    format!("{what}, `{puzzle}`, it gets {code}{found}.")
}

pub(crate) fn probe_heading(kind: ProbeKind) -> &'static str {
    match kind {
        ProbeKind::Isomorph => "With other colours,",
        ProbeKind::Fresh => "On a fresh board of the kind of",
    }
}
