//! Which words of two states differ.
//!
//! A state has dozens of words and a step changes two or three. Sixteen are compared at once; where
//! the processor has AVX-512, the numbers of those that differ are written without a branch, too.

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::sixteen::{ALL, SIXTEEN, equal, equal_of_few};

/// The positions of words that differ.
#[derive(Default)]
pub(super) struct Differences {
    /// Of the first `count` one each, in order.
    positions: Vec<u32>,
    count: usize,
}

impl Differences {
    pub(super) fn positions(&self) -> &[u32] {
        &self.positions[..self.count]
    }

    /// Finds those of two states of one length.
    #[inline(always)]
    pub(super) fn find(&mut self, words: &[u32], others: &[u32]) -> &[u32] {
        if self.positions.len() < words.len() {
            self.positions.resize(words.len(), 0);
        }
        self.count = differing(words, others, &mut self.positions);
        self.positions()
    }
}

#[inline(always)]
fn differing(words: &[u32], others: &[u32], positions: &mut [u32]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_available() {
        // SAFETY: the processor has what the function needs.
        return unsafe { differing_wide(words, others, positions) };
    }
    differing_anywhere(words, others, positions)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,popcnt")]
fn differing_wide(words: &[u32], others: &[u32], positions: &mut [u32]) -> usize {
    use std::arch::x86_64::*;
    let mut at = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let mut rest = positions;
    let len = rest.len();
    for (words, others) in words.chunks(SIXTEEN).zip(others.chunks(SIXTEEN)) {
        let bits = _mm512_cmpneq_epi32_mask(avx512::load(words), avx512::load(others));
        let found = _mm512_maskz_compress_epi32(bits, at);
        let place;
        (place, rest) = rest.split_at_mut(bits.count_ones() as usize);
        // SAFETY: lanes that are masked out are not written, and the slice has the others.
        unsafe {
            let lanes = avx512::first(place.len());
            _mm512_mask_storeu_epi32(place.as_mut_ptr().cast(), lanes, found);
        }
        at = _mm512_add_epi32(at, _mm512_set1_epi32(SIXTEEN as i32));
    }
    len - rest.len()
}

fn differing_anywhere(words: &[u32], others: &[u32], positions: &mut [u32]) -> usize {
    let mut count = 0;
    let mut start = 0;
    while start < words.len() {
        // Where fewer are left, some are looked at once more.
        let at = start.min(words.len().saturating_sub(SIXTEEN));
        let equal = match (words[at..].first_chunk(), others[at..].first_chunk()) {
            (Some(words), Some(others)) => equal(words, others),
            _ => equal_of_few(words, others),
        };
        let mut left = (!equal & ALL) >> (start - at);
        while left != 0 {
            positions[count] = start as u32 + left.trailing_zeros();
            count += 1;
            left &= left - 1;
        }
        start += SIXTEEN;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_is_found_once() {
        let mut differences = Differences::default();
        for len in 0..100 {
            let words: Vec<u32> = (0..len).collect();
            for modulus in 1..40 {
                let mut others = words.clone();
                let expected: Vec<u32> = (0..len).filter(|at| at * at % modulus == 2).collect();
                expected.iter().for_each(|&at| others[at as usize] += 1);
                assert_eq!(differences.find(&words, &others), expected, "{len} words");
                let mut positions = vec![0; len as usize];
                let count = differing_anywhere(&words, &others, &mut positions);
                assert_eq!(positions[..count], expected, "{len} words");
            }
        }
    }
}
