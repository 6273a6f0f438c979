//! One number for a state, for stores that keep nothing else of it.

use rapidhash::v3::{RapidSecrets, rapidhash_v3_nano_inline};

/// A number that different states share as rarely as random ones would. The same on every machine.
#[inline]
pub(crate) fn fingerprint(words: &[u32]) -> u64 {
    const SECRETS: RapidSecrets = RapidSecrets::seed(0);
    let bytes: &[u8] = bytemuck::cast_slice(words);
    rapidhash_v3_nano_inline::<true, false>(bytes, &SECRETS)
}
