//! A whole class: every layout, archives, rosters, and what is hostile.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use mayan_judge::config::Config;
use mayan_judge::submission::class::{Class, ClassError, Layout, Unused};
use mayan_judge::submission::discover::{Wanted, discover};
use mayan_judge::submission::{Content, LARGEST_SOURCE};
use proptest::prelude::*;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::{FileOptions, SimpleFileOptions};

/// A folder of hand-ins, made for a test.
struct Hand {
    dir: TempDir,
}

impl Hand {
    fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    /// The hand-ins: files with a few bytes each.
    fn with(files: &[&str]) -> Self {
        let hand = Self::new();
        for file in files {
            hand.write(file, "int main() {}\n");
        }
        hand
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("class")
    }

    fn write(&self, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name.as_ref());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        // Files of one age, so that no choice depends on how fast the test is.
        age(&path, 1_000_000);
        path
    }

    /// A file beside the hand-ins.
    fn beside(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn find(&self) -> Class {
        find(&self.path(), &[])
    }
}

fn age(path: &Path, seconds: u64) {
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    let file = std::fs::File::options().append(true).open(path).unwrap();
    file.set_modified(time).unwrap();
}

enum Choice<'a> {
    Roster(&'a Path),
    Mapping(&'a Path),
    Layout(Layout),
}
use Choice::{Mapping, Roster};

fn try_find(path: &Path, options: &[Choice<'_>]) -> Result<Class, ClassError> {
    let config = Config::default();
    let mut wanted = Wanted {
        problem: "mayan",
        config: &config,
        roster: None,
        mapping: None,
        layout: None,
    };
    for option in options {
        match option {
            Roster(path) => wanted.roster = Some(path),
            Mapping(path) => wanted.mapping = Some(path),
            Choice::Layout(layout) => wanted.layout = Some(*layout),
        }
    }
    discover(path, &wanted)
}

fn find(path: &Path, options: &[Choice<'_>]) -> Class {
    try_find(path, options).unwrap()
}

/// A class in a few lines: contestants, then what was left out.
fn text(class: &Class) -> String {
    let mut text = format!("{:?}\n", class.layout);
    for (contestant, submission) in &class.entries {
        let file = contestant.file.as_deref().unwrap_or("-");
        write!(text, "{contestant}: {file}").unwrap();
        for remark in &contestant.remarks {
            write!(text, " {remark:?}").unwrap();
        }
        text.push('\n');
        assert_eq!(contestant.file.is_some(), submission.is_some());
        if let Some(submission) = submission {
            assert_eq!(submission.name, contestant.id);
        }
    }
    for left_out in &class.left_out {
        writeln!(text, "! {}: {:?}", left_out.path, left_out.why).unwrap();
    }
    text
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options: SimpleFileOptions = FileOptions::default();
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A zip file without compression and without checks of any kind: names are any
/// bytes, `flags` are as given, `external` is the mode in the upper half.
struct RawZip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl RawZip {
    fn new() -> Self {
        Self {
            bytes: Vec::new(),
            directory: Vec::new(),
            count: 0,
        }
    }

    fn add(mut self, name: &[u8], content: &[u8], flags: u16, external: u32) -> Self {
        let offset = u32::try_from(self.bytes.len()).unwrap();
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let mut common = Vec::new();
        common.extend(20_u16.to_le_bytes());
        common.extend(flags.to_le_bytes());
        common.extend([0; 6]);
        common.extend(crc32(content).to_le_bytes());
        common.extend([size, size].concat());
        common.extend(length);
        common.extend([0; 2]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend(name);
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\x03");
        self.directory.extend(&common);
        self.directory.extend([0; 6]);
        self.directory.extend(external.to_le_bytes());
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name);
        self.count += 1;
        self
    }

    fn file(self, name: &[u8]) -> Self {
        self.add(name, b"int main() {}\n", 0, 0)
    }

    fn finish(mut self) -> Vec<u8> {
        let offset = u32::try_from(self.bytes.len()).unwrap();
        let size = u32::try_from(self.directory.len()).unwrap();
        self.bytes.extend(&self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(size.to_le_bytes());
        self.bytes.extend(offset.to_le_bytes());
        self.bytes.extend([0; 2]);
        self.bytes
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}

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
    赵六: - NothingHandedIn
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
    7: - NothingHandedIn
    8: - NothingUsable
    9: - NothingUsable
    10: - NothingUsable
    ! ../class/a/../../out.cpp: LeadsOut
    ! ../out.cpp: LeadsOut
    ! /etc/passwd: LeadsOut
    ! b/three.cpp: NotChosen { contestant: "2" }
    ! c.cpp: NobodyS
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
    Zhang San (99): - NothingHandedIn
    zhangsan (17 zhangsan): zhangsan_17_901_a.cpp NotInRoster
    zhangsan (18): zhangsan_18_902_a.cpp NotInRoster
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

/// A name of any bytes, most often with an extension that means something.
fn name() -> impl Strategy<Value = Vec<u8>> {
    let byte = any::<u8>().prop_filter("a name", |byte| !matches!(byte, 0 | b'/'));
    let extension = prop::sample::select(vec!["", ".cpp", ".py", ".zip", ".rar", ".in", "~"]);
    (prop::collection::vec(byte, 1..12), extension)
        .prop_map(|(name, extension)| [&name, extension.as_bytes()].concat())
        .prop_filter("no folder", |name| name != b"." && name != b"..")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_file_is_graded_or_left_out_once(
        files in prop::collection::vec((prop::collection::vec(name(), 0..3), name(), 0..3_usize), 1..12)
    ) {
        let hand = Hand::new();
        std::fs::create_dir(hand.path()).unwrap();
        let mut count = 0;
        for (folders, name, size) in files {
            // Folders of litter are named once, whatever is in them.
            let folders = folders.iter().map(|it| [b"f", &it[..], b"f"].concat());
            let mut path = hand.path();
            path.extend(folders.map(|it| OsStr::from_bytes(&it).to_owned()));
            let made = std::fs::create_dir_all(&path);
            path.push(OsStr::from_bytes(&name));
            if made.is_ok() && !path.exists() && std::fs::write(&path, vec![b'x'; size]).is_ok() {
                count += 1;
            }
        }
        let class = hand.find();
        let graded = class.entries.iter().filter(|it| it.1.is_some()).count();
        prop_assert_eq!(graded + class.left_out.len(), count, "{}", text(&class));
        let ids: std::collections::BTreeSet<_> = class.entries.iter().map(|it| &it.0.id).collect();
        prop_assert_eq!(ids.len(), class.entries.len());
    }

    #[test]
    fn no_archive_breaks_the_class(
        names in prop::collection::vec(name(), 1..6),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let mut zip = RawZip::new();
        for name in &names {
            zip = zip.file(name);
        }
        let mut bytes = zip.finish();
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let hand = Hand::with(&["good.cpp"]);
        hand.write("bad/a.zip", &bytes);
        let class = hand.find();
        prop_assert!(class.entries.iter().any(|it| it.0.file.as_deref() == Some("good.cpp")));
        let path = hand.beside("class.zip", &bytes);
        let _ = try_find(&path, &[]);
    }
}
