//! A cache line of the table of roots.
//!
//! ```text
//! low parts    k words of 32 bits:  31 ── low bits of what is stored ── 7 │ 6 ── lines from home + 1 ── 0      0 = empty
//! high parts   k fields of h bits:  the other bits
//! last byte    entries that have passed the line on the way from home
//! ```
//!
//! The bits of what is stored of a key decide how many entries a line has. With the low parts in
//! words of their own, one comparison of the whole line finds the few entries whose high parts must
//! be looked at.

use crate::store::sixteen::{SIXTEEN, equal_to};

/// Sixty-four bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Line([u32; 16]);

/// Places in a line, of which a format uses the first.
pub(super) const PLACES: usize = SIXTEEN;

const DISTANCE_BITS: u32 = 7;
pub(super) const LOW_BITS: u32 = 32 - DISTANCE_BITS;

/// Entries of a line that holds this many of each, and of one that holds fewest.
pub(super) const ENTRIES: std::ops::RangeInclusive<u32> = 5..=15;

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
    /// The format with the most entries that hold this many bits each; `None` above 89.
    pub(super) fn holding(bits: u32) -> Option<Self> {
        let mut formats = ENTRIES.rev().map(|entries| Self {
            entries,
            high_bits: (504 / entries - 32).min(u64::BITS),
        });
        formats.find(|it| LOW_BITS + it.high_bits >= bits)
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
    /// What is stored of its key: the low [`LOW_BITS`].
    pub(super) low: u32,
    /// The others.
    pub(super) high: u64,
}

impl Entry {
    #[inline(always)]
    fn word(self) -> u32 {
        self.low << DISTANCE_BITS | (self.distance + 1) as u32
    }
}

// SAFETY: all zeros are a line.
unsafe impl bytemuck::Zeroable for Line {}

// SAFETY: it is sixteen words without padding, as long as it is aligned, and any bits are words.
unsafe impl bytemuck::Pod for Line {}

impl Line {
    pub(super) const EMPTY: Self = Self([0; 16]);

    /// The place of an entry.
    #[inline(always)]
    pub(super) fn find(&self, format: Format, entry: Entry) -> Option<usize> {
        let mut candidates = self.places_with(entry.word()) & format.used();
        while candidates != 0 {
            let place = candidates.trailing_zeros() as usize;
            if self.high(format, place) == entry.high {
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

    /// Whether there is an entry at a place.
    #[inline(always)]
    pub(super) fn is_taken(&self, place: usize) -> bool {
        self.0[place] != 0
    }

    /// The entry at a place.
    #[inline]
    pub(super) fn get(&self, format: Format, place: usize) -> Option<Entry> {
        let low = self.0[place];
        let distance = (low & ((1 << DISTANCE_BITS) - 1)) as usize;
        (low != 0).then(|| Entry {
            distance: distance - 1,
            low: low >> DISTANCE_BITS,
            high: self.high(format, place),
        })
    }

    /// Writes an entry to a place that has none.
    #[inline]
    pub(super) fn put(&mut self, format: Format, place: usize, entry: Entry) {
        self.0[place] = entry.word();
        self.toggle_high(format, place, entry.high);
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

    /// One more entry lies behind this line. From 255 on no one counts any more.
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

    /// Word and shift at which the high part of a place begins. It ends two words behind at most;
    /// the last byte of the line is not part of any.
    #[inline(always)]
    fn high_at(format: Format, place: usize) -> (usize, u32) {
        let bit = 32 * format.entries + place as u32 * format.high_bits;
        (bit as usize / 32, bit % 32)
    }

    #[inline(always)]
    fn high(&self, format: Format, place: usize) -> u64 {
        let (word, shift) = Self::high_at(format, place);
        let [first, second, third] = [0, 1, 2].map(|it| u64::from(self.0[(word + it) % 16]));
        let bits = (second << 32 | first) >> shift | (third << 1) << (63 - shift);
        bits & (u64::MAX >> (u64::BITS - format.high_bits))
    }

    #[inline(always)]
    fn toggle_high(&mut self, format: Format, place: usize, bits: u64) {
        let (word, shift) = Self::high_at(format, place);
        let (both, third) = (bits << shift, (bits >> 1) >> (63 - shift));
        self.0[word % 16] ^= both as u32;
        self.0[(word + 1) % 16] ^= (both >> 32) as u32;
        self.0[(word + 2) % 16] ^= third as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORED_BITS_MAX: u32 = LOW_BITS + u64::BITS;

    #[test]
    fn a_format_holds_what_it_promises_and_no_entry_touches_another() {
        for bits in 1..=STORED_BITS_MAX {
            let format = Format::holding(bits).expect("a line holds so many");
            let mut line = Line([0; 16]);
            let entry = |place: u64| {
                let mixed = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
                let stored = mixed.wrapping_mul(u128::from(place) + 1) >> (128 - bits);
                Entry {
                    distance: (37 * place as usize) % (DISTANCE_MAX + 1),
                    low: stored as u32 & ((1 << LOW_BITS) - 1),
                    high: (stored >> LOW_BITS) as u64,
                }
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
                let last = 1_u128 << (bits - 1);
                let other = Entry {
                    low: expected.low ^ last as u32 & ((1 << LOW_BITS) - 1),
                    high: expected.high ^ (last >> LOW_BITS) as u64,
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
        assert_eq!(Format::holding(STORED_BITS_MAX + 1), None);
        assert_eq!(Format::holding(26).map(|it| it.entries), Some(15));
    }

    /// A line that too many have passed counts as passed for ever.
    #[test]
    fn entries_behind_a_line() {
        for (count, is_counted) in [
            (1, true),
            (253, true),
            (254, true),
            (255, false),
            (256, false),
        ] {
            let mut line = Line::EMPTY;
            for _ in 0..count {
                line.pass();
            }
            for _ in 1..count {
                line.unpass();
                assert!(line.is_passed(), "{count}");
            }
            line.unpass();
            assert_eq!(line.is_passed(), !is_counted, "{count}");
            assert_eq!(
                line.vacancy(Format::holding(26).expect("it is short")),
                Some(0)
            );
        }
    }
}
