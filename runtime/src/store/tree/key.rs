//! From a state to its root, and back.

use super::block::{CHILDREN, NodeBlock};
use super::nodes::{Name, Nodes};
use super::shape::{CHAINS, Child, Node, SUBTREES_MAX, Shape};
use super::translate::Names;
use super::{FORM_BITS, Lacking, Tree};
use crate::store::quotient::Key;

/// The form of all roots whose shape has a number, or whose subtrees have names, too long for their
/// fields.
pub(super) const OTHER_FORM: u64 = (1 << FORM_BITS) - 1;

/// A root of the other form.
///
/// ```text
/// form, all ones │ 0 │ last: the other bits │ left: those of a name
/// form, all ones │ 1 │ 0 ────────────────── │ left, of a chain of all names
/// ```
pub(super) struct Other {
    /// The node with the number of the shape and the chain.
    pub(super) left: Name,
    /// The name of the last subtree, if it is not in the chain.
    pub(super) last: Option<Name>,
}

/// What is used again for each state.
#[derive(Default)]
pub(super) struct Scratch {
    waiting: Vec<(usize, Name)>,
    children: Vec<u32>,
}

impl Tree {
    /// The root of a state. It is the last state then. The error is that there is no room for a
    /// node.
    #[inline]
    pub(super) fn root(&mut self, words: &[u32]) -> Result<u64, Lacking> {
        if !self.last.is_known_of(words.len()) {
            return self.root_from_nothing(words);
        }
        match self.last.step(words, &mut self.recent, &mut self.tables)? {
            Some(root) => Ok(root),
            None => self.root_of_last(),
        }
    }

    #[cold]
    fn root_from_nothing(&mut self, words: &[u32]) -> Result<u64, Lacking> {
        self.begin(words);
        self.name_nodes(Nodes::name)?;
        self.root_of_last()
    }

    /// Gives all nodes of the last state their names, children first. The error is that one has
    /// none.
    fn name_nodes(
        &mut self,
        mut name: impl FnMut(&mut Nodes, u64, &NodeBlock) -> Option<Name>,
    ) -> Result<(), Lacking> {
        for number in (0..self.shapes[self.last.shape].nodes.len()).rev() {
            let branch = self.last.branch(number);
            let table = branch.block.table();
            let name = name(
                &mut self.tables[usize::from(table)],
                branch.hash,
                &branch.block,
            );
            let name = name.ok_or(Lacking::Node(table))?;
            self.last.name(number, name);
        }
        Ok(())
    }

    /// Goes to another state, of which no names are known.
    fn begin(&mut self, words: &[u32]) {
        let shape = match self.shape_of.get(&words.len()) {
            Some(&shape) => shape,
            None => self.add_shape(Shape::halves(words.len(), self.name_bits, self.root_bits)),
        };
        self.last.begin(shape, &self.shapes[shape], words);
    }

    /// The root of the state that is the last now, when all its nodes have names.
    #[cold]
    fn root_of_last(&mut self) -> Result<u64, Lacking> {
        let (shape, names) = (self.last.shape, self.subtrees_of_last());
        let short = self.short_root(shape, &names);
        self.last.know(short);
        if short.is_none() {
            self.note_other();
        }
        self.root_of(shape, &names)
    }

    /// The root of a state whose subtrees have these names. The error is that there is no room for
    /// a node.
    pub(super) fn root_of(&mut self, shape: usize, names: &Names) -> Result<u64, Lacking> {
        let short = self.short_root(shape, names);
        let root = short.or_else(|| self.other_root(shape, names, Nodes::name));
        root.ok_or(Lacking::Node(CHAINS))
    }

    fn subtrees_of_last(&self) -> Names {
        let mut names = [0; SUBTREES_MAX];
        for (name, &node) in names.iter_mut().zip(&self.shapes[self.last.shape].subtrees) {
            *name = self.last.branch(node).block.name();
        }
        names
    }

    /// The root, if shape and names fit into their fields.
    fn short_root(&self, shape: usize, names: &Names) -> Option<u64> {
        let mut root = (shape as u64) << self.root_bits;
        let mut fits = (shape as u64) < OTHER_FORM;
        for (&name, subtree) in names.iter().zip(self.shapes[shape].fields()) {
            fits &= u64::from(name) >> subtree.width == 0;
            root |= u64::from(name) << (subtree.shift % 64);
        }
        fits.then_some(root)
    }

    /// A root of which a name or the number of its shape is too long: a chain of nodes with the
    /// names of subtrees, a node with number and chain, and the name of the last subtree. If that
    /// is too long, too, it is in the chain: that must not depend on names of chains, which may be
    /// others when they were swept.
    fn other_root(
        &mut self,
        shape: usize,
        names: &Names,
        mut name: impl FnMut(&mut Nodes, u64, &NodeBlock) -> Option<Name>,
    ) -> Option<u64> {
        let mut chained = &names[..self.shapes[shape].subtrees.len()];
        let mut root = OTHER_FORM << self.root_bits;
        let (&last, others) = chained.split_last()?;
        let whole = self.root_bits - 1;
        match u64::from(last) << self.name_bits {
            behind if behind >> whole == 0 => {
                root |= behind;
                chained = others;
            }
            _ => root |= 1 << whole,
        }
        let nodes = &mut self.tables[usize::from(CHAINS)];
        let mut name = |pair: [u32; 2]| {
            let (block, hash) = NodeBlock::with(CHAINS, &pair);
            name(nodes, hash, &block)
        };
        let (&first, others) = chained.split_first()?;
        let chain = others
            .iter()
            .try_fold(first, |chain, &it| name([chain, it]))?;
        Some(root | u64::from(name([shape as u32, chain])?))
    }

    /// The pair with this name in the table of chains.
    pub(super) fn pair(&self, name: Name, words: &mut Vec<u32>) -> [u32; 2] {
        self.tables[usize::from(CHAINS)].children(name, words);
        [words[0], words[1]]
    }

    /// Shape and subtrees of the root with this key.
    pub(super) fn unpack(&self, key: Key, pair: &mut Vec<u32>) -> (usize, Names) {
        let mut values = [0; SUBTREES_MAX];
        let root = self.address.root(key);
        let Some(other) = self.other(root) else {
            let shape = (root >> self.root_bits) as usize;
            for (value, subtree) in values.iter_mut().zip(self.shapes[shape].fields()) {
                *value = (root >> (subtree.shift % 64) & ((1 << subtree.width) - 1)) as u32;
            }
            return (shape, values);
        };
        let [shape, mut chain] = self.pair(other.left, pair);
        let mut chained = self.shapes[shape as usize].subtrees.len();
        if let Some(last) = other.last {
            chained -= 1;
            values[chained] = last;
        }
        for value in values[1..chained].iter_mut().rev() {
            [chain, *value] = self.pair(chain, pair);
        }
        values[0] = chain;
        (shape as usize, values)
    }

    /// The parts of a root of the other form.
    pub(super) fn other(&self, root: u64) -> Option<Other> {
        let low = |bits: u32| root & ((1 << bits) - 1);
        let whole = self.root_bits - 1;
        (root >> self.root_bits == OTHER_FORM).then(|| Other {
            left: low(self.name_bits) as Name,
            last: (root >> whole & 1 == 0).then_some((low(whole) >> self.name_bits) as Name),
        })
    }

    /// Gives each node of the state with this key to `is_new`: the number of the shape, that of the
    /// node, its name. Those of which it says so are given to `visit` with their children, and what
    /// is below them comes next. Gives the number of the shape. What the closures have in common is
    /// handed to them.
    pub(super) fn descend<T>(
        &self,
        key: Key,
        scratch: &mut Scratch,
        met: &mut T,
        is_new: impl Fn(&mut T, usize, usize, Name) -> bool,
        visit: impl Fn(&mut T, usize, usize, &[u32]),
    ) -> usize {
        let Scratch { waiting, children } = scratch;
        let (number, subtrees) = self.unpack(key, children);
        let shape = &self.shapes[number];
        waiting.extend(shape.subtrees.iter().copied().zip(subtrees));
        while let Some((node, name)) = waiting.pop() {
            if !is_new(met, number, node, name) {
                continue;
            }
            self.tables[usize::from(shape.nodes[node].table)].children(name, children);
            children.truncate(usize::from(shape.nodes[node].count));
            visit(met, number, node, children);
            for (at, &value) in children.iter().enumerate() {
                if let Child::Node(child) = shape.child(node, at) {
                    waiting.push((child, value));
                }
            }
        }
        number
    }

    /// The state with this key.
    pub(super) fn words(&self, key: Key) -> Vec<u32> {
        let mut words = Vec::new();
        self.read(key, &mut words);
        words
    }

    /// Replaces `words` by the state with this key.
    pub(super) fn read(&self, key: Key, words: &mut Vec<u32>) {
        let (number, subtrees) = self.unpack(key, words);
        let shape = &self.shapes[number];
        words.clear();
        words.resize(shape.leaves, 0);
        for (&node, name) in shape.subtrees.iter().zip(subtrees) {
            self.read_below(shape, node, name, words);
        }
    }

    /// Writes the leaves below a node with this name.
    pub(super) fn read_below(&self, shape: &Shape, node: usize, name: Name, leaves: &mut [u32]) {
        let Node { table, count, .. } = shape.nodes[node];
        let mut children = Vec::with_capacity(CHILDREN);
        self.tables[usize::from(table)].children(name, &mut children);
        for (at, &value) in children[..usize::from(count)].iter().enumerate() {
            match shape.child(node, at) {
                Child::Leaf(leaf) => leaves[leaf] = value,
                Child::Node(child) => self.read_below(shape, child, value, leaves),
            }
        }
    }

    /// As [`root`](Self::root), but gives no names: `None` if some node has none, for then the
    /// state is not stored.
    pub(super) fn find_root(&mut self, words: &[u32]) -> Option<u64> {
        self.begin(words);
        let find = |nodes: &mut Nodes, hash, block: &NodeBlock| nodes.find(hash, block);
        self.name_nodes(find).ok()?;
        let (shape, names) = (self.last.shape, self.subtrees_of_last());
        self.short_root(shape, &names)
            .or_else(|| self.other_root(shape, &names, find))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::memory::Budget;
    use crate::store::tree::address::Address;
    use crate::store::{Handle, Insertion};

    /// Roots of 17 bits, in whose fields names have 8: most states have chains, with the last name
    /// behind if that has 3, as at first, and otherwise in them.
    #[test]
    fn names_too_long_for_their_fields_are_in_chains() {
        let budget = Arc::new(Budget::new(1 << 30));
        let [name_bits, root_bits] = [13, 17];
        let address = Address::small(root_bits);
        let mut tree = Tree::new(Vec::new(), [name_bits, root_bits], address, budget);
        let tree = tree.as_mut().unwrap_or_else(|_| panic!("there is memory"));
        assert!(tree.roots.make_room_for(4_000).is_ok());
        let mut stored = BTreeMap::new();
        let mut forms = [0; 3];
        for number in 0..2_000_u32 {
            let right = if number < 600 { number % 3 } else { number };
            let words = [number, 0, right, 1];
            let root = loop {
                match tree.root(&words) {
                    Ok(root) => break root,
                    Err(Lacking::Node(table)) => {
                        assert!(tree.tables[usize::from(table)].make_room().is_ok());
                    }
                    Err(Lacking::Root) => unreachable!("none was put anywhere"),
                }
            };
            forms[match tree.other(root).map(|other| other.last) {
                None => 0,
                Some(Some(_)) => 1,
                Some(None) => 2,
            }] += 1;
            if let Insertion::Fresh(handle) = tree.insert(0, &words) {
                stored.insert(handle.index(), words);
            }
        }
        assert!(forms.iter().all(|&states| states > 20), "{forms:?}");
        let forgotten: Vec<usize> = stored.keys().copied().step_by(2).collect();
        for handle in forgotten {
            tree.roots.remove(Handle(handle as u32));
            stored.remove(&handle);
        }
        let nodes = tree.nodes();
        assert!(tree.sweep().is_ok() && tree.nodes() < nodes);
        for (&handle, words) in &stored {
            let key = tree.roots.key(Handle(handle as u32));
            assert_eq!(tree.words(key), words);
            assert_eq!(
                tree.insert(0, words),
                Insertion::Seen(Handle(handle as u32))
            );
        }
    }
}
