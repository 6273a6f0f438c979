//! The naive search: every state that can be reached, in a hash set, by [`Machine::edges`].

use std::collections::BTreeSet;

use super::QuickSet;
use super::plain::{Edge, Machine, Name, Plain};

/// What there is to be found in a system.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    /// States, those inside atomic sequences left out.
    pub states: QuickSet<Plain>,
    /// Invalid end states.
    pub ends: QuickSet<Plain>,
    /// Transitions whose assertion fails somewhere.
    pub failed: BTreeSet<usize>,
    /// Transitions in which an index is wrong somewhere, or a `d_step` blocks.
    pub faulted: BTreeSet<usize>,
    /// Transitions that are executed somewhere.
    pub executed: BTreeSet<usize>,
    /// Edges between states, atomic sequences and handshakes as one.
    pub edges: u64,
    /// How often an assertion fails.
    pub failures: u64,
}

/// Why a system is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfit {
    /// More states than wanted.
    TooLarge,
    /// Atomic sequences that hand over to each other for ever.
    EndlessAtomic,
    /// More processes than there may be.
    TooManyProcesses,
}

/// Steps after which an atomic sequence is taken to be endless.
const CHAIN_MAX: usize = 64;

/// A whole edge: an atomic sequence is executed to each of its ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// States behind it.
    pub ends: BTreeSet<Plain>,
    /// Transitions whose assertion failed on the way.
    pub failed: BTreeSet<usize>,
    /// Transitions with a run-time error.
    pub faulted: BTreeSet<usize>,
}

impl Naive {
    /// Searches up to this many states.
    ///
    /// # Errors
    /// The system is not one for a campaign.
    pub fn search(machine: &Machine, states_max: usize) -> Result<Self, Unfit> {
        let mut found = Self::default();
        let start = machine.start();
        found.states.insert(start);
        let mut todo = vec![start];
        while let Some(state) = todo.pop() {
            let edges = machine.edges(&state, None);
            if edges.is_empty() && !machine.is_valid_end(&state) {
                found.ends.insert(state);
            }
            for edge in edges {
                found.follow(machine, &edge, 0, &mut |state| todo.push(state))?;
            }
            if found.states.len() > states_max {
                return Err(Unfit::TooLarge);
            }
        }
        Ok(found)
    }

    fn follow(
        &mut self,
        machine: &Machine,
        edge: &Edge,
        steps: usize,
        fresh: &mut impl FnMut(Plain),
    ) -> Result<(), Unfit> {
        if steps > CHAIN_MAX {
            return Err(Unfit::EndlessAtomic);
        }
        self.executed.insert(edge.name.transition);
        self.executed.extend(edge.name.partner.map(|(_, it)| it));
        self.failures += u64::from(edge.failures);
        self.failed.extend(edge.failed);
        self.faulted.extend(edge.faulted);
        if edge.overfull {
            return Err(Unfit::TooManyProcesses);
        }
        if edge.faulted.is_some() {
            return Ok(());
        }
        let further = further(machine, edge);
        if further.is_empty() {
            self.edges += 1;
            if self.states.insert(edge.after) {
                fresh(edge.after);
            }
        }
        for next in further {
            self.follow(machine, &next, steps + 1, fresh)?;
        }
        Ok(())
    }
}

/// How an atomic sequence goes on behind an edge; not at all if it is over, or blocked.
pub fn further(machine: &Machine, edge: &Edge) -> Vec<Edge> {
    match edge.atomic {
        true => machine.edges(&edge.after, Some(edge.last)),
        false => Vec::new(),
    }
}

/// The edges of a state as a reduction sees them.
pub fn whole_edges(machine: &Machine, state: &Plain) -> Vec<(Name, Whole)> {
    let edges = machine.edges(state, None).into_iter();
    let wholes = edges.map(|edge| {
        let mut whole = Whole::default();
        gather(machine, &edge, &mut whole);
        (edge.name, whole)
    });
    wholes.collect()
}

fn gather(machine: &Machine, edge: &Edge, whole: &mut Whole) {
    whole.failed.extend(edge.failed);
    whole.faulted.extend(edge.faulted);
    if edge.faulted.is_some() {
        return;
    }
    let further = further(machine, edge);
    if further.is_empty() {
        whole.ends.insert(edge.after);
    }
    for next in further {
        gather(machine, &next, whole);
    }
}
