//! Sleep sets of stored states: each different one is kept once, and named by a number.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::Sleeper;
use crate::memory::{Account, Budget, Charge, OutOfMemory, OutOfMemoryCause};

pub(super) struct Interned {
    sets: Vec<Rc<[Sleeper]>>,
    numbers: HashMap<Rc<[Sleeper]>, u32>,
    /// Numbers of no set.
    free: Vec<u32>,
    charge: Charge,
}

/// What a set costs beside its members: two counters, and an entry of the table with its slack.
const OVERHEAD_BYTES: u64 = 16 + 2 * 24;

/// What a number costs, whether or not a set has it: an entry of the vector with its slack.
const NUMBER_BYTES: u64 = 2 * 16;

impl Interned {
    /// The number of the empty set.
    pub(super) const EMPTY: u32 = 0;

    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            sets: vec![Rc::from([])],
            numbers: HashMap::new(),
            free: Vec::new(),
            charge: Charge::none(budget, Account::Tables),
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
        if self.free.is_empty() && self.sets.len() > u32::MAX as usize {
            let cause = OutOfMemoryCause::Capacity;
            return Err(self.charge.refused(NUMBER_BYTES, cause));
        }
        let is_new = u64::from(self.free.is_empty());
        self.charge.add(bytes(set) + is_new * NUMBER_BYTES)?;
        let set: Rc<[Sleeper]> = Rc::from(set);
        let number = self.free.pop().unwrap_or(self.sets.len() as u32);
        match self.sets.get_mut(number as usize) {
            Some(unused) => *unused = set.clone(),
            None => self.sets.push(set.clone()),
        }
        self.numbers.insert(set, number);
        Ok(number)
    }

    /// Gives up all sets but those with these numbers, which stay what they are.
    pub(super) fn keep(&mut self, used: impl Iterator<Item = u32>) {
        let empty = self.sets[Self::EMPTY as usize].clone();
        let mut unused = vec![true; self.sets.len()];
        for number in used {
            unused[number as usize] = false;
        }
        for (number, set) in self.sets.iter_mut().enumerate() {
            if unused[number] && !set.is_empty() {
                let bytes = bytes(set);
                self.numbers.remove(set);
                *set = empty.clone();
                self.free.push(number as u32);
                self.charge.give_back(bytes);
            }
        }
        self.numbers.shrink_to_fit();
    }

    pub(super) fn get(&self, number: u32) -> &[Sleeper] {
        &self.sets[number as usize]
    }
}

/// What a set is charged for beside its number.
fn bytes(set: &[Sleeper]) -> u64 {
    size_of_val(set) as u64 + OVERHEAD_BYTES
}
