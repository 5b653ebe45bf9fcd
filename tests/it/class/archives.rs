//! Archives: of a class, of students, in archives, and hostile ones.

use std::ffi::OsStr;
use std::io::Cursor;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use insta::assert_snapshot;
use mayan_judge::submission::class::Unused;
use mayan_judge::submission::{Content, LARGEST_SOURCE};
use zip::ZipWriter;

use super::{Hand, find, text};
use crate::zips::{RawZip, zipped};

#[test]
fn archives_of_students() {
    let hand = Hand::new();
    let source = &b"int main() {}\n"[..];
    hand.write(
        "张三/作业.zip",
        zipped(&[("作业/mayan.cpp", source), ("a.h", source)]),
    );
    hand.write(
        "李四.zip",
        zipped(&[("P1312.cpp", source), ("empty.cpp", b"")]),
    );
    let inner = zipped(&[("mayan.py", source), ("__MACOSX/._mayan.py", source)]);
    let outer = zipped(&[("inner.zip", &inner)]);
    hand.write("王五/outer.zip", &outer);
    hand.write("赵六/three.zip", zipped(&[("outer.zip", &outer)]));
    hand.write("broken/a.zip", "PK\x03\x04 and no more");
    hand.write("broken/b.cpp", source);
    hand.write("empty/a.zip", zipped(&[]));
    hand.write("none/a.ZIP", "");
    for name in ["rar/mayan.rar", "tar.tar.gz", "seven.7z"] {
        hand.write(name, "Rar!");
    }
    let class = hand.find();
    assert_snapshot!(text(&class), @r#"
    Plain
    broken: broken/b.cpp
    empty: - NothingUsable
    none: - NothingUsable
    rar: - NothingUsable
    seven: - NothingUsable
    tar: - NothingUsable
    张三: 张三/作业.zip!/作业/mayan.cpp
    李四: 李四.zip!/P1312.cpp
    王五: 王五/outer.zip!/inner.zip!/mayan.py
    赵六: - NothingUsable
    ! broken/a.zip: BadArchive { error: "it is broken (invalid Zip archive: Could not find EOCD): ask for it again" }
    ! empty/a.zip: Empty
    ! none/a.ZIP: Empty
    ! rar/mayan.rar: BadArchive { error: ".rar files aren't read: unpack it into a folder" }
    ! seven.7z: BadArchive { error: ".7z files aren't read: unpack it into a folder" }
    ! tar.tar.gz: BadArchive { error: ".tar.gz files aren't read: unpack it into a folder" }
    ! 张三/作业.zip!/a.h: NoSource
    ! 李四.zip!/empty.cpp: Empty
    ! 王五/outer.zip!/inner.zip!/__MACOSX: Litter
    ! 赵六/three.zip!/outer.zip!/inner.zip: BadArchive { error: "an archive in an archive in an archive: unpack it" }
    "#);
    let graded = class.entries.iter().find(|it| it.0.id == "张三").unwrap();
    let submission = graded.1.as_ref().unwrap();
    assert!(matches!(&submission.content, Content::Bytes(bytes) if **bytes == *source));
    assert_eq!(submission.file_name, Path::new("mayan.cpp"));
}

#[test]
fn names_in_gbk() {
    let (zhang, li) = (&b"\xd5\xc5\xc8\xfd"[..], &b"\xc0\xee\xcb\xc4"[..]);
    let zip = RawZip::new()
        .file(&[zhang, b"/mayan.cpp"].concat())
        // The second byte of this one is a backslash.
        .file(&[li, b"\\\x81\x5c.cpp"].concat())
        .add("王五/a.py".as_bytes(), b"pass\n", 1 << 11, 0)
        .file("赵六/a.py".as_bytes());
    let hand = Hand::new();
    let zip = hand.beside("class.zip", zip.finish());
    assert_snapshot!(text(&find(&zip, &[])), @r#"
    Plain
    张三: 张三/mayan.cpp
    李四: 李四/乗.cpp
    王五: 王五/a.py
    赵六: 赵六/a.py
    "#);

    let folder = OsStr::from_bytes(zhang).to_owned();
    let file = Path::new(&folder).join(OsStr::from_bytes(b"\xff\xff.cpp"));
    let path = hand.write(&file, "int main() {}\n");
    // The same name in UTF-8 is the same contestant.
    hand.write("张三/mayan.cpp", "");
    let class = hand.find();
    let (contestant, submission) = &class.entries[0];
    assert_eq!(contestant.id, "张三");
    assert_eq!(contestant.file.as_deref(), Some("张三/\\xff\\xff.cpp"));
    // The path keeps its bytes.
    assert_eq!(submission.as_ref().unwrap().content, Content::File(path));
    assert_eq!(class.entries.len(), 1);
}

#[test]
fn hostile_archives() {
    let hand = Hand::new();
    let link = 0o120_777 << 16;
    let zip = RawZip::new()
        .file(b"../mayan.cpp")
        .file(b"/etc/mayan.cpp")
        .file(b"C:\\mayan.cpp")
        .file(b"a\\..\\..\\mayan.cpp")
        .add(b"link.cpp", b"/etc/passwd", 0, link)
        .add(b"secret.cpp", b"0123456789abcdef", 1, 0)
        .file(b"deep/1/2/3/4/5/6/7/8/9/10/11/12/13/a.cpp")
        .file(b"good.cpp");
    hand.write("slip/a.zip", zip.finish());

    // More than a source may be, though the archive says 14 bytes.
    let largest = usize::try_from(LARGEST_SOURCE.0).unwrap();
    let mut lie = zipped(&[("mayan.cpp", &vec![b' '; largest + 1])]);
    let central = lie.windows(4).position(|it| it == b"PK\x01\x02").unwrap();
    for at in [22, central + 24] {
        lie[at..at + 4].copy_from_slice(&14_u32.to_le_bytes());
    }
    hand.write("lie/a.zip", lie);

    // A hundred entries of the same bytes.
    let mut overlap = RawZip::new().add(b"0.cpp", &vec![b' '; largest], 0, 0);
    let record = overlap.directory.clone();
    for digit in b'1'..b'9' {
        let name = overlap.directory.len() + record.len() - 5;
        overlap.directory.extend(&record);
        overlap.directory[name] = digit;
        overlap.count += 1;
    }
    hand.write("overlap/a.zip", overlap.finish());

    let mut many = RawZip::new();
    for index in 0..20_001 {
        many = many.add(format!("{index}.h").as_bytes(), b"", 0, 0);
    }
    hand.write("many/a.zip", many.finish());
    hand.write("many/b.cpp", "int main() {}\n");
    assert_snapshot!(text(&hand.find()), @r#"
    Plain
    lie: - NothingUsable
    many: many/b.cpp
    overlap: overlap/a.zip!/0.cpp Chosen { by: Order, others: ["overlap/a.zip!/1.cpp", "overlap/a.zip!/2.cpp"] }
    slip: slip/a.zip!/good.cpp
    ! lie/a.zip!/mayan.cpp: BadArchive { error: "it is broken (i/o error: File is larger than its declared uncompressed size): ask for it again" }
    ! many/a.zip: Bomb
    ! overlap/a.zip!/1.cpp: NotChosen { contestant: "overlap" }
    ! overlap/a.zip!/2.cpp: NotChosen { contestant: "overlap" }
    ! overlap/a.zip!/3.cpp: Bomb
    ! overlap/a.zip!/4.cpp: Bomb
    ! overlap/a.zip!/5.cpp: Bomb
    ! overlap/a.zip!/6.cpp: Bomb
    ! overlap/a.zip!/7.cpp: Bomb
    ! overlap/a.zip!/8.cpp: Bomb
    ! slip/a.zip!/../mayan.cpp: LeadsOut
    ! slip/a.zip!//etc/mayan.cpp: LeadsOut
    ! slip/a.zip!/C:\mayan.cpp: LeadsOut
    ! slip/a.zip!/a\..\..\mayan.cpp: LeadsOut
    ! slip/a.zip!/deep/1/2/3/4/5/6/7/8/9/10/11/12/13/a.cpp: TooDeep
    ! slip/a.zip!/link.cpp: Link
    ! slip/a.zip!/secret.cpp: BadArchive { error: "it is encrypted: unpack it with its password" }
    "#);
}

#[test]
fn a_class_in_a_zip_file_of_zip_files() {
    let source = &b"int main() {}\n"[..];
    let inner = zipped(&[("答案/mayan.cpp", source)]);
    let files = [
        ("一班/张三.zip", inner.as_slice()),
        ("一班/李四/李四.zip", inner.as_slice()),
        ("一班/王五/mayan.rs", source),
        ("__MACOSX/一班/._张三.zip", b"x"),
    ];
    let hand = Hand::new();
    let zip = hand.beside("export.zip", zipped(&files));
    assert_snapshot!(text(&find(&zip, &[])), @r#"
    Plain
    张三: 一班/张三.zip!/答案/mayan.cpp
    李四: 一班/李四/李四.zip!/答案/mayan.cpp
    王五: 一班/王五/mayan.rs
    ! __MACOSX: Litter
    "#);
}

/// As Windows of the West writes them: what can't be read is no folder of its own.
#[test]
fn names_that_cannot_be_read_stay_apart() {
    let mut zip = RawZip::new();
    for name in [
        &b"Andr\x82.cpp"[..],
        b"Andr\x84.cpp",
        b"Jos\xe9/mayan.cpp",
        b"Jos\xe5/mayan.cpp",
        b"\xe9.cpp",
    ] {
        zip = zip.file(name);
    }
    let hand = Hand::new();
    let zip = hand.beside("west.zip", zip.finish());
    assert_snapshot!(text(&find(&zip, &[])), @r"
    Plain
    Andr\x82: Andr\x82.cpp
    Andr\x84: Andr\x84.cpp
    Jos\xe5: Jos\xe5/mayan.cpp
    Jos\xe9: Jos\xe9/mayan.cpp
    \xe9: \xe9.cpp
    ");
}

#[test]
fn of_two_files_of_one_path_one_is_named_as_left_out() {
    let twice = || RawZip::new().file(b"a/mayan.cpp").file(b"a/mayan.cpp");
    let hand = Hand::new();
    let zip = hand.beside("class.zip", twice().file(b"b/mayan.cpp").finish());
    assert_snapshot!(text(&find(&zip, &[])), @r"
    Plain
    a: a/mayan.cpp
    b: b/mayan.cpp
    ! a/mayan.cpp: Doubled
    ");
    hand.write("c/work.zip", twice().finish());
    hand.write("d.cpp", "int main() {}\n");
    assert_snapshot!(text(&hand.find()), @r"
    Plain
    c: c/work.zip!/a/mayan.cpp
    d: d.cpp
    ! c/work.zip!/a/mayan.cpp: Doubled
    ");
}

#[test]
fn an_export_alone_in_a_folder() {
    let source = &b"int main() {}\n"[..];
    let folder = "张三_1_assignsubmission_file_/mayan.cpp";
    let hand = Hand::with(&[".DS_Store"]);
    let export = [
        (folder, source),
        ("李四_2_assignsubmission_file_a.py", source),
    ];
    hand.write("作业-123.zip", zipped(&export));
    assert_snapshot!(text(&hand.find()), @r#"
    Moodle
    张三 (1): 作业-123.zip!/张三_1_assignsubmission_file_/mayan.cpp
    李四 (2): 作业-123.zip!/李四_2_assignsubmission_file_a.py
    ! .DS_Store: Litter
    "#);
    // One student's is none.
    let hand = Hand::new();
    hand.write(
        "张三.zip",
        zipped(&[("mayan.cpp", source), ("a/b.cpp", source)]),
    );
    assert_eq!(hand.find().entries[0].0.id, "张三");
}

#[test]
fn so_much_is_unpacked_for_one_contestant() {
    let largest = vec![b' '; usize::try_from(LARGEST_SOURCE.0).unwrap()];
    let one = zipped(&[("mayan.cpp", &largest)]);
    let mut one = zip::ZipArchive::new(Cursor::new(one)).unwrap();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 1..=18 {
        let entry = one.by_index(0).unwrap();
        zip.raw_copy_file_rename(entry, format!("{index}.cpp"))
            .unwrap();
    }
    let hand = Hand::with(&["good.cpp"]);
    hand.write("bomb/a.zip", zip.finish().unwrap().into_inner());
    // Two that are too large by what they say.
    for bomb in ["bomb/huge.zip", "other/mayan.zip"] {
        let zip = RawZip::new().file(b"mayan.cpp").finish();
        let central = zip.windows(4).position(|it| it == b"PK\x01\x02").unwrap();
        let mut zip = zip;
        zip[central + 24..central + 28].copy_from_slice(&(1_u32 << 30).to_le_bytes());
        hand.write(bomb, zip);
    }
    let class = hand.find();
    let left_out = |why: &Unused| class.left_out.iter().filter(|it| it.why == *why).count();
    let counts = [Unused::Bomb, Unused::TooLarge].map(|why| left_out(&why));
    assert_eq!(counts, [2, 2], "{}", text(&class));
    let kept = class.entries.iter().filter(|it| it.1.is_some()).count();
    assert_eq!(kept, 2);
}
