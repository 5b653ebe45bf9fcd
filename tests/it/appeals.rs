//! One result explained for an appeal, the command that shows it again, and the
//! manual.

use crate::support::{Contest, SAMPLE, binary, folded, has, run, run_in};

#[test]
fn completions_and_pages_are_what_others_read() {
    let contest = Contest::new();
    for (shell, part) in [
        ("bash", "complete -F _mayan__judge"),
        ("zsh", "#compdef mayan-judge"),
        ("fish", "complete -c mayan-judge"),
    ] {
        let said = contest.run(["completions", shell]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        assert!(
            said.out.contains(part) && said.out.contains("explain"),
            "{shell}"
        );
    }
    let said = contest.run(["man"]);
    assert!(said.out.contains(".TH mayan-judge 1"), "{}", said.out);
    let said = contest.run(["man", "show"]);
    for part in [".TH mayan-judge-show 1", "\\-\\-play", "Examples:"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    assert_eq!(contest.run(["man", "nothing"]).code, Some(2));
}

/// The command that an explanation ends with shows what it explains.
#[test]
fn what_is_explained_can_be_shown_again() {
    let contest = Contest::new();
    contest.write("testcases/1.in", SAMPLE);
    for (output, shown) in [
        ("2 1 1\n3 1 1\n4 0 -1\n", "3 0 1"),
        ("2 1 1\n0 6 1\n", "It can't be played"),
        ("0 -1 1", "y = -1 is no row"),
        (
            "2 1 1 3 1 1 3 0 1 0 0 1",
            "Expected exactly 3 moves and nothing after it",
        ),
        (
            "2 1 1 3 1 1 3 0 1 5",
            "Expected exactly 3 moves and nothing after it",
        ),
        ("2 1 1 3", "Move 2 has only 1 number"),
        (
            "2 1 11111111111111111111111111111111111111111111",
            "is no direction",
        ),
        ("-1", "The board is clear"),
        ("", "The board is clear"),
    ] {
        let body = format!("printf -- '{output}'");
        contest.script("program", &body);
        let said = contest.run(["grade", "program", "--json", "report.json"]);
        let explained = contest.run(["explain", "report.json", "program", "1"]);
        assert_eq!(explained.code, Some(0), "{}", explained.err);
        assert!(
            explained.out.contains("What it rests on"),
            "{}",
            explained.out
        );
        for text in [&said.out, &explained.out] {
            let at = text.find("    echo '").unwrap_or_else(|| panic!("{text}"));
            let command = text[at..].lines().next().unwrap_or_default();
            let command = command.replace("mayan-judge", "\"$JUDGE\"");
            let mut shell = run_in("sh", &contest);
            shell.args(["-c", &command]).env("JUDGE", binary());
            let again = run(&mut shell);
            assert_eq!(again.code, Some(0), "{command}: {}", again.err);
            assert!(again.out.contains(shown), "{command}: {}", again.out);
        }
    }
}

#[test]
fn an_appeal_names_a_case_in_short_and_nothing_by_guess() {
    let contest = Contest::new();
    for name in ["a/1-one", "a/2-two", "b/1-one"] {
        contest.write(&format!("testcases/{name}.in"), SAMPLE);
    }
    contest.script("program", "echo -1");
    contest.run(["grade", "program", "--json", "report.json"]);
    let explain = |case: &str| contest.run(["explain", "report.json", "program", case]);
    for name in ["a/2-two", "2-two", "2", "b/1-one"] {
        assert_eq!(explain(name).code, Some(0), "{name}");
    }
    for (name, why) in [
        (
            "1",
            "several testcases of this report fit `1`: a/1-one, b/1-one",
        ),
        ("3", "no testcase of this report is called `3`"),
    ] {
        let said = explain(name);
        assert_eq!(said.code, Some(2));
        assert!(folded(&said.err).contains(why), "{}", said.err);
    }
}

/// The script for bash completes options behind a command, not only its name.
#[test]
fn bash_completes_options_of_commands() {
    if !has("bash", "bash_completes_options_of_commands") {
        return;
    }
    let contest = Contest::new();
    contest.write("script", contest.run(["completions", "bash"]).out);
    let mut shell = run_in("bash", &contest);
    shell.args([
        "-c",
        "source ./script; COMP_WORDS=(mayan-judge grade --mov); COMP_CWORD=2; \
         _mayan__judge mayan-judge --mov grade; echo \"${COMPREPLY[@]}\"",
    ]);
    let said = run(&mut shell);
    assert_eq!(said.out.trim(), "--moves", "{}", said.err);
}

/// A source that doesn't compile: what the compiler said is what an appeal is about.
#[test]
fn an_appeal_against_a_compile_error_has_what_the_compiler_said() {
    if !has(
        "g++",
        "an_appeal_against_a_compile_error_has_what_the_compiler_said",
    ) {
        return;
    }
    let contest = Contest::with_sample();
    contest.write(
        "class/张三/mayan.cpp",
        "#include <conio.h>\nint main() {}\n",
    );
    contest.run(["grade", "class", "--json", "report.json", "--no-cache"]);
    let said = contest.run(["explain", "report.json", "张三", "1"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let told = folded(&said.out);
    for part in [
        "fatal error: conio.h",
        "Hint: `conio.h` only exists on Windows",
    ] {
        assert!(told.contains(part), "{part}: {}", said.out);
    }
}

/// What a source names, and what an edited report holds, commands no terminal.
#[test]
fn nothing_of_a_strangers_commands_a_terminal() {
    let contest = Contest::with_sample();
    let hostile = "x\u{1b}[2J\u{1b}]0;owned\u{7}\r\u{9b}2J\u{202e}.in";
    contest.write("class/1/a.py", format!("open('{hostile}')\n"));
    let safe = |said: &crate::support::Said| {
        for text in [&said.out, &said.err] {
            let plain = text.replace("\u{1b}[0m", "").replace('\n', "");
            let is_colour =
                |at: usize| plain[at..].starts_with("\u{1b}[") && plain[at..at + 8].contains('m');
            for (at, character) in plain.char_indices() {
                let ok = !character.is_control() && character != '\u{202e}';
                assert!(ok || character == '\u{1b}' && is_colour(at), "{plain:?}");
            }
            for command in ["\u{1b}[2J", "\u{1b}]0", "\u{9b}"] {
                assert!(!text.contains(command), "{text:?}");
            }
        }
    };
    let said = contest.run(["grade", "class", "--color", "always", "--json", "r.json"]);
    assert!(said.out.contains("owned"), "{}", said.out);
    safe(&said);
    let report = std::fs::read_to_string(contest.path("r.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let evil = "\u{1b}]0;PWN\u{7}\u{1b}[2J\r";
    let edits: [fn(&mut serde_json::Value) -> &mut serde_json::Value; 6] = [
        |it| &mut it["judge"],
        |it| &mut it["rules"]["moves"],
        |it| &mut it["results"][0]["verdict"],
        |it| &mut it["results"][0]["subtasks"][0]["strip"],
        |it| &mut it["results"][0]["compilation"]["hints"][0]["name"],
        |it| &mut it["results"][0]["begun"],
    ];
    for (at, edit) in edits.into_iter().enumerate() {
        let mut edited = report.clone();
        *edit(&mut edited) = evil.into();
        contest.write("e.json", edited.to_string());
        for arguments in [
            &["report", "e.json"][..],
            &["report", "e.json", "1"],
            &["explain", "e.json", "1", "1"],
            &["report", "e.json", "--lang", "zh"],
        ] {
            let said = contest.run(arguments.iter().chain(&["--color", "always"]));
            assert!(!(said.out + &said.err).contains(evil), "{at} {arguments:?}");
        }
    }
}
