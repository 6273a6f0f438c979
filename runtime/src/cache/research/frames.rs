//! What is known of the states on the search stack: a column for each attribute that the order
//! uses.

use std::sync::Arc;

use super::priority::Facts;
use crate::cache::specification::{Attribute, EvictionOrder};
use crate::memory::{Budget, Chunks, OutOfMemory};

/// A frame for each stored state on the path.
pub(super) struct Frames {
    uses: Uses,
    len: usize,
    handles: Chunks<u32>,
    depths: Chunks<u32>,
    indegrees: Chunks<u32>,
    outdegrees: Chunks<u32>,
    entries: Chunks<u64>,
    /// Edges of the whole search when a frame came or went last; what is executed after that
    /// belongs to the last frame.
    edges: u64,
}

/// What is kept in frames.
struct Uses {
    depth: bool,
    indegree: bool,
    outdegree: bool,
    entry: bool,
}

impl Uses {
    fn of(order: &EvictionOrder) -> Uses {
        Uses {
            depth: order.uses(Attribute::Depth),
            indegree: order.uses(Attribute::Indegree),
            outdegree: order.uses(Attribute::Outdegree),
            entry: order.uses(Attribute::Entry),
        }
    }
}

/// Bytes of a frame.
pub(super) fn frame_bytes(order: &EvictionOrder) -> u64 {
    let uses = Uses::of(order);
    4 * u64::from(uses.depth)
        + 8 * u64::from(uses.indegree)
        + 4 * u64::from(uses.outdegree)
        + 8 * u64::from(uses.entry)
}

impl Frames {
    pub(super) fn new(order: &EvictionOrder, budget: &Arc<Budget>) -> Self {
        Self {
            uses: Uses::of(order),
            len: 0,
            handles: Chunks::new(budget.clone()),
            depths: Chunks::new(budget.clone()),
            indegrees: Chunks::new(budget.clone()),
            outdegrees: Chunks::new(budget.clone()),
            entries: Chunks::new(budget.clone()),
            edges: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a frame. On error nothing is changed.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        handle: u32,
        facts: &Facts,
        edges: u64,
    ) -> Result<(), OutOfMemory> {
        let len = self.len + 1;
        if self.uses.depth {
            self.depths.reach(len)?;
            *self.depths.get_mut(self.len) = facts.depth;
        }
        if self.uses.indegree {
            self.handles.reach(len)?;
            self.indegrees.reach(len)?;
            *self.handles.get_mut(self.len) = handle;
            *self.indegrees.get_mut(self.len) = facts.indegree;
        }
        if self.uses.entry {
            self.entries.reach(len)?;
            *self.entries.get_mut(self.len) = facts.entry;
        }
        if self.uses.outdegree {
            self.outdegrees.reach(len)?;
            *self.outdegrees.get_mut(self.len) = facts.outdegree;
            self.count(edges);
        }
        self.len = len;
        Ok(())
    }

    /// The edges executed until now belong to the last frame.
    #[inline(always)]
    fn count(&mut self, edges: u64) {
        if let Some(last) = self.len.checked_sub(1) {
            let more = edges
                .wrapping_sub(self.edges)
                .try_into()
                .unwrap_or(u32::MAX);
            let outdegree = self.outdegrees.get_mut(last);
            *outdegree = outdegree.saturating_add(more);
        }
        self.edges = edges;
    }

    /// What the last frame says when `edges` were executed; attributes that are not used are 0.
    #[inline(always)]
    pub(super) fn last(&mut self, edges: u64) -> Facts {
        let last = self.len - 1;
        let mut facts = Facts::default();
        if self.uses.depth {
            facts.depth = *self.depths.get(last);
        }
        if self.uses.indegree {
            facts.indegree = *self.indegrees.get(last);
        }
        if self.uses.entry {
            facts.entry = *self.entries.get(last);
        }
        if self.uses.outdegree {
            self.count(edges);
            facts.outdegree = *self.outdegrees.get(last);
        }
        facts
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.len -= 1;
        let len = self.len;
        if self.uses.depth {
            self.depths.shrink(len);
        }
        if self.uses.indegree {
            self.handles.shrink(len);
            self.indegrees.shrink(len);
        }
        if self.uses.entry {
            self.entries.shrink(len);
        }
        if self.uses.outdegree {
            self.outdegrees.shrink(len);
        }
    }

    /// Counts a meeting if frame `index` is that of `handle`; for orders that use the indegree.
    #[inline(always)]
    pub(super) fn meet(&mut self, index: usize, handle: u32) -> bool {
        let found = index < self.len && *self.handles.get(index) == handle;
        if found {
            let indegree = self.indegrees.get_mut(index);
            *indegree = indegree.saturating_add(1);
        }
        found
    }
}
