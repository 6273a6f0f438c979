//! A cache line of the table of roots.
//!
//! ```text
//! low parts    k words of 32 bits:  31 ── remainder, low bits ── 7 │ 6 ── lines from home + 1 ── 0      0 = empty
//! high parts   k fields of h bits:  the other bits of the remainders
//! last byte    entries that have passed the line on the way from home
//! ```
//!
//! The bits of a remainder decide how many entries a line has. With the low parts in words of their own, one comparison of the whole line finds the few entries whose
//! high parts must be looked at.

use crate::store::sixteen::{SIXTEEN, equal_to};

/// Sixty-four bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Line([u32; 16]);

/// Places in a line, of which a format uses the first.
pub(super) const PLACES: usize = SIXTEEN;

const DISTANCE_BITS: u32 = 7;
const LOW_BITS: u32 = 32 - DISTANCE_BITS;

/// Lines that an entry may be away from its home.
pub(super) const DISTANCE_MAX: usize = (1 << DISTANCE_BITS) - 2;

/// How the entries of a line are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Entries.
    pub(super) entries: u32,
    high_bits: u32,
}

impl Format {
    /// The format with the most entries that hold so many bits of remainder each; `None` above 56.
    pub(super) fn holding(remainder_bits: u32) -> Option<Self> {
        let formats = (8..=15).rev().map(|entries| Self {
            entries,
            high_bits: (504 / entries - 32).min(32),
        });
        formats
            .into_iter()
            .find(|it| LOW_BITS + it.high_bits >= remainder_bits)
    }

    fn used(self) -> u32 {
        (1 << self.entries) - 1
    }
}

/// Where an entry lies in relation to its home, and which of those with this home it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Lines behind its home.
    pub(super) distance: usize,
    /// The remainder of its key.
    pub(super) remainder: u64,
}

impl Entry {
    fn low(self) -> u32 {
        (self.remainder as u32) << DISTANCE_BITS | (self.distance + 1) as u32
    }

    fn high(self) -> u32 {
        (self.remainder >> LOW_BITS) as u32
    }
}

impl Line {
    pub(super) const EMPTY: Self = Self([0; 16]);

    /// The place of an entry.
    #[inline(always)]
    pub(super) fn find(&self, format: Format, entry: Entry) -> Option<usize> {
        let mut candidates = self.places_with(entry.low()) & format.used();
        while candidates != 0 {
            let place = candidates.trailing_zeros() as usize;
            if self.high(format, place) == entry.high() {
                return Some(place);
            }
            candidates &= candidates - 1;
        }
        None
    }

    /// The first place without an entry.
    #[inline(always)]
    pub(super) fn vacancy(&self, format: Format) -> Option<usize> {
        let vacant = self.places_with(0) & format.used();
        (vacant != 0).then(|| vacant.trailing_zeros() as usize)
    }

    /// The entry at a place.
    #[inline]
    pub(super) fn get(&self, format: Format, place: usize) -> Option<Entry> {
        let low = self.0[place];
        let distance = (low & ((1 << DISTANCE_BITS) - 1)) as usize;
        (low != 0).then(|| Entry {
            distance: distance - 1,
            remainder: u64::from(low >> DISTANCE_BITS)
                | u64::from(self.high(format, place)) << LOW_BITS,
        })
    }

    /// Writes an entry to a place that has none.
    #[inline]
    pub(super) fn put(&mut self, format: Format, place: usize, entry: Entry) {
        self.0[place] = entry.low();
        self.toggle_high(format, place, entry.high());
    }

    /// Takes the entry at a place out.
    pub(super) fn clear(&mut self, format: Format, place: usize) {
        self.0[place] = 0;
        self.toggle_high(format, place, self.high(format, place));
    }

    /// Whether entries with their home here or before lie behind this line.
    #[inline(always)]
    pub(super) fn is_passed(&self) -> bool {
        self.0[15] >> 24 != 0
    }

    /// One more entry lies behind this line. From 255 on nobody counts any more.
    #[inline]
    pub(super) fn pass(&mut self) {
        if self.0[15] >> 24 != 255 {
            self.0[15] += 1 << 24;
        }
    }

    /// One entry less lies behind this line.
    pub(super) fn unpass(&mut self) {
        if self.0[15] >> 24 != 255 {
            self.0[15] -= 1 << 24;
        }
    }

    /// A bit for each word that is `wanted`.
    #[inline(always)]
    fn places_with(&self, wanted: u32) -> u32 {
        equal_to(&self.0, wanted)
    }

    /// Word and shift at which the high part of a place begins. It ends in the same word or the next; the last byte of the line is not part of any.
    #[inline(always)]
    fn high_at(format: Format, place: usize) -> (usize, u32) {
        let bit = 32 * format.entries + place as u32 * format.high_bits;
        (bit as usize / 32, bit % 32)
    }

    #[inline(always)]
    fn high(&self, format: Format, place: usize) -> u32 {
        let (word, shift) = Self::high_at(format, place);
        let next = u64::from(self.0[(word + 1) % 16]);
        let both = next << 32 | u64::from(self.0[word % 16]);
        (both >> shift) as u32 & (((1_u64 << format.high_bits) - 1) as u32)
    }

    #[inline(always)]
    fn toggle_high(&mut self, format: Format, place: usize, bits: u32) {
        let (word, shift) = Self::high_at(format, place);
        let both = u64::from(bits) << shift;
        self.0[word % 16] ^= both as u32;
        self.0[(word + 1) % 16] ^= (both >> 32) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_holds_what_it_promises_and_no_entry_touches_another() {
        for bits in 1..=56 {
            let format = Format::holding(bits).expect("up to 56 bits");
            let mut line = Line([0; 16]);
            let entry = |place: u64| Entry {
                distance: (37 * place as usize) % (DISTANCE_MAX + 1),
                remainder: 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(place + 1) >> (64 - bits),
            };
            for place in 0..format.entries as usize {
                assert_eq!(line.vacancy(format), Some(place), "{bits} bits");
                line.put(format, place, entry(place as u64));
                line.pass();
            }
            assert_eq!(line.vacancy(format), None);
            for place in 0..format.entries as usize {
                let expected = entry(place as u64);
                assert_eq!(line.get(format, place), Some(expected), "{bits} bits");
                let first = (0..format.entries as u64).position(|it| entry(it) == expected);
                assert_eq!(line.find(format, expected), first);
                let other = Entry {
                    remainder: expected.remainder ^ (1 << (bits - 1)),
                    ..expected
                };
                let known = (0..format.entries as u64).any(|it| entry(it) == other);
                assert_eq!(line.find(format, other).is_some(), known);
            }
            for place in (0..format.entries as usize).rev() {
                assert!(line.is_passed());
                line.unpass();
                line.clear(format, place);
            }
            assert_eq!(line.0, [0; 16], "{bits} bits");
        }
        assert_eq!(Format::holding(57), None);
        assert_eq!(Format::holding(26).map(|it| it.entries), Some(15));
    }
}
