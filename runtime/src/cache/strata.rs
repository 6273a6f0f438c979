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

use super::candidates::{Candidates, Places};
use super::numbers::{RandomNumbers, below};
use super::specification::EvictionOrder;
use crate::memory::{Budget, Chunks, OutOfMemory};

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
    places: Places,
    /// With `S`, for each handle its class.
    class_of: Chunks<u8>,
    numbers: RandomNumbers,
    budget: Arc<Budget>,
}

impl<C: Candidates> Strata<C> {
    pub(super) fn new(order: &EvictionOrder, seed: u64, budget: &Arc<Budget>) -> Self {
        Self {
            classes: vec![C::new(budget.clone())],
            least: vec![Default::default()],
            available: 1,
            stratified: order.stratified,
            places: Chunks::new(budget.clone()),
            class_of: Chunks::new(budget.clone()),
            numbers: RandomNumbers(seed),
            budget: budget.clone(),
        }
    }

    /// `handle`, no candidate, will be one of this depth. On error nothing is changed.
    #[inline(always)]
    pub(super) fn admit(&mut self, handle: u32, depth: u32) -> Result<(), OutOfMemory> {
        let len = handle as usize + 1;
        self.places.reach(len)?;
        if self.stratified {
            self.class_of.reach(len)?;
            // 32 for depth 0.
            *self.class_of.get_mut(handle as usize) = depth.trailing_zeros() as u8;
        }
        Ok(())
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

    #[inline(always)]
    fn class(&self, handle: u32) -> usize {
        match self.stratified {
            true => (*self.class_of.get(handle as usize)).into(),
            false => 0,
        }
    }

    /// Adds a candidate that was admitted.
    #[inline(always)]
    pub(super) fn push(&mut self, handle: u32, priority: C::Priority) -> Result<(), OutOfMemory> {
        let class = self.class(handle);
        while self.classes.len() <= class {
            self.classes.push(C::new(self.budget.clone()));
            self.least.push(Default::default());
        }
        self.classes[class].push(handle, priority, &mut self.places)?;
        self.review(class);
        Ok(())
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

    /// Draws one of the candidates with the least priority of all that may be replaced; doubles the
    /// modulus if there is none.
    #[inline(always)]
    pub(super) fn draw(&mut self) -> Option<u32> {
        self.draw_available().or_else(|| {
            self.double()?;
            self.draw_available()
        })
    }

    #[inline(always)]
    fn draw_available(&mut self) -> Option<u32> {
        let available = &self.least[..self.available.min(self.least.len())];
        let (mut least, mut first, mut sum) = (C::Priority::default(), 0, 0);
        for (class, &(priority, ties)) in available.iter().enumerate() {
            if ties > 0 && (priority < least || sum == 0) {
                (least, first, sum) = (priority, class, u64::from(ties));
            } else if ties > 0 && priority == least {
                sum += u64::from(ties);
            }
        }
        let mut number = match sum {
            0 => return None,
            1 => 0,
            _ => below(self.numbers.next(), sum),
        };
        for (class, &(priority, ties)) in available.iter().enumerate().skip(first) {
            if ties > 0 && priority == least {
                match number.checked_sub(ties.into()) {
                    Some(rest) => number = rest,
                    None => return Some(self.classes[class].candidate(number as u32)),
                }
            }
        }
        unreachable!("the number is below the sum")
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
}
