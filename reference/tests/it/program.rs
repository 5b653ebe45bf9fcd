//! The reference program as a contestant: what it prints, and how it ends.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

const SAMPLE: &[u8] = b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n";

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mayan-reference"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

fn run(input: &[u8]) -> Output {
    let mut child = program().stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It may have seen enough before it has read everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

#[test]
fn prints_the_least_answer() {
    let done = run(SAMPLE);
    assert_eq!(done.stdout, b"2 1 1\n3 1 1\n3 0 1\n");
    assert_eq!((done.status.code(), done.stderr.len()), (Some(0), 0));
}

#[test]
fn prints_minus_one() {
    let done = run(b"1\n1 0\n0\n0\n0\n0\n");
    assert_eq!(done.stdout, b"-1\n");
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn bad_input_is_an_error() {
    let done = run(b"x");
    assert_eq!(
        (done.status.code(), done.stdout.as_slice()),
        (Some(1), &b""[..])
    );
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("standard input"), "{said}");
}

/// An error stays one if nobody reads what it is.
#[test]
fn bad_input_is_an_error_without_a_reader() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = program().stderr(writer).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"x").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Endless input is no reason to fill the memory.
#[test]
fn input_without_end_is_an_error() {
    let done = run(&[SAMPLE, &vec![b' '; 8 << 20]].concat());
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("longer than 1048576 bytes"), "{said}");
}

#[test]
fn long_blanks_are_read_over() {
    let done = run(&[SAMPLE, &vec![b'\n'; 1 << 16]].concat());
    assert_eq!(done.stdout, b"2 1 1\n3 1 1\n3 0 1\n");
}

/// As `mayan-reference | head`: that is nobody's failure.
#[test]
fn a_reader_that_went_away_is_no_failure() {
    let mut child = program().stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(SAMPLE).unwrap();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}
