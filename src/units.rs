//! Amounts as people write them and as files keep them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

/// An amount of memory or output, in bytes. In JSON a plain number.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Bytes(pub u64);

impl Bytes {
    /// So many KiB (1,024 bytes).
    #[must_use]
    pub const fn kib(count: u64) -> Self {
        Self(count * 1024)
    }

    /// So many MiB (1,048,576 bytes).
    #[must_use]
    pub const fn mib(count: u64) -> Self {
        Self::kib(count * 1024)
    }
}

const KIB: u64 = 1024;
const MIB: u64 = KIB * 1024;
const GIB: u64 = MIB * 1024;

impl Bytes {
    /// A measured amount for people, in MiB to one decimal.
    #[must_use]
    pub fn short(self) -> String {
        format!("{}.{} MiB", self.0 / MIB, self.0 % MIB * 10 / MIB)
    }
}

/// Exactly, in the largest unit that needs no decimals.
impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes % GIB == 0 => write!(f, "{} GiB", bytes / GIB),
            bytes if bytes % MIB == 0 => write!(f, "{} MiB", bytes / MIB),
            bytes if bytes % KIB == 0 => write!(f, "{} KiB", bytes / KIB),
            bytes => write!(f, "{bytes} B"),
        }
    }
}

/// The largest size that can be asked for: 1 PiB.
const LARGEST: Bytes = Bytes(1 << 50);

/// The longest time that can be asked for: a day.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        // A bare number would be bytes, which nobody means who writes 65535.
        let has_unit = text.ends_with(|last: char| last.is_ascii_alphabetic());
        let size = has_unit
            .then(|| bytesize::ByteSize::from_str(text).ok())
            .flatten();
        match size.map(|size| size.as_u64()) {
            Some(0) => Err(format!(
                "the size `{text}` is nothing, expected more than 0"
            )),
            Some(size) if size > LARGEST.0 => Err(format!(
                "the size `{text}` is too large, expected at most {LARGEST}"
            )),
            Some(size) => Ok(Self(size)),
            None => Err(format!(
                "`{text}` is not a size: write it as \"64MiB\", \"65535KiB\" or \"512B\""
            )),
        }
    }
}

/// A time limit as people write it: `3s`, `1500ms`, `1m 30s`, `2.5s`.
///
/// # Errors
/// What was wrong and how to write it; zero is wrong.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text.trim()) {
        Ok(Duration::ZERO) => Err(format!(
            "the time `{text}` is nothing, expected more than 0s"
        )),
        Ok(time) if time > LONGEST => Err(format!(
            "the time `{text}` is too long, expected at most a day"
        )),
        Ok(time) => Ok(time),
        Err(_) => Err(format!(
            "`{text}` is not a time: write it as \"3s\", \"1500ms\" or \"1m 30s\""
        )),
    }
}

/// A time limit exactly, as people write it: `3s`, `1s 500ms`.
#[must_use]
pub fn written(duration: Duration) -> String {
    humantime::format_duration(duration).to_string()
}

/// A measured time for people, in the unit that gives a small number.
#[must_use]
pub fn short_duration(duration: Duration) -> String {
    let milliseconds = duration.as_millis();
    match milliseconds {
        0..1_000 => format!("{milliseconds} ms"),
        1_000..10_000 => format!(
            "{}.{:02} s",
            milliseconds / 1_000,
            milliseconds % 1_000 / 10
        ),
        _ => format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100),
    }
}

/// For `#[serde(with)]`: a duration as a JSON number of seconds.
pub(crate) mod seconds {
    use super::{Deserialize, Deserializer, Duration};
    use serde::Serializer;

    pub(crate) fn serialize<S: Serializer>(value: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(value.as_secs_f64())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(from)?;
        Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom)
    }
}

/// For `#[serde(deserialize_with)]`: a duration in a configuration file.
pub(crate) fn written_duration<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    from.deserialize_str(Written {
        what: "a time in quotes, such as \"3s\" or \"1500ms\"",
        parse: parse_duration,
    })
}

/// For `#[serde(deserialize_with)]`: a size in a configuration file.
pub(crate) fn written_bytes<'de, D: Deserializer<'de>>(from: D) -> Result<Bytes, D::Error> {
    from.deserialize_str(Written {
        what: "a size in quotes, such as \"64MiB\" or \"65535KiB\"",
        parse: Bytes::from_str,
    })
}

/// Reads a string that is an amount, and says how to write one.
struct Written<T> {
    what: &'static str,
    parse: fn(&str) -> Result<T, String>,
}

impl<T> serde::de::Visitor<'_> for Written<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_people_write_them() {
        assert_eq!("65535KiB".parse(), Ok(Bytes::kib(65535)));
        assert_eq!("64 MiB".parse(), Ok(Bytes::mib(64)));
        assert_eq!("1.5MiB".parse(), Ok(Bytes::kib(1536)));
        assert_eq!("512B".parse(), Ok(Bytes(512)));
        let wrong = [
            "",
            "many",
            "-1KiB",
            "0B",
            "0",
            "512",
            "64 MiBs",
            "NaN",
            "8EiB",
            "99999999999999TiB",
        ];
        for wrong in wrong {
            assert!(wrong.parse::<Bytes>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_for_people() {
        let shown = |bytes: u64| Bytes(bytes).to_string();
        assert_eq!(shown(65535 * 1024), "65535 KiB");
        assert_eq!(shown(3 << 20), "3 MiB");
        assert_eq!(Bytes(1_258_291).short(), "1.1 MiB");
        assert_eq!(Bytes(65535 * 1024).short(), "63.9 MiB");
        assert_eq!(shown(700), "700 B");
        assert_eq!(shown(2 << 30), "2 GiB");
    }

    #[test]
    fn durations_as_people_write_them() {
        assert_eq!(parse_duration("3s"), Ok(Duration::from_secs(3)));
        assert_eq!(parse_duration("1500ms"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("2.5s"), Ok(Duration::from_millis(2500)));
        for wrong in ["", "3", "fast", "-1s", "0s", "18446744073709551615s", "25h"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations_for_people() {
        assert_eq!(short_duration(Duration::from_micros(1999)), "1 ms");
        assert_eq!(short_duration(Duration::from_millis(3014)), "3.01 s");
        assert_eq!(short_duration(Duration::from_millis(90_500)), "90.5 s");
    }
}
