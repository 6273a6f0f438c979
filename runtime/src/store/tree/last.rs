//! The state that a key was asked for last, the values of its tree, and the step from there to the
//! next.
//!
//! To look up all nodes of a tree takes long, and a step changes few. So the values of one tree are
//! kept, the words of the next state are compared with those of the last, only nodes above what
//! differs are looked up, and only the names that are others are changed in the root.

use super::Lacking;
use super::block::{Branch, put};
use super::nodes::{Name, Nodes};
use super::recent::RecentNodes;
use super::shape::{IN_ROOT, Shape};
use crate::store::differences::Differences;

/// A state, and the values of its tree.
#[derive(Default)]
pub(super) struct Last {
    words: Vec<u32>,
    pub(super) shape: usize,
    /// For each word the slot with its value.
    slots: Vec<u32>,
    /// The nodes of the shape.
    branches: Vec<Branch>,
    /// Whether these are the values of a state.
    is_known: bool,
    /// Its root, if all names fit into their fields.
    short_root: Option<u64>,
    /// Words in which the state compared last differs.
    differing: Differences,
    /// Nodes below which something has changed.
    stale: Stale,
}

impl Last {
    /// Whether these are the values of a state of this many words.
    #[inline(always)]
    pub(super) fn is_known_of(&self, len: usize) -> bool {
        self.is_known && len == self.words.len()
    }

    /// Goes on to another state of as many words, and gives its root; `None` if not all names fit
    /// into that, or did not in the state before. The error is that there is no room for a name.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        words: &[u32],
        recent: &mut RecentNodes,
        tables: &mut [Nodes],
    ) -> Result<Option<u64>, Lacking> {
        let (branches, stale) = (&mut self.branches[..], &mut self.stale);
        for &at in self.differing.find(words, &self.words) {
            let at = at as usize;
            self.words[at] = words[at];
            stale.mark(put(branches, self.slots[at], words[at]));
        }
        let mut root = self.short_root.unwrap_or(0);
        let mut is_short = self.short_root.is_some();
        // Children come behind their parents.
        while let Some(number) = stale.take_last() {
            let branch = &mut branches[number];
            let name = recent.name(&branch.block, branch.hash, || {
                tables[usize::from(branch.block.table())].name(branch.hash, &branch.block)
            });
            let Some(name) = name else {
                let lacking = Lacking::Node(branch.block.table());
                self.forget();
                return Err(lacking);
            };
            let old = branch.block.name();
            if old != name {
                branch.block.set_name(name);
                match branch.above {
                    IN_ROOT => {
                        root ^= u64::from(old ^ name) << (branch.shift % 64);
                        is_short &= u64::from(name) >> (branch.width % 64) == 0;
                    }
                    slot => stale.mark(put(branches, slot, name)),
                }
            }
        }
        self.short_root = is_short.then_some(root);
        Ok(self.short_root)
    }

    /// All nodes have the names of the state, whose root is this, if it is short.
    pub(super) fn know(&mut self, short_root: Option<u64>) {
        self.is_known = true;
        self.short_root = short_root;
    }

    /// Goes to any state, which has this shape, and of which no node has a name yet.
    pub(super) fn begin(&mut self, number: usize, shape: &Shape, words: &[u32]) {
        self.is_known = false;
        self.shape = number;
        self.words.clear();
        self.words.extend_from_slice(words);
        self.slots.clone_from(&shape.leaf_slots);
        self.branches.clear();
        self.branches.extend(shape.nodes.iter().map(Branch::of));
        for (&slot, &word) in self.slots.iter().zip(words) {
            put(&mut self.branches, slot, word);
        }
        self.stale.begin(self.branches.len());
    }

    pub(super) fn branch(&self, node: usize) -> &Branch {
        &self.branches[node]
    }

    /// Gives a node this name, and writes it to the node above.
    pub(super) fn name(&mut self, node: usize, name: Name) {
        let branch = &mut self.branches[node];
        branch.block.set_name(name);
        if branch.above != IN_ROOT {
            let slot = branch.above;
            put(&mut self.branches, slot, name);
        }
    }

    /// The values mean nothing any more.
    pub(super) fn forget(&mut self) {
        self.is_known = false;
    }
}

/// A set of nodes, a bit for each.
#[derive(Default)]
struct Stale(Vec<u64>);

impl Stale {
    /// The empty set of nodes below this number.
    fn begin(&mut self, nodes: usize) {
        self.0.clear();
        self.0.resize(nodes.div_ceil(64), 0);
    }

    #[inline(always)]
    fn mark(&mut self, node: usize) {
        self.0[node / 64] |= 1 << (node % 64);
    }

    /// Takes out the node with the highest number.
    #[inline(always)]
    fn take_last(&mut self) -> Option<usize> {
        let group = self.0.iter().rposition(|&group| group != 0)?;
        let last = self.0[group].ilog2();
        self.0[group] ^= 1 << last;
        Some(64 * group + last as usize)
    }
}
