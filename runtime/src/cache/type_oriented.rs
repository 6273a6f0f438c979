//! Type-oriented replacement (Godefroid, Holzmann, Pirottin 1995, section 5): states that are the targets of jumps are met again more often than others.
//!
//! A state is tagged with the least kind of the transitions that led to it. Of some candidates, drawn at random, the first of the highest kind is
//! replaced. The paper leaves their number open; here it is 20.

use std::sync::Arc;

use super::chunks::Chunks;
use super::numbers::{Numbers, below};
use super::order::{Candidates, Places, Pool};
use super::replacement::{Arrival, Scheme};
use crate::memory::{Budget, OutOfMemory};

const DRAWS: usize = 20;

pub(super) struct TypeOriented {
    candidates: Pool,
    places: Places,
    /// The tag of each stored state, 0 to 4.
    tags: Chunks<u8>,
    /// The state that was put on the path again.
    recalled: Option<u32>,
    numbers: Numbers,
}

impl TypeOriented {
    /// A handle in the pool, its place, its tag.
    pub(super) const BYTES_PER_STATE: u64 = 4 + 4 + 1;

    pub(super) fn new(seed: u64, budget: Arc<Budget>) -> Self {
        Self {
            candidates: Pool::new(budget.clone(), false),
            places: Chunks::new(budget.clone()),
            tags: Chunks::new(budget),
            recalled: None,
            numbers: Numbers(seed),
        }
    }

    fn lower_tag(&mut self, handle: u32, arrival: Arrival) {
        let tag = self.tags.get_mut(handle as usize);
        *tag = (*tag).min(arrival as u8);
    }
}

impl Scheme for TypeOriented {
    fn enter(
        &mut self,
        handle: u32,
        _: u64,
        _: u32,
        arrival: Arrival,
        _: u64,
    ) -> Result<(), OutOfMemory> {
        self.places.reach(handle as usize + 1)?;
        self.tags.reach(handle as usize + 1)?;
        if self.recalled.take() != Some(handle) {
            *self.tags.get_mut(handle as usize) = Arrival::Other as u8;
        }
        self.lower_tag(handle, arrival);
        Ok(())
    }

    fn meet(&mut self, handle: u32, arrival: Arrival) -> Result<(), OutOfMemory> {
        self.lower_tag(handle, arrival);
        Ok(())
    }

    fn leave(&mut self, handle: u32, _: u64) -> Result<(), OutOfMemory> {
        self.candidates.push(handle, 0, &mut self.places)
    }

    fn recall(&mut self, handle: u32) {
        self.forget(handle);
        self.recalled = Some(handle);
    }

    fn forget(&mut self, handle: u32) {
        self.candidates.remove(handle, &mut self.places);
    }

    fn choose(&mut self) -> Option<u32> {
        let len = self.candidates.len() as u64;
        let mut chosen: Option<(u8, u32)> = None;
        for _ in 0..DRAWS {
            if len == 0 || chosen.is_some_and(|(tag, _)| tag == Arrival::Other as u8) {
                break;
            }
            let drawn = self
                .candidates
                .candidate(below(self.numbers.next(), len) as u32);
            let tag = *self.tags.get(drawn as usize);
            if chosen.is_none_or(|(highest, _)| tag > highest) {
                chosen = Some((tag, drawn));
            }
        }
        let (_, handle) = chosen?;
        self.forget(handle);
        Some(handle)
    }

    fn next_hint(&self) -> Option<u32> {
        None
    }

    fn adopt(&mut self, handle: u32, hash: u64) -> Result<(), OutOfMemory> {
        self.enter(handle, hash, 0, Arrival::Other, 0)?;
        self.leave(handle, 0)
    }

    fn memory_bytes(&self) -> u64 {
        self.candidates.bytes() + self.places.bytes() + self.tags.bytes()
    }
}
