//! A store that is made and thrown away in no time, and says what is in it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use runtime::memory::OutOfMemory;
use runtime::store::{Handle, Insertion, Store};

/// States in the order of their handles.
#[derive(Default)]
pub struct Visited(Mutex<States>);

#[derive(Default)]
struct States {
    handles: HashMap<Box<[u32]>, u32>,
    list: Vec<Box<[u32]>>,
}

impl Visited {
    /// The states.
    pub fn into_states(self) -> Vec<Box<[u32]>> {
        let states = self.0.into_inner();
        states.unwrap_or_else(PoisonError::into_inner).list
    }

    fn lock(&self) -> MutexGuard<'_, States> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Visited {
    fn prefetch(&self, _hash: u64) {}

    fn prefetch_record(&self, _hash: u64) {}

    fn insert(&self, _hash: u64, words: &[u32]) -> Insertion {
        let mut states = self.lock();
        if let Some(&handle) = states.handles.get(words) {
            return Insertion::Seen(Handle(handle));
        }
        let handle = states.list.len() as u32;
        states.handles.insert(words.into(), handle);
        states.list.push(words.into());
        Insertion::Fresh(Handle(handle))
    }

    fn find(&self, _hash: u64, words: &[u32]) -> Option<Handle> {
        self.lock().handles.get(words).copied().map(Handle)
    }

    fn make_room(&mut self, _words_len: usize) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) {
        words.clear();
        words.extend_from_slice(&self.lock().list[handle.index()]);
    }

    fn len(&self) -> usize {
        self.lock().list.len()
    }

    fn handle_bound(&self) -> usize {
        self.len()
    }

    fn memory_bytes(&self) -> u64 {
        0
    }

    fn store_bytes(&self) -> u64 {
        0
    }
}
