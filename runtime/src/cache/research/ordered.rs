//! Replacement by an order on attributes: what the search tells becomes attributes, and these the
//! priority of a candidate.

use std::sync::Arc;

use super::frames::{Frames, frame_bytes};
use super::graded::Graded;
use super::heap::{Counts, Heap};
use super::priority::{Facts, Packed, PriorityLayout};
use super::queue::AgeQueue;
use crate::cache::candidates::Candidates;
use crate::cache::replacement::Replacement;
use crate::cache::specification::{Attribute, EvictionOrder};
use crate::cache::strata::Strata;
use crate::memory::{Budget, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

/// Of this many candidates, drawn at random, a `tournament` chooses.
const TOURNAMENT: u32 = 4;

/// The replacement for an order, with the cheapest set of candidates that serves it.
pub(super) fn replacement(
    order: &EvictionOrder,
    seed: u64,
    budget: &Arc<Budget>,
) -> Box<dyn Replacement> {
    match kind(order) {
        Kind::Graded => Box::new(Ordered::<Graded>::new(order, seed, budget)),
        Kind::Queue => Box::new(Ordered::<AgeQueue>::new(order, seed, budget)),
        Kind::Ties => Box::new(Ordered::<Heap<u64, Counts>>::new(order, seed, budget)),
        Kind::Narrow => Box::new(Ordered::<Heap<u64>>::new(order, seed, budget)),
        Kind::Wide => Box::new(Ordered::<Heap<u128>>::new(order, seed, budget)),
    }
}

enum Kind {
    Graded,
    Queue,
    Ties,
    Narrow,
    Wide,
}

fn kind(order: &EvictionOrder) -> Kind {
    match order.by.as_slice() {
        _ if order.tournament => Kind::Graded,
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
    /// Candidates that are drawn for a choice.
    draws: u32,
    /// A state that is put on the stack again, and its degrees.
    recalled: Option<(u32, Facts)>,
}

impl<C: Candidates<Priority: Packed>> Ordered<C> {
    fn new(order: &EvictionOrder, seed: u64, budget: &Arc<Budget>) -> Self {
        let uses_indegree = order.uses(Attribute::Indegree);
        Self {
            layout: PriorityLayout::new(order),
            uses_indegree,
            uses_degrees: uses_indegree || order.uses(Attribute::Outdegree),
            frames: Frames::new(order, budget),
            strata: Strata::new(order, seed, budget),
            entries: 0,
            exits: 0,
            draws: if order.tournament { TOURNAMENT } else { 1 },
            recalled: None,
        }
    }

    /// Makes a candidate.
    #[inline(always)]
    fn offer(&mut self, handle: u32, facts: Facts) -> Result<(), OutOfMemory> {
        let exit = self.exits + 1;
        let packed = self.layout.pack(&Facts { exit, ..facts });
        self.strata.push(handle, C::Priority::from_wide(packed))?;
        self.exits = exit;
        Ok(())
    }
}

impl<C: Candidates<Priority: Packed>> Replacement for Ordered<C> {
    fn enter(
        &mut self,
        Handle(handle): Handle,
        _: u64,
        depth: u32,
        _: Effect,
        edges: u64,
    ) -> Result<(), OutOfMemory> {
        self.strata.admit(handle, depth)?;
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

    fn meet(&mut self, Handle(handle): Handle, _: Effect) {
        if self.uses_indegree && !self.frames.meet(self.strata.place(handle) as usize, handle) {
            // It is a candidate.
            let met = self.layout.met(self.strata.priority(handle).wide());
            self.strata
                .set_priority(handle, C::Priority::from_wide(met));
        }
    }

    fn leave(&mut self, Handle(handle): Handle, edges: u64) -> Result<(), OutOfMemory> {
        let facts = self.frames.last(edges);
        self.offer(handle, facts)?;
        self.frames.pop();
        Ok(())
    }

    fn recall(&mut self, Handle(handle): Handle) {
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

    fn forget(&mut self, Handle(handle): Handle) {
        self.strata.remove(handle);
    }

    fn choose(&mut self) -> Option<Handle> {
        let mut chosen = self.strata.draw()?;
        let mut least = self.strata.priority(chosen);
        for _ in 1..self.draws {
            let drawn = self.strata.draw()?;
            let priority = self.strata.priority(drawn);
            if priority < least {
                (chosen, least) = (drawn, priority);
            }
        }
        self.strata.remove(chosen);
        Some(Handle(chosen))
    }

    fn adopt(
        &mut self,
        Handle(handle): Handle,
        _: u64,
        depth: u32,
        degree: u32,
    ) -> Result<(), OutOfMemory> {
        self.strata.admit(handle, depth)?;
        let facts = Facts {
            depth,
            indegree: degree,
            outdegree: degree,
            entry: self.entries + 1,
            ..Facts::default()
        };
        self.offer(handle, facts)?;
        self.entries += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::specification::{EvictionRule, Specification};

    /// A recalled state has left, even if the half of the time that a place holds comes again.
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
            let mut ordered = Ordered::<AgeQueue>::new(&order, 1, &budget);
            let visit = |ordered: &mut Ordered<AgeQueue>, handle, depth| {
                let handle = Handle(handle);
                let entered = ordered.enter(handle, 0, depth, Effect::Send, 0);
                entered.and_then(|()| ordered.leave(handle, 0)).unwrap();
            };
            for handle in [6, 7, 8] {
                visit(&mut ordered, handle, 1);
            }
            ordered.recall(Handle(7));
            ordered.exits = (1 << 32) + 1;
            // With `S` it comes into another class, whose turn is later.
            visit(&mut ordered, 7, 2);
            let chosen = std::array::from_fn(|_| ordered.choose());
            assert_eq!(chosen, wanted.map(|it| Some(Handle(it))), "{text}");
            assert_eq!(ordered.choose(), None, "{text}");
        }
    }
}
