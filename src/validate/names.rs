//! Names, and what belongs together by them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::issue::{Awkward, Issue, Kind, OfFile, OfName, Severity};
use crate::testcase::{CaseFiles, CaseId, Found, PassedOver};

/// What there is to say of files that aren't used.
pub fn files(found: &Found) -> impl Iterator<Item = Issue> + '_ {
    let passed_over = found.passed_over.iter().map(|it| match it {
        PassedOver::Orphan(path) => (path, Severity::Warning, Kind::File(OfFile::OrphanAnswer {})),
        PassedOver::NotPlain(path) => (path, Severity::Warning, Kind::File(OfFile::NotPlain {})),
        PassedOver::BadLink(path) => (path, Severity::Warning, Kind::File(OfFile::BrokenLink {})),
    });
    let hidden = found
        .hidden
        .iter()
        .map(|path| (path, Severity::Warning, Kind::File(OfFile::Hidden {})));
    let inputs: HashSet<&Path> = found.cases.iter().map(|it| it.input.as_path()).collect();
    let others = found.others.iter().filter_map(move |path| {
        if path.extension().is_some_and(|it| it == "desc") {
            let is_orphan = !inputs.contains(path.with_extension("in").as_path());
            let kind = Kind::File(OfFile::OrphanDescription {});
            return is_orphan.then_some((path, Severity::Note, kind));
        }
        let expected = meant(path)?;
        Some((
            path,
            Severity::Warning,
            Kind::File(OfFile::OtherExtension { expected }),
        ))
    });
    passed_over
        .chain(hidden)
        .chain(others)
        .map(|(path, severity, kind)| Issue {
            severity,
            case: None,
            file: Some(path.clone()),
            span: None,
            source: None,
            kind,
        })
}

/// The extension that a file should have that is no part of a testcase: `1.IN`, and
/// `1.in.txt`, of which Windows shows `1.in`.
fn meant(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".txt").unwrap_or(&name);
    let (_, extension) = name.rsplit_once('.')?;
    ["in", "ans", "out"].into_iter().find(|it| *it == extension)
}

/// What there is to say of the names of testcases, which are in natural order.
#[must_use]
pub fn cases(cases: &[CaseFiles]) -> Vec<Issue> {
    let mut issues = Vec::new();
    let issue = |files: &CaseFiles, severity, kind| Issue {
        severity,
        case: Some(files.id.clone()),
        file: Some(files.input.clone()),
        span: None,
        source: None,
        kind,
    };
    let mut small: HashMap<String, &CaseId> = HashMap::new();
    for files in cases {
        if let Some(why) = awkward(&files.id.0, &files.input) {
            let severity = match why {
                Awkward::NotAscii => Severity::Note,
                _ => Severity::Warning,
            };
            issues.push(issue(files, severity, Kind::Name(OfName::Awkward { why })));
        }
        if let Some(other) = small.insert(files.id.0.to_lowercase(), &files.id) {
            let other = other.clone();
            issues.push(issue(
                files,
                Severity::Warning,
                Kind::Name(OfName::CaseOnly { other }),
            ));
        }
    }
    let mut told: HashSet<&str> = HashSet::new();
    for pair in cases.windows(2) {
        let [(folder, first), (other, second)] =
            [&pair[0].id, &pair[1].id].map(|it| it.0.rsplit_once('/').unwrap_or(("", &it.0)));
        if folder == other && first > second && told.insert(folder) {
            let kind = Kind::Name(OfName::NumberOrder {
                first: pair[0].id.clone(),
                second: pair[1].id.clone(),
            });
            issues.push(issue(&pair[0], Severity::Note, kind));
        }
    }
    issues
}

/// The gravest thing that is awkward about a name.
fn awkward(id: &str, path: &Path) -> Option<Awkward> {
    const WINDOWS: &str = "<>:\"|?*\\";
    const SHELL: &str = "&;$'`!#~()[]{}^%=,";
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    if path.to_str().is_none() && id.contains(char::REPLACEMENT_CHARACTER) {
        return Some(Awkward::NotUtf8);
    }
    let any = |set: &str| id.chars().find(|&it| set.contains(it));
    let parts = || id.split('/');
    let is_device = |part: &str| {
        let stem = part.split('.').next().unwrap_or(part).to_lowercase();
        let numbered = stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|it: char| matches!(it, '1'..='9'));
        DEVICES.contains(&stem.as_str()) || numbered
    };
    if id.contains(char::is_control) {
        Some(Awkward::Control)
    } else if let Some(character) = any(WINDOWS) {
        Some(Awkward::Windows(character))
    } else if parts().any(is_device) {
        Some(Awkward::Device)
    } else if parts().any(|it| it.ends_with('.')) {
        Some(Awkward::Dot)
    } else if id.contains(char::is_whitespace) {
        Some(Awkward::Blank)
    } else if let Some(character) = any(SHELL) {
        Some(Awkward::Shell(character))
    } else if parts().any(|it| it.starts_with('-')) {
        Some(Awkward::Hyphen)
    } else if !id.is_ascii() {
        Some(Awkward::NotAscii)
    } else {
        None
    }
}
