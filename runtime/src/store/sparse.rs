//! The sparse form of a state: which of its words are not zero, and those.
//!
//! ```text
//! bitmap: ⌈n/32⌉ words, bit i = word i is not zero │ the words that are not zero
//! ```
//!
//! Bit by bit this takes a dozen instructions for each word that is not zero, a fifth of all that a
//! search does where states have 30 words. Processors with AVX-512 compress 16 words at once
//! (`wide`); which one it is, is found out when the analyzer runs.

#[cfg(target_arch = "x86_64")]
mod wide;

use super::sixteen::nonzero;

/// Words of the form of a state of [`SIXTEEN`](super::sixteen::SIXTEEN) words at least.
pub(super) fn len(words: &[u32]) -> usize {
    let ones = bits_of(words).map(u32::count_ones);
    bitmap_words(words.len()) + ones.sum::<u32>() as usize
}

/// Writes the form of such a state to the start of `form`, which is long enough.
pub(super) fn write(words: &[u32], form: &mut [u32]) {
    let (bitmap, body) = form.split_at_mut(bitmap_words(words.len()));
    #[cfg(target_arch = "x86_64")]
    if wide::is_available() {
        // SAFETY: the processor has what it needs.
        return unsafe { wide::write(words, bitmap, body) };
    }
    narrow::write(words, bitmap, body);
}

/// Whether `form`, that of a state of as many words, is that of `words`. It may be longer than the
/// form is.
pub(super) fn is_of(form: &[u32], words: &[u32]) -> bool {
    let (bitmap, body) = form.split_at(bitmap_words(words.len()));
    #[cfg(target_arch = "x86_64")]
    if wide::is_available() {
        // SAFETY: as above.
        return unsafe { wide::is_of(bitmap, body, words) };
    }
    narrow::is_of(bitmap, body, words)
}

/// Unpacks a form to `words`, which are zero.
pub(super) fn read(form: &[u32], words: &mut [u32]) {
    let (bitmap, body) = form.split_at(bitmap_words(words.len()));
    let mut body = body.iter();
    for (&bits, group) in bitmap.iter().zip(words.chunks_mut(32)) {
        for at in ones(bits) {
            group[at] = *body.next().expect("as many words as bits");
        }
    }
}

/// The words of the bitmap.
#[inline(always)]
fn bits_of(words: &[u32]) -> impl Iterator<Item = u32> {
    let starts = (0..words.len()).step_by(32);
    starts.map(|start| nonzero(words, start))
}

/// The positions of the bits that are set.
#[inline(always)]
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        at
    })
}

fn bitmap_words(words_len: usize) -> usize {
    words_len.div_ceil(32)
}

/// Bit by bit.
mod narrow {
    use super::{bits_of, ones};

    pub(super) fn write(words: &[u32], bitmap: &mut [u32], mut body: &mut [u32]) {
        for ((place, bits), group) in bitmap.iter_mut().zip(bits_of(words)).zip(words.chunks(32)) {
            *place = bits;
            let (first, rest) = body.split_at_mut(bits.count_ones() as usize);
            for (place, at) in first.iter_mut().zip(ones(bits)) {
                *place = group[at];
            }
            body = rest;
        }
    }

    pub(super) fn is_of(bitmap: &[u32], mut body: &[u32], words: &[u32]) -> bool {
        // Hardly ever does a record that is compared differ, so all of it is looked at.
        let mut difference = 0;
        for ((&bits, expected), group) in bitmap.iter().zip(bits_of(words)).zip(words.chunks(32)) {
            if bits != expected {
                return false;
            }
            let (first, rest) = body.split_at(bits.count_ones() as usize);
            for (&word, at) in first.iter().zip(ones(bits)) {
                difference |= word ^ group[at];
            }
            body = rest;
        }
        difference == 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::sixteen::SIXTEEN;
    use super::*;

    /// Words of which about a half is zero, others in each round.
    fn some_words(len: usize, round: u32) -> Vec<u32> {
        let word = |at: u32| match (at * at + round * at + round) % 7 {
            0..3 => 0,
            other => other << (at % 31),
        };
        (0..len as u32).map(word).collect()
    }

    /// Also those that this processor would not choose.
    fn each_way(words: &[u32]) -> Vec<(usize, Vec<u32>)> {
        let groups = bitmap_words(words.len());
        let mut ways = Vec::new();
        let mut form = vec![u32::MAX; 2 * words.len()];
        let (bitmap, body) = form.split_at_mut(groups);
        narrow::write(words, bitmap, body);
        ways.push((len(words), form));
        let mut form = vec![u32::MAX; 2 * words.len()];
        write(words, &mut form);
        ways.push((len(words), form));
        ways
    }

    #[test]
    fn a_form_is_of_one_state_whatever_the_processor() {
        for len in SIXTEEN..120 {
            for round in 0..20 {
                let words = some_words(len, round);
                let expected: Vec<u32> = words.iter().copied().filter(|&word| word != 0).collect();
                for (form_len, form) in each_way(&words) {
                    let groups = bitmap_words(len);
                    assert_eq!(form_len, groups + expected.len());
                    assert_eq!(form[groups..form_len], expected);
                    assert!(form[form_len..].iter().all(|&word| word == u32::MAX));
                    let is_not_zero = |at: usize| form[at / 32] >> (at % 32) & 1 == 1;
                    assert!((0..len).all(|at| is_not_zero(at) == (words[at] != 0)));
                    let mut again = vec![0; len];
                    read(&form, &mut again);
                    assert_eq!(again, words);
                    tell_apart(&form, &words);
                }
            }
        }
    }

    /// Each word is changed in turn, also to zero and from zero.
    fn tell_apart(form: &[u32], words: &[u32]) {
        let is_narrowly_of = |words: &[u32]| {
            let (bitmap, body) = form.split_at(bitmap_words(words.len()));
            narrow::is_of(bitmap, body, words)
        };
        assert!(is_of(form, words) && is_narrowly_of(words));
        let mut other = words.to_vec();
        for at in 0..words.len() {
            for value in [0, 1, words[at] ^ 1 << 31] {
                other[at] = value;
                let expected = value == words[at];
                assert_eq!(is_of(form, &other), expected);
                assert_eq!(is_narrowly_of(&other), expected);
            }
            other[at] = words[at];
        }
    }
}
