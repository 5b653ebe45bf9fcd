//! Where links lead: names for the parts of a page.

use std::collections::HashSet;

use crate::digest::Digest;

/// So many characters of a name are kept.
const LONGEST: usize = 60;

/// The names that were given so far. What the page itself names begins with `~`,
/// which no name of ours does.
#[derive(Default)]
pub(super) struct Anchors(HashSet<String>);

impl Anchors {
    /// The anchor of a contestant, or of one of their cases: what a person would
    /// type. Only of two that would be the same the second one differs, by a digest,
    /// so it doesn't depend on how many there are.
    pub(super) fn give(&mut self, parts: &[&str]) -> String {
        let plain = parts.iter().map(|part| plain(part));
        let mut anchor = plain.collect::<Vec<_>>().join("-");
        while !self.0.insert(anchor.clone()) {
            let own = [anchor.as_str()].into_iter().chain(parts.iter().copied());
            let digest = Digest::of_parts(own.map(str::as_bytes)).short();
            anchor = format!("{anchor}~{}", &digest[..6]);
        }
        anchor
    }
}

/// A name with nothing in it that a link must escape, but for letters of any
/// script, which browsers escape by themselves.
fn plain(name: &str) -> String {
    let kept = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.' | '/');
    let replaced = name.chars().map(|it| if kept(it) { it } else { '_' });
    let mut plain: String = replaced.take(LONGEST).collect();
    if plain.is_empty() {
        plain.push('_');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_what_a_person_would_type_and_differ() {
        let mut anchors = Anchors::default();
        let mut give = |parts: &[&str]| anchors.give(parts);
        assert_eq!(give(&["2023001"]), "2023001");
        assert_eq!(give(&["张 三"]), "张_三");
        assert_eq!(give(&["a-b", "c"]), "a-b-c");
        let other = give(&["a", "b-c"]);
        assert!(other.starts_with("a-b-c~"), "{other}");
        assert_ne!(give(&["张\t三"]), "张_三");
        assert_eq!(give(&["", "full/07-sample"]), "_-full/07-sample");
        assert_eq!(give(&["<a href='%'>~"]), "_a_href______");
        assert_ne!(give(&["a-b", "c"]), other);
    }
}
