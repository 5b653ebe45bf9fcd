//! Parts of a class, to be graded apart.

use std::fmt;
use std::str::FromStr;

use crate::digest::Digest;

/// The part `k` of `n`, of submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    how: How,
    /// From 1.
    k: usize,
    n: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Every n-th submission, in order: parts of equal size.
    Slice,
    /// By the contestant's id: a submission stays in its part when others come.
    Hash,
}

impl Partition {
    /// Whether the submission of this place in order (from 0) and this id is in it.
    #[must_use]
    pub fn has(&self, place: usize, id: &str) -> bool {
        let number = match self.how {
            How::Slice => place,
            How::Hash => {
                let digest = Digest::of(id.as_bytes()).0;
                digest[..4]
                    .iter()
                    .fold(0, |number: usize, byte| number << 8 | usize::from(*byte))
            }
        };
        number % self.n == self.k - 1
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is no part, expected slice:K/N or hash:K/N with K from 1 to N");
        let (how, part) = text.split_once(':').ok_or_else(wrong)?;
        let how = match how {
            "slice" => How::Slice,
            "hash" => How::Hash,
            _ => return Err(wrong()),
        };
        let (k, n) = part.split_once('/').ok_or_else(wrong)?;
        let (k, n) = (k.parse(), n.parse());
        match (k, n) {
            (Ok(k), Ok(n)) if 1 <= k && k <= n => Ok(Self { how, k, n }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.how {
            How::Slice => "slice",
            How::Hash => "hash",
        };
        write!(f, "{how}:{}/{}", self.k, self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole_and_share_nothing() {
        for how in ["slice", "hash"] {
            let parts: Vec<Partition> = (1..=4)
                .map(|k| format!("{how}:{k}/4").parse().expect("a part"))
                .collect();
            for place in 0..200 {
                let id = format!("学生{place}");
                let holders = parts.iter().filter(|part| part.has(place, &id)).count();
                assert_eq!(holders, 1, "{how} {place}");
            }
            let first = (0..200)
                .filter(|&it| parts[0].has(it, &format!("学生{it}")))
                .count();
            assert!((25..=80).contains(&first), "{how}: {first}");
        }
    }

    #[test]
    fn what_is_no_part() {
        for wrong in [
            "",
            "slice",
            "slice:",
            "slice:0/4",
            "slice:5/4",
            "hash:1",
            "x:1/2",
            "hash:1/0",
        ] {
            assert!(wrong.parse::<Partition>().is_err(), "{wrong}");
        }
        assert_eq!(
            "hash:2/8".parse::<Partition>().map(|it| it.to_string()),
            Ok("hash:2/8".into())
        );
    }
}
