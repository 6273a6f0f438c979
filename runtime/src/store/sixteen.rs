//! Comparing words sixteen at a time, in a few instructions and without a branch: which of them are
//! equal cannot be predicted, and a wrong guess costs more than all comparisons.

/// Words that are compared at once: a cache line.
pub(super) const SIXTEEN: usize = 16;

/// A bit for each of them.
const ALL: u32 = (1 << SIXTEEN) - 1;

/// A bit for each word that is `value`, the first lowest.
#[inline(always)]
pub(super) fn equal_to(words: &[u32; SIXTEEN], value: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: four words are read at a time, of 16, and every x86-64 processor has SSE2.
    unsafe {
        use std::arch::x86_64::*;
        let value = _mm_set1_epi32(value as i32);
        let equal = |part: usize| {
            let four = words.as_ptr().cast::<__m128i>().add(part);
            _mm_cmpeq_epi32(_mm_loadu_si128(four), value)
        };
        let first = _mm_packs_epi32(equal(0), equal(1));
        let second = _mm_packs_epi32(equal(2), equal(3));
        _mm_movemask_epi8(_mm_packs_epi16(first, second)) as u32
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let words = words.iter().enumerate();
        words.fold(0, |bits, (at, &word)| bits | u32::from(word == value) << at)
    }
}

/// A bit for each half of a word that is `value`, the lower half of the first lowest.
#[inline(always)]
pub(super) fn equal_halves(words: &[u32; SIXTEEN], value: u16) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: four words are read at a time, of 16, and every x86-64 processor has SSE2.
    unsafe {
        use std::arch::x86_64::*;
        let value = _mm_set1_epi16(value as i16);
        let equal = |part: usize| {
            let four = words.as_ptr().cast::<__m128i>().add(part);
            _mm_cmpeq_epi16(_mm_loadu_si128(four), value)
        };
        let bits = |first, second| _mm_movemask_epi8(_mm_packs_epi16(first, second)) as u32;
        bits(equal(0), equal(1)) | bits(equal(2), equal(3)) << SIXTEEN
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let halves = words
            .iter()
            .flat_map(|&word| [word as u16, (word >> 16) as u16]);
        let halves = halves.enumerate();
        halves.fold(0, |bits, (at, half)| bits | u32::from(half == value) << at)
    }
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
    fn each_bit_is_that_of_its_half() {
        let halves: [u16; 2 * SIXTEEN] = std::array::from_fn(|at| (at * at % 7 * 9_999) as u16);
        let words = std::array::from_fn(|at| {
            u32::from(halves[2 * at]) | u32::from(halves[2 * at + 1]) << 16
        });
        for value in halves {
            let bits = equal_halves(&words, value);
            for (at, half) in halves.into_iter().enumerate() {
                assert_eq!(bits >> at & 1 == 1, half == value, "{at}");
            }
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
