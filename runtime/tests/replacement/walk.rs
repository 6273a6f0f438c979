//! A random walk of what a search tells, to a [`Replacement`] and to the [`Reference`].

use std::sync::Arc;

use runtime::cache::{Replacement, Specification};
use runtime::memory::{Account, Budget, OutOfMemory};
use runtime::model::Effect;
use runtime::store::Handle;

use super::random::Random;
use super::reference::Reference;

impl Random {
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.index(all.len())]
    }
}

pub const ARRIVALS: [Effect; 5] = [
    Effect::ControlBranch,
    Effect::Receive,
    Effect::Send,
    Effect::Assignment,
    Effect::Other,
];

/// Two opinions on the same search.
pub struct Walk {
    pub replacement: Box<dyn Replacement>,
    pub reference: Reference,
    pub budget: Arc<Budget>,
    pub random: Random,
    specification: Specification,
    edges: u64,
    free: Vec<u32>,
    handles: u32,
    /// Choices, and those between several states.
    pub chosen: usize,
    pub drawn: usize,
    /// Whether each piece of memory is refused once before it is granted, and how many were.
    pub scarce: bool,
    pub refused: usize,
}

impl Walk {
    pub fn new(specification: &Specification, seed: u64) -> Walk {
        let budget = Arc::new(Budget::new(1 << 30));
        Walk {
            replacement: specification.replacement(seed, &budget),
            reference: Reference::new(&specification.to_string()),
            budget,
            random: Random(seed),
            specification: specification.clone(),
            edges: 0,
            free: Vec::new(),
            handles: 0,
            chosen: 0,
            drawn: 0,
            scarce: false,
            refused: 0,
        }
    }

    /// `count` states that were stored before, every fourth one on the path.
    pub fn adopt(&mut self, count: u32) {
        self.handles = count;
        let hash = |handle: u32| Random(handle.into()).next();
        for handle in (0..count).filter(|handle| handle % 4 != 3) {
            let (hash, depth, degree) = (hash(handle), handle ^ 1, 1 + handle % 3);
            self.replacement
                .adopt(Handle(handle), hash, depth, degree)
                .unwrap();
            self.reference.adopt(handle, hash, depth, degree.into());
        }
        self.edges = 1_000_000;
        for (depth, handle) in (3..count).step_by(4).enumerate() {
            let (depth, hash) = (depth as u32, hash(handle));
            self.replacement
                .enter(Handle(handle), hash, depth, Effect::Other, self.edges)
                .unwrap();
            self.reference.enter(handle, hash, depth, Effect::Other);
        }
    }

    /// One thing that a search may do, with about `capacity` states stored.
    pub fn step(&mut self, capacity: usize) {
        match self.random.below(20) {
            0..8 => {
                if self.reference.states.len() >= capacity {
                    self.choose();
                }
                self.enter_new();
            }
            8..11 => self.meet(),
            11 => self.enter_again(),
            12 => self.execute(),
            13 if self.random.below(4) == 0 => self.forget(),
            _ => self.leave(),
        }
    }

    fn execute(&mut self) {
        self.edges += 1;
        self.reference.execute();
    }

    /// Tells the replacement something. Where memory is scarce, all that is left is held by
    /// somebody else, who gives up what was refused.
    fn tell(&mut self, what: impl Fn(&mut dyn Replacement) -> Result<(), OutOfMemory>) {
        if self.scarce {
            let left = self.budget.limit_bytes() - self.budget.used_bytes();
            self.budget.charge(Account::Store, left).unwrap();
        }
        while let Err(error) = what(&mut *self.replacement) {
            assert!(self.scarce, "{error}");
            self.refused += 1;
            self.budget.release(Account::Store, error.wanted_bytes);
        }
    }

    pub fn enter_new(&mut self) {
        self.execute();
        let handle = self.free.pop().unwrap_or_else(|| {
            self.handles += 1;
            self.handles - 1
        });
        let hash = self.random.next();
        self.enter(handle, hash);
    }

    fn enter(&mut self, handle: u32, hash: u64) {
        let depth = self.reference.path.len() as u32;
        let arrival = self.random.one_of(&ARRIVALS);
        let edges = self.edges;
        self.tell(|replacement| replacement.enter(Handle(handle), hash, depth, arrival, edges));
        self.reference.enter(handle, hash, depth, arrival);
    }

    pub fn enter_again(&mut self) {
        let candidates = self.reference.candidates();
        if !candidates.is_empty() {
            self.execute();
            let state = self.random.one_of(&candidates);
            self.replacement.recall(Handle(state.handle));
            self.enter(state.handle, state.hash);
        }
    }

    pub fn meet(&mut self) {
        if !self.reference.states.is_empty() {
            self.execute();
            let handle = self.random.one_of(&self.reference.states).handle;
            let arrival = self.random.one_of(&ARRIVALS);
            self.replacement.meet(Handle(handle), arrival);
            self.reference.meet(handle, arrival);
        }
    }

    pub fn leave(&mut self) {
        if let Some(&last) = self.reference.path.last() {
            let edges = self.edges;
            self.tell(|replacement| replacement.leave(Handle(last), edges));
            self.reference.leave();
        }
    }

    fn forget(&mut self) {
        let candidates = self.reference.candidates();
        if !candidates.is_empty() {
            let handle = self.random.one_of(&candidates).handle;
            self.replacement.forget(Handle(handle));
            self.gone(handle);
        }
    }

    fn gone(&mut self, handle: u32) {
        self.reference.forget(handle);
        self.free.push(handle);
    }

    /// Lets a state be chosen; the reference must allow it.
    pub fn choose(&mut self) -> Option<u32> {
        let allowed = self.reference.allowed();
        let chosen = self.replacement.choose();
        let specification = &self.specification;
        let Some(Handle(handle)) = chosen else {
            assert!(
                allowed.is_empty(),
                "{specification} chose nothing, {allowed:?} could be"
            );
            return None;
        };
        assert!(
            allowed.contains(&handle),
            "{specification} chose {handle} instead of {allowed:?} of {:#?}",
            self.reference.states
        );
        self.chosen += 1;
        self.drawn += usize::from(allowed.len() > 1);
        self.gone(handle);
        Some(handle)
    }
}
