//! Replacement by an order on attributes: what the search tells becomes attributes, and these the
//! priority of a candidate.

use std::sync::Arc;

use super::frames::{Frames, frame_bytes};
use super::order::{
    AgeQueue, Candidates, Counts, Facts, Graded, Heap, Pool, Priority, PriorityLayout,
};
use super::replacement::Scheme;
use super::specification::{Attribute, EvictionOrder};
use super::strata::Strata;
use crate::memory::{Budget, OutOfMemory};
use crate::model::Effect;

/// The scheme for an order, with the cheapest set of candidates that serves it.
pub(super) fn scheme(
    order: &EvictionOrder,
    seed: u64,
    budget: &Arc<Budget>,
) -> Box<dyn Scheme + Send> {
    match kind(order) {
        Kind::Pool => Box::new(Ordered::<Pool>::new(order, seed, budget)),
        Kind::Graded => Box::new(Ordered::<Graded>::new(order, seed, budget)),
        Kind::Queue => Box::new(Ordered::<AgeQueue>::new(order, seed, budget)),
        Kind::Ties => Box::new(Ordered::<Heap<u64, Counts>>::new(order, seed, budget)),
        Kind::Narrow => Box::new(Ordered::<Heap<u64>>::new(order, seed, budget)),
        Kind::Wide => Box::new(Ordered::<Heap<u128>>::new(order, seed, budget)),
    }
}

enum Kind {
    Pool,
    Graded,
    Queue,
    Ties,
    Narrow,
    Wide,
}

fn kind(order: &EvictionOrder) -> Kind {
    match order.by.as_slice() {
        _ if order.tournament => Kind::Graded,
        [] => Kind::Pool,
        [only] if only.attribute == Attribute::Exit => Kind::Queue,
        _ if order.random => Kind::Ties,
        _ if PriorityLayout::is_narrow(order) => Kind::Narrow,
        _ => Kind::Wide,
    }
}

/// Bytes of a state at most, be it on the stack or a candidate.
pub(super) fn bytes_per_state(order: &EvictionOrder) -> u64 {
    let (place, class) = (4, u64::from(order.stratified));
    let candidate = match kind(order) {
        Kind::Pool => 4,
        Kind::Graded => 5,
        Kind::Queue => 8,
        Kind::Narrow => 12,
        Kind::Ties => 16,
        Kind::Wide => 20,
    };
    place + class + candidate.max(frame_bytes(order))
}

struct Ordered<C: Candidates> {
    layout: PriorityLayout,
    uses_indegree: bool,
    uses_degrees: bool,
    frames: Frames,
    strata: Strata<C>,
    entries: u64,
    exits: u64,
    /// A state that is put on the stack again, and its degrees.
    recalled: Option<(u32, Facts)>,
}

impl<C: Candidates> Ordered<C> {
    fn new(order: &EvictionOrder, seed: u64, budget: &Arc<Budget>) -> Self {
        let descending = order.by.first().is_some_and(|first| first.descending);
        let uses_indegree = order.uses(Attribute::Indegree);
        Self {
            layout: PriorityLayout::new(order, C::Priority::BITS),
            uses_indegree,
            uses_degrees: uses_indegree || order.uses(Attribute::Outdegree),
            frames: Frames::new(order, budget),
            strata: Strata::new(order.stratified, descending, seed, budget),
            entries: 0,
            exits: 0,
            recalled: None,
        }
    }

    /// Makes a candidate.
    #[inline(always)]
    fn offer(&mut self, handle: u32, facts: &mut Facts) -> Result<(), OutOfMemory> {
        facts.exit = next_time(self.exits);
        let priority = C::Priority::from_wide(self.layout.pack(facts));
        if facts.exit > u32::MAX.into() {
            self.strata.tell_apart(handle, priority);
        }
        self.strata.push(handle, facts.depth, priority)?;
        self.exits = facts.exit;
        Ok(())
    }
}

/// A time after `last` that does not end in 32 zeros, as [`AgeQueue`] demands.
#[inline(always)]
fn next_time(last: u64) -> u64 {
    match last as u32 {
        u32::MAX => last + 2,
        _ => last + 1,
    }
}

impl<C: Candidates> Scheme for Ordered<C> {
    #[inline(always)]
    fn enter(
        &mut self,
        handle: u32,
        _: u64,
        depth: u32,
        _: Effect,
        edges: u64,
    ) -> Result<(), OutOfMemory> {
        self.strata.reach(handle)?;
        let known = match self.recalled {
            Some((recalled, facts)) if recalled == handle => facts,
            _ => Facts::default(),
        };
        let facts = Facts {
            depth,
            indegree: known.indegree.saturating_add(1),
            entry: self.entries + 1,
            ..known
        };
        self.frames.push(handle, &facts, edges)?;
        self.entries += 1;
        self.recalled = None;
        if self.uses_indegree {
            self.strata.set_place(handle, self.frames.len() as u32 - 1);
        }
        Ok(())
    }

    #[inline(always)]
    fn meet(&mut self, handle: u32, _: Effect) -> Result<(), OutOfMemory> {
        if self.uses_indegree {
            let on_path = self.frames.meet(self.strata.place(handle) as usize, handle);
            if !on_path {
                let priority = self.layout.met(self.strata.priority(handle).wide());
                self.strata
                    .set_priority(handle, C::Priority::from_wide(priority));
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn leave(&mut self, handle: u32, edges: u64) -> Result<(), OutOfMemory> {
        let mut facts = self.frames.last(edges);
        self.offer(handle, &mut facts)?;
        self.frames.pop();
        Ok(())
    }

    fn recall(&mut self, handle: u32) {
        if self.uses_degrees {
            let priority = self.strata.priority(handle).wide();
            let facts = Facts {
                indegree: self.layout.unpack(priority, Attribute::Indegree),
                outdegree: self.layout.unpack(priority, Attribute::Outdegree),
                ..Facts::default()
            };
            self.recalled = Some((handle, facts));
        }
        self.strata.remove(handle);
    }

    fn forget(&mut self, handle: u32) {
        self.strata.remove(handle);
    }

    #[inline(always)]
    fn choose(&mut self) -> Option<u32> {
        self.strata.choose()
    }

    #[inline(always)]
    fn next_hint(&self) -> Option<u32> {
        self.strata.hint()
    }

    fn adopt(&mut self, handle: u32, _: u64, depth: u32, degree: u32) -> Result<(), OutOfMemory> {
        self.strata.reach(handle)?;
        let mut facts = Facts {
            depth,
            indegree: degree,
            outdegree: degree,
            entry: self.entries + 1,
            ..Facts::default()
        };
        self.offer(handle, &mut facts)?;
        self.entries += 1;
        Ok(())
    }

    fn modulus(&self) -> Option<u64> {
        self.strata.modulus()
    }

    fn memory_bytes(&self) -> u64 {
        self.strata.bytes() + self.frames.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::specification::{EvictionRule, Specification};

    /// Entries that recalled states left behind are none, even if the half of the time that a place
    /// holds comes again.
    #[test]
    fn a_state_is_chosen_once_when_times_repeat() {
        for (text, wanted) in [
            ("X", [6, 8, 7]),
            ("x", [7, 8, 6]),
            ("XS", [6, 8, 7]),
            ("xS", [8, 6, 7]),
        ] {
            let Ok(Specification(EvictionRule::Order(order))) = text.parse() else {
                panic!("{text} is an order");
            };
            let budget = Arc::new(Budget::new(1 << 24));
            let mut scheme = Ordered::<AgeQueue>::new(&order, 1, &budget);
            let visit = |scheme: &mut Ordered<AgeQueue>, handle, depth| {
                let entered = scheme.enter(handle, 0, depth, Effect::Send, 0);
                entered.and_then(|()| scheme.leave(handle, 0)).unwrap();
            };
            for handle in [6, 7, 8] {
                visit(&mut scheme, handle, 1);
            }
            scheme.recall(7);
            scheme.exits = (1 << 32) + 1;
            // With `S` it comes into another class, whose turn is later.
            visit(&mut scheme, 7, 2);
            let chosen = std::array::from_fn(|_| scheme.choose());
            assert_eq!(chosen, wanted.map(Some), "{text}");
            assert_eq!(scheme.choose(), None, "{text}");
        }
    }
}
