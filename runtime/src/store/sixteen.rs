//! Comparing words sixteen at a time, in a few instructions and without a branch: which of them are equal cannot be predicted, and a wrong guess costs more than all comparisons.

/// Words that are compared at once: a cache line.
pub(super) const SIXTEEN: usize = 16;

/// A bit for each of them.
const ALL: u32 = (1 << SIXTEEN) - 1;

/// A bit for each word that is equal, the first lowest.
#[inline(always)]
pub(super) fn equal(words: &[u32; SIXTEEN], others: &[u32; SIXTEEN]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        let [words, others] = [words, others].map(four::parts);
        four::equal(words, others)
    }
    #[cfg(not(target_arch = "x86_64"))]
    equal_of_few(words, others)
}

/// A bit for each word that is `value`, the first lowest.
#[inline(always)]
pub(super) fn equal_to(words: &[u32; SIXTEEN], value: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        four::equal(four::parts(words), four::all(value))
    }
    #[cfg(not(target_arch = "x86_64"))]
    equal_of_few(words, &[value; SIXTEEN])
}

/// Words in a register.
#[cfg(target_arch = "x86_64")]
const FOUR: usize = 4;

/// Four words in a register, four times.
#[cfg(target_arch = "x86_64")]
mod four {
    use std::arch::x86_64::*;

    use super::{FOUR, SIXTEEN};

    /// A bit for each of four words that is another, the first lowest.
    #[inline(always)]
    pub(super) fn unequal(words: &[u32; FOUR], others: &[u32; FOUR]) -> u32 {
        // SAFETY: four words are read from each, and every x86-64 processor has SSE2.
        unsafe {
            let [words, others] =
                [words, others].map(|words| _mm_loadu_si128(words.as_ptr().cast()));
            let equal = _mm_cmpeq_epi32(words, others);
            _mm_movemask_ps(_mm_castsi128_ps(equal)) as u32 ^ 0xf
        }
    }

    #[inline(always)]
    pub(super) fn parts(words: &[u32; SIXTEEN]) -> [__m128i; 4] {
        let words = words.as_ptr().cast::<__m128i>();
        // SAFETY: four words are read at a time, of 16, and every x86-64 processor has SSE2.
        [0, 1, 2, 3].map(|part| unsafe { _mm_loadu_si128(words.add(part)) })
    }

    #[inline(always)]
    pub(super) fn all(word: u32) -> [__m128i; 4] {
        // SAFETY: as above.
        [unsafe { _mm_set1_epi32(word as i32) }; 4]
    }

    #[inline(always)]
    pub(super) fn equal(words: [__m128i; 4], others: [__m128i; 4]) -> u32 {
        // SAFETY: as above.
        unsafe {
            let equal = |part: usize| _mm_cmpeq_epi32(words[part], others[part]);
            let first = _mm_packs_epi32(equal(0), equal(1));
            let second = _mm_packs_epi32(equal(2), equal(3));
            _mm_movemask_epi8(_mm_packs_epi16(first, second)) as u32
        }
    }
}

/// Calls `differs` with the position of each word that differs in two states of one length, until it gives false. Gives false if it did.
#[inline(always)]
pub(super) fn for_differences(
    words: &[u32],
    others: &[u32],
    mut differs: impl FnMut(usize) -> bool,
) -> bool {
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
            if !differs(start + left.trailing_zeros() as usize) {
                return false;
            }
            left &= left - 1;
        }
        start += SIXTEEN;
    }
    true
}

/// As [`equal`], of fewer words; those that are not there are equal.
#[inline(always)]
fn equal_of_few(words: &[u32], others: &[u32]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if words.len() >= FOUR {
        let mut bits = ALL;
        for start in (0..words.len()).step_by(FOUR) {
            // Where fewer are left, some are looked at once more.
            let at = start.min(words.len() - FOUR);
            if let (Some(words), Some(others)) =
                (words[at..].first_chunk(), others[at..].first_chunk())
            {
                bits &= !(four::unequal(words, others) << at);
            }
        }
        return bits;
    }
    let pairs = words.iter().zip(others).enumerate();
    pairs.fold(ALL, |bits, (at, (word, other))| {
        bits & !(u32::from(word != other) << at)
    })
}

/// A bit for each of the 32 words from `start` on that is there and not zero. There are [`SIXTEEN`] words at least.
#[inline(always)]
pub(super) fn nonzero(words: &[u32], start: usize) -> u32 {
    nonzero_of_sixteen(words, start) | nonzero_of_sixteen(words, start + SIXTEEN) << SIXTEEN
}

#[inline(always)]
fn nonzero_of_sixteen(words: &[u32], start: usize) -> u32 {
    // Where fewer are left, some are looked at once more.
    let at = start.min(words.len() - SIXTEEN);
    let Some(sixteen) = words[at..].first_chunk() else {
        return 0;
    };
    let bits = !equal_to(sixteen, 0) & ALL;
    bits.checked_shr((start - at) as u32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_is_found_once() {
        for len in 0..100 {
            let words: Vec<u32> = (0..len).collect();
            let mut others = words.clone();
            let expected: Vec<usize> = (0..len as usize).filter(|at| at * at % 7 == 2).collect();
            expected.iter().for_each(|&at| others[at] += 1);
            let mut found = Vec::new();
            let is_done = for_differences(&words, &others, |at| {
                found.push(at);
                true
            });
            assert!(is_done);
            assert_eq!(found, expected, "{len} words");
            let first = for_differences(&words, &others, |_| false);
            assert_eq!(first, expected.is_empty(), "it ends where it is told to");
        }
    }

    #[test]
    fn each_bit_is_that_of_its_word() {
        for len in SIXTEEN..100 {
            let words: Vec<u32> = (0..len as u32).map(|at| at * at % 3).collect();
            for start in (0..len).step_by(32) {
                let bits = nonzero(&words, start);
                for at in 0..32 {
                    let expected = words.get(start + at).is_some_and(|&word| word != 0);
                    assert_eq!(bits >> at & 1 == 1, expected, "{len} words, {start} + {at}");
                }
            }
        }
    }
}
