//! Names of files and folders: reading them, comparing them, what they tell.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::iter::Peekable;
use std::os::unix::ffi::OsStrExt;
use std::str::Chars;

use encoding_rs::GB18030;
use unicode_normalization::UnicodeNormalization;

/// A name as text: UTF-8, else GBK, else with the bytes that are neither
/// written as `\x9f`.
pub(super) fn decoded(bytes: &[u8]) -> String {
    read(bytes, str::to_owned)
}

/// A path in an archive, decoded in the same way, with `/` between folders where
/// `\` stands. Not the `\` of a byte that can't be read: that is none.
pub(super) fn decoded_path(bytes: &[u8]) -> String {
    read(bytes, |text| text.replace('\\', "/"))
}

/// Decodes; `plain` has the last word on what could be.
fn read(bytes: &[u8], plain: impl Fn(&str) -> String) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return plain(text);
    }
    if let Some(text) = GB18030.decode_without_bom_handling_and_without_replacement(bytes) {
        return plain(&text);
    }
    let chunks = bytes.utf8_chunks();
    chunks
        .map(|chunk| {
            let bad = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
            plain(chunk.valid()) + &bad.collect::<String>()
        })
        .collect()
}

/// A name on disk as text, as [`decoded`] gives it.
pub(super) fn shown(name: &OsStr) -> String {
    decoded(name.as_bytes())
}

/// Natural order: numbers by their value, so 2 before 10. A total order,
/// whatever the names, as sorting wants it.
pub(super) fn natural(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left.chars().peekable(), right.chars().peekable());
    loop {
        match (piece(&mut a), piece(&mut b)) {
            (None, None) => return left.cmp(right),
            (a, b) if a != b => return a.cmp(&b),
            _ => {}
        }
    }
}

/// A part of a name; numbers are compared by length, then by digits.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(usize, String),
    Other(char),
}

fn piece(chars: &mut Peekable<Chars<'_>>) -> Option<Piece> {
    let first = chars.next()?;
    if !first.is_ascii_digit() {
        return Some(Piece::Other(first));
    }
    let mut digits = String::new();
    let mut digit = Some(first);
    while let Some(next) = digit {
        if next != '0' || !digits.is_empty() {
            digits.push(next);
        }
        digit = chars.next_if(char::is_ascii_digit);
    }
    Some(Piece::Number(digits.len(), digits))
}

/// Whether systems and editors leave files or folders of this name behind. Other
/// hidden names may be a contestant's.
pub(super) fn is_litter(name: &str) -> bool {
    is_litter_file(name) || LITTER_FOLDERS.contains(&&*name.to_lowercase())
}

const LITTER_FOLDERS: [&str; 12] = [
    ".cache",
    ".git",
    ".hg",
    ".idea",
    ".ipynb_checkpoints",
    ".svn",
    ".trash",
    ".trashes",
    ".vs",
    ".vscode",
    "__macosx",
    "__pycache__",
];

/// Whether systems leave files of this name behind, never a hand-in.
pub(super) fn is_litter_file(name: &str) -> bool {
    const FILES: [&str; 10] = [
        ".directory",
        ".ds_store",
        ".gitattributes",
        ".gitignore",
        ".gitkeep",
        ".localized",
        "desktop.ini",
        "ehthumbs.db",
        "icon\r",
        "thumbs.db",
    ];
    name.starts_with("._") || name.ends_with('~') || FILES.contains(&&*name.to_lowercase())
}

/// A kind of archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packed {
    /// A zip file, which is looked into.
    Zip,
    /// Another kind, by its extension.
    Other(&'static str),
}

/// The kind of archive that a name promises.
pub(super) fn packed(name: &str) -> Option<Packed> {
    const OTHERS: [&str; 14] = [
        ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".tbz2", ".txz", ".tar", ".rar",
        ".7z", ".gz", ".bz2", ".xz", ".zst",
    ];
    let name = name.to_ascii_lowercase();
    if name.strip_suffix(".zip").is_some() {
        return Some(Packed::Zip);
    }
    let kind = OTHERS.into_iter().find(|kind| name.ends_with(kind));
    kind.map(Packed::Other)
}

/// A name without its extension; of an archive's, without all of it.
pub(super) fn stem(name: &str) -> &str {
    let extension = match packed(name) {
        Some(Packed::Other(extension)) => extension.len(),
        _ => name.rfind('.').map_or(0, |dot| name.len() - dot),
    };
    match &name[..name.len() - extension] {
        "" => name,
        stem => stem,
    }
}

/// The last part of a path.
pub(super) fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// How well a stem names the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// `mayan`, in any capitals.
    Named,
    /// `mayan (1)`, `mayan-2`, `P1312`: a copy, or its number on a public judge.
    Alike,
    /// Anything else.
    Unlike,
}

/// How well a stem names the problem.
pub(super) fn likeness(stem: &str, problem: &str) -> Likeness {
    let stem = folded(stem);
    let problem = folded(problem);
    if stem == problem {
        return Likeness::Named;
    }
    let is_copy = |rest: &str| {
        let rest = rest.replace("副本", "").replace("copy", "");
        let mut rest = rest.chars();
        rest.all(|c| c.is_ascii_digit() || "()-_".contains(c))
    };
    let names = [problem.as_str(), "p1312", "1312"];
    let mut rests = names.iter().filter_map(|name| stem.strip_prefix(name));
    if rests.any(is_copy) {
        Likeness::Alike
    } else {
        Likeness::Unlike
    }
}

/// A name for comparing: small letters, no blanks, no commas, full-width letters and
/// digits as their plain ones, and accents as one system or another writes them.
pub(crate) fn folded(text: &str) -> String {
    let kept = text.nfkc().filter(|c| !c.is_whitespace() && *c != ',');
    kept.flat_map(char::to_lowercase).collect()
}

/// What may be an id in a label such as `2023001_张三`: every token, and every
/// few tokens in a row with what is between them, folded. Tokens are runs of
/// Latin letters and digits, and runs of other letters.
pub(super) fn tokens(label: &str) -> Vec<String> {
    const LONGEST: usize = 6;
    const MOST: usize = 64;
    #[derive(PartialEq, Clone, Copy)]
    enum Class {
        Latin,
        Letter,
        Between,
    }
    let mut runs: Vec<(Class, usize, usize)> = Vec::new();
    for (at, c) in label.char_indices() {
        let class = match folded(c.encode_utf8(&mut [0; 4])).chars().next() {
            Some(c) if c.is_ascii_alphanumeric() => Class::Latin,
            Some(c) if c.is_alphanumeric() => Class::Letter,
            _ => Class::Between,
        };
        let end = at + c.len_utf8();
        match runs.last_mut() {
            Some(run) if run.0 == class => run.2 = end,
            _ => runs.push((class, at, end)),
        }
    }
    runs.retain(|run| run.0 != Class::Between);
    runs.truncate(MOST);
    let spans = runs.iter().enumerate().flat_map(|(first, from)| {
        let last = runs.len().min(first + LONGEST);
        let ends = runs[first..last].iter();
        ends.map(|to| folded(&label[from.1..to.2]))
    });
    spans.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_value() {
        let mut names = ["a10", "a2", "a", "b", "a02", "10", "9", "张三10", "张三9"];
        names.sort_by(|a, b| natural(a, b));
        let expected = ["9", "10", "a", "a02", "a2", "a10", "b", "张三9", "张三10"];
        assert_eq!(names, expected);
    }

    #[test]
    fn the_problem_is_known_by_its_names() {
        for (stem, expected) in [
            ("mayan", Likeness::Named),
            ("MaYaN", Likeness::Named),
            ("mayan (1)", Likeness::Alike),
            ("mayan-2", Likeness::Alike),
            ("mayan - 副本", Likeness::Alike),
            ("P1312", Likeness::Alike),
            ("1312", Likeness::Alike),
            ("mayans", Likeness::Unlike),
            ("13120x", Likeness::Unlike),
            ("main", Likeness::Unlike),
        ] {
            assert_eq!(likeness(stem, "mayan"), expected, "{stem}");
        }
    }

    #[test]
    fn stems_and_tokens() {
        assert_eq!(stem("张三.tar.gz"), "张三");
        assert_eq!(stem("a.b.cpp"), "a.b");
        assert_eq!(stem(".cpp"), ".cpp");
        let found = tokens("２０２３001张三-GD-1");
        for id in ["2023001", "张三", "gd-1", "张三-gd"] {
            assert!(found.iter().any(|it| it == id), "{id} in {found:?}");
        }
        assert!(!found.iter().any(|it| it == "2023"), "{found:?}");
    }

    #[test]
    fn names_of_any_bytes_are_read() {
        assert_eq!(decoded("张三".as_bytes()), "张三");
        assert_eq!(decoded(b"\xd5\xc5\xc8\xfd"), "张三");
        assert_eq!(decoded(b"a\xff\xffb"), "a\\xff\\xffb");
    }
}
