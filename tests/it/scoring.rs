//! Points: subtasks, what depends on what, and styles.

use mayan_judge::config::{Config, Scoring, Style};
use mayan_judge::scoring::{Group, GroupScore, group, scores};
use mayan_judge::testcase::CaseId;
use mayan_judge::verdict::Verdict;
use proptest::prelude::*;

use crate::support::{Contest, ONE_MOVE, folded};

fn groups(toml: &str, cases: &[&str], style: Style) -> Vec<Group> {
    let config = Config::parse(toml.as_bytes()).unwrap();
    let cases: Vec<CaseId> = cases.iter().map(|it| CaseId((*it).to_owned())).collect();
    group(&cases, &config.subtasks, style)
}

/// Scores from a letter a case, in the order of all groups' cases.
fn scored(groups: &[Group], letters: &str) -> Vec<GroupScore> {
    let cases: Vec<&CaseId> = groups.iter().flat_map(|group| &group.cases).collect();
    assert_eq!(cases.len(), letters.len());
    scores(groups, |case| {
        let at = cases.iter().position(|it| *it == case).unwrap();
        match &letters[at..=at] {
            "A" => Verdict::Accepted,
            "W" => Verdict::WrongAnswer,
            "J" => Verdict::JudgeError,
            _ => Verdict::Skipped,
        }
    })
}

fn points(scores: &[GroupScore]) -> Vec<String> {
    let shown = |score: &GroupScore| score.points.map_or("?".to_owned(), |it| it.to_string());
    scores.iter().map(shown).collect()
}

const CONTEST: &str = "
[[subtasks]]
name = 'easy'
points = 10
cases = 'a*'
[[subtasks]]
name = 'each'
case-points = 7
cases = 'b*'
depends = ['easy']
[[subtasks]]
name = 'all'
points = 50
scoring = 'min'
cases = 'c*'
depends = ['easy', 'each']
";
const CASES: [&str; 7] = ["a1", "a2", "a3", "b1", "b2", "c1", "c2"];

#[test]
fn points_by_subtask_case_and_dependency() {
    let groups = groups(CONTEST, &CASES, Style::Oi);
    for (letters, expected) in [
        ("AAAAAAA", ["10", "14", "50"]),
        // A third of 10 is cut, never rounded up.
        ("AAWAAAA", ["6.666", "0", "0"]),
        ("AAAAWAA", ["10", "7", "0"]),
        ("AAAAAAW", ["10", "14", "0"]),
        // What isn't known of one isn't of those that depend on it.
        ("AAJAAAA", ["?", "?", "?"]),
        ("AA-AAAW", ["?", "?", "0"]),
        // One failed case decides where all must be right.
        ("AAAAAJW", ["10", "14", "0"]),
        ("AAAAAJA", ["10", "14", "?"]),
    ] {
        assert_eq!(points(&scored(&groups, letters)), expected, "{letters}");
    }
    let withheld = scored(&groups, "AAWAAAA");
    let names: Vec<Option<&str>> = withheld.iter().map(|it| it.withheld.as_deref()).collect();
    assert_eq!(names, [None, Some("easy"), Some("easy")]);
}

#[test]
fn solved_or_not() {
    let groups = groups(CONTEST, &CASES, Style::Icpc);
    for (letters, expected) in [("AAAAAAA", "1"), ("AAAAAAW", "0"), ("AW-----", "0")] {
        assert_eq!(points(&scored(&groups, letters)), [expected], "{letters}");
    }
    assert_eq!(points(&scored(&groups, "AAAAAA-")), ["?"]);
}

#[test]
fn subtasks_that_make_no_sense_are_shown_at_their_place() {
    for (subtask, part) in [
        (
            "name = 'a'\ncases = '*'",
            "needs either points or case-points",
        ),
        (
            "name = 'a'\ncases = '*'\npoints = 1\ncase-points = 2",
            "needs either points or case-points",
        ),
        (
            "name = 'a'\ncases = '*'\npoints = 9999999",
            "more than 1000000 points",
        ),
        (
            "name = 'a'\ncases = '*'\npoints = 1\ndepends = ['a']",
            "expected the name of a subtask above it",
        ),
        (
            "name = 'a'\ncases = '*'\npoints = 1\n[[subtasks]]\nname = 'a'\ncases = '*'\npoints = 1",
            "there are two subtasks `a`",
        ),
    ] {
        let text = format!("[[subtasks]]\n{subtask}\n");
        let error = Config::parse(text.as_bytes()).unwrap_err();
        let said = format!("{} {}", error.title, error.label);
        assert!(said.contains(part), "{said}");
    }
}

/// A mistyped pattern must not change a whole class's marks.
#[test]
fn subtasks_without_any_testcase_are_an_error() {
    let contest = Contest::with_sample();
    contest.script("program", "echo -1");
    contest.write(
        "judge.toml",
        "[[subtasks]]\nname = 'a'\ncases = 'botom*'\npoints = 10\n",
    );
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    let err = folded(&said.err);
    assert!(
        err.contains("no testcase belongs to any subtask: cases = \"botom*\""),
        "{err}"
    );
    // Nor may its name hide that.
    contest.write(
        "judge.toml",
        "[[subtasks]]\nname = 'all'\ncases = 'botom*'\npoints = 10\n",
    );
    assert_eq!(contest.run(["grade", "program"]).code, Some(2));
    // Of one case alone there need be none.
    contest.write("testcases/deep/2.in", ONE_MOVE);
    contest.write(
        "judge.toml",
        "[[subtasks]]\nname = 'a'\ncases = 'deep/*'\npoints = 10\n",
    );
    let said = contest.run(["grade", "program", "--case", "1"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
}

proptest! {
    #[test]
    fn the_total_never_exceeds_the_maximum(
        groups in prop::collection::vec((0_u32..2000, 1_usize..40, any::<bool>()), 1..6),
        seed in any::<u64>(),
    ) {
        let mut number = 0;
        let groups: Vec<Group> = groups
            .iter()
            .enumerate()
            .map(|(index, (points, cases, is_min))| Group {
                name: index.to_string(),
                points: mayan_judge::scoring::Points::whole(*points),
                scoring: if *is_min { Scoring::Min } else { Scoring::Sum },
                cases: (0..*cases)
                    .map(|_| {
                        number += 1;
                        CaseId(number.to_string())
                    })
                    .collect(),
                counts: true,
                depends: (index > 0).then(|| (index - 1).to_string()).into_iter().collect(),
            })
            .collect();
        let verdict = |case: &CaseId| {
            let number: u64 = case.0.parse().unwrap();
            let mixed = seed.wrapping_mul(number.wrapping_add(7)).rotate_left(17) % 5;
            if mixed == 0 { Verdict::WrongAnswer } else { Verdict::Accepted }
        };
        let scores = scores(&groups, verdict);
        for score in &scores {
            prop_assert!(score.points.unwrap() <= score.of);
        }
        let all = mayan_judge::scoring::scores(&groups, |_| Verdict::Accepted);
        prop_assert!(all.iter().all(|score| score.points == Some(score.of)));
    }
}
