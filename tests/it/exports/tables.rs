//! Tables for spreadsheets, read back cell by cell.

use mayan_judge::interop::lemonlime;
use mayan_judge::lang::Lang;
use mayan_judge::report::csv::{guarded, is_ours, table};
use mayan_judge::summary::Report;

use super::kept;
use crate::fixture::report;

pub(super) fn read(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let records = reader.records().map(Result::unwrap);
    records
        .map(|it| it.iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn the_table_is_kept() {
    kept("export_csv", &table(&report(), &report(), Lang::English));
    kept("export_csv_zh", &table(&report(), &report(), Lang::Chinese));
    kept("export_lemonlime", &lemonlime::table(&report(), &report()));
}

/// A text of the report as a cell has it: what is unsafe to show is written out.
fn shown(text: Option<&str>) -> String {
    let text = text.unwrap_or_default();
    let safe = |it: char| -> String {
        match it {
            '\u{0}' | '\u{7}' | '\u{1b}' | '\u{202e}' | '\u{2066}' | '\u{feff}' => {
                format!("\\u{{{:x}}}", u32::from(it))
            }
            it => it.to_string(),
        }
    };
    guarded(&text.chars().map(safe).collect::<String>())
}

/// Every cell of the table, against the report.
fn check(report: &Report, lang: Lang) {
    let text = table(report, report, lang);
    assert!(text.starts_with('\u{feff}') && is_ours(text.as_bytes()));
    assert!(
        !text.replace("\r\n", "").contains('\r'),
        "lone carriage returns"
    );
    let rows = read(&text);
    let standings = report.standings();
    assert_eq!(rows.len(), standings.len() + 1);
    let (groups, cases) = (&report.start.subtasks, &report.start.cases);
    for (row, standing) in rows[1..].iter().zip(&standings) {
        assert_eq!(row.len(), 6 + groups.len() + cases.len() + 4);
        let own = |text: Option<String>| text.unwrap_or_default();
        let result = standing.result;
        let score = result.and_then(|it| it.score);
        assert_eq!(row[0], own(standing.rank.map(|it| it.to_string())));
        assert_eq!(row[1], shown(Some(&standing.contestant.id)));
        assert_eq!(row[2], shown(standing.contestant.name.as_deref()));
        assert_eq!(row[3], own(score.map(|it| it.points.to_string())));
        assert_eq!(row[4], own(score.map(|it| it.of.to_string())));
        assert_eq!(row[5], own(result.map(|it| it.verdict.to_string())));
        for (at, cell) in row[6..6 + groups.len()].iter().enumerate() {
            let points = result.and_then(|it| it.subtasks[at].points);
            assert_eq!(*cell, own(points.map(|it| it.to_string())));
        }
        let first = 6 + groups.len();
        for (cell, case) in row[first..first + cases.len()].iter().zip(cases) {
            let own = result.and_then(|it| it.cases.iter().find(|it| it.case == case.case));
            assert_eq!(
                *cell,
                own.map_or(String::new(), |it| it.verdict.to_string())
            );
        }
        let usages = || {
            result
                .into_iter()
                .flat_map(|it| &it.cases)
                .filter_map(|it| it.usage)
        };
        let last = &row[row.len() - 4..];
        match usages().map(|it| it.cpu_time).max() {
            Some(time) => {
                let shown: f64 = last[0].parse().unwrap();
                assert!((time.as_secs_f64() - shown).abs() < 0.001);
            }
            None => assert_eq!(last[0], ""),
        }
        match usages().map(|it| it.peak_memory.0).max() {
            Some(bytes) => {
                let shown: f64 = last[1].parse().unwrap();
                let mebibytes = f64::from(u32::try_from(bytes >> 10).unwrap()) / 1024.0;
                assert!((mebibytes - shown).abs() <= 0.1);
            }
            None => assert_eq!(last[1], ""),
        }
        assert_eq!(last[2], shown(standing.contestant.file.as_deref()));
    }
    // What a spreadsheet would calculate is nowhere, and numbers are numbers.
    for cell in rows.iter().flatten() {
        let first = cell.trim_start().chars().next();
        assert!(
            !first.is_some_and(|it| "=+-@＝＋－＠".contains(it)),
            "{cell}"
        );
        assert!(!cell.starts_with(['\t', '\r', '\n']), "{cell:?}");
        assert!(cell.parse::<f64>().is_err() || !cell.starts_with('\''));
    }
}

/// The fixture, with everything in names that could hurt a spreadsheet.
fn hostile() -> Report {
    let mut report = report();
    let names = [
        "=HYPERLINK(\"http://x\";\"y\")",
        "+1",
        " -2+3",
        "@SUM(A1)",
        "\tx",
        "＝1+1",
        "\u{3000}=1",
        "\u{feff}=1",
        "a,\"b\"\r\nc",
        "x\ny",
        "－1",
        "王\"五\"",
    ];
    for (contestant, name) in report.start.contestants.iter_mut().zip(names) {
        contestant.name = Some(name.to_owned());
        contestant.file = contestant.file.as_ref().map(|it| format!("-{it}"));
    }
    report
}

#[test]
fn tables_say_what_the_report_says() {
    for lang in Lang::ALL {
        check(&report(), lang);
        check(&hostile(), lang);
    }
    let text = table(&hostile(), &hostile(), Lang::English);
    assert!(text.contains("\"a,\"\"b\"\"\r\nc\""), "{text}");
    assert!(
        text.contains("\"'=HYPERLINK(\"\"http://x\"\";\"\"y\"\")\""),
        "{text}"
    );
}

#[test]
fn formulas_become_text() {
    for (text, expected) in [
        ("=1", "'=1"),
        ("  =1", "'  =1"),
        ("\t1", "'\t1"),
        ("\r", "'\r"),
        ("－", "'－"),
        ("\u{200b}@x", "'\u{200b}@x"),
        ("1-1", "1-1"),
        ("a=1", "a=1"),
        ("'=1", "'=1"),
        ("", ""),
        ("张三", "张三"),
    ] {
        assert_eq!(guarded(text), expected, "{text:?}");
    }
}

#[test]
fn headings_are_in_the_language() {
    let chinese = read(&table(&report(), &report(), Lang::Chinese));
    assert_eq!(
        chinese[0][..6],
        ["排名", "学号", "姓名", "得分", "满分", "结果"]
    );
    let english = read(&table(&report(), &report(), Lang::English));
    assert_eq!(english[0][..3], ["rank", "id", "name"]);
    assert_eq!(english[0][6..8], ["bottom-row (30)", "full 全部 (70)"]);
    // Codes are the same in all languages.
    let codes = |rows: &[Vec<String>]| -> Vec<String> {
        rows[1..].iter().map(|it| it[5].clone()).collect()
    };
    assert_eq!(codes(&chinese), codes(&english));
}

#[test]
fn lemonlime_has_everything_in_quotes() {
    let report = hostile();
    let text = lemonlime::table(&report, &report);
    assert!(text.starts_with("\"Rank\",\"Name\",\"mayan\",\"Total Score\"\n"));
    assert!(lemonlime::is_ours(text.as_bytes()));
    let rows = read(&text);
    for (row, standing) in rows[1..].iter().zip(report.standings()) {
        let points = standing
            .points()
            .map_or("Invalid".to_owned(), |it| it.to_string());
        let rank = standing.rank.map_or(String::new(), |it| it.to_string());
        assert_eq!(
            *row,
            [
                rank,
                shown(Some(&standing.contestant.id)),
                points.clone(),
                points
            ]
        );
    }
    let lines = text.lines().filter(|it| !it.is_empty());
    assert!(
        lines
            .into_iter()
            .all(|it| it.starts_with('"') && it.ends_with('"'))
    );
}
