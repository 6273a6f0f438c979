//! The nodes between leaves and roots: each once, under a name that it keeps.

use std::sync::Arc;

use super::block::{self, NodeBlock};
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};
use crate::monitor::Task;
use crate::store::{Evict, ExactStore, Handle, HandleSet, Insertion, Store, StoreUsage};

/// A name: the handle in the table.
pub(super) type Name = u32;

/// Nodes of one number of children.
pub(super) struct Nodes {
    table: ExactStore,
    /// Children of each.
    count: u8,
    /// Names must be below.
    bound: u64,
    budget: Arc<Budget>,
    words: Vec<u32>,
}

/// Names that the table may have given out beyond those in use.
const UNUSED: u64 = 1 << 10;

impl Nodes {
    /// No nodes; they will have this many children, and their names this many bits.
    pub(super) fn new(budget: Arc<Budget>, count: u8, name_bits: u32) -> Result<Self, OutOfMemory> {
        let mut table = ExactStore::tight(budget.clone())?;
        let bound = 1 << name_bits;
        // All records are of one length, and handles are names, which are to have no gaps.
        table.records.starts_small = false;
        table.slots.limit_len(bound - UNUSED);
        Ok(Self {
            table,
            count,
            bound,
            budget,
            words: Vec::new(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn usage(&self) -> StoreUsage {
        self.table.usage()
    }

    /// The name of the node with the children of this block, whose hash this is; `None` if it has
    /// none and there is no room for one.
    pub(super) fn name(&mut self, hash: u64, block: &NodeBlock) -> Option<Name> {
        let children = block.children(self.count);
        debug_assert_eq!(hash, block::hash(children));
        match self.table.insert(hash, children) {
            Insertion::Fresh(handle) | Insertion::Seen(handle) => {
                debug_assert!(u64::from(handle.0) < self.bound);
                Some(handle.0)
            }
            Insertion::Full => None,
        }
    }

    /// The name of a node that has one.
    pub(super) fn find(&mut self, hash: u64, block: &NodeBlock) -> Option<Name> {
        let children = block.children(self.count);
        self.table.find(hash, children).map(|handle| handle.0)
    }

    /// Replaces `children` by those of the node with this name.
    pub(super) fn children(&self, name: Name, children: &mut Vec<u32>) {
        self.table.get(Handle(name), children);
    }

    pub(super) fn make_room(&mut self) -> Result<(), Stop> {
        if self.len() as u64 >= self.bound - UNUSED {
            let cause = OutOfMemoryCause::Budget;
            return Err(self.budget.refused(Account::Store, 0, cause).into());
        }
        self.table.grow(usize::from(self.count), None)
    }

    /// Names that may be in use are below.
    pub(super) fn name_bound(&self) -> usize {
        self.usage().handle_bound
    }

    /// Takes all out whose names are not in one of `used`.
    ///
    /// # Errors
    /// It had to end, having taken out less.
    pub(super) fn sweep(&mut self, used: &[&HandleSet], task: &mut Task) -> Result<(), Stop> {
        let is_used = |handle| used.iter().any(|set| set.contains(handle));
        let stored = self.table.handles_from(0);
        task.end()?;
        for handle in stored.iter() {
            task.advance(1)?;
            if !is_used(handle) {
                self.table.forget(handle, block::hash, &mut self.words);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_gaps() {
        for count in 1..=block::CHILDREN {
            let budget = Arc::new(Budget::new(1 << 24));
            let mut nodes = Nodes::new(budget, count as u8, 20).expect("there is memory");
            for number in 0..2_000 {
                let mut children = vec![7; count];
                children[count - 1] = number;
                let (block, hash) = NodeBlock::with(0, &children);
                let name = loop {
                    match nodes.name(hash, &block) {
                        Some(name) => break name,
                        None => nodes.make_room().expect("there is memory"),
                    }
                };
                assert_eq!(name, number);
                assert_eq!(nodes.find(hash, &block), Some(name));
                let mut read = Vec::new();
                nodes.children(name, &mut read);
                assert_eq!(read, children);
            }
        }
    }
}
