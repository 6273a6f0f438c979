//! One number for a state, for stores that keep nothing else of it.

use rapidhash::v3::{RapidSecrets, rapidhash_v3_nano_inline};

/// A number that different states share as rarely as random ones would. The same on every machine.
#[inline]
pub(crate) fn fingerprint(words: &[u32]) -> u64 {
    const SECRETS: RapidSecrets = RapidSecrets::seed(0);
    fingerprint_by(words, &SECRETS)
}

/// Another such number, by [secrets](secrets) of one's own.
#[inline]
pub(super) fn fingerprint_by(words: &[u32], secrets: &RapidSecrets) -> u64 {
    let bytes: &[u8] = bytemuck::cast_slice(words);
    rapidhash_v3_nano_inline::<true, false>(bytes, secrets)
}

/// Those of a seed; of 1, the default, they are those of [`fingerprint`].
pub(super) fn secrets(seed: u64) -> RapidSecrets {
    RapidSecrets::seed(seed.wrapping_sub(1))
}
