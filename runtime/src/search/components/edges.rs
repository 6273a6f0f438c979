//! The edges between the states of a component.
//!
//! The search knows that the states are strongly connected, not how: it keeps no edges. So they are
//! found out again, for each state when they are first asked for, and without the names of their
//! steps, which are many and of which few are told: [`Edges::told`] finds those out once more.

use std::ops::Range;
use std::sync::Arc;

use super::expansion::{Expansion, Found};
use super::known::Known;
use crate::claim::ClaimInfo;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge, Charged, OutOfMemory};
use crate::model::Model;
use crate::monitor::Task;
use crate::reduce::Pids;
use crate::step::RunStep;
use crate::store::Store;
use crate::violation::FINDING;

/// An edge of the product, from one state of the component to another.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The state's number in the component, from 0 on in the order of discovery.
    pub(super) target: u32,
    /// The accepting sets that it meets.
    pub(super) sets: u32,
    /// Who begins a step.
    pub(super) moved: Option<u8>,
}

/// An edge and the state where it begins.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    from: u32,
    index: usize,
}

/// What is known of a state.
struct Node {
    edges: Range<usize>,
    /// Who is able to begin a step.
    able: Pids,
}

/// The edges between the live states from a position on, as far as they are known. Memory: 52 bytes
/// a state and 12 an edge, charged to the budget.
pub(super) struct Edges<'w, M: Model + ?Sized, S: ?Sized> {
    expansion: Expansion<'w, M>,
    store: &'w mut S,
    known: &'w Known,
    /// The position of state 0.
    first: u32,
    task: Task,
    /// By state: which of `nodes` it is, from 1 on; 0 while its edges are not known.
    numbers: Charged<u32>,
    nodes: Charged<Node>,
    edges: Charged<Edge>,
    words: Vec<u32>,
}

impl<'w, M: Model + ?Sized, S: Store + ?Sized> Edges<'w, M, S> {
    /// None is known yet.
    ///
    /// # Errors
    /// There is no memory for that.
    pub(super) fn new(
        (model, claim): (&'w M, &'static ClaimInfo),
        (store, budget): (&'w mut S, &Arc<Budget>),
        (known, first): (&'w Known, u32),
    ) -> Result<Self, OutOfMemory> {
        let mut numbers = Charged::new(budget.clone(), Account::Tables);
        numbers.extend_by(known.from(first).len(), 0)?;
        Ok(Self {
            expansion: Expansion::new(model, claim, budget),
            store,
            known,
            first,
            task: budget.monitor().begin(FINDING, 0).of_report(),
            numbers,
            nodes: Charged::new(budget.clone(), Account::Tables),
            edges: Charged::new(budget.clone(), Account::Tables),
            words: Vec::new(),
        })
    }

    /// Charges to the budget what is looked for in them takes, as long as the charge is kept.
    ///
    /// # Errors
    /// There is not so much.
    pub(super) fn charge(&self, bytes: usize) -> Result<Charge, OutOfMemory> {
        let budget = self.numbers.charge().budget().clone();
        Charge::of(budget, Account::Tables, bytes as u64)
    }

    /// How many states the component has.
    pub(super) fn states(&self) -> usize {
        self.numbers.len()
    }

    /// The edges of a state, which are found out if they are not known.
    ///
    /// # Errors
    /// It takes too long, or too much memory.
    pub(super) fn find(&mut self, state: u32) -> Result<Range<usize>, Stop> {
        if self.numbers[state as usize] == 0 {
            let begin = self.edges.len();
            for found in self.expand(state)? {
                if let Some(target) = self.target(&found) {
                    let (sets, moved) = (found.sets, found.moved);
                    self.edges.push(Edge {
                        target,
                        sets,
                        moved,
                    })?;
                }
            }
            self.nodes.push(Node {
                edges: begin..self.edges.len(),
                able: self.expansion.able,
            })?;
            self.numbers[state as usize] = self.nodes.len() as u32;
        }
        Ok(self.node(state).edges.clone())
    }

    /// The edges of a state that are known.
    pub(super) fn of(&self, state: u32) -> &[Edge] {
        &self.edges[self.node(state).edges.clone()]
    }

    /// Who is able to begin a step in a state whose edges are known.
    pub(super) fn able(&self, state: u32) -> &Pids {
        &self.node(state).able
    }

    pub(super) fn edge(&self, taken: Taken) -> Edge {
        self.edges[taken.index]
    }

    fn node(&self, state: u32) -> &Node {
        &self.nodes[self.numbers[state as usize] as usize - 1]
    }

    /// The steps of edges one after the other: the claim's, then those of the system, of each.
    ///
    /// # Errors
    /// It takes too long.
    pub(super) fn told(&mut self, way: &[Taken]) -> Result<Vec<RunStep>, Stop> {
        let mut steps = Vec::new();
        for taken in way {
            let nth = taken.index - self.node(taken.from).edges.start;
            let found = self.expand(taken.from)?;
            let mut inside = found.into_iter().filter(|edge| self.target(edge).is_some());
            steps.extend(inside.nth(nth).into_iter().flat_map(|edge| edge.steps));
        }
        Ok(steps)
    }

    /// The shortest way from a state whose last edge is one that is looked for, also back to where
    /// it begins, through states that are `inside`; `None` if there is none.
    ///
    /// # Errors
    /// It takes too long, or too much memory.
    pub(super) fn way(
        &mut self,
        from: u32,
        is_last: impl Fn(Edge, &Pids) -> bool,
        inside: impl Fn(u32) -> bool,
    ) -> Result<Option<Vec<Taken>>, Stop> {
        // The edges to the states behind `from` in the order in which they are reached, each with
        // the number of the one before it, from 1 on.
        let mut reached: Vec<(usize, Taken)> = Vec::new();
        let mut is_reached = vec![false; self.states()];
        is_reached[from as usize] = true;
        let (mut at, mut number) = (from, 0);
        loop {
            for index in self.find(at)? {
                let taken = Taken { from: at, index };
                let edge = self.edge(taken);
                if !inside(edge.target) {
                    continue;
                }
                if is_last(edge, self.able(at)) {
                    let mut way = vec![taken];
                    while number > 0 {
                        let (before, taken) = reached[number - 1];
                        way.push(taken);
                        number = before;
                    }
                    way.reverse();
                    return Ok(Some(way));
                }
                if !std::mem::replace(&mut is_reached[edge.target as usize], true) {
                    reached.push((number, taken));
                }
            }
            let Some((_, next)) = reached.get(number) else {
                return Ok(None);
            };
            at = self.edge(*next).target;
            number += 1;
        }
    }

    /// The edges of a state, those that lead out of the component among them.
    fn expand(&mut self, state: u32) -> Result<Vec<Found>, Stop> {
        self.task.advance(1)?;
        match self
            .store
            .get(self.known.at(self.first + state), &mut self.words)
        {
            true => self.expansion.run(&self.words),
            false => Ok(Vec::new()),
        }
    }

    /// The state of the component that an edge leads to.
    fn target(&mut self, found: &Found) -> Option<u32> {
        let handle = self.store.find(found.hash, &found.words)?;
        self.known.position(handle)?.checked_sub(self.first)
    }
}
