//! Random replacement: `R`, and with strata `RS`, the default.

use std::sync::Arc;

use super::candidates::{Candidates, Places};
use super::replacement::Replacement;
use super::specification::EvictionOrder;
use super::strata::Strata;
use crate::memory::{Budget, Chunks, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

pub(super) fn replacement(
    order: &EvictionOrder,
    seed: u64,
    budget: &Arc<Budget>,
) -> Box<dyn Replacement> {
    Box::new(Strata::<Pool>::new(order, seed, budget))
}

/// A candidate, its place, and with strata its class.
pub(super) fn bytes_per_state(order: &EvictionOrder) -> u64 {
    4 + 4 + u64::from(order.stratified)
}

/// Candidates that are all alike: handles in no order; the place of each is its index.
pub(super) struct Pool {
    handles: Chunks<u32>,
    len: usize,
}

impl Pool {
    /// Candidates.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }
}

impl Candidates for Pool {
    type Priority = ();

    fn new(budget: Arc<Budget>) -> Self {
        Self {
            handles: Chunks::new(budget),
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, (): (), places: &mut Places) -> Result<(), OutOfMemory> {
        self.handles.reach(self.len + 1)?;
        *self.handles.get_mut(self.len) = handle;
        *places.get_mut(handle as usize) = self.len as u32;
        self.len += 1;
        Ok(())
    }

    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        self.len -= 1;
        let last = *self.handles.get(self.len);
        let place = *places.get(handle as usize);
        *places.get_mut(last as usize) = place;
        *self.handles.get_mut(place as usize) = last;
        self.handles.shrink(self.len);
    }

    #[inline(always)]
    fn least(&self) -> Option<((), u32)> {
        (self.len > 0).then_some(((), self.len as u32))
    }

    #[inline(always)]
    fn candidate(&self, number: u32) -> u32 {
        *self.handles.get(number as usize)
    }
}

impl Replacement for Strata<Pool> {
    fn enter(
        &mut self,
        Handle(handle): Handle,
        _: u64,
        depth: u32,
        _: Effect,
        _: u64,
    ) -> Result<(), OutOfMemory> {
        self.admit(handle, depth)
    }

    fn meet(&mut self, _: Handle, _: Effect) {}

    fn leave(&mut self, Handle(handle): Handle, _: u64) -> Result<(), OutOfMemory> {
        self.push(handle, ())
    }

    fn recall(&mut self, Handle(handle): Handle) {
        self.remove(handle);
    }

    fn forget(&mut self, Handle(handle): Handle) {
        self.remove(handle);
    }

    fn choose(&mut self) -> Option<Handle> {
        let chosen = self.draw()?;
        self.remove(chosen);
        Some(Handle(chosen))
    }
}
