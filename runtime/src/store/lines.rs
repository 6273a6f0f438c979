//! Cache lines of zeroed memory that grow and shrink at the end and never move: the memory of
//! tables.
//!
//! A small table grows by small pages, of which only touched ones count; a larger one by whole
//! segments in huge pages. So more is mapped than charged, and a line must be aligned to its size:
//! neither is so of [`Chunks`](crate::memory::Chunks).

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use bytemuck::Pod;
use memmap2::MmapRaw;

use super::prefetch::prefetch;
use crate::memory::{Account, Budget, Charge, HUGE_PAGE_BYTES, OutOfMemory, zeroed_pages};

pub(super) const LINE_BYTES: usize = 64;
pub(super) const SEGMENT_LINES: usize = HUGE_PAGE_BYTES / LINE_BYTES;

/// Up to here a table is small.
pub(super) const SMALL_LINES: usize = 4 * SEGMENT_LINES;

/// A list of segments, the last one perhaps used in part; each line holds an `L`.
pub(super) struct Lines<L> {
    segments: Vec<MmapRaw>,
    len: usize,
    charge: Charge,
    of: PhantomData<L>,
}

impl<L: Pod> Lines<L> {
    /// No line.
    pub(super) fn none(budget: Arc<Budget>, account: Account) -> Self {
        Self {
            segments: Vec::new(),
            len: 0,
            charge: Charge::none(budget, account),
            of: PhantomData,
        }
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes charged.
    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// Where the memory comes from.
    pub(super) fn budget(&self) -> &Arc<Budget> {
        self.charge.budget()
    }

    /// What a line holds.
    #[inline(always)]
    pub(super) fn get(&self, line: usize) -> &L {
        const { assert!(size_of::<L>() == LINE_BYTES && align_of::<L>() <= LINE_BYTES) };
        // SAFETY: the address is that of mapped memory of this size, aligned to it, that was zeroed
        // and stays while the lines are borrowed; any bytes are an `L`; and it is written through
        // `get_mut` only, which borrows the lines for that alone.
        unsafe { &*self.at(line).cast() }
    }

    /// As [`get`](Self::get), to be changed.
    #[inline(always)]
    pub(super) fn get_mut(&mut self, line: usize) -> &mut L {
        const { assert!(size_of::<L>() == LINE_BYTES && align_of::<L>() <= LINE_BYTES) };
        // SAFETY: as in `get`.
        unsafe { &mut *self.at(line).cast() }
    }

    /// Starts to bring a line near.
    #[inline(always)]
    pub(super) fn prefetch(&self, line: usize) {
        prefetch(self.at(line));
    }

    /// The address of a line, aligned to its size. It stays while the line is there.
    #[inline(always)]
    fn at(&self, line: usize) -> *mut u8 {
        debug_assert!(line < self.len);
        let segment = self.segments[line / SEGMENT_LINES].as_mut_ptr();
        segment.wrapping_add(line % SEGMENT_LINES * LINE_BYTES)
    }

    /// Appends lines of zeros; on an error all is as before.
    pub(super) fn append(&mut self, count: usize) -> Result<(), OutOfMemory> {
        let len = self.len + count;
        let Self {
            segments, charge, ..
        } = self;
        let more = len.div_ceil(SEGMENT_LINES).saturating_sub(segments.len());
        let segment = |_| zeroed_pages(HUGE_PAGE_BYTES, len > SMALL_LINES).map(MmapRaw::from);
        let mapped: Vec<MmapRaw> = charge.take((count * LINE_BYTES) as u64, || {
            (0..more).map(segment).collect::<io::Result<_>>()
        })?;
        segments.extend(mapped);
        self.len = len;
        Ok(())
    }

    /// Gives the lines from `len` on back. They must hold zeros, or end where a segment does.
    pub(super) fn truncate(&mut self, len: usize) {
        let bytes = ((self.len - len) * LINE_BYTES) as u64;
        self.len = len;
        self.segments.truncate(len.div_ceil(SEGMENT_LINES));
        self.charge.give_back(bytes);
    }
}
