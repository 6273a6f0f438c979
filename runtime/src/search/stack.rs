//! The depth-first stack: a cursor for each state on the path but the last, charged to the budget
//! before it grows.

use std::sync::Arc;

use super::charged::Charged;
use super::expand::Cursor;
use crate::memory::{Budget, OutOfMemory};

/// Frames of 16 bytes. With the undo log (8 bytes for each changed word) a level costs 20 to 40
/// bytes.
pub(super) struct Stack {
    frames: Charged<Cursor>,
}

impl Stack {
    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            frames: Charged::new(budget),
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, frame: Cursor) -> Result<(), OutOfMemory> {
        self.frames.push(frame)
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Cursor> {
        self.frames.pop()
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    #[inline(always)]
    pub(super) fn frames(&self) -> &[Cursor] {
        &self.frames
    }
}
