//! What a source file must be called, from what is in it.

use crate::config::language::SourceName;

/// What a source is called where nothing in it says otherwise.
const OTHERWISE: &str = "Main";

/// The longest name that is taken from a source, in bytes; a file's has 255.
const LONGEST: usize = 200;

/// What a source is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Naming {
    /// Its file, without the extension.
    pub(super) stem: String,
    /// What runs: the stem, or a class with its package.
    pub(super) name: String,
}

/// What a source is to be called.
pub(super) fn naming(rule: &SourceName, source: &[u8]) -> Naming {
    match rule {
        SourceName::Fixed(name) => Naming {
            stem: name.clone(),
            name: name.clone(),
        },
        SourceName::PublicClass => java(&String::from_utf8_lossy(source)),
    }
}

/// A class, interface or the like that is in no other one.
#[derive(Debug, Default)]
struct Class {
    name: String,
    is_public: bool,
    has_main: bool,
}

/// A Java source: the file has the public class's name, or javac refuses it;
/// what runs is the class with `main`, the public one if it has one.
fn java(source: &str) -> Naming {
    let (package, classes) = outline(source);
    let mains = || classes.iter().filter(|it| it.has_main);
    let public = classes.iter().find(|it| it.is_public);
    let main = mains().find(|it| it.is_public).or_else(|| mains().next());
    let name = |class: Option<&Class>| class.map_or(OTHERWISE, |it| &it.name).to_owned();
    let stem = name(public.or(main));
    let name = name(main.or(public));
    let name = match package {
        Some(package) => format!("{package}.{name}"),
        None => name,
    };
    Naming { stem, name }
}

/// The package of a Java source and its outermost classes.
fn outline(source: &str) -> (Option<String>, Vec<Class>) {
    let mut package = None;
    let mut classes: Vec<Class> = Vec::new();
    let mut depth = 0_usize;
    let mut is_public = false;
    // The three words before this one.
    let mut last = [""; 3];
    let mut rest = source;
    while let Some((token, after)) = next_token(rest) {
        rest = after;
        match token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let [.., before] = last;
            match token {
                "public" => is_public = true,
                ";" | "}" => is_public = false,
                "package" if package.is_none() => {
                    let (name, _) = rest.split_once(';').unwrap_or_default();
                    package = Some(name.split_whitespace().collect::<String>());
                }
                name if is_name(name)
                    && ["class", "interface", "enum", "record"].contains(&before) =>
                {
                    classes.push(Class {
                        name: name.to_owned(),
                        is_public: std::mem::take(&mut is_public),
                        has_main: false,
                    });
                }
                _ => {}
            }
        }
        // In the class's braces and the method's parenthesis.
        if depth == 2
            && token == "("
            && last[1..] == ["void", "main"]
            && let Some(class) = classes.last_mut()
        {
            class.has_main = true;
        }
        last = [last[1], last[2], token];
    }
    let is_package = |name: &String| name.len() <= LONGEST && name.split('.').all(is_name);
    (package.filter(is_package), classes)
}

/// Whether this can be a class's name, and a file's.
fn is_name(text: &str) -> bool {
    let begins = |first: char| first.is_alphabetic() || "_$".contains(first);
    text.len() <= LONGEST && text.starts_with(begins) && text.chars().all(is_part)
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || "_$".contains(character)
}

/// The next word or sign of a Java source and what is after it; comments and
/// what is in quotes are passed over.
fn next_token(mut rest: &str) -> Option<(&str, &str)> {
    loop {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let after = if rest.starts_with("//") {
            rest.split_once('\n').map(|(_, after)| after)?
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").map(|(_, after)| after)?
        } else if let Some(block) = rest.strip_prefix("\"\"\"") {
            after_quote(block, "\"\"\"")?
        } else if first == '"' {
            after_quote(&rest[1..], "\"")?
        } else if first == '\'' {
            after_quote(&rest[1..], "'")?
        } else {
            let word = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
            return Some(rest.split_at(word.max(first.len_utf8())));
        };
        rest = after;
    }
}

/// What is after the end of a quotation.
fn after_quote<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let mut rest = text;
    loop {
        let at = rest.find(['\\', '"', '\''])?;
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix(end) {
            return Some(after);
        }
        let mut skipped = rest.chars();
        if skipped.next() == Some('\\') {
            skipped.next();
        }
        rest = skipped.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, stem: &str, name: &str) {
        let naming = naming(&SourceName::PublicClass, source.as_bytes());
        assert_eq!(
            (naming.stem.as_str(), naming.name.as_str()),
            (stem, name),
            "{source}"
        );
    }

    #[test]
    fn java_files_are_named_after_their_class() {
        let main = "public static void main(String[] args) {}";
        check(
            &format!("public class Mayan {{ {main} }}"),
            "Mayan",
            "Mayan",
        );
        check(
            &format!("class Board {{ int[][] a; }}\nfinal public class 玛雅 {{ {main} }}"),
            "玛雅",
            "玛雅",
        );
        check(&format!("class A {{}} class B {{ {main} }}"), "B", "B");
        check(
            &format!("public class A {{}} class B {{ {main} }}"),
            "A",
            "B",
        );
        check(
            &format!("class B {{ {main} }} public class A {{ {main} }}"),
            "A",
            "A",
        );
        check(
            &format!("package a . b;\nimport java.util.*;\npublic class C {{ {main} }}"),
            "C",
            "a.b.C",
        );
        check(
            &format!("@Deprecated(since = \"1\") public record P(int x) {{ {main} }}"),
            "P",
            "P",
        );
    }

    #[test]
    fn what_only_looks_like_java_is_passed_over() {
        let main = "public static void main(String[] args) {}";
        check(
            &format!(
                "// public class A {{\n/* public class B */\nclass C {{\n\
                 String s = \"public class D {{ \\\" '\"; char c = '\"', d = '\\'';\n\
                 String t = \"\"\"\npublic class E {{ \"x\" \n\"\"\";\n\
                 public static class F {{ {main} }}\n{main} }}"
            ),
            "C",
            "C",
        );
        for nothing in [
            "",
            "int main() {}",
            "public",
            "public class",
            "class \"",
            "/*",
            "'\\",
        ] {
            check(nothing, "Main", "Main");
        }
        check("package ../../x; public class A {}", "A", "A");
        check(
            &format!("public class {} {{}}", "x".repeat(300)),
            "Main",
            "Main",
        );
        check("}}}} public class A {", "A", "A");
        let deep = format!("{}public class A", "{".repeat(100_000));
        check(&deep, "Main", "Main");
    }
}
