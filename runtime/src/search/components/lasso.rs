//! The cycle of a violation: through states that are known to be strongly connected, from the first
//! of them back to it, past all that the cycle must meet.
//!
//! The shortest way to some edge or state that gives something of what is still missing is looked
//! for breadth-first, from where the last one ended, until nothing is missing; then the shortest
//! way back.

use super::edges::{Edge, Edges, Taken};
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::Pids;
use crate::store::Store;

/// What a cycle must be.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// It meets these accepting sets.
    pub(super) sets: u32,
    pub(super) fair: Fair,
}

/// How a cycle must treat processes.
#[derive(Clone, Copy)]
pub(super) enum Fair {
    /// As it likes.
    No,
    /// None is able in all of its states and begins no step.
    Weakly,
    /// These begin a step.
    Served(Pids),
}

/// The edges of such a cycle from `first` on, through states that are `inside`. Time: the edges of
/// all states that are within, and once more for each set and each process that waits, at most.
///
/// # Errors
/// It takes too long.
pub(super) fn cycle<M: Model + ?Sized, S: Store + ?Sized>(
    edges: &mut Edges<'_, M, S>,
    first: u32,
    wanted: Wanted,
    inside: impl Fn(u32) -> bool,
) -> Result<Vec<Taken>, Stop> {
    let mut missing = Missing {
        sets: wanted.sets,
        waiting: None,
        moved: Pids::NONE,
        fair: wanted.fair,
    };
    let (mut at, mut cycle) = (first, Vec::new());
    while !missing.is_nothing() {
        let gains = |edge, able: &Pids| missing.gains(edge, able);
        let Some(way) = edges.way(at, gains, &inside)? else {
            break;
        };
        for taken in way {
            let edge = edges.edge(taken);
            missing.meet(edge, edges.able(at));
            at = edge.target;
            cycle.push(taken);
        }
    }
    if at != first || cycle.is_empty() {
        let back = edges.way(at, |edge, _| edge.target == first, &inside)?;
        cycle.extend(back.into_iter().flatten());
    }
    Ok(cycle)
}

/// What the steps so far have not met.
struct Missing {
    sets: u32,
    /// The processes that are able in all states so far; `None` before the first.
    waiting: Option<Pids>,
    moved: Pids,
    fair: Fair,
}

impl Missing {
    fn is_nothing(&self) -> bool {
        let served = |waiting: &Pids| waiting.without(&self.moved).is_empty();
        self.sets == 0
            && match self.fair {
                Fair::No => true,
                Fair::Weakly => self.waiting.as_ref().is_some_and(served),
                Fair::Served(wanted) => served(&wanted),
            }
    }

    /// Whether an edge, from a state in which these are able, gives something that is missing.
    fn gains(&self, edge: Edge, able: &Pids) -> bool {
        let unserved = |waiting: &Pids| waiting.without(&self.moved);
        let serves = |unserved: Pids| edge.moved.is_some_and(|pid| unserved.contains(pid));
        edge.sets & self.sets != 0
            || match (self.fair, &self.waiting) {
                (Fair::No, _) => false,
                (Fair::Served(wanted), _) => serves(unserved(&wanted)),
                (Fair::Weakly, None) => true,
                (Fair::Weakly, Some(waiting)) => {
                    let unserved = unserved(waiting);
                    !unserved.without(able).is_empty() || serves(unserved)
                }
            }
    }

    fn meet(&mut self, edge: Edge, able: &Pids) {
        self.sets &= !edge.sets;
        edge.moved.iter().for_each(|pid| self.moved.insert(*pid));
        let waiting = self.waiting.unwrap_or(Pids::ALL);
        self.waiting = Some(waiting.common(able));
    }
}
