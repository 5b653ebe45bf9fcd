//! What is no journal, what is damaged, and what a report may replace.

use super::{class, graded};
use crate::support::folded;

#[test]
fn odd_files_are_no_journals_and_damage_is_told() {
    let contest = class();
    contest.write("notes.txt", "my notes\n");
    contest.write("half", "my notes");
    for name in ["notes.txt", "half"] {
        let said = contest.run(["grade", "class", "--out", name]);
        assert_eq!(said.code, Some(2), "{}", said.err);
        assert!(folded(&said.err).contains("is no journal"), "{}", said.err);
        let text = std::fs::read_to_string(contest.path(name)).unwrap();
        assert!(text.starts_with("my notes"), "{text}");
    }
    let said = contest.run(["grade", "class", "--out", "/dev/null"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    graded(&contest.run(["grade", "class", "--out", "one.jsonl"]));
    let mut lines: Vec<String> = std::fs::read_to_string(contest.path("one.jsonl"))
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    let at = lines
        .iter()
        .position(|it| it.starts_with("{\"case\""))
        .unwrap();
    lines[at].truncate(30);
    contest.write("one.jsonl", lines.join("\n") + "\n{\"case\":{\"ke");
    let said = contest.run(["grade", "class", "--out", "one.jsonl"]);
    graded(&said);
    let told = folded(&said.err);
    assert!(
        told.contains(&format!("one.jsonl:{}: this line is damaged", at + 1)),
        "{told}"
    );
    assert!(told.contains("27 of 28 results were kept"), "{told}");
    let newer = std::fs::read_to_string(contest.path("one.jsonl")).unwrap();
    contest.write(
        "new.jsonl",
        newer.replace("{\"format\":1,", "{\"format\":9,"),
    );
    let said = contest.run(["grade", "class", "--out", "new.jsonl"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(folded(&said.err).contains("has format 9"), "{}", said.err);
}

#[test]
fn a_report_is_written_over_a_report_alone() {
    let contest = class();
    let source = std::fs::read(contest.path("class/张三/program")).unwrap();
    let refused = |arguments: &[&str], part: &str| {
        let said = contest.run(arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
        assert!(
            folded(&said.err).contains(part),
            "{arguments:?}: {}",
            said.err
        );
    };
    let other = "is no report of mayan-judge";
    refused(&["grade", "class", "--json", "class/张三/program"], other);
    refused(&["grade", "class", "--json", "judge.toml"], other);
    refused(
        &["grade", "class", "--json", "x.jsonl"],
        "both the report and the journal",
    );
    refused(
        &["grade", "class", "--json", "./same", "--out", "same"],
        "both the report and the journal",
    );
    assert_eq!(
        std::fs::read(contest.path("class/张三/program")).unwrap(),
        source
    );
    graded(&contest.run(["grade", "class", "--out", "one.jsonl"]));
    refused(&["merge", "one.jsonl", "--json", "one.jsonl"], other);
    graded(&contest.run(["merge", "one.jsonl", "--json", "one.json"]));
    graded(&contest.run(["merge", "one.jsonl", "--json", "one.json"]));
    // A stream has no file beside it.
    let said = contest.run(["grade", "class", "--json", "/dev/stdout"]);
    graded(&said);
    assert!(contest.path("class.report.jsonl").exists());
    // Nobody reads this one.
    let fifo = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, contest.path("fifo"), fifo, 0o600.into(), 0).unwrap();
    let said = contest.run(["grade", "class", "--json", "fifo"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        folded(&said.err).contains("cannot write fifo"),
        "{}",
        said.err
    );
}

#[test]
fn a_journal_without_its_first_line_keeps_its_results() {
    let contest = class();
    graded(&contest.run(["grade", "class", "--out", "one.jsonl"]));
    let text = std::fs::read_to_string(contest.path("one.jsonl")).unwrap();
    let rest = text.split_once('\n').unwrap().1;
    for (name, text) in [
        ("bom", format!("\u{feff}{text}")),
        ("lost", rest.to_owned()),
        ("broken", format!("{{\"run\"\n{rest}")),
    ] {
        contest.write("one.jsonl", text);
        let said = contest.run(["grade", "class", "--out", "one.jsonl"]);
        graded(&said);
        assert!(
            folded(&said.err).contains("28 of 28 results were kept"),
            "{name}: {}",
            said.err
        );
    }
    contest.write("one.jsonl", rest);
    let said = contest.run(["merge", "one.jsonl"]);
    assert_eq!(said.code, Some(2), "{}", said.out);
    assert!(
        folded(&said.err).contains("which keeps them"),
        "{}",
        said.err
    );
}

/// Two classes in folders of one name: neither takes the other's place.
#[test]
fn a_class_of_the_same_name_is_not_taken_for_this_one() {
    let contest = class();
    graded(&contest.run(["grade", "class"]));
    contest.script("other/class/张三/program", "echo -1");
    let before = std::fs::read(contest.path("class.report.jsonl")).unwrap();
    let said = contest.run(["grade", "other/class"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        folded(&said.err).contains("name a report for these with --json"),
        "{}",
        said.err
    );
    let after = std::fs::read(contest.path("class.report.jsonl")).unwrap();
    assert!(after == before, "the journal was written to");
    graded(&contest.run(["grade", "other/class", "--json", "other.json"]));
}

#[test]
fn what_is_refused_leaves_nothing_behind() {
    let contest = class();
    contest.write("notes.json", "mine");
    let said = contest.run(["grade", "class", "--json", "notes.json"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(!contest.path("notes.jsonl").exists());
}
