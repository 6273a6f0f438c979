//! An array in chunks that never move: grows and shrinks at its end, is charged before it grows.

use std::sync::Arc;

use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};

/// About this many bytes are taken at once.
const CHUNK_BYTES: usize = 8 << 10;

/// `T`s from 0 on. Time: two loads an access.
pub(super) struct Chunks<T> {
    chunks: Vec<Box<[T]>>,
    budget: Arc<Budget>,
}

impl<T: Copy + Default> Chunks<T> {
    /// Elements of a chunk, a power of two.
    const LEN: usize = 1 << (CHUNK_BYTES / size_of::<T>()).ilog2();

    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            chunks: Vec::new(),
            budget,
        }
    }

    /// Makes room for the elements below `len`, new ones being the default.
    #[inline(always)]
    pub(super) fn reach(&mut self, len: usize) -> Result<(), OutOfMemory> {
        while self.chunks.len() * Self::LEN < len {
            self.grow()?;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let bytes = Self::chunk_bytes();
        self.budget.charge(Account::Tables, bytes)?;
        let mut chunk = Vec::new();
        let room = chunk.try_reserve_exact(Self::LEN);
        if room.is_err() || self.chunks.try_reserve(1).is_err() {
            self.budget.release(Account::Tables, bytes);
            let cause = OutOfMemoryCause::System;
            return Err(self.budget.refused(Account::Tables, bytes, cause));
        }
        chunk.resize(Self::LEN, T::default());
        self.chunks.push(chunk.into_boxed_slice());
        Ok(())
    }

    /// Gives back what is not needed for `len` elements, but for one chunk more, so that a length
    /// going up and down costs nothing.
    #[inline(always)]
    pub(super) fn shrink(&mut self, len: usize) {
        if self.chunks.len() * Self::LEN >= len + 2 * Self::LEN {
            self.chunks.pop();
            self.budget.release(Account::Tables, Self::chunk_bytes());
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> &T {
        &self.chunks[index / Self::LEN][index % Self::LEN]
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / Self::LEN][index % Self::LEN]
    }
}

impl<T> Chunks<T> {
    /// A chunk, what the allocator adds, and its place in the list of chunks, which may have been
    /// doubled just now.
    const fn chunk_bytes() -> u64 {
        let len = 1 << (CHUNK_BYTES / size_of::<T>()).ilog2();
        (len * size_of::<T>() + 16 + 3 * size_of::<Box<[T]>>()) as u64
    }
}

impl<T> Drop for Chunks<T> {
    fn drop(&mut self) {
        let bytes = self.chunks.len() as u64 * Self::chunk_bytes();
        self.budget.release(Account::Tables, bytes);
    }
}
