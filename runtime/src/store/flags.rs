//! What a search knows about stored states: an array indexed by handle, outside of the store.
//!
//! It grows by chunks that never move, charged before they are made, so that there is no moment at
//! which it exists twice.

use std::sync::Arc;

use super::Handle;
use crate::memory::{Account, Budget, OutOfMemory};

const CHUNK: usize = 1 << 12;

/// A `T` for each handle, the default where nothing was set. Time: two loads an access.
pub struct Attributes<T> {
    chunks: Vec<Box<[T]>>,
    budget: Arc<Budget>,
}

impl<T: Copy + Default> Attributes<T> {
    /// Nothing set.
    pub fn new(budget: Arc<Budget>) -> Self {
        Self {
            chunks: Vec::new(),
            budget,
        }
    }

    /// Whether nothing was ever set.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The value at `index`, a handle or a part of it.
    #[inline(always)]
    pub fn get(&self, index: usize) -> T {
        match self.chunks.get(index / CHUNK) {
            Some(chunk) => chunk[index % CHUNK],
            None => T::default(),
        }
    }

    /// The place at `index`, to be changed.
    ///
    /// # Errors
    /// The budget refuses the memory.
    #[inline(always)]
    pub fn slot(&mut self, index: usize) -> Result<&mut T, OutOfMemory> {
        let chunk = index / CHUNK;
        if chunk >= self.chunks.len() {
            self.grow(chunk)?;
        }
        Ok(&mut self.chunks[chunk][index % CHUNK])
    }

    #[cold]
    fn grow(&mut self, chunk: usize) -> Result<(), OutOfMemory> {
        while self.chunks.len() <= chunk {
            self.budget.charge(Account::Tables, Self::chunk_bytes())?;
            let values = vec![T::default(); CHUNK].into_boxed_slice();
            self.chunks.push(values);
        }
        Ok(())
    }

    /// Bytes charged.
    pub fn bytes(&self) -> u64 {
        Self::chunk_bytes() * self.chunks.len() as u64
    }
}

impl<T> Attributes<T> {
    fn chunk_bytes() -> u64 {
        (CHUNK * size_of::<T>() + size_of::<Box<[T]>>()) as u64
    }
}

impl<T> Drop for Attributes<T> {
    fn drop(&mut self) {
        let bytes = Self::chunk_bytes() * self.chunks.len() as u64;
        self.budget.release(Account::Tables, bytes);
    }
}

/// A bit for each handle.
pub struct Flags {
    words: Attributes<u64>,
}

impl Flags {
    /// All clear.
    pub fn new(budget: Arc<Budget>) -> Self {
        Self {
            words: Attributes::new(budget),
        }
    }

    /// Whether the bit is set.
    #[inline(always)]
    pub fn get(&self, handle: Handle) -> bool {
        let index = handle.index();
        self.words.get(index / 64) >> (index % 64) & 1 != 0
    }

    /// Sets or clears the bit.
    ///
    /// # Errors
    /// The budget refuses the memory.
    #[inline(always)]
    pub fn set(&mut self, handle: Handle, value: bool) -> Result<(), OutOfMemory> {
        let index = handle.index();
        let word = self.words.slot(index / 64)?;
        let bit = 1 << (index % 64);
        *word = if value { *word | bit } else { *word & !bit };
        Ok(())
    }
}
