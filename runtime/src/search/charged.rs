//! A vector that is charged to the budget before it grows.

use std::ops::Deref;
use std::sync::Arc;

use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};

/// Elements on the search stack. Grows by an eighth: what is charged stays near to what is used.
pub(crate) struct Charged<T> {
    items: Vec<T>,
    /// What the budget has granted, in elements: the capacity, if the allocator does not give more than it is asked for.
    granted: usize,
    budget: Arc<Budget>,
}

/// Elements to start with.
const FIRST: usize = 1024;

impl<T> Charged<T> {
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            items: Vec::new(),
            granted: 0,
            budget,
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) -> Result<(), OutOfMemory> {
        // The question that `Vec::push` asks too, so that it is asked once.
        if self.items.len() == self.items.capacity() {
            self.grow()?;
        }
        self.items.push(item);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    #[inline(always)]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }

    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// The elements from `start` on, to be changed.
    pub(crate) fn tail_mut(&mut self, start: usize) -> &mut [T] {
        &mut self.items[start..]
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let more = FIRST.max(self.granted / 8);
        let bytes = (more * size_of::<T>()) as u64;
        self.budget.charge(Account::Stack, bytes)?;
        if self.items.try_reserve_exact(more).is_err() {
            self.budget.release(Account::Stack, bytes);
            let cause = OutOfMemoryCause::System;
            return Err(self.budget.refused(Account::Stack, bytes, cause));
        }
        self.granted += more;
        Ok(())
    }
}

impl<T> Deref for Charged<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> Drop for Charged<T> {
    fn drop(&mut self) {
        let bytes = (self.granted * size_of::<T>()) as u64;
        self.budget.release(Account::Stack, bytes);
    }
}
