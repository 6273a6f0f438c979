//! The compact store: of each state a fingerprint of 32 to 64 bits (Wolper and Leroy 1993; Stern
//! and Dill 1995).
//!
//! Two states with equal fingerprints are taken for one, and what lies behind the second is not
//! searched. With `b` bits a new state is missed with probability `n / 2^b` when `n` are stored, so
//! the sum of that over all insertions of new states is how many were missed, on the average. The
//! hash that searches bring is no fingerprint: it is a sum, in which differences of the upper bits
//! of words reach the upper bits only, so that far more states than one in `2^64` would be equal.
//!
//! The place of a fingerprint in the [quotient table](super::quotient) tells most of it: 56 bits
//! take about six bytes, empty places included.

use std::sync::Arc;

use super::fingerprint::fingerprint;
use super::quotient::{Key, KeyBits, QuotientTable};
use super::{Evict, Handle, HandleSet, HashOf, Insertion, Located, Remapping, Store, StoreUsage};
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};

/// A store that takes a few states for others.
pub struct CompactStore {
    bits: u32,
    table: QuotientTable,
    /// The probabilities with which each new state would have been missed, added up.
    missed: f64,
    /// States from which on a search gains from prefetching.
    prefetch_from: usize,
}

impl CompactStore {
    /// An empty store of fingerprints of this many bits, 32 to 64. Takes 24 KiB at most.
    ///
    /// # Errors
    /// Not even that is left.
    pub fn new(bits: u32, budget: Arc<Budget>) -> Result<Self, OutOfMemory> {
        let key = KeyBits {
            place: bits,
            tail: 0,
        };
        Ok(Self {
            bits,
            prefetch_from: budget.thresholds().prefetch_states,
            table: QuotientTable::new(budget, key)?,
            missed: 0.0,
        })
    }

    fn key(&self, words: &[u32]) -> Key {
        self.key_of(fingerprint(words))
    }

    fn key_of(&self, fingerprint: u64) -> Key {
        Key::of(fingerprint >> (u64::BITS - self.bits))
    }

    #[inline]
    fn insert_key(&mut self, key: Key) -> Insertion {
        let answer = self.table.insert(key);
        if let Insertion::Fresh(_) = answer {
            self.missed += (self.table.len() - 1) as f64;
        }
        answer
    }
}

impl Store for CompactStore {
    fn insert(&mut self, _: u64, words: &[u32]) -> Insertion {
        self.insert_key(self.key(words))
    }

    /// The fingerprint. The one that reads as unknown is computed again.
    fn locate(&mut self, _: u64, words: &[u32]) -> Located {
        let fingerprint = fingerprint(words);
        self.table.prefetch(self.key_of(fingerprint));
        Located(fingerprint)
    }

    fn gains_from_locate(&self) -> bool {
        self.len() > self.prefetch_from
    }

    fn insert_at(&mut self, located: Located, hash: u64, words: &[u32]) -> Insertion {
        match located {
            Located::UNKNOWN => self.insert(hash, words),
            Located(fingerprint) => self.insert_key(self.key_of(fingerprint)),
        }
    }

    fn find(&mut self, _: u64, words: &[u32]) -> Option<Handle> {
        self.table.find(self.key(words))
    }

    fn grow(&mut self, _: usize, remapping: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        let table = &mut self.table;
        match remapping {
            Some(remapping) => table.grow(remapping),
            None => Err(table.refused().into()),
        }
    }

    fn handles_from(&self, start: usize) -> HandleSet {
        self.table.handles_from(start)
    }

    fn get(&self, _: Handle, _: &mut Vec<u32>) -> bool {
        false
    }

    fn len(&self) -> usize {
        self.table.len() as usize
    }

    fn usage(&self) -> StoreUsage {
        StoreUsage {
            charged_bytes: self.table.bytes(),
            used_bytes: self.table.bytes(),
            handle_bound: self.table.handle_bound(),
            missed: Some(self.missed / 2_f64.powi(self.bits as i32)),
            ..StoreUsage::default()
        }
    }

    fn evict(&mut self) -> Option<&mut dyn Evict> {
        Some(self)
    }
}

impl Evict for CompactStore {
    fn limit_states(&mut self, states: u64) -> Result<(), Stop> {
        let table = &mut self.table;
        table.make_room_for(states)?;
        table.wanted = states;
        Ok(())
    }

    fn forget(&mut self, handle: Handle, _: HashOf, _: &mut Vec<u32>) {
        self.table.remove(handle);
    }

    fn hash_of(&self, handle: Handle, _: HashOf, _: &mut Vec<u32>) -> u64 {
        self.table.key(handle).place
    }

    fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
        _: HashOf,
    ) -> Result<u64, Stop> {
        self.table.shrink(bytes, remapping)
    }

    fn shrink_bytes(&self, kept: usize) -> u64 {
        self.table.shrink_bytes(kept)
    }
}
