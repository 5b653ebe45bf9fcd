//! `judge.toml`: the shipped one, and wrong ones.

use std::time::Duration;

use insta::assert_snapshot;
use mayan_judge::config::{CaseGlob, Config, IoMode, Scoring};
use mayan_judge::testcase::CaseId;
use mayan_judge::units::Bytes;
use mayan_reference::MoveCount;
use mayan_reference::diagnostic::Severity;

use crate::support::{Contest, root};

fn drawn(source: &str) -> String {
    let diagnostic = Config::parse(source.as_bytes()).unwrap_err();
    diagnostic.draw(Severity::Error, "judge.toml", source.as_bytes(), false)
}

#[test]
fn the_shipped_file_spells_the_defaults_out() {
    let shipped = std::fs::read(root().join("judge.toml")).unwrap();
    assert_eq!(Config::parse(&shipped).unwrap(), Config::default());
}

/// Each key that the configuration knows stands in the shipped file: taking a
/// line away must leave the value, and changing its name must be an error.
#[test]
fn the_shipped_file_names_only_keys_that_exist() {
    let shipped = std::fs::read_to_string(root().join("judge.toml")).unwrap();
    let mut keys = 0;
    for (index, line) in shipped.lines().enumerate() {
        if line.starts_with('#') || !line.contains(" = ") {
            continue;
        }
        keys += 1;
        let mut lines: Vec<String> = shipped.lines().map(str::to_owned).collect();
        lines[index] = format!("x{line}");
        assert!(
            Config::parse(lines.join("\n").as_bytes()).is_err(),
            "{line}"
        );
    }
    assert!(keys > 20, "{keys} keys");
}

#[test]
fn a_part_leaves_the_rest_as_it_was() {
    let config = Config::parse(
        b"[limits]\ncpu-time = '500ms'\n[rules]\nmoves = 'at-most'\n\
          [languages.c]\nextensions = ['c']\nrun = ['{exe}']\ninstall = 'apt-get install gcc'\n",
    )
    .unwrap();
    assert_eq!(config.limits.cpu_time, Duration::from_millis(500));
    assert_eq!(config.limits.memory, Bytes::kib(65535));
    assert_eq!(config.rules.moves, MoveCount::AtMost);
    assert_eq!(config.io.mode, IoMode::Auto);
    assert_eq!(config.subtasks.len(), 3);
    let languages: Vec<&str> = config.languages.keys().map(String::as_str).collect();
    let all = [
        "c",
        "cpp",
        "cpp-clang",
        "go",
        "java",
        "javascript",
        "pascal",
        "python",
        "rust",
    ];
    assert_eq!(languages, all);
}

#[test]
fn the_wall_limit_is_lax() {
    let wall = |toml: &str| Config::parse(toml.as_bytes()).unwrap().limits.wall_time();
    assert_eq!(wall(""), Duration::from_secs(9));
    assert_eq!(
        wall("[limits]\ncpu-time = '100ms'"),
        Duration::from_millis(1100)
    );
    assert_eq!(wall("[limits]\nwall-factor = 1"), Duration::from_secs(4));
}

#[test]
fn names_of_files_are_bounded() {
    let long = format!("[io]\ninput = '{}'", "x".repeat(256));
    assert!(Config::parse(long.as_bytes()).is_err());
}

#[test]
fn braces_that_are_no_places_stay() {
    let toml = "[languages.x]\nextensions = ['.X']\nrun = ['awk', '{print $1}{1:2}{}', '{exe}']\ninstall = ''\n";
    let config = Config::parse(toml.as_bytes()).unwrap();
    let filled = config.languages["x"]
        .run
        .fill(&mayan_judge::config::language::Places {
            exe: "/program".to_owned(),
            ..Default::default()
        });
    assert_eq!(filled, ["awk", "{print $1}{1:2}{}", "/program"]);
    assert_eq!(config.language_of("a.x".as_ref()), Some("x"));
    assert_eq!(config.language_of("A.CPP".as_ref()), Some("cpp"));
}

#[test]
fn globs() {
    let matches = |pattern: &str, case: &str| {
        CaseGlob::new(pattern)
            .unwrap()
            .matches(&CaseId(case.to_owned()))
    };
    assert!(matches("full/*", "full/07-cross"));
    assert!(matches("*cross*", "full/07-cross"));
    assert!(matches("full/**", "full/a/b"));
    assert!(!matches("full/*", "full/a/b"));
    assert!(!matches("bottom-row/**", "full/07"));
    assert!(matches("mayan[12]", "mayan2"));
    assert!(CaseGlob::new("a[").is_err());
}

#[test]
fn a_typing_error_is_shown_at_its_place() {
    assert_snapshot!(drawn("[limits]\ncpu_time = \"3s\"\n"), @r#"
    error: unknown field `cpu_time`
     --> judge.toml:2:1
      |
    2 | cpu_time = "3s"
      | ^^^^^^^^ expected one of `cpu-time`, `wall-factor`, `memory`, `output`
    "#);
    assert_snapshot!(drawn("# 比赛\n[limits]\ncpu-time = 3\n"), @r#"
    error: invalid type: integer `3`
     --> judge.toml:3:12
      |
    3 | cpu-time = 3
      |            ^ expected a time in quotes, such as "3s" or "1500ms"
    "#);
    assert_snapshot!(drawn("[limits]\nmemory = \"lots\"\n"), @r#"
    error: `lots` is not a size
     --> judge.toml:2:10
      |
    2 | memory = "lots"
      |          ^^^^^^ write it as "64MiB", "65535KiB" or "512B"
    "#);
    assert_snapshot!(drawn("[rules]\nmoves = \"few\"\n"), @r#"
    error: unknown variant `few`
     --> judge.toml:2:9
      |
    2 | moves = "few"
      |         ^^^^^ expected `exact` or `at-most`
    "#);
    assert_snapshot!(drawn("[limits]\nwall-factor = 0\n"), @"
    error: 0 is no factor
     --> judge.toml:2:15
      |
    2 | wall-factor = 0
      |               ^ expected a whole number from 1 to 1000
    ");
    assert_snapshot!(drawn("[io]\noutput = \"../mayan.out\"\n"), @r#"
    error: `../mayan.out` is not a file name
     --> judge.toml:2:10
      |
    2 | output = "../mayan.out"
      |          ^^^^^^^^^^^^^^ expected a name without a folder, such as "mayan.in"
    "#);
    assert_snapshot!(drawn("[[subtasks]]\nname = \"a\"\npoints = 1\ncases = \"[\"\n"), @r#"
    error: `[` is not a pattern: unclosed character class; missing ']'
     --> judge.toml:4:9
      |
    4 | cases = "["
      |         ^^^ expected one such as full/*
    "#);
    assert_snapshot!(drawn("[languages.c]\nextensions = [\"c\"]\nrun = [\"{prog}\"]\ninstall = \"\"\n"), @r#"
    error: there is no `{prog}`
     --> judge.toml:3:7
      |
    3 | run = ["{prog}"]
      |       ^^^^^^^^^^ expected {source}, {exe}, {interpreter}, {name} or {folder}
    "#);
    assert_snapshot!(drawn("[limits]\noutput = \"8EiB\"\n"), @r#"
    error: the size `8EiB` is too large
     --> judge.toml:2:10
      |
    2 | output = "8EiB"
      |          ^^^^^^ expected at most 1048576 GiB
    "#);
    assert_snapshot!(drawn("[compile]\ntime = \"18446744073709551615s\"\n"), @r#"
    error: the time `18446744073709551615s` is too long
     --> judge.toml:2:8
      |
    2 | time = "18446744073709551615s"
      |        ^^^^^^^^^^^^^^^^^^^^^^^ expected at most a day
    "#);
    assert_snapshot!(drawn("[io]\ninput = \"mayan.out\"\n"), @"
    error: input and output are the same file
     --> judge.toml:1:1
      |
    1 | [io]
      | ^^^^ expected two names
    ");
    assert_snapshot!(drawn("[[subtasks]]\nname = \"a\"\npoints = -1\ncases = \"*\"\n"), @"
    error: invalid value: integer `-1`
     --> judge.toml:3:10
      |
    3 | points = -1
      |          ^^ expected a whole number from 0 up
    ");
    assert_snapshot!(drawn("rules = \"at-most\"\n"), @r#"
    error: invalid type: string "at-most"
     --> judge.toml:1:9
      |
    1 | rules = "at-most"
      |         ^^^^^^^^^ expected a table
    "#);
    assert_snapshot!(drawn("[rules]\nsame_colour_swap = \"legal\"\n"), @r#"
    error: unknown field `same_colour_swap`
     --> judge.toml:2:1
      |
    2 | same_colour_swap = "legal"
      | ^^^^^^^^^^^^^^^^ expected `moves` or `same-colour-swap`
    "#);
    assert_snapshot!(drawn("[limits\n"), @"
    error: unclosed table
     --> judge.toml:1:8
      |
    1 | [limits
      |        ^ expected `]`
    ");
    assert_snapshot!(drawn("\u{feff}[limit]\n"), @"
    error: unknown field `limit`
     --> judge.toml:1:3
      |
    1 | �[limit]
      |   ^^^^^ expected one of `contest`, `limits`, `rules`, `io`, `testcases`, `compile`, `subtasks`, `languages`
    ");
}

#[test]
fn bytes_that_are_no_text_are_an_error_too() {
    let diagnostic = Config::parse(b"[limits]\n\xff").unwrap_err();
    assert_eq!(diagnostic.span, 9..10);
}

#[test]
fn subtasks_score_by_sum_unless_told() {
    let toml = "[[subtasks]]\nname = 'a'\npoints = 1\ncases = '*'\n";
    let config = Config::parse(toml.as_bytes()).unwrap();
    assert_eq!(config.subtasks[0].scoring, Scoring::Sum);
}

/// Defaults, then the file, then the environment, then flags.
#[test]
fn the_stronger_source_wins() {
    let contest = Contest::with_sample();
    let script = contest.script(
        "program",
        "cat >/dev/null; echo 2 1 1; echo 3 1 1; echo 3 0 1",
    );
    let limit = |file: &str, variable: Option<&str>, flag: Option<&str>| {
        contest.write("judge.toml", file);
        let mut judge = contest.judge(["grade", "--format", "json"]);
        judge.arg(&script);
        if let Some(value) = variable {
            judge.env("MAYAN_JUDGE_TIME_LIMIT", value);
        }
        if let Some(value) = flag {
            judge.args(["--time-limit", value]);
        }
        let said = crate::support::run(&mut judge);
        let first = said
            .out
            .lines()
            .next()
            .unwrap_or_else(|| panic!("{}", said.err));
        let start: serde_json::Value = serde_json::from_str(first).unwrap();
        start["limits"]["cpu_time"].as_f64().unwrap()
    };
    let file = "[limits]\ncpu-time = '4s'\n";
    let same = |left: f64, right: f64| (left - right).abs() < 1e-9;
    assert!(same(limit("", None, None), 3.0));
    assert!(same(limit(file, None, None), 4.0));
    assert!(same(limit(file, Some("5s"), None), 5.0));
    assert!(same(limit(file, Some("5s"), Some("6s")), 6.0));
}

#[test]
fn an_unknown_variable_is_warned_of() {
    let contest = Contest::with_sample();
    let mut judge = contest.judge(["solve", "testcases/1.in"]);
    let said = crate::support::run(judge.env("MAYAN_JUDGE_TIMELIMIT", "1s"));
    assert_eq!(said.code, Some(0));
    assert!(
        said.err.contains("MAYAN_JUDGE_TIMELIMIT means nothing"),
        "{}",
        said.err
    );
}
