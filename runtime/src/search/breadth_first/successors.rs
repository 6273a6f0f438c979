//! The states that edges have led to and that are not looked up yet, so that the store has time to
//! bring near what it will need.

use crate::state::State;
use crate::store::Store;

/// This many wait at most: enough for memory to answer, and few enough to lie in the nearest cache.
const MOST: usize = 64;

/// States, in the order in which they were reached, with the states that they were reached from
/// between them.
#[derive(Default)]
pub(super) struct Successors {
    items: Vec<Item>,
    /// The words and hidden variables of all successors, one after the other.
    words: Vec<u32>,
}

/// What is written down.
pub(super) enum Item {
    /// Successors of the next state that was taken follow, whose edges were chosen so.
    Of { choice: bool },
    /// A state that an edge has led to.
    Successor(Successor),
}

/// A state that an edge has led to.
pub(super) struct Successor {
    pub(super) hash: u64,
    pub(super) words: usize,
}

impl Successors {
    /// What follows are successors of the next state that was taken.
    pub(super) fn begin_state(&mut self, choice: bool) {
        self.items.push(Item::Of { choice });
    }

    /// Adds a state, and has the store begin to look for it.
    #[inline(always)]
    pub(super) fn add<S: Store + ?Sized>(&mut self, store: &mut S, state: &State) {
        let (hash, words) = (state.hash(), state.words());
        if store.gains_from_prefetch() {
            store.prefetch(hash);
        }
        self.items.push(Item::Successor(Successor {
            hash,
            words: words.len(),
        }));
        self.words.extend_from_slice(words);
        self.words.extend_from_slice(state.hidden());
    }

    /// No more should be added.
    #[inline(always)]
    pub(super) fn are_many(&self) -> bool {
        self.items.len() >= MOST
    }

    /// All items, and the words of the successors among them.
    pub(super) fn parts(&self) -> (&[Item], &[u32]) {
        (&self.items, &self.words)
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.words.clear();
    }
}
