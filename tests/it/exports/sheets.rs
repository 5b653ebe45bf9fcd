//! Tables of teachers, filled in: whose line is whose, and what stays as it was.

use std::path::PathBuf;

use encoding_rs::GBK;
use mayan_judge::interop::sheet::{Filled, SheetError, Warning, error, warning};
use mayan_judge::interop::{canvas, moodle};
use mayan_judge::lang::Lang;
use mayan_judge::submission::class::Layout;
use mayan_judge::summary::Report;
use tempfile::TempDir;

use super::kept;
use super::tables::read;
use crate::fixture::report;

const CANVAS: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,Mayan (77),Essay (78),Final Score
\"    Points Possible\",,,,,100.00,20,(read only)
\"三, 张\",41,2023001,zs@x,\"一班, A\",,17,85
\"四, 李\",42,2023002,ls@x,一班,12,18,90
\"Co, \"\"O'\"\"\",43,43,\"o'\"\"&co\",一班,,18,90
\"fault, judge’s\",44,board,b@x,一班,55,18,90
\"Nobody, \"\"N\"\"\",45,99,n@x,一班,33,1,2
\"Student, Test\",46,,abc0123,一班,,1,2
";

const MOODLE: &str = "\
Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (grade)\",\"Feedback comments\"
\"Participant 501\",张三,a@x,\"Submitted for grading - \",,100.00,Yes,-,\"a, \"\"b\"\"
c\"
\"Participant 502\",\"李 四\",b@x,\"Submitted for grading - \",,100.00,Yes,-, kept
\"Participant 503\",\"judge’s fault\",c@x,\"Submitted for grading - \",77.00,100.00,Yes,-,
\"Participant 504\",Nobody,d@x,\"No submission - \",,100.00,Yes,-,
";

struct Teacher {
    dir: TempDir,
}

impl Teacher {
    fn new() -> Self {
        let dir = tempfile::Builder::new().prefix("教师 a").tempdir();
        Self { dir: dir.unwrap() }
    }

    fn write(&self, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join("成绩 册.csv");
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn canvas(&self, report: &Report, text: impl AsRef<[u8]>) -> Result<Filled, SheetError> {
        canvas::fill(report, &self.write(text), None)
    }

    fn moodle(&self, report: &Report, text: impl AsRef<[u8]>) -> Result<Filled, SheetError> {
        moodle::fill(report, &self.write(text), None)
    }
}

/// A column of a filled table.
fn column(filled: &Filled, at: usize) -> Vec<String> {
    read(&filled.text)
        .into_iter()
        .map(|it| it[at].clone())
        .collect()
}

fn said(filled: &Filled) -> String {
    let lines = filled.warnings.iter().map(|it| warning(Lang::English, it));
    lines.collect::<Vec<_>>().join("\n")
}

fn fault(result: Result<Filled, SheetError>) -> String {
    let found = result.expect_err("an error");
    // In both languages.
    assert!(!error(Lang::Chinese, &found).is_empty());
    error(Lang::English, &found)
}

#[test]
fn they_are_kept() {
    let teacher = Teacher::new();
    kept(
        "export_canvas",
        &teacher.canvas(&report(), CANVAS).unwrap().text,
    );
    kept(
        "export_moodle",
        &teacher.moodle(&report(), MOODLE).unwrap().text,
    );
}

#[test]
fn canvas_gets_one_assignment_and_who_it_is_about() {
    let teacher = Teacher::new();
    let filled = teacher.canvas(&report(), CANVAS).unwrap();
    let rows = read(&filled.text);
    assert_eq!(
        rows[0],
        [
            "Student",
            "ID",
            "SIS User ID",
            "SIS Login ID",
            "Section",
            "Mayan (77)"
        ]
    );
    assert_eq!(rows[1], ["    Points Possible", "", "", "", "", "100.00"]);
    assert_eq!(
        rows[2],
        ["三, 张", "41", "2023001", "zs@x", "一班, A", "100"]
    );
    let scores = column(&filled, 5);
    let standings = report();
    let points = |id: &str| {
        let results = standings.by_submission();
        results[id].score.map(|it| it.points.to_string())
    };
    assert_eq!(scores[3], points("2023002").unwrap());
    // The login, whatever is in it.
    assert_eq!(scores[4], points("o'\"&co").unwrap());
    // Without a score, and nobody's: as they were.
    assert_eq!((points("board"), scores[5].as_str()), (None, "55"));
    assert_eq!(scores[6..], ["33", ""]);
    let said = said(&filled);
    assert!(
        said.contains("without a score, so their cells are as they were: judge’s fault (board)"),
        "{said}"
    );
    assert!(
        said.contains(
            "in the table, not in the report, so their cells are as they were: Nobody, \"N\""
        ),
        "{said}"
    );
    assert!(!said.contains("Test"), "{said}");
    let absent = filled.warnings.iter().find_map(|it| match it {
        Warning::NotInTable(names) => Some(names.len()),
        _ => None,
    });
    assert_eq!(absent, Some(8), "{said}");
    // What was filled in once may be again; the teacher's own file may not.
    assert!(filled.is_ours(filled.text.as_bytes()));
    assert!(filled.is_ours(filled.text.replace(",100\n", ",7\n").as_bytes()));
    assert!(!filled.is_ours(CANVAS.as_bytes()));
    assert!(!filled.is_ours(filled.text.replace("zs@x", "other").as_bytes()));
}

#[test]
fn canvas_ids_of_hand_ins_come_first() {
    let teacher = Teacher::new();
    let mut report = report();
    report.start.hand_ins = Some(Layout::Canvas);
    // A roster gave them other ids; the number is in the file's name.
    let contestant = &mut report.start.contestants[0];
    contestant.name = None;
    contestant.file = Some("submissions.zip!/zhangsan_LATE_42_900_mayan.cpp".to_owned());
    let contestant = &mut report.start.contestants[1];
    contestant.file = Some("lisi_41_901_mayan.zip!/x_43_900_mayan.cpp".to_owned());
    contestant.name = None;
    let filled = teacher.canvas(&report, CANVAS).unwrap();
    let scores = column(&filled, 5);
    assert_eq!(scores[3], "100");
    assert_ne!(scores[2], "100");
}

#[test]
fn canvas_columns_that_cannot_be_told() {
    let teacher = Teacher::new();
    let both = CANVAS.replace("Essay", "Mayan again");
    let said = fault(teacher.canvas(&report(), &both));
    assert!(said.contains("成绩 册.csv:1:1: expected one column that the scores belong in, found Mayan (77), Mayan again (78): name it with --column"), "{said}");
    let path = teacher.write(&both);
    for (wanted, at) in [
        ("Mayan (77)", "Mayan (77)"),
        ("mayan again", "Mayan again (78)"),
        ("MAYAN", "Mayan (77)"),
    ] {
        let filled = canvas::fill(&report(), &path, Some(wanted)).unwrap();
        assert_eq!(column(&filled, 5)[0], at);
    }
    let said = fault(canvas::fill(&report(), &path, Some("Section")));
    assert!(
        said.contains("expected one column `Section`, found Mayan (77), Mayan again (78)"),
        "{said}"
    );
    let other = CANVAS.replace("Mayan", "Homework 3");
    assert!(fault(teacher.canvas(&report(), &other)).contains("found Homework 3 (77), Essay (78)"));
    // The only one, whatever it is called.
    let only = other.replace(" (78)", "");
    assert_eq!(
        column(&teacher.canvas(&report(), &only).unwrap(), 5)[2],
        "100"
    );
    let said = fault(teacher.canvas(&report(), MOODLE));
    assert!(
        said.contains("expected the gradebook that Canvas exports"),
        "{said}"
    );
    let said = fault(teacher.canvas(&report(), "Student,ID,Section\n"));
    assert!(said.contains("found -: name it"), "{said}");
}

#[test]
fn the_line_of_points_is_known_by_any_name() {
    let teacher = Teacher::new();
    let chinese = CANVAS.replace("Points Possible", "满分").replace(
        "\n\"    满分",
        "\n\"    Manual Posting\",,,,,Manual Posting,,\n\"    满分",
    );
    let rows = read(&teacher.canvas(&report(), chinese).unwrap().text);
    assert_eq!(rows[1], ["    满分", "", "", "", "", "100.00"]);
    assert_eq!((rows[2][1].as_str(), rows[2][5].as_str()), ("41", "100"));
}

#[test]
fn other_totals_are_told_and_commas_kept() {
    let teacher = Teacher::new();
    let less = CANVAS.replace("100.00", "10");
    let said = said(&teacher.canvas(&report(), &less).unwrap());
    assert!(
        said.contains("the table has 10 points at most, the contest 100"),
        "{said}"
    );
    // As Canvas exports it in half of Europe.
    let comma = CANVAS.replace("一班, A", "一班 A").replace(", ", "\u{1}");
    let comma = comma
        .replace(',', ";")
        .replace('\u{1}', ", ")
        .replace("100.00", "100,00");
    let mut report = report();
    report.results[1].score = report.results[0]
        .score
        .map(|it| mayan_judge::summary::Score {
            points: serde_json::from_str("22.727").unwrap(),
            ..it
        });
    let filled = teacher.canvas(&report, &comma).unwrap();
    assert!(
        filled.text.contains("\n\"四, 李\";42;") || filled.text.contains("\n四, 李;42;"),
        "{}",
        filled.text
    );
    assert!(filled.text.contains(";22,727\n"), "{}", filled.text);
    assert!(
        !filled
            .warnings
            .iter()
            .any(|it| matches!(it, Warning::OtherTotal { .. }))
    );
}

#[test]
fn a_strangers_line_gets_nothing() {
    let teacher = Teacher::new();
    // Two of one name in the table.
    let twice = MOODLE.replace("Nobody", "张三");
    let filled = teacher.moodle(&report(), twice).unwrap();
    assert_eq!(
        column(&filled, 4)[1..],
        ["", &column(&filled, 4)[2], "77.00", ""]
    );
    assert!(
        said(&filled).contains("can't be told which line is theirs"),
        "{}",
        said(&filled)
    );
    assert!(said(&filled).contains("张三 (2023001)"));
    // Two of one name in the report.
    let mut report = report();
    report.start.contestants[4].name = Some("张 三".to_owned());
    let filled = teacher.moodle(&report, MOODLE).unwrap();
    assert_eq!(column(&filled, 4)[1], "");
    assert!(
        said(&filled).contains("张三 (2023001), 张 三 (a)"),
        "{}",
        said(&filled)
    );
    // The id of one and the name of another.
    let crossed = CANVAS
        .replace("41,2023001", "41,2023002")
        .replace("42,2023002", "42,2023001");
    let filled = teacher.canvas(&self::report(), crossed).unwrap();
    assert_eq!(column(&filled, 5)[2..4], ["", "12"]);
    assert!(
        said(&filled).contains("张三 (2023001), 李 四 (2023002)"),
        "{}",
        said(&filled)
    );
    // An id that two lines have.
    let doubled = CANVAS.replace("43,43,", "43,2023001,");
    let filled = teacher.canvas(&self::report(), doubled).unwrap();
    assert_eq!(column(&filled, 5)[2], "");
}

#[test]
fn moodle_keeps_everything_but_the_grades() {
    let teacher = Teacher::new();
    let filled = teacher.moodle(&report(), MOODLE).unwrap();
    let (before, after) = (read(MOODLE), read(&filled.text));
    assert_eq!(before.len(), after.len());
    for (row, (old, new)) in before.iter().zip(&after).enumerate() {
        for (at, (old, new)) in old.iter().zip(new).enumerate() {
            assert!(at == 4 && row > 0 || old == new, "{old} became {new}");
        }
    }
    assert_eq!(after[1][4], "100");
    assert_eq!(after[1][8], "a, \"b\"\nc");
    assert_eq!(after[2][8], " kept");
    assert_eq!((after[3][4].as_str(), after[4][4].as_str()), ("77.00", ""));
    assert!(
        filled.is_ours(MOODLE.as_bytes()),
        "the same table, not filled in yet"
    );
}

#[test]
fn encodings_and_line_ends_are_those_of_the_template() {
    let teacher = Teacher::new();
    let plain = teacher.moodle(&report(), MOODLE).unwrap().text;
    assert!(!plain.starts_with('\u{feff}') && !plain.contains('\r'));
    let windows = format!("\u{feff}{}", MOODLE.replace('\n', "\r\n"));
    let marked = teacher.moodle(&report(), windows).unwrap().text;
    assert!(marked.starts_with('\u{feff}'));
    let bare = marked.trim_start_matches('\u{feff}');
    assert!(!bare.replace("\r\n", "").contains('\n'), "{bare}");
    assert_eq!(bare.replace("\r\n", "\n"), plain);
    let (gbk, _, failed) = GBK.encode(MOODLE);
    assert!(!failed);
    // What a platform takes is UTF-8, whatever the teacher's program made of it.
    assert_eq!(teacher.moodle(&report(), gbk).unwrap().text, plain);
}

/// A worksheet as a site in another language has it.
fn localised(headings: &str, word: &str) -> String {
    let body = MOODLE.split_once('\n').unwrap().1;
    format!("{headings}\n{}", body.replace("Participant ", word))
}

#[test]
fn moodle_in_other_languages() {
    let teacher = Teacher::new();
    let chinese = localised(
        "编号,姓名,电子邮件地址,状态,成绩,最高分,成绩可以更改,最后修改（成绩）,反馈评论",
        "参与者",
    );
    let filled = teacher.moodle(&report(), &chinese).unwrap();
    assert_eq!(column(&filled, 4)[..2], ["成绩", "100"]);
    // A language that isn't known: the column beside the one that is always the same.
    let finnish = localised(
        "Tunniste,Koko nimi,Sähköposti,Tila,Arvosana,Enimmäisarvosana,Voi muuttaa,Muokattu,Palaute",
        "Osallistuja ",
    );
    let filled = teacher.moodle(&report(), &finnish).unwrap();
    assert_eq!(column(&filled, 4)[..2], ["Arvosana", "100"]);
    // Where that can't be told either.
    let unknown = finnish.replace("100.00,Yes", "100.00,1");
    let said = fault(teacher.moodle(&report(), &unknown));
    assert!(
        said.contains("name it with --column") && said.contains("Arvosana, Enimmäisarvosana"),
        "{said}"
    );
    let path = teacher.write(&unknown);
    let filled = moodle::fill(&report(), &path, Some("arvosana")).unwrap();
    assert_eq!(column(&filled, 4)[1], "100");
    let said = fault(teacher.moodle(&report(), CANVAS));
    assert!(
        said.contains("a column of cells such as `Participant 123`"),
        "{said}"
    );
    let said = fault(teacher.moodle(&report(), b"\xff\xff\xff,\x81"));
    assert!(
        said.contains("册.csv:1:1: expected text in UTF-8"),
        "{said}"
    );
}

#[test]
fn moodles_numbers_of_hand_ins_come_first() {
    let teacher = Teacher::new();
    let mut report = report();
    report.start.hand_ins = Some(Layout::Moodle);
    let contestants = &mut report.start.contestants;
    contestants[0].file = Some("张 老三_504_assignsubmission_file_/mayan.cpp".to_owned());
    contestants[0].name = Some("张 老三".to_owned());
    let filled = teacher.moodle(&report, MOODLE).unwrap();
    assert_eq!(column(&filled, 4)[4], "100");
    // The number of one and the name of another: somebody took another assignment's.
    report.start.contestants[0].name = Some("张三".to_owned());
    let filled = teacher.moodle(&report, MOODLE).unwrap();
    assert_eq!(column(&filled, 4)[4], "");
    assert!(said(&filled).contains("张三 (2023001)"));
}
