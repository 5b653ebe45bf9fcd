//! The README is true in both languages: the Chinese one has the same commands,
//! options, tables and links as the English one.

use std::collections::BTreeSet;

use crate::support::{judge, root, run};

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

const BOTH: [&str; 2] = ["README.md", "README.zh-CN.md"];

/// What both READMEs must have, of each.
fn same<T: PartialEq + std::fmt::Debug>(of: impl Fn(&str) -> T) -> T {
    let [english, chinese] = BOTH.map(|name| of(&read(name)));
    assert_eq!(english, chinese);
    english
}

/// What stands in single backticks, outside of blocks.
fn code(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let quoted = prose.split('`').skip(1).step_by(2);
    // A line may be broken in it.
    quoted
        .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// The blocks of a language, without comments.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mark = format!("```{language}\n");
    let blocks = text.split(&mark).skip(1);
    blocks
        .filter_map(|it| it.split("```").next())
        .flat_map(str::lines)
        .map(|line| line.split('#').next().unwrap_or_default().trim().to_owned())
        .collect()
}

#[test]
fn headings_blocks_tables_and_links_are_the_same() {
    let headings = same(|text| text.lines().filter(|it| it.starts_with("## ")).count());
    assert!(headings >= 8);
    for language in ["sh", "toml"] {
        assert!(!same(|text| blocks(text, language)).is_empty());
    }
    let rows = same(|text| text.lines().filter(|it| it.starts_with('|')).count());
    assert!(rows > 40);
    same(|text| {
        let links = text.split("](").skip(1);
        let links = links.filter_map(|it| it.split(')').next());
        links
            .filter(|it| !it.starts_with("README"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
}

#[test]
fn code_is_the_same() {
    // What `doctor` prints is in the reader's language, and so is an example of it.
    let own = [
        "enforced",
        "best effort",
        "NOT enforced",
        "强制",
        "尽力",
        "未强制",
    ];
    let [english, chinese] = BOTH.map(|name| {
        let all = code(&read(name)).into_iter();
        all.map(|it| it.replace(" --lang zh", ""))
            .filter(|it| !own.contains(&it.as_str()))
            .collect::<BTreeSet<String>>()
    });
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| -> Vec<String> {
        one.difference(other).cloned().collect()
    };
    assert_eq!(only(&english, &chinese), [""; 0]);
    assert_eq!(only(&chinese, &english), [""; 0]);
}

/// No option is named that isn't there.
#[test]
fn options_exist() {
    let commands = [
        "grade", "report", "merge", "explain", "solve", "check", "show", "doctor", "validate",
        "generate", "stress",
    ];
    let help: String = commands
        .iter()
        .map(|command| run(judge().args([command, "--help"])).out)
        .collect();
    for name in BOTH {
        let text = read(name);
        // Rules of tables are dashes too.
        let lines: Vec<&str> = text.lines().filter(|it| !it.contains("---")).collect();
        let text = lines.join("\n");
        let options = text.split("--").skip(1).map(|rest| {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            &rest[..end.unwrap_or(rest.len())]
        });
        let others = [
            "",
            "release",
            "workspace",
            "user",
            "scope",
            "path",
            "help",
            "require-isolation",
        ];
        for option in options.filter(|it| !others.contains(it)) {
            assert!(
                help.contains(&format!("--{option}")),
                "--{option} in {name}"
            );
        }
    }
}
