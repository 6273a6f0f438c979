//! A store that somebody listens to.

use super::{Handle, HandleSet, Insertion, Moving, Store};
use crate::limits::Stop;

/// Is told what a search does with its store.
pub trait Observer: Send {
    /// The state `words` was to be inserted.
    fn inserted(&self, words: &[u32], answer: Insertion);

    /// As [`Store::prefetch`].
    fn prefetched(&self, hash: u64) {
        let _ = hash;
    }

    /// As [`Store::leave`].
    fn left(&mut self) {}
}

/// A store and who listens.
pub struct Observed<O> {
    /// The states.
    pub store: Box<dyn Store>,
    /// Hears of them.
    pub observer: O,
}

impl<O: Observer> Store for Observed<O> {
    fn prefetch(&mut self, hash: u64) {
        self.store.prefetch(hash);
        self.observer.prefetched(hash);
    }

    fn insert(&mut self, hash: u64, words: &[u32]) -> Insertion {
        let answer = self.store.insert(hash, words);
        self.observer.inserted(words, answer);
        answer
    }

    fn leave(&mut self, handle: Handle) {
        self.store.leave(handle);
        self.observer.left();
    }

    fn find(&mut self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.store.find(hash, words)
    }

    fn remove(&mut self, hash: u64, handle: Handle) {
        self.store.remove(hash, handle);
    }

    fn limit_states(&mut self, states: u64) -> Result<(), Stop> {
        self.store.limit_states(states)
    }

    fn gains_from_prefetch(&self) -> bool {
        self.store.gains_from_prefetch()
    }

    fn forget(&mut self, handle: Handle, hash: fn(&[u32]) -> u64, words: &mut Vec<u32>) {
        self.store.forget(handle, hash, words);
    }

    fn make_room(&mut self, words_len: usize, moving: Option<&mut Moving<'_>>) -> Result<(), Stop> {
        self.store.make_room(words_len, moving)
    }

    fn shrink(
        &mut self,
        bytes: u64,
        moving: &mut Moving<'_>,
        hash: fn(&[u32]) -> u64,
    ) -> Result<u64, Stop> {
        self.store.shrink(bytes, moving, hash)
    }

    fn shrink_bytes(&self, kept: usize) -> u64 {
        self.store.shrink_bytes(kept)
    }

    fn recarve(
        &mut self,
        words: &[u32],
        kept: &[Handle],
        hash: fn(&[u32]) -> u64,
        forgotten: &mut dyn FnMut(Handle),
    ) -> Result<bool, Stop> {
        self.store.recarve(words, kept, hash, forgotten)
    }

    fn handles_from(&self, start: usize) -> HandleSet {
        self.store.handles_from(start)
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool {
        self.store.get(handle, words)
    }

    fn hash_of(&self, handle: Handle, hash: fn(&[u32]) -> u64, words: &mut Vec<u32>) -> u64 {
        self.store.hash_of(handle, hash, words)
    }

    fn len(&self) -> usize {
        self.store.len()
    }

    fn begin_level(&mut self, level: u64) {
        self.store.begin_level(level);
    }

    fn overwritten(&self) -> Option<u64> {
        self.store.overwritten()
    }

    fn sweeps(&self) -> u64 {
        self.store.sweeps()
    }

    fn missed(&self) -> Option<f64> {
        self.store.missed()
    }

    fn handle_bound(&self) -> usize {
        self.store.handle_bound()
    }

    fn memory_bytes(&self) -> u64 {
        self.store.memory_bytes()
    }

    fn store_bytes(&self) -> u64 {
        self.store.store_bytes()
    }
}
