//! The handles of the states that wait: for reductions, which ask whether a state was taken out,
//! and for stores that give the words of a state back for a copy.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge, OutOfMemory};
use crate::store::{Attached, Flags, Handle};

/// Handles, first in, first out, if asked for with a bit for each. Stores want them in a row when
/// they change them, so this is a deque with a charge of its own, and not made of pages.
pub(super) struct WaitingHandles {
    handles: VecDeque<Handle>,
    marks: Option<Flags>,
    /// For the handles.
    charge: Charge,
}

/// Handles to make room for at least.
const FIRST: usize = 1024;

impl WaitingHandles {
    /// None. Only if `marked` it can be asked whether it [contains](Self::contains) one.
    pub(super) fn new(marked: bool, budget: Arc<Budget>) -> Self {
        Self {
            handles: VecDeque::new(),
            marks: marked.then(|| Flags::new(budget.clone())),
            charge: Charge::none(budget, Account::Stack),
        }
    }

    /// The state of `handle` waits.
    ///
    /// # Errors
    /// The memory is refused; only if they are marked has something changed.
    #[inline(always)]
    pub(super) fn push(&mut self, handle: Handle) -> Result<(), OutOfMemory> {
        if self.handles.len() == self.handles.capacity() {
            self.grow()?;
        }
        self.handles.push_back(handle);
        mark(&mut self.marks, handle, true)
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

    /// The first state was taken out; gives its handle.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Result<Option<Handle>, OutOfMemory> {
        let first = self.handles.pop_front();
        if let Some(handle) = first {
            mark(&mut self.marks, handle, false)?;
        }
        Ok(first)
    }

    /// Whether the state of `handle` waits and is marked.
    pub(super) fn contains(&self, handle: Handle) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks.get(handle))
    }

    /// Has the store do what may change handles: it is given all of these, and who must hear of a
    /// change; `others` hangs on handles as well.
    pub(super) fn follow(
        &mut self,
        others: &mut dyn Attached,
        change: impl FnOnce(&mut [Handle], &mut dyn Attached) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut unmarking = Unmarking {
            marks: &mut self.marks,
            others,
            has_changed: false,
        };
        let changed = change(self.handles.make_contiguous(), &mut unmarking);
        if unmarking.has_changed {
            for &handle in &self.handles {
                mark(&mut self.marks, handle, true)?;
            }
        }
        changed
    }
}

#[inline(always)]
fn mark(marks: &mut Option<Flags>, handle: Handle, value: bool) -> Result<(), OutOfMemory> {
    match marks {
        Some(marks) => marks.set(handle, value),
        None => Ok(()),
    }
}

/// What hangs on handles: the marks of those in the queue, and what others hang on them.
struct Unmarking<'w> {
    marks: &'w mut Option<Flags>,
    others: &'w mut dyn Attached,
    /// Handles have changed, and those in the queue are not marked any more.
    has_changed: bool,
}

impl Attached for Unmarking<'_> {
    fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    fn unmark(&mut self, path: &[Handle]) -> Result<(), OutOfMemory> {
        self.has_changed = true;
        path.iter().try_for_each(|&it| mark(self.marks, it, false))
    }

    fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory> {
        self.others.reserve(bound)
    }

    fn lift(&self, handle: Handle) -> u32 {
        self.others.lift(handle)
    }

    fn put(&mut self, handle: Handle, what: u32) {
        self.others.put(handle, what);
    }

    fn keep(&mut self, stored: &mut dyn Iterator<Item = Handle>) {
        self.others.keep(stored);
    }
}
