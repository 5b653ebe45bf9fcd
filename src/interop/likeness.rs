//! Whether two names can be one person's, and two numbers of one kind.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Whether a name can be that of a line. Names in two scripts, such as `张三` and
/// `Zhang San`, can't be compared, so they can; so can those of which one has more
/// parts than the other.
pub(super) fn agree(own: &str, others: &[String]) -> bool {
    let own = parts(own);
    let others: Vec<Vec<String>> = others.iter().map(|it| parts(it)).collect();
    let others: Vec<&Vec<String>> = others.iter().filter(|it| !it.is_empty()).collect();
    if own.is_empty() || others.is_empty() {
        return true;
    }
    others.into_iter().any(|other| {
        let has_all = |one: &[String], other: &[String]| one.iter().all(|it| other.contains(it));
        own.concat() == other.concat()
            || has_all(&own, other)
            || has_all(other, &own)
            || has_han(&own) != has_han(other)
    })
}

/// The parts of a name: runs of letters and digits, small and without accents.
fn parts(name: &str) -> Vec<String> {
    let plain: String = name
        .nfkd()
        .filter(|it| !is_combining_mark(*it) && !matches!(it, '\'' | '’' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    let parts = plain.split(|it: char| !it.is_alphanumeric());
    parts
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

fn has_han(parts: &[String]) -> bool {
    let is_han = |it: char| matches!(it, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}');
    parts.iter().any(|it| it.chars().any(is_han))
}

/// Whether two ids have digits and letters in the same places, as those that one
/// school gives have.
pub(super) fn same_shape(one: &str, other: &str) -> bool {
    let shape = |id: &str| -> String {
        let kinds = id.chars().map(|it| match it {
            it if it.is_numeric() => '0',
            it if it.is_alphabetic() => 'a',
            it => it,
        });
        kinds.collect()
    };
    !one.is_empty() && shape(one) == shape(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_person() {
        for (own, other, is_one) in [
            ("张三", "张三", true),
            ("张三", "张 三", true),
            ("张三", "李四", false),
            ("张三", "张三丰", false),
            ("张三", "Zhang, San", true),
            ("zhangsan", "Zhang, San", true),
            ("Ann Smith", "Smith, Ann B.", true),
            ("Ann Smith", "Smith, Bob", false),
            ("oneilemile", "O'Neil, Émile", true),
            ("Zoe", "", true),
            ("张三", "张三 (高二3班)", true),
        ] {
            assert_eq!(agree(own, &[other.to_owned()]), is_one, "{own} {other}");
        }
        assert!(agree(
            "San Zhang",
            &["Zhang, San".to_owned(), "San Zhang".to_owned()]
        ));
    }

    #[test]
    fn ids_of_one_kind() {
        assert!(same_shape("2023005", "2023099"));
        assert!(!same_shape("12", "0012"));
        assert!(!same_shape("2023005", "wei.wang"));
        assert!(same_shape("A-12", "B-34"));
        assert!(!same_shape("", ""));
    }
}
