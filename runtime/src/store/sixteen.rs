//! Comparing words sixteen at a time, in a few instructions and without a branch: which of them are
//! equal cannot be predicted, and a wrong guess costs more than all comparisons.

/// Words that are compared at once: a cache line.
pub(super) const SIXTEEN: usize = 16;

/// A bit for each of them.
pub(super) const ALL: u32 = (1 << SIXTEEN) - 1;

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

/// Whether the first seven of eight words are equal.
#[inline(always)]
pub(super) fn first_seven_equal(words: &[u32; 8], others: &[u32; 8]) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        four::unequal_of_eight(words, others) & 0x7f == 0
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        words[..7] == others[..7]
    }
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

    /// The same of eight.
    #[inline(always)]
    pub(super) fn unequal_of_eight(words: &[u32; 8], others: &[u32; 8]) -> u32 {
        let half = |at: usize| {
            let (words, others) = (words[at..].first_chunk(), others[at..].first_chunk());
            words
                .zip(others)
                .map_or(0, |(words, others)| unequal(words, others))
        };
        half(0) | half(FOUR) << FOUR
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

/// As [`equal`], of fewer words; those that are not there are equal.
#[inline(always)]
pub(super) fn equal_of_few(words: &[u32], others: &[u32]) -> u32 {
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

/// A bit for each of the 32 words from `start` on that is there and not zero. There are [`SIXTEEN`]
/// words at least.
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
