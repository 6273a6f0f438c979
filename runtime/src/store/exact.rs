//! The exact store: records in slabs (`records.rs`), found through a table of slots (`slots.rs`).
//!
//! An insertion probes the slots for the tag of the hash and compares the records that have it: one
//! cache miss for the slot, one for the record when the state is there. A fresh state is written to
//! its record, and its handle to the empty slot that ended the search.

use std::sync::Arc;

use super::coding::{Coded, Coding, Plain};
use super::handle_set::HandleSet;
use super::recent::Recent;
use super::reclaim::reclaim;
use super::records::Records;
use super::shrink;
use super::slots::{self, Slots};
use super::{Evict, Handle, HashOf, Insertion, Remapping, Store, StoreUsage};
use crate::encode::Encoder;
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemory};

/// A store that never errs. Layout, costs and bounds are in `docs/stores.md`.
pub struct ExactStore<C = Plain> {
    pub(super) slots: Slots,
    pub(super) records: Records<C>,
    /// Where a code is written before it is stored.
    buffer: Vec<u32>,
    /// States from which on a search gains from prefetching.
    prefetch_from: usize,
}

/// An exact store of codes.
pub type EncodedStore = ExactStore<Coded>;

impl ExactStore {
    /// An empty store, about 30 KiB, whose memory is charged to `budget`.
    ///
    /// # Errors
    /// Not even that is left.
    pub fn new(budget: Arc<Budget>) -> Result<ExactStore, OutOfMemory> {
        Self::over(slots::ROOMY, Plain, Account::Store, budget)
    }

    /// As [`new`](Self::new), for something else than the states of the search.
    ///
    /// # Errors
    /// As there.
    pub fn charged_as(account: Account, budget: Arc<Budget>) -> Result<ExactStore, OutOfMemory> {
        Self::over(slots::ROOMY, Plain, account, budget)
    }

    /// As [`new`](Self::new), small rather than fast.
    ///
    /// # Errors
    /// As there.
    pub fn tight(budget: Arc<Budget>) -> Result<ExactStore, OutOfMemory> {
        Self::over(slots::TIGHT, Plain, Account::Store, budget)
    }
}

impl EncodedStore {
    /// An empty store of what `encoder` makes of states, about 40 KiB, whose memory is charged to
    /// `budget`. A state whose code would not be shorter than its record without one is stored as
    /// it is.
    ///
    /// # Errors
    /// Not even that is left.
    pub fn encoded(
        budget: Arc<Budget>,
        encoder: Box<dyn Encoder>,
    ) -> Result<EncodedStore, OutOfMemory> {
        let recent = Recent::new(budget.clone());
        let coding = Coded { encoder, recent };
        Self::over(slots::TIGHT, coding, Account::Store, budget)
    }
}

impl<C: Coding> ExactStore<C> {
    /// Empty slots of this load, and records for them.
    fn over(
        load: u64,
        coding: C,
        account: Account,
        budget: Arc<Budget>,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            slots: Slots::new(budget.clone(), account, load)?,
            prefetch_from: budget.thresholds().prefetch_states,
            records: Records::new(budget, account, coding)?,
            buffer: Vec::new(),
        })
    }

    /// As [`insert`](Store::insert), of a state that is not among those asked for last.
    #[inline(always)]
    fn insert_unknown(&mut self, hash: u64, words: &[u32]) -> Insertion {
        let tag = slots::tag(hash);
        let (slots, records) = (&mut self.slots, &mut self.records);
        let record = records.record(words, &mut self.buffer);
        match slots.find(tag, |handle| records.equal(handle, record)) {
            Ok(handle) => Insertion::Seen(Handle(handle)),
            Err(vacancy) if !slots.is_full() => {
                let Some(handle) = records.write(record) else {
                    return Insertion::Full;
                };
                slots.fill(vacancy, tag, handle);
                Insertion::Fresh(Handle(handle))
            }
            Err(_) => Insertion::Full,
        }
    }

    /// Forgets the state of `handle`, whose hash is `hash`.
    pub(super) fn remove(&mut self, hash: u64, handle: Handle) {
        self.slots.remove(slots::tag(hash), handle.0);
        self.records.free(handle.0);
        if let Some(recent) = self.records.coding.recent() {
            recent.forget(hash);
        }
    }

    fn forget_recent(&mut self) {
        if let Some(recent) = self.records.coding.recent() {
            recent.clear();
        }
    }
}

impl<C: Coding> Store for ExactStore<C> {
    #[inline(always)]
    fn gains_from_prefetch(&self) -> bool {
        self.len() > self.prefetch_from
    }

    #[inline(always)]
    fn prefetch(&mut self, hash: u64) {
        self.slots.prefetch(slots::tag(hash));
    }

    #[inline]
    fn insert(&mut self, hash: u64, words: &[u32]) -> Insertion {
        if let Some(recent) = self.records.coding.recent()
            && let Some(handle) = recent.find(hash, words)
        {
            return Insertion::Seen(handle);
        }
        let answer = self.insert_unknown(hash, words);
        if let Some(recent) = self.records.coding.recent()
            && let Insertion::Fresh(handle) | Insertion::Seen(handle) = answer
        {
            recent.note(hash, words, handle);
        }
        answer
    }

    fn find(&mut self, hash: u64, words: &[u32]) -> Option<Handle> {
        let record = self.records.record(words, &mut self.buffer);
        let equal = |handle| self.records.equal(handle, record);
        let found = self.slots.find(slots::tag(hash), equal);
        found.ok().map(Handle)
    }

    fn grow(&mut self, words_len: usize, _: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        let stored = self.len();
        if let Some(recent) = self.records.coding.recent() {
            recent.grow(stored);
        }
        if self.slots.is_crowded() {
            self.slots.grow()?;
        }
        Ok(self.records.make_room(words_len)?)
    }

    /// All at once, for slots are in no order.
    fn handles_from(&self, start: usize) -> HandleSet {
        let mut task = self
            .slots
            .budget()
            .begin("listing states", self.slots.len());
        let handles = task.each(self.slots.entries()).map(|(_, handle)| handle);
        let handles = handles.filter(|handle| handle.index() >= start);
        HandleSet::of_range(start..self.records.handle_bound(), handles)
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool {
        self.records.get(handle.0, words);
        true
    }

    #[inline(always)]
    fn keeps_plain(&self) -> bool {
        !C::CODES
    }

    fn len(&self) -> usize {
        self.slots.len() as usize
    }

    fn usage(&self) -> StoreUsage {
        StoreUsage {
            charged_bytes: self.slots.bytes() + self.records.charged_bytes(),
            used_bytes: self.slots.bytes() + self.records.used_bytes(),
            handle_bound: self.records.handle_bound(),
            ..StoreUsage::default()
        }
    }

    fn evict(&mut self) -> Option<&mut dyn Evict> {
        Some(self)
    }
}

impl<C: Coding> Evict for ExactStore<C> {
    fn limit_states(&mut self, states: u64) -> Result<(), Stop> {
        self.slots.limit_len(states);
        Ok(())
    }

    fn forget(&mut self, handle: Handle, hash: HashOf, words: &mut Vec<u32>) {
        let hash = self.hash_of(handle, hash, words);
        self.remove(hash, handle);
    }

    fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
        hash: HashOf,
    ) -> Result<u64, Stop> {
        self.forget_recent();
        shrink::shrink(self, bytes, remapping, hash)
    }

    fn reclaim(
        &mut self,
        words: &[u32],
        kept: &[Handle],
        hash: HashOf,
        forgotten: &mut dyn FnMut(Handle),
    ) -> Result<bool, Stop> {
        self.forget_recent();
        reclaim(self, words, kept, hash, forgotten)
    }
}
