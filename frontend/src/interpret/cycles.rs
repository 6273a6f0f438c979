//! Whether a claim accepts a run of the system, in the plainest way: the whole product as a graph,
//! its strongly connected components, and what fairness says by definition.
//!
//! A run is infinite: where nothing can move, the state repeats for ever, and the claim steps
//! alone. It is accepted if it takes edges of each accepting set again and again. Of all cycles in
//! a component the one through all of it takes the most edges and passes the most states, so a
//! component has an accepted cycle if it is one itself, and the same holds under weak fairness: no
//! process is able to begin a step for ever without beginning one. Strong fairness is not like
//! this: a process that is able somewhere, and moves nowhere, spoils the states where it is able;
//! they are taken away, and what is left is looked at again.

use std::collections::{BTreeSet, HashMap};

use super::search::Limits;
use super::{Event, Expansion, Interpreter, State};
use crate::ir::{Claim, PlaceId};

/// Which runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    Unfair,
    /// Those on which no process is able to begin a step for ever and begins none.
    Weak,
    /// Those on which no process is able again and again and begins only finitely many steps.
    Strong,
}

/// The product of a system with a claim.
#[derive(Debug, Default)]
pub struct Product {
    nodes: Vec<Node>,
    /// The accepting sets, a bit each, and one more for steps of the claim.
    wanted: u64,
    /// The claim can come to its end.
    pub ends: bool,
    /// An assertion of the claim fails.
    pub asserts: bool,
    /// An assertion of the system fails, or there is a run-time error, on a path that the claim
    /// allows.
    pub fails: bool,
}

#[derive(Debug, Default)]
struct Node {
    edges: Vec<Edge>,
    /// The processes that are able to begin a step.
    able: BTreeSet<usize>,
    /// It lies inside of an atomic sequence, and is no state of the run.
    inside: bool,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    target: usize,
    sets: u64,
    by: Option<usize>,
}

/// What a node is about: a state, the place of the claim, and the process that is inside of an
/// atomic sequence.
type Key = (State, PlaceId, Option<usize>);

/// A step of the claim: beside the sets it may belong to.
const CLAIM_STEP: u64 = 1 << 32;

impl Product {
    /// Builds all that can be reached.
    ///
    /// # Errors
    /// When there are more states than the limits say, or the initial state cannot be made.
    pub fn build(
        interpreter: Interpreter<'_>,
        claim: &Claim,
        limits: Limits,
    ) -> Result<Self, String> {
        let initial = interpreter
            .initial()
            .map_err(|fault| format!("the initial state cannot be made: {fault:?}"))?;
        let mut builder = Builder {
            interpreter,
            claim,
            product: Product {
                wanted: ((1 << claim.sets) - 1) | CLAIM_STEP,
                ..Product::default()
            },
            numbers: HashMap::new(),
            open: Vec::new(),
        };
        builder.number((initial, claim.start, None));
        while let Some((at, key)) = builder.open.pop() {
            if builder.numbers.len() > limits.states {
                return Err("there are more states than can be searched".to_owned());
            }
            builder.expand(at, key);
        }
        Ok(builder.product)
    }

    /// Nodes, those inside of atomic sequences too.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node, which never is.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the claim accepts a run.
    pub fn accepts(&self, fairness: Fairness) -> bool {
        let all = (0..self.nodes.len()).collect();
        self.accepts_within(&all, fairness)
    }

    fn accepts_within(&self, nodes: &BTreeSet<usize>, fairness: Fairness) -> bool {
        self.components(nodes).iter().any(|component| {
            let edges = component.iter().flat_map(|at| &self.nodes[*at].edges);
            let inner = edges.filter(|edge| component.contains(&edge.target));
            let sets = inner.clone().fold(0, |sets, edge| sets | edge.sets);
            let moving: BTreeSet<usize> = inner.filter_map(|edge| edge.by).collect();
            if sets & self.wanted != self.wanted {
                return false;
            }
            let states = component.iter().filter(|at| !self.nodes[**at].inside);
            let starved = |at: &usize| !self.nodes[*at].able.is_subset(&moving);
            match fairness {
                Fairness::Unfair => true,
                Fairness::Weak => {
                    let able = states.map(|at| self.nodes[*at].able.clone());
                    let always = able.reduce(|all, able| &all & &able).unwrap_or_default();
                    always.is_subset(&moving)
                }
                Fairness::Strong => {
                    let left: BTreeSet<usize> = component
                        .iter()
                        .filter(|at| self.nodes[**at].inside || !starved(at))
                        .copied()
                        .collect();
                    left.len() == component.len() || self.accepts_within(&left, fairness)
                }
            }
        })
    }

    /// The strongly connected components of a part of the graph, by Tarjan's algorithm with a stack
    /// of its own.
    fn components(&self, nodes: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let mut found = Vec::new();
        let mut number = vec![0usize; self.nodes.len()];
        let mut low = number.clone();
        let (mut live, mut is_live) = (Vec::new(), vec![false; self.nodes.len()]);
        let mut last = 0;
        for root in nodes {
            if number[*root] != 0 {
                continue;
            }
            let mut path = vec![(*root, 0)];
            while let Some((at, next)) = path.last_mut() {
                let at = *at;
                if *next == 0 {
                    last += 1;
                    (number[at], low[at], is_live[at]) = (last, last, true);
                    live.push(at);
                }
                if let Some(edge) = self.nodes[at].edges.get(*next) {
                    *next += 1;
                    let target = edge.target;
                    if !nodes.contains(&target) {
                        continue;
                    }
                    if number[target] == 0 {
                        path.push((target, 0));
                    } else if is_live[target] {
                        low[at] = low[at].min(number[target]);
                    }
                    continue;
                }
                path.pop();
                if let Some((below, _)) = path.last() {
                    low[*below] = low[*below].min(low[at]);
                }
                if low[at] == number[at] {
                    let first = live.iter().rposition(|it| *it == at).unwrap_or(0);
                    let component: BTreeSet<usize> = live.drain(first..).collect();
                    component.iter().for_each(|it| is_live[*it] = false);
                    found.push(component);
                }
            }
        }
        found
    }
}

struct Builder<'m> {
    interpreter: Interpreter<'m>,
    claim: &'m Claim,
    product: Product,
    numbers: HashMap<Key, usize>,
    open: Vec<(usize, Key)>,
}

impl<'m> Builder<'m> {
    fn number(&mut self, key: Key) -> usize {
        let visible = (self.interpreter.visible(&key.0), key.1, key.2);
        let new = self.numbers.len();
        let number = *self.numbers.entry(visible).or_insert(new);
        if number == new {
            self.product.nodes.push(Node::default());
            self.open.push((number, key));
        }
        number
    }

    fn expand(&mut self, at: usize, (state, place, inside): Key) {
        if let Some(pid) = inside {
            let expansion = self.interpreter.successors(&state, Some(pid), false);
            if !expansion.is_stuck() {
                self.product.nodes[at].inside = true;
                self.add(at, expansion, place, 0);
                return;
            }
        }
        self.product.ends |= self.claim.places[place.index()].end;
        let (moves, waits) = self.interpreter.moves(&state);
        let moves = moves
            .successors
            .iter()
            .map(|it| it.by.pid)
            .chain(moves.faults.iter().map(|it| it.by.pid));
        self.product.nodes[at].able = moves.collect();
        let letter = self.interpreter.letter(&state, self.claim, waits);
        for edge in &self.claim.places[place.index()].edges {
            let mut after = state.clone();
            match letter.allows(edge) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(_) => {
                    self.product.fails = true;
                    continue;
                }
            }
            match self.interpreter.perform_claim(&mut after, self.claim, edge) {
                Ok(events) => self.product.asserts |= events.iter().any(Event::fails),
                Err(_) => {
                    self.product.fails = true;
                    continue;
                }
            }
            let sets = u64::from(edge.sets) | CLAIM_STEP;
            let (expansion, _) = self.interpreter.moves(&after);
            if expansion.is_stuck() {
                let target = self.number((after, edge.target, None));
                let by = None;
                self.product.nodes[at].edges.push(Edge { target, sets, by });
            } else {
                self.add(at, expansion, edge.target, sets);
            }
        }
    }

    fn add(&mut self, at: usize, expansion: Expansion<'_>, place: PlaceId, sets: u64) {
        self.product.fails |= !expansion.faults.is_empty();
        for successor in expansion.successors {
            self.product.fails |= successor.failed().next().is_some();
            let by = Some(successor.by.pid);
            let target = self.number((successor.state, place, successor.exclusive));
            self.product.nodes[at].edges.push(Edge { target, sets, by });
        }
    }
}
