//! Sixteen words at a time, with AVX-512: one instruction says which are not zero, another moves
//! those to the front.
//!
//! Stores are masked, so that nothing behind a slice is touched. Compressing goes to a register and
//! not to memory, which takes some processors a hundred cycles.

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;

use crate::store::sixteen::SIXTEEN;

/// Whether the processor has what functions with `avx512f` and `popcnt` need.
#[inline(always)]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt")
}

/// The first lanes, this many.
#[inline(always)]
fn first(count: usize) -> __mmask16 {
    ((1u32 << count) - 1) as __mmask16
}

/// Up to sixteen words; behind them zeros. Nothing behind the slice is touched.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u32]) -> __m512i {
    let lanes = first(words.len());
    // SAFETY: lanes that are masked out are not read, and the slice has the others.
    unsafe { _mm512_maskz_loadu_epi32(lanes, words.as_ptr().cast()) }
}

/// Which of up to sixteen words are not zero, and those at the front.
#[inline]
#[target_feature(enable = "avx512f")]
fn compress(words: &[u32]) -> (__mmask16, __m512i) {
    let words = load(words);
    let bits = _mm512_test_epi32_mask(words, words);
    (bits, _mm512_maskz_compress_epi32(bits, words))
}

/// The half of a bitmap's word that is about the sixteen words at this place among sixteens.
#[inline(always)]
fn shift(sixteen: usize) -> u32 {
    (sixteen % 2 * SIXTEEN) as u32
}

#[target_feature(enable = "avx512f,popcnt")]
pub(super) fn write(words: &[u32], bitmap: &mut [u32], mut body: &mut [u32]) {
    bitmap.fill(0);
    for (sixteen, words) in words.chunks(SIXTEEN).enumerate() {
        let (bits, packed) = compress(words);
        bitmap[sixteen / 2] |= u32::from(bits) << shift(sixteen);
        let (place, rest) = body.split_at_mut(bits.count_ones() as usize);
        // SAFETY: lanes that are masked out are not written, and the slice has the others.
        unsafe {
            _mm512_mask_storeu_epi32(place.as_mut_ptr().cast(), first(place.len()), packed);
        }
        body = rest;
    }
}

#[target_feature(enable = "avx512f,popcnt")]
pub(super) fn is_of(bitmap: &[u32], mut body: &[u32], words: &[u32]) -> bool {
    // Hardly ever does a record that is compared differ, so all of it is looked at.
    let mut differences = 0;
    for (sixteen, words) in words.chunks(SIXTEEN).enumerate() {
        let (bits, packed) = compress(words);
        if (bitmap[sixteen / 2] >> shift(sixteen)) as __mmask16 != bits {
            return false;
        }
        let (stored, rest) = body.split_at(bits.count_ones() as usize);
        differences |= _mm512_cmpneq_epi32_mask(packed, load(stored));
        body = rest;
    }
    differences == 0
}
