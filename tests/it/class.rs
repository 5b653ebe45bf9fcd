//! A whole class: every layout, archives, rosters, and what is hostile.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use mayan_judge::config::Config;
use mayan_judge::submission::class::{Class, ClassError, Layout, Remark, Unused};
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

enum Option_<'a> {
    Roster(&'a Path),
    Mapping(&'a Path),
    Layout(Layout),
}
use Option_::{Mapping, Roster};

fn try_find(path: &Path, options: &[Option_<'_>]) -> Result<Class, ClassError> {
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
            Option_::Layout(layout) => wanted.layout = Some(*layout),
        }
    }
    discover(path, &wanted)
}

fn find(path: &Path, options: &[Option_<'_>]) -> Class {
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
        "2/x.C",
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
    assert_snapshot!(text(&hand.find()), @"");
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
    assert_snapshot!(text(&hand.find()), @"");
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
    assert_snapshot!(text(&hand.find()), @"");
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
    assert_snapshot!(text(&hand.find()), @"");
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
    assert_snapshot!(folder, @"");
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
    assert_snapshot!(text(&hand.find()), @"");
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
    assert_snapshot!(text(&find(&hand.path(), &[Mapping(&mapping)])), @"");
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
    let class = find(&hand.path(), &[Option_::Layout(Layout::Plain)]);
    assert_eq!(class.layout, Layout::Plain);
    assert_eq!(class.entries[0].0.id, "source");
}
