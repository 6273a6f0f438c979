//! Random numbers that a seed determines.

/// The splitmix64 sequence (Steele, Lea, Flood 2014).
pub(super) struct RandomNumbers(pub(super) u64);

impl RandomNumbers {
    #[inline(always)]
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// A number below `bound`, from a random one of 64 bits: off from uniform by less than `bound` /
/// 2^64.
#[inline(always)]
pub(super) fn below(random: u64, bound: u64) -> u64 {
    ((u128::from(random) * u128::from(bound)) >> 64) as u64
}
