//! Rosters and mappings, and what is wrong in them.

use std::fmt::Write as _;

use insta::assert_snapshot;
use mayan_judge::submission::class::Layout;

use super::Choice::{self, Mapping, Roster};
use super::{Hand, find, text, try_find};

#[test]
fn a_mapping() {
    let hand = Hand::with(&[
        "a/one.cpp",
        "a/two.py",
        "b/three.cpp",
        "b/mayan.cpp",
        "c.cpp",
    ]);
    hand.beside("out.cpp", "secret");
    let list = "学号,文件\n3,a/one.cpp\n1,class\\a\\two.py\n2,b\n7,missing.cpp\n8,../out.cpp\n\
                9,/etc/passwd\n10,../class/a/../../out.cpp\n";
    let mapping = hand.beside("map.csv", list);
    assert_snapshot!(text(&find(&hand.path(), &[Mapping(&mapping)])), @r#"
    Mapping
    3: a/one.cpp
    1: a/two.py
    2: b/mayan.cpp Chosen { by: Name, others: ["b/three.cpp"] }
    7: - NothingUsable
    8: - NothingUsable
    9: - NothingUsable
    10: - NothingUsable
    ! ../class/a/../../out.cpp: LeadsOut
    ! ../out.cpp: LeadsOut
    ! /etc/passwd: LeadsOut
    ! b/three.cpp: NotChosen { contestant: "2" }
    ! c.cpp: NobodyS
    ! missing.cpp: Missing
    "#);
    let inside = hand.write("a/map.csv", "x,two.py\ny,../c.cpp\nz,../../out.cpp\n");
    let class = find(&hand.path(), &[Mapping(&inside)]);
    let files: Vec<_> = class
        .entries
        .iter()
        .map(|it| it.0.file.as_deref())
        .collect();
    assert_eq!(files, [Some("a/two.py"), Some("c.cpp"), None]);
}

#[test]
fn rosters() {
    let hand = Hand::with(&[
        "2023003/mayan.cpp",
        "2023001_张三.cpp",
        "李四/mayan.cpp",
        "赵六 2023004 (最终)/mayan.cpp",
        "赵六.cpp",
        "旁听生/mayan.cpp",
        "2023001和2023003.cpp",
    ]);
    let roster = "\u{feff}班级;学号;姓名\n1;2023004;赵六\n1;2023001;张三\n\n1;=\"2023005\";\"钱;七\"\n\
                  1;2023003;王五\n1;2023002;李四\n";
    let path = hand.beside("roster.csv", roster);
    let found = text(&find(&hand.path(), &[Roster(&path)]));
    assert_snapshot!(found, @r#"
    Plain
    赵六 (2023004): 赵六 2023004 (最终)/mayan.cpp Chosen { by: Name, others: ["赵六.cpp"] }
    张三 (2023001): 2023001_张三.cpp
    钱;七 (2023005): - NothingHandedIn
    王五 (2023003): 2023003/mayan.cpp
    李四 (2023002): 李四/mayan.cpp
    2023001和2023003: 2023001和2023003.cpp NotInRoster
    旁听生: 旁听生/mayan.cpp NotInRoster
    ! 赵六.cpp: NotChosen { contestant: "2023004" }
    "#);

    let units = roster.replace(';', "\t").replace("钱\t七", "钱;七");
    let utf16: Vec<u8> = units.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let gbk = encoding_rs::GBK
        .encode(roster.trim_start_matches('\u{feff}'))
        .0;
    for bytes in [utf16.as_slice(), &gbk] {
        let path = hand.beside("other.csv", bytes);
        assert_eq!(text(&find(&hand.path(), &[Roster(&path)])), found);
    }
}

#[test]
fn rosters_without_a_header_and_with_names_alone() {
    let hand = Hand::with(&["zhangsan_1_901_mayan.cpp", "lisi_2_902_mayan.cpp"]);
    // The ids of the platform are others' in the roster.
    let plain = hand.beside("plain.csv", "1,Li Si\n2,\"Zhang, San\"\n3,Wang Wu\n");
    assert_snapshot!(text(&find(&hand.path(), &[Roster(&plain)])), @r#"
    Canvas
    Li Si (1): lisi_2_902_mayan.cpp
    Zhang, San (2): zhangsan_1_901_mayan.cpp
    Wang Wu (3): - NothingHandedIn
    "#);
    let names = hand.beside("names.csv", "Full Name,E-mail\nLi Si,a@b\nWang Wu,c@d\n");
    assert_snapshot!(text(&find(&hand.path(), &[Roster(&names)])), @r#"
    Canvas
    Li Si: lisi_2_902_mayan.cpp
    Wang Wu: - NothingHandedIn
    zhangsan (1): zhangsan_1_901_mayan.cpp NotInRoster
    "#);
}

#[test]
fn ids_of_a_platform_are_not_taken_for_others() {
    let hand = Hand::with(&["zhangsan_17_901_a.cpp", "zhangsan_18_902_a.cpp"]);
    let roster = hand.beside("roster.csv", "17,Li Si\n99,Zhang San\n");
    assert_snapshot!(text(&find(&hand.path(), &[Roster(&roster)])), @r#"
    Canvas
    Li Si (17): - NothingHandedIn
    Zhang San (99): - SameName
    zhangsan (17 zhangsan): zhangsan_17_901_a.cpp NotInRoster
    zhangsan (18): zhangsan_18_902_a.cpp NotInRoster
    "#);
}

#[test]
fn lists_that_are_wrong_are_shown_where() {
    let hand = Hand::with(&["1/mayan.cpp"]);
    let mut errors = String::new();
    let mut fail = |bytes: &[u8], is_roster: bool| {
        let path = hand.beside("list.csv", bytes);
        let option = if is_roster {
            Roster(&path)
        } else {
            Mapping(&path)
        };
        let error = try_find(&hand.path(), &[option]).unwrap_err();
        let error = error.to_string();
        let directory = format!("{}/", hand.dir.path().display());
        writeln!(errors, "{}", error.replace(&directory, "")).unwrap();
    };
    for bytes in [
        &b"id,name\r\n1,a\r\n\r\n\r\n2,b\r\n1,c\r\n"[..],
        "姓名,学号\n张三,1\n\"李,四\",\n".as_bytes(),
        b"id,name\n",
        b"",
        "1，张三\n".as_bytes(),
        b"1,a\n\"2,b\n3,c\n",
        b"PK\x03\x04...",
        b"1,a\n2,\xff\xff\n",
        b"1,a\n\x002,b\n",
    ] {
        fail(bytes, true);
    }
    for bytes in [&b"id,path\n1,a.cpp\n2\n"[..], b"1,a\n1,b\n", b"1,a\n2,\n"] {
        fail(bytes, false);
    }
    assert_snapshot!(errors, @r#"
    list.csv:6:1: expected ids that differ, found `1` again, which is in line 2: change one
    list.csv:3:7: expected an id, found an empty field: fill it in, or remove the line
    list.csv:1:1: expected lines such as `2023001,张三`, found none
    list.csv:1:1: expected lines such as `2023001,张三`, found none
    list.csv:1:2: expected `,` between the fields, found the full-width `，`: replace it
    list.csv:2:1: expected an id in one line, found a line break: is a quotation mark left open?
    list.csv:1:1: expected a CSV file, found a spreadsheet or archive: open it and save it as CSV UTF-8
    list.csv:2:3: expected text in UTF-8, UTF-16 or GBK, found bytes that are none of them: save the table as CSV UTF-8
    list.csv:2:1: expected text in UTF-8, UTF-16 or GBK, found bytes that are none of them: save the table as CSV UTF-8
    list.csv:3:2: expected a path after the id, found the end of the line: write lines such as `2023001,folder/mayan.cpp`
    list.csv:2:1: expected ids that differ, found `1` again, which is in line 1: change one
    list.csv:2:3: expected a path, found an empty field: fill it in, or remove the line
    "#);
}

#[test]
fn what_the_user_named_wrongly_is_an_error() {
    let hand = Hand::with(&["a.cpp"]);
    let missing = hand.dir.path().join("missing");
    for (path, options) in [
        (&missing, &[][..]),
        (&hand.path().join("a.cpp"), &[]),
        (&hand.path(), &[Roster(&missing)]),
        (&hand.path(), &[Choice::Layout(Layout::Mapping)]),
    ] {
        let error = try_find(path, options).unwrap_err().to_string();
        assert!(
            error.contains("cannot read") || error.contains("wants a CSV"),
            "{error}"
        );
    }
}

/// A short number in a label may be a class or a seat; the name in it says more.
#[test]
fn a_number_beside_a_name_is_not_a_seat() {
    let hand = Hand::with(&[
        "1班-张三/mayan.cpp",
        "1班-李四/mayan.cpp",
        "2班 9号/mayan.cpp",
        "1/mayan.cpp",
    ]);
    let seats = hand.beside("seats.csv", "1,王五\n2,赵六\n3,张三\n4,李四\n");
    assert_snapshot!(text(&find(&hand.path(), &[Roster(&seats)])), @r"
    Plain
    王五 (1): 1/mayan.cpp
    赵六 (2): - NothingHandedIn
    张三 (3): 1班-张三/mayan.cpp
    李四 (4): 1班-李四/mayan.cpp
    2班 9号: 2班 9号/mayan.cpp NotInRoster
    ");
}
