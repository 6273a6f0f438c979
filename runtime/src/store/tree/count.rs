//! How many values the parts of states take: what says where to [`cut`](super::cut).
//!
//! A node has as many values as names. Of some of its children together, and of subtrees side by
//! side, which have no name, it is counted approximately, in bits that hashes name.

use std::ops::Range;

use super::Tree;
use super::adapt::LOOKING;
use super::key::Scratch;
use super::shape::{Child, SUBTREES_MAX, Shape};
use crate::limits::Stop;
use crate::store::{Handle, HandleSet, fingerprint};

/// Bits of which some are set to count how many values two subtrees take together.
const COUNTED_BITS_MAX: usize = 1 << 20;

/// Some children of a node, side by side.
#[derive(Clone)]
pub(super) struct Group {
    pub(super) node: usize,
    pub(super) children: Range<usize>,
}

/// How many values the nodes of a shape take, and groups of their children.
pub(super) struct Counted {
    /// The names of each node that were met.
    names: Vec<HandleSet>,
    /// For each node those groups of its children that are halves, halves of halves and so on, but
    /// for single nodes.
    groups: Vec<Vec<(Range<usize>, Values)>>,
}

impl Counted {
    fn new(tree: &Tree, shape: &Shape) -> Self {
        let table = |node: usize| &tree.tables[usize::from(shape.nodes[node].table)];
        let groups = |node: usize| {
            let mut groups = Vec::new();
            add_halves(&full(shape, node), &mut groups);
            let is_counted = |it: &Group| only_node(shape, it).is_none();
            let counted = groups.into_iter().filter(is_counted);
            let counted = counted.map(|it| (it.children, Values::below(table(node).len())));
            counted.collect()
        };
        let names = |node: usize| HandleSet::new(table(node).name_bound());
        let nodes = 0..shape.nodes.len();
        Self {
            names: nodes.clone().map(names).collect(),
            groups: nodes.map(groups).collect(),
        }
    }

    /// The values of a group: all children of a node, a half of a group, or a leaf.
    pub(super) fn of(&self, group: &Group) -> usize {
        let groups = &self.groups[group.node];
        let counted = groups.iter().find(|(it, _)| *it == group.children);
        let values = match counted {
            Some((_, values)) => values.len(),
            None => self.names[group.node].iter().count(),
        };
        values.max(1)
    }
}

/// All children of a node.
pub(super) fn full(shape: &Shape, node: usize) -> Group {
    Group {
        node,
        children: 0..usize::from(shape.nodes[node].count),
    }
}

/// The two halves of several children.
pub(super) fn halves(group: &Group) -> [Group; 2] {
    let Group { node, children } = group.clone();
    let middle = children.start + children.len().div_ceil(2);
    [children.start..middle, middle..children.end].map(|children| Group { node, children })
}

fn add_halves(group: &Group, groups: &mut Vec<Group>) {
    if group.children.len() > 1 {
        for half in halves(group) {
            add_halves(&half, groups);
            groups.push(half);
        }
    }
}

/// The child that a group consists of, if that is a node.
pub(super) fn only_node(shape: &Shape, group: &Group) -> Option<usize> {
    match shape.child(group.node, group.children.start) {
        Child::Node(node) if group.children.len() == 1 => Some(node),
        _ => None,
    }
}

/// How many there are, about: each sets a bit that its hash names, and the share of bits that are
/// not set tells how many did (linear counting; Whang, Vander-Zanden and Taylor 1990).
#[derive(Clone)]
struct Values(Vec<u64>);

impl Values {
    /// Of about this many at most.
    fn below(count: usize) -> Self {
        Self(vec![0; counted_bits(count) / 64])
    }

    fn insert(&mut self, value: &[u32]) {
        let hash = fingerprint(value) as usize % (64 * self.0.len());
        self.0[hash / 64] |= 1 << (hash % 64);
    }

    fn len(&self) -> usize {
        let bits = (64 * self.0.len()) as f64;
        let unset: u32 = self.0.iter().map(|word| word.count_zeros()).sum();
        (-(f64::from(unset.max(1)) / bits).ln() * bits) as usize
    }
}

fn counted_bits(count: usize) -> usize {
    count.next_power_of_two().clamp(64, COUNTED_BITS_MAX)
}

/// Memory for what is counted.
pub(super) fn counted_bytes(tree: &Tree) -> usize {
    let of_nodes = tree
        .shapes
        .iter()
        .flat_map(|shape| &shape.nodes)
        .map(|node| {
            let table = &tree.tables[usize::from(node.table)];
            let groups = 2 * usize::from(node.count) * counted_bits(table.len());
            (table.name_bound() + groups) / 8
        });
    of_nodes.sum::<usize>() + SUBTREES_MAX * counted_bits(tree.roots.len() as usize) / 8
}

/// For each shape the states that have it, and what its parts take.
///
/// # Errors
/// It had to end.
pub(super) fn count(tree: &Tree) -> Result<(Vec<usize>, Vec<Counted>), Stop> {
    let mut task = tree.budget.begin(LOOKING, tree.roots.len());
    let mut states = vec![0; tree.shapes.len()];
    let counted = tree.shapes.iter().map(|shape| Counted::new(tree, shape));
    let mut counted: Vec<Counted> = counted.collect();
    let mut scratch = Scratch::default();
    for handle in task.each(tree.roots.handles()) {
        let key = tree.roots.key(handle);
        let is_new = |counted: &mut Vec<Counted>, number: usize, node: usize, name| {
            counted[number].names[node].insert(Handle(name))
        };
        let visit = |counted: &mut Vec<Counted>, number: usize, node: usize, children: &[u32]| {
            for (group, values) in &mut counted[number].groups[node] {
                values.insert(&children[group.clone()]);
            }
        };
        let number = tree.descend(key, &mut scratch, &mut counted, is_new, visit);
        states[number] += 1;
    }
    task.end()?;
    Ok((states, counted))
}

/// How many values each group of this many subtrees takes together with the next.
///
/// # Errors
/// It had to end.
pub(super) fn together(tree: &Tree, number: usize, groups: &[usize]) -> Result<Vec<usize>, Stop> {
    let mut task = tree.budget.begin(LOOKING, tree.roots.len());
    let values = Values::below(tree.roots.len() as usize);
    let mut counted = vec![values; groups.len() - 1];
    let mut pair = Vec::new();
    for handle in task.each(tree.roots.handles()) {
        let (shape, names) = tree.unpack(tree.roots.key(handle), &mut pair);
        if shape != number {
            continue;
        }
        let mut rest = &names[..];
        for (counted, groups) in counted.iter_mut().zip(groups.windows(2)) {
            counted.insert(&rest[..groups[0] + groups[1]]);
            rest = &rest[groups[0]..];
        }
    }
    task.end()?;
    Ok(counted.iter().map(Values::len).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;
    use crate::memory::Budget;
    use crate::state::hash_of;
    use crate::store::tree::cut::tests::state;
    use crate::store::{TreeStore, insert_or_grow};

    #[test]
    fn values_together_are_counted() {
        let budget = Arc::new(Budget::new(1 << 30));
        let mut store = TreeStore::new(budget).expect("there is memory");
        let states = (0..15_000).map(state);
        let halves: HashSet<[u32; 12]> = states.clone().collect();
        for state in states {
            insert_or_grow(&mut store, hash_of(&state), &state).expect("there is memory");
        }
        let tree = &mut store.tree;
        let number = tree.last.shape;
        let counted = together(tree, number, &[1, 1]).expect("nothing ends it");
        let counted = counted[0] as f64;
        assert!(
            (counted / halves.len() as f64 - 1.0).abs() < 0.03,
            "{counted}"
        );
    }
}
