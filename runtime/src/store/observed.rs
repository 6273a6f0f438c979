//! A store that somebody listens to.

use super::{Evict, Handle, HandleSet, Insertion, Located, Remapping, Store, StoreUsage};
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

/// Who hears nothing.
impl Observer for () {
    fn inserted(&self, _: &[u32], _: Insertion) {}
}

/// A store and who listens.
pub struct Observed<O> {
    /// The states.
    pub store: Box<dyn Store>,
    /// Hears of them.
    pub observer: O,
}

impl<O: Observer> Store for Observed<O> {
    fn insert(&mut self, hash: u64, words: &[u32]) -> Insertion {
        let answer = self.store.insert(hash, words);
        self.observer.inserted(words, answer);
        answer
    }

    fn find(&mut self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.store.find(hash, words)
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool {
        self.store.get(handle, words)
    }

    fn len(&self) -> usize {
        self.store.len()
    }

    fn handles_from(&self, start: usize) -> HandleSet {
        self.store.handles_from(start)
    }

    fn prefetch(&mut self, hash: u64) {
        self.store.prefetch(hash);
        self.observer.prefetched(hash);
    }

    fn gains_from_prefetch(&self) -> bool {
        self.store.gains_from_prefetch()
    }

    fn locate(&mut self, hash: u64, words: &[u32]) -> Located {
        self.observer.prefetched(hash);
        self.store.locate(hash, words)
    }

    fn gains_from_locate(&self) -> bool {
        self.store.gains_from_locate()
    }

    fn insert_at(&mut self, located: Located, hash: u64, words: &[u32]) -> Insertion {
        let answer = self.store.insert_at(located, hash, words);
        self.observer.inserted(words, answer);
        answer
    }

    fn leave(&mut self, handle: Handle) {
        self.store.leave(handle);
        self.observer.left();
    }

    fn begin_level(&mut self, level: u64) {
        self.store.begin_level(level);
    }

    fn grow(
        &mut self,
        words_len: usize,
        remapping: Option<&mut Remapping<'_>>,
    ) -> Result<(), Stop> {
        self.store.grow(words_len, remapping)
    }

    fn usage(&self) -> StoreUsage {
        self.store.usage()
    }

    fn evict(&mut self) -> Option<&mut dyn Evict> {
        self.store.evict()
    }
}
