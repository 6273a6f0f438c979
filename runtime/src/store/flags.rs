//! A bit for each handle.

use std::sync::Arc;

use super::Handle;
use crate::memory::{Budget, Chunks, OutOfMemory};

/// Bits by handle, beside the store.
pub(crate) struct Flags {
    words: Chunks<u64>,
}

impl Flags {
    /// All clear.
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            words: Chunks::new(budget),
        }
    }

    /// Whether the bit is set.
    #[inline(always)]
    pub(crate) fn get(&self, handle: Handle) -> bool {
        let index = handle.index();
        self.words.value(index / 64) >> (index % 64) & 1 != 0
    }

    /// Sets or clears the bit.
    ///
    /// # Errors
    /// The memory is refused.
    #[inline(always)]
    pub(crate) fn set(&mut self, handle: Handle, value: bool) -> Result<(), OutOfMemory> {
        let index = handle.index();
        let word = self.words.slot(index / 64)?;
        let bit = 1 << (index % 64);
        *word = if value { *word | bit } else { *word & !bit };
        Ok(())
    }
}
