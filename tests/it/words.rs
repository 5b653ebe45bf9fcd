//! What people are told on a terminal, in both languages: which one is spoken, and
//! snapshots of all of it in 80 columns, with and without colours, in UTF-8 and where
//! only ASCII can be drawn.

use insta::assert_snapshot;
use mayan_judge::isolation::{Guarantee, Isolation, Lack, Mechanism, Property, Strength, Why};
use mayan_judge::lang::Lang;
use mayan_judge::report::style::Style;
use mayan_judge::report::{isolation, text};
use mayan_judge::submission::class::{Layout, Remark};
use unicode_width::UnicodeWidthStr;

use crate::fixture;
use crate::support::{Contest, SAMPLE, Said, folded, run};

const UTF8: &str = "C.UTF-8";
const ASCII: &str = "C";

/// A contest with the fixture's report and a wrong testcase in it.
fn contest() -> Contest {
    let contest = Contest::new();
    let report = serde_json::to_vec(&fixture::report()).unwrap();
    contest.write("班.json", report);
    contest.write("sample.in", SAMPLE);
    contest.write("bad/1.in", "3\n1 0\n2 1 0\n2 3 99 0\n3 1 0\n0\n");
    contest.write("bad/2.in", "3\r\n1 0\r\n");
    contest.write("名单.csv", "学号,姓名\n1,张三\n1,李四\n");
    contest.write("hand-ins/1/a.py", "print(-1)");
    contest.write("answer", "2 1 1\n3 1 1\n2 0 1\n");
    contest
}

fn say(contest: &Contest, arguments: &[&str], locale: &str, colour: &str, lang: Lang) -> Said {
    let mut command = contest.judge(arguments);
    command.args(["--color", colour, "--lang"]);
    command.arg(match lang {
        Lang::English => "en",
        Lang::Chinese => "zh",
    });
    run(command.env("LANG", locale).env_remove("NO_COLOR"))
}

/// Everything that is said in a manner, command by command.
fn all(locale: &str, colour: &str, lang: Lang) -> String {
    let contest = contest();
    let commands: [&[&str]; 10] = [
        &["report", "班.json"],
        &["report", "班.json", "2023002", "slow-one", "ce"],
        &["explain", "班.json", "a", "08"],
        &["explain", "班.json", "slow-one", "01-one-gap"],
        &["explain", "班.json", "nobody", "01"],
        &["check", "sample.in", "answer"],
        &["show", "sample.in", "answer"],
        &["grade", "hand-ins", "--testcases", "bad"],
        &["grade", "hand-ins", "--dry-run", "--roster", "名单.csv"],
        &["grade", "hand-ins", "--dry-run"],
    ];
    let mut said = String::new();
    for arguments in commands {
        let Said { out, err, .. } = say(&contest, arguments, locale, colour, lang);
        said += &format!("$ {}\n{out}{err}\n", arguments.join(" "));
    }
    said.replace('\u{1b}', "␛")
}

/// The lines that are wider than a terminal. A command to be typed is not broken.
fn wide(said: &str) -> Vec<&str> {
    let is_command = |line: &&str| line.starts_with("    echo '");
    let lines = said.lines().filter(|it| !it.starts_with('$'));
    lines
        .filter(|line| line.width() > 80 && !is_command(line))
        .collect()
}

#[test]
fn in_english() {
    let said = all(UTF8, "never", Lang::English);
    assert_eq!(wide(&said), [""; 0]);
    assert_snapshot!("words_en", said);
}

#[test]
fn in_chinese() {
    let said = all(UTF8, "never", Lang::Chinese);
    assert_eq!(wide(&said), [""; 0]);
    assert_snapshot!("words_zh", said);
}

#[test]
fn in_english_and_ascii() {
    let said = all(ASCII, "never", Lang::English);
    let lines = said.lines().filter(|it| !it.starts_with('$'));
    for line in lines {
        assert!(line.is_ascii(), "{line}");
    }
    assert_snapshot!("words_en_ascii", said);
}

/// Who asks for Chinese can read it; what is drawn is drawn in ASCII.
#[test]
fn in_chinese_drawn_in_ascii() {
    let said = all(ASCII, "never", Lang::Chinese);
    assert_eq!(wide(&said), [""; 0]);
    for drawn in ["▕", "█", "·", "…"] {
        assert!(!said.contains(drawn), "{drawn}");
    }
    assert_snapshot!("words_zh_ascii", said);
}

#[test]
fn in_colours() {
    for (lang, name) in [
        (Lang::English, "words_en_colours"),
        (Lang::Chinese, "words_zh_colours"),
    ] {
        let said = all(UTF8, "always", lang);
        assert_snapshot!(name, said);
        // Nothing is told by colour alone.
        let plain = said.replace('␛', "\u{1b}");
        let plain = anstream::adapter::strip_str(&plain).to_string();
        assert_eq!(plain, all(UTF8, "never", lang));
    }
}

#[test]
fn what_a_machine_enforces() {
    let refused = Lack {
        mechanism: Mechanism::MountNamespace,
        why: Why::Refused {
            step: "unshare".to_owned(),
            errno: 0,
        },
        remedy: Some(mayan_judge::isolation::Remedy::AppArmor),
    };
    let guarantees = Property::ALL.map(|property| Guarantee {
        property,
        strength: match property {
            Property::Files => Strength::NotEnforced,
            Property::Memory => Strength::BestEffort,
            _ => Strength::Enforced,
        },
        by: vec![Mechanism::Seccomp, Mechanism::Polling],
        lacks: vec![refused.clone()],
    });
    let found = Isolation(guarantees.to_vec());
    for (lang, name) in [(Lang::English, "doctor_en"), (Lang::Chinese, "doctor_zh")] {
        let style = Style {
            unicode: true,
            width: 80,
            lang,
        };
        let said = isolation::doctor(&found, style) + &isolation::refusal(&found, None, lang);
        let plain = anstream::adapter::strip_str(&said).to_string();
        assert_snapshot!(name, plain);
    }
}

/// The language that a judge speaks in an environment.
fn spoken(variables: &[(&str, &str)], arguments: &[&str]) -> Lang {
    let contest = contest();
    let mut command = contest.judge(["check", "sample.in", "answer"]);
    command.args(arguments).envs(variables.iter().copied());
    let said = run(&mut command);
    match said.out.split_whitespace().next() {
        Some("wrong") => Lang::English,
        Some("答案错误（WA）") => Lang::Chinese,
        other => panic!("{other:?} {}", said.err),
    }
}

#[test]
fn the_option_stands_above_the_variable_and_that_above_the_locale() {
    use Lang::{Chinese, English};
    let chinese = ("LANG", "zh_CN.UTF-8");
    for (variables, arguments, lang) in [
        (&[][..], &[][..], English),
        (&[chinese], &[], Chinese),
        (&[("LC_ALL", "zh_TW.utf8")], &[], Chinese),
        (&[chinese, ("LC_ALL", "C.UTF-8")], &[], English),
        (&[chinese, ("LC_ALL", "")], &[], Chinese),
        (&[chinese, ("LC_MESSAGES", "en_US.UTF-8")], &[], English),
        (&[("LC_MESSAGES", "zh_CN.UTF-8")], &[], Chinese),
        // Its characters can't be written there.
        (&[("LANG", "zh_CN.GBK")], &[], English),
        (&[("LANG", "zh_CN")], &[], English),
        (&[chinese, ("MAYAN_JUDGE_LANG", "en")], &[], English),
        (&[("LANG", "C"), ("MAYAN_JUDGE_LANG", "zh")], &[], Chinese),
        (&[("MAYAN_JUDGE_LANG", "zh")], &["--lang", "en"], English),
        (&[chinese, ("MAYAN_JUDGE_LANG", "")], &[], Chinese),
        (&[("MAYAN_JUDGE_MOVES", "")], &[], English),
    ] {
        assert_eq!(
            spoken(variables, arguments),
            lang,
            "{variables:?} {arguments:?}"
        );
    }
    let contest = contest();
    let mut command = contest.judge(["check", "sample.in", "answer"]);
    let said = run(command.env("MAYAN_JUDGE_LANG", "fr"));
    assert_eq!(said.code, Some(2));
    assert!(
        folded(&said.err).contains("MAYAN_JUDGE_LANG"),
        "{}",
        said.err
    );
}

/// Codes and keys are for programs.
#[test]
fn what_programs_read_is_the_same_in_all_languages() {
    let contest = Contest::with_sample();
    contest.script("program", "echo -1");
    let events = |lang: &str| {
        let said = contest.run(["grade", "program", "--format", "json", "--lang", lang]);
        let keys: Vec<String> = said
            .out
            .lines()
            .map(|line| {
                let event: serde_json::Value = serde_json::from_str(line).unwrap();
                let verdict = event["verdict"].to_string();
                let keys: Vec<&String> = event.as_object().unwrap().keys().collect();
                format!("{keys:?} {verdict}")
            })
            .collect();
        keys
    };
    assert_eq!(events("zh"), events("en"));
}

#[test]
fn remarks_and_layouts_are_translated() {
    let has_han = |text: &str| {
        text.chars()
            .any(|it| ('\u{4e00}'..='\u{9fff}').contains(&it))
    };
    for remark in [Remark::Late, Remark::NotInRoster, Remark::SameName] {
        assert!(has_han(&text::remark(Lang::Chinese, &remark)));
        assert!(text::remark(Lang::English, &remark).is_ascii());
    }
    for layout in [Layout::Plain, Layout::Noi, Layout::Moodle, Layout::Mapping] {
        let chinese = text::understood(Lang::Chinese, 2, 1, layout);
        let (_, own) = chinese.rsplit_once("提交方式：").unwrap();
        assert!(has_han(own), "{chinese}");
        let english = text::understood(Lang::English, 2, 1, layout);
        assert!(english.is_ascii(), "{english}");
    }
}
