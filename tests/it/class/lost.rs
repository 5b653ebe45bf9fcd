//! Hand-ins that could be lost without a word: none is.

use insta::assert_snapshot;
use mayan_judge::submission::class::Layout;

use super::Choice::{self, Mapping, Roster};
use super::{Hand, find, text};
use crate::zips::RawZip;

#[test]
fn a_folder_called_source_does_not_hide_the_others() {
    for inner in ["source/x/mayan.cpp", "players/day1/x/mayan/mayan.cpp"] {
        let hand = Hand::with(&["bob/mayan.cpp", "carl/mayan.cpp", "dora/mayan.cpp", inner]);
        let class = hand.find();
        assert_eq!(class.layout, Layout::Plain, "{inner}");
        assert_eq!(class.entries.len(), 4, "{inner}: {}", text(&class));
        // Asked for, it is taken; what is outside is nobody's, and told.
        let layout = if inner.starts_with("source") {
            Layout::Noi
        } else {
            Layout::Arbiter
        };
        let class = find(&hand.path(), &[Choice::Layout(layout)]);
        assert_eq!(class.entries.len(), 1, "{}", text(&class));
        assert_eq!(class.left_out.len(), 3, "{}", text(&class));
    }
}

#[test]
fn hidden_names_are_names() {
    let hand = Hand::with(&[
        "anna/mayan.cpp",
        ".carl/mayan.cpp",
        ".eve.cpp",
        "bob/.vs/mayan.cpp",
        "bob/.DS_Store",
        "dan/.DS_Store",
        "__MACOSX/anna/._mayan.cpp",
    ]);
    assert_snapshot!(text(&hand.find()), @r"
    Plain
    .carl: .carl/mayan.cpp
    .eve: .eve.cpp
    anna: anna/mayan.cpp
    bob: - NothingUsable
    dan: - NothingHandedIn
    ! __MACOSX: Litter
    ! bob/.DS_Store: Litter
    ! bob/.vs: Litter
    ! dan/.DS_Store: Litter
    ");
}

#[test]
fn accents_of_two_systems_are_one_name() {
    let hand = Hand::with(&[
        "Jose\u{301}/mayan.cpp",
        "\u{1100}\u{1161}\u{1102}\u{1161}.cpp",
    ]);
    let roster = hand.beside("roster.csv", "id,name\nJosé,\n가나,\n");
    let class = find(&hand.path(), &[Roster(&roster)]);
    assert_eq!(class.entries.len(), 2, "{}", text(&class));
    assert!(class.entries.iter().all(|(_, it)| it.is_some()));
}

#[test]
fn stray_files_beside_a_wrapper_do_not_count() {
    let hand = Hand::with(&["class3/a/x.cpp", "class3/b/x.cpp", "class3/c/x.cpp"]);
    hand.write("names.xlsx", "x");
    let ids: Vec<String> = hand.find().entries.into_iter().map(|it| it.0.id).collect();
    assert_eq!(ids, ["a", "b", "c"]);
}

#[test]
fn what_a_mapping_names_and_is_not_there_is_told() {
    let hand = Hand::with(&["anna/x.cpp", "bob/mayan.cpp"]);
    for (lines, ids) in [
        (
            "id,path\nanna,anna/x.cpp\nbob,bbo/mayan.cpp\n",
            ["anna", "bob"],
        ),
        (
            "path,id\nanna/x.cpp,anna\nbbo/mayan.cpp,bob\n",
            ["anna", "bob"],
        ),
        (
            "学号,姓名,文件\n1,A,anna/x.cpp\n2,B,bbo/mayan.cpp\n",
            ["1", "2"],
        ),
    ] {
        let mapping = hand.beside("mapping.csv", lines);
        let class = find(&hand.path(), &[Mapping(&mapping)]);
        let found: Vec<&str> = class.entries.iter().map(|it| it.0.id.as_str()).collect();
        assert_eq!(found, ids, "{lines}");
        let said = text(&class);
        assert!(said.contains("! bbo/mayan.cpp: Missing"), "{said}");
        assert!(said.contains("NothingUsable"), "{said}");
    }
}

#[test]
fn a_name_that_two_have_is_told_and_not_guessed() {
    let hand = Hand::with(&[
        "Zhang San_17_assignsubmission_file_/a.cpp",
        "Zhang San_18_assignsubmission_file_/a.cpp",
        "Li Si_19_assignsubmission_file_/a.cpp",
    ]);
    let roster = hand.beside("roster.csv", "id,name\n2011001,Zhang San\n2011002,Li Si\n");
    let said = text(&find(&hand.path(), &[Roster(&roster)]));
    assert!(said.contains("Zhang San (2011001): - SameName"), "{said}");
    assert!(said.contains("Li Si (2011002): Li Si_19"), "{said}");
}

#[test]
fn a_column_that_counts_the_lines_is_no_id() {
    let hand = Hand::with(&["2011001/a.cpp", "2011002/a.cpp"]);
    let lines = "No,班级,学号,姓名\n1,三班,2011002,李四\n2,三班,2011001,张三\n";
    let roster = hand.beside("roster.csv", lines);
    let said = text(&find(&hand.path(), &[Roster(&roster)]));
    assert!(
        said.contains("李四 (2011002): 2011002/a.cpp\n张三 (2011001): 2011001/a.cpp"),
        "{said}"
    );
}

#[test]
fn a_header_of_unknown_titles_is_nobody() {
    let hand = Hand::with(&["2011001/a.cpp"]);
    let roster = hand.beside("roster.csv", "num,first,last\n2011001,A,B\n2011002,C,D\n");
    let class = find(&hand.path(), &[Roster(&roster)]);
    let ids: Vec<&str> = class.entries.iter().map(|it| it.0.id.as_str()).collect();
    assert_eq!(ids, ["2011001", "2011002"]);
}

#[test]
fn a_path_from_the_root_of_an_archive_is_nobodys() {
    let hand = Hand::with(&[]);
    let names: [&[u8]; 4] = [b"/abs/a.cpp", b"C:/x/a.cpp", b"anna/a.cpp", b"bob/a.cpp"];
    let zip = names.into_iter().fold(RawZip::new(), RawZip::file).finish();
    let path = hand.beside("class.zip", zip);
    assert_snapshot!(text(&find(&path, &[])), @r"
    Plain
    anna: anna/a.cpp
    bob: bob/a.cpp
    ! /abs/a.cpp: LeadsOut
    ! C:/x/a.cpp: LeadsOut
    ");
}

#[test]
fn of_two_right_places_the_problems_folder_is_taken() {
    let hand = Hand::with(&["source/s1/mayan.cpp", "source/s1/mayan/mayan.cpp"]);
    let said = text(&hand.find());
    assert!(
        said.contains("s1: source/s1/mayan/mayan.cpp Chosen { by: Place"),
        "{said}"
    );
}
