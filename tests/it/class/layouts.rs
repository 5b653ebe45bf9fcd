//! How folders of hand-ins are understood, layout by layout.

use insta::assert_snapshot;
use mayan_judge::submission::LARGEST_SOURCE;
use mayan_judge::submission::class::Layout;

use super::Choice::{self};
use super::{Hand, age, find, text};
use crate::zips::zipped;

#[test]
fn plain_folders() {
    let hand = Hand::with(&[
        "张三/mayan.cpp",
        "张三/old/try.cpp",
        "10/a.PY",
        "2/x.CC",
        "李四.cpp",
        "readme.txt",
        ".DS_Store",
        "李四/Thumbs.db",
        "王五/说明.docx",
        "王五/mayan.exe",
        "赵六/.git/config",
        "名 字　全角/solve.rs",
    ]);
    hand.write("空/mayan.cpp", "");
    std::fs::create_dir(hand.path().join("无")).unwrap();
    assert_snapshot!(text(&hand.find()), @r#"
    Plain
    2: 2/x.CC
    10: 10/a.PY
    名 字　全角: 名 字　全角/solve.rs
    张三: 张三/mayan.cpp Chosen { by: Name, others: ["张三/old/try.cpp"] }
    无: - NothingHandedIn
    李四: 李四.cpp
    王五: - NothingUsable
    空: - NothingUsable
    赵六: - NothingUsable
    ! .DS_Store: Litter
    ! readme.txt: NoSource
    ! 张三/old/try.cpp: NotChosen { contestant: "张三" }
    ! 李四/Thumbs.db: Litter
    ! 王五/mayan.exe: NoSource
    ! 王五/说明.docx: NoSource
    ! 空/mayan.cpp: Empty
    ! 赵六/.git: Litter
    "#);
}

#[test]
fn the_better_candidate_is_taken() {
    let hand = Hand::with(&[
        "1/main.cpp",
        "1/Mayan.cpp",
        "2/mayan (1).cpp",
        "2/a.cpp",
        "3/a.cpp",
        "3/b.cpp",
        "4/a10.cpp",
        "4/a2.cpp",
        "5.cpp",
        "5/P1312.cpp",
        "6/mayan.h",
    ]);
    age(&hand.path().join("3/b.cpp"), 2_000_000);
    age(&hand.path().join("2/a.cpp"), 2_000_000);
    assert_snapshot!(text(&hand.find()), @r#"
    Plain
    1: 1/Mayan.cpp Chosen { by: Name, others: ["1/main.cpp"] }
    2: 2/mayan (1).cpp Chosen { by: Name, others: ["2/a.cpp"] }
    3: 3/b.cpp Chosen { by: Newest, others: ["3/a.cpp"] }
    4: 4/a2.cpp Chosen { by: Order, others: ["4/a10.cpp"] }
    5: 5/P1312.cpp Chosen { by: Name, others: ["5.cpp"] }
    6: - NothingUsable
    ! 1/main.cpp: NotChosen { contestant: "1" }
    ! 2/a.cpp: NotChosen { contestant: "2" }
    ! 3/a.cpp: NotChosen { contestant: "3" }
    ! 4/a10.cpp: NotChosen { contestant: "4" }
    ! 5.cpp: NotChosen { contestant: "5" }
    ! 6/mayan.h: NoSource
    "#);
}

#[test]
fn folders_of_noi() {
    let files = [
        "source/GD-001/mayan/mayan.cpp",
        "source/GD-001/bus/bus.cpp",
        "source/GD-002/mayan.cpp",
        "source/GD-002/bus.cpp",
        "source/GD-003/Mayan/mayan.cpp",
        "source/GD-004/mayan/mayan1.cpp",
        "source/GD-004/old/mayan/mayan.cpp",
        "source/GD-005/bus/bus.cpp",
        "source/GD-006.cpp",
        "data/mayan/std.cpp",
        "day1.cdf",
    ];
    let hand = Hand::with(&files);
    assert_snapshot!(text(&hand.find()), @r#"
    Noi
    GD-001: source/GD-001/mayan/mayan.cpp
    GD-002: source/GD-002/mayan.cpp
    GD-003: source/GD-003/Mayan/mayan.cpp WrongPath { expected: "mayan/mayan.cpp" }
    GD-004: source/GD-004/old/mayan/mayan.cpp Chosen { by: Name, others: ["source/GD-004/mayan/mayan1.cpp"] } WrongPath { expected: "mayan/mayan.cpp" }
    GD-005: - NothingUsable
    GD-006: source/GD-006.cpp WrongPath { expected: "mayan/mayan.cpp" }
    ! data/mayan/std.cpp: NobodyS
    ! day1.cdf: NoSource
    ! source/GD-001/bus/bus.cpp: OtherProblem
    ! source/GD-002/bus.cpp: OtherProblem
    ! source/GD-004/mayan/mayan1.cpp: NotChosen { contestant: "GD-004" }
    ! source/GD-005/bus/bus.cpp: OtherProblem
    "#);
    let source = find(&hand.path().join("source"), &[]);
    assert_eq!(source.layout, Layout::Noi);
    assert_eq!(source.entries.len(), 6);
}

#[test]
fn folders_of_arbiter() {
    let hand = Hand::with(&[
        "players/day1/S001/bus/bus.cpp",
        "players/day2/S001/mayan/mayan.cpp",
        "players/day2/S002/mayan.cpp",
        "players/day2/S003/mayan/mayan.py",
    ]);
    std::fs::create_dir(hand.path().join("players/day2/S004")).unwrap();
    assert_snapshot!(text(&hand.find()), @r#"
    Arbiter
    S001: players/day2/S001/mayan/mayan.cpp
    S002: players/day2/S002/mayan.cpp WrongPath { expected: "mayan/mayan.cpp" }
    S003: players/day2/S003/mayan/mayan.py
    S004: - NothingHandedIn
    ! players/day1/S001/bus/bus.cpp: NobodyS
    "#);
    for inner in ["players", "players/day2"] {
        let class = find(&hand.path().join(inner), &[]);
        assert_eq!(class.layout, Layout::Arbiter, "{inner}");
        let files: Vec<_> = class.entries.iter().map(|it| it.1.is_some()).collect();
        assert_eq!(files, [true, true, true, false], "{inner}");
    }
}

#[test]
fn exports_of_moodle() {
    let files = [
        "张三_1001_assignsubmission_file_/src/mayan.cpp",
        "Li, Si_1002_assignsubmission_file_mayan_v2.cpp",
        "王五_1003_assignsubmission_onlinetext_onlinetext.html",
        "王五_1003_assignsubmission_file_/mayan.py",
        "赵六_1004_assignsubmission_onlinetext_/onlinetext.html",
        "index.html",
    ];
    let hand = Hand::with(&files);
    let folder = text(&hand.find());
    assert_snapshot!(folder, @r#"
    Moodle
    张三 (1001): 张三_1001_assignsubmission_file_/src/mayan.cpp
    Li, Si (1002): Li, Si_1002_assignsubmission_file_mayan_v2.cpp
    王五 (1003): 王五_1003_assignsubmission_file_/mayan.py
    赵六 (1004): - NothingUsable
    ! index.html: NoSource
    ! 王五_1003_assignsubmission_onlinetext_onlinetext.html: NoSource
    ! 赵六_1004_assignsubmission_onlinetext_/onlinetext.html: NoSource
    "#);
    // The zip file, unpacked or not, is the same.
    let entries = files.map(|name| (name, &b"int main() {}\n"[..]));
    let zip = hand.beside("export.zip", zipped(&entries));
    assert_eq!(text(&find(&zip, &[])), folder);
}

#[test]
fn exports_of_canvas() {
    let hand = Hand::with(&[
        "zhangsan_17_901_mayan.cpp",
        "zhangsan_17_950_mayan-1.cpp",
        "lisi_LATE_18_902_my_solution.py",
        "王五_19_903_P1312.cpp",
        "anon_Ab3xZ_904_mayan.cpp",
        "anon_LATE_Cd4yW_905_mayan.cpp",
        "readme.txt",
    ]);
    assert_snapshot!(text(&hand.find()), @r#"
    Canvas
    zhangsan (17): zhangsan_17_950_mayan-1.cpp Chosen { by: Newest, others: ["zhangsan_17_901_mayan.cpp"] }
    lisi (18): lisi_LATE_18_902_my_solution.py Late
    王五 (19): 王五_19_903_P1312.cpp
    Ab3xZ: anon_Ab3xZ_904_mayan.cpp
    Cd4yW: anon_LATE_Cd4yW_905_mayan.cpp Late
    ! readme.txt: NoSource
    ! zhangsan_17_901_mayan.cpp: NotChosen { contestant: "17" }
    "#);
}

#[test]
fn a_lone_folder_is_looked_through() {
    for (files, layout, ids) in [
        (
            &["一班/张三/a.cpp", "一班/李四/a.cpp"][..],
            Layout::Plain,
            &["张三", "李四"][..],
        ),
        (&["class/张三/a.cpp"], Layout::Plain, &["张三"]),
        (&["张三/src/a.cpp"], Layout::Plain, &["张三"]),
        (&["张三/mayan.cpp", "张三/b.cpp"], Layout::Plain, &["张三"]),
        (
            &["班/1.cpp", "班/2.cpp", "班/10.zip"],
            Layout::Plain,
            &["1", "2", "10"],
        ),
        (&["x/y/source/1/mayan.cpp"], Layout::Noi, &["1"]),
        (
            &["x/张三_1_assignsubmission_file_/a.cpp", "__MACOSX/x/._a"],
            Layout::Moodle,
            &["1"],
        ),
        (
            &["1/mayan/mayan.cpp", "2/mayan/mayan.cpp"],
            Layout::Noi,
            &["1", "2"],
        ),
    ] {
        let class = Hand::with(files).find();
        let found: Vec<_> = class.entries.iter().map(|it| it.0.id.as_str()).collect();
        let mut expected = ids.to_vec();
        expected.sort_by_key(|id| found.iter().position(|it| it == id));
        assert_eq!((class.layout, found), (layout, expected), "{files:?}");
    }
    let hand = Hand::with(&["source/1/mayan.cpp"]);
    let class = find(&hand.path(), &[Choice::Layout(Layout::Plain)]);
    assert_eq!(class.layout, Layout::Plain);
    assert_eq!(class.entries[0].0.id, "source");
}

#[test]
fn what_is_no_plain_file_is_left_out() {
    let hand = Hand::with(&["1/mayan.cpp", "2/a.cpp"]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, hand.path().join(name)).unwrap();
    };
    link("/etc/passwd", "1/passwd.cpp");
    link("/", "2/everything");
    link("../2", "1/friend");
    link("2", "3");
    link("1/mayan.cpp", "4.cpp");
    link("nowhere", "2/broken.py");
    let fifo = hand.path().join("2/mayan.cpp");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &fifo,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    let huge = std::fs::File::create(hand.path().join("1/huge.cpp")).unwrap();
    huge.set_len(LARGEST_SOURCE.0 + 1).unwrap();
    hand.write("5/1/2/3/4/5/6/7/8/9/10/11/12/13/mayan.cpp", "x");
    assert_snapshot!(text(&hand.find()), @r#"
    Plain
    1: 1/mayan.cpp
    2: 2/a.cpp
    4: - NothingUsable
    5: - NothingUsable
    ! 1/friend: Link
    ! 1/huge.cpp: TooLarge
    ! 1/passwd.cpp: Link
    ! 2/broken.py: Link
    ! 2/everything: Link
    ! 2/mayan.cpp: NotPlain
    ! 3: Link
    ! 4.cpp: Link
    ! 5/1/2/3/4/5/6/7/8/9/10/11: TooDeep
    "#);
}

#[test]
fn programs_are_graded_where_there_is_no_source() {
    use std::os::unix::fs::PermissionsExt;
    let hand = Hand::with(&["1/a.cpp", "3/notes"]);
    for name in ["1/run", "2/run", "4"] {
        let path = hand.write(name, "#!/bin/sh\n");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    hand.write("5/run", "#!/bin/sh\n");
    assert_snapshot!(text(&hand.find()), @r#"
    Plain
    1: 1/a.cpp
    2: 2/run
    3: - NothingUsable
    4: 4
    5: - NothingUsable
    ! 1/run: NoSource
    ! 3/notes: NoSource
    ! 5/run: NoSource
    "#);
}

#[test]
fn the_order_of_the_system_does_not_matter() {
    let names: Vec<String> = (0..60)
        .flat_map(|n| {
            [
                format!("{n}/a{}.cpp", n % 7),
                format!("{n}/b.cpp"),
                format!("x{n}.cpp"),
            ]
        })
        .collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    let first = text(&Hand::with(&names).find());
    names.reverse();
    assert_eq!(text(&Hand::with(&names).find()), first);
    names.sort_unstable();
    assert_eq!(text(&Hand::with(&names).find()), first);
}
