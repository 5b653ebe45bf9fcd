//! What judge, helper and init say to each other: a header in JSON and the
//! bytes that go with it.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The longest header; more is no message of ours.
const LONGEST: usize = 16 << 20;

/// What stands at the beginning of a message.
#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    header: T,
    /// The sizes of the parts that follow.
    parts: Vec<u64>,
}

/// Sends a message.
pub(super) fn send<T: Serialize>(
    mut to: impl Write,
    header: &T,
    parts: &[&[u8]],
) -> io::Result<()> {
    let sizes = parts.iter().map(|part| part.len() as u64).collect();
    let envelope = Envelope {
        header,
        parts: sizes,
    };
    let text = serde_json::to_vec(&envelope)?;
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    let mut message = length.to_le_bytes().to_vec();
    message.extend(text);
    let all: usize = parts.iter().map(|part| part.len()).sum();
    // One packet for small ones: each write wakes the other side.
    if all < 1 << 16 {
        message.extend(parts.iter().copied().flatten());
        return to.write_all(&message);
    }
    to.write_all(&message)?;
    parts.iter().try_for_each(|part| to.write_all(part))
}

/// Receives a message; `None` at the end of the stream.
pub(super) fn receive<T: DeserializeOwned>(
    mut from: impl Read,
) -> io::Result<Option<(T, Vec<Vec<u8>>)>> {
    let mut length = [0; 4];
    let mut have = 0;
    while have < length.len() {
        match from.read(&mut length[have..]) {
            Ok(0) if have == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => have += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::Error::other("no message of ours"));
    }
    let mut text = vec![0; length];
    from.read_exact(&mut text)?;
    let envelope: Envelope<T> = serde_json::from_slice(&text)?;
    let mut parts = Vec::with_capacity(envelope.parts.len());
    for size in envelope.parts {
        let mut part = Vec::new();
        let read = (&mut from).take(size).read_to_end(&mut part)?;
        if read as u64 != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        parts.push(part);
    }
    Ok(Some((envelope.header, parts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_comes_back() -> io::Result<()> {
        let large = vec![7; 1 << 17];
        for parts in [vec![], vec![&b"a"[..], b""], vec![&large[..], b"x"]] {
            let mut bytes = Vec::new();
            send(&mut bytes, &("header", 1), &parts)?;
            send(&mut bytes, &("next", 2), &[])?;
            let mut from = bytes.as_slice();
            let first: Option<((String, i32), _)> = receive(&mut from)?;
            assert_eq!(
                first,
                Some((
                    ("header".to_owned(), 1),
                    parts.iter().map(|it| it.to_vec()).collect()
                ))
            );
            assert!(receive::<(String, i32)>(&mut from)?.is_some());
            assert!(receive::<(String, i32)>(&mut from)?.is_none());
        }
        Ok(())
    }
}
