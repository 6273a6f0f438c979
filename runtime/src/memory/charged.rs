//! A vector that is charged before it grows: for what lies in a row, and is pushed and popped at
//! its end.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::{Account, Budget, Charge, OutOfMemory};

/// Elements in a row. Grows by an eighth: what is charged stays near to what is used. What it has
/// it keeps until it is dropped, or [gives back](Self::remove_first) elements. While it grows the
/// system moves the pages of a large one; a small one is copied for a moment, which is not charged.
pub(crate) struct Charged<T> {
    items: Vec<T>,
    /// For the capacity.
    charge: Charge,
}

/// Elements to make room for at least.
const LEAST: usize = 16;

impl<T> Charged<T> {
    /// No element.
    pub(crate) fn new(budget: Arc<Budget>, account: Account) -> Self {
        Self {
            items: Vec::new(),
            charge: Charge::none(budget, account),
        }
    }

    /// Appends an element.
    ///
    /// # Errors
    /// There is no memory; all is as before.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) -> Result<(), OutOfMemory> {
        if self.items.len() == self.items.capacity() {
            return self.grow(item);
        }
        self.items.push(item);
        Ok(())
    }

    #[cold]
    fn grow(&mut self, item: T) -> Result<(), OutOfMemory> {
        self.reserve(1)?;
        self.items.push(item);
        Ok(())
    }

    /// Makes room for `more` elements at least.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub(crate) fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        if self.items.capacity() - self.items.len() >= more {
            return Ok(());
        }
        self.reserve_exact(more.max(LEAST).max(self.items.len() / 8))
    }

    /// Makes room for `more` elements, and for none beyond that.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub(crate) fn reserve_exact(&mut self, more: usize) -> Result<(), OutOfMemory> {
        let Self { items, charge } = self;
        let lacking = (items.len() + more).saturating_sub(items.capacity());
        let bytes = (lacking * size_of::<T>()) as u64;
        charge.take(bytes, || items.try_reserve_exact(more))
    }

    /// How many more there is room for.
    pub(crate) fn room(&self) -> usize {
        self.items.capacity() - self.items.len()
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Removes this many of the first elements, and gives back all memory that is not used then.
    pub(crate) fn remove_first(&mut self, count: usize) {
        let Self { items, charge } = self;
        let capacity = items.capacity();
        items.drain(..count);
        items.shrink_to_fit();
        charge.give_back(((capacity - items.capacity()) * size_of::<T>()) as u64);
    }

    /// What it has charged.
    pub(crate) fn charge(&self) -> &Charge {
        &self.charge
    }
}

impl<T: Clone> Charged<T> {
    /// Appends copies of an element, and makes room for these alone.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub(crate) fn extend_by(&mut self, more: usize, item: T) -> Result<(), OutOfMemory> {
        self.reserve_exact(more)?;
        self.items.resize(self.items.len() + more, item);
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

impl<T> DerefMut for Charged<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_charged_stays_near_to_what_is_used() {
        let budget = Arc::new(Budget::new(1 << 20));
        let mut stack = Charged::new(budget.clone(), Account::Stack);
        let mut pushed = 0_u64;
        while stack.push(pushed).is_ok() {
            pushed += 1;
            let used = 8 * pushed;
            assert!((used..=used.max(16 * 8) / 8 * 9 + 16 * 8).contains(&budget.used_bytes()));
            assert_eq!(budget.used_bytes(), 8 * stack.items.capacity() as u64);
        }
        assert!(stack.iter().copied().eq(0..pushed), "as before the refusal");
        let before = budget.used_bytes();
        assert_eq!((stack.pop(), stack.push(7)), (Some(pushed - 1), Ok(())));
        assert!(stack.reserve_exact(1 << 20).is_err());
        assert_eq!(budget.used_bytes(), before);
        stack.remove_first(pushed as usize - 100);
        assert_eq!(stack[..2], [pushed - 100, pushed - 99]);
        assert_eq!(budget.used_bytes(), 8 * stack.items.capacity() as u64);
        assert!(budget.used_bytes() < 8 * 200);
        drop(stack);
        assert_eq!(budget.used_bytes(), 0);
    }
}
