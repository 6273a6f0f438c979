//! An array in chunks that never move: for what is indexed, by handle above all, and must not lie
//! in memory twice while it grows.

use std::sync::Arc;

use super::{Account, Budget, Charge, OutOfMemory};

/// About this many bytes are taken at once.
const CHUNK_BYTES: usize = 8 << 10;

/// `T`s from 0 on, the default where nothing was set. Grows and shrinks at its end. Time: two loads
/// an access.
pub(crate) struct Chunks<T> {
    chunks: Vec<Box<[T]>>,
    charge: Charge,
}

impl<T: Copy + Default> Chunks<T> {
    /// Elements of a chunk, a power of two.
    const LEN: usize = 1 << (CHUNK_BYTES / size_of::<T>()).ilog2();

    /// A chunk, what the allocator adds, and its place in the list of chunks, which may have been
    /// doubled just now.
    const BYTES: u64 = (Self::LEN * size_of::<T>() + 16 + 3 * size_of::<Box<[T]>>()) as u64;

    /// None; charged to [`Account::Tables`].
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            chunks: Vec::new(),
            charge: Charge::none(budget, Account::Tables),
        }
    }

    /// Whether there is no element.
    pub(crate) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Makes room for the elements below `len`, new ones being the default.
    ///
    /// # Errors
    /// There is no memory; the array may have become longer.
    #[inline(always)]
    pub(crate) fn reach(&mut self, len: usize) -> Result<(), OutOfMemory> {
        while self.chunks.len() * Self::LEN < len {
            self.grow()?;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let Self { chunks, charge } = self;
        let mut chunk = charge.take(Self::BYTES, || {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(Self::LEN)?;
            chunks.try_reserve(1).map(|()| chunk)
        })?;
        chunk.resize(Self::LEN, T::default());
        chunks.push(chunk.into_boxed_slice());
        Ok(())
    }

    /// Gives back what is not needed for `len` elements, but for one chunk more, so that a length
    /// going up and down costs nothing.
    #[inline(always)]
    pub(crate) fn shrink(&mut self, len: usize) {
        if self.chunks.len() * Self::LEN >= len + 2 * Self::LEN {
            self.chunks.pop();
            self.charge.give_back(Self::BYTES);
        }
    }

    /// The element at an index that was reached.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> &T {
        &self.chunks[index / Self::LEN][index % Self::LEN]
    }

    /// As [`get`](Self::get), to be changed.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / Self::LEN][index % Self::LEN]
    }

    /// The element at any index, the default if it was not reached.
    #[inline(always)]
    pub(crate) fn value(&self, index: usize) -> T {
        match self.chunks.get(index / Self::LEN) {
            Some(chunk) => chunk[index % Self::LEN],
            None => T::default(),
        }
    }

    /// Reaches an index; gives its element, to be changed.
    ///
    /// # Errors
    /// As [`reach`](Self::reach).
    #[inline(always)]
    pub(crate) fn slot(&mut self, index: usize) -> Result<&mut T, OutOfMemory> {
        if index / Self::LEN >= self.chunks.len() {
            self.reach(index + 1)?;
        }
        Ok(self.get_mut(index))
    }

    /// Bytes charged.
    pub(crate) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is charged for a chunk at most.
    const LARGEST_CHUNK_BYTES: u64 = CHUNK_BYTES as u64 + 64;

    #[test]
    fn chunks_come_and_go_at_the_end() {
        let budget = Arc::new(Budget::new(10 * LARGEST_CHUNK_BYTES));
        let mut chunks = Chunks::<u32>::new(budget.clone());
        assert_eq!((chunks.value(5_000), chunks.is_empty()), (0, true));
        for index in 0..20_480 {
            *chunks.slot(index).expect("there is memory") = index as u32 + 1;
        }
        assert!(chunks.slot(20_480).is_err());
        assert!((0..20_480).all(|index| *chunks.get(index) == index as u32 + 1));
        assert_eq!(chunks.value(20_480), 0);
        assert_eq!(budget.used_bytes(), chunks.bytes());
        (0..20_480).rev().for_each(|len| chunks.shrink(len));
        assert_eq!(chunks.chunks.len(), 1, "one more than needed");
        drop(chunks);
        assert_eq!(budget.used_bytes(), 0);
    }
}
