//! Zeroed memory from the system, charged before it is taken.

use std::sync::Arc;

use memmap2::MmapMut;

use crate::memory::{Account, Budget, Charge, HUGE_PAGE_BYTES, OutOfMemory, zeroed_pages};

/// Bytes of the smallest page of memory.
const PAGE_BYTES: u64 = 4096;

/// Some pages of memory.
pub(super) struct Pages {
    map: MmapMut,
    _charge: Charge,
}

impl Pages {
    /// At least this many bytes, all zero.
    pub(super) fn new(bytes: u64, budget: &Arc<Budget>) -> Result<Self, OutOfMemory> {
        let bytes = bytes.max(1).next_multiple_of(PAGE_BYTES);
        let mut charge = Charge::none(budget.clone(), Account::Store);
        let huge = bytes >= HUGE_PAGE_BYTES as u64;
        let map = charge.take(bytes, || zeroed_pages(bytes as usize, huge))?;
        Ok(Self {
            map,
            _charge: charge,
        })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.map.len() as u64
    }

    /// As numbers.
    #[inline(always)]
    pub(super) fn of<T: bytemuck::Pod>(&self) -> &[T] {
        bytemuck::cast_slice(&self.map)
    }

    /// As [`of`](Self::of), to be changed.
    #[inline(always)]
    pub(super) fn of_mut<T: bytemuck::Pod>(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.map)
    }
}
