//! The states of a worker, level by level.

use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged};
use crate::store::{Handle, Insertion, Remapping, Store};

/// Handles in the order in which states were found, four bytes each, all kept: those of the last
/// level wait, and the others are looked through for the path to a violation.
pub(super) struct Levels {
    handles: Charged<Handle>,
    /// Where the handles of each level begin, the one that is collected last.
    starts: Vec<usize>,
    /// The next one that is taken.
    next: usize,
}

impl Levels {
    /// No state; the first ones are the initial level's.
    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            handles: Charged::new(budget, Account::Tables),
            starts: vec![0],
            next: 0,
        }
    }

    /// Looks a state up in the store; a new one is of the level that is collected. Says whether it
    /// was new.
    ///
    /// # Errors
    /// There is no memory.
    #[inline(always)]
    pub(super) fn insert<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        hash: u64,
        words: &[u32],
    ) -> Result<bool, Stop> {
        loop {
            match store.insert(hash, words) {
                Insertion::Full => self.grow(store, words.len())?,
                Insertion::Seen(_) => return Ok(false),
                Insertion::Fresh(handle) => {
                    self.handles.push(handle)?;
                    return Ok(true);
                }
            }
        }
    }

    /// The level that was collected is to be taken, and the next one is collected.
    pub(super) fn begin_level(&mut self) {
        debug_assert_eq!(self.next, self.starts[self.starts.len() - 1]);
        self.starts.push(self.handles.len());
    }

    /// States of the level that is collected, so far.
    pub(super) fn collected(&self) -> u64 {
        (self.handles.len() - self.starts[self.starts.len() - 1]) as u64
    }

    /// The next state of the level that is taken.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<Handle> {
        let end = self.starts[self.starts.len() - 1];
        let handle = (self.next < end).then(|| self.handles[self.next]);
        self.next += usize::from(handle.is_some());
        handle
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
        let remapping = &mut Remapping {
            path: &mut self.handles,
            attached: &mut (),
        };
        store.grow(words_len, Some(remapping))
    }
}
