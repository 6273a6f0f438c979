//! Type-oriented replacement (Godefroid, Holzmann, Pirottin 1995, section 5): states that are the
//! targets of jumps are met again more often than others.
//!
//! A state is tagged with the least kind of the transitions that led to it. Of some candidates,
//! drawn at random, the first of the highest kind is replaced. The paper leaves their number open;
//! here it is 20.

use std::sync::Arc;

use crate::cache::numbers::{RandomNumbers, below};
use crate::cache::replacement::Replacement;
use crate::memory::{Budget, Chunks, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

const DRAWS: usize = 20;
/// The place of a state that is no candidate is its tag above this.
const NO_CANDIDATE: u32 = u32::MAX - 7;

pub(super) struct TypeOriented {
    /// The candidates in no order, and beside them their tags: what is drawn is compared without a
    /// look at anything else.
    handles: Chunks<u32>,
    tags: Chunks<u8>,
    len: usize,
    /// For each stored state its index among the candidates, or its tag.
    places: Chunks<u32>,
    /// The state that was put on the path again.
    recalled: Option<u32>,
    numbers: RandomNumbers,
}

impl TypeOriented {
    /// A candidate, its tag, its place.
    pub(super) const BYTES_PER_STATE: u64 = 4 + 1 + 4;

    pub(super) fn new(seed: u64, budget: &Arc<Budget>) -> Self {
        Self {
            handles: Chunks::new(budget.clone()),
            tags: Chunks::new(budget.clone()),
            len: 0,
            places: Chunks::new(budget.clone()),
            recalled: None,
            numbers: RandomNumbers(seed),
        }
    }

    /// Removes a candidate; returns it and its tag.
    fn take(&mut self, index: usize) -> (u32, u8) {
        let taken = (*self.handles.get(index), *self.tags.get(index));
        self.len -= 1;
        let last = *self.handles.get(self.len);
        *self.handles.get_mut(index) = last;
        *self.tags.get_mut(index) = *self.tags.get(self.len);
        *self.places.get_mut(last as usize) = index as u32;
        self.handles.shrink(self.len);
        self.tags.shrink(self.len);
        taken
    }
}

impl Replacement for TypeOriented {
    fn enter(
        &mut self,
        Handle(handle): Handle,
        _: u64,
        _: u32,
        arrival: Effect,
        _: u64,
    ) -> Result<(), OutOfMemory> {
        self.places.reach(handle as usize + 1)?;
        if self.recalled.take() == Some(handle) {
            self.meet(Handle(handle), arrival);
            return Ok(());
        }
        *self.places.get_mut(handle as usize) = NO_CANDIDATE + arrival as u32;
        Ok(())
    }

    fn meet(&mut self, Handle(handle): Handle, arrival: Effect) {
        let place = self.places.get_mut(handle as usize);
        if *place >= NO_CANDIDATE {
            *place = (*place).min(NO_CANDIDATE + arrival as u32);
        } else {
            let tag = self.tags.get_mut(*place as usize);
            *tag = (*tag).min(arrival as u8);
        }
    }

    fn leave(&mut self, Handle(handle): Handle, _: u64) -> Result<(), OutOfMemory> {
        self.handles.reach(self.len + 1)?;
        self.tags.reach(self.len + 1)?;
        let place = std::mem::replace(self.places.get_mut(handle as usize), self.len as u32);
        *self.handles.get_mut(self.len) = handle;
        *self.tags.get_mut(self.len) = (place - NO_CANDIDATE) as u8;
        self.len += 1;
        Ok(())
    }

    fn recall(&mut self, Handle(handle): Handle) {
        let (_, tag) = self.take(*self.places.get(handle as usize) as usize);
        *self.places.get_mut(handle as usize) = NO_CANDIDATE + u32::from(tag);
        self.recalled = Some(handle);
    }

    fn forget(&mut self, Handle(handle): Handle) {
        self.take(*self.places.get(handle as usize) as usize);
    }

    fn choose(&mut self) -> Option<Handle> {
        if self.len == 0 {
            return None;
        }
        let mut draw = || {
            let index = below(self.numbers.next(), self.len as u64) as usize;
            (*self.tags.get(index), index)
        };
        let (mut highest, mut chosen) = draw();
        for _ in 1..DRAWS {
            if highest == Effect::Other as u8 {
                break;
            }
            let (tag, index) = draw();
            if tag > highest {
                (highest, chosen) = (tag, index);
            }
        }
        Some(Handle(self.take(chosen).0))
    }
}
