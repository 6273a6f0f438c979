//! The depth-first stack: a cursor for each state on the path but the last, charged to the budget before it grows.

use std::sync::Arc;

use super::charged::Charged;
use super::expand::Cursor;
use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};
use crate::state::State;

/// Frames of 16 bytes. With the undo log (8 bytes for each changed word) a level costs 20 to 40 bytes.
pub(super) struct Stack {
    frames: Charged<Cursor>,
    budget: Arc<Budget>,
    log_bytes: u64,
}

/// The log is charged in steps of this size.
const LOG_STEP_BYTES: u64 = 16 << 10;

impl Stack {
    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            frames: Charged::new(budget.clone()),
            budget,
            log_bytes: 0,
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

    /// Charges for the undo log as far as it is used, and sees to it that the next few thousand steps find room.
    pub(super) fn charge_log(&mut self, state: &mut State) -> Result<(), OutOfMemory> {
        let used = (state.log_bytes() as u64).next_multiple_of(LOG_STEP_BYTES);
        if used > self.log_bytes {
            self.budget.charge(Account::Stack, used - self.log_bytes)?;
            self.log_bytes = used;
        }
        if !state.reserve_log() {
            let cause = OutOfMemoryCause::System;
            return Err(self.budget.refused(Account::Stack, used, cause));
        }
        Ok(())
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        self.budget.release(Account::Stack, self.log_bytes);
    }
}
