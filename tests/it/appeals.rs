//! One result explained for an appeal, the command that shows it again, and the
//! manual.

use crate::support::{Contest, SAMPLE, binary, folded, run, run_in};

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
