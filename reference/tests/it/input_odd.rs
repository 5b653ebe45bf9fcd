//! Input files with bytes that don't belong there.

use insta::assert_snapshot;

use crate::input::drawn;

#[test]
fn nul_bytes() {
    assert_snapshot!(drawn(b"3\n1 \0 0\n0\n0\n0\n0\n"), @r"
    error: `\u{0}` is not a whole number
     --> mayan.in:2:3
      |
    2 | 1 � 0
      |   ^ expected a whole number in plain decimal
      |
    help: there are NUL bytes: if the file is UTF-16, save it as plain ASCII or UTF-8
    ");
    assert_snapshot!(drawn(b"3\n0\n0\n0\n0\n0\n\0\0\0\0"), @r"
    error: `\u{0}\u{0}\u{0}\u{0}` follows the end of the board
     --> mayan.in:7:1
      |
    7 | ����
      | ^^^^ expected the file's end after five columns
      |
    help: there are NUL bytes: if the file is UTF-16, save it as plain ASCII or UTF-8
    ");
}

#[test]
fn broken_utf8() {
    assert_snapshot!(drawn(b"3\n1 \xff\xc3 0\n0\n0\n0\n0\n"), @r"
    error: `\xff\xc3` is not a whole number
     --> mayan.in:2:3
      |
    2 | 1 �� 0
      |   ^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn(b"3\n\xe4\xb8 11 0\n0\n0\n0\n0\n"), @r"
    error: `\xe4\xb8` is not a whole number
     --> mayan.in:2:1
      |
    2 | �� 11 0
      | ^^ expected a whole number in plain decimal
    ");
}

#[test]
fn control_characters() {
    assert_snapshot!(drawn("3\n1 \x1b[31m2 0\n0\n0\n0\n0\n"), @r"
    error: `\u{1b}[31m2` is not a whole number
     --> mayan.in:2:3
      |
    2 | 1 �[31m2 0
      |   ^^^^^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n1 \u{202e}2 0\n0\n0\n0\n0\n"), @r"
    error: `\u{202e}2` is not a whole number
     --> mayan.in:2:3
      |
    2 | 1 �2 0
      |   ^^ expected a whole number in plain decimal
    ");
}

#[test]
fn byte_order_mark() {
    assert_snapshot!(drawn("\u{feff}3\n0\n0\n0\n0\n0\n"), @"
    error: the input begins with a byte order mark (BOM)
     --> mayan.in:1:1
      |
    1 | �3
      | ^ expected plain text that begins with n
      |
    help: save the file as UTF-8 without BOM: most contestants' programs can't read past one
    ");
}

#[test]
fn utf16() {
    let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
    let little: Vec<_> = units("\u{feff}3\n0\n")
        .into_iter()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_snapshot!(drawn(&little), @"
    error: the input is UTF-16 text
     --> mayan.in:1:1
      |
    1 | ��3�
      | ^^ expected plain text that begins with n
      |
    help: save the file as plain ASCII or UTF-8 without BOM
    ");
    let big: Vec<_> = units("\u{feff}3\n0\n")
        .into_iter()
        .flat_map(u16::to_be_bytes)
        .collect();
    assert_snapshot!(drawn(big), @"
    error: the input is UTF-16 text
     --> mayan.in:1:1
      |
    1 | ���3�
      | ^^ expected plain text that begins with n
      |
    help: save the file as plain ASCII or UTF-8 without BOM
    ");
    // Without its mark it is a number with a NUL byte.
    assert_snapshot!(drawn(&little[2..]), @r"
    error: `3\u{0}` is not a whole number
     --> mayan.in:1:1
      |
    1 | 3�
      | ^^ expected a whole number in plain decimal
      |
    help: there are NUL bytes: if the file is UTF-16, save it as plain ASCII or UTF-8
    ");
}

#[test]
fn carriage_returns() {
    assert_snapshot!(drawn("3\r\n1 0\r\n0\r\n0\r\n0\r\n0\r\n"), @"
    error: the input has carriage returns (Windows or old Mac line ends)
     --> mayan.in:1:2
      |
    1 | 3�
      |  ^ expected a line feed alone
      |
    help: convert the file to Unix line ends, for example with `dos2unix FILE`: programs that read whole lines would see the carriage returns
    ");
    assert_snapshot!(drawn("3\n1 0\n0\n0\r\n0\n0\n"), @"
    error: the input has carriage returns (Windows or old Mac line ends)
     --> mayan.in:4:2
      |
    4 | 0�
      |  ^ expected a line feed alone
      |
    help: convert the file to Unix line ends, for example with `dos2unix FILE`: programs that read whole lines would see the carriage returns
    ");
    assert_snapshot!(drawn("3\r1 0\r0\r0\r0\r0\r"), @"
    error: the input has carriage returns (Windows or old Mac line ends)
     --> mayan.in:1:2
      |
    1 | 3�1 0�0�0�0�0�
      |  ^ expected a line feed alone
      |
    help: convert the file to Unix line ends, for example with `dos2unix FILE`: programs that read whole lines would see the carriage returns
    ");
}

/// What else is wrong is said once the line ends are mended.
#[test]
fn carriage_returns_go_first() {
    assert_snapshot!(drawn("9\r\n0\r\n"), @"
    error: the input has carriage returns (Windows or old Mac line ends)
     --> mayan.in:1:2
      |
    1 | 9�
      |  ^ expected a line feed alone
      |
    help: convert the file to Unix line ends, for example with `dos2unix FILE`: programs that read whole lines would see the carriage returns
    ");
}

#[test]
fn tabs_before_the_error() {
    assert_snapshot!(drawn("3\n\t1\t2\tx\t0\n0\n0\n0\n0\n"), @"
    error: `x` is not a whole number
     --> mayan.in:2:6
      |
    2 |  1 2 x 0
      |      ^ expected a whole number in plain decimal
    ");
}

/// The column is counted in characters, not in bytes, and the mark is under
/// the word although the characters are wide.
#[test]
fn chinese_text() {
    assert_snapshot!(drawn("3\n1 0\n玛雅游戏 0\n0\n0\n0\n"), @"
    error: `玛雅游戏` is not a whole number
     --> mayan.in:3:1
      |
    3 | 玛雅游戏 0
      | ^^^^^^^^ expected a whole number in plain decimal
    ");
    assert_snapshot!(drawn("3\n0\n0\n0\n0\n1 0 第五列 0\n"), @"
    error: `第五列` follows the end of the board
     --> mayan.in:6:5
      |
    6 | 1 0 第五列 0
      |     ^^^^^^ expected the file's end after five columns
    ");
    assert_snapshot!(drawn("三\n0\n0\n0\n0\n0\n"), @"
    error: `三` is not a whole number
     --> mayan.in:1:1
      |
    1 | 三
      | ^^ expected a whole number in plain decimal
    ");
}

#[test]
fn full_width_digits_and_spaces() {
    assert_snapshot!(drawn("3\n1\u{3000}2 0\n0\n0\n0\n0\n"), @r"
    error: `1\u{3000}2` is not a whole number
     --> mayan.in:2:1
      |
    2 | 1�2 0
      | ^^^ expected a whole number in plain decimal
      |
    help: write ASCII digits and blanks, not full-width ones
    ");
    assert_snapshot!(drawn("3\n\u{ff11} 0\n0\n0\n0\n0\n"), @"
    error: `１` is not a whole number
     --> mayan.in:2:1
      |
    2 | １ 0
      | ^^ expected a whole number in plain decimal
      |
    help: write ASCII digits and blanks, not full-width ones
    ");
}

#[test]
fn long_lines() {
    let blanks = " ".repeat(300);
    assert_snapshot!(drawn(format!("3\n1{blanks}x 0\n0\n0\n0\n0\n")), @"
    error: `x` is not a whole number
     --> mayan.in:2:302
      |
    2 | ...                                            x 0
      |                                                ^ expected a whole number in plain decimal
    ");
    let blanks = " ".repeat(10_000);
    assert_snapshot!(drawn(format!("3\n1{blanks}x 0\n0\n0\n0\n0\n")), @"
    error: `x` is not a whole number
     |
     = note: at mayan.in:2:10002: expected a whole number in plain decimal
    ");
    let word = "x".repeat(100_000);
    assert_snapshot!(drawn(format!("3\n1 0\n{word}")), @"
    error: `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` is not a whole number
     |
     = note: at mayan.in:3:1: expected a whole number in plain decimal
    ");
}

#[test]
fn no_line_feed_at_the_end() {
    assert_snapshot!(drawn("3\n1 0\n0\n0"), @"
    error: the board has 3 columns instead of 5
     --> mayan.in:4:2
      |
    4 | 0
      |  ^ expected 2 more columns, an empty one being `0`
    ");
    assert_snapshot!(drawn("3\n1 0\n0\n0\n0\n0 7"), @"
    error: the board has more than 5 columns
     --> mayan.in:6:3
      |
    6 | 0 7
      |   ^ expected the file's end after five columns
      |
    help: a 0 closes a column, so one inside a column makes two of it
    ");
}
