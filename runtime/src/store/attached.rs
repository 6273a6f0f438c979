//! What hangs on handles outside the store, for remapping: the moments at which states get other
//! handles, when a store shrinks, and when one grows that keeps no names.

use std::sync::Arc;

use super::{Handle, HandleSet};
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged, OutOfMemory};
use crate::monitor::Task;

/// Arrays indexed by handle.
pub trait Attached {
    /// Whether nothing hangs on any handle.
    fn is_empty(&self) -> bool;

    /// The handles of these states may change: nothing says any more that they are on the path.
    ///
    /// # Errors
    /// There is no memory to note it.
    fn unmark(&mut self, path: &[Handle]) -> Result<(), OutOfMemory>;

    /// Makes room for handles below `bound`, so that [`put`](Self::put) need not.
    ///
    /// # Errors
    /// There is no memory.
    fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory>;

    /// What hangs on the handle of a state, which may be another state's next; 0 for nothing.
    fn lift(&self, handle: Handle) -> u32;

    /// Hangs it on the state's new handle.
    fn put(&mut self, handle: Handle, what: u32);

    /// Only these states are stored.
    fn keep(&mut self, stored: &mut dyn Iterator<Item = Handle>);

    /// States that must stay stored beside those of the path; [`put`](Self::put) keeps them up to
    /// date.
    fn live(&self) -> &[Handle] {
        &[]
    }

    /// Whether the search itself says when a state may be forgotten, and knows no other.
    fn releases(&self) -> bool {
        false
    }
}

/// Nothing.
impl Attached for () {
    fn is_empty(&self) -> bool {
        true
    }

    fn unmark(&mut self, _: &[Handle]) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn reserve(&mut self, _: usize) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn lift(&self, _: Handle) -> u32 {
        0
    }

    fn put(&mut self, _: Handle, _: u32) {}

    fn keep(&mut self, _: &mut dyn Iterator<Item = Handle>) {}
}

/// A remapping of handles: all that must follow when states get other ones.
pub struct Remapping<'a> {
    /// Handles of states that stay, in any order, some perhaps twice; changed in place.
    pub path: &'a mut [Handle],
    /// What hangs on these and all others.
    pub attached: &'a mut dyn Attached,
}

impl Remapping<'static> {
    /// No path, and nothing on any handle.
    pub fn of_nothing() -> Self {
        Self {
            path: &mut [],
            // No memory, as there is nothing in the box.
            attached: Box::leak(Box::new(())),
        }
    }
}

impl Remapping<'_> {
    /// All states get other handles: what hangs on those of `handles`, and the path, follow.
    /// `renamed` gives the new handle, below `bound`, of an old one; it is asked for all of
    /// `handles`, then for those of the path. Each time is a step of `task`, and each thing that is
    /// hung up again. On an error all is as before, unless it had to end at the last of that.
    ///
    /// # Errors
    /// There is no memory to note what hangs on them, `renamed` failed, or it had to end.
    pub fn carry_over(
        &mut self,
        handles: &HandleSet,
        bound: usize,
        budget: &Arc<Budget>,
        task: &mut Task,
        mut renamed: impl FnMut(Handle) -> Result<Handle, Stop>,
    ) -> Result<(), Stop> {
        self.attached.reserve(bound)?;
        let hangs = !self.attached.is_empty();
        let mut hanging = Charged::new(budget.clone(), Account::Tables);
        hanging.reserve_exact(if hangs { handles.iter().count() } else { 0 })?;
        for handle in handles.iter() {
            task.advance(1)?;
            let new = renamed(handle)?;
            if hangs {
                hanging.push((new, self.attached.lift(handle)))?;
            }
        }
        let path = self.path.iter().map(|&handle| {
            task.advance(1)?;
            renamed(handle)
        });
        let path: Vec<Handle> = path.collect::<Result<_, Stop>>()?;
        // No memory is refused from here on but by this, before it has done anything.
        self.attached.unmark(self.path)?;
        self.path.copy_from_slice(&path);
        for &(handle, what) in &*hanging {
            task.advance(1)?;
            self.attached.put(handle, what);
        }
        Ok(())
    }

    /// The states of the first handles have the second now; a handle may be the old one of one
    /// state and the new one of another.
    ///
    /// # Errors
    /// There is no memory for what hangs on them.
    pub fn rename(&mut self, renamed: &[(Handle, Handle)]) -> Result<(), Stop> {
        let olds = renamed.iter().map(|&(old, _)| old);
        let lifted: Vec<u32> = olds.map(|old| self.attached.lift(old)).collect();
        let hanging = renamed.iter().zip(&lifted).filter(|&(_, &what)| what != 0);
        let bound = hanging.map(|((_, new), _)| new.index() + 1).max();
        self.attached.reserve(bound.unwrap_or(0))?;
        for (&(_, new), what) in renamed.iter().zip(lifted) {
            self.attached.put(new, what);
        }
        Ok(())
    }
}
