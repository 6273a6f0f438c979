//! Which states are of the next level, for reductions: a bit by handle.

use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};
use crate::store::{Attached, Flags, Handle};

/// Marks on the handles of the level that is collected, if anyone asks.
pub(super) struct Marks(Option<Flags>);

impl Marks {
    /// None. Without `asked` there never is one.
    pub(super) fn new(asked: bool, budget: Arc<Budget>) -> Self {
        Self(asked.then(|| Flags::new(budget)))
    }

    /// Whether anyone asks.
    pub(super) fn are_asked(&self) -> bool {
        self.0.is_some()
    }

    /// The state of `handle` was found.
    ///
    /// # Errors
    /// The memory is refused.
    #[inline(always)]
    pub(super) fn set(&mut self, handle: Handle) -> Result<(), OutOfMemory> {
        self.put(handle, true)
    }

    /// The level of these handles was collected to its end.
    ///
    /// # Errors
    /// The memory is refused.
    pub(super) fn clear<'h>(
        &mut self,
        mut handles: impl Iterator<Item = &'h Handle>,
    ) -> Result<(), OutOfMemory> {
        match self.0 {
            Some(_) => handles.try_for_each(|&handle| self.put(handle, false)),
            None => Ok(()),
        }
    }

    /// Whether the state of `handle` is of the level that is collected.
    #[inline(always)]
    pub(super) fn has(&self, handle: Handle) -> bool {
        self.0.as_ref().is_some_and(|flags| flags.get(handle))
    }

    #[inline(always)]
    fn put(&mut self, handle: Handle, value: bool) -> Result<(), OutOfMemory> {
        match &mut self.0 {
            Some(flags) => flags.set(handle, value),
            None => Ok(()),
        }
    }

    /// Has the store do what may change `handles`: it is given all of these, and who must hear of a
    /// change; those from `first` on are marked. `others` hangs on handles as well.
    pub(super) fn follow(
        &mut self,
        handles: &mut [Handle],
        first: usize,
        others: &mut dyn Attached,
        change: impl FnOnce(&mut [Handle], &mut dyn Attached) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut unmarking = Unmarking {
            marks: self,
            others,
            has_changed: false,
        };
        let changed = change(handles, &mut unmarking);
        if unmarking.has_changed {
            let mut marked = handles[first..].iter();
            marked.try_for_each(|&handle| self.set(handle))?;
        }
        changed
    }
}

/// What hangs on handles: the marks, and what others hang on them.
struct Unmarking<'w> {
    marks: &'w mut Marks,
    others: &'w mut dyn Attached,
    /// Handles have changed, and none is marked any more.
    has_changed: bool,
}

impl Attached for Unmarking<'_> {
    fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    fn unmark(&mut self, path: &[Handle]) -> Result<(), OutOfMemory> {
        self.has_changed = true;
        self.marks.clear(path.iter())
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
