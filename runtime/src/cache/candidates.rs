//! Sets of candidates that know their least.
//!
//! Sets do not hold their candidates' places: a place (4 bytes a handle, what it means is the set's
//! own affair) is kept in one array for all sets together, since a state is a candidate in at most
//! one of them.

use std::sync::Arc;

use crate::memory::{Budget, Chunks, OutOfMemory};

/// For each handle where its set has it.
pub(super) type Places = Chunks<u32>;

/// A set of candidates.
pub(super) trait Candidates: Send {
    /// What the order looks at, packed; the least goes first.
    type Priority: Copy + Ord + Default + Send;

    /// An empty set.
    fn new(budget: Arc<Budget>) -> Self;

    /// Adds `handle`, for which there is a place. On error nothing is changed.
    fn push(
        &mut self,
        handle: u32,
        priority: Self::Priority,
        places: &mut Places,
    ) -> Result<(), OutOfMemory>;

    /// Removes `handle`, which is in the set.
    fn remove(&mut self, handle: u32, places: &mut Places);

    /// The least priority, and how many candidates have it (1 where priorities are unique).
    fn least(&self) -> Option<(Self::Priority, u32)>;

    /// The candidate with this number among those with the least priority.
    fn candidate(&self, number: u32) -> u32;

    /// The priority of `handle`, which is in the set. Of use only where priorities hold what
    /// changes.
    fn priority(&self, _: u32, _: &Places) -> Self::Priority {
        Self::Priority::default()
    }

    /// Changes the priority of `handle`, which is in the set.
    fn set_priority(&mut self, _: u32, _: Self::Priority, _: &mut Places) {}
}
