//! The state that a key was asked for last, the values of its tree, and the way from there to the next.
//!
//! To look up all nodes of a tree takes long, and a step changes few. So the values of one tree are kept, the words of the next state are compared with those of the last, only nodes above what differs are
//! looked up, and only the names that are others are changed in the root.

use std::sync::Arc;

use super::Lacking;
use super::leaves::Leaves;
use super::nodes::Nodes;
use super::recent::Recent;
use super::shape::{Cell, IN_ROOT, Shape};
use crate::encode::Layout;

/// A state, and the values of its tree.
pub(super) struct Last {
    pub(super) leaves: Leaves,
    pub(super) shape: usize,
    /// The value of each cell: a leaf, or the name of a node.
    pub(super) values: Vec<u32>,
    /// Whether these are the values of a state.
    is_known: bool,
    /// Its root, if all names fit into their fields.
    short_root: Option<u64>,
    /// Nodes above something that has changed: a bit for each cell.
    stale: Vec<u64>,
    /// Leaves that the last [`step`](Last::step) has changed, and in which bits.
    differing: Vec<(u32, u32)>,
    /// Nodes to which it has given other names, and what their names were.
    renamed: Vec<(u32, u32)>,
}

/// What is known of a state after [`Last::step`].
pub(super) enum Step {
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
            values: Vec::new(),
            is_known: false,
            short_root: None,
            stale: Vec::new(),
            differing: Vec::new(),
            renamed: Vec::new(),
        }
    }

    /// Gives all cells the values of another state; [`stay`](Last::stay) or [`go_back`](Last::go_back) follows if that has a root.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        words: &[u32],
        shapes: &[Shape],
        recent: &mut Recent,
        tables: &mut [Nodes],
    ) -> Step {
        if !self.is_known {
            return Step::Nothing;
        }
        let cells = &shapes[self.shape].cells[..];
        if !self.leaves.compare(words, &mut self.differing) {
            self.forget();
            return Step::Nothing;
        }
        self.renamed.clear();
        // In registers.
        let values = &mut self.values[..];
        let mut above = Above {
            stale: &mut self.stale[..],
            root: self.short_root.unwrap_or(0),
            is_short: self.short_root.is_some(),
        };
        for &(leaf, difference) in &self.differing {
            let (leaf, old) = (leaf as usize, values[leaf as usize]);
            values[leaf] = old ^ difference;
            above.change(&cells[leaf], old, values[leaf]);
        }
        // Children come behind their parents.
        for group in (0..above.stale.len()).rev() {
            while above.stale[group] != 0 {
                let bit = above.stale[group].ilog2();
                above.stale[group] ^= 1 << bit;
                let node = 64 * group + bit as usize;
                let cell = &cells[node];
                let pair = cell.children.map(|child| values[child as usize]);
                let name = recent.name(cell.table, pair, || {
                    tables[usize::from(cell.table)].name(pair)
                });
                let Some(name) = name else {
                    self.forget();
                    return Step::Full(Lacking::Node(cell.table));
                };
                let old = std::mem::replace(&mut values[node], name);
                if old != name {
                    self.renamed.push((node as u32, old));
                    above.change(cell, old, name);
                }
            }
        }
        let Above { root, is_short, .. } = above;
        match is_short {
            true => Step::Root(root),
            false => Step::Names,
        }
    }

    /// All values are those of the state `words`, and this is its root, if it is short.
    #[inline(always)]
    pub(super) fn stay(&mut self, words: &[u32], short_root: Option<u64>) {
        self.leaves.set(words);
        self.is_known = true;
        self.short_root = short_root;
    }

    /// The state before the last step is the last again.
    #[inline(always)]
    pub(super) fn go_back(&mut self) {
        for &(leaf, difference) in &self.differing {
            self.values[leaf as usize] ^= difference;
        }
        for &(node, old) in &self.renamed {
            self.values[node as usize] = old;
        }
    }

    /// The leaves are those of another state.
    pub(super) fn begin(&mut self, shape: usize, cells: usize) {
        self.is_known = false;
        self.shape = shape;
        self.values.resize(cells, 0);
        self.stale.clear();
        self.stale.resize(cells.div_ceil(64), 0);
    }

    /// The values mean nothing any more.
    pub(super) fn forget(&mut self) {
        self.is_known = false;
    }
}

/// What lies above the cells that change.
struct Above<'s> {
    /// As in [`Last`].
    stale: &'s mut [u64],
    root: u64,
    is_short: bool,
}

impl Above<'_> {
    /// The value of a cell has changed.
    #[inline(always)]
    fn change(&mut self, cell: &Cell, old: u32, new: u32) {
        match cell.parent {
            IN_ROOT => {
                self.root ^= u64::from(old ^ new) << (cell.shift % 64);
                self.is_short &= u64::from(new) >> (cell.width % 64) == 0;
            }
            parent => self.stale[parent as usize / 64] |= 1 << (parent % 64),
        }
    }
}
