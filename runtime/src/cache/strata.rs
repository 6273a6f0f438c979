//! Stratified caching with doubling modulus (Geldenhuys 2004, section 3): only states at some
//! depths are replaced, so that anyone who comes to a replaced state soon meets a stored one.
//!
//! A state may be replaced iff its depth is no multiple of *m*. At first *m* is 2; whenever no such
//! state is left, *m* is doubled. The state at depth 0 is never replaced.
//!
//! Looking at all candidates when *m* changes would cost too much. So candidates are kept in
//! classes, by the number of twos that divide their depth: with *m* = 2^k those of the classes
//! below *k* may be replaced, and doubling *m* makes one more class available. The least of all is
//! the least of the least in each available class. Without `S` there is one class.

use std::sync::Arc;

use super::chunks::Chunks;
use super::numbers::{RandomNumbers, below};
use super::order::{Candidates, Places, Priority};
use crate::memory::{Budget, OutOfMemory};

/// The class of depth 0, which is never available.
const NEVER: usize = u32::BITS as usize;

/// All candidates.
pub(super) struct Strata<C: Candidates> {
    classes: Vec<C>,
    /// For each class the least priority and how many have it, 0 for none.
    least: Vec<(C::Priority, u32)>,
    /// Classes that are available; 1 without `S`.
    available: usize,
    stratified: bool,
    descending: bool,
    places: Places,
    /// With `S`, for each handle its class.
    class_of: Chunks<u8>,
    /// Drawn for the next choice.
    ahead: u64,
    numbers: RandomNumbers,
    budget: Arc<Budget>,
}

impl<C: Candidates> Strata<C> {
    pub(super) fn new(stratified: bool, descending: bool, seed: u64, budget: &Arc<Budget>) -> Self {
        let mut numbers = RandomNumbers(seed);
        Self {
            classes: vec![C::new(budget.clone(), descending)],
            least: vec![Default::default()],
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
    pub(super) fn push(
        &mut self,
        handle: u32,
        depth: u32,
        priority: C::Priority,
    ) -> Result<(), OutOfMemory> {
        let mut class = 0;
        if self.stratified {
            // 32 for depth 0.
            class = depth.trailing_zeros() as usize;
            while self.classes.len() <= class {
                let new = C::new(self.budget.clone(), self.descending);
                self.classes.push(new);
                self.least.push(Default::default());
            }
        }
        self.classes[class].push(handle, priority, &mut self.places)?;
        self.review(class);
        if self.stratified {
            *self.class_of.get_mut(handle as usize) = class as u8;
        }
        Ok(())
    }

    /// See [`Candidates::tell_apart`].
    #[inline(always)]
    pub(super) fn tell_apart(&mut self, handle: u32, priority: C::Priority) {
        for class in &mut self.classes {
            class.tell_apart(handle, priority, &self.places);
        }
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
        self.review(class);
    }

    /// A class was changed.
    #[inline(always)]
    fn review(&mut self, class: usize) {
        self.least[class] = self.classes[class].least().unwrap_or_default();
    }

    /// The priority of a candidate.
    #[inline(always)]
    pub(super) fn priority(&self, handle: u32) -> C::Priority {
        self.classes[self.class(handle)].priority(handle, &self.places)
    }

    /// Changes the priority of a candidate.
    #[inline(always)]
    pub(super) fn set_priority(&mut self, handle: u32, priority: C::Priority) {
        let class = self.class(handle);
        self.classes[class].set_priority(handle, priority, &mut self.places);
        self.review(class);
    }

    /// Where the candidate to be replaced is, if the available classes have one: its class, its
    /// number there, and from how many it was drawn.
    #[inline(always)]
    fn select(&self) -> Option<(usize, u32, u64)> {
        let available = &self.least[..self.available.min(self.least.len())];
        let (mut least, mut in_class, mut sum) = (C::Priority::MAX, 0, 0);
        for (class, &(priority, ties)) in available.iter().enumerate() {
            if ties > 0 && (priority < least || sum == 0) {
                (least, in_class, sum) = (priority, class, u64::from(ties));
            } else if ties > 0 && priority == least {
                sum += u64::from(ties);
            }
        }
        if sum == 0 {
            return None;
        }
        let mut number = below(self.ahead, sum);
        for (class, &(priority, ties)) in available.iter().enumerate().skip(in_class) {
            if ties > 0 && priority == least {
                match number.checked_sub(ties.into()) {
                    Some(rest) => number = rest,
                    None => return Some((class, number as u32, sum)),
                }
            }
        }
        unreachable!("the number is below the sum")
    }

    /// The candidate that would be chosen now, but for doubling the modulus.
    #[inline(always)]
    pub(super) fn hint(&self) -> Option<u32> {
        let (class, number, _) = self.select()?;
        Some(self.classes[class].candidate(number))
    }

    /// Chooses a candidate, and removes it.
    #[inline(always)]
    pub(super) fn choose(&mut self) -> Option<u32> {
        let (mut class, mut number, ties) = match self.select() {
            Some(selected) => selected,
            None => {
                self.double()?;
                self.select()?
            }
        };
        if ties > 1 {
            self.ahead = self.numbers.next();
            for _ in 1..C::DRAWS {
                let (other, in_other, _) = self.select()?;
                self.ahead = self.numbers.next();
                if self.classes[other].grade(in_other) < self.classes[class].grade(number) {
                    (class, number) = (other, in_other);
                }
            }
        }
        let chosen = self.classes[class].take(number, &mut self.places);
        self.review(class);
        Some(chosen)
    }

    /// Doubles the modulus until there is a candidate; leaves it as it is where that does not help.
    #[cold]
    fn double(&mut self) -> Option<()> {
        let classes = self.least.iter().take(NEVER).enumerate();
        let mut more = classes.skip(self.available);
        let (class, _) = more.find(|(_, (_, ties))| *ties > 0)?;
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
