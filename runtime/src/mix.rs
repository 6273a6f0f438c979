//! One mixing step for all that hashes, permutes or rolls dice.

/// What the splitmix64 sequence (Steele, Lea, Flood 2014) adds from one number to the next: 2^64
/// over the golden ratio.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection in which every bit matters to all: what that sequence makes of each number
/// (constants "Mix13" of David Stafford, 2011).
#[inline(always)]
pub(crate) fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
