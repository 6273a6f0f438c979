//! A cache line of a quotient table.
//!
//! ```text
//! low parts    k cells of 16 or 32 bits:  low bits of what is stored │ lines from home + 1
//!              0 = empty
//! high parts   k fields of h bits:        the other bits
//! last byte    entries that have passed the line on the way from home
//! ```
//!
//! The bits of what is stored of a key decide how many entries a line has. With the low parts in
//! cells of their own, one comparison of the whole line finds the few entries whose high parts must
//! be looked at. The shorter cells leave more room; the longer ones are for keys with
//! tails, whose high parts would have more than 64 bits in them.

use crate::store::sixteen::{SIXTEEN, equal_halves, equal_to};

/// Sixty-four bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Line([u32; SIXTEEN]);

/// Most places in a line.
pub(super) const PLACES: usize = Cell::Half.entries_max() as usize;

/// Bits of a line but for the last byte.
const LINE_BITS: u32 = 504;

/// Where the low part of an entry lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Half,
    Word,
}

impl Cell {
    const fn bits(self) -> u32 {
        match self {
            Self::Half => 16,
            Self::Word => 32,
        }
    }

    /// Most entries of a line, of which each has a bit in the high parts at least.
    const fn entries_max(self) -> u32 {
        LINE_BITS / (self.bits() + 1)
    }

    /// The formats, those with most entries first.
    pub(super) fn formats(self) -> impl Iterator<Item = Format> {
        let entries = (ENTRIES_MIN..=self.entries_max()).rev();
        entries.map(move |entries| Format::of(self, entries))
    }
}

/// Entries of the line that holds fewest.
const ENTRIES_MIN: u32 = 5;

/// Bits for the distance from home where a line has many entries, and where it has few: then runs
/// of full lines are longer.
const DISTANCE_BITS: [u32; 2] = [6, 7];

/// Entries that are many.
const MANY: u32 = 18;

/// How the entries of a line are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    cell: Cell,
    /// Entries.
    pub(super) entries: u32,
    distance_bits: u32,
    high_bits: u32,
}

impl Format {
    pub(super) const fn of(cell: Cell, entries: u32) -> Self {
        let high_bits = LINE_BITS / entries - cell.bits();
        Self {
            cell,
            entries,
            distance_bits: DISTANCE_BITS[(entries < MANY) as usize],
            high_bits: if high_bits < u64::BITS {
                high_bits
            } else {
                u64::BITS
            },
        }
    }

    /// The format with the most entries that hold this many bits each, if there is one.
    pub(super) fn holding(cell: Cell, bits: u32) -> Option<Self> {
        cell.formats().find(|it| it.bits() >= bits)
    }

    /// Bits that an entry holds.
    pub(super) const fn bits(self) -> u32 {
        self.low_bits() + self.high_bits
    }

    /// Bits of what is stored of a key in the cell of an entry.
    #[inline(always)]
    pub(super) const fn low_bits(self) -> u32 {
        self.cell.bits() - self.distance_bits
    }

    /// Lines that an entry may be away from its home.
    #[inline(always)]
    pub(super) const fn distance_max(self) -> usize {
        (1 << self.distance_bits) - 2
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
    /// What is stored of its key: the low bits of its cell.
    pub(super) low: u32,
    /// The others.
    pub(super) high: u64,
}

impl Entry {
    #[inline(always)]
    fn cell(self, format: Format) -> u32 {
        self.low << format.distance_bits | (self.distance + 1) as u32
    }
}

// SAFETY: all zeros are a line.
unsafe impl bytemuck::Zeroable for Line {}

// SAFETY: it is sixteen words without padding, as long as it is aligned, and any bits are words.
unsafe impl bytemuck::Pod for Line {}

impl Line {
    pub(super) const EMPTY: Self = Self([0; SIXTEEN]);

    /// The place of an entry.
    #[inline(always)]
    pub(super) fn find(&self, format: Format, entry: Entry) -> Option<usize> {
        let mut candidates = self.places_with(format, entry.cell(format));
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
        let vacant = self.places_with(format, 0);
        (vacant != 0).then(|| vacant.trailing_zeros() as usize)
    }

    /// Whether there is an entry at a place.
    #[inline(always)]
    pub(super) fn is_taken(&self, format: Format, place: usize) -> bool {
        self.low(format, place) != 0
    }

    /// The entry at a place.
    #[inline]
    pub(super) fn get(&self, format: Format, place: usize) -> Option<Entry> {
        let low = self.low(format, place);
        let distance = (low & ((1 << format.distance_bits) - 1)) as usize;
        (low != 0).then(|| Entry {
            distance: distance - 1,
            low: low >> format.distance_bits,
            high: self.high(format, place),
        })
    }

    /// Writes an entry to a place that has none.
    #[inline]
    pub(super) fn put(&mut self, format: Format, place: usize, entry: Entry) {
        self.toggle_low(format, place, entry.cell(format));
        self.toggle_high(format, place, entry.high);
    }

    /// Takes the entry at a place out.
    pub(super) fn clear(&mut self, format: Format, place: usize) {
        self.toggle_low(format, place, self.low(format, place));
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

    /// A bit for each place whose cell is `wanted`.
    #[inline(always)]
    fn places_with(&self, format: Format, wanted: u32) -> u32 {
        let places = match format.cell {
            Cell::Half => equal_halves(&self.0, wanted as u16),
            Cell::Word => equal_to(&self.0, wanted),
        };
        places & format.used()
    }

    #[inline(always)]
    fn low(&self, format: Format, place: usize) -> u32 {
        match format.cell {
            Cell::Half => self.0[place / 2] >> (place % 2 * 16) & 0xffff,
            Cell::Word => self.0[place],
        }
    }

    #[inline(always)]
    fn toggle_low(&mut self, format: Format, place: usize, bits: u32) {
        match format.cell {
            Cell::Half => self.0[place / 2] ^= bits << (place % 2 * 16),
            Cell::Word => self.0[place] ^= bits,
        }
    }

    /// Word and shift at which the high part of a place begins. It ends two words behind at most;
    /// the last byte of the line is not part of any.
    #[inline(always)]
    fn high_at(format: Format, place: usize) -> (usize, u32) {
        let bit = format.cell.bits() * format.entries + place as u32 * format.high_bits;
        (bit as usize / 32, bit % 32)
    }

    #[inline(always)]
    fn high(&self, format: Format, place: usize) -> u64 {
        let (word, shift) = Self::high_at(format, place);
        let [first, second, third] = [0, 1, 2].map(|it| u64::from(self.0[(word + it) % SIXTEEN]));
        let bits = (second << 32 | first) >> shift | (third << 1) << (63 - shift);
        bits & (u64::MAX >> (u64::BITS - format.high_bits))
    }

    #[inline(always)]
    fn toggle_high(&mut self, format: Format, place: usize, bits: u64) {
        let (word, shift) = Self::high_at(format, place);
        let (both, third) = (bits << shift, (bits >> 1) >> (63 - shift));
        self.0[word % SIXTEEN] ^= both as u32;
        self.0[(word + 1) % SIXTEEN] ^= (both >> 32) as u32;
        self.0[(word + 2) % SIXTEEN] ^= third as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_holds_what_it_promises_and_no_entry_touches_another() {
        for cell in [Cell::Half, Cell::Word] {
            let bits_max = cell.bits() - DISTANCE_BITS[1] + u64::BITS;
            (1..=bits_max).for_each(|bits| holds_its_entries(cell, bits));
            assert_eq!(Format::holding(cell, bits_max + 1), None);
        }
        let entries = |cell, bits| Format::holding(cell, bits).map(|it| it.entries);
        assert_eq!(entries(Cell::Word, 26), Some(15));
        assert_eq!(entries(Cell::Half, 18), Some(21));
        assert_eq!(entries(Cell::Half, 26), Some(15));
    }

    fn holds_its_entries(cell: Cell, bits: u32) {
        let format = Format::holding(cell, bits).expect("a line holds this many");
        let low_mask = (1 << format.low_bits()) - 1;
        let mut line = Line::EMPTY;
        let entry = |place: u64| {
            let mixed = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
            let stored = mixed.wrapping_mul(u128::from(place) + 1) >> (128 - bits);
            Entry {
                distance: (37 * place as usize) % (format.distance_max() + 1),
                low: stored as u32 & low_mask,
                high: (stored >> format.low_bits()) as u64,
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
                low: expected.low ^ last as u32 & low_mask,
                high: expected.high ^ (last >> format.low_bits()) as u64,
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
        assert_eq!(line.0, [0; SIXTEEN], "{bits} bits");
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
                line.vacancy(Format::holding(Cell::Word, 26).expect("it is short")),
                Some(0)
            );
        }
    }
}
