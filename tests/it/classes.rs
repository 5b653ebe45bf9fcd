//! A class in each layout that schools export, from the folder to the scoreboard:
//! Chinese names, a missing hand-in, a compile error, one that is too slow, one
//! that is hostile.

use insta::assert_snapshot;

use crate::support::{Contest, ONE_MOVE, SAMPLE, folded, has};
use crate::zips::RawZip;

/// One hand-in: the number, the name, the source's extension and text.
struct HandIn {
    number: &'static str,
    name: &'static str,
    extension: &'static str,
    text: &'static str,
}

/// Right on the sample only, and on everything.
const HALF: &str = "print('2 1 1\\n3 1 1\\n3 0 1')";
const RIGHT: &str = "n = open(0).readline().strip()\n\
                     print('3 0 -1' if n == '1' else '2 1 1\\n3 1 1\\n3 0 1')";

const CLASS: [HandIn; 5] = [
    HandIn {
        number: "2011001",
        name: "张三",
        extension: "py",
        text: RIGHT,
    },
    HandIn {
        number: "2011002",
        name: "李 四",
        extension: "py",
        text: HALF,
    },
    HandIn {
        number: "2011003",
        name: "Wang Wu",
        extension: "cpp",
        text: "#include <iostream>\nint next[5];\nusing namespace std;\n\
               int main() { next[0] = 1; cout << next[0] }",
    },
    HandIn {
        number: "2011004",
        name: "赵六",
        extension: "py",
        text: "while True: pass",
    },
    HandIn {
        number: "2011005",
        name: "O'Hack",
        extension: "py",
        text: "import os\nfor it in ['/testcases', '../../testcases', '/etc/shadow']:\n  \
               try: print(os.listdir(it))\n  except OSError as e: pass\n\
               os.kill(-1, 9)",
    },
];

/// Everyone, and one who handed in nothing.
const ROSTER: &str = "学号,姓名\n2011006,钱七\n2011001,张三\n2011002,李 四\n2011003,Wang Wu\n\
                      2011004,赵六\n2011005,O'Hack\n";

fn contest() -> Contest {
    let contest = Contest::new();
    contest.write("testcases/1.in", SAMPLE);
    contest.write("testcases/2.in", ONE_MOVE);
    contest.write(
        "judge.toml",
        "[[subtasks]]\nname = 'first'\npoints = 40\ncases = '1'\n\
         [[subtasks]]\nname = 'second'\npoints = 60\ncases = '2'\n",
    );
    contest.write("roster.csv", ROSTER);
    contest
}

/// Grades what is at `path` with the roster, and gives the scoreboard.
fn grade(contest: &Contest, path: &str) -> String {
    grade_with(contest, &[path])
}

fn grade_with(contest: &Contest, arguments: &[&str]) -> String {
    let mut all = vec!["grade", "--roster", "roster.csv", "--time-limit", "1s"];
    all.extend(["--json", "report.json"]);
    all.extend(arguments);
    let said = contest.run(all);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert_eq!(verdicts(contest), RESULTS, "{}", said.out);
    // The same again, from the report alone.
    let again = contest.run(["report", "report.json"]);
    assert_eq!(again.code, Some(1), "{}", again.err);
    assert_eq!(again.out, said.out);
    steady(&said.out)
}

/// A scoreboard without what is measured.
fn steady(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match line.rfind(']').filter(|_| line.ends_with("MiB")) {
            Some(at) => out += &format!("{} (measured)\n", &line[..=at]),
            None => out += &format!("{line}\n"),
        }
    }
    out
}

/// What everyone got, in the order of the contestants.
fn verdicts(contest: &Contest) -> Vec<String> {
    let text = std::fs::read(contest.path("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let contestants = report["contestants"].as_array().unwrap().iter();
    contestants
        .map(|it| {
            let results = report["results"].as_array().unwrap();
            let result = results.iter().find(|r| r["submission"] == it["id"]);
            let name = it["name"].as_str().or(it["id"].as_str()).unwrap();
            match result {
                Some(result) => format!(
                    "{name}: {} {}",
                    result["verdict"].as_str().unwrap(),
                    result["score"]["points"]
                ),
                None => format!("{name}: nothing"),
            }
        })
        .collect()
}

/// The flag that says that a name in a zip file is UTF-8.
const UTF8: u16 = 1 << 11;

/// What everyone gets, in the roster's order.
const RESULTS: [&str; 6] = [
    "钱七: nothing",
    "张三: AC 100",
    "李 四: WA 40",
    "Wang Wu: CE 0",
    "赵六: TLE 0",
    "O'Hack: RE 0",
];

fn needed(test: &str) -> bool {
    has("python3", test) && has("g++", test)
}

/// Puts the class somewhere, file by file: where, by each one's place in the class.
fn put(contest: &Contest, place: impl Fn(usize, &HandIn) -> String) {
    for (index, it) in CLASS.iter().enumerate() {
        contest.write(&place(index, it), it.text);
    }
}

#[test]
fn plain_folders() {
    if !needed("plain_folders") {
        return;
    }
    let contest = contest();
    put(&contest, |_, it| {
        format!("class/{}_{}/work.{}", it.number, it.name, it.extension)
    });
    assert_snapshot!(grade(&contest, "class"));
}

#[test]
fn noi_and_lemon() {
    if !needed("noi_and_lemon") {
        return;
    }
    let contest = contest();
    // Three ways: as NOI wants it, as LemonLime has it, and wrong.
    let files = ["mayan/mayan", "mayan", "mayan/maya"];
    put(&contest, |index, it| {
        let file = files[index.min(2)];
        format!("class/source/{}/{file}.{}", it.number, it.extension)
    });
    assert_snapshot!(grade(&contest, "class"));
}

#[test]
fn arbiter() {
    if !needed("arbiter") {
        return;
    }
    let contest = contest();
    put(&contest, |_, it| {
        format!(
            "class/players/day1/{}/mayan/mayan.{}",
            it.number, it.extension
        )
    });
    assert_snapshot!(grade(&contest, "class"));
}

#[test]
fn canvas() {
    if !needed("canvas") {
        return;
    }
    let contest = contest();
    put(&contest, |index, it| {
        let late = if index == 1 { "_LATE" } else { "" };
        let name = it.name.replace(' ', "").to_lowercase();
        let attachment = 9000 + index;
        format!(
            "class/{name}{late}_{}_{attachment}_mayan.{}",
            it.number, it.extension
        )
    });
    assert_snapshot!(grade(&contest, "class"));
}

/// The class in a zip file, with names as they are encoded.
fn packed(flags: u16, name: impl Fn(&HandIn) -> Vec<u8>) -> Vec<u8> {
    let add = |zip: RawZip, it| zip.add(&name(it), it.text.as_bytes(), flags, 0);
    CLASS.iter().fold(RawZip::new(), add).finish()
}

#[test]
fn moodle_as_a_zip() {
    if !needed("moodle_as_a_zip") {
        return;
    }
    let contest = contest();
    let zip = packed(UTF8, |it| {
        let name = format!(
            "{}_{}_assignsubmission_file_/mayan.{}",
            it.name, it.number, it.extension
        );
        name.into_bytes()
    });
    contest.write("moodle.zip", zip);
    assert_snapshot!(grade(&contest, "moodle.zip"));
}

#[test]
fn a_zip_with_names_in_gbk() {
    if !needed("a_zip_with_names_in_gbk") {
        return;
    }
    let contest = contest();
    let zip = packed(0, |it| {
        let name = format!("作业/{}/{}.{}", it.name, it.number, it.extension);
        encoding_rs::GBK.encode(&name).0.into_owned()
    });
    contest.write("作业.zip", zip);
    assert_snapshot!(grade(&contest, "作业.zip"));
}

#[test]
fn a_mapping() {
    if !needed("a_mapping") {
        return;
    }
    let contest = contest();
    let file = |index: usize, it: &HandIn| format!("files/{index}.{}", it.extension);
    put(&contest, |index, it| format!("class/{}", file(index, it)));
    let lines = CLASS.iter().enumerate();
    let lines: String = lines
        .map(|(index, it)| format!("{},{}\n", it.number, file(index, it)))
        .collect();
    contest.write("mapping.csv", format!("id,path\n{lines}"));
    assert_snapshot!(grade_with(&contest, &["class", "--mapping", "mapping.csv"]));
}

#[test]
fn a_dry_run_shows_what_is_understood_and_runs_nothing() {
    let contest = contest();
    contest.write("class/张三/mayan.cpp", "int main() {}");
    contest.write("class/张三/old.cpp", "int main() {}");
    contest.write("class/张三/.DS_Store", "x");
    contest.write("class/李 四/notes.docx", "x");
    contest.write("class/readme.txt", "hello");
    contest.write("class/empty.py", "");
    std::os::unix::fs::symlink("/etc/passwd", contest.path("class/link.py")).unwrap();
    let said = contest.run(["grade", "class", "--dry-run", "--roster", "roster.csv"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_snapshot!(said.out);
    assert!(!contest.path("class.report.json").exists());
    assert!(!contest.path("class.report.jsonl").exists());
    std::fs::create_dir_all(contest.path("nobody/x")).unwrap();
    let said = contest.run(["grade", "nobody"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    assert!(
        folded(&said.err).contains("nothing to grade"),
        "{}",
        said.err
    );
}

#[test]
fn a_wrong_roster_is_shown_at_its_place() {
    let contest = contest();
    contest.write("class/a.py", "print(-1)");
    contest.write("roster.csv", "学号,姓名\n1,张三\n1,李四\n");
    let said = contest.run(["grade", "class", "--roster", "roster.csv"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert_snapshot!(said.err);
}

/// However many subtasks, cases and long names there are: 80 columns, and nothing
/// is told by colour alone.
#[test]
fn a_scoreboard_fits_eighty_columns() {
    use unicode_width::UnicodeWidthStr;
    for (subtasks, cases) in [(1, 1), (2, 14), (3, 20), (6, 5), (20, 1), (1, 200)] {
        let contest = Contest::new();
        let mut config = String::new();
        for subtask in 0..subtasks {
            config += &format!(
                "[[subtasks]]\nname = '子任务的名字 {subtask}'\npoints = 33\ncases = '{subtask}/*'\n"
            );
            for case in 0..cases {
                let name = format!("testcases/{subtask}/{case}.in");
                contest.write(&name, ONE_MOVE);
            }
        }
        contest.write("judge.toml", config);
        contest.script("class/a/program", "echo 3 0 -1");
        contest.script(
            &format!("class/{}/program", "很长的名字".repeat(8)),
            "echo -1",
        );
        let long = "a-very-long-name-without-any-blank-in-it-".repeat(3);
        contest.script(&format!("class/{long}/program"), "exit 1");
        let said = contest.run(["grade", "class"]);
        assert_eq!(said.code, Some(1), "{}", said.err);
        for line in said.out.lines() {
            assert!(line.width() <= 80, "{subtasks} x {cases}: {line}");
        }
        let board: Vec<&str> = said.out.lines().take(4).collect();
        assert!(board[1].contains(" a "), "{}", said.out);
        let strips: String = board[1].chars().filter(|it| "[]A/".contains(*it)).collect();
        assert!(
            strips.starts_with('[') && strips.ends_with(']'),
            "{}",
            said.out
        );
        if subtasks * cases == 28 {
            insta::allow_duplicates! { assert_snapshot!(steady(&board.join("\n"))) };
        }
    }
}

#[test]
fn one_contestants_report_explains() {
    let contest = contest();
    contest.script("class/2011001/mayan", "printf '2 1 1\\n3 1 1\\n3 0 1\\n'");
    contest.write("class/2011002/notes.txt", "nothing");
    let said = contest.run(["grade", "class", "--roster", "roster.csv"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    let report = |names: &[&str]| {
        let mut arguments = vec!["report", "class.report.json"];
        arguments.extend(names);
        contest.run(arguments)
    };
    let said = report(&["张三"]);
    for part in [
        "Grading 张三 (2011001)",
        "Hand-in 2011001/mayan",
        "The first failed case, 2: wrong answer (WA)",
        "there is no block at (2, 1)",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let said = report(&["2011002", "钱七"]);
    for part in [
        "Not graded 李 四 (2011002)\n            nothing of the hand-in can be graded",
        "Not graded 钱七 (2011006)\n            nothing was handed in",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let said = report(&["nobody"]);
    assert_eq!(said.code, Some(2), "{}", said.out);
    assert!(
        folded(&said.err).contains("id or name `nobody`"),
        "{}",
        said.err
    );
    let said = contest.run(["report", "class.report.jsonl"]);
    assert!(folded(&said.err).contains("is a journal"), "{}", said.err);
    let said = contest.run(["report", "roster.csv"]);
    assert_eq!(said.code, Some(2), "{}", said.out);
    assert!(folded(&said.err).contains("roster.csv:1:"), "{}", said.err);
}

/// Whatever nobody owns, and whatever of a hand-in can't be read, is told by the run
/// itself.
#[test]
fn what_was_left_out_is_told_by_the_run() {
    let contest = Contest::with_sample();
    contest.script("class/甲_1_assignsubmission_file_/mayan", "echo -1");
    contest.write("class/乙_2_assignsubmission_file_/mayan.py", "print(-1)");
    contest.write("class/丙_3_assignsubmission_file_/mayan.rar", "Rar!");
    contest.write("class/丁_4_assignsubmission_file_/mayan.py", "print(-1)");
    contest.write("class/庚.py", "print(-1)");
    contest.write("class/notes.txt", "x");
    let said = contest.run(["grade", "class", "--hand-ins", "moodle"]);
    let told = folded(&said.out);
    for part in [
        "nothing of the hand-in can be graded",
        "丙 (3): nothing of the hand-in can be graded: 丙_3_assignsubmission_file_/mayan.rar: \
         .rar files aren't read: unpack it into a folder",
        "left out: 庚.py: it can't be told whose it is",
        "of no known language, see --dry-run",
    ] {
        assert!(told.contains(part), "{part}: {}", said.out);
    }
    // A list that never ends is no list.
    let fifo = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, contest.path("list"), fifo, 0o600.into(), 0).unwrap();
    let said = contest.run(["grade", "class", "--roster", "list"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(
        folded(&said.err).contains("not a plain file"),
        "{}",
        said.err
    );
}
