//! Tables of teachers, filled in: whose line is whose, and what stays as it was.

use std::path::PathBuf;

use encoding_rs::GBK;
use mayan_judge::interop::sheet::{Filled, Scores, SheetError, Warning, error, warning};
use mayan_judge::interop::{canvas, moodle};
use mayan_judge::lang::Lang;
use mayan_judge::submission::class::{Contestant, Layout};
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
<script>alert(1)</script>,43,43,\"o'\"\"&co\",一班,,18,90
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
        canvas::fill(&everyone(report), &self.write(text), None)
    }

    fn moodle(&self, report: &Report, text: impl AsRef<[u8]>) -> Result<Filled, SheetError> {
        moodle::fill(&everyone(report), &self.write(text), None)
    }
}

fn everyone(report: &Report) -> Scores<'_> {
    Scores {
        whole: report,
        is_wanted: &|_| true,
        convert: false,
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
    // What may hold other marks is not written over.
    assert!(filled.is_ours(filled.text.as_bytes()));
    assert!(!filled.is_ours(filled.text.replace(",100\n", ",7\n").as_bytes()));
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
    let both = CANVAS
        .replace("Essay", "Mayan again")
        .replace(",20,", ",100,");
    let said = fault(teacher.canvas(&report(), &both));
    assert!(said.contains("成绩 册.csv:1:1: expected one column that the scores belong in, found Mayan (77), Mayan again (78): name it with --column"), "{said}");
    let path = teacher.write(&both);
    for (wanted, at) in [
        ("Mayan (77)", "Mayan (77)"),
        ("mayan again", "Mayan again (78)"),
        ("MAYAN", "Mayan (77)"),
    ] {
        let filled = canvas::fill(&everyone(&report()), &path, Some(wanted)).unwrap();
        assert_eq!(column(&filled, 5)[0], at);
    }
    let said = fault(canvas::fill(&everyone(&report()), &path, Some("Section")));
    assert!(
        said.contains("expected one column `Section`, found Mayan (77), Mayan again (78)"),
        "{said}"
    );
    let other = CANVAS.replace("Mayan", "Homework 3");
    assert!(fault(teacher.canvas(&report(), &other)).contains("found Homework 3 (77), Essay (78)"));
    // Not even the only one, if it is called otherwise.
    let only = other.replace(" (78)", "");
    assert!(fault(teacher.canvas(&report(), &only)).contains("found Homework 3 (77): name it"));
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
fn other_totals_are_refused_or_converted_and_commas_kept() {
    let teacher = Teacher::new();
    let less = CANVAS.replace("100.00", "10");
    let said = fault(teacher.canvas(&report(), &less));
    assert!(
        said.contains("册.csv:2:") && said.contains("expected 100 points at most"),
        "{said}"
    );
    let (whole, path) = (report(), teacher.write(&less));
    let scores = Scores {
        convert: true,
        ..everyone(&whole)
    };
    let filled = canvas::fill(&scores, &path, None).unwrap();
    assert_eq!(column(&filled, 5)[2..5], ["10", "0", "0.75"]);
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
    assert!(!filled.is_ours(MOODLE.as_bytes()), "it is the teacher's");
    assert!(filled.is_ours(filled.text.as_bytes()));
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
    let filled = moodle::fill(&everyone(&report()), &path, Some("arvosana")).unwrap();
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

/// A report of these people alone: id, name, and whose result they have.
fn people(all: &[(&str, Option<&str>, &str)]) -> Report {
    let mut report = report();
    let results = report.results.clone();
    let contestant = report.start.contestants[0].clone();
    report.start.contestants.clear();
    report.results.clear();
    for (id, name, of) in all {
        report.start.contestants.push(Contestant {
            id: (*id).to_owned(),
            name: name.map(str::to_owned),
            file: Some(format!("{id}/mayan.cpp")),
            ..contestant.clone()
        });
        let result = results.iter().find(|it| it.begun.submission == *of);
        if let Some(result) = result {
            let mut result = result.clone();
            (*id).clone_into(&mut result.begun.submission);
            report.results.push(result);
        }
    }
    report
}

/// A gradebook with these lines: name, Canvas's number, the school's.
fn gradebook(lines: &[(&str, &str, &str)]) -> String {
    let mut text = "Student,ID,SIS User ID,SIS Login ID,Section,Mayan (77)\n\
                    Points Possible,,,,,100\n"
        .to_owned();
    for (name, id, sis) in lines {
        text += &format!("\"{name}\",{id},{sis},,A,\n");
    }
    text
}

#[test]
fn a_number_that_is_anothers_gives_nothing() {
    let teacher = Teacher::new();
    let full = "2023001";
    for (people, lines, scores) in [
        // Canvas's own number.
        (
            people(&[("7", Some("Zoe"), full), ("8", Some("Ann"), "nobody")]),
            gradebook(&[("Ann", "7", "2023001")]),
            vec![""],
        ),
        // A number that lost its zeros.
        (
            people(&[("0012", Some("Ann"), "a"), ("12", Some("Ben"), full)]),
            gradebook(&[("Ann", "511", "12")]),
            vec!["47.5"],
        ),
        // Seats in the class.
        (
            people(&[("1", Some("Zoe"), full), ("2", Some("Yan"), full)]),
            gradebook(&[("Ann", "1", "2023001"), ("Ben", "2", "2023002")]),
            vec!["", ""],
        ),
        // The number of one who isn't in the report.
        (
            people(&[("900", Some("Ann"), full)]),
            gradebook(&[("Xavier", "1", "900")]),
            vec![""],
        ),
        // A namesake of another year.
        (
            people(&[("2023005", Some("王伟"), full)]),
            gradebook(&[("王伟", "1", "2023099")]),
            vec![""],
        ),
        // Somebody without a name in the report, whose number is another's.
        (
            people(&[("12", None, full), ("13", Some("Ann"), "nobody")]),
            gradebook(&[("Ann", "1", "12")]),
            vec![""],
        ),
        // It is them.
        (
            people(&[
                ("900", Some("张三"), full),
                ("901", Some("Ann B. Lee"), full),
            ]),
            gradebook(&[("Zhang, San", "1", "900"), ("Lee, Ann", "2", "901")]),
            vec!["100", "100"],
        ),
        // By the name alone, and that is said.
        (
            people(&[("x", Some("Lee, Ann"), full)]),
            gradebook(&[("Lee, Ann", "2", "901")]),
            vec!["100"],
        ),
    ] {
        let filled = teacher.canvas(&people, lines).unwrap();
        let cells = column(&filled, 5);
        assert_eq!(cells[2..], scores, "{}", said(&filled));
        if people.start.contestants[0].id == "x" {
            assert!(said(&filled).contains("known by the name alone"));
        }
        let is_told =
            said(&filled).contains("not in the table") || said(&filled).contains("can't be told");
        assert!(is_told || !scores.contains(&""), "{}", said(&filled));
    }
}

#[test]
fn a_worksheet_of_another_assignment_gives_nothing() {
    let teacher = Teacher::new();
    let mut class = people(&[("501", Some("李四"), "2023001")]);
    class.start.hand_ins = Some(Layout::Moodle);
    class.start.contestants[0].file = Some("李四_501_assignsubmission_file_/mayan.cpp".to_owned());
    let filled = teacher.moodle(&class, MOODLE).unwrap();
    assert_eq!(column(&filled, 4)[1], "");
    assert!(said(&filled).contains("李四 (501)"), "{}", said(&filled));
}

/// Who is wanted doesn't change whose line is whose.
#[test]
fn a_namesake_who_is_not_wanted_is_one_still() {
    let teacher = Teacher::new();
    let class = people(&[
        ("wangwei1", Some("王伟"), "2023001"),
        ("wangwei2", Some("王伟"), "a"),
    ]);
    let path = teacher.write(gradebook(&[("王伟", "1", "77")]));
    let scores = Scores {
        is_wanted: &|it| it.id == "wangwei2",
        ..everyone(&class)
    };
    let filled = canvas::fill(&scores, &path, None).unwrap();
    assert_eq!(column(&filled, 5)[2], "");
    assert!(
        said(&filled).contains("王伟 (wangwei2)"),
        "{}",
        said(&filled)
    );
    assert!(!said(&filled).contains("wangwei1"), "{}", said(&filled));
}

#[test]
fn what_stands_in_a_cell_is_not_lost_without_a_word() {
    let teacher = Teacher::new();
    let class = people(&[
        ("901", Some("Ann"), "2023001"),
        ("902", Some("Ben"), "2023001"),
        ("903", Some("Cid"), "2023001"),
    ]);
    let lines = gradebook(&[
        ("Ann", "1", "901"),
        ("Ben", "2", "902"),
        ("Cid", "3", "903"),
    ]);
    let lines = lines
        .replace("901,,A,", "901,,A,EX")
        .replace("902,,A,", "902,,A,55")
        .replace("903,,A,", "903,,A,100.0");
    let filled = teacher.canvas(&class, &lines).unwrap();
    assert_eq!(column(&filled, 5)[2..], ["EX", "100", "100"]);
    let kept = Warning::Kept(vec!["Ann (901)".to_owned()]);
    let replaced = Warning::Replaced(vec!["Ben (902)".to_owned()]);
    assert_eq!(filled.warnings, [replaced, kept]);
    assert_eq!(filled.heading, "Mayan (77)");
    let long = lines.replace("100.0", "100.0,more");
    let said = fault(teacher.canvas(&class, long));
    assert!(
        said.contains("册.csv:5:") && said.contains("found more"),
        "{said}"
    );
}
