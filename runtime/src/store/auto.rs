//! The store that a search has unless another is asked for: exact while there is plenty of memory,
//! a tree from then on.
//!
//! The exact store is the fastest, for there is least to do for each state. A tree takes a fourth
//! of its memory or less. How many states there will be is not known before, so the store begins as
//! an exact one and is turned into a tree when it has used up a third of what it may have: then
//! there is room for both for a moment, and every state is stored anew, once. Of several that share
//! the memory each may have its part.

use std::sync::Arc;

use super::{
    Evict, ExactStore, Handle, HandleSet, HashOf, Insertion, Located, Remapping, Store, StoreUsage,
    TreeStore,
};
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged, OutOfMemory};

/// One or the other. The search loops are compiled for this type.
pub struct AutoStore {
    now: Now,
    /// It is exact, and may become a tree.
    may_turn: bool,
    /// States from which on it is a tree, whatever memory is left.
    tree_from: u64,
    /// Stores that share the memory.
    sharing: u64,
    budget: Arc<Budget>,
}

#[expect(
    clippy::large_enum_variant,
    reason = "there is one, and a box would be one load more for each edge"
)]
enum Now {
    Exact(ExactStore),
    Tree(Box<TreeStore>),
}

/// It stays exact as long as this many times what it takes is left, for each of those that share
/// the memory.
const LEFT: u64 = 2;

impl AutoStore {
    /// Exact, but a tree when a third of the memory is used up.
    ///
    /// # Errors
    /// There is no memory for an empty store.
    pub fn new(budget: Arc<Budget>) -> Result<Self, OutOfMemory> {
        let store = Self::exact(budget)?;
        Ok(Self {
            may_turn: true,
            ..store
        })
    }

    /// The same, one of this many that share the memory.
    pub fn one_of(self, sharing: usize) -> Self {
        Self {
            sharing: sharing as u64,
            ..self
        }
    }

    /// The same, but a tree from this many states on in any case.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn tree_from(mut self, states: u64) -> Result<Self, Stop> {
        self.tree_from = states;
        self.store_mut().limit_states(states)?;
        Ok(self)
    }

    /// Always exact.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn exact(budget: Arc<Budget>) -> Result<Self, OutOfMemory> {
        Ok(Self::of(
            Now::Exact(ExactStore::new(budget.clone())?),
            budget,
        ))
    }

    /// A tree from the start.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn tree(budget: Arc<Budget>) -> Result<Self, OutOfMemory> {
        let tree = Box::new(TreeStore::new(budget.clone())?);
        Ok(Self::of(Now::Tree(tree), budget))
    }

    fn of(now: Now, budget: Arc<Budget>) -> Self {
        Self {
            now,
            may_turn: false,
            tree_from: u64::MAX,
            sharing: 1,
            budget,
        }
    }

    #[inline(always)]
    fn store(&self) -> &dyn Evict {
        match &self.now {
            Now::Exact(store) => store,
            Now::Tree(store) => &**store,
        }
    }

    #[inline(always)]
    fn store_mut(&mut self) -> &mut dyn Evict {
        match &mut self.now {
            Now::Exact(store) => store,
            Now::Tree(store) => &mut **store,
        }
    }

    /// Becomes a tree, if there is memory for that and handles may change; otherwise it stays exact
    /// for good. Says which.
    ///
    /// # Errors
    /// It had to end, and is exact.
    fn turn(&mut self, remapping: Option<&mut Remapping<'_>>) -> Result<bool, Stop> {
        let may_turn = std::mem::take(&mut self.may_turn);
        let (true, Now::Exact(exact)) = (may_turn, &mut self.now) else {
            return Ok(false);
        };
        if let Some(remapping) = remapping {
            match tree_of(exact, remapping, &self.budget) {
                Ok(tree) => {
                    self.now = Now::Tree(Box::new(tree));
                    return Ok(true);
                }
                Err(Stop::Memory(_)) => {}
                Err(stop) => return Err(stop),
            }
        }
        exact.limit_states(u64::MAX)?;
        Ok(false)
    }
}

/// A tree of the same states, stored in the order in which they were found: most are nearly like
/// the one before. Memory: four bytes for each beside. On an error all is as before.
fn tree_of(
    exact: &ExactStore,
    remapping: &mut Remapping<'_>,
    budget: &Arc<Budget>,
) -> Result<TreeStore, Stop> {
    let mut tree = TreeStore::new(budget.clone())?;
    let mut tags = Charged::new(budget.clone(), Account::Tables);
    tags.extend_by(exact.usage().handle_bound, 0)?;
    let mut words = Vec::new();
    // The slots are gone through twice, the states stored, and looked up where something hangs on
    // them.
    let steps = 4 * exact.len() as u64;
    let mut task = budget.begin("turning the store into a tree", steps);
    for (tag, handle) in task.each(exact.slots.entries()) {
        tags[handle.index()] = tag;
    }
    task.end()?;
    let handles = exact.handles_from(0);
    task.end()?;
    for handle in handles.iter() {
        task.advance(1)?;
        exact.get(handle, &mut words);
        tree.insert_tagged(tags[handle.index()], &words)?;
    }
    let bound = tree.usage().handle_bound;
    let hanging = match remapping.attached.is_empty() {
        true => HandleSet::new(0),
        false => handles,
    };
    remapping.carry_over(&hanging, bound, budget, &mut task, |handle| {
        exact.get(handle, &mut words);
        let found = tree.find_tagged(tags[handle.index()], &words);
        Ok(found.expect("it was stored"))
    })?;
    Ok(tree)
}

impl Store for AutoStore {
    #[inline(always)]
    fn prefetch(&mut self, hash: u64) {
        match &mut self.now {
            Now::Exact(store) => store.prefetch(hash),
            Now::Tree(store) => store.prefetch(hash),
        }
    }

    #[inline(always)]
    fn insert(&mut self, hash: u64, words: &[u32]) -> Insertion {
        match &mut self.now {
            Now::Exact(store) => store.insert(hash, words),
            Now::Tree(store) => store.insert(hash, words),
        }
    }

    #[inline(always)]
    fn gains_from_prefetch(&self) -> bool {
        match &self.now {
            Now::Exact(store) => store.gains_from_prefetch(),
            Now::Tree(store) => store.gains_from_prefetch(),
        }
    }

    #[inline(always)]
    fn locate(&mut self, hash: u64, words: &[u32]) -> Located {
        match &mut self.now {
            Now::Exact(store) => store.locate(hash, words),
            Now::Tree(store) => store.locate(hash, words),
        }
    }

    #[inline(always)]
    fn gains_from_locate(&self) -> bool {
        match &self.now {
            Now::Exact(store) => store.gains_from_locate(),
            Now::Tree(store) => store.gains_from_locate(),
        }
    }

    #[inline(always)]
    fn insert_at(&mut self, located: Located, hash: u64, words: &[u32]) -> Insertion {
        match &mut self.now {
            Now::Exact(store) => store.insert_at(located, hash, words),
            Now::Tree(store) => store.insert_at(located, hash, words),
        }
    }

    fn find(&mut self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.store_mut().find(hash, words)
    }

    fn grow(
        &mut self,
        words_len: usize,
        mut remapping: Option<&mut Remapping<'_>>,
    ) -> Result<(), Stop> {
        let wanted = LEFT * self.sharing * self.usage().charged_bytes;
        let is_large = self.budget.free_bytes() < wanted;
        let is_time = is_large || remapping.is_none() || self.len() as u64 >= self.tree_from;
        match is_time && self.turn(remapping.as_deref_mut())? {
            true => Ok(()),
            false => self.store_mut().grow(words_len, remapping),
        }
    }

    fn handles_from(&self, start: usize) -> HandleSet {
        self.store().handles_from(start)
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool {
        self.store().get(handle, words)
    }

    #[inline(always)]
    fn keeps_plain(&self) -> bool {
        matches!(self.now, Now::Exact(_))
    }

    fn len(&self) -> usize {
        self.store().len()
    }

    fn usage(&self) -> StoreUsage {
        self.store().usage()
    }

    fn evict(&mut self) -> Option<&mut dyn Evict> {
        Some(self)
    }
}

impl Evict for AutoStore {
    /// It is not turned into a tree any more, for that changes handles.
    fn limit_states(&mut self, states: u64) -> Result<(), Stop> {
        self.may_turn = false;
        self.store_mut().limit_states(states)
    }

    fn forget(&mut self, handle: Handle, hash: HashOf, words: &mut Vec<u32>) {
        self.store_mut().forget(handle, hash, words);
    }

    fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
        hash: HashOf,
    ) -> Result<u64, Stop> {
        self.store_mut().shrink(bytes, remapping, hash)
    }

    fn shrink_bytes(&self, kept: usize) -> u64 {
        self.store().shrink_bytes(kept)
    }

    fn reclaim(
        &mut self,
        words: &[u32],
        kept: &[Handle],
        hash: HashOf,
        forgotten: &mut dyn FnMut(Handle),
    ) -> Result<bool, Stop> {
        self.store_mut().reclaim(words, kept, hash, forgotten)
    }
}
