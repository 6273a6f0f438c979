//! Type-oriented replacement (Godefroid, Holzmann, Pirottin 1995, section 5): states that are the
//! targets of jumps are met again more often than others.
//!
//! A state is tagged with the least kind of the transitions that led to it. Of some candidates,
//! drawn at random, the first of the highest kind is replaced. The paper leaves their number open;
//! here it is 20.

use std::sync::Arc;

use super::graded::Graded;
use crate::cache::candidates::{Candidates, Places};
use crate::cache::numbers::{RandomNumbers, below};
use crate::cache::replacement::Replacement;
use crate::memory::{Budget, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

const DRAWS: u32 = 20;
/// The place of a state that is no candidate is its tag above this.
const NO_CANDIDATE: u32 = u32::MAX - 7;

pub(in crate::cache) struct TypeOriented {
    /// The grade of each is its tag.
    candidates: Graded,
    /// For each stored state its index among the candidates, or its tag.
    places: Places,
    /// The state that was put on the path again.
    recalled: Option<u32>,
    numbers: RandomNumbers,
}

impl TypeOriented {
    /// A candidate, its tag, its place.
    pub(in crate::cache) const BYTES_PER_STATE: u64 = 4 + 1 + 4;

    pub(in crate::cache) fn new(seed: u64, budget: &Arc<Budget>) -> Self {
        Self {
            candidates: Graded::new(budget.clone()),
            places: Places::new(budget.clone()),
            recalled: None,
            numbers: RandomNumbers(seed),
        }
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
            let tag = self.candidates.grade(*place).min(arrival as u32);
            self.candidates.set_priority(handle, tag, &mut self.places);
        }
    }

    fn leave(&mut self, Handle(handle): Handle, _: u64) -> Result<(), OutOfMemory> {
        let tag = *self.places.get(handle as usize) - NO_CANDIDATE;
        self.candidates.push(handle, tag, &mut self.places)
    }

    fn recall(&mut self, Handle(handle): Handle) {
        let tag = self.candidates.priority(handle, &self.places);
        self.candidates.remove(handle, &mut self.places);
        *self.places.get_mut(handle as usize) = NO_CANDIDATE + tag;
        self.recalled = Some(handle);
    }

    fn forget(&mut self, Handle(handle): Handle) {
        self.candidates.remove(handle, &mut self.places);
    }

    fn choose(&mut self) -> Option<Handle> {
        let (_, len) = self.candidates.least()?;
        let mut draw = || {
            let number = below(self.numbers.next(), len.into()) as u32;
            (self.candidates.grade(number), number)
        };
        let (mut highest, mut chosen) = draw();
        for _ in 1..DRAWS {
            if highest == Effect::Other as u32 {
                break;
            }
            let (tag, number) = draw();
            if tag > highest {
                (highest, chosen) = (tag, number);
            }
        }
        let chosen = Handle(self.candidates.candidate(chosen));
        self.forget(chosen);
        Some(chosen)
    }
}
