//! A stream for a terminal that shows ASCII only.

use std::io::{self, Write};

/// Writes text through, with everything beyond ASCII rewritten. Each write must
/// be whole text, as all of ours are.
pub struct Ascii<'a>(pub &'a mut dyn Write);

impl Write for Ascii<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_ascii() {
            self.0.write_all(bytes)?;
        } else {
            let text = String::from_utf8_lossy(bytes);
            let rewritten: String = text.chars().map(rewrite).collect();
            self.0.write_all(rewritten.as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn rewrite(character: char) -> String {
    match character {
        '…' => "...".to_owned(),
        char::REPLACEMENT_CHARACTER => "?".to_owned(),
        _ if character.is_ascii() => character.to_string(),
        _ => character.escape_unicode().to_string(),
    }
}
