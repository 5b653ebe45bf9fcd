//! Chance that is the same on every machine and in every version.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of numbers that its seed alone decides.
///
/// The numbers are taken from the cipher's words in ways written down here: what
/// distributions a library draws from them may change between its versions, and a set
/// of testcases must come out the same for as long as its seed is known.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A stream of the same seed for one purpose, which the draws for others don't
    /// change.
    #[must_use]
    pub fn stream(seed: u64, number: u64) -> Self {
        let mut cipher = ChaCha8Rng::seed_from_u64(seed);
        cipher.set_stream(number);
        Self(cipher)
    }

    /// A number below `end`, each as likely as the others but for one in billions.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "nothing is below 0");
        let scaled = u128::from(self.0.next_u64()) * end as u128;
        // The upper half is below `end`.
        usize::try_from(scaled >> 64).unwrap_or(0)
    }

    /// A number from `from` to `to`, both included.
    ///
    /// # Panics
    /// If `to` is less than `from`.
    pub fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// Whether something with a chance of `part` in `of` happens.
    pub fn chance(&mut self, part: usize, of: usize) -> bool {
        self.below(of) < part
    }

    /// One of some.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Puts some in any order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_every_draw() {
        let draw = |mut dice: Dice| -> Vec<usize> { (0..12).map(|_| dice.below(1000)).collect() };
        assert_eq!(draw(Dice::new(7)), draw(Dice::new(7)));
        assert_ne!(draw(Dice::new(7)), draw(Dice::new(8)));
        assert_ne!(draw(Dice::stream(7, 1)), draw(Dice::stream(7, 2)));
        // Sets of testcases that are out there rest on these.
        let known = [251, 82, 894, 966, 101, 935, 899, 506, 320, 296, 17, 86];
        assert_eq!(draw(Dice::new(2011)), known);
    }
}
