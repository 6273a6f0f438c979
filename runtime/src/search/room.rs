//! Where room for the next states comes from: the budget, and when that is used up, states that are
//! forgotten.
//!
//! A search starts as a full one. When the budget refuses what it needs, it becomes a cached one,
//! which needs memory itself: a few bytes for each state, to know which to forget, and some for a
//! path that may still become longer. The naive way keeps that back from the start: a third of the
//! memory for the rare case. Ours asks for it when it is needed: the store [shrinks](Evict::shrink)
//! until there is enough, and what is left of it are the first states of the cache. Only what the
//! change itself and the path need until the next look at the budget is held back from the store.
//!
//! From then on the store grows only into memory that nothing else has needed. When the path needs
//! more, the store shrinks once more, and the cache starts anew with what is left: what it knew of
//! its states is lost, which costs work and changes nothing else.

use super::cached::Cache;
use super::ground::Ground;
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemoryCause};
use crate::model::Model;
use crate::state::hash_of;
#[cfg(doc)]
use crate::store::Evict;
use crate::store::{Attached, Insertion, Remapping, Store, handles};

/// States that are forgotten for one new state, before it is given memory in another way: those
/// that were forgotten have records of other lengths.
const FORGOTTEN_MAX: u32 = 16;

/// What an edge may need of stack and tables.
const EDGE_BYTES: u64 = 256;

/// What arrays may take at once.
const STEP_BYTES: u64 = 128 << 10;

/// What going on with fewer states is called.
pub(super) const BECOMING: &str = "making a cache of the states";

/// The budget is looked at once in this many edges, a power of two: so often that what they need is
/// a small part of it.
pub(super) fn edges_per_check(budget: &Budget) -> u64 {
    let wanted = budget.limit_bytes() / (64 * EDGE_BYTES);
    1 << wanted.clamp(64, 4096).ilog2()
}

impl<M: Model + ?Sized, S: Store + ?Sized> Ground<'_, '_, M, S> {
    /// The working state is not stored, and the store is full: makes room and stores it.
    #[cold]
    pub(super) fn insert_into_full(
        &mut self,
        attached: &mut dyn Attached,
    ) -> Result<Insertion, Stop> {
        let mut forgotten = 0;
        loop {
            self.make_room(attached, &mut forgotten)?;
            let answer = self.insert();
            if answer != Insertion::Full {
                return Ok(answer);
            }
        }
    }

    fn make_room(&mut self, attached: &mut dyn Attached, forgotten: &mut u32) -> Result<(), Stop> {
        let words_len = self.state.words().len();
        let stored = self.store.len() as u64;
        let may_grow = |cache: &Cache| cache.states.is_some_and(|states| stored < states);
        if self.cache.as_deref().is_none_or(may_grow) {
            self.hold_back(attached);
            // What a cache knows of its states hangs on handles.
            let remapping = &mut Remapping {
                path: &mut self.path,
                attached: &mut *attached,
            };
            let remapping = self.cache.is_none().then_some(remapping);
            return match self.store.grow(words_len, remapping) {
                Err(Stop::Memory(refused))
                    if self.may_forget() && refused.cause == OutOfMemoryCause::Budget =>
                {
                    self.become_cached(attached)
                }
                answer => answer,
            };
        }
        // What the cache was thought to need of memory, and does not.
        let reserve = self.reserve(attached);
        let caching = self.context.caching.as_ref();
        let bound = caching.and_then(|caching| caching.states);
        let is_below = bound.is_none_or(|bound| stored < bound);
        if is_below && self.context.budget.free_bytes() > reserve + STEP_BYTES {
            self.context.budget.hold_back(reserve);
            match self.store.grow(words_len, None) {
                Err(Stop::Memory(_)) => {}
                answer => return answer,
            }
        }
        if *forgotten == FORGOTTEN_MAX {
            *forgotten = 0;
            return self.make_room_otherwise(attached);
        }
        *forgotten += 1;
        self.note_full();
        let cache = self.cache.as_mut().expect("it may not grow");
        let store = self.store.evict().expect("its states are in a cache");
        cache.forget_one(store, &mut self.statistics)
    }

    /// Much was forgotten, but no record is long enough.
    fn make_room_otherwise(&mut self, attached: &mut dyn Attached) -> Result<(), Stop> {
        let words = self.state.words();
        let cache = self.cache.as_mut().expect("it may not grow");
        let staying = [&self.path, attached.live()].concat();
        let replaced = &mut self.statistics.replaced;
        let forgotten = &mut |handle| {
            *replaced += 1;
            cache.replacement.forget(handle);
        };
        if let Some(store) = self.store.evict()
            && store.reclaim(words, &staying, hash_of, forgotten)?
        {
            return Ok(());
        }
        self.become_cached(attached)?;
        self.store.grow(self.state.words().len(), None)
    }

    /// Looks whether the next edges will find what they need beside the store.
    pub(super) fn check_budget(&mut self, attached: &mut dyn Attached) -> Result<(), Stop> {
        if !self.may_forget() {
            return Ok(());
        }
        self.hold_back(attached);
        match self.context.budget.free_bytes() < self.needed(attached) {
            true => self.become_cached(attached),
            false => Ok(()),
        }
    }

    /// What must be left of the budget for stack and tables until the next look at it: arrays grow
    /// by an eighth.
    fn margin(&self) -> u64 {
        let budget = &self.context.budget;
        let edges = edges_per_check(budget);
        let step = STEP_BYTES.min(budget.limit_bytes() / 16);
        budget.account_bytes(Account::Stack) / 8 + edges * EDGE_BYTES + step
    }

    /// What must be left of the budget: the [margin](Self::margin), and what the store needs to
    /// forget states.
    fn needed(&mut self, attached: &dyn Attached) -> u64 {
        let kept = self.path.len() + attached.live().len();
        let store = self.store.evict();
        let shrinking = store.map_or(0, |store| store.shrink_bytes(kept));
        self.margin() + shrinking
    }

    fn may_forget(&self) -> bool {
        self.context.caching.is_some()
    }

    /// What a cache leaves for a longer path.
    fn reserve(&mut self, attached: &dyn Attached) -> u64 {
        self.margin() + self.needed(attached) + self.context.budget.limit_bytes() / 16
    }

    fn hold_back(&mut self, attached: &dyn Attached) {
        if self.may_forget() {
            let needed = self.needed(attached);
            self.context.budget.hold_back(needed);
        }
    }

    /// Turns a full search into a cached one, or a cached one into one with fewer states.
    fn become_cached(&mut self, attached: &mut dyn Attached) -> Result<(), Stop> {
        self.note_full();
        let info = self.model.info();
        let budget = self.context.budget.clone();
        let caching = self.context.caching.clone();
        let caching = &caching.expect("it may forget states");
        budget.hold_back(0);
        self.cache = None;
        let mut task = budget.begin(BECOMING, 2 * self.store.len() as u64);
        attached.keep(&mut task.each(handles(self.store)));
        let mut wanted = self.reserve(attached);
        loop {
            while let missing = self.missing(wanted)
                && missing > 0
            {
                // What is moved is listed, and what is missing is an estimate, so not too much at
                // once.
                let at_once = missing.min(self.store.usage().charged_bytes / 32);
                if self.shrink(at_once, attached)? > 0 {
                    continue;
                }
                let refused = budget.refused(Account::Store, missing, OutOfMemoryCause::Budget);
                return Err(match self.path.is_empty() {
                    true => refused.into(),
                    false => Stop::CacheFull,
                });
            }
            let counted = &self.statistics;
            let Some(store) = self.store.evict() else {
                return Err(Stop::CacheFull);
            };
            let staying = (&*self.path, &*attached);
            match Cache::of(info, caching, store, staying, counted, &budget) {
                Ok(cache) if budget.free_bytes() >= self.margin() + self.needed(attached) => {
                    self.cache = Some(Box::new(cache));
                    break;
                }
                Err(stop) if !matches!(stop, Stop::Memory(_)) => return Err(stop),
                _ => wanted += budget.limit_bytes() / 32,
            }
        }
        attached.keep(&mut task.each(handles(self.store)));
        task.end()?;
        self.statistics.shrunk += 1;
        self.statistics.cache_states = self.store.len() as u64;
        Ok(())
    }

    /// Bytes that the store must give back for `wanted` bytes to be left beside what a cache must
    /// know of the states that stay.
    fn missing(&self, wanted: u64) -> u64 {
        let caching = self.context.caching.as_ref().expect("it may forget states");
        let each = caching.specification.bytes_per_state();
        let states = self.store.len() as u64;
        let record = self.store.usage().charged_bytes / states.max(1);
        let missing = (wanted + states * each).saturating_sub(self.context.budget.free_bytes());
        // Each state that goes gives back its record, and need not be known of.
        (u128::from(missing) * u128::from(record) / u128::from((record + each).max(1))) as u64
    }

    fn shrink(&mut self, bytes: u64, attached: &mut dyn Attached) -> Result<u64, Stop> {
        let on_path = self.path.len();
        let mut staying = [&self.path, attached.live()].concat();
        let remapping = &mut Remapping {
            path: &mut staying,
            attached,
        };
        let store = self.store.evict();
        let shrunk = store.map_or(Ok(0), |store| store.shrink(bytes, remapping, hash_of));
        self.path.copy_from_slice(&staying[..on_path]);
        self.statistics.replaced = self.statistics.visited - self.store.len() as u64;
        shrunk
    }

    /// A state is about to be forgotten.
    fn note_full(&mut self) {
        self.statistics.note_full();
        let stored = self.store.len() as u64;
        let peak = &mut self.statistics.stored_peak;
        *peak = stored.max(*peak);
        if self.statistics.shrunk > 0 {
            let states = &mut self.statistics.cache_states;
            *states = stored.max(*states);
        }
    }
}
