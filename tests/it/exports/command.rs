//! The options that write documents.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::fixture::report;
use crate::support::{Contest, Said, folded};

const RIGHT: &str = "cat > /dev/null; printf '2 1 1\\n3 1 1\\n3 0 1\\n'";

/// A contest with the fixture's report in it.
fn with_report() -> Contest {
    let contest = Contest::new();
    let text = serde_json::to_string_pretty(&report()).unwrap() + "\n";
    contest.write("班 report.json", text);
    contest
}

fn class() -> Contest {
    let contest = Contest::with_sample();
    contest.script("班 级/2011001/program", RIGHT);
    contest.script("班 级/李 四/program", "echo -1");
    contest
}

fn text(contest: &Contest, name: &str) -> String {
    std::fs::read_to_string(contest.path(name)).unwrap()
}

fn refused(said: &Said, why: &str) {
    assert_eq!(said.code, Some(2), "{}{}", said.out, said.err);
    assert!(folded(&said.err).contains(why), "{}", said.err);
    let long = said.err.lines().find(|line| line.chars().count() > 80);
    assert_eq!(long, None);
}

/// The files of a folder, without what the contest has there from the start.
fn files(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path).unwrap().map(Result::unwrap);
    let mut names: Vec<String> = entries
        .map(|it| it.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn report_makes_the_same_documents_as_grade() {
    let contest = class();
    let options = |kind: &str| {
        ["html", "csv", "junit"]
            .map(|it| [format!("--{it}"), format!("{kind} 文.{it}")])
            .concat()
    };
    let mut arguments = vec!["grade".to_owned(), "班 级".to_owned()];
    arguments.extend(options("grade"));
    let said = contest.run(&arguments);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.out.contains("李 四"), "the scoreboard is shown too");
    let mut arguments = vec!["report".to_owned(), "班 级.report.json".to_owned()];
    arguments.extend(options("report"));
    let said = contest.run(&arguments);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(1), ""),
        "{}",
        said.err
    );
    assert!(
        folded(&said.err).contains("note: wrote report 文.html, report 文.csv"),
        "{}",
        said.err
    );
    let mut arguments = vec!["merge".to_owned(), "班 级.report.jsonl".to_owned()];
    arguments.extend(options("merge"));
    let said = contest.run(&arguments);
    assert_eq!(said.code, Some(1), "{}", said.err);
    for kind in ["html", "csv", "junit"] {
        let made = text(&contest, &format!("grade 文.{kind}"));
        assert!(!made.is_empty());
        assert_eq!(made, text(&contest, &format!("report 文.{kind}")), "{kind}");
        assert_eq!(made, text(&contest, &format!("merge 文.{kind}")), "{kind}");
    }
    // Nothing is left of files in the making.
    assert!(
        !files(contest.dir.path())
            .iter()
            .any(|it| it.starts_with(".mayan"))
    );
}

#[test]
fn documents_of_one_program() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    let said = contest.run(["grade", "program", "--gradescope", "results.json"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let results: serde_json::Value = serde_json::from_str(&text(&contest, "results.json")).unwrap();
    assert_eq!(results["score"], 100);
    // The same path again: a document of ours is replaced.
    let said = contest.run(["grade", "program", "--gradescope", "results.json"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    contest.script("other", RIGHT);
    let said = contest.run(["grade", "program", "other", "--gradescope", "new.json"]);
    refused(
        &said,
        "holds the results of one submission, and there are 2",
    );
    assert!(!contest.path("new.json").exists() && said.out.is_empty());
}

#[test]
fn of_some_contestants_only() {
    let contest = with_report();
    let said = contest.run([
        "report",
        "班 report.json",
        "张三",
        "board",
        "--csv",
        "some.csv",
    ]);
    assert_eq!(said.code, Some(130), "{}", said.err);
    assert_eq!(text(&contest, "some.csv").lines().count(), 3);
    let said = contest.run([
        "report",
        "班 report.json",
        "--student",
        "李 四",
        "--gradescope",
        "r.json",
        "--html",
        "p.html",
    ]);
    assert_eq!(said.code, Some(130), "{}", said.err);
    assert!(text(&contest, "r.json").contains("\"submission\": \"2023002\""));
    assert!(text(&contest, "p.html").contains("mayan-judge"));
    // Without a document it is shown.
    let said = contest.run(["report", "班 report.json", "--student", "2023002"]);
    assert!(said.out.contains("Grading 李 四 (2023002)"), "{}", said.out);
    refused(
        &contest.run([
            "report",
            "班 report.json",
            "--student",
            "赵",
            "--csv",
            "x.csv",
        ]),
        "no contestant of this report has the id or name `赵`",
    );
    refused(
        &contest.run(["report", "班 report.json", "--gradescope", "x.json"]),
        "and there are 10: `mayan-judge report FILE --student ID",
    );
    let mut twins = report();
    twins.start.contestants[1].name = Some("张三".to_owned());
    contest.write("twins.json", serde_json::to_string(&twins).unwrap());
    refused(
        &contest.run([
            "report",
            "twins.json",
            "--student",
            "张三",
            "--csv",
            "x.csv",
        ]),
        "several contestants are called `张三`: name one by the id, which is one of 2023001, 2023002",
    );
    assert!(!contest.path("x.csv").exists() && !contest.path("x.json").exists());
}

#[test]
fn everyone_has_a_page() {
    let contest = with_report();
    contest.write("pages/notes.txt", "a teacher's");
    let said = contest.run(["report", "班 report.json", "--html-dir", "pages"]);
    assert_eq!(said.code, Some(130), "{}", said.err);
    let all = files(&contest.path("pages"));
    assert_eq!(all.len(), 13, "{all:?}");
    for name in [
        "2023001.html",
        "王 五.html",
        "notes.txt",
        "evil_cba_.html",
        "o'_&co.html",
    ] {
        assert!(all.iter().any(|it| it == name), "{name} in {all:?}");
    }
    // Again, and into a folder that is not there.
    let said = contest.run(["report", "班 report.json", "--html-dir", "pages"]);
    assert_eq!(said.code, Some(130), "{}", said.err);
    assert!(folded(&said.err).contains("and 9 more"), "{}", said.err);
    contest.run(["report", "班 report.json", "张三", "--html-dir", "新/页"]);
    assert_eq!(files(&contest.path("新/页")), ["2023001.html"]);
    // A foreign page stays, and nothing is written beside it.
    contest.write("other/ce.html", "<!doctype html><p>mine");
    let said = contest.run(["report", "班 report.json", "--html-dir", "other"]);
    refused(
        &said,
        "cannot write other/ce.html: it is there already and is no page of mayan-judge",
    );
    assert_eq!(files(&contest.path("other")), ["ce.html"]);
}

#[test]
fn tables_of_teachers_are_filled() {
    let contest = with_report();
    contest.write(
        "成绩 册.csv",
        "Student,ID,SIS Login ID,Section,Mayan (7)\n    Points Possible,,,,100\n张三,1,2023001,A,\n",
    );
    contest.write(
        "sheet.csv",
        "编号,姓名,成绩,最高分\n参与者7,张三,,50\n参与者8,吴,,50\n",
    );
    let arguments = [
        "report",
        "班 report.json",
        "--canvas",
        "成绩 册.csv",
        "canvas.csv",
        "--moodle",
        "sheet.csv",
        "moodle.csv",
        "--lemonlime",
        "lemon.csv",
    ];
    let said = contest.run(arguments);
    refused(
        &said,
        "expected 100 points at most, as the contest has, found 50",
    );
    for _ in 0..2 {
        let said = contest.run(arguments.iter().chain(&["--scale"]));
        assert_eq!(said.code, Some(130), "{}", said.err);
        let err = folded(&said.err);
        assert!(err.contains("warning: --moodle: in the table, not in the report, so their cells are as they were: 吴"), "{err}");
        assert!(
            err.contains("note: --canvas: the scores are in the column `Mayan (7)`"),
            "{err}"
        );
        assert!(
            err.contains("note: wrote lemon.csv, canvas.csv, moodle.csv"),
            "{err}"
        );
        assert!(text(&contest, "canvas.csv").contains("\n张三,1,2023001,A,100\n"));
        assert!(text(&contest, "moodle.csv").contains("\n参与者7,张三,50,50\n"));
    }
    // Never the teacher's own, by whatever name.
    std::os::unix::fs::symlink(contest.path("sheet.csv"), contest.path("link.csv")).unwrap();
    for name in ["sheet.csv", "./sheet.csv", "link.csv"] {
        let said = contest.run(["report", "班 report.json", "--moodle", "sheet.csv", name]);
        refused(
            &said,
            "--moodle would write over sheet.csv, which it fills in",
        );
    }
    contest.write("other.csv", "编号,姓名,成绩,最高分\n参与者9,别,,50\n");
    let said = contest.run([
        "report",
        "班 report.json",
        "--moodle",
        "sheet.csv",
        "other.csv",
        "--scale",
    ]);
    refused(
        &said,
        "it is there already and is no filled copy of this table of mayan-judge",
    );
    let said = contest.run([
        "report",
        "班 report.json",
        "--moodle",
        "nowhere.csv",
        "x.csv",
    ]);
    refused(&said, "cannot read nowhere.csv: No such file");
    let said = contest.run([
        "report",
        "班 report.json",
        "--moodle",
        "成绩 册.csv",
        "x.csv",
    ]);
    refused(
        &said,
        "成绩 册.csv:1:1: expected a grading worksheet of Moodle",
    );
    refused(
        &contest.run([
            "report",
            "班 report.json",
            "--column",
            "x",
            "--csv",
            "x.csv",
        ]),
        "--column and --scale are for --canvas and --moodle",
    );
    assert!(!contest.path("x.csv").exists());
}

#[test]
fn paths_are_made_sure_of_before_anything_runs() {
    let contest = Contest::with_sample();
    contest.script("program", "touch /dev/null; echo ran");
    contest.write("mine.csv", "name,marks\n");
    contest.write("page.html", "<!doctype html><title>mine</title>");
    contest.write(
        "tests.xml",
        "<?xml version=\"1.0\"?><testsuites name=\"other\"/>",
    );
    contest.write("results.json", "{\"score\": 1}");
    for (arguments, why) in [
        (
            ["--csv", "nowhere/x.csv"],
            "cannot write nowhere/x.csv: there is no folder nowhere",
        ),
        (["--csv", "tmp"], "cannot write tmp: is a directory"),
        (
            ["--csv", "-"],
            "would be a file of that name: for standard output use --csv",
        ),
        (
            ["--csv", "mine.csv"],
            "it is there already and is no table of mayan-judge: name another file",
        ),
        (["--html", "page.html"], "is no page of mayan-judge"),
        (["--junit", "tests.xml"], "is no JUnit XML of mayan-judge"),
        (
            ["--gradescope", "results.json"],
            "is no results.json of mayan-judge",
        ),
    ] {
        let mut all = vec!["grade", "program"];
        all.extend(arguments);
        let said = contest.run(all);
        refused(&said, why);
        assert!(said.out.is_empty(), "{}", said.out);
    }
    assert_eq!(text(&contest, "mine.csv"), "name,marks\n");
    for arguments in [
        ["--csv", "x", "--junit", "x"],
        ["--csv", "x", "--junit", "./x"],
        ["--csv", "x", "--json", "x"],
        ["--csv", "x", "--out", "x"],
    ] {
        let mut all = vec!["grade", "program"];
        all.extend(arguments);
        let said = contest.run(all);
        refused(
            &said,
            "is the file of another document of this run: name a file for each",
        );
        assert!(!contest.path("x").exists(), "{arguments:?}");
    }
}

#[test]
fn devices_and_links_are_written_to() {
    let contest = with_report();
    let said = contest.run(["report", "班 report.json", "--csv", "/dev/stdout"]);
    assert!(said.out.starts_with("\u{feff}rank,id,"), "{}", said.out);
    assert_eq!(said.err, "");
    contest.write("real.csv", "");
    std::os::unix::fs::symlink("real.csv", contest.path("link.csv")).unwrap();
    contest.run(["report", "班 report.json", "--csv", "link.csv"]);
    assert!(contest.path("link.csv").is_symlink());
    assert_eq!(text(&contest, "real.csv"), said.out);
}

#[test]
fn a_rejudge_writes_only_what_counts() {
    let contest = class();
    let csv = ["--csv", "scores.csv"];
    let grade = |more: &[&str]| {
        let mut all = vec!["grade", "班 级"];
        all.extend(csv);
        all.extend(more);
        contest.run(all)
    };
    assert_eq!(grade(&[]).code, Some(1));
    let before = text(&contest, "scores.csv");
    contest.script("班 级/李 四/program", RIGHT);
    let said = grade(&["--rejudge"]);
    assert!(
        folded(&said.err).contains("no document was written"),
        "{}",
        said.err
    );
    assert_eq!(text(&contest, "scores.csv"), before);
    let said = grade(&["--rejudge", "--yes"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_ne!(text(&contest, "scores.csv"), before);
}

/// What was graded until then is in all of them.
#[test]
fn an_interrupted_run_writes_its_documents() {
    use rustix::process::{Pid, Signal, kill_process};
    let contest = class();
    // It would take three hours, so that it can't be over before the interrupt.
    contest.script("班 级/zz/program", "exec sleep 10000");
    let mut judge = contest
        .judge(["grade", "班 级", "-j", "1", "--format", "json"])
        .args(["--time-limit", "1h"])
        .args([
            "--csv",
            "scores.csv",
            "--junit",
            "tests.xml",
            "--html",
            "class.html",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = BufReader::new(judge.stdout.take().unwrap());
    // Events are told in order: the next one comes with the first result of `zz`.
    let is_last = |line: &String| line.contains("submission-finished") && line.contains("2011001");
    let mut lines = out.lines().map(Result::unwrap);
    assert!(lines.any(|line| is_last(&line)));
    let pid = Pid::from_raw(i32::try_from(judge.id()).unwrap()).unwrap();
    // Not SIGINT, which a background job of a shell is started to ignore.
    kill_process(pid, Signal::TERM).unwrap();
    assert!(lines.last().unwrap().contains("finished"));
    assert_eq!(judge.wait().unwrap().code(), Some(130));
    let table = text(&contest, "scores.csv");
    assert!(table.contains("\r\n1,2011001,,100,100,AC"), "{table}");
    assert!(text(&contest, "tests.xml").contains("<testsuite name=\"zz\""));
    assert!(contest.path("class.html").exists());
}
