//! Sets of candidates that know their least.
//!
//! | set | for | a choice costs | bytes a candidate, its place included |
//! |---|---|---|---|
//! | [`Heap`] | any order | O(log n) | 16, or 24 with two attributes and more before a time |
//! | [`Heap`] that counts ties | any order that ends at random | O(log n) | 20 |
//! | [`AgeQueue`] | the time of exit alone | O(1) | 12 |
//! | [`Pool`] | nothing but random | O(1) | 8 |
//! | [`Graded`] | the best of a few that are drawn | O(1) | 9 |
//!
//! Sets do not hold their candidates' places: a place (4 bytes a handle, what it means is the set's
//! own affair) is kept in one array for all sets together, since a state is a candidate in at most
//! one of them.

mod graded;
mod heap;
mod pool;
mod priority;
mod queue;

use std::sync::Arc;

use super::chunks::Chunks;
use crate::memory::{Budget, OutOfMemory};

pub(super) use graded::Graded;
pub(super) use heap::{Counts, Heap};
pub(super) use pool::Pool;
pub(super) use priority::{Facts, Priority, PriorityLayout};
pub(super) use queue::AgeQueue;

/// For each handle where its set has it.
pub(super) type Places = Chunks<u32>;

/// A set of candidates.
pub(super) trait Candidates {
    /// What the order looks at, packed.
    type Priority: Priority;

    /// This many candidates are drawn from those with the least priority, and the one with the
    /// least grade is chosen.
    const DRAWS: u32 = 1;

    fn new(budget: Arc<Budget>, descending: bool) -> Self;

    /// Adds `handle`, for which there is a place. On error nothing is changed.
    fn push(
        &mut self,
        handle: u32,
        priority: Self::Priority,
        places: &mut Places,
    ) -> Result<(), OutOfMemory>;

    /// `handle`, which is in no set, is about to come into one with a time of more than 32 bits as
    /// its priority. Where a place is half a time, nothing that this set still has of `handle` may
    /// look like that.
    fn tell_apart(&mut self, _: u32, _: Self::Priority, _: &Places) {}

    /// Removes `handle`, which is in the set. As it is here where a place is the number that a
    /// candidate has if its priority is least.
    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        self.take(*places.get(handle as usize), places);
    }

    /// The least priority, and how many candidates have it (1 where priorities are unique).
    fn least(&self) -> Option<(Self::Priority, u32)>;

    /// One of the candidates with the least priority; each has a `number`.
    fn candidate(&self, number: u32) -> u32;

    /// The grade of one of the candidates with the least priority.
    fn grade(&self, _: u32) -> u8 {
        0
    }

    /// Removes that candidate. Does not look at its place.
    fn take(&mut self, number: u32, places: &mut Places) -> u32;

    /// The priority of `handle`, which is in the set. Of use only where priorities hold what
    /// changes.
    fn priority(&self, _: u32, _: &Places) -> Self::Priority {
        Self::Priority::default()
    }

    /// Changes the priority of `handle`, which is in the set.
    fn set_priority(&mut self, _: u32, _: Self::Priority, _: &mut Places) {}

    /// Bytes charged.
    fn bytes(&self) -> u64;
}
