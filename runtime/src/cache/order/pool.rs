//! Candidates that are all alike.

use std::sync::Arc;

use super::{Candidates, Chunks, Places};
use crate::memory::{Budget, OutOfMemory};

/// Handles in no order; the place of each is its index.
pub(crate) struct Pool {
    handles: Chunks<u32>,
    len: usize,
}

impl Pool {
    /// Candidates.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }
}

impl Candidates for Pool {
    /// Always 0.
    type Priority = u32;

    fn new(budget: Arc<Budget>, _: bool) -> Self {
        Self {
            handles: Chunks::new(budget),
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, _: u32, places: &mut Places) -> Result<(), OutOfMemory> {
        self.handles.reach(self.len + 1)?;
        *self.handles.get_mut(self.len) = handle;
        *places.get_mut(handle as usize) = self.len as u32;
        self.len += 1;
        Ok(())
    }

    #[inline(always)]
    fn least(&self) -> Option<(u32, u32)> {
        (self.len > 0).then_some((0, self.len as u32))
    }

    #[inline(always)]
    fn candidate(&self, number: u32) -> u32 {
        *self.handles.get(number as usize)
    }

    #[inline(always)]
    fn take(&mut self, number: u32, places: &mut Places) -> u32 {
        self.len -= 1;
        let last = *self.handles.get(self.len);
        *places.get_mut(last as usize) = number;
        let taken = std::mem::replace(self.handles.get_mut(number as usize), last);
        self.handles.shrink(self.len);
        taken
    }

    fn bytes(&self) -> u64 {
        self.handles.bytes()
    }
}
