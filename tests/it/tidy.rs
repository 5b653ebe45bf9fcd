//! The rules of the house that no lint knows: what may import what, and where
//! the world is touched.

use std::path::{Path, PathBuf};

use crate::support::root;

/// The rooms in the order of imports: each may use those before it. Rooms in
/// one line do not use each other.
const ORDER: [&[&str]; 18] = [
    &["units", "sanitize", "exit", "isolation", "digest", "lang"],
    &["hint", "source"],
    &["testcase", "finding"],
    &["verdict"],
    &["config"],
    &["scoring", "submission"],
    &["sandbox", "checker"],
    &["mutants"],
    &["generate"],
    &["compile"],
    &["event"],
    &["journal"],
    &["judge", "summary"],
    &["validate", "stress"],
    &["report"],
    &["interop"],
    &["cli"],
    &["command"],
];

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let files: Vec<_> = walkdir::WalkDir::new(root().join(folder))
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.path().extension().is_some_and(|it| it == "rs"))
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            let relative = entry.path().strip_prefix(root()).unwrap().to_owned();
            (relative, text)
        })
        .collect();
    assert!(!files.is_empty(), "no sources below {folder}");
    files
}

/// The code of a source: no comments, no unit tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn room(path: &Path) -> String {
    let name = path.iter().nth(1).unwrap().to_str().unwrap();
    name.trim_end_matches(".rs").to_owned()
}

fn rank(room: &str) -> Option<usize> {
    ORDER.iter().position(|rooms| rooms.contains(&room))
}

#[test]
fn imports_run_downward() {
    let mut seen = 0;
    for (path, text) in sources("src") {
        let from = room(&path);
        if from == "main" || from == "lib" {
            continue;
        }
        let own = rank(&from).unwrap_or_else(|| panic!("{from} has no place in the house"));
        for rest in code(&text).split("crate::").skip(1) {
            let name: String = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            if name == from || name.is_empty() {
                continue;
            }
            seen += 1;
            let other = rank(&name).unwrap_or_else(|| panic!("{path:?} imports {name}"));
            assert!(other < own, "{} may not import {name}", path.display());
        }
    }
    assert!(seen > 40, "only {seen} imports seen");
}

#[test]
fn reports_do_not_know_the_machinery() {
    for (path, text) in sources("src") {
        if !matches!(room(&path).as_str(), "report" | "summary") {
            continue;
        }
        for machinery in ["crate::judge", "crate::compile", "crate::sandbox"] {
            assert!(
                !code(&text).contains(machinery),
                "{} uses {machinery}",
                path.display()
            );
        }
    }
}

#[test]
fn the_checker_is_pure_and_the_reference_does_no_io() {
    let checker = std::fs::read_to_string(root().join("src/checker.rs")).unwrap();
    let reference = sources("reference/src");
    let library = reference
        .iter()
        .filter(|(path, _)| !path.ends_with("main.rs"));
    let texts = library.map(|(path, text)| (path.as_path(), text.as_str()));
    for (path, text) in texts.chain([(Path::new("src/checker.rs"), checker.as_str())]) {
        for io in [
            "std::fs",
            "std::io",
            "std::env",
            "std::net",
            "std::process",
            "println!",
        ] {
            assert!(!code(text).contains(io), "{} uses {io}", path.display());
        }
        assert!(!text.contains("mayan_judge"), "{}", path.display());
    }
}

#[test]
fn unsafe_code_is_where_it_is_looked_for() {
    let all = sources("src").into_iter().chain(sources("reference/src"));
    for (path, text) in all {
        let may = [
            "src/sandbox/sys/mod.rs",
            "src/sandbox/sys/launch.rs",
            "reference/src/solver/vectors.rs",
        ];
        if may.iter().any(|may| path == Path::new(may)) {
            assert!(text.contains("unsafe {"));
            continue;
        }
        for word in ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"] {
            assert!(!code(&text).contains(word), "{}", path.display());
        }
    }
}

#[test]
fn streams_are_opened_in_main_only() {
    for (path, text) in sources("src") {
        if path == Path::new("src/main.rs") {
            continue;
        }
        for stream in [
            "stdout()",
            "stderr()",
            "print!(",
            "println!(",
            "eprint!(",
            "eprintln!(",
        ] {
            let code = code(&text);
            // A run's own output files have these names too.
            let calls = code.matches(stream).count();
            let files = code.matches(&format!(".{stream}")).count()
                + code
                    .matches(&format!("fn {}", stream.trim_end_matches(')')))
                    .count();
            assert!(calls <= files, "{} uses {stream}", path.display());
        }
    }
}

#[test]
fn only_the_command_line_knows_clap() {
    for (path, text) in sources("src") {
        let allowed = path.starts_with("src/cli") || path == Path::new("src/main.rs");
        assert!(
            allowed || !code(&text).contains("clap::"),
            "{}",
            path.display()
        );
    }
}
