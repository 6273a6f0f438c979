//! What the search for components knows of stored states by handle, and the states whose component
//! is not finished.

use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged, Chunks, OutOfMemory, OutOfMemoryCause};
use crate::store::{Attached, Handle};

/// On the path.
const ON_PATH: u32 = 1 << 31;

/// On no accepted cycle: its component is finished, or it lies at a rejecting place.
const DEAD: u32 = !ON_PATH;

/// Live states at most: a position is neither of both.
const LIVE_MAX: usize = DEAD as usize - 1;

/// What is known of a state: of a live one its position among them, from 1 on.
#[derive(Clone, Copy)]
pub(super) struct Number(u32);

impl Number {
    /// The position of a state, if it is live.
    #[inline(always)]
    pub(super) fn position(self) -> Option<u32> {
        let at = self.0 & !ON_PATH;
        (at != DEAD && at != 0).then_some(at)
    }

    /// Whether a state is on the path.
    #[inline(always)]
    pub(super) fn is_on_path(self) -> bool {
        self.0 & ON_PATH != 0
    }

    /// Whether a state may be forgotten: it is dead, and not on the path.
    #[inline(always)]
    pub(super) fn is_released(self) -> bool {
        self.0 == DEAD
    }
}

/// A [`Number`] for each state.
pub(super) struct Known {
    number: Chunks<u32>,
    /// The states of unfinished components, in the order of discovery.
    live: Charged<Handle>,
}

impl Known {
    pub(super) fn new(budget: &Arc<Budget>) -> Self {
        Self {
            number: Chunks::new(budget.clone()),
            live: Charged::new(budget.clone(), Account::Stack),
        }
    }

    /// A new state, the last on the path; gives its position among the live ones.
    ///
    /// # Errors
    /// The memory is refused, or there are [`LIVE_MAX`] live ones.
    #[inline(always)]
    pub(super) fn open(&mut self, handle: Handle) -> Result<u32, OutOfMemory> {
        if self.live.len() == LIVE_MAX {
            let (bytes, cause) = (size_of::<Handle>() as u64, OutOfMemoryCause::Capacity);
            return Err(self.live.charge().refused(bytes, cause));
        }
        self.live.push(handle)?;
        let at = self.live.len() as u32;
        *self.number.slot(handle.index())? = at | ON_PATH;
        Ok(at)
    }

    /// A new state at a rejecting place, the last on the path.
    #[inline(always)]
    pub(super) fn open_dead(&mut self, handle: Handle) -> Result<(), OutOfMemory> {
        *self.number.slot(handle.index())? = DEAD | ON_PATH;
        Ok(())
    }

    /// What is known of a state.
    #[inline(always)]
    pub(super) fn number(&self, handle: Handle) -> Number {
        Number(self.number.value(handle.index()))
    }

    /// The position of a state, if it is live.
    pub(super) fn position(&self, handle: Handle) -> Option<u32> {
        self.number(handle).position()
    }

    /// The live state at a position.
    pub(super) fn at(&self, position: u32) -> Handle {
        self.live[position as usize - 1]
    }

    /// The live states from a position on.
    pub(super) fn from(&self, position: u32) -> &[Handle] {
        &self.live[position as usize - 1..]
    }

    /// A state leaves the path.
    #[inline(always)]
    pub(super) fn leave(&mut self, handle: Handle) {
        *self.number.get_mut(handle.index()) &= !ON_PATH;
    }

    /// The component of the live states from a position on is finished: they are dead, and given to
    /// `release`.
    #[inline(always)]
    pub(super) fn finish(
        &mut self,
        from: u32,
        mut release: impl FnMut(Handle) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let from = from as usize - 1;
        for handle in &self.live[from..] {
            *self.number.get_mut(handle.index()) = DEAD;
            release(*handle)?;
        }
        self.live.truncate(from);
        Ok(())
    }
}

impl Attached for Known {
    fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    fn unmark(&mut self, _: &[Handle]) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory> {
        self.number.reach(bound)
    }

    fn lift(&self, handle: Handle) -> u32 {
        self.number.value(handle.index())
    }

    /// The list of live states follows.
    fn put(&mut self, handle: Handle, number: u32) {
        if number != self.number.value(handle.index()) {
            let slot = self.number.slot(handle.index());
            *slot.expect("room was reserved") = number;
        }
        if let Some(at) = Number(number).position() {
            self.live[at as usize - 1] = handle;
        }
    }

    fn keep(&mut self, _: &mut dyn Iterator<Item = Handle>) {}

    fn live(&self) -> &[Handle] {
        &self.live
    }

    fn releases(&self) -> bool {
        true
    }
}
