//! The states that a store of codes or a tree was asked for last, as they are.
//!
//! To compare a state with codes, it must be coded, and to compare it with trees, its nodes must be
//! looked up, which takes longer than all else. But half the states that a search meets again it
//! has met a moment ago, on the other side of a diamond. So some thousand states lie beside the
//! table as they are, the last of those that share a place, and one that lies there is not coded at
//! all. Trees note only states that are new: it takes time to note one, and few others are met
//! again soon (philo6 0.93 times as long, ring7 0.92).

use std::sync::Arc;

use super::Handle;
use super::sixteen::SIXTEEN;
use crate::memory::{Account, Budget, Charge};

/// States and their handles.
pub struct Recent {
    states: Box<[State]>,
    /// Their words, room for this many each.
    words: Box<[u32]>,
    room: usize,
    charge: Charge,
    budget: Arc<Budget>,
}

#[derive(Clone, Copy)]
struct State {
    hash: u64,
    handle: Handle,
    /// Words.
    len: u32,
}

/// No state is so long.
const NONE: State = State {
    hash: 0,
    handle: Handle(0),
    len: u32::MAX,
};

/// There is one for this many states of the store, so that they take a byte or two for each.
const SHARE: usize = 64;
const STATES_MIN: usize = 1 << 10;
const STATES_MAX: usize = 1 << 13;

/// Their part of `--memory`, at most.
const PART: u64 = 64;

impl Recent {
    /// Without memory for the first state; that is charged to `budget` when the first comes.
    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            states: Box::default(),
            words: Box::default(),
            room: 0,
            charge: Charge::none(budget.clone(), Account::Store),
            budget,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// The handle of a state, if it lies here.
    #[inline]
    pub(super) fn find(&self, hash: u64, words: &[u32]) -> Option<Handle> {
        let at = self.place(hash);
        let state = self.states.get(at)?;
        let is_it = state.hash == hash
            && state.len as usize == words.len()
            && self.words[at * self.room..][..words.len()] == *words;
        is_it.then_some(state.handle)
    }

    /// A state was asked for, which has this handle.
    #[inline]
    pub(super) fn note(&mut self, hash: u64, words: &[u32], handle: Handle) {
        if words.len() > self.room {
            let room = words.len().next_multiple_of(SIXTEEN);
            self.begin(self.states.len().max(STATES_MIN), room);
        }
        let at = self.place(hash);
        if let Some(state) = self.states.get_mut(at) {
            let len = words.len() as u32;
            *state = State { hash, handle, len };
            self.words[at * self.room..][..words.len()].copy_from_slice(words);
        }
    }

    /// The state with this hash is not stored any more.
    pub(super) fn forget(&mut self, hash: u64) {
        let at = self.place(hash);
        if let Some(state) = self.states.get_mut(at) {
            *state = NONE;
        }
    }

    /// Handles mean something else now.
    pub(super) fn clear(&mut self) {
        self.states.fill(NONE);
    }

    fn place(&self, hash: u64) -> usize {
        super::slots::tag(hash) as usize & self.states.len().wrapping_sub(1)
    }

    /// Keeps more, if the store, which has this many states, has grown much.
    pub(super) fn grow(&mut self, stored: usize) {
        let states = (stored / SHARE).min(STATES_MAX);
        if states > self.states.len() && self.room > 0 {
            self.begin(states.next_power_of_two(), self.room);
        }
    }

    /// Starts anew with this many states, a power of two, if their part of the memory is enough,
    /// and room for this many words each.
    #[cold]
    fn begin(&mut self, states: usize, room: usize) {
        let each = (size_of::<State>() + size_of::<u32>() * room) as u64;
        let most = self.budget.limit_bytes() / PART / each;
        let most = most.checked_ilog2().map_or(0, |bits| 1 << bits);
        let states = states.min(most);
        if states == self.states.len() && room == self.room {
            return;
        }
        // What is not needed any more goes first.
        (self.states, self.words) = (Box::default(), Box::default());
        self.charge = Charge::none(self.budget.clone(), Account::Store);
        self.room = room;
        if self.charge.add(states as u64 * each).is_ok() {
            self.states = vec![NONE; states].into();
            self.words = vec![0; states * room].into();
        }
    }
}
