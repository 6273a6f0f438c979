//! Which line is the home of a key, and what of the key need be stored there (quotienting: Cleary
//! 1984; Knuth, volume 3, section 6.4, exercise 13).
//!
//! A key begins with a number in which every bit matters to the upper ones ([`Mixer`]). The keys of
//! a line are an interval, so line and distance from the start of the interval are that number.
//! What else belongs to a key, its tail, is stored as it is. There are `factor * 2^doublings` lines
//! with a factor of 32 to 63: so a table can grow by a 32nd and both ways need no division of long
//! numbers. The order of keys is the order of lines for any number of them, so a table grows in one
//! pass.

use crate::store::Handle;
use crate::store::lines::LINE_BYTES;

use super::line::{Cell, Entry, Format};

const FACTOR_BITS: u32 = 6;
const FACTOR_LEAST: u64 = 1 << (FACTOR_BITS - 1);

/// Bits in the cell of an entry of a key with a tail: all of the remainder are among them.
const LOW_BITS_WITH_TAIL: u32 = 25;

/// A key: where it lies, and what else belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) struct Key {
    pub(in crate::store) place: u64,
    pub(in crate::store) tail: u64,
}

impl Key {
    /// Without a tail.
    #[inline(always)]
    pub(in crate::store) fn of(place: u64) -> Self {
        Self { place, tail: 0 }
    }
}

/// Bits of the two parts of a key.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct KeyBits {
    /// At most 64.
    pub(in crate::store) place: u32,
    /// At most 64; 0: there is none.
    pub(in crate::store) tail: u32,
}

impl KeyBits {
    /// Those of the place below those that the doublings take, at most: so many that few entries
    /// have room in a line, and that those beside a tail are among the low bits of an entry.
    fn low_bits_max(self) -> u32 {
        let remainder = match self.cell() {
            Cell::Half => 56,
            Cell::Word => LOW_BITS_WITH_TAIL,
        };
        remainder + FACTOR_BITS - 1
    }

    /// What is stored of keys with tails is long.
    fn cell(self) -> Cell {
        match self.tail {
            0 => Cell::Half,
            _ => Cell::Word,
        }
    }
}

/// Bits of a place without a tail when as many entries have room in a line of a table of this many
/// bytes.
pub(in crate::store) fn place_bits(bytes: u64, entries: u32) -> u32 {
    let lines = bytes / LINE_BYTES as u64;
    Format::of(Cell::Half, entries).bits() + lines.max(1).ilog2()
}

/// How keys are spread over lines.
pub(super) struct Geometry {
    bits: KeyBits,
    factor: u64,
    /// Bits of a place below those that the doublings take.
    low_bits: u32,
    /// Bits of a remainder.
    remainder_bits: u32,
    /// The first place of each of the lines `0..factor`, of those that differ in the low bits only.
    firsts: Box<[u64]>,
    pub(super) format: Format,
}

impl Geometry {
    /// That with the fewest lines of which at least `entries` entries have room.
    pub(super) fn with_room(bits: KeyBits, entries: u64) -> Self {
        let by_format = bits.cell().formats().find_map(|format| {
            let lines = entries.div_ceil(u64::from(format.entries));
            let doublings = (lines.max(1).ilog2() + 1)
                .saturating_sub(FACTOR_BITS)
                .max(bits.place.saturating_sub(bits.low_bits_max()))
                .max(1);
            let factor = lines.div_ceil(1 << doublings).max(FACTOR_LEAST);
            let (factor, doublings) = match factor >> FACTOR_BITS {
                0 => (factor, doublings),
                _ => (FACTOR_LEAST, doublings + 1),
            };
            let geometry = Self::new(bits, factor, doublings)?;
            (geometry.format.entries >= format.entries).then_some(geometry)
        });
        by_format.expect("a line of few entries holds any key")
    }

    /// The one with the next number of lines, if there is one.
    pub(super) fn larger(&self) -> Option<Self> {
        let doublings = self.bits.place - self.low_bits;
        match (self.factor + 1) >> FACTOR_BITS {
            0 => Self::new(self.bits, self.factor + 1, doublings),
            _ => Self::new(self.bits, FACTOR_LEAST, doublings + 1),
        }
    }

    fn new(bits: KeyBits, factor: u64, doublings: u32) -> Option<Self> {
        let low_bits = bits.place.checked_sub(doublings)?;
        let first =
            |line: u64| ((u128::from(line) << low_bits).div_ceil(u128::from(factor))) as u64;
        let firsts: Box<[u64]> = (0..=factor).map(first).collect();
        let widest = firsts.windows(2).map(|pair| pair[1] - pair[0]).max()?;
        let remainder_bits = u64::BITS - (widest - 1).leading_zeros();
        Some(Self {
            bits,
            factor,
            low_bits,
            remainder_bits,
            firsts,
            format: Format::holding(bits.cell(), remainder_bits + bits.tail)?,
        })
    }

    /// Lines.
    pub(super) fn lines(&self) -> usize {
        (self.factor << (self.bits.place - self.low_bits)) as usize
    }

    /// Entries that have room.
    pub(super) fn entries(&self) -> u64 {
        self.lines() as u64 * u64::from(self.format.entries)
    }

    /// Places in a line.
    pub(super) fn places(&self) -> usize {
        self.format.entries as usize
    }

    pub(super) fn handle(&self, line: usize, place: usize) -> Handle {
        Handle((line * self.places() + place) as u32)
    }

    /// Line and place; of a key in the overflow list, a line behind the last.
    pub(super) fn place_of(&self, handle: Handle) -> (usize, usize) {
        (
            handle.index() / self.places(),
            handle.index() % self.places(),
        )
    }

    /// The home of a key, and its entry there.
    #[inline(always)]
    pub(super) fn place(&self, key: Key) -> (usize, Entry) {
        let (high, low) = (
            key.place >> self.low_bits,
            key.place & ((1 << self.low_bits) - 1),
        );
        let line = ((u128::from(low) * u128::from(self.factor)) >> self.low_bits) as u64;
        let remainder = low - self.firsts[line as usize];
        // A tail follows on the remainder, which is not longer than the low bits then.
        let low_bits = self.format.low_bits();
        let (low, high_part) = match self.bits.tail {
            0 => (remainder, remainder >> low_bits),
            _ => (
                remainder | key.tail << self.remainder_bits,
                key.tail >> (low_bits - self.remainder_bits),
            ),
        };
        let entry = Entry {
            distance: 0,
            low: low as u32 & ((1 << low_bits) - 1),
            high: high_part,
        };
        ((high * self.factor + line) as usize, entry)
    }

    /// The key of an entry of this line.
    #[inline]
    pub(super) fn key(&self, line: usize, entry: Entry) -> Key {
        let home = (line - entry.distance) as u64;
        let (high, line) = (home / self.factor, home % self.factor);
        let first = (high << self.low_bits) + self.firsts[line as usize];
        let (low, low_bits) = (u64::from(entry.low), self.format.low_bits());
        match self.bits.tail {
            0 => Key::of(first + (entry.high << low_bits | low)),
            _ => Key {
                place: first + (low & ((1 << self.remainder_bits) - 1)),
                tail: entry.high << (low_bits - self.remainder_bits) | low >> self.remainder_bits,
            },
        }
    }
}

/// A bijection of the numbers of this many bits, after which every bit of the old one matters to
/// the upper bits (constants "Mix13" of David Stafford, 2011).
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

/// What an odd number must be multiplied with to give 1 modulo 2^64 (Newton's iteration doubles the
/// right bits).
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
    fn a_key_is_found_again_from_line_and_entry() {
        let without_tail = [32, 33, 47, 51, 60, 61, 64].map(|place| KeyBits { place, tail: 0 });
        let with_tail = [31, 49, 61, 64].map(|tail| KeyBits { place: 32, tail });
        for bits in without_tail.into_iter().chain(with_tail) {
            let mixer = Mixer::new(bits.place);
            let tail_mask = ((1_u128 << bits.tail) - 1) as u64;
            for entries in [1, 700, 1_000_003, 30_000_000] {
                let geometry = Geometry::with_room(bits, entries);
                assert!(geometry.entries() >= entries);
                let mut before = 0;
                for step in 0..2_000_u64 {
                    let place = ((u128::from(step) << bits.place) / 2_000) as u64;
                    for place in [place, place + step % 2] {
                        let tail = mixer.mix(place).wrapping_mul(FACTORS[0]);
                        let key = Key {
                            place,
                            tail: tail & tail_mask,
                        };
                        let (line, entry) = geometry.place(key);
                        assert!(line < geometry.lines());
                        assert!(line >= before, "the order of keys is that of lines");
                        before = line;
                        assert_eq!(geometry.key(line, entry), key);
                        let behind = Entry {
                            distance: 5,
                            ..entry
                        };
                        assert_eq!(geometry.key(line + 5, behind), key);
                        assert_eq!(mixer.unmix(mixer.mix(place)), place);
                        assert_eq!(mixer.mix(place) & !mixer.mask, 0);
                    }
                }
            }
        }
    }
}
