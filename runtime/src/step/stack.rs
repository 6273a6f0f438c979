//! The depth-first stack: a cursor for each state on the path but the last, charged to the budget
//! before it grows.

use std::sync::Arc;

use super::cursor::Cursor;
use crate::memory::{Account, Budget, Charged, OutOfMemory};

/// Frames of 16 bytes. With the undo log (8 bytes for each changed word) a level costs 20 to 40
/// bytes.
pub(crate) struct Stack {
    frames: Charged<Cursor>,
}

impl Stack {
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            frames: Charged::new(budget, Account::Stack),
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, frame: Cursor) -> Result<(), OutOfMemory> {
        self.frames.push(frame)
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Cursor> {
        self.frames.pop()
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    #[inline(always)]
    pub(crate) fn frames(&self) -> &[Cursor] {
        &self.frames
    }
}
