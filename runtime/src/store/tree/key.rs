//! From a state to its key, and back.

use super::last::{Last, Step};
use super::nodes::{Name, Nodes};
use super::shape::{Cell, Kind, Shape, TOPS_MAX};
use super::{FORM_BITS, Lacking, Tree};

/// States of so many words and longer ones are taken to have one length.
const LENGTHS: usize = 1024;

/// The form of all roots whose shape has a number, or whose tops have names, too long for their fields.
pub(super) const OTHER_FORM: u64 = (1 << FORM_BITS) - 1;

impl Tree {
    /// The key of a state: its root, mixed. It is the last state then. `None` if there is no room for a node.
    #[inline]
    pub(super) fn key(&mut self, words: &[u32]) -> Option<u64> {
        let step = self.step(words);
        if let Step::Root(root) = step {
            self.last.stay(words, Some(root));
        }
        self.key_after(step, words)
    }

    /// As [`key`](Self::key), but the last state remains what it is, if that is simple: for the successors of that state, which differ from it in less than from each other.
    #[inline]
    pub(super) fn key_near(&mut self, words: &[u32]) -> Option<u64> {
        let step = self.step(words);
        if let Step::Root(_) = step {
            self.last.go_back();
        }
        self.key_after(step, words)
    }

    #[inline(always)]
    fn step(&mut self, words: &[u32]) -> Step {
        if words.len() != self.last.leaves.words_len() {
            self.go_to_length(words.len());
        }
        self.last
            .step(words, &self.shapes, &mut self.recent, &mut self.tables)
    }

    #[inline(always)]
    fn key_after(&mut self, step: Step, words: &[u32]) -> Option<u64> {
        let root = match step {
            Step::Root(root) => Some(root),
            Step::Names => self.root(words),
            Step::Nothing => self.root_from_nothing(words),
            Step::Full(lacking) => {
                self.lacking = lacking;
                None
            }
        };
        root.map(|root| self.mixer.mix(root))
    }

    #[cold]
    fn root_from_nothing(&mut self, words: &[u32]) -> Option<u64> {
        self.begin(words);
        if let Err(lacking) = self.name_nodes(Nodes::name) {
            self.lacking = lacking;
            return None;
        }
        self.root(words)
    }

    /// Gives all nodes of the last state their names, children first. The error is that one has none.
    fn name_nodes(
        &mut self,
        mut name: impl FnMut(&mut Nodes, [u32; 2]) -> Option<Name>,
    ) -> Result<(), Lacking> {
        let shape = &self.shapes[self.last.shape];
        for node in shape.nodes().rev() {
            let Cell {
                children, table, ..
            } = shape.cells[node];
            let pair = children.map(|child| self.last.values[child as usize]);
            let name = name(&mut self.tables[usize::from(table)], pair);
            self.last.values[node] = name.ok_or(Lacking::Node(table))?;
        }
        Ok(())
    }

    /// Goes on from the last state of this length. Where processes come and go lengths take turns, and each time everything would be looked up.
    fn go_to_length(&mut self, len: usize) {
        let [old, new] = [self.last.leaves.words_len(), len].map(|len| len.min(LENGTHS - 1));
        if old == new {
            return;
        }
        if self.lasts.len() <= old.max(new) {
            self.lasts.resize_with(old.max(new) + 1, || None);
        }
        let layout = || self.last.leaves.layout();
        let last = self.lasts[new].take();
        let mut last = last.unwrap_or_else(|| Box::new(Last::new(layout())));
        std::mem::swap(&mut self.last, &mut last);
        self.lasts[old] = Some(last);
    }

    /// Goes to another state, of which no names are known.
    fn begin(&mut self, words: &[u32]) {
        let Last { leaves, values, .. } = &mut self.last;
        leaves.begin(words, values);
        let is_direct = leaves.is_packed() && leaves.bits() <= self.root_bits;
        let kind = Kind {
            leaves: if is_direct { 2 } else { values.len() },
            is_packed: leaves.is_packed(),
            is_direct,
        };
        let shape = match self.shape_of.get(&kind) {
            Some(&shape) => shape,
            None => self.add_shape(Shape::halves(kind, self.name_bits, self.root_bits)),
        };
        self.last.begin(shape, self.shapes[shape].cells.len());
    }

    /// The root of the state `words`, which is the last now, when all its nodes have names.
    #[cold]
    fn root(&mut self, words: &[u32]) -> Option<u64> {
        let short = self.short_root();
        self.last.stay(words, short);
        if short.is_some() {
            return short;
        }
        let root = self.other_root(Nodes::name);
        match root {
            Some(_) => self.note_other(),
            None => self.lacking = Lacking::Node(0),
        }
        root
    }

    /// The root, if shape and names fit into their fields.
    #[inline(always)]
    fn short_root(&self) -> Option<u64> {
        let shape = &self.shapes[self.last.shape];
        let mut root = (self.last.shape as u64) << self.root_bits;
        let mut fits = (self.last.shape as u64) < OTHER_FORM;
        for top in &shape.tops {
            let value = u64::from(self.last.values[top.cell as usize]);
            fits &= value >> top.width == 0;
            root |= value << (top.shift % 64);
        }
        fits.then_some(root)
    }

    /// A root of which a name or the number of its shape is too long: a chain of nodes with all but the last top, a node with number and chain, and the last top.
    fn other_root(
        &mut self,
        mut name: impl FnMut(&mut Nodes, [u32; 2]) -> Option<Name>,
    ) -> Option<u64> {
        let nodes = &mut self.tables[0];
        let tops = &self.shapes[self.last.shape].tops;
        let mut values = tops.iter().map(|top| self.last.values[top.cell as usize]);
        let (first, last) = (values.next()?, values.next_back()?);
        let chain = values.try_fold(first, |chain, value| name(nodes, [chain, value]))?;
        let left = name(nodes, [self.last.shape as u32, chain])?;
        let names = u64::from(left) << self.name_bits | u64::from(last);
        Some(OTHER_FORM << self.root_bits | names)
    }

    /// Shape and tops of the root with this key.
    pub(super) fn unpack(&self, key: u64, pair: &mut Vec<u32>) -> (usize, [u32; TOPS_MAX]) {
        let mut values = [0; TOPS_MAX];
        let root = self.mixer.unmix(key);
        let form = root >> self.root_bits;
        if form != OTHER_FORM {
            for (value, top) in values.iter_mut().zip(&self.shapes[form as usize].tops) {
                *value = (root >> (top.shift % 64) & ((1 << top.width) - 1)) as u32;
            }
            return (form as usize, values);
        }
        let [shape, mut chain] = self.tables[0].pair(self.left_of(root), pair);
        let last = self.shapes[shape as usize].tops.len() - 1;
        values[last] = (root & ((1 << self.name_bits) - 1)) as u32;
        for value in values[1..last].iter_mut().rev() {
            [chain, *value] = self.tables[0].pair(chain, pair);
        }
        values[0] = chain;
        (shape as usize, values)
    }

    /// Gives each part of the state with this key to `is_new`: the number of its shape, a cell, and the value there. Goes on below the nodes for which that says so; gives the number.
    pub(super) fn descend(
        &self,
        key: u64,
        waiting: &mut Vec<(u32, u32)>,
        pair: &mut Vec<u32>,
        mut is_new: impl FnMut(usize, usize, u32) -> bool,
    ) -> usize {
        let (number, tops) = self.unpack(key, pair);
        let shape = &self.shapes[number];
        waiting.extend(shape.tops.iter().map(|top| top.cell).zip(tops));
        while let Some((cell, value)) = waiting.pop() {
            let cell = cell as usize;
            if is_new(number, cell, value) && shape.is_node(cell) {
                let table = &self.tables[usize::from(shape.cells[cell].table)];
                let children = shape.cells[cell].children.into_iter();
                waiting.extend(children.zip(table.pair(value, pair)));
            }
        }
        number
    }

    /// The node of a root in the other form.
    pub(super) fn left_of(&self, root: u64) -> Name {
        (root >> self.name_bits & ((1 << self.name_bits) - 1)) as Name
    }

    /// Replaces `words` by the state with this key.
    pub(super) fn read(&self, key: u64, words: &mut Vec<u32>) {
        let (shape, tops) = self.unpack(key, words);
        let shape = &self.shapes[shape];
        let mut values = vec![0; shape.cells.len()];
        for (top, value) in shape.tops.iter().zip(tops) {
            values[top.cell as usize] = value;
        }
        for node in shape.nodes() {
            let table = &self.tables[usize::from(shape.cells[node].table)];
            let pair = table.pair(values[node], words);
            for (child, value) in shape.cells[node].children.into_iter().zip(pair) {
                values[child as usize] = value;
            }
        }
        let Kind {
            leaves, is_packed, ..
        } = shape.kind;
        self.last.leaves.read(&values[..leaves], is_packed, words);
    }

    /// As [`key`](Self::key), but gives no names: `None` if some node has none, for then the state is not stored.
    pub(super) fn find_key(&mut self, words: &[u32]) -> Option<u64> {
        self.begin(words);
        let find = |nodes: &mut Nodes, pair| nodes.find(pair);
        self.name_nodes(find).ok()?;
        let root = match self.short_root() {
            Some(root) => root,
            None => self.other_root(find)?,
        };
        Some(self.mixer.mix(root))
    }
}
