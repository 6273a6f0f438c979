//! How the words of a state become a record.
//!
//! States of up to [`BARE_WORDS`] words are stored as they are, in slabs of their exact length:
//! nothing but the words, one cache line at most. Longer states are mostly zero (queues are rarely
//! full), so they carry a header and leave zeros out:
//!
//! ```text
//! bare     (n ≤ 16)          word 0 │ … │ word n-1
//! sparse   (n > 16)          n      │ bitmap: ⌈n/32⌉ words, bit i = word i is not zero │ the words that are not zero
//! ```
//!
//! A record is a function of the state alone, so equal states have equal ones, and it can be
//! compared with a state without unpacking it. A state without zeros takes a 32nd more than its
//! words. A store with an encoder has codes instead, but for states of which the code would not be
//! shorter.

use super::sixteen::SIXTEEN;
use super::sparse;

/// The longest state that is stored as it is, in words.
pub(super) const BARE_WORDS: usize = SIXTEEN;

/// The longest state that can be stored.
pub(super) const MAX_WORDS: usize = crate::state::WORDS_MAX;

/// What a record is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record<'r> {
    /// The words of the state.
    Words(&'r [u32]),
    /// Its code.
    Code(&'r [u32]),
}

/// Words of the record of a state that is not coded.
#[inline(always)]
pub(super) fn len(words: &[u32]) -> usize {
    match words.len() <= BARE_WORDS {
        true => words.len(),
        false => 1 + sparse::len(words),
    }
}

/// The most that [`len`] gives for states of this many words.
pub(super) const fn longest(words_len: usize) -> usize {
    match words_len <= BARE_WORDS {
        true => words_len,
        false => 1 + words_len.div_ceil(32) + words_len,
    }
}

impl Record<'_> {
    /// Writes it to its place, which is as long as it is, or longer where it is not bare.
    #[inline]
    pub(super) fn write(self, place: &mut [u32]) {
        match self {
            Self::Words(words) if words.len() <= BARE_WORDS => place.copy_from_slice(words),
            Self::Words(words) => {
                place[0] = words.len() as u32;
                sparse::write(words, &mut place[1..]);
            }
            Self::Code(code) => {
                let (record, rest) = place.split_at_mut(code.len());
                record.copy_from_slice(code);
                rest.fill(0);
            }
        }
    }
}

/// Whether a record with a header is that of `words`. `record` may be longer than the record is.
pub(super) fn equal_headed(record: &[u32], words: &[u32]) -> bool {
    record[0] as usize == words.len() && sparse::is_of(&record[1..], words)
}

/// Whether a record, with zeros behind its end, is this code.
#[inline]
pub(super) fn equal_code(record: &[u32], code: &[u32]) -> bool {
    match record.split_at_checked(code.len()) {
        Some((stored, rest)) => stored == code && rest.iter().all(|&word| word == 0),
        None => false,
    }
}

/// Unpacks a record with a header. `record` may be longer than the record is.
pub(super) fn read_headed(record: &[u32], words: &mut Vec<u32>) {
    words.clear();
    words.resize(record[0] as usize, 0);
    sparse::read(&record[1..], words);
}
