//! What results depend on: if one of these changes, they are not taken from the
//! journal any more.

use crate::compile::Compiler;
use crate::config::{Config, Language};
use crate::digest::Digest;
use crate::event::{Probing, Start};
use crate::journal::Key;
use crate::submission::{Kind, Submission};
use crate::testcase::Testcase;

/// The judge's version, with a mark of what it was built from.
pub const JUDGE: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("MAYAN_JUDGE_BUILD"));

fn digest(parts: &[&str]) -> Digest {
    Digest::of_parts(parts.iter().map(|part| part.as_bytes()))
}

fn key(parts: &[&str]) -> Key {
    Key(digest(parts).short())
}

/// What compiling depends on; `None` where the toolchain doesn't say what it is, or
/// could not be asked because the run was interrupted. The parts of a configuration are taken as `Debug`
/// shows them: that can change only with the judge, whose version is among them.
pub(super) fn compilation(
    submission: &Submission,
    handed_in: Digest,
    config: &Config,
    compiler: &Compiler<'_>,
) -> Option<Key> {
    let Kind::Source(name) = &submission.kind else {
        return Some(key(&["program", JUDGE, &handed_in.to_string()]));
    };
    let language: Option<&Language> = config.languages.get(name);
    let toolchain = format!("{:?}", compiler.toolchain(name).ok()?);
    let extension = submission.file_name.extension().unwrap_or_default();
    Some(key(&[
        "source",
        JUDGE,
        &handed_in.to_string(),
        &extension.to_string_lossy(),
        name,
        &format!("{language:?}"),
        &toolchain,
        &format!("{:?}", config.compile),
        &format!("{:?}", config.io),
    ]))
}

/// What the result of a case depends on, beside how the program was compiled: the
/// contest's part is the same for all submissions of one language.
pub(super) fn case_parts(
    cases: &[Testcase],
    config: &Config,
    probing: Option<Probing>,
) -> Vec<Digest> {
    let Config {
        limits, rules, io, ..
    } = config;
    let common = format!("{limits:?} {rules:?} {io:?} {probing:?}");
    cases
        .iter()
        .map(|case| digest(&[&common, &case.id.0, &case.input]))
        .collect()
}

/// What the result of a case depends on.
pub(super) fn case(compilation: &Key, part: &Digest) -> Key {
    key(&["case", JUDGE, &compilation.0, &part.to_string()])
}

/// What all results of one report share.
pub(super) fn contest(start: &Start, cases: &[Testcase]) -> Digest {
    let inputs = cases.iter().map(|case| case.input.as_str());
    let common = format!(
        "{:?} {:?} {:?} {:?} {:?} {} {} {:?}",
        start.limits,
        start.rules,
        start.io,
        start.contest,
        start.subtasks,
        start.left_out,
        start.fail_fast,
        start.probing,
    );
    let ids = start.cases.iter().map(|info| info.case.0.as_str());
    let parts: Vec<&str> = [JUDGE, &common]
        .into_iter()
        .chain(ids)
        .chain(inputs)
        .collect();
    digest(&parts)
}
