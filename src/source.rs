//! A source's text, whatever its encoding.

use encoding_rs::{Encoding as Table, GB18030, UTF_16BE, UTF_16LE};
use serde::{Deserialize, Serialize};

/// How a source was encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// UTF-8 without a byte order mark, ASCII among it.
    #[default]
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Bom,
    /// UTF-16 with a byte order mark.
    Utf16,
    /// GBK (read as GB 18030), as Windows saves Chinese text.
    Gbk,
    /// None of these: left as it is.
    Unknown,
}

/// Gives a source as UTF-8 without a byte order mark, and says what it was.
/// Bytes of an unknown encoding stay as they are, and so do those of a source
/// that [declares](declares_coding) its own: its compiler reads them so. Line
/// ends stay in any case. At most half as long again as `bytes`.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> (Vec<u8>, Encoding) {
    if let Some(text) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return match std::str::from_utf8(text) {
            Ok(_) if declares_coding(text) => (bytes, Encoding::Utf8Bom),
            Ok(_) => (text.to_vec(), Encoding::Utf8Bom),
            Err(_) => (bytes, Encoding::Unknown),
        };
    }
    for (mark, table) in [(b"\xff\xfe", UTF_16LE), (b"\xfe\xff", UTF_16BE)] {
        if let Some(text) = bytes.strip_prefix(mark) {
            return match read(text, table) {
                Some(text) => (text, Encoding::Utf16),
                None => (bytes, Encoding::Unknown),
            };
        }
    }
    // Text of two bytes a letter has no mark where it was cut off.
    if let Some(text) = unmarked(&bytes) {
        return (text, Encoding::Utf16);
    }
    if std::str::from_utf8(&bytes).is_ok() {
        return (bytes, Encoding::Utf8);
    }
    match read(&bytes, GB18030) {
        Some(_) if declares_coding(&bytes) => (bytes, Encoding::Gbk),
        Some(text) => (text, Encoding::Gbk),
        None => (bytes, Encoding::Unknown),
    }
}

/// Whether a source says in one of its first two lines, after a `#`, how it is
/// encoded, as Python (PEP 263) and its like have it: `# -*- coding: gbk -*-`.
/// Text that is converted would no longer be what it says.
#[must_use]
pub fn declares_coding(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').take(2).any(|line| {
        let line = line.trim_ascii_start();
        let after = |word: &[u8]| {
            let at = line.windows(word.len()).position(|it| it == word);
            at.map(|at| line[at + word.len()..].trim_ascii_start())
        };
        let names_one = |rest: &[u8]| rest.first().is_some_and(u8::is_ascii_alphanumeric);
        line.starts_with(b"#")
            && [after(b"coding:"), after(b"coding=")]
                .into_iter()
                .flatten()
                .any(names_one)
    })
}

/// UTF-16 without a mark, as a source looks in it: every other byte of its beginning
/// is a letter's empty half.
fn unmarked(bytes: &[u8]) -> Option<Vec<u8>> {
    let head = &bytes[..bytes.len().min(64) & !1];
    let zeros = |at: usize| {
        head.iter()
            .skip(at)
            .step_by(2)
            .filter(|it| **it == 0)
            .count()
    };
    let most = head.len() / 2 - head.len() / 8;
    if head.len() < 8 {
        return None;
    }
    match (zeros(0), zeros(1)) {
        (0, low) if low >= most => read(bytes, UTF_16LE),
        (high, 0) if high >= most => read(bytes, UTF_16BE),
        _ => None,
    }
}

fn read(bytes: &[u8], table: &'static Table) -> Option<Vec<u8>> {
    let text = table.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], text: &[u8], encoding: Encoding) {
        assert_eq!(decode(bytes.to_vec()), (text.to_vec(), encoding));
    }

    #[test]
    fn encodings() {
        check(b"", b"", Encoding::Utf8);
        check(b"int main\0", b"int main\0", Encoding::Utf8);
        let text = "// 题\r\nint main() {}\r\n";
        check(text.as_bytes(), text.as_bytes(), Encoding::Utf8);
        let marked = format!("\u{feff}{text}");
        check(marked.as_bytes(), text.as_bytes(), Encoding::Utf8Bom);
        let (gbk, _, _) = GB18030.encode(text);
        check(&gbk, text.as_bytes(), Encoding::Gbk);
        let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&little, text.as_bytes(), Encoding::Utf16);
        let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
        check(&big, text.as_bytes(), Encoding::Utf16);
    }

    #[test]
    fn what_is_none_of_them_stays() {
        for bytes in [
            &b"caf\xe9\n"[..],
            b"\xff",
            b"\xff\xff\xff\xff",
            b"\xef\xbb\xbf\xff\xff",
            // Half a character, and half a pair.
            b"\xff\xfea",
            b"\xff\xfe\x00\xd8a\x00",
        ] {
            check(bytes, bytes, Encoding::Unknown);
        }
    }

    #[test]
    fn a_declared_coding_is_left_to_the_compiler() {
        let (gbk, _, _) = GB18030.encode("#!/usr/bin/python3\n# -*- coding: gbk -*-\ns = '题'\n");
        check(&gbk, &gbk, Encoding::Gbk);
        let (late, _, _) = GB18030.encode("\n\n# coding: gbk\ns = '题'\n");
        assert_ne!(decode(late.to_vec()).0, late.to_vec());
        assert!(declares_coding(b"# vim: set fileencoding=utf-8 :"));
        for no in [
            "#include <coding>\n",
            "// coding: gbk\n",
            "# coding: \n",
            "x = 1 # coding: x",
        ] {
            assert!(!declares_coding(no.as_bytes()), "{no}");
        }
    }
}
