//! From the root of a state in one tree to that in another of the same states, cut elsewhere.
//!
//! The easy way reads the words of each state and looks all its nodes up anew, a microsecond a
//! state. But a subtree of the new tree is a part of an old one, or some of them together, and few
//! names occur among many states: so what the new name is for the old ones is found out once, and
//! kept.

use std::collections::HashMap;
use std::ops::Range;

use super::block::{CHILDREN, NodeBlock};
use super::cut::STATES_EACH_JOINED;
use super::nodes::Name;
use super::shape::{Child, SUBTREES_MAX, Shape};
use super::{Lacking, Tree};

/// The names of the subtrees of one shape.
pub(super) type Names = [Name; SUBTREES_MAX];

/// From the subtrees of a shape to those of another of as many leaves.
pub(super) struct Translation {
    /// The number of the other.
    pub(super) shape: usize,
    subtrees: Vec<Translated>,
}

/// A subtree of the new tree.
struct Translated {
    node: usize,
    /// The old subtrees of which it is made.
    from: Range<usize>,
    known: Known,
}

/// The new name for old ones.
enum Known {
    /// By the old name; 0: not known yet, otherwise one more than the new name.
    One(Vec<Name>),
    Several(HashMap<Names, Name>),
}

impl Translation {
    pub(super) fn between(old: &Shape, new: &Tree) -> Self {
        let shape = new.shape_of[&old.leaves];
        let ranges = old.ranges();
        let new = &new.shapes[shape];
        let translated = |(&node, range): (&usize, Range<usize>)| {
            let overlaps = |it: &&Range<usize>| it.start < range.end && range.start < it.end;
            let start = ranges.iter().take_while(|it| it.end <= range.start).count();
            let from = start..start + ranges.iter().filter(overlaps).count();
            Translated {
                node,
                known: match from.len() {
                    0 | 1 => Known::One(Vec::new()),
                    _ => Known::Several(HashMap::new()),
                },
                from,
            }
        };
        let subtrees = new.subtrees.iter().zip(new.ranges());
        let subtrees = subtrees.map(translated).collect();
        Self { shape, subtrees }
    }

    /// The names in the new tree for those in the old. The error is that there is no room for one.
    pub(super) fn names(
        &mut self,
        number: usize,
        names: &Names,
        old: &Tree,
        new: &mut Tree,
    ) -> Result<Names, Lacking> {
        let mut translated = [0; SUBTREES_MAX];
        for (name, subtree) in translated.iter_mut().zip(&mut self.subtrees) {
            if let Some(known) = subtree.known.get(names, &subtree.from) {
                *name = known;
                continue;
            }
            let shape = &old.shapes[number];
            let mut leaves = vec![0; shape.leaves];
            for at in subtree.from.clone() {
                old.read_below(shape, shape.subtrees[at], names[at], &mut leaves);
            }
            *name = new.name_below(self.shape, subtree.node, &leaves)?;
            subtree.known.put(names, &subtree.from, *name);
        }
        Ok(translated)
    }
}

impl Known {
    fn get(&self, names: &Names, from: &Range<usize>) -> Option<Name> {
        match self {
            Self::One(known) => known.get(names[from.start] as usize)?.checked_sub(1),
            Self::Several(known) => known.get(&only(names, from)).copied(),
        }
    }

    fn put(&mut self, names: &Names, from: &Range<usize>, name: Name) {
        match self {
            Self::One(known) => {
                let old = names[from.start] as usize;
                known.resize(known.len().max(old + 1), 0);
                known[old] = name + 1;
            }
            Self::Several(known) => {
                known.insert(only(names, from), name);
            }
        }
    }
}

/// Memory for what is known, about.
pub(super) fn translated_bytes(tree: &Tree) -> usize {
    let subtrees = tree.shapes.iter().flat_map(Shape::fields);
    let subtrees = subtrees.map(|node| tree.tables[usize::from(node.table)].name_bound());
    let of_several = tree.roots.len() as usize / STATES_EACH_JOINED * 2 * size_of::<Names>();
    subtrees.sum::<usize>() * size_of::<Name>() + of_several
}

/// Some of the names, the others 0.
fn only(names: &Names, from: &Range<usize>) -> Names {
    let mut only = [0; SUBTREES_MAX];
    only[from.clone()].copy_from_slice(&names[from.clone()]);
    only
}

impl Tree {
    /// The name of a node above these leaves.
    fn name_below(&mut self, shape: usize, node: usize, leaves: &[u32]) -> Result<Name, Lacking> {
        let count = usize::from(self.shapes[shape].nodes[node].count);
        let mut children = [0; CHILDREN];
        for (at, child) in children[..count].iter_mut().enumerate() {
            *child = match self.shapes[shape].child(node, at) {
                Child::Leaf(leaf) => leaves[leaf],
                Child::Node(node) => self.name_below(shape, node, leaves)?,
            };
        }
        let table = self.shapes[shape].nodes[node].table;
        let (block, hash) = NodeBlock::with(table, &children[..count]);
        let name = self.tables[usize::from(table)].name(hash, &block);
        name.ok_or(Lacking::Node(table))
    }
}
