//! By how much a language's time limits are longer.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error};

/// What time limits are multiplied by, from 1 to 100. Kept in thousandths, so
/// that a limit is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeFactor(u32);

const ONE: u32 = 1000;

impl Default for TimeFactor {
    fn default() -> Self {
        Self(ONE)
    }
}

impl TimeFactor {
    /// The time limit for this language.
    #[must_use]
    pub fn scale(self, limit: Duration) -> Duration {
        limit.saturating_mul(self.0) / ONE
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_one(self) -> bool {
        self.0 == ONE
    }
}

/// As people write it: `2`, `1.5`.
impl fmt::Display for TimeFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}", self.0 / ONE, self.0 % ONE);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The factor that a decimal number states.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    if part.len() > 3 {
        return None;
    }
    let thousandths = whole.parse::<u32>().ok()?.checked_mul(ONE)?;
    let value = thousandths.checked_add(format!("{part:0<3}").parse().ok()?)?;
    (ONE..=100 * ONE).contains(&value).then_some(value)
}

impl<'de> Deserialize<'de> for TimeFactor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // The shortest decimal of a float is what was written.
        let text = f64::deserialize(from)?.to_string();
        thousandths(&text).map(Self).ok_or_else(|| {
            D::Error::custom(format!(
                "{text} is no factor, expected a number from 1 to 100 with three decimals at most"
            ))
        })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn factors() {
        let factor = |text: &str| thousandths(text).map(TimeFactor);
        let scaled = |text: &str| factor(text).unwrap().scale(Duration::from_secs(3));
        assert_eq!(scaled("1"), Duration::from_secs(3));
        assert_eq!(scaled("1.1"), Duration::from_millis(3300));
        assert_eq!(scaled("100"), Duration::from_secs(300));
        assert_eq!(factor("2.50").unwrap().to_string(), "2.5");
        assert_eq!(factor("10").unwrap().to_string(), "10");
        let longest = TimeFactor(100 * ONE).scale(Duration::MAX);
        assert!(longest > Duration::from_secs(1 << 40));
        for wrong in [
            "0.999", "100.001", "1.0001", "-1", "NaN", "inf", "", "1e3", "1.-5",
        ] {
            assert_eq!(factor(wrong), None, "{wrong}");
        }
    }
}
