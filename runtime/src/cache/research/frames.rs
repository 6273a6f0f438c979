//! What is known of the states on the search stack, packed as the priorities that they will have.

use std::sync::Arc;

use super::priority::{Packed, PriorityLayout};
use crate::cache::specification::{Attribute, EvictionOrder};
use crate::memory::{Budget, Chunks, OutOfMemory};

/// A frame for each stored state on the path.
pub(super) struct Frames<K> {
    priorities: Chunks<K>,
    len: usize,
    counts_edges: bool,
    /// Edges of the whole search when a frame came or went last; what is executed after that
    /// belongs to the last frame.
    edges: u64,
}

impl<K: Packed> Frames<K> {
    pub(super) fn new(order: &EvictionOrder, budget: &Arc<Budget>) -> Self {
        Self {
            priorities: Chunks::new(budget.clone()),
            len: 0,
            counts_edges: order.uses(Attribute::Outdegree),
            edges: 0,
        }
    }

    /// Adds a frame when `edges` were executed; gives its number. On error nothing is changed.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        priority: K,
        edges: u64,
        layout: &PriorityLayout,
    ) -> Result<u32, OutOfMemory> {
        self.priorities.reach(self.len + 1)?;
        if self.counts_edges && self.len > 0 {
            let more = edges.wrapping_sub(self.edges);
            self.add(self.len - 1, Attribute::Outdegree, more, layout);
        }
        self.edges = edges;
        *self.priorities.get_mut(self.len) = priority;
        self.len += 1;
        Ok(self.len as u32 - 1)
    }

    #[inline(always)]
    fn add(&mut self, index: usize, attribute: Attribute, more: u64, layout: &PriorityLayout) {
        let priority = self.priorities.get_mut(index);
        *priority = layout.change(*priority, attribute, |it| it.saturating_add(more));
    }

    /// The last frame, and how many of its edges, when `edges` were executed, are not in there.
    #[inline(always)]
    pub(super) fn last(&self, edges: u64) -> (K, u64) {
        let priority = *self.priorities.get(self.len - 1);
        (priority, edges.wrapping_sub(self.edges))
    }

    /// Removes the last frame when `edges` were executed.
    #[inline(always)]
    pub(super) fn pop(&mut self, edges: u64) {
        self.edges = edges;
        self.len -= 1;
        self.priorities.shrink(self.len);
    }

    /// Counts a meeting if there is a frame with this number.
    #[inline(always)]
    pub(super) fn meet(&mut self, number: u32, layout: &PriorityLayout) -> bool {
        let is_there = (number as usize) < self.len;
        if is_there {
            self.add(number as usize, Attribute::Indegree, 1, layout);
        }
        is_there
    }
}
