//! The states of a worker, level by level.

use std::sync::Arc;

use super::super::marks::Marks;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged, OutOfMemory};
use crate::store::{Attached, Handle, Insertion, Remapping, Store};

/// Handles in the order in which states were found, four bytes each, all kept: those of the last
/// level wait, and the others are looked through for the path to a violation.
pub(super) struct Levels {
    handles: Charged<Handle>,
    /// Where the handles of each level begin, the one that is collected last.
    starts: Vec<usize>,
    /// Those of the level that is collected.
    next_level: Marks,
    /// The next one that is taken.
    next: usize,
}

/// What is known of a state that an edge has led to.
pub(super) struct LookedUp {
    pub(super) is_new: bool,
    pub(super) is_of_next_level: bool,
}

impl Levels {
    /// No state; the first ones are the initial level's. Those of the level that is collected are
    /// `marked`, or not.
    pub(super) fn new(marked: bool, budget: Arc<Budget>) -> Self {
        Self {
            handles: Charged::new(budget.clone(), Account::Tables),
            starts: vec![0],
            next_level: Marks::new(marked, budget),
            next: 0,
        }
    }

    /// Looks a state up in the store; a new one is of the level that is collected. Only if they are
    /// marked it is known of the others.
    ///
    /// # Errors
    /// There is no memory.
    #[inline(always)]
    pub(super) fn insert<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        hash: u64,
        words: &[u32],
    ) -> Result<LookedUp, Stop> {
        loop {
            match store.insert(hash, words) {
                Insertion::Full => self.grow(store, words.len())?,
                Insertion::Fresh(handle) => {
                    self.handles.push(handle)?;
                    self.next_level.set(handle)?;
                    return Ok(LookedUp {
                        is_new: true,
                        is_of_next_level: true,
                    });
                }
                Insertion::Seen(handle) => {
                    return Ok(LookedUp {
                        is_new: false,
                        is_of_next_level: self.next_level.has(handle),
                    });
                }
            }
        }
    }

    /// The level that was collected is to be taken, and the next one is collected.
    ///
    /// # Errors
    /// The memory is refused.
    pub(super) fn begin_level(&mut self) -> Result<(), OutOfMemory> {
        let collected = self.start();
        debug_assert_eq!(self.next, collected);
        self.starts.push(self.handles.len());
        self.next_level.clear(self.handles[collected..].iter())
    }

    /// Where the level that is collected begins.
    fn start(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// States of the level that is collected, so far.
    pub(super) fn collected(&self) -> u64 {
        (self.handles.len() - self.start()) as u64
    }

    /// The place of the next state of the level that is taken.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<usize> {
        let place = self.next;
        self.next += usize::from(place < self.start());
        (place < self.next).then_some(place)
    }

    /// What the state at a place has for a handle now.
    #[inline(always)]
    pub(super) fn handle(&self, place: usize) -> Handle {
        self.handles[place]
    }

    /// The states of a level that was collected to its end.
    pub(super) fn of(&self, level: usize) -> &[Handle] {
        match self.starts.get(level + 1) {
            Some(&end) => &self.handles[self.starts[level]..end],
            None => &[],
        }
    }

    /// Has the store grow, which may change handles.
    ///
    /// # Errors
    /// As [`Store::grow`].
    fn grow<S: Store + ?Sized>(&mut self, store: &mut S, words_len: usize) -> Result<(), Stop> {
        let start = self.start();
        let grow = |path: &mut [Handle], attached: &mut dyn Attached| {
            store.grow(words_len, Some(&mut Remapping { path, attached }))
        };
        let handles = &mut self.handles;
        self.next_level.follow(handles, start, &mut (), grow)
    }
}
