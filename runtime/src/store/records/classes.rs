//! Which lengths records have: one class for each.

use crate::store::form::{self, BARE_WORDS, MAX_WORDS, Record, longest};

pub(super) const SLAB_RECORDS: usize = 256;
pub(super) const SLAB_BYTES: usize = 256 << 10;
const FIRST_SLABS: [usize; 2] = [16, 64];

/// The first class of records with a header: class `HEADED + k` has `rounded_words(k)` words.
pub(super) const HEADED: usize = BARE_WORDS + 1;

/// The first class of codes, whose lengths are the same: a power of two behind, so that the hot
/// path need not ask which of them a class is of.
pub(super) const CODED: usize = HEADED + LENGTHS.next_power_of_two();

/// Lengths that records with a header have.
pub(super) const LENGTHS: usize = rounded(longest(MAX_WORDS)) + 1;

/// Records in a slab, of a class that starts small in its slab number `ordinal`, from 0.
pub(super) fn slab_records(words: usize, ordinal: Option<u32>) -> usize {
    let first = ordinal.and_then(|ordinal| FIRST_SLABS.get(ordinal as usize));
    let wanted = first.copied().unwrap_or(SLAB_RECORDS);
    wanted.min(SLAB_BYTES / (4 * words).max(1)).max(1)
}

/// No slab that a state of `words_len` words may open is larger.
pub(super) fn largest_slab_bytes(words_len: usize) -> usize {
    let record = 4 * rounded_words(rounded(longest(words_len)));
    (record * SLAB_RECORDS).min(SLAB_BYTES.max(record))
}

/// The class of a record; `None` for a state that is too long.
#[inline]
pub(super) fn class_of(record: Record<'_>) -> Option<usize> {
    match record {
        Record::Words(words) => match words.len() {
            ..=BARE_WORDS => Some(words.len()),
            HEADED..=MAX_WORDS => Some(HEADED + rounded(form::len(words))),
            _ => None,
        },
        Record::Code(code) => Some(CODED + rounded(code.len())),
    }
}

/// The number of the shortest length that is not below `len`: every one to 32, then 16 between 2^e
/// and 2^(e+1).
#[inline]
const fn rounded(len: usize) -> usize {
    if len <= 32 {
        return len;
    }
    let e = (len - 1).ilog2() as usize;
    32 + (e - 5) * 16 + (len.div_ceil(1 << (e - 4)) - 16)
}

/// The length with this number: the inverse of [`rounded`], rounding up.
#[inline]
fn rounded_words(number: usize) -> usize {
    if number <= 32 {
        return number;
    }
    let (octave, step) = ((number - 33) / 16, (number - 33) % 16);
    (17 + step) << (octave + 1)
}

/// The length in words of the records of a class: the inverse of [`class_of`], rounding up.
#[inline]
pub(super) fn class_words(class: usize) -> usize {
    match class {
        ..HEADED => class,
        HEADED.. => rounded_words((class - HEADED) % (CODED - HEADED)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_their_records_and_waste_a_sixteenth_at_most() {
        for len in (1..5_000).chain([MAX_WORDS - 1, MAX_WORDS, longest(MAX_WORDS)]) {
            let words = rounded_words(rounded(len));
            assert!(
                words >= len && words * 16 <= len * 17,
                "{len} words get {words}"
            );
            assert_eq!(rounded(words), rounded(len));
            assert!(len <= 33 || rounded_words(rounded(len) - 1) < len);
            assert_eq!(class_words(HEADED + rounded(len)), words);
            assert_eq!(class_words(CODED + rounded(len)), words);
        }
        let bare = [1; BARE_WORDS];
        let class = |len: usize| class_of(Record::Words(&bare[..len]));
        assert!((0..=BARE_WORDS).all(|len| class(len).map(class_words) == Some(len)));
    }

    #[test]
    fn no_slab_is_larger_than_promised() {
        for words_len in 0..5_000 {
            let promised = largest_slab_bytes(words_len);
            let lens = words_len.saturating_sub(40)..=longest(words_len);
            for words in lens.map(|len| rounded_words(rounded(len))) {
                assert!(
                    (0..4)
                        .all(|ordinal| slab_records(words, Some(ordinal)) * words * 4 <= promised),
                    "{words_len}"
                );
            }
        }
    }
}
