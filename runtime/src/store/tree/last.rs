//! The state that a key was asked for last, the values of its tree, and the step from there to the
//! next.
//!
//! To look up all nodes of a tree takes long, and a step changes few. So the values of one tree are
//! kept, the words of the next state are compared with those of the last, only nodes above what
//! differs are looked up, and only the names that are others are changed in the root.

use std::sync::Arc;

use super::Lacking;
use super::block::{Branch, get, put, rename, toggle};
use super::leaves::Leaves;
use super::nodes::{Name, Nodes};
use super::recent::RecentNodes;
use super::shape::{IN_ROOT, Shape};
use crate::encode::Layout;

/// A state, and the values of its tree.
pub(super) struct Last {
    pub(super) leaves: Leaves,
    pub(super) shape: usize,
    /// The nodes of the shape, and one that is none: what no node has is there.
    branches: Vec<Branch>,
    /// The leaves are the root.
    is_direct: bool,
    /// Whether these are the values of a state.
    is_known: bool,
    /// Its root, if all names fit into their fields.
    short_root: Option<u64>,
    /// Nodes below which something has changed: a bit for each. Those of few nodes are in a
    /// register.
    stale: Vec<u64>,
}

/// What is known of a state after [`Last::step`].
pub(super) enum Stepped {
    /// Its root.
    Root(u64),
    /// The names of all nodes. Not all fit into the root, or did not in the state before.
    Names,
    /// Nothing: its bits lie elsewhere.
    Nothing,
    /// There is no room for a name.
    Full(Lacking),
}

impl Last {
    pub(super) fn new(layout: Arc<Layout>) -> Self {
        Self {
            leaves: Leaves::new(layout),
            shape: 0,
            branches: Vec::new(),
            is_direct: false,
            is_known: false,
            short_root: None,
            stale: Vec::new(),
        }
    }

    /// Gives all nodes the values of another state; [`stay`](Last::stay) follows if that has a
    /// root.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        words: &[u32],
        recent: &mut RecentNodes,
        tables: &mut [Nodes],
    ) -> Stepped {
        if !self.is_known {
            return Stepped::Nothing;
        }
        if self.branches.len() <= u64::BITS as usize {
            return self.step_with(&mut 0_u64, words, recent, tables);
        }
        let mut stale = std::mem::take(&mut self.stale);
        let step = self.step_with(&mut stale[..], words, recent, tables);
        self.stale = stale;
        step
    }

    #[inline(always)]
    fn step_with(
        &mut self,
        stale: &mut (impl Stale + ?Sized),
        words: &[u32],
        recent: &mut RecentNodes,
        tables: &mut [Nodes],
    ) -> Stepped {
        let branches = &mut self.branches[..];
        let before = leaves_in_root(branches);
        let has_same_fields = self.leaves.compare(words, |slot, difference| {
            stale.mark(toggle(branches, slot, difference));
        });
        if !has_same_fields {
            stale.clear();
            self.forget();
            return Stepped::Nothing;
        }
        let mut root = self.short_root.unwrap_or(0);
        let mut is_short = self.short_root.is_some();
        if self.is_direct {
            stale.clear();
            return Stepped::Root(root ^ before ^ leaves_in_root(branches));
        }
        // Children come behind their parents.
        while let Some(number) = stale.take_last() {
            let branch = &mut branches[number];
            let name = recent.name(&branch.block, branch.hash, || {
                tables[usize::from(branch.block.table())].name(branch.hash, &branch.block)
            });
            let Some(name) = name else {
                let lacking = Lacking::Node(branch.block.table());
                stale.clear();
                self.forget();
                return Stepped::Full(lacking);
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
        match is_short {
            true => Stepped::Root(root),
            false => Stepped::Names,
        }
    }

    /// All values are those of the state `words`, which was compared, and this is its root, if it
    /// is short.
    #[inline(always)]
    pub(super) fn stay(&mut self, words: &[u32], short_root: Option<u64>) {
        self.leaves.go_on(words);
        self.know(short_root);
    }

    /// All nodes have the names of the state with which it [began](Last::begin).
    #[inline(always)]
    pub(super) fn know(&mut self, short_root: Option<u64>) {
        self.is_known = true;
        self.short_root = short_root;
    }

    /// The leaves are those of another state, of which no node has a name yet.
    pub(super) fn begin(&mut self, number: usize, shape: &Shape, leaves: &[u32]) {
        self.is_known = false;
        self.shape = number;
        self.is_direct = shape.kind.is_direct;
        self.branches.clear();
        self.branches.extend(shape.nodes.iter().map(Branch::of));
        self.branches.push(Branch::NONE);
        for (&slot, &leaf) in shape.leaf_slots.iter().zip(leaves) {
            put(&mut self.branches, slot, leaf);
        }
        self.leaves.name_leaves(&shape.leaf_slots);
        self.stale.clear();
        self.stale.resize(self.branches.len().div_ceil(64), 0);
    }

    pub(super) fn branch(&self, node: usize) -> &Branch {
        &self.branches[node]
    }

    pub(super) fn get(&self, slot: u32) -> u32 {
        get(&self.branches, slot)
    }

    pub(super) fn name(&mut self, node: usize, name: Name) {
        rename(&mut self.branches, node, name);
    }

    /// The values mean nothing any more.
    pub(super) fn forget(&mut self) {
        self.is_known = false;
    }
}

/// Two leaves, as they stand in a root.
fn leaves_in_root(branches: &[Branch]) -> u64 {
    u64::from(get(branches, 1)) << 32 | u64::from(get(branches, 0))
}

/// A set of nodes.
trait Stale {
    fn mark(&mut self, node: usize);

    /// Takes out the node with the highest number.
    fn take_last(&mut self) -> Option<usize>;

    fn clear(&mut self);
}

impl Stale for u64 {
    #[inline(always)]
    fn mark(&mut self, node: usize) {
        *self |= 1 << (node % 64);
    }

    #[inline(always)]
    fn take_last(&mut self) -> Option<usize> {
        let last = self.checked_ilog2()?;
        *self ^= 1 << last;
        Some(last as usize)
    }

    fn clear(&mut self) {
        *self = 0;
    }
}

impl Stale for [u64] {
    fn mark(&mut self, node: usize) {
        self[node / 64].mark(node);
    }

    fn take_last(&mut self) -> Option<usize> {
        let group = self.iter().rposition(|&group| group != 0)?;
        Some(64 * group + self[group].take_last()?)
    }

    fn clear(&mut self) {
        self.fill(0);
    }
}
