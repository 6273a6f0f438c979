//! What is done with sixteen words at a time where the processor has AVX-512, which is found out
//! when the analyzer runs.

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;

/// Whether the processor has what functions with `avx512f` and `popcnt` need.
#[inline(always)]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt")
}

/// The first lanes, this many.
#[inline(always)]
pub(super) fn first(count: usize) -> __mmask16 {
    ((1u32 << count) - 1) as __mmask16
}

/// Up to sixteen words; behind them zeros. Nothing behind the slice is touched.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(words: &[u32]) -> __m512i {
    let lanes = first(words.len());
    // SAFETY: lanes that are masked out are not read, and the slice has the others.
    unsafe { _mm512_maskz_loadu_epi32(lanes, words.as_ptr().cast()) }
}
