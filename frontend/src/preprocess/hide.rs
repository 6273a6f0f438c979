//! Sets of macro names that may not expand a token any more (Dave Prosser's algorithm, on which the
//! C standard's text rests).
//!
//! Every token that comes out of an expansion carries such a set. The same few sets occur again and
//! again, so they are stored once and tokens hold a number; what was computed of two is remembered.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HideSet(u32);

impl HideSet {
    pub const EMPTY: HideSet = HideSet(0);
}

type Names = BTreeSet<Rc<str>>;

type Pairs = BTreeMap<(HideSet, HideSet), HideSet>;

#[derive(Debug, Default)]
pub(super) struct HideSets {
    sets: Vec<Rc<Names>>,
    ids: BTreeMap<Rc<Names>, HideSet>,
    /// What was computed of two sets.
    unions: Pairs,
    intersections: Pairs,
    /// Sets with one name more.
    larger: BTreeMap<(HideSet, Rc<str>), HideSet>,
}

impl HideSets {
    pub fn new() -> HideSets {
        let mut table = HideSets::default();
        table.intern(Names::new());
        table
    }

    fn intern(&mut self, names: Names) -> HideSet {
        if let Some(id) = self.ids.get(&names) {
            return *id;
        }
        let (id, names) = (HideSet(self.sets.len() as u32), Rc::new(names));
        self.sets.push(Rc::clone(&names));
        self.ids.insert(names, id);
        id
    }

    fn names(&self, set: HideSet) -> &Names {
        &self.sets[set.0 as usize]
    }

    pub fn contains(&self, set: HideSet, name: &str) -> bool {
        self.names(set).contains(name)
    }

    pub fn size(&self, set: HideSet) -> usize {
        self.names(set).len()
    }

    pub fn with(&mut self, set: HideSet, name: &Rc<str>) -> HideSet {
        let key = (set, Rc::clone(name));
        if let Some(known) = self.larger.get(&key) {
            return *known;
        }
        let mut names = self.names(set).clone();
        names.insert(Rc::clone(name));
        let id = self.intern(names);
        self.larger.insert(key, id);
        id
    }

    pub fn intersection(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.intersections.get(&key) {
            return *known;
        }
        let names = self.names(a).intersection(self.names(b)).cloned().collect();
        let id = self.intern(names);
        self.intersections.insert(key, id);
        id
    }

    pub fn union(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == HideSet::EMPTY || a == b {
            return b;
        }
        if b == HideSet::EMPTY {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.unions.get(&key) {
            return *known;
        }
        let names = self.names(a).union(self.names(b)).cloned().collect();
        let id = self.intern(names);
        self.unions.insert(key, id);
        id
    }
}
