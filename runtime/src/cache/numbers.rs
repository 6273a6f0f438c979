//! Random numbers that a seed determines.

use crate::mix::{GOLDEN, mix};

/// The splitmix64 sequence (Steele, Lea, Flood 2014).
pub(super) struct RandomNumbers(pub(super) u64);

impl RandomNumbers {
    #[inline(always)]
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }
}

/// A number below `bound`, from a random one of 64 bits: off from uniform by less than `bound` /
/// 2^64.
#[inline(always)]
pub(super) fn below(random: u64, bound: u64) -> u64 {
    ((u128::from(random) * u128::from(bound)) >> 64) as u64
}
