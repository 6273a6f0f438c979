//! A vector that is charged to the budget before it grows.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::{Account, Budget, OutOfMemory, OutOfMemoryCause};

/// Elements on the search stack. Grows by an eighth: what is charged stays near to what is used.
pub(crate) struct Charged<T> {
    /// All that the budget has granted; those behind `len` are left over. So one comparison tells
    /// whether there is room, and where.
    items: Vec<T>,
    len: usize,
    budget: Arc<Budget>,
}

/// Elements to start with.
const FIRST: usize = 1024;

impl<T: Copy> Charged<T> {
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            items: Vec::new(),
            len: 0,
            budget,
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) -> Result<(), OutOfMemory> {
        match self.items.get_mut(self.len) {
            Some(place) => *place = item,
            None => self.grow(item)?,
        }
        self.len += 1;
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let last = self.len.wrapping_sub(1);
        let item = self.items.get(last).copied();
        if item.is_some() {
            self.len = last;
        }
        item
    }

    /// The last element.
    #[inline(always)]
    pub(crate) fn last(&self) -> Option<&T> {
        self.items.get(self.len.wrapping_sub(1))
    }

    /// The last element, to be changed.
    #[inline(always)]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.items.get_mut(self.len.wrapping_sub(1))
    }

    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = len.min(self.len);
    }

    /// An error for those who cannot number more elements.
    pub(crate) fn refused(&self) -> OutOfMemory {
        let cause = OutOfMemoryCause::Capacity;
        self.budget
            .refused(Account::Stack, size_of::<T>() as u64, cause)
    }

    /// Makes room, filled with `item`.
    #[cold]
    fn grow(&mut self, item: T) -> Result<(), OutOfMemory> {
        let more = FIRST.max(self.items.len() / 8);
        let bytes = (more * size_of::<T>()) as u64;
        self.budget.charge(Account::Stack, bytes)?;
        if self.items.try_reserve_exact(more).is_err() {
            self.budget.release(Account::Stack, bytes);
            let cause = OutOfMemoryCause::System;
            return Err(self.budget.refused(Account::Stack, bytes, cause));
        }
        self.items.resize(self.len + more, item);
        Ok(())
    }
}

impl<T> Deref for Charged<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T> DerefMut for Charged<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

impl<T> Drop for Charged<T> {
    fn drop(&mut self) {
        let bytes = (self.items.len() * size_of::<T>()) as u64;
        self.budget.release(Account::Stack, bytes);
    }
}
