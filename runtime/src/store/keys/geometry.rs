//! Which line is the home of a key, and what of the key need be stored there (quotienting: Cleary 1984; Knuth, volume 3, section 6.4, exercise 13).
//!
//! A key is a number of `key_bits` bits in which every bit matters to the upper ones ([`Mixer`]). The keys of a line are an interval, so line and distance from the start of the interval are the key.
//! There are `factor * 2^doublings` lines with a factor of 32 to 63: so a table can grow by a 32nd and both ways need no division of long numbers. The order of keys is the order
//! of lines for any number of them, so a table grows in one pass.

use super::line::{Entry, Format};

const FACTOR_BITS: u32 = 6;
const FACTOR_LEAST: u64 = 1 << (FACTOR_BITS - 1);

/// Bits of a remainder that the lowest number of lines may leave: the most that a line can hold, with the factor taken off.
const LOW_BITS_MAX: u32 = 56 + FACTOR_BITS - 1;

/// How keys are spread over lines.
pub(super) struct Geometry {
    key_bits: u32,
    factor: u64,
    /// Bits of a key below those that the doublings take.
    low_bits: u32,
    /// The first key of each of the lines `0..factor`, of those that differ in the low bits only.
    firsts: Box<[u64]>,
    pub(super) format: Format,
}

impl Geometry {
    /// That with the fewest lines of which at least `entries` entries have room. A key has at most 64 bits.
    pub(super) fn with_room(key_bits: u32, entries: u64) -> Self {
        let by_format = (8..=15).rev().find_map(|places| {
            let lines = entries.div_ceil(places);
            let doublings = (lines.max(1).ilog2() + 1)
                .saturating_sub(FACTOR_BITS)
                .max(key_bits.saturating_sub(LOW_BITS_MAX))
                .max(1);
            let factor = lines.div_ceil(1 << doublings).max(FACTOR_LEAST);
            let (factor, doublings) = match factor >> FACTOR_BITS {
                0 => (factor, doublings),
                _ => (FACTOR_LEAST, doublings + 1),
            };
            let geometry = Self::new(key_bits, factor, doublings)?;
            (u64::from(geometry.format.entries) >= places).then_some(geometry)
        });
        by_format.expect("a line of 8 entries holds any remainder")
    }

    fn new(key_bits: u32, factor: u64, doublings: u32) -> Option<Self> {
        let low_bits = key_bits.checked_sub(doublings)?;
        let first =
            |line: u64| ((u128::from(line) << low_bits).div_ceil(u128::from(factor))) as u64;
        let firsts: Box<[u64]> = (0..=factor).map(first).collect();
        let widest = firsts.windows(2).map(|pair| pair[1] - pair[0]).max()?;
        let remainder_bits = u64::BITS - (widest - 1).leading_zeros();
        Some(Self {
            key_bits,
            factor,
            low_bits,
            firsts,
            format: Format::holding(remainder_bits)?,
        })
    }

    /// Lines.
    pub(super) fn lines(&self) -> usize {
        (self.factor << (self.key_bits - self.low_bits)) as usize
    }

    /// Entries that have room.
    pub(super) fn entries(&self) -> u64 {
        self.lines() as u64 * u64::from(self.format.entries)
    }

    /// The home of a key, and its entry there.
    #[inline(always)]
    pub(super) fn place(&self, key: u64) -> (usize, Entry) {
        let (high, low) = (key >> self.low_bits, key & ((1 << self.low_bits) - 1));
        let line = ((u128::from(low) * u128::from(self.factor)) >> self.low_bits) as u64;
        let entry = Entry {
            distance: 0,
            remainder: low - self.firsts[line as usize],
        };
        ((high * self.factor + line) as usize, entry)
    }

    /// The key of an entry of this line.
    #[inline]
    pub(super) fn key(&self, line: usize, entry: Entry) -> u64 {
        let home = (line - entry.distance) as u64;
        let (high, line) = (home / self.factor, home % self.factor);
        (high << self.low_bits) + self.firsts[line as usize] + entry.remainder
    }
}

/// A bijection of the numbers of so many bits, after which every bit of the old one matters to the upper bits (constants "Mix13" of David Stafford, 2011).
#[derive(Clone, Copy)]
pub(in crate::store) struct Mixer {
    mask: u64,
    shift: u32,
}

const FACTORS: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

impl Mixer {
    pub(in crate::store) fn new(key_bits: u32) -> Self {
        Self {
            mask: u64::MAX >> (64 - key_bits),
            shift: key_bits.div_ceil(2),
        }
    }

    #[inline(always)]
    pub(in crate::store) fn mix(self, number: u64) -> u64 {
        FACTORS.iter().fold(self.fold(number), |mixed, &factor| {
            self.fold(mixed.wrapping_mul(factor) & self.mask)
        })
    }

    #[inline]
    pub(in crate::store) fn unmix(self, mixed: u64) -> u64 {
        FACTORS
            .iter()
            .rev()
            .fold(self.fold(mixed), |number, &factor| {
                self.fold(number.wrapping_mul(inverse(factor)) & self.mask)
            })
    }

    /// Its own inverse: the shift is half the bits.
    #[inline(always)]
    fn fold(self, number: u64) -> u64 {
        number ^ (number >> self.shift)
    }
}

/// What an odd number must be multiplied with to give 1 modulo 2^64 (Newton's iteration doubles the right bits).
#[inline(always)]
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut right = 3;
    while right < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        right *= 2;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_again_from_line_and_remainder() {
        for key_bits in [32, 33, 47, 51, 60, 61, 64] {
            let mixer = Mixer::new(key_bits);
            for entries in [1, 700, 1_000_003, 30_000_000] {
                let geometry = Geometry::with_room(key_bits, entries);
                assert!(geometry.entries() >= entries);
                let mut before = (0, 0);
                for step in 0..2_000_u64 {
                    let key = ((u128::from(step) << key_bits) / 2_000) as u64;
                    for key in [key, key + step % 2] {
                        let (line, entry) = geometry.place(key);
                        assert!(line < geometry.lines());
                        assert!(
                            (line, entry.remainder) >= before,
                            "the order of keys is that of lines"
                        );
                        before = (line, entry.remainder);
                        assert_eq!(geometry.key(line, entry), key);
                        let behind = Entry {
                            distance: 5,
                            ..entry
                        };
                        assert_eq!(geometry.key(line + 5, behind), key);
                        assert_eq!(mixer.unmix(mixer.mix(key)), key);
                        assert_eq!(mixer.mix(key) & !mixer.mask, 0);
                    }
                }
            }
        }
    }
}
