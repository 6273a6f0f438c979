//! What a store has said of states that will be inserted soon.
//!
//! A search executes all edges of a new state once before it follows them, so that the store can begin to load what it needs. Some stores must first find out what that is, which is most of their
//! work. So what they found is kept, a number for each edge that is left, and given back when the edge is followed. Most edges are followed long after they were looked at, when the search has come back from the first of
//! them and all that was loaded has gone again. But then it is known what comes next, as long as nothing new is found: the last numbers. So the store is told of each once more, some edges before it is followed.

use std::sync::Arc;

use super::charged::Charged;
use crate::memory::Budget;

/// Numbers of edges on the path that are not followed yet, the next one last.
pub(super) struct Foreseen {
    numbers: Charged<u64>,
    /// Numbers of states below the one whose edges are looked at.
    below: usize,
    /// There was no memory for one of them.
    is_cut: bool,
}

impl Foreseen {
    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            numbers: Charged::new(budget),
            below: 0,
            is_cut: false,
        }
    }

    /// The edges of a state are looked at from here on.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        (self.below, self.is_cut) = (self.numbers.len(), false);
    }

    /// The number of the next edge.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u64) {
        self.is_cut |= self.numbers.push(number).is_err();
    }

    /// All edges were looked at. False if their numbers are not known.
    #[inline(always)]
    pub(super) fn end(&mut self) -> bool {
        if self.is_cut {
            self.numbers.truncate(self.below);
        }
        self.numbers[self.below..].reverse();
        !self.is_cut
    }

    /// The number of the edge that is followed now.
    #[inline(always)]
    pub(super) fn next(&mut self) -> u64 {
        self.numbers.pop().expect("each edge has a number")
    }

    /// The number of an edge that will be followed soon, if no state is found before.
    #[inline(always)]
    pub(super) fn soon(&self) -> u64 {
        let at = self.numbers.len().checked_sub(DISTANCE);
        at.map_or(NOTHING, |at| self.numbers[at])
    }

    /// The store has changed: what it said means nothing any more.
    pub(super) fn forget(&mut self) {
        self.numbers.fill(NOTHING);
    }
}

/// Edges that are followed while something is loaded.
const DISTANCE: usize = 6;

/// Of a state nothing is known.
pub(super) const NOTHING: u64 = 0;
