//! A store that is made and thrown away in no time, and says what was ever in it.

use std::collections::{HashMap, HashSet};
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
    /// Handles of states that were removed.
    free: Vec<u32>,
    removed: HashSet<Box<[u32]>>,
    limit: Option<u64>,
}

impl Visited {
    /// The states, those that were removed again included.
    pub fn into_states(self) -> Vec<Box<[u32]>> {
        let states = self.0.into_inner();
        let mut states = states.unwrap_or_else(PoisonError::into_inner);
        if states.removed.is_empty() {
            return states.list;
        }
        let stored = states.handles.into_keys();
        states.removed.extend(stored);
        states.removed.into_iter().collect()
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
        if states
            .limit
            .is_some_and(|limit| states.handles.len() as u64 >= limit)
        {
            return Insertion::Full;
        }
        let handle = match states.free.pop() {
            Some(handle) => {
                states.list[handle as usize] = words.into();
                handle
            }
            None => {
                states.list.push(words.into());
                states.list.len() as u32 - 1
            }
        };
        states.handles.insert(words.into(), handle);
        Insertion::Fresh(Handle(handle))
    }

    fn find(&self, _hash: u64, words: &[u32]) -> Option<Handle> {
        self.lock().handles.get(words).copied().map(Handle)
    }

    fn remove(&mut self, _hash: u64, handle: Handle) {
        let states = &mut *self.lock();
        let words = std::mem::take(&mut states.list[handle.index()]);
        assert_eq!(states.handles.remove(&words), Some(handle.0));
        states.removed.insert(words);
        states.free.push(handle.0);
    }

    fn limit_states(&mut self, states: u64) {
        self.lock().limit = Some(states);
    }

    fn make_room(&mut self, _words_len: usize) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) {
        words.clear();
        words.extend_from_slice(&self.lock().list[handle.index()]);
    }

    fn len(&self) -> usize {
        self.lock().handles.len()
    }

    fn handle_bound(&self) -> usize {
        self.lock().list.len()
    }

    fn memory_bytes(&self) -> u64 {
        0
    }

    fn store_bytes(&self) -> u64 {
        0
    }
}
