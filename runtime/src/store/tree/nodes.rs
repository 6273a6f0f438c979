//! The nodes between leaves and roots: each pair once, under a name that it keeps.

use std::sync::Arc;

use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};
use crate::store::records::FIRST_PAGES;
use crate::store::{ExactStore, Handle, HandleSet, Insertion, Store};

/// A name.
pub(super) type Name = u32;

/// The pairs.
pub(super) struct Nodes {
    table: ExactStore,
    /// Names must be below.
    bound: u64,
    budget: Arc<Budget>,
    words: Vec<u32>,
}

/// Names that the table may have given out beyond those in use.
const UNUSED: u64 = 1 << 10;

impl Nodes {
    /// No pairs; their names will have so many bits.
    pub(super) fn new(budget: Arc<Budget>, name_bits: u32) -> Result<Self, OutOfMemory> {
        let mut table = ExactStore::tight(budget.clone())?;
        let bound = 1 << name_bits;
        table.limit_states(bound - UNUSED)?;
        Ok(Self {
            table,
            bound,
            budget,
            words: Vec::new(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.table.memory_bytes()
    }

    pub(super) fn used_bytes(&self) -> u64 {
        self.table.store_bytes()
    }

    /// The name of a pair; `None` if it has none and there is no room for one.
    pub(super) fn name(&mut self, pair: [u32; 2]) -> Option<Name> {
        match self.table.insert_alone(pair_of(&pair), &pair) {
            Insertion::Fresh(handle) | Insertion::Seen(handle) => {
                debug_assert!(u64::from(name_of(handle)) < self.bound);
                Some(name_of(handle))
            }
            Insertion::Full => None,
        }
    }

    /// The name of a pair that has one.
    pub(super) fn find(&self, pair: [u32; 2]) -> Option<Name> {
        self.table.find(pair_of(&pair), &pair).map(name_of)
    }

    /// The pair with a name.
    pub(super) fn pair(&self, name: Name, words: &mut Vec<u32>) -> [u32; 2] {
        self.table.get(handle_of(name), words);
        [words[0], words[1]]
    }

    pub(super) fn make_room(&mut self) -> Result<(), OutOfMemory> {
        if self.len() as u64 >= self.bound - UNUSED {
            let cause = OutOfMemoryCause::Budget;
            return Err(self.budget.refused(Account::Store, 0, cause));
        }
        self.table.make_room(2, None)
    }

    /// Names that may be in use are below.
    pub(super) fn name_bound(&self) -> usize {
        self.table.handle_bound()
    }

    /// Takes all out whose names are not in one of `used`.
    pub(super) fn sweep(&mut self, used: &[&HandleSet]) {
        let is_used = |handle| used.iter().any(|set| set.contains(Handle(name_of(handle))));
        let stored = self.table.handles_from(0);
        for handle in stored.iter().filter(|&it| !is_used(it)) {
            self.table.forget(handle, pair_of, &mut self.words);
        }
    }
}

/// Names count without the gaps between the handles of the first pages, for all records are of one length.
#[inline(always)]
fn name_of(handle: Handle) -> Name {
    match handle.0 >> 8 {
        0 => handle.0,
        1 => handle.0 - 256 + FIRST,
        _ => handle.0 - 512 + FIRST_TWO,
    }
}

fn handle_of(name: Name) -> Handle {
    Handle(match name {
        0..FIRST => name,
        FIRST..FIRST_TWO => name - FIRST + 256,
        _ => name - FIRST_TWO + 512,
    })
}

const FIRST: u32 = FIRST_PAGES[0] as u32;
const SECOND: u32 = FIRST_PAGES[1] as u32;
const FIRST_TWO: u32 = FIRST + SECOND;

/// A pair as one number, which is also its hash.
#[inline(always)]
fn pair_of(words: &[u32]) -> u64 {
    u64::from(words[1]) << 32 | u64::from(words[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_gaps() {
        let budget = Arc::new(Budget::new(1 << 24));
        let mut nodes = Nodes::new(budget, 20).expect("there is memory");
        for number in 0..2_000 {
            let name = loop {
                match nodes.name([number, 7]) {
                    Some(name) => break name,
                    None => nodes.make_room().expect("there is memory"),
                }
            };
            assert_eq!(name, number);
            assert_eq!(nodes.find([number, 7]), Some(name));
            assert_eq!(nodes.pair(name, &mut Vec::new()), [number, 7]);
        }
    }
}
