//! How the words of a state become a record.
//!
//! States of up to [`BARE_WORDS`] words are stored as they are, in slabs of their exact length:
//! nothing but the words, one cache line at most. Longer states are mostly zero (queues are rarely
//! full), so they carry a header and leave zeros out:
//!
//! ```text
//! bare     (n ≤ 16)          word 0 │ … │ word n-1
//! sparse   (n > 16)          n      │ bitmap: ⌈n/32⌉ words, bit i = word i is not zero │ the words that are not zero
//! dense    (n > 16)          n | 2³¹│ word 0 │ … │ word n-1
//! ```
//!
//! The shorter of sparse and dense is taken, sparse when equal: a function of the state alone, so
//! equal states have equal records, and a record can be compared with a state without unpacking it.
//! A header costs four bytes at most over the words. A store with an encoder has codes instead, but
//! for states of which the code would not be shorter.

use super::sixteen::SIXTEEN;
use super::sparse;

/// The longest state that is stored as it is, in words.
pub(super) const BARE_WORDS: usize = SIXTEEN;

/// The longest state that can be stored.
pub(super) const MAX_WORDS: usize = crate::state::WORDS_MAX;

const DENSE: u32 = 1 << 31;

/// How one state is to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Bare,
    Sparse,
    Dense,
    Code,
}

/// What a record is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record<'r> {
    /// The words of the state.
    Words(&'r [u32]),
    /// Its code.
    Code(&'r [u32]),
}

/// The form and the length in words of a record.
#[inline]
pub(super) fn plan(record: Record<'_>) -> (Form, usize) {
    match record {
        Record::Words(words) => plan_words(words),
        Record::Code(code) => (Form::Code, code.len()),
    }
}

/// As [`plan`], of a state that is not coded.
#[inline(always)]
pub(super) fn plan_words(words: &[u32]) -> (Form, usize) {
    if words.len() <= BARE_WORDS {
        return (Form::Bare, words.len());
    }
    let sparse = 1 + sparse::len(words);
    let dense = 1 + words.len();
    if sparse <= dense {
        (Form::Sparse, sparse)
    } else {
        (Form::Dense, dense)
    }
}

/// Writes a record to its place, which has the length that [`plan`] said, or more.
#[inline]
pub(super) fn write(form: Form, record: Record<'_>, place: &mut [u32]) {
    match record {
        Record::Words(words) => write_words(form, words, place),
        Record::Code(code) => {
            let (record, rest) = place.split_at_mut(code.len());
            record.copy_from_slice(code);
            rest.fill(0);
        }
    }
}

fn write_words(form: Form, words: &[u32], record: &mut [u32]) {
    match form {
        Form::Code => unreachable!("words are no code"),
        Form::Bare => record.copy_from_slice(words),
        Form::Dense => {
            record[0] = words.len() as u32 | DENSE;
            record[1..=words.len()].copy_from_slice(words);
        }
        Form::Sparse => {
            record[0] = words.len() as u32;
            sparse::write(words, &mut record[1..]);
        }
    }
}

/// Whether a record with a header is that of `words`. `record` may be longer than the record is.
pub(super) fn equal_headed(record: &[u32], words: &[u32]) -> bool {
    let header = record[0];
    if (header & !DENSE) as usize != words.len() {
        return false;
    }
    if header & DENSE != 0 {
        return record[1..=words.len()] == *words;
    }
    sparse::is_of(&record[1..], words)
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
    let len = (record[0] & !DENSE) as usize;
    words.clear();
    if record[0] & DENSE != 0 {
        words.extend_from_slice(&record[1..=len]);
        return;
    }
    words.resize(len, 0);
    sparse::read(&record[1..], words);
}
