//! Where to cut: which parts of a state are the tops of its tree.
//!
//! With two halves a tree is good if both take few values. But it may be that all that differs lies in one half: then there are as many nodes at its top as states, at twice the price. Where the difference lies
//! is not known before the search, so the store looks after some thousand states, and again whenever there are eight times as many and nodes take much memory. The top with
//! most values is replaced by its two halves, again and again, as long as the names of all tops fit into a key; this also saves the time to look these nodes up. Then every state is stored anew.
//!
//! What takes one value now may take many later, so the bits that are left over are given to all. A name too long for its field is no error: such a root is stored in another form, for one node more.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use super::key::OTHER_FORM;
use super::shape::{Cut, Shape, TOPS_MAX, halves};
use super::{ADAPT_FIRST, ROOT_BITS_MAX, Tree};
use crate::memory::OutOfMemory;
use crate::store::{HandleSet, Insertion, Moving};

/// Trees of a form of which there are fewer are left as they are.
const FEW_STATES: usize = 1 << 12;

/// A part with fewer values, or with fewer for each state, is left whole.
const FEW_VALUES: usize = 256;
const FEW_STATES_EACH: usize = 256;

/// Bits that each name has at least beyond those it needs now.
const SPARE_BITS: u32 = 2;

/// It is time to look again when roots in the other form, each some times, were asked for more than a fourth as often as there are states.
const OFTEN: u64 = 4;

/// How many times as many states there are when the store looks again: a look takes some nanoseconds a state, a change hundreds.
const AGAIN: u64 = 2;
const AGAIN_AFTER_CHANGE: u64 = 8;

/// States that are quickly stored anew.
const FEW_TO_CHANGE: u64 = 1 << 19;

/// Memory is tight when no more is left than so many times what the store takes.
const TIGHT: u64 = 4;

/// What a node takes at least.
const NODE_BYTES: u64 = 16;

/// A part of the trees of one shape.
struct Part {
    cell: usize,
    range: Range<usize>,
    /// Different values it takes.
    values: usize,
}

impl Part {
    /// Bits for its names.
    fn bits(&self) -> u32 {
        usize::BITS - self.values.leading_zeros() + SPARE_BITS
    }
}

impl Tree {
    /// Looks where to cut, and stores every state anew if that seems to pay. Time: a microsecond or two a state.
    pub(super) fn adapt(&mut self, moving: &mut Moving<'_>) {
        let states = self.roots.len();
        // To store a state anew takes as long as to visit some: while memory is left, that is for few states only.
        let is_tight = self.budget.free_bytes() / TIGHT < self.bytes();
        let may = states <= FEW_TO_CHANGE || is_tight;
        let takes_much = || {
            let nodes = self.nodes() as u64 * NODE_BYTES;
            nodes > self.roots.bytes() / 8 || self.others() > states / 16
        };
        let pays = states <= ADAPT_FIRST || (may && takes_much());
        // Both trees, and a bit for each name and cell.
        let cells: usize = self.shapes.iter().map(|shape| shape.cells.len()).sum();
        let room = 2 * self.bytes() + (cells * self.nodes() / 8) as u64;
        let has_room = self.budget.free_bytes() > room;
        if pays
            && has_room
            && let Ok(adapted) = self.adapted(moving)
        {
            *self = adapted;
            self.adapt_from(states * AGAIN_AFTER_CHANGE);
        } else {
            self.adapt_from(states * AGAIN);
        }
    }

    /// A root in the other form was asked for. When that is often, it is time to look again.
    #[cold]
    pub(super) fn note_other(&mut self) {
        self.others_met += 1;
        let states = self.roots.len();
        if self.adapt_at.is_some() && states > ADAPT_FIRST && self.others_met > states / OFTEN {
            self.adapt_from(states);
        }
    }

    /// Roots in the other form.
    fn others(&self) -> u64 {
        let roots = self
            .roots
            .handles()
            .map(|it| self.mixer.unmix(self.roots.key(it)));
        let others = roots.filter(|root| root >> self.root_bits == OTHER_FORM);
        others.count() as u64
    }

    /// The same states in trees of other shapes.
    fn adapted(&self, moving: &mut Moving<'_>) -> Result<Self, OutOfMemory> {
        let (layout, budget) = (self.last.leaves.layout(), self.budget.clone());
        let (shapes, root_bits) = shapes(self);
        let mut new = Self::new(layout, shapes, [self.name_bits, root_bits], budget)?;
        // Handles do not change from here on.
        new.roots.make_room_for(self.roots.len())?;
        let bound = new.roots.handle_bound();
        let handles = HandleSet::of(self.roots.handle_bound(), self.roots.handles());
        let mut words = Vec::new();
        moving.carry_over(&handles, bound, &self.budget, |handle| {
            self.read(self.roots.key(handle), &mut words);
            loop {
                match new.insert(&words) {
                    Insertion::Fresh(new) | Insertion::Seen(new) => return Ok(new),
                    Insertion::Full => new.make_room_in_place()?,
                }
            }
        })?;
        Ok(new)
    }
}

/// The shapes of a tree, the most frequent first but for the direct one, each cut for the states that are stored; and the bits of a root.
fn shapes(tree: &Tree) -> (Vec<Shape>, u32) {
    let (states, values) = count(tree);
    let mut order: Vec<usize> = (0..tree.shapes.len()).collect();
    order.sort_by_key(|&number| (!tree.shapes[number].kind.is_direct, Reverse(states[number])));
    let parts = |number: usize| {
        let shape = &tree.shapes[number];
        let values = |cell: usize| values[number][cell].len.max(1);
        let is_left = shape.kind.is_direct || states[number] < FEW_STATES;
        (!is_left).then(|| cut(shape, states[number], values))
    };
    let parts: Vec<Option<Vec<Part>>> = order.iter().map(|&number| parts(number)).collect();
    let wanted = |parts: &Vec<Part>| parts.iter().map(|part| part.bits() + SPARE_BITS).sum();
    let wanted = parts.iter().flatten().map(wanted).max().unwrap_or(0);
    let root_bits = wanted.clamp(2 * tree.name_bits, ROOT_BITS_MAX);
    let mut tables = 0;
    let shape = |(number, parts): (usize, Option<Vec<Part>>)| {
        let kind = tree.shapes[number].kind;
        let Some(parts) = parts else {
            return Shape::halves(kind, tree.name_bits, root_bits);
        };
        Shape::with_cut(kind, &widen(&parts, tree.name_bits, root_bits), || {
            tables += 1;
            tables
        })
    };
    (order.into_iter().zip(parts).map(shape).collect(), root_bits)
}

/// Different values of a cell: a bit for each name, or those of a leaf.
#[derive(Default)]
struct Values {
    names: Vec<u64>,
    leaves: HashSet<u32>,
    len: usize,
}

impl Values {
    fn insert(&mut self, value: u32, is_name: bool) -> bool {
        let is_new = match is_name {
            false => self.leaves.insert(value),
            true => {
                let (at, bit) = (value as usize / 64, 1 << (value % 64));
                self.names.resize(self.names.len().max(at + 1), 0);
                let is_new = self.names[at] & bit == 0;
                self.names[at] |= bit;
                is_new
            }
        };
        self.len += usize::from(is_new);
        is_new
    }
}

/// For each shape the states that have it, and for each of its cells the values that it takes.
fn count(tree: &Tree) -> (Vec<usize>, Vec<Vec<Values>>) {
    let mut states = vec![0; tree.shapes.len()];
    let cells = |shape: &Shape| (shape.cells.iter()).map(|_| Values::default()).collect();
    let mut values: Vec<Vec<Values>> = tree.shapes.iter().map(cells).collect();
    let mut pair = Vec::new();
    let mut waiting = Vec::new();
    for handle in tree.roots.handles() {
        let key = tree.roots.key(handle);
        let number = tree.descend(key, &mut waiting, &mut pair, |number, cell, value| {
            values[number][cell].insert(value, tree.shapes[number].is_node(cell))
        });
        states[number] += 1;
    }
    (states, values)
}

fn cut(shape: &Shape, states: usize, values: impl Fn(usize) -> usize) -> Vec<Part> {
    let part = |cell: u32, range: Range<usize>| Part {
        cell: cell as usize,
        range,
        values: values(cell as usize),
    };
    let mut start = 0;
    let tops = shape.tops.iter().map(|top| {
        let range = start..start + shape.leaves_below(top.cell as usize);
        start = range.end;
        part(top.cell, range)
    });
    let mut parts: Vec<Part> = tops.collect();
    // Those that have too many values whether or not they are cut.
    let mut whole = Vec::new();
    let few = FEW_VALUES.max(states / FEW_STATES_EACH);
    let may_be_cut = |part: &Part| part.range.len() > 1 && part.values > few;
    while let Some(most) = (0..parts.len())
        .filter(|&at| may_be_cut(&parts[at]) && !whole.contains(&parts[at].range))
        .max_by_key(|&at| parts[at].values)
        && parts.len() < TOPS_MAX
    {
        let Part {
            cell, ref range, ..
        } = parts[most];
        let children = shape.cells[cell].children.into_iter().zip(halves(range));
        let children: Vec<Part> = children.map(|(cell, half)| part(cell, half)).collect();
        let bits = |parts: &[Part]| parts.iter().map(Part::bits).sum::<u32>();
        if bits(&parts) - parts[most].bits() + bits(&children) > ROOT_BITS_MAX {
            whole.push(range.clone());
            continue;
        }
        parts.splice(most..=most, children);
    }
    parts
}

/// Gives the bits that are left over to the parts, to those with long names more.
fn widen(parts: &[Part], name_bits: u32, root_bits: u32) -> Vec<Cut> {
    let mut widths: Vec<u32> = parts
        .iter()
        .map(|part| part.bits().min(name_bits))
        .collect();
    while widths.iter().sum::<u32>() > root_bits {
        *widths.iter_mut().max().expect("there are tops") -= 1;
    }
    for _ in widths.iter().sum()..root_bits {
        let spare =
            |&at: &usize| 100 * (widths[at] - parts[at].bits().min(widths[at])) / parts[at].bits();
        let narrow = (0..parts.len()).filter(|&at| widths[at] < name_bits);
        if let Some(at) = narrow.min_by_key(spare) {
            widths[at] += 1;
        }
    }
    parts
        .iter()
        .map(|part| part.range.clone())
        .zip(widths)
        .collect()
}
