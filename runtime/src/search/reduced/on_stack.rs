//! Which states are on the path.
//!
//! The obvious way sets a bit when a state is opened and clears it when it is left. Only the
//! proviso reads it, and in many models that is rare. So the path is marked when the proviso is
//! evaluated, from where the marks end, and what was never marked need not be cleared.

use std::sync::Arc;

use crate::memory::{Budget, OutOfMemory};
use crate::store::{Flags, Handle};

/// A bit for each handle. Time: constant for each state on the path, once.
pub(super) struct OnStack {
    marks: Flags,
    /// Of the path, the states that are marked.
    marked: usize,
}

impl OnStack {
    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            marks: Flags::new(budget),
            marked: 0,
        }
    }

    /// Marks the whole path, so that [`OnStack::contains`] can answer.
    #[inline(always)]
    pub(super) fn mark(&mut self, path: &[Handle]) -> Result<(), OutOfMemory> {
        for &handle in &path[self.marked..] {
            self.marks.set(handle, true)?;
            self.marked += 1;
        }
        Ok(())
    }

    /// Whether the path that was marked contains a state.
    #[inline(always)]
    pub(super) fn contains(&self, handle: Handle) -> bool {
        self.marks.get(handle)
    }

    /// The last state has left the path, on which `len` are left.
    #[inline(always)]
    pub(super) fn leave(&mut self, handle: Handle, len: usize) -> Result<(), OutOfMemory> {
        if self.marked > len {
            self.marks.set(handle, false)?;
            self.marked = len;
        }
        Ok(())
    }

    /// Handles on the path are about to change: none is marked.
    pub(super) fn unmark(&mut self, path: &[Handle]) -> Result<(), OutOfMemory> {
        for &handle in &path[..self.marked] {
            self.marks.set(handle, false)?;
        }
        self.marked = 0;
        Ok(())
    }
}
