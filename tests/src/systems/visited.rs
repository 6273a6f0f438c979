//! A store that is made and thrown away in no time, and says what was ever in it.

use std::sync::Arc;

use runtime::limits::Stop;
use runtime::memory::{Account, Budget, OutOfMemoryCause};
use runtime::store::{Evict, Handle, HandleSet, HashOf, Insertion, Remapping, Store, StoreUsage};

use super::{QuickMap, QuickSet};

/// States in the order of their handles.
#[derive(Default)]
pub struct Visited(States);

#[derive(Default)]
struct States {
    handles: QuickMap<Box<[u32]>, u32>,
    list: Vec<Box<[u32]>>,
    /// Handles of states that were removed.
    free: Vec<u32>,
    removed: QuickSet<Box<[u32]>>,
    limit: Option<u64>,
    room: Option<Room>,
    overwrites: Option<Overwrites>,
}

/// A store that forgets a state for each new one when it has this many.
struct Overwrites {
    states: usize,
    count: u64,
}

/// A store that pretends to use much memory.
struct Room {
    /// With this many states it is used up.
    states: usize,
    budget: Arc<Budget>,
    /// Bytes charged.
    charged: u64,
}

impl Visited {
    /// A store that has room for this many states, with which all but `free` bytes of the budget
    /// are used up; it gives back what it is asked for, and what it forgets and renames for that is
    /// much and known to no one.
    pub fn with_room(states: u64, budget: Arc<Budget>, free: u64) -> Self {
        let charged = budget.free_bytes() - free;
        let answer = budget.charge(Account::Store, charged);
        answer.expect("it is free");
        let room = Room {
            states: states as usize,
            budget,
            charged,
        };
        Self(States {
            room: Some(room),
            ..States::default()
        })
    }

    /// A store that overwrites states when it has this many, any of them.
    pub fn overwriting(states: usize) -> Self {
        Self(States {
            overwrites: Some(Overwrites { states, count: 0 }),
            ..States::default()
        })
    }

    /// The states, those that were removed again included.
    pub fn into_states(self) -> Vec<Box<[u32]>> {
        let mut states = self.0;
        if states.removed.is_empty() {
            return states.list;
        }
        let stored = states.handles.into_keys();
        states.removed.extend(stored);
        states.removed.into_iter().collect()
    }
}

impl States {
    fn remove(&mut self, handle: usize) {
        let words = std::mem::take(&mut self.list[handle]);
        assert_eq!(self.handles.remove(&words), Some(handle as u32));
        self.removed.insert(words);
        self.free.push(handle as u32);
    }

    /// Forgets the state of any handle if there are as many as may be.
    fn overwrite(&mut self) {
        let stored = self.handles.len();
        if let Some(overwrites) = &mut self.overwrites
            && stored == overwrites.states
        {
            overwrites.count += 1;
            let mixed = overwrites.count.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            self.remove(mixed as usize % stored);
        }
    }
}

impl Store for Visited {
    fn insert(&mut self, _hash: u64, words: &[u32]) -> Insertion {
        let states = &mut self.0;
        if let Some(&handle) = states.handles.get(words) {
            return Insertion::Seen(Handle(handle));
        }
        let stored = states.handles.len();
        let is_limited = states.limit.is_some_and(|limit| stored as u64 >= limit);
        let is_used_up = states
            .room
            .as_ref()
            .is_some_and(|room| stored >= room.states);
        if is_limited || is_used_up {
            return Insertion::Full;
        }
        states.overwrite();
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

    fn find(&mut self, _hash: u64, words: &[u32]) -> Option<Handle> {
        self.0.handles.get(words).copied().map(Handle)
    }

    fn grow(&mut self, _words_len: usize, _: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        let states = &self.0;
        match &states.room {
            Some(room) if states.handles.len() >= room.states => {
                let cause = OutOfMemoryCause::Budget;
                Err(room.budget.refused(Account::Store, 1, cause).into())
            }
            _ => Ok(()),
        }
    }

    fn handles_from(&self, _: usize) -> HandleSet {
        let states = &self.0;
        HandleSet::of(
            states.list.len(),
            states.handles.values().copied().map(Handle),
        )
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool {
        words.clear();
        words.extend_from_slice(&self.0.list[handle.index()]);
        true
    }

    fn len(&self) -> usize {
        self.0.handles.len()
    }

    fn usage(&self) -> StoreUsage {
        StoreUsage {
            charged_bytes: self.0.room.as_ref().map_or(0, |room| room.charged),
            handle_bound: self.0.list.len(),
            overwritten: self.0.overwrites.as_ref().map(|it| it.count),
            ..StoreUsage::default()
        }
    }

    fn evict(&mut self) -> Option<&mut dyn Evict> {
        Some(self)
    }
}

impl Evict for Visited {
    fn limit_states(&mut self, states: u64) -> Result<(), Stop> {
        self.0.limit = Some(states);
        Ok(())
    }

    fn forget(&mut self, handle: Handle, _: HashOf, _: &mut Vec<u32>) {
        self.0.remove(handle.index());
    }

    fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
        _hash: HashOf,
    ) -> Result<u64, Stop> {
        remapping.attached.unmark(remapping.path)?;
        let gone = self.handles_from(0);
        let gone = gone
            .iter()
            .filter(|handle| !remapping.path.contains(handle));
        let gone = gone.step_by(2).collect::<Vec<_>>();
        for &handle in &gone {
            self.0.remove(handle.index());
        }
        if gone.is_empty() {
            return Ok(0);
        }
        // The path may name a state twice.
        let mut renamed = QuickMap::default();
        let states = &mut self.0;
        for handle in remapping.path.iter().step_by(3) {
            if renamed.contains_key(handle) {
                continue;
            }
            let Some(new) = states.free.pop() else { break };
            states.list.swap(handle.index(), new as usize);
            let words = states.list[new as usize].clone();
            states.handles.insert(words, new);
            renamed.insert(*handle, Handle(new));
        }
        for handle in remapping.path.iter_mut() {
            *handle = renamed.get(handle).copied().unwrap_or(*handle);
        }
        let renamed: Vec<_> = renamed.into_iter().collect();
        // The handles that the kept had are given to no one.
        let room = states.room.as_mut().expect("nothing else asks for it");
        room.states = states.handles.len();
        room.charged -= bytes;
        room.budget.release(Account::Store, bytes);
        remapping.rename(&renamed)?;
        Ok(bytes)
    }
}
