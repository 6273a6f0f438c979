//! The tree store: states that differ in little share the rest (Laarman, van de Pol and Weber,
//! *Parallel recursive state compression for free*, SPIN 2011).
//!
//! A step changes one component or two of a state, so most states are mostly like many others. The
//! naive way, a table for each component and a row of their indices for each state, stores a row as
//! long as the state has components. Ours is a tree whose leaves are the words of the state
//! ([`shape`]): up to six leaves are a node, which is stored once and has a name, nodes of names
//! are stored likewise ([`nodes`]), and what is left of a state is its root. There are few nodes
//! below: a million different roots need no more than a thousand left and a thousand right halves.
//!
//! ```text
//! state        words ─── nodes ───> names … ───> root
//! root         form: 3 bits │ names of the root's children ([`key`]): 26 to 58 bits
//! ```
//!
//! At first a root has two children. It is a number of few bits, of fewer when memory is short.
//! Where in the table of roots, a [quotient table](super::quotient), it lies is said by the hash of
//! the state as long as there is plenty of memory, and then by the root itself, so that only those
//! of its bits are stored that its place does not say ([`address`]). Where to [`cut`] a state into
//! the children of its root is found out when there are some ([`adapt`], [`count`]), and roots are
//! [translated](translate).
//!
//! Only nodes above a word that has changed since the state before are looked up ([`last`]). Where
//! states are forgotten, nodes are left that no state needs: they are swept when there is no memory
//! for new ones ([`sweep`]).

mod adapt;
mod address;
mod block;
mod count;
mod cut;
mod key;
mod last;
mod nodes;
mod recent;
mod shape;
mod sweep;
mod translate;

use std::collections::HashMap;
use std::sync::Arc;

use address::Address;
use block::CHILDREN;
use last::Last;
use nodes::Nodes;
use recent::RecentNodes;
use shape::{LOWER, Shape};

use super::quotient::{Key, QuotientTable};
use super::recent::Recent;
use super::slots::tag;
use super::{Evict, Handle, HandleSet, HashOf, Insertion, Located, Remapping, Store, StoreUsage};
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};

/// An exact store of trees. Layout, costs and bounds are in `docs/stores.md`.
pub struct TreeStore {
    tree: Tree,
    /// The states that were stored last, as they are: half of those that are met again are found
    /// here, and no node is looked up for them. `None` when some may have been forgotten.
    newest: Option<Recent>,
    /// It has grown so large that a search gains from [`Store::locate`], or from
    /// [`Store::prefetch`] where roots lie where hashes say.
    is_large: bool,
}

/// Bits of a root that tell the form of the tree.
const FORM_BITS: u32 = 3;

/// Most other bits of a root.
const ROOT_BITS_MAX: u32 = 58;

/// What is located is the key of a root, or with this bit the handle of one of the newest states.
const IS_NEWEST: u64 = 1 << 63;

/// What there was no room for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lacking {
    Root,
    /// A node of this table.
    Node(u16),
}

struct Tree {
    last: Last,
    shapes: Vec<Shape>,
    /// By the number of words.
    shape_of: HashMap<usize, usize>,
    /// The [forms](Shape::form) of all nodes, each once.
    forms: Vec<(u16, u32)>,
    /// The names of nodes: [`CHAINS`], [`LOWER`], and those of subtrees with tables of their own.
    tables: Vec<Nodes>,
    recent: RecentNodes,
    roots: QuotientTable,
    address: Address,
    name_bits: u32,
    /// Bits of a root without its form: two names at least.
    root_bits: u32,
    lacking: Lacking,
    /// States at which it is looked where to cut; `None`: not any more.
    adapt_at: Option<u64>,
    /// States at which it was looked last.
    looked_at: u64,
    sweeps: u64,
    budget: Arc<Budget>,
}

/// States at which the store looks for the first time where to cut.
const ADAPT_FIRST: u64 = 1 << 14;

impl TreeStore {
    /// An empty store, whose memory, about 60 KiB now, is charged to `budget`; its limit decides
    /// how long names are.
    ///
    /// # Errors
    /// Not even that is left.
    pub fn new(budget: Arc<Budget>) -> Result<Self, OutOfMemory> {
        // A node takes 16 bytes at least.
        let name_bits = (budget.limit_bytes() / 16).max(1).ilog2() + 1;
        let name_bits = name_bits.clamp(14, ROOT_BITS_MAX / 2);
        let bits = [name_bits, 2 * name_bits];
        let mut tree = Tree::new(Vec::new(), bits, Address::Tag, budget)?;
        tree.adapt_from(ADAPT_FIRST);
        Ok(Self {
            newest: Some(Recent::new(tree.budget.clone())),
            tree,
            is_large: false,
        })
    }

    /// The same, still empty, but small from the start however much memory there is.
    ///
    /// # Errors
    /// There is no memory for another empty table.
    pub fn small(mut self) -> Result<Self, Stop> {
        self.tree.begin_small()?;
        Ok(self)
    }

    /// The handle of a state, if it is among the newest.
    #[inline(always)]
    fn newest(&self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.newest.as_ref()?.find(hash, words)
    }

    /// A state that is new is among the newest from now on.
    #[inline(always)]
    fn note(&mut self, hash: u64, words: &[u32], answer: Insertion) -> Insertion {
        if let (Some(newest), Insertion::Fresh(handle)) = (&mut self.newest, answer) {
            newest.note(hash, words, handle);
        }
        answer
    }

    /// As [`insert_or_grow`](crate::store::insert_or_grow), of a state whose hash has this tag.
    pub(super) fn insert_tagged(&mut self, tag: u32, words: &[u32]) -> Result<(), Stop> {
        while self.tree.insert(tag, words) == Insertion::Full {
            self.grow(words.len(), Some(&mut Remapping::of_nothing()))?;
        }
        Ok(())
    }

    /// As [`find`](Store::find), likewise.
    pub(super) fn find_tagged(&mut self, tag: u32, words: &[u32]) -> Option<Handle> {
        let tree = &mut self.tree;
        let root = tree.find_root(words)?;
        tree.roots.find(tree.address.key(tag, root))
    }
}

impl Tree {
    fn new(
        shapes: Vec<Shape>,
        [name_bits, root_bits]: [u32; 2],
        address: Address,
        budget: Arc<Budget>,
    ) -> Result<Self, OutOfMemory> {
        let mut counts = vec![2, CHILDREN as u8];
        let nodes = shapes.iter().flat_map(|shape| &shape.nodes);
        // In the order of the numbers of their tables.
        let with_tables = nodes.filter(|node| node.table > LOWER);
        counts.extend(with_tables.map(|node| node.count));
        let mut tree = Self {
            last: Last::default(),
            shape_of: HashMap::new(),
            forms: Vec::new(),
            shapes: Vec::new(),
            tables: (counts.into_iter())
                .map(|count| Nodes::new(budget.clone(), count, name_bits))
                .collect::<Result<_, _>>()?,
            recent: RecentNodes::new(budget.clone())?,
            roots: QuotientTable::new(budget.clone(), address.bits(root_bits))?,
            address,
            name_bits,
            root_bits,
            lacking: Lacking::Root,
            adapt_at: None,
            looked_at: ADAPT_FIRST,
            sweeps: 0,
            budget,
        };
        shapes.into_iter().for_each(|shape| {
            tree.add_shape(shape);
        });
        Ok(tree)
    }

    /// Gives the number of the shape.
    fn add_shape(&mut self, shape: Shape) -> usize {
        for node in 0..shape.nodes.len() {
            let form = shape.form(node);
            if !self.forms.contains(&form) {
                self.forms.push(form);
            }
        }
        let number = self.shapes.len();
        self.shape_of.insert(shape.leaves, number);
        self.shapes.push(shape);
        number
    }

    /// Looks up and adds the state `words` with this tag.
    #[inline]
    fn insert(&mut self, tag: u32, words: &[u32]) -> Insertion {
        let root = self.root(words);
        self.insert_root(tag, root)
    }

    /// Looks up and adds the state with this tag and root, if there was room for its nodes.
    #[inline]
    fn insert_root(&mut self, tag: u32, root: Result<u64, Lacking>) -> Insertion {
        match root {
            Ok(root) => self.insert_key(self.address.key(tag, root)),
            Err(lacking) => {
                self.lacking = lacking;
                Insertion::Full
            }
        }
    }

    /// Looks up and adds the state with this key.
    #[inline]
    fn insert_key(&mut self, key: Key) -> Insertion {
        let answer = self.roots.insert(key);
        if answer == Insertion::Full {
            self.lacking = Lacking::Root;
        }
        answer
    }

    /// From this many states on, which it says are too many, it looks where to cut.
    fn adapt_from(&mut self, states: u64) {
        self.adapt_at = Some(states);
        self.roots.wanted = states;
    }

    /// It does not look any more.
    fn settle(&mut self) {
        if self.adapt_at.take().is_some() {
            self.roots.wanted = u64::MAX;
        }
    }

    /// For what was lacking.
    fn make_room(&mut self, remapping: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        match (self.lacking, remapping) {
            (Lacking::Root, Some(remapping)) if self.roots.is_crowded() => {
                self.grow_roots(remapping)
            }
            (Lacking::Root, Some(remapping)) if self.adapt_at.is_some() => self.adapt(remapping),
            _ => self.make_room_in_place(),
        }
    }

    /// For what was lacking, without moving a root.
    fn make_room_in_place(&mut self) -> Result<(), Stop> {
        if let Lacking::Node(table) = self.lacking {
            return self.tables[usize::from(table)].make_room();
        }
        if self.adapt_at.is_some() {
            self.settle();
            return Ok(());
        }
        Err(self.roots.refused().into())
    }

    fn nodes(&self) -> usize {
        self.tables.iter().map(Nodes::len).sum()
    }

    fn bytes(&self) -> u64 {
        let nodes: u64 = self.tables.iter().map(|it| it.usage().charged_bytes).sum();
        self.roots.bytes() + self.recent.bytes() + nodes
    }
}

impl Store for TreeStore {
    #[inline(always)]
    fn prefetch(&mut self, hash: u64) {
        let tree = &mut self.tree;
        tree.roots.prefetch(tree.address.key(tag(hash), 0));
    }

    #[inline(always)]
    fn gains_from_prefetch(&self) -> bool {
        self.is_large && self.tree.address.is_fast()
    }

    /// A root says itself where it lies, when roots are few bits: it is computed here.
    #[inline]
    fn locate(&mut self, hash: u64, words: &[u32]) -> Located {
        if self.tree.address.is_fast() {
            self.prefetch(hash);
            return Located::UNKNOWN;
        }
        if let Some(handle) = self.newest(hash, words) {
            return Located(IS_NEWEST | u64::from(handle.0));
        }
        let tree = &mut self.tree;
        // Without room for a node it is looked for again when that is known to matter.
        let Ok(root) = tree.root(words) else {
            return Located::UNKNOWN;
        };
        let key = tree.address.key(tag(hash), root);
        tree.roots.prefetch(key);
        Located(key.place)
    }

    #[inline(always)]
    fn gains_from_locate(&self) -> bool {
        self.is_large
    }

    #[inline]
    fn insert_at(&mut self, located: Located, hash: u64, words: &[u32]) -> Insertion {
        match located {
            Located::UNKNOWN => self.insert(hash, words),
            Located(newest) if newest & IS_NEWEST != 0 => Insertion::Seen(Handle(newest as u32)),
            Located(place) => {
                debug_assert!(self.tree.root(words).is_ok_and(|root| {
                    self.tree.address.key(tag(hash), root) == Key::of(place)
                }));
                let answer = self.tree.insert_key(Key::of(place));
                self.note(hash, words, answer)
            }
        }
    }

    #[inline]
    fn insert(&mut self, hash: u64, words: &[u32]) -> Insertion {
        if let Some(handle) = self.newest(hash, words) {
            return Insertion::Seen(handle);
        }
        if self.gains_from_prefetch() {
            // Where the guess was wrong, it comes while the nodes are given their names: without
            // this philo6 took 1.05 times as long.
            self.prefetch(hash);
        }
        let answer = self.tree.insert(tag(hash), words);
        self.note(hash, words, answer)
    }

    fn find(&mut self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.find_tagged(tag(hash), words)
    }

    fn grow(&mut self, _: usize, remapping: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        let tree = &mut self.tree;
        let answer = tree.make_room(remapping);
        let stored = tree.roots.len() as usize;
        let large = tree.budget.thresholds().prefetch_states;
        self.is_large = stored >= large;
        if let Some(newest) = &mut self.newest {
            newest.grow(stored);
            newest.clear();
        }
        answer
    }

    fn handles_from(&self, start: usize) -> HandleSet {
        self.tree.roots.handles_from(start)
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool {
        let tree = &self.tree;
        tree.read(tree.roots.key(handle), words);
        true
    }

    fn len(&self) -> usize {
        self.tree.roots.len() as usize
    }

    fn usage(&self) -> StoreUsage {
        let tree = &self.tree;
        let nodes: u64 = tree.tables.iter().map(|it| it.usage().used_bytes).sum();
        let newest = self.newest.as_ref().map_or(0, Recent::bytes);
        StoreUsage {
            charged_bytes: tree.bytes() + newest,
            used_bytes: newest + tree.roots.bytes() + tree.recent.bytes() + nodes,
            handle_bound: tree.roots.handle_bound(),
            sweeps: tree.sweeps,
            ..StoreUsage::default()
        }
    }

    fn evict(&mut self) -> Option<&mut dyn Evict> {
        Some(self)
    }
}

impl Evict for TreeStore {
    fn forget(&mut self, handle: Handle, _: HashOf, _: &mut Vec<u32>) {
        self.newest = None;
        self.tree.roots.remove(handle);
    }

    fn limit_states(&mut self, states: u64) -> Result<(), Stop> {
        self.newest = None;
        let tree = &mut self.tree;
        if tree.roots.len() == 0 {
            tree.begin_small()?;
        }
        tree.roots.make_room_for(states)?;
        tree.adapt_at = None;
        tree.roots.wanted = states;
        Ok(())
    }

    fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
        _: HashOf,
    ) -> Result<u64, Stop> {
        self.newest = None;
        self.tree.settle();
        // Memory of nodes is not given back, but used again, when some are swept.
        self.tree.roots.shrink(bytes, remapping)
    }

    fn shrink_bytes(&self, kept: usize) -> u64 {
        let tree = &self.tree;
        tree.roots.shrink_bytes(kept) + tree.sweep_bytes()
    }

    fn reclaim(
        &mut self,
        _: &[u32],
        kept: &[Handle],
        _: HashOf,
        forgotten: &mut dyn FnMut(Handle),
    ) -> Result<bool, Stop> {
        self.newest = None;
        let tree = &mut self.tree;
        let enough = tree.nodes() - tree.nodes() / 16;
        let lacks_node = tree.lacking != Lacking::Root;
        if lacks_node {
            tree.sweep()?;
            if tree.nodes() < enough {
                return Ok(true);
            }
        }
        let before = tree.roots.len();
        tree.roots.evict(before.div_ceil(64), kept, forgotten)?;
        if lacks_node {
            tree.sweep()?;
        }
        Ok(tree.roots.len() < before)
    }
}
