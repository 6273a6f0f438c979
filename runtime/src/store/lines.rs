//! Cache lines of zeroed memory that grow and shrink at the end and never move: the memory of
//! tables.
//!
//! A small table grows by small pages, of which only touched ones count; a larger one by whole
//! segments in huge pages.

use std::sync::Arc;

use super::arena::{Charge, HUGE_PAGE_BYTES, Region};
use crate::memory::{Account, Budget, OutOfMemory};

pub(super) const LINE_BYTES: usize = 64;
pub(super) const SEGMENT_LINES: usize = HUGE_PAGE_BYTES / LINE_BYTES;

/// Up to here a table is small.
pub(super) const SMALL_LINES: usize = 4 * SEGMENT_LINES;

/// A list of segments, the last one perhaps used in part.
pub(super) struct Lines {
    segments: Vec<Region>,
    len: usize,
    charge: Charge,
}

impl Lines {
    /// No line.
    pub(super) fn none(budget: Arc<Budget>, account: Account) -> Self {
        Self {
            segments: Vec::new(),
            len: 0,
            charge: Charge::none(budget, account),
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

    /// The address of a line, aligned to its size. It stays while the line is there.
    #[inline(always)]
    pub(super) fn at(&self, line: usize) -> *mut u8 {
        debug_assert!(line < self.len);
        let segment = &self.segments[line / SEGMENT_LINES];
        segment
            .start()
            .wrapping_add(line % SEGMENT_LINES * LINE_BYTES)
    }

    /// Appends lines of zeros; on an error all is as before.
    pub(super) fn append(&mut self, count: usize) -> Result<(), OutOfMemory> {
        let len = self.len + count;
        let bytes = (count * LINE_BYTES) as u64;
        self.charge.add(bytes)?;
        let kept = self.segments.len();
        while self.segments.len() * SEGMENT_LINES < len {
            match Region::map(self.charge.budget(), HUGE_PAGE_BYTES, len > SMALL_LINES) {
                Ok(segment) => self.segments.push(segment),
                Err(error) => {
                    self.segments.truncate(kept);
                    self.charge.give_back(bytes);
                    return Err(error);
                }
            }
        }
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
