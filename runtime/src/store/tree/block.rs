//! The values of a tree: for each node a block with those of its children, in one piece, so that
//! all that a name depends on is compared at once.
//!
//! ```text
//! block   8 words:  child │ child │ child │ child │ child │ child │ table + 1 │ name       children that there are not: 0
//! slot    8 * node + word
//! ```
//!
//! Its hash is a sum over the children, so that a child that has changed is looked at alone.

use super::nodes::Name;
use super::shape::Node;

/// Children of a node at most.
pub(super) const CHILDREN: usize = 6;

const TABLE: usize = CHILDREN;
const NAME: usize = 7;

/// Words of a block.
const WORDS: usize = 8;

/// What each child is multiplied by; of the other words without meaning.
const FACTORS: [u64; WORDS] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
    0xd6e8_feb8_6659_fd93,
    0xc2b2_ae3d_27d4_eb4f,
    0xa076_1d64_78bd_642f,
    0,
    0,
];

/// The hash of children.
#[inline]
pub(super) fn hash(children: &[u32]) -> u64 {
    let each = children.iter().zip(FACTORS);
    each.fold(0, |sum: u64, (&child, factor)| {
        sum.wrapping_add(factor.wrapping_mul(u64::from(child)))
    })
}

/// The children of a node, its table and its name.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct NodeBlock([u32; WORDS]);

impl NodeBlock {
    /// Of no table, so that it is like no other.
    pub(super) const NONE: Self = Self([0; WORDS]);

    pub(super) fn of_table(table: u16) -> Self {
        let mut block = Self::NONE;
        block.0[TABLE] = u32::from(table) + 1;
        block
    }

    /// With these children, and their hash.
    pub(super) fn with(table: u16, children: &[u32]) -> (Self, u64) {
        let mut block = Self::of_table(table);
        block.0[..children.len()].copy_from_slice(children);
        (block, hash(children))
    }

    #[inline(always)]
    pub(super) fn children(&self, count: u8) -> &[u32] {
        &self.0[..usize::from(count).min(CHILDREN)]
    }

    /// The table with its name; it has one.
    pub(super) fn table(&self) -> u16 {
        (self.0[TABLE] - 1) as u16
    }

    #[inline(always)]
    pub(super) fn name(&self) -> Name {
        self.0[NAME]
    }

    #[inline(always)]
    pub(super) fn set_name(&mut self, name: Name) {
        self.0[NAME] = name;
    }

    /// Whether table and children are the same, and so must the name be.
    #[inline(always)]
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.0[..NAME] == other.0[..NAME]
    }

    /// What says where the block is to be sought among others, with the hash of its children.
    #[inline(always)]
    pub(super) fn place(&self, hash: u64) -> u64 {
        hash.wrapping_add(u64::from(self.0[TABLE]) << 32)
            .wrapping_mul(FACTORS[0])
    }
}

/// A node of a tree: its block, and what each step needs of the [shape](super::shape::Node); a
/// cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Branch {
    pub(super) block: NodeBlock,
    /// Of the children.
    pub(super) hash: u64,
    pub(super) above: u32,
    pub(super) shift: u8,
    pub(super) width: u8,
}

impl Branch {
    /// With all children 0.
    pub(super) fn of(node: &Node) -> Self {
        Self {
            block: NodeBlock::of_table(node.table),
            hash: 0,
            above: node.above,
            shift: node.shift,
            width: node.width,
        }
    }

    #[inline(always)]
    fn put(&mut self, word: usize, value: u32) {
        let old = std::mem::replace(&mut self.block.0[word], value);
        let added = u64::from(value).wrapping_sub(u64::from(old));
        self.hash = self.hash.wrapping_add(added.wrapping_mul(FACTORS[word]));
    }
}

/// Writes the value of a child; gives the node.
#[inline(always)]
pub(super) fn put(branches: &mut [Branch], slot: u32, value: u32) -> usize {
    let node = slot as usize / WORDS;
    branches[node].put(slot as usize % WORDS, value);
    node
}

/// The slot of a child.
pub(super) fn child_slot(node: usize, child: usize) -> u32 {
    (WORDS * node + child) as u32
}
