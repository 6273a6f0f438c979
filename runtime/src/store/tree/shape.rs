//! The form of the tree over a number of leaves.
//!
//! Below the root up to six leaves make a node; more are divided into parts, as few as can be and
//! six at most, each as long as the others or one longer, until they are short enough. The root
//! itself has two children or more, its *subtrees*, each with a field of its own width in the key.
//! At first they are the two halves; later it is [`cut`](super::cut) where it is best.
//!
//! Nodes are numbered so that each comes behind its parent, and those with one parent side by side.

use std::ops::Range;

use super::block::{CHILDREN, child_slot};

/// Most subtrees below a root.
pub(super) const SUBTREES_MAX: usize = 8;

/// A tree, by its nodes.
pub(super) struct Shape {
    /// Words of the states that have it.
    pub(super) leaves: usize,
    pub(super) nodes: Vec<Node>,
    /// For each leaf the slot with its value.
    pub(super) leaf_slots: Vec<u32>,
    /// The children of the root, by their nodes.
    pub(super) subtrees: Vec<usize>,
}

/// A node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The first of its children: a leaf, if it is `lowest`, otherwise a node.
    first: u32,
    pub(super) count: u8,
    lowest: bool,
    /// The table with its name: [`LOWER`], or one of its own for a subtree.
    pub(super) table: u16,
    /// The slot above it, of a subtree [`IN_ROOT`].
    pub(super) above: u32,
    /// Leaves below it.
    pub(super) leaves: u32,
    /// Where the name of a subtree stands in the root.
    pub(super) shift: u8,
    pub(super) width: u8,
}

/// Of a node, or of the root.
pub(super) enum Child {
    Leaf(usize),
    Node(usize),
}

pub(super) const IN_ROOT: u32 = u32::MAX;

/// The table of pairs that are not part of a shape.
pub(super) const CHAINS: u16 = 0;

/// The table of all nodes but those of subtrees with tables of their own, with room for as many
/// children as a node may have.
pub(super) const LOWER: u16 = 1;

/// The leaves below a subtree, and bits for its name.
pub(super) type Cut = (Range<usize>, u32);

impl Shape {
    /// With two halves, each named in this many bits, or in half of those of the root if these are
    /// fewer.
    pub(super) fn halves(leaves: usize, name_bits: u32, root_bits: u32) -> Self {
        let middle = leaves.div_ceil(2);
        let width = name_bits.min(root_bits / 2);
        let cut = [0..middle, middle..leaves].map(|half| (half, width));
        Self::with_cut(leaves, &cut, || LOWER)
    }

    /// With these subtrees, the names of each of which are in a table of its own.
    pub(super) fn with_cut(leaves: usize, cut: &[Cut], mut table: impl FnMut() -> u16) -> Self {
        let mut shape = Self {
            leaves,
            nodes: Vec::new(),
            leaf_slots: vec![0; leaves],
            subtrees: Vec::new(),
        };
        let mut shift = 0;
        for (range, width) in cut {
            let node = shape.nodes.len();
            shape.subtrees.push(node);
            shape.nodes.push(Node {
                table: table(),
                shift: shift as u8,
                width: *width as u8,
                ..Node::below(IN_ROOT, range)
            });
            shape.divide(node, range);
            shift += width;
        }
        shape
    }

    /// Gives a node its children.
    fn divide(&mut self, node: usize, range: &Range<usize>) {
        let parts = parts(range);
        self.nodes[node].count = parts.len() as u8;
        if parts.iter().all(|part| part.len() == 1) {
            (self.nodes[node].first, self.nodes[node].lowest) = (range.start as u32, true);
            for (at, leaf) in range.clone().enumerate() {
                self.leaf_slots[leaf] = child_slot(node, at);
            }
            return;
        }
        let first = self.nodes.len();
        self.nodes[node].first = first as u32;
        for (at, part) in parts.iter().enumerate() {
            self.nodes.push(Node::below(child_slot(node, at), part));
        }
        for (at, part) in parts.iter().enumerate() {
            self.divide(first + at, part);
        }
    }

    pub(super) fn child(&self, node: usize, at: usize) -> Child {
        let Node { first, lowest, .. } = self.nodes[node];
        match lowest {
            true => Child::Leaf(first as usize + at),
            false => Child::Node(first as usize + at),
        }
    }

    /// Leaves below some children of a node, of which the first is `start`.
    pub(super) fn leaves_of(&self, node: usize, children: &Range<usize>) -> usize {
        let leaves = |at: usize| match self.child(node, at) {
            Child::Leaf(_) => 1,
            Child::Node(child) => self.nodes[child].leaves as usize,
        };
        children.clone().map(leaves).sum()
    }

    /// The nodes of the subtrees.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Node> {
        self.subtrees.iter().map(|&node| &self.nodes[node])
    }

    /// The leaves below each subtree.
    pub(super) fn ranges(&self) -> Vec<Range<usize>> {
        let mut start = 0;
        let ranges = self.fields().map(|subtree| {
            let range = start..start + subtree.leaves as usize;
            start = range.end;
            range
        });
        ranges.collect()
    }

    /// Table of a node, and leaves below it: nodes that are alike in both have trees of one form.
    pub(super) fn form(&self, node: usize) -> (u16, u32) {
        (self.nodes[node].table, self.nodes[node].leaves)
    }
}

impl Node {
    fn below(above: u32, range: &Range<usize>) -> Self {
        Self {
            first: 0,
            count: 0,
            lowest: false,
            table: LOWER,
            above,
            leaves: range.len() as u32,
            shift: 0,
            width: 0,
        }
    }
}

/// The children of a node over these leaves.
fn parts(range: &Range<usize>) -> Vec<Range<usize>> {
    let count = match range.len() {
        len if len <= CHILDREN => len,
        len => len.div_ceil(CHILDREN).min(CHILDREN),
    };
    let start = |part: usize| range.start + part * range.len() / count;
    (0..count).map(|it| start(it)..start(it + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leaf_is_below_one_node_and_each_node_behind_its_parent() {
        for leaves in 1..300 {
            let shape = Shape::halves(leaves, 20, 40);
            let mut slots = shape.leaf_slots.clone();
            slots.sort_unstable();
            slots.dedup();
            assert_eq!(slots.len(), leaves);
            for (number, node) in shape.nodes.iter().enumerate() {
                assert!(usize::from(node.count) <= CHILDREN);
                let below = shape.leaves_of(number, &(0..usize::from(node.count)));
                assert_eq!(below, node.leaves as usize);
                for at in 0..usize::from(node.count) {
                    let above = match shape.child(number, at) {
                        Child::Leaf(leaf) => shape.leaf_slots[leaf],
                        Child::Node(child) => {
                            assert!(child > number);
                            shape.nodes[child].above
                        }
                    };
                    assert_eq!(above, child_slot(number, at));
                }
            }
            let below: u32 = shape.fields().map(|subtree| subtree.leaves).sum();
            assert_eq!(below as usize, leaves);
        }
    }
}
