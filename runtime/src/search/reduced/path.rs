//! What the reduced search knows of stored states by handle, and what it wants of their edges.

use super::on_stack::OnStack;
use crate::memory::OutOfMemory;
use crate::model::TransitionId;
use crate::reduce::{Opened, Sleep, Sleeper};
use crate::step::{Decision, Move, Selection};
use crate::store::{Attached, Handle};

/// What the search knows of states by handle.
pub(super) struct OnHandles {
    pub(super) on_stack: OnStack,
    pub(super) sleep: Option<Sleep>,
}

impl Attached for OnHandles {
    fn is_empty(&self) -> bool {
        self.sleep.as_ref().is_none_or(Sleep::knows_nothing)
    }

    fn unmark(&mut self, path: &[Handle]) -> Result<(), OutOfMemory> {
        self.on_stack.unmark(path)
    }

    fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory> {
        let sleep = self.sleep.as_mut();
        sleep.map_or(Ok(()), |sleep| sleep.reserve(bound))
    }

    fn lift(&self, handle: Handle) -> u32 {
        self.sleep.as_ref().map_or(0, |sleep| sleep.set_of(handle))
    }

    fn put(&mut self, handle: Handle, set: u32) {
        if let Some(sleep) = &mut self.sleep {
            sleep.put(handle, set);
        }
    }

    fn keep(&mut self, stored: &mut dyn Iterator<Item = Handle>) {
        if let Some(sleep) = &mut self.sleep {
            sleep.keep(stored);
        }
    }
}

/// The edges that are awake.
pub(super) struct Awake<'s> {
    /// Not to be executed; of a state opened again, the only ones to be executed.
    sleepers: &'s [Sleeper],
    reopened: bool,
}

impl<'s> Awake<'s> {
    #[inline(always)]
    pub(super) fn of(opened: &Opened, sleep: &'s Sleep) -> Self {
        Self {
            sleepers: sleep.asleep(),
            reopened: opened.is_reopened(),
        }
    }
}

impl Selection for Awake<'_> {
    const CHOOSES: bool = true;

    #[inline(always)]
    fn transition(&self, pid: u8, transition: TransitionId) -> Decision {
        let mut own = self.sleepers.iter();
        if self.reopened {
            return match own.any(|it| it.begins_with(pid, transition)) {
                true => Decision::Execute,
                false => Decision::Ignore,
            };
        }
        match own.any(|it| it.is_alone() && it.begins_with(pid, transition)) {
            true => Decision::Asleep,
            false => Decision::Execute,
        }
    }

    #[inline(always)]
    fn handshake(&self, edge: &Move) -> Decision {
        match (self.sleepers.contains(&Sleeper::new(edge)), self.reopened) {
            (true, false) => Decision::Asleep,
            (true, true) | (false, false) => Decision::Execute,
            (false, true) => Decision::Ignore,
        }
    }
}
