//! The pages: what is in the file, and how it behaves in a browser.

mod browser;
mod contrast;
mod frames;
mod replays;
mod views;

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mayan_judge::checker::check;
use mayan_judge::event::CaseInfo;
use mayan_judge::interop::gradescope;
use mayan_judge::lang::Lang;
use mayan_judge::report::html;
use mayan_judge::scoring::Group;
use mayan_judge::submission::class::{Choice, LeftOut, Remark, Unused};
use mayan_judge::summary::Report;
use mayan_judge::testcase::{CaseId, Testcase};
use mayan_judge::verdict::{CaseResult, Cause, Verdict};
use mayan_reference::{Puzzle, Rules};
use sha2::{Digest, Sha256};

use crate::fixture;

/// All pages of the usual report and of the one under other rules.
fn pages() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (rules, report) in [
        ("usual", fixture::report()),
        ("strict", fixture::report_under(Rules::ALL[3])),
    ] {
        for lang in Lang::ALL {
            let tag = lang.tag();
            all.push((
                format!("{rules} {tag}"),
                html::class(&report, &report, lang),
            ));
            for contestant in &report.start.contestants {
                let page = html::student(&report, &contestant.id, lang).unwrap();
                all.push((format!("{rules} {tag} {:?}", contestant.id), page));
            }
        }
    }
    all
}

/// What stands between two texts, every time.
fn between<'a>(page: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let parts = page.split(from).skip(1);
    parts
        .map(|part| part.split_once(to).unwrap_or((part, "")).0)
        .collect()
}

/// The values of an attribute of the page's elements.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let body = page.split_once("<body>").unwrap().1;
    between(body, &format!(" {name}=\""), "\"")
}

#[test]
fn one_contestants_page() {
    let report = fixture::report();
    for lang in Lang::ALL {
        let page = html::student(&report, "2023002", lang).unwrap();
        let body = page.split_once("<body>").unwrap().1;
        insta::assert_snapshot!(format!("student {}", lang.tag()), body);
    }
}

#[test]
fn nothing_of_a_contestants_is_markup() {
    for (name, page) in pages() {
        let lower = page.to_lowercase();
        assert!(!lower.contains("<script>alert"), "{name}");
        assert!(!lower.contains("<img"), "{name}");
        let odd = page.chars().find(|it| {
            (it.is_control() && *it != '\n')
                || matches!(it, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        });
        assert_eq!(odd, None, "{name}");
        for handler in [
            " onclick=",
            " onerror=",
            " onload=",
            " style=",
            "javascript:",
        ] {
            let body = lower.split_once("<body>").unwrap().1;
            let markup = body.replace("&#60;img src=x onerror=alert(2)&#62;", "");
            assert!(!markup.contains(handler), "{name}: {handler}");
        }
    }
    let page = html::class(&fixture::report(), &fixture::report(), Lang::English);
    for shown in [
        "&#60;script&#62;alert(1)&#60;/script&#62;",
        "evil\\u{202e}cba\\u{7}",
        "\\u{1b}[2J\\u{2066}bidi\\u{0}",
        "\\u{1b}[31mred",
        "o&#39;&#34;&#38;co",
    ] {
        assert!(page.contains(shown), "{shown}");
    }
}

#[test]
fn nothing_runs_but_what_the_policy_names() {
    for (name, page) in pages() {
        let policy = between(
            &page,
            "http-equiv=\"Content-Security-Policy\" content=\"",
            "\"",
        );
        let [policy] = policy.as_slice() else {
            panic!("{name}: one policy");
        };
        let policy = policy.replace("&#39;", "'");
        let parts: Vec<&str> = policy.split("; ").collect();
        let [styles, scripts] = [("<style", "</style>"), ("<script", "</script>")]
            .map(|(from, to)| between(&page, from, to));
        let [style] = styles.as_slice() else {
            panic!("{name}: one style");
        };
        let [script, data] = scripts.as_slice() else {
            panic!("{name}: a script and the data");
        };
        let hash = |text: &str| {
            let text = text.strip_prefix('>').unwrap();
            format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
        };
        let expected = [
            "default-src 'none'".to_owned(),
            format!("style-src {}", hash(style)),
            format!("script-src {}", hash(script)),
            "base-uri 'none'".to_owned(),
            "form-action 'none'".to_owned(),
        ];
        assert_eq!(parts, expected, "{name}");
        let data = data.strip_prefix(" type=\"application/json\" id=\"~data\">");
        let data: serde_json::Value = serde_json::from_str(data.unwrap()).unwrap();
        assert!(data["cases"].as_array().is_some_and(|it| it.len() == 8));
        assert!(page.find("<meta charset").unwrap() < page.find("http-equiv").unwrap());
        assert!(
            !page.contains("http://www.w3.org/1999") && !page.contains("https://"),
            "{name}"
        );
    }
}

#[test]
fn anchors_differ_and_links_lead_somewhere() {
    for (name, page) in pages() {
        let ids = attributes(&page, "id");
        let unique: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{name}");
        for link in attributes(&page, "href") {
            let target = link.strip_prefix('#').unwrap();
            assert!(unique.contains(target), "{name}: {link}");
        }
    }
    let page = html::class(&fixture::report(), &fixture::report(), Lang::English);
    for anchor in [
        "2023001",
        "2023001-full/07-sample",
        "王_五",
        "王_五-bottom-row/空_板",
        "board",
        "a-b",
    ] {
        assert!(page.contains(&format!(" id=\"{anchor}\"")), "{anchor}");
    }
}

#[test]
fn a_contestants_page_is_about_nobody_else() {
    let report = fixture::report();
    for lang in Lang::ALL {
        for own in &report.start.contestants {
            let page = html::student(&report, &own.id, lang).unwrap();
            // The page's own words are the same in all.
            let style_and_script = between(&page, "<style>", "<body>");
            let page = page.replace(style_and_script[0], "");
            for other in report.start.contestants.iter().filter(|it| it.id != own.id) {
                let texts = [Some(&other.id), other.name.as_ref(), other.file.as_ref()];
                for text in texts
                    .into_iter()
                    .flatten()
                    .filter(|it| it.chars().count() > 1)
                {
                    // Words of the page, or of its own path, that an id happens to be.
                    if ["ce", "board", "a-b"].contains(&text.as_str()) {
                        continue;
                    }
                    let shown = mayan_judge::sanitize::line(text);
                    for shown in [shown.clone(), escaped(&shown)] {
                        assert!(!page.contains(&shown), "{}: {shown}", own.id);
                    }
                }
                assert!(!page.contains(&format!("=\"{}\"", other.id)), "{}", own.id);
                assert!(!page.contains(&format!("=\"{}-", other.id)) || other.id == "a");
            }
            for file in &report.start.left_out_files {
                assert!(!page.contains(&escaped(&file.path)), "{}", own.id);
            }
            assert!(!page.contains("~board"));
        }
        assert_eq!(html::student(&report, "nobody", lang), None);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&#38;")
        .replace('<', "&#60;")
        .replace('>', "&#62;")
        .replace('"', "&#34;")
        .replace('\'', "&#39;")
}

#[test]
fn a_class_page_has_everyone_and_everything() {
    let mut report = fixture::report();
    let usage = report.results[0].cases[7].usage.as_mut().unwrap();
    usage.cpu_time = std::time::Duration::from_millis(2710);
    let page = html::class(&report, &report, Lang::English);
    assert!(
        page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")
    );
    assert_eq!(page.matches("<section class=\"person\"").count(), 12);
    assert_eq!(page.matches("<h1>").count(), 1);
    let graded = report.results.len();
    // A cell of the board and a row of the contestant's table for each result.
    let results: usize = report.results.iter().map(|it| it.cases.len()).sum();
    assert_eq!(results, 8 * graded);
    let board = page.split_once("<section class=\"person\"").unwrap().0;
    let cells = board.matches("<td><a class=\"").count();
    assert_eq!(cells, results);
    let rows = attributes(&page, "id")
        .iter()
        .filter(|it| it.contains("-full/"))
        .count();
    assert_eq!(rows, 4 * graded);
    for said in [
        "best effort: memory",
        "What most failed on",
        "would be 0 at NOIP",
        "no space left on /tmp",
        "nothing was handed in",
        "near the time limit",
        "For the same block, right (1) comes before left (-1).",
        "The program reads <code>&#60;input&#62;.txt</code>",
        "it waits for more input",
        "What it had printed to standard output is the right answer.",
        "Near the limit, run again",
        "(needs all of bottom-row)",
        "No answer &#60;b&#62;at all&#60;/b&#62; &#38; none.",
        "The run was interrupted",
    ] {
        assert!(page.contains(said), "{said}");
    }
    let chinese = html::class(&report, &report, Lang::Chinese);
    assert!(chinese.contains("<html lang=\"zh-CN\">") && chinese.contains("排行榜"));
}

#[test]
fn a_saved_report_gives_the_same_page() {
    let report = fixture::report();
    let saved = serde_json::to_string(&report).unwrap();
    let read: Report = serde_json::from_str(&saved).unwrap();
    for lang in Lang::ALL {
        assert_eq!(
            html::class(&read, &read, lang),
            html::class(&report, &report, lang)
        );
    }
}

/// A class of so many, each with 20 cases, half of which fail, all in other ways.
fn large(contestants: usize) -> Report {
    let small = fixture::report();
    let mut report = small.clone();
    let cases: Vec<Testcase> = (0..20)
        .map(|at| {
            let info = &small.start.cases[4 + at % 4];
            let puzzle = Puzzle {
                n: info.n,
                board: info.board,
            };
            Testcase::new(CaseId(format!("full/{:02}-some-name", at + 1)), puzzle)
        })
        .collect();
    report.start.cases = cases
        .iter()
        .map(|case| CaseInfo {
            case: case.id.clone(),
            n: case.puzzle.n,
            board: case.puzzle.board,
            answer: case.answer(Rules::default()).clone(),
            description: None,
        })
        .collect();
    report.start.subtasks = vec![Group {
        cases: cases.iter().map(|it| it.id.clone()).collect(),
        ..small.start.subtasks[0].clone()
    }];
    report.start.contestants.clear();
    report.start.left_out_files.clear();
    report.results.clear();
    for number in 0..contestants {
        let mut contestant = small.start.contestants[0].clone();
        contestant.id = format!("2023{number:04}");
        let mut result = small.results[0].clone();
        result.begun.submission.clone_from(&contestant.id);
        result.cases = cases
            .iter()
            .enumerate()
            .map(|(at, case)| big_result(case, &result.cases[at % 8], number * 20 + at))
            .collect();
        report.start.contestants.push(contestant);
        report.results.push(result);
    }
    report
}

fn big_result(case: &Testcase, like: &CaseResult, seed: usize) -> CaseResult {
    let printed = if seed.is_multiple_of(2) {
        let least = case.answer(Rules::default()).as_deref();
        mayan_reference::moves::answer_text(least)
    } else {
        // Moves that differ from one to the next, most of them playable.
        let number = |place: usize| seed * 7919 / 13usize.pow(u32::try_from(place).unwrap()) % 13;
        let moves = (0..case.puzzle.n).map(|at| {
            let g = if number(at + 1).is_multiple_of(2) {
                1
            } else {
                -1
            };
            format!("{} {} {g}\n", 1 + number(at) % 3, number(at + 2) / 9)
        });
        moves.collect()
    };
    let outcome = check(case, Rules::default(), printed.as_bytes());
    CaseResult {
        case: case.id.clone(),
        verdict: Verdict::from(&outcome.finding),
        cause: Cause::Answer(outcome),
        stderr: if seed.is_multiple_of(10) {
            "warning: <something> & more of it\n".repeat(100)
        } else {
            String::new()
        },
        attempts: Vec::new(),
        ..like.clone()
    }
}

#[test]
fn a_large_class_is_a_small_file() {
    let report = large(500);
    let failed = report.results.iter().flat_map(|it| &it.cases);
    let failed = failed.filter(|it| it.verdict == Verdict::WrongAnswer);
    assert_eq!(failed.count(), 5000);
    // The same with a trace of its own for each program, and with one for each run.
    let [mut trace, mut flood] = [report.clone(), report.clone()];
    for (number, result) in trace.results.iter_mut().enumerate() {
        for case in &mut result.cases {
            case.stderr = format!("Traceback:\n  line {number}, in <module>\nIndexError: range");
        }
    }
    for (number, result) in flood.results.iter_mut().enumerate() {
        for (at, case) in result.cases.iter_mut().enumerate() {
            case.stderr = format!("{number} {at} <&>\n").repeat(400);
        }
    }
    for (report, lang) in [&report, &trace, &flood]
        .into_iter()
        .flat_map(|it| Lang::ALL.map(|lang| (it, lang)))
    {
        let page = html::class(report, report, lang);
        eprintln!("{}: {} bytes", lang.tag(), page.len());
        assert!(page.len() < 5_000_000, "{} bytes", page.len());
        assert_eq!(page.matches("<section class=\"person\"").count(), 500);
    }
    // What a class's page has no room for, one's own page has.
    let own = html::student(&flood, "20230007", Lang::English).unwrap();
    assert!(own.matches("7 19 &#60;&#38;&#62;").count() > 100);
}

/// What was taken for theirs by mistake, and what lies beside it, may be others'.
#[test]
fn ones_own_page_has_no_path_of_anybody_else() {
    let mut report = fixture::report();
    let contestant = &mut report.start.contestants[0];
    contestant.file = Some("1班-赵六/mayan.cpp".to_owned());
    contestant.remarks = vec![
        Remark::Chosen {
            by: Choice::Order,
            others: vec!["1班-李四丰/mayan.cpp".to_owned()],
        },
        Remark::NothingUsable {
            files: vec![LeftOut {
                path: "2班-王五丰/a.docx".to_owned(),
                why: Unused::NoSource,
            }],
        },
    ];
    let id = contestant.id.clone();
    for lang in Lang::ALL {
        let own = html::student(&report, &id, lang).unwrap();
        let results = gradescope::results(&report.of(|it| it.id == id), lang).unwrap();
        for name in ["赵六", "李四丰", "王五丰"] {
            assert!(!own.contains(name), "{name}");
            assert!(!results.contains(name), "{name}");
        }
        assert!(own.contains("mayan.cpp"));
        // The teacher sees all of it.
        let all = html::class(&report, &report, lang);
        assert!(all.contains("1班-李四丰/mayan.cpp") && all.contains("1班-赵六/mayan.cpp"));
    }
}
