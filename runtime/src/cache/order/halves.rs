//! Candidates of two ranks, alike within each.

use std::sync::Arc;

use super::{Candidates, Chunks, Places};
use crate::memory::{Budget, OutOfMemory};

/// The least key of the second rank.
const SECOND: u32 = 2;

/// Handles, the first rank before the second, else in no order; the place of each is its index.
pub(crate) struct Halves {
    handles: Chunks<u32>,
    /// Candidates of the first rank.
    firsts: usize,
    len: usize,
}

impl Halves {
    #[inline(always)]
    fn put(&mut self, index: usize, handle: u32, places: &mut Places) {
        *self.handles.get_mut(index) = handle;
        *places.get_mut(handle as usize) = index as u32;
    }

    /// Moves one candidate, if there is one at `from`.
    #[inline(always)]
    fn shift(&mut self, from: usize, to: usize, places: &mut Places) {
        if from != to {
            self.put(to, *self.handles.get(from), places);
        }
    }
}

impl Candidates for Halves {
    /// Of each rank the least.
    type Key = u32;

    fn new(budget: Arc<Budget>, _: bool) -> Self {
        Self {
            handles: Chunks::new(budget),
            firsts: 0,
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, key: u32, places: &mut Places) -> Result<(), OutOfMemory> {
        self.handles.reach(self.len + 1)?;
        let mut index = self.len;
        if key < SECOND {
            self.shift(self.firsts, index, places);
            index = self.firsts;
            self.firsts += 1;
        }
        self.put(index, handle, places);
        self.len += 1;
        Ok(())
    }

    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        let index = *places.get(handle as usize);
        self.take(index, places);
    }

    #[inline(always)]
    fn least(&self) -> Option<(u32, u32)> {
        match self.firsts {
            0 => (self.len > 0).then_some((SECOND, self.len as u32)),
            firsts => Some((0, firsts as u32)),
        }
    }

    #[inline(always)]
    fn candidate(&self, number: u32) -> u32 {
        *self.handles.get(number as usize)
    }

    #[inline(always)]
    fn take(&mut self, number: u32, places: &mut Places) -> u32 {
        let mut gap = number as usize;
        let taken = self.candidate(number);
        if gap < self.firsts {
            self.firsts -= 1;
            self.shift(self.firsts, gap, places);
            gap = self.firsts;
        }
        self.len -= 1;
        self.shift(self.len, gap, places);
        self.handles.shrink(self.len);
        taken
    }

    fn key(&self, handle: u32, places: &Places) -> u32 {
        match (*places.get(handle as usize) as usize) < self.firsts {
            true => 0,
            false => SECOND,
        }
    }

    fn bytes(&self) -> u64 {
        self.handles.bytes()
    }
}
