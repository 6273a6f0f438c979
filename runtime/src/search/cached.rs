//! What a search does when there is no room for a state: it forgets another one.
//!
//! The states on the path stay, so the search ends: it never enters a state that lies on its path.
//! A state that was forgotten and is met again is searched again. That costs time and changes
//! nothing else: whatever is behind it is found once more. When a search comes to this is said in
//! `room.rs`.

use std::sync::Arc;

use super::Caching;
use super::room::BECOMING;
use crate::cache::Replacement;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Effect, ModelInfo, TransitionId, TransitionInfo};
use crate::state::hash_of;
use crate::statistics::Statistics;
use crate::store::{Attached, Evict, Handle, Store, all_but, eviction_priority, handles, in_order};

/// The bounded store of a search.
pub(super) struct Cache {
    /// States it may hold; `None`: as many as the store has room for.
    pub(super) states: Option<u64>,
    /// States that it may forget.
    replaced_max: u64,
    pub(super) replacement: Box<dyn Replacement>,
    /// Those of the model, or none if the replacement does not ask what they do.
    transitions: &'static [TransitionInfo],
    /// The state that is being forgotten.
    words: Vec<u32>,
}

impl Cache {
    /// A cache of `states` states, none of which is known yet.
    pub(super) fn new(
        info: &ModelInfo,
        caching: &Caching,
        states: u64,
        budget: &Arc<Budget>,
    ) -> Self {
        let replaced_max = |factor| (states as f64 * factor) as u64;
        Self {
            states: Some(states),
            replaced_max: caching.work_limit.map_or(u64::MAX, replaced_max),
            replacement: caching.specification.replacement(caching.seed, budget),
            transitions: match caching.specification.asks_effects() {
                true => info.transitions,
                false => &[],
            },
            words: Vec::new(),
        }
    }

    /// A cache of the states of `store`, but those that stay until they are released: `live` ones,
    /// and those of `path`. Where the cache is to know the latter, it hears of them in their order.
    ///
    /// # Errors
    /// There is no memory for what it must know of them, or it had to end.
    pub(super) fn of(
        info: &ModelInfo,
        caching: &Caching,
        store: &dyn Evict,
        (path, live): (&[Handle], &dyn Attached),
        counted: &Statistics,
        budget: &Arc<Budget>,
    ) -> Result<Self, Stop> {
        let mut task = budget.begin(BECOMING, store.len() as u64);
        let mut cache = Self::new(info, caching, store.len() as u64, budget);
        cache.states = None;
        cache.replaced_max = cache.replaced_max.saturating_add(counted.replaced);
        let staying = in_order(&[path, live.live()].concat());
        for handle in all_but(handles(store), &staying) {
            task.advance(1)?;
            cache.adopt(handle, store, counted)?;
        }
        let told = if live.releases() { &[] } else { path };
        for (depth, &handle) in told.iter().enumerate() {
            task.advance(1)?;
            let hash = store.hash_of(handle, hash_of, &mut cache.words);
            let (depth, edges) = (depth as u32, counted.transitions());
            cache
                .replacement
                .enter(handle, hash, depth, Effect::Other, edges)?;
        }
        // Its own list of states may have ended before.
        task.end()?;
        Ok(cache)
    }

    /// A state that was not known of is a candidate from now on.
    pub(super) fn release<S: Store + ?Sized>(
        &mut self,
        handle: Handle,
        store: &mut S,
        counted: &Statistics,
    ) -> Result<(), Stop> {
        match store.evict() {
            Some(store) => self.adopt(handle, store, counted),
            None => Ok(()),
        }
    }

    fn adopt(
        &mut self,
        handle: Handle,
        store: &dyn Evict,
        counted: &Statistics,
    ) -> Result<(), Stop> {
        let degree = (counted.transitions() + counted.visited / 2) / counted.visited.max(1);
        let hash = store.hash_of(handle, hash_of, &mut self.words);
        let depth = eviction_priority(hash);
        let adopted = self.replacement.adopt(handle, hash, depth, degree as u32);
        Ok(adopted?)
    }

    /// What the last transition to a state did, if the replacement asks.
    pub(super) fn arrival(&self, by: Option<TransitionId>) -> Effect {
        let by = by.and_then(|by| self.transitions.get(by.0 as usize));
        by.map_or(Effect::Other, |by| by.effect)
    }

    /// Forgets a state that is not on the path.
    pub(super) fn forget_one(
        &mut self,
        store: &mut dyn Evict,
        counted: &mut Statistics,
    ) -> Result<(), Stop> {
        if counted.replaced >= self.replaced_max {
            return Err(Stop::WorkLimit);
        }
        let handle = self.replacement.choose().ok_or(Stop::CacheFull)?;
        store.forget(handle, hash_of, &mut self.words);
        counted.replaced += 1;
        Ok(())
    }
}
