//! A Bloom filter (1970) of the states on the disk: says of most others that they are not there, so
//! that nothing need be read.
//!
//! The bits of a state lie in one cache line (Putze, Sanders and Singler 2007). With as many bits
//! as states ten times over, one of fifty others is not told apart; with three times, one of four.

use std::sync::Arc;

use super::pages::Pages;
use crate::memory::{Budget, OutOfMemory};

/// Words of a cache line.
const LINE: usize = 8;
/// Bits that a state sets.
const BITS: u32 = 4;

/// A set of fingerprints that may take one for another.
pub(super) struct Filter {
    lines: Pages,
}

impl Filter {
    pub(super) fn new(bytes: u64, budget: &Arc<Budget>) -> Result<Self, OutOfMemory> {
        let lines = Pages::new(bytes, budget)?;
        Ok(Self { lines })
    }

    fn line(&self, fingerprint: u64) -> usize {
        let lines = (self.lines.bytes() / 64) as u128;
        ((u128::from(fingerprint) * lines) >> 64) as usize * LINE
    }

    /// Words of a line, and the bit in each. The upper bits of the fingerprint say which line.
    fn bits(fingerprint: u64) -> impl Iterator<Item = (usize, u64)> {
        (0..BITS).map(move |i| {
            let bit = fingerprint >> (9 * i) & 511;
            ((bit / 64) as usize, 1 << (bit % 64))
        })
    }

    /// Starts to bring near what the next two need.
    pub(super) fn prefetch(&self, fingerprint: u64) {
        let words = self.lines.of::<u64>();
        crate::store::prefetch(words[self.line(fingerprint)..].as_ptr().cast());
    }

    pub(super) fn insert(&mut self, fingerprint: u64) {
        let line = self.line(fingerprint);
        let words = &mut self.lines.of_mut::<u64>()[line..][..LINE];
        Self::bits(fingerprint).for_each(|(word, bit)| words[word] |= bit);
    }

    /// False only if it was not inserted.
    pub(super) fn may_contain(&self, fingerprint: u64) -> bool {
        let words = &self.lines.of::<u64>()[self.line(fingerprint)..][..LINE];
        Self::bits(fingerprint).all(|(word, bit)| words[word] & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_inserted_is_there_and_little_else() {
        let budget = Arc::new(Budget::new(1 << 20));
        let mut filter = Filter::new(10_000, &budget).expect("there is memory");
        let bits = 8 * filter.lines.bytes();
        let fingerprint = |i: u64| crate::store::fingerprint(&[i as u32, 7]);
        let states = bits / 10;
        (0..states).for_each(|i| filter.insert(fingerprint(i)));
        assert!((0..states).all(|i| filter.may_contain(fingerprint(i))));
        let others = (states..3 * states).filter(|&i| filter.may_contain(fingerprint(i)));
        let share = others.count() as f64 / (2 * states) as f64;
        assert!((0.005..0.03).contains(&share), "{share}");
    }
}
