//! `--fix`: layouts alone.

use std::io::Write as _;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::layouts::{ANSWER, INPUT, laid_out, runner};
use super::{clean, document, issues};
use crate::support::{SAMPLE, SAMPLE_ANSWER};
use proptest::strategy::{Strategy, ValueTree};

fn read(contest: &crate::support::Contest, name: &str) -> Vec<u8> {
    std::fs::read(contest.path(name)).unwrap()
}

#[test]
fn layouts_are_mended_once_and_tokens_kept() {
    let contest = clean();
    let mut runner = runner(1);
    for number in 0..40 {
        let input = laid_out(INPUT).new_tree(&mut runner).unwrap().current();
        let answer = laid_out(ANSWER).new_tree(&mut runner).unwrap().current();
        contest.write(&format!("testcases/full/x{number:02}.in"), input);
        contest.write(&format!("testcases/full/x{number:02}.ans"), answer);
    }
    let (first, code) = document(&contest, &["--fix"]);
    assert!(first["mended"].as_array().unwrap().len() > 40);
    let only = |said: &serde_json::Value| issues(said).iter().all(|it| it.contains("duplicate"));
    assert!(only(&first), "{:?}", issues(&first));
    assert_eq!(code, Some(0));
    for number in 0..40 {
        let [input, answer] =
            ["in", "ans"].map(|it| read(&contest, &format!("testcases/full/x{number:02}.{it}")));
        assert_eq!(input, SAMPLE.as_bytes());
        assert_eq!(answer, SAMPLE_ANSWER.as_bytes());
    }
    let (second, _) = document(&contest, &["--fix"]);
    assert!(second["mended"].is_null());
    assert_eq!(second["issues"], first["issues"]);
    let names = std::fs::read_dir(contest.path("testcases/full")).unwrap();
    assert_eq!(names.count(), 82, "a temporary file was left");
}

#[test]
fn wrong_tokens_are_left_as_they_are() {
    let contest = clean();
    let files = [
        ("3.in", "1\r\n1 x 0\r\n"),
        ("4.in", "\u{feff}"),
        ("5.in", "1\n1 2 0\n2 0\n3 0\n0\n0\n"),
        ("5.ans", "1 0 1 \n\n"),
    ];
    for (name, text) in files {
        contest.write(&format!("testcases/full/{name}"), text);
    }
    let (said, code) = document(&contest, &["--fix"]);
    assert!(said["mended"].is_null());
    assert_eq!(code, Some(1));
    for (name, text) in files {
        let kept = read(&contest, &format!("testcases/full/{name}"));
        assert_eq!(kept, text.as_bytes(), "{name}");
    }
    // What is wrong with them is said all the same.
    let said = issues(&said);
    for it in [
        "carriage-return full/3",
        "not-a-number full/3",
        "trailing-blank full/5",
    ] {
        assert!(said.iter().any(|said| said.contains(it)), "{it}: {said:?}");
    }
}

#[test]
fn permissions_and_links_stay() {
    let contest = clean();
    let target = contest.write("target", SAMPLE.replace('\n', "\r\n"));
    let mode = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(&target, mode(0o640)).unwrap();
    std::fs::remove_file(contest.path("testcases/full/2.in")).unwrap();
    let link = contest.path("testcases/full/2.in");
    symlink(&target, &link).unwrap();
    let (said, code) = document(&contest, &["--fix"]);
    assert_eq!(issues(&said), [""; 0]);
    assert_eq!(code, Some(0));
    assert!(link.is_symlink());
    assert_eq!(read(&contest, "target"), SAMPLE.as_bytes());
    let kept = target.metadata().unwrap().permissions().mode();
    assert_eq!(kept & 0o777, 0o640);
}

#[test]
fn what_can_not_be_written_is_said() {
    let contest = clean();
    contest.write("testcases/full/2.in", SAMPLE.trim_end());
    // Root may write to any file, but not into a file system that has none.
    let file = contest.path("testcases/full/3.in");
    symlink("/proc/sys/kernel/ostype", &file).unwrap();
    let (said, code) = document(&contest, &["--fix"]);
    assert_eq!(said["mended"].as_array().unwrap().len(), 1);
    assert_eq!(issues(&said), ["error not-a-number full/3:1:1"]);
    assert_eq!(code, Some(1));
    std::fs::remove_file(&file).unwrap();
    // A file in memory has no folder in which another could take its place, not even
    // for root.
    let memory = rustix::fs::memfd_create("2.in", rustix::fs::MemfdFlags::CLOEXEC).unwrap();
    let mut memory = std::fs::File::from(memory);
    memory.write_all(SAMPLE.trim_end().as_bytes()).unwrap();
    let input = contest.path("testcases/full/2.in");
    std::fs::remove_file(&input).unwrap();
    let own = std::process::id();
    symlink(format!("/proc/{own}/fd/{}", memory.as_raw_fd()), &input).unwrap();
    let (said, code) = document(&contest, &["--fix"]);
    assert_eq!(
        issues(&said),
        [
            "error unwritable full/2",
            "warning no-final-newline full/2:6:10"
        ]
    );
    assert_eq!(code, Some(3));
}
