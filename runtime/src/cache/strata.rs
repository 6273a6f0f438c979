//! Stratified caching with doubling modulus (Geldenhuys 2004, section 3): only states at some depths are replaced, so that whoever comes
//! to a replaced state soon meets a stored one.
//!
//! A state may be replaced iff its depth is no multiple of *m*. At first *m* is 2; whenever no such state is left, *m* is doubled. The
//! state at depth 0 is never replaced.
//!
//! Looking at all candidates when *m* changes would cost too much. So candidates are kept in classes, by the number of twos that divide
//! their depth: with *m* = 2^k those of the classes below *k* may be replaced, and doubling *m* makes one more class available. The least of all is
//! the least of the least in each available class. Without `S` there is one class.

use std::sync::Arc;

use super::chunks::Chunks;
use super::numbers::{Numbers, below};
use super::order::{Candidates, Places};
use crate::memory::{Budget, OutOfMemory};

/// The class of depth 0, which is never available.
const NEVER: usize = u32::BITS as usize;

/// All candidates.
pub(super) struct Strata<C> {
    classes: Vec<C>,
    /// Classes that are available; 1 without `S`.
    available: usize,
    stratified: bool,
    descending: bool,
    places: Places,
    /// With `S`, for each handle its class.
    class_of: Chunks<u8>,
    /// Drawn for the next choice.
    ahead: u64,
    numbers: Numbers,
    budget: Arc<Budget>,
}

impl<C: Candidates> Strata<C> {
    pub(super) fn new(stratified: bool, descending: bool, seed: u64, budget: &Arc<Budget>) -> Self {
        let mut numbers = Numbers(seed);
        Self {
            classes: vec![C::new(budget.clone(), descending)],
            available: 1,
            stratified,
            descending,
            places: Chunks::new(budget.clone()),
            class_of: Chunks::new(budget.clone()),
            ahead: numbers.next(),
            numbers,
            budget: budget.clone(),
        }
    }

    /// Makes room for a place of `handle`.
    #[inline(always)]
    pub(super) fn reach(&mut self, handle: u32) -> Result<(), OutOfMemory> {
        let len = handle as usize + 1;
        if self.stratified {
            self.class_of.reach(len)?;
        }
        self.places.reach(len)
    }

    /// For a handle that is no candidate: a number that is kept with it until it is one.
    #[inline(always)]
    pub(super) fn set_place(&mut self, handle: u32, place: u32) {
        *self.places.get_mut(handle as usize) = place;
    }

    /// The number that was set.
    #[inline(always)]
    pub(super) fn place(&self, handle: u32) -> u32 {
        *self.places.get(handle as usize)
    }

    /// Adds a candidate.
    #[inline(always)]
    pub(super) fn push(&mut self, handle: u32, depth: u32, key: C::Key) -> Result<(), OutOfMemory> {
        let mut class = 0;
        if self.stratified {
            // 32 for depth 0.
            class = depth.trailing_zeros() as usize;
            while self.classes.len() <= class {
                let new = C::new(self.budget.clone(), self.descending);
                self.classes.push(new);
            }
        }
        self.classes[class].push(handle, key, &mut self.places)?;
        if self.stratified {
            *self.class_of.get_mut(handle as usize) = class as u8;
        }
        Ok(())
    }

    #[inline(always)]
    fn class(&self, handle: u32) -> usize {
        match self.stratified {
            true => (*self.class_of.get(handle as usize)).into(),
            false => 0,
        }
    }

    /// Removes a candidate.
    #[inline(always)]
    pub(super) fn remove(&mut self, handle: u32) {
        let class = self.class(handle);
        self.classes[class].remove(handle, &mut self.places);
    }

    /// The key of a candidate.
    #[inline(always)]
    pub(super) fn key(&self, handle: u32) -> C::Key {
        self.classes[self.class(handle)].key(handle, &self.places)
    }

    /// Changes the key of a candidate.
    #[inline(always)]
    pub(super) fn rekey(&mut self, handle: u32, key: C::Key) {
        let class = self.class(handle);
        self.classes[class].rekey(handle, key, &mut self.places);
    }

    /// The candidate to be replaced, if the available classes have one, and from how many it was drawn.
    #[inline(always)]
    pub(super) fn select(&self) -> Option<(u32, u64)> {
        let available = &self.classes[..self.available.min(self.classes.len())];
        let mut least: Option<(C::Key, u64)> = None;
        for (key, ties) in available.iter().filter_map(|class| class.least()) {
            let ties = ties.into();
            least = match least {
                Some((other, _)) if other < key => least,
                Some((other, sum)) if other == key => Some((key, sum + ties)),
                _ => Some((key, ties)),
            };
        }
        let (key, ties) = least?;
        let mut number = below(self.ahead, ties);
        for class in available {
            match class.least() {
                Some((other, here)) if other == key => match number.checked_sub(here.into()) {
                    Some(rest) => number = rest,
                    None => return Some((class.candidate(number as u32), ties)),
                },
                _ => {}
            }
        }
        None
    }

    /// Chooses a candidate, and removes it.
    #[inline(always)]
    pub(super) fn choose(&mut self) -> Option<u32> {
        let (chosen, ties) = match self.select() {
            Some(selected) => selected,
            None => {
                self.double()?;
                self.select()?
            }
        };
        if ties > 1 {
            self.ahead = self.numbers.next();
        }
        self.remove(chosen);
        Some(chosen)
    }

    /// Doubles the modulus until there is a candidate; leaves it as it is where that does not help.
    #[cold]
    fn double(&mut self) -> Option<()> {
        let classes = self.classes.iter().take(NEVER).enumerate();
        let mut more = classes.skip(self.available);
        let (class, _) = more.find(|(_, class)| class.least().is_some())?;
        self.available = class + 1;
        Some(())
    }

    /// The modulus now, with `S`.
    pub(super) fn modulus(&self) -> Option<u64> {
        self.stratified.then(|| 1 << self.available)
    }

    /// Bytes charged.
    pub(super) fn bytes(&self) -> u64 {
        let classes: u64 = self.classes.iter().map(C::bytes).sum();
        classes + self.places.bytes() + self.class_of.bytes()
    }
}
