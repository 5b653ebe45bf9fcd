//! Names of files that are made of ids, which may hold anything.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

/// The most bytes that a name has; file systems take 255 or less.
const LONGEST: usize = 200;
const ENDING: &str = ".html";

/// A name for each id: safe on any system, and no two the same where capitals or the
/// way in which accents are written make no difference.
pub(super) fn files<'a>(ids: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut files = Vec::new();
    for id in ids {
        let mut name = cut(&safe(id), "");
        let mut number = 2;
        while !taken.insert(key(&name)) {
            name = cut(&safe(id), &format!(" ({number})"));
            number += 1;
        }
        files.push(name);
    }
    files
}

/// An id without what means something in a path, on any system.
fn safe(id: &str) -> String {
    let plain = |it: char| match it {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|'
        // What can't be seen, or turns the direction of writing.
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => '_',
        it if it.is_control() => '_',
        it => it,
    };
    let name: String = id.trim().chars().map(plain).collect();
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end().to_ascii_uppercase();
    let is_device = matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL")
        || ["COM", "LPT"].iter().any(|it| {
            let number = stem.strip_prefix(it).unwrap_or_default();
            number.chars().count() == 1 && number.chars().all(char::is_numeric)
        });
    if name.is_empty() || name.starts_with(['.', '-']) || is_device {
        format!("_{name}")
    } else {
        name
    }
}

fn cut(name: &str, tail: &str) -> String {
    let most = LONGEST - ENDING.len() - tail.len();
    let mut end = name.len().min(most);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{tail}{ENDING}", &name[..end])
}

fn key(name: &str) -> String {
    let folded: String = name.nfd().flat_map(char::to_uppercase).collect();
    // Capitals of some letters are several, whose small ones are others.
    folded.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_differ() {
        let long = "张".repeat(200);
        let ids = [
            "2011001",
            "a/b",
            "a\\b",
            "A_b",
            "..",
            ".hidden",
            "",
            "a\u{1b}[2J",
            "nul.x",
            "com1",
            "Käse",
            "KA\u{308}SE",
            &long,
            &long,
            "-x",
            "../../etc/passwd",
            "straße",
            "STRASSE",
        ];
        let files = files(ids);
        let mut keys: Vec<String> = files.iter().map(|it| key(it)).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), ids.len(), "{files:?}");
        for name in &files {
            assert!(name.len() <= LONGEST && name.ends_with(ENDING), "{name}");
            assert!(!name.starts_with(['.', '-']), "{name}");
            assert!(!name.contains(|it: char| it == '/' || it.is_control()));
        }
        assert_eq!(files[0], "2011001.html");
        assert_eq!(&files[1..4], ["a_b.html", "a_b (2).html", "A_b (3).html"]);
        assert_eq!(files[8], "_nul.x.html");
    }
}
