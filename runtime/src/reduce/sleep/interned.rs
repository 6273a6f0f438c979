//! Sleep sets of stored states: each different one is kept once, and named by a number.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::Sleeper;
use crate::memory::{Account, Budget, OutOfMemory};

pub(super) struct Interned {
    sets: Vec<Rc<[Sleeper]>>,
    numbers: HashMap<Rc<[Sleeper]>, u32>,
    budget: Arc<Budget>,
    bytes: u64,
}

/// What a set costs beside its members: two counters, an entry of the vector and one of the table, with their slack.
const OVERHEAD_BYTES: u64 = 16 + 2 * 16 + 2 * 24;

impl Interned {
    /// The number of the empty set.
    pub(super) const EMPTY: u32 = 0;

    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            sets: vec![Rc::from([])],
            numbers: HashMap::new(),
            budget,
            bytes: 0,
        }
    }

    /// The number of a sorted set.
    pub(super) fn intern(&mut self, set: &[Sleeper]) -> Result<u32, OutOfMemory> {
        if set.is_empty() {
            return Ok(Self::EMPTY);
        }
        if let Some(&number) = self.numbers.get(set) {
            return Ok(number);
        }
        let bytes = size_of_val(set) as u64 + OVERHEAD_BYTES;
        self.budget.charge(Account::Tables, bytes)?;
        self.bytes += bytes;
        let number = self.sets.len() as u32;
        let set: Rc<[Sleeper]> = Rc::from(set);
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        Ok(number)
    }

    pub(super) fn get(&self, number: u32) -> &[Sleeper] {
        &self.sets[number as usize]
    }
}

impl Drop for Interned {
    fn drop(&mut self) {
        self.budget.release(Account::Tables, self.bytes);
    }
}
