//! Replacement by an order on attributes: what the search tells becomes attributes, and these the
//! priority of a candidate.

use std::sync::Arc;

use super::frames::Frames;
use super::graded::Graded;
use super::heap::{Heap, TIES};
use super::priority::{Packed, PriorityLayout};
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
pub(in crate::cache) fn replacement(
    order: &EvictionOrder,
    seed: u64,
    budget: &Arc<Budget>,
) -> Box<dyn Replacement> {
    match kind(order) {
        Kind::Graded => Box::new(Ordered::<Graded>::new(order, seed, budget)),
        Kind::Ties => Box::new(Ordered::<Heap<u64, TIES>>::new(order, seed, budget)),
        Kind::Narrow => Box::new(Ordered::<Heap<u64>>::new(order, seed, budget)),
        Kind::Wide => Box::new(Ordered::<Heap<u128>>::new(order, seed, budget)),
    }
}

enum Kind {
    Graded,
    Ties,
    Narrow,
    Wide,
}

fn kind(order: &EvictionOrder) -> Kind {
    match order {
        _ if order.tournament => Kind::Graded,
        _ if order.random => Kind::Ties,
        _ if PriorityLayout::is_narrow(order) => Kind::Narrow,
        _ => Kind::Wide,
    }
}

/// Bytes of a candidate. A frame on the stack takes no more.
pub(in crate::cache) fn bytes_per_state(order: &EvictionOrder) -> u64 {
    let (place, class) = (4, u64::from(order.stratified));
    let candidate = match kind(order) {
        Kind::Graded => 5,
        Kind::Narrow => 12,
        Kind::Ties => 16,
        Kind::Wide => 20,
    };
    place + class + candidate
}

struct Ordered<C: Candidates> {
    layout: PriorityLayout,
    /// The priority of a state of which nothing is known.
    unknown: C::Priority,
    uses_indegree: bool,
    frames: Frames<C::Priority>,
    strata: Strata<C>,
    entries: u64,
    exits: u64,
    /// Candidates that are drawn for a choice.
    draws: u32,
    /// A state that is put on the stack again, and its priority.
    recalled: Option<(u32, C::Priority)>,
}

impl<C: Candidates<Priority: Packed>> Ordered<C> {
    fn new(order: &EvictionOrder, seed: u64, budget: &Arc<Budget>) -> Self {
        let layout = PriorityLayout::new(order);
        Self {
            unknown: layout.with(C::Priority::default(), |_, _| 0),
            layout,
            uses_indegree: order.uses(Attribute::Indegree),
            frames: Frames::new(order, budget),
            strata: Strata::new(order, seed, budget),
            entries: 0,
            exits: 0,
            draws: if order.tournament { TOURNAMENT } else { 1 },
            recalled: None,
        }
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
            Some((recalled, priority)) if recalled == handle => priority,
            _ => self.unknown,
        };
        let entry = self.entries + 1;
        let priority = self.layout.with(known, |attribute, known| match attribute {
            Attribute::Depth => depth.into(),
            Attribute::Indegree => known + 1,
            Attribute::Entry => entry,
            Attribute::Outdegree | Attribute::Exit => known,
        });
        let frame = self.frames.push(priority, edges, &self.layout)?;
        self.entries = entry;
        self.recalled = None;
        if self.uses_indegree {
            self.strata.set_place(handle, !frame);
        }
        Ok(())
    }

    /// Places of candidates are counted from 0 on, those of frames from the other end: there are
    /// not as many states as numbers.
    fn meet(&mut self, Handle(handle): Handle, _: Effect) {
        let (strata, layout) = (&mut self.strata, &self.layout);
        if self.uses_indegree && !self.frames.meet(!strata.place(handle), layout) {
            let met = layout.change(strata.priority(handle), Attribute::Indegree, |it| it + 1);
            strata.set_priority(handle, met);
        }
    }

    fn leave(&mut self, Handle(handle): Handle, edges: u64) -> Result<(), OutOfMemory> {
        let exit = self.exits + 1;
        let (known, more) = self.frames.last(edges);
        let more_edges = |edges: u64| edges.saturating_add(more);
        let priority = (self.layout).change(known, Attribute::Outdegree, more_edges);
        let priority = self.layout.change(priority, Attribute::Exit, |_| exit);
        self.strata.push(handle, priority)?;
        self.exits = exit;
        self.frames.pop(edges);
        Ok(())
    }

    fn recall(&mut self, Handle(handle): Handle) {
        self.recalled = Some((handle, self.strata.priority(handle)));
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
        let (entry, exit) = (self.entries + 1, self.exits + 1);
        let priority = self
            .layout
            .with(self.unknown, |attribute, _| match attribute {
                Attribute::Depth => depth.into(),
                Attribute::Indegree | Attribute::Outdegree => degree.into(),
                Attribute::Entry => entry,
                Attribute::Exit => exit,
            });
        self.strata.push(handle, priority)?;
        (self.entries, self.exits) = (entry, exit);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::specification::{EvictionRule, Specification};

    /// A recalled state has left, and comes back once, also when the lower halves of times repeat.
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
            let mut ordered = Ordered::<Heap<u64>>::new(&order, 1, &budget);
            let visit = |ordered: &mut Ordered<Heap<u64>>, handle, depth| {
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
