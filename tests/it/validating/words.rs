//! What people are told, in both languages, in 80 columns.

use insta::assert_snapshot;
use unicode_width::UnicodeWidthStr;

use super::document::crooked;
use crate::support::run;

fn said(lang: &str, locale: &str) -> String {
    let contest = crooked();
    let mut command = contest.judge(["validate", "--lang", lang]);
    let mut out = run(command.env("LANG", locale)).out;
    let mut command = contest.judge(["validate", "--lang", lang, "--fix"]);
    let again = run(command.env("LANG", locale)).out;
    let mended = again.split("\n\n").next().unwrap_or_default();
    out += &format!("\n$ --fix\n{mended}\n");
    out
}

/// Lines that are wider than a terminal, but for those that show a file.
fn wide(said: &str) -> Vec<&str> {
    let lines = said.lines();
    let is_drawn = |line: &str| line.contains('|') || line.contains("╭");
    lines
        .filter(|it| it.width() > 80 && !is_drawn(it))
        .collect()
}

fn kept(name: &str, said: &str) {
    insta::with_settings!({snapshot_path => "../snapshots", prepend_module_to_snapshot => false}, {
        assert_snapshot!(name, said);
    });
}

#[test]
fn in_english() {
    let said = said("en", "C.UTF-8");
    assert_eq!(wide(&said), [""; 0]);
    kept("validate_en", &said);
}

#[test]
fn in_chinese() {
    let said = said("zh", "C.UTF-8");
    assert_eq!(wide(&said), [""; 0]);
    kept("validate_zh", &said);
}

#[test]
fn in_ascii() {
    let said = said("en", "C");
    assert!(said.is_ascii(), "{said}");
}
