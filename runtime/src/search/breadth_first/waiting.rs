//! The handles of the states that wait: for reductions, which ask whether a state is of the next
//! level, and for stores that give the words of a state back for a copy.

use std::collections::VecDeque;
use std::sync::Arc;

use super::marks::Marks;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge, OutOfMemory};
use crate::store::{Attached, Handle};

/// Handles, first in, first out. Stores want them in a row when they change them, so this is a
/// deque with a charge of its own, and not made of pages.
pub(super) struct WaitingHandles {
    handles: VecDeque<Handle>,
    /// How many of the first ones are of the level that is taken.
    current: usize,
    /// Those behind.
    next_level: Marks,
    /// For the handles.
    charge: Charge,
}

/// Handles to make room for at least.
const FIRST: usize = 1024;

impl WaitingHandles {
    /// None. Only if `marked` it can be asked [which level](Self::is_of_next_level) one is of.
    pub(super) fn new(marked: bool, budget: Arc<Budget>) -> Self {
        Self {
            handles: VecDeque::new(),
            current: 0,
            next_level: Marks::new(marked, budget.clone()),
            charge: Charge::none(budget, Account::Stack),
        }
    }

    /// The state of `handle` waits, of the next level.
    ///
    /// # Errors
    /// The memory is refused; only if they are marked has something changed.
    #[inline(always)]
    pub(super) fn push(&mut self, handle: Handle) -> Result<(), OutOfMemory> {
        if self.handles.len() == self.handles.capacity() {
            self.grow()?;
        }
        self.handles.push_back(handle);
        self.next_level.set(handle)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let Self {
            handles, charge, ..
        } = self;
        let more = FIRST.max(handles.capacity() / 8);
        let bytes = (more * size_of::<Handle>()) as u64;
        charge.take(bytes, || handles.try_reserve_exact(more))
    }

    /// All of the level were taken, and those that wait are of the one that is taken now.
    ///
    /// # Errors
    /// The memory is refused.
    pub(super) fn begin_level(&mut self) -> Result<(), OutOfMemory> {
        self.current = self.handles.len();
        self.next_level.clear(self.handles.iter())
    }

    /// The first state was taken out; gives its handle.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Handle> {
        self.current = self.current.saturating_sub(1);
        self.handles.pop_front()
    }

    /// Whether the state of `handle` is of the next level. They must be marked.
    pub(super) fn is_of_next_level(&self, handle: Handle) -> bool {
        self.next_level.has(handle)
    }

    /// Has the store do what may change handles: it is given all of these, and who must hear of a
    /// change; `others` hangs on handles as well.
    pub(super) fn follow(
        &mut self,
        others: &mut dyn Attached,
        change: impl FnOnce(&mut [Handle], &mut dyn Attached) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let handles = self.handles.make_contiguous();
        self.next_level
            .follow(handles, self.current, others, change)
    }
}
