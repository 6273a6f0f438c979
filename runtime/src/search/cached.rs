//! What a search does when there is no room for a state: it forgets another one.
//!
//! The states on the path stay, so the search ends: it never enters a state that lies on its path. A state that was forgotten and is met again is searched
//! again. That costs time and changes nothing else: whatever is behind it is found once more.

use std::sync::Arc;

use super::Caching;
use super::walk::Walk;
use crate::cache::{Arrival, Replacement};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Model, ModelInfo, Role, TransitionId};
use crate::state::{State, hash_of};
use crate::statistics::Statistics;
use crate::store::{Handle, Store};
use crate::tags::{Tags, Verb};

/// The bounded store of a search.
pub(super) struct Cache {
    /// States it may hold.
    states: u64,
    replaced_max: u64,
    replacement: Replacement,
    /// By transition.
    arrivals: Vec<Arrival>,
    /// The state that is being forgotten.
    words: Vec<u32>,
}

impl Cache {
    pub(super) fn new(info: &ModelInfo, caching: &Caching, budget: Arc<Budget>) -> Self {
        Self {
            states: caching.states,
            replaced_max: caching.replaced_max.unwrap_or(u64::MAX),
            replacement: Replacement::new(&caching.specification, caching.seed, budget),
            arrivals: arrivals(info),
            words: Vec::new(),
        }
    }

    /// See [`Walk::enter`]; `depth` stored states lie below it.
    pub(super) fn enter(
        &mut self,
        handle: Handle,
        state: &State,
        depth: u64,
        by: Option<TransitionId>,
        counted: &Statistics,
    ) -> Result<(), Stop> {
        let (arrival, edges) = (self.arrival(by), counted.transitions());
        let depth = depth as u32;
        Ok(self
            .replacement
            .enter(handle, state.hash(), depth, arrival, edges)?)
    }

    /// See [`Walk::leave`].
    pub(super) fn leave(&mut self, handle: Handle, counted: &Statistics) -> Result<(), Stop> {
        Ok(self.replacement.leave(handle, counted.transitions())?)
    }

    /// See [`Walk::meet`].
    pub(super) fn meet(&mut self, handle: Handle, by: Option<TransitionId>) -> Result<(), Stop> {
        Ok(self.replacement.meet(handle, self.arrival(by))?)
    }

    /// See [`Walk::recall`].
    pub(super) fn recall(&mut self, handle: Handle) {
        self.replacement.recall(handle);
    }

    fn arrival(&self, by: Option<TransitionId>) -> Arrival {
        by.map_or(Arrival::Other, |by| self.arrivals[by.0 as usize])
    }

    fn forget_one(&mut self, store: &mut impl Store) -> Result<(), Stop> {
        let handle = self.replacement.choose().ok_or(Stop::CacheFull)?;
        store.get(handle, &mut self.words);
        store.remove(hash_of(&self.words), handle);
        Ok(())
    }
}

/// The kind of each transition, as far as the tables tell: of assignments those that others can see. An order on attributes does not ask.
fn arrivals(info: &ModelInfo) -> Vec<Arrival> {
    let mut arrivals: Vec<Arrival> = info.tags.iter().map(by_tags).collect();
    arrivals.resize(info.transitions.len(), Arrival::Other);
    for (place, offered) in info.places.iter().enumerate() {
        for candidate in offered.candidates {
            let transition = candidate.transition.0 as usize;
            if info.transitions[transition].target.0 as usize <= place {
                arrivals[transition] = Arrival::ControlBranch;
            } else if candidate.role == Role::Receive {
                arrivals[transition] = Arrival::Receive;
            }
        }
    }
    arrivals
}

fn by_tags(tags: &Tags) -> Arrival {
    let does = |verbs: &[Verb]| tags.touches.iter().any(|tag| verbs.contains(&tag.verb));
    if does(&[Verb::Send, Verb::Offer]) {
        Arrival::Send
    } else if does(&[Verb::Write]) {
        Arrival::Assignment
    } else {
        Arrival::Other
    }
}

impl<M: Model + ?Sized, S: Store> Walk<'_, '_, M, S> {
    /// The store is full: it grows, or forgets a state.
    pub(super) fn make_room(&mut self) -> Result<(), Stop> {
        let words_len = self.state.words().len();
        match &mut self.cache {
            Some(cache) if self.store.len() as u64 >= cache.states => {
                let statistics = &mut self.statistics;
                statistics.stored_peak = statistics.stored_peak.max(self.store.len() as u64);
                if statistics.replaced >= cache.replaced_max {
                    return Err(Stop::WorkLimit);
                }
                statistics.replaced += 1;
                cache.forget_one(self.store)
            }
            _ => Ok(self.store.make_room(words_len)?),
        }
    }
}
