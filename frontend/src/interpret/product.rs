//! A plain depth-first search of the product with a claim that counts as SPIN's verifier does, with
//! `-DNOREDUCE`, `-c0` and without `-a`.
//!
//! The claim and the system take turns: a step of the claim, which sees the state, then one of the
//! system, an atomic sequence together with all its steps. Stored is a state with the place of the
//! claim, when the claim is to move. Where the system is stuck behind a step of the claim, the
//! claim steps again at once; the node that it comes to is stored, and left by steps of the claim
//! alone. Whether a node is one of these is no part of it: it is what it was when it was first met.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::claim::Letter;
use super::search::Limits;
use super::{Event, Expansion, Fault, Interpreter, State, Violation};
use crate::ir::{Claim, ClaimEdge, PlaceId};

/// What a search of a product counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes stored.
    pub stored: usize,
    /// Nodes met again.
    pub matched: usize,
    /// Depth of the deepest node; steps of the claim count, too.
    pub depth: usize,
    /// Nodes at which the claim has come to its end.
    pub ends: usize,
    /// How often a path went on with an error, by the text of the statement.
    pub failed: BTreeMap<(Violation, String), usize>,
    /// Run-time errors met, those of the claim included.
    pub faults: BTreeSet<Fault>,
}

/// Searches the whole product.
///
/// # Errors
/// When there are more states, or a longer path, than the limits say, or the initial state cannot
/// be made.
pub fn count(
    interpreter: Interpreter<'_>,
    claim: &Claim,
    limits: Limits,
) -> Result<Counts, String> {
    let initial = interpreter
        .initial()
        .map_err(|fault| format!("the initial state cannot be made: {fault:?}"))?;
    let mut search = Search {
        interpreter,
        claim,
        seen: HashSet::new(),
        counts: Counts::default(),
    };
    let start = Node {
        state: initial,
        place: claim.start,
        turn: Turn::Claim,
        depth: 0,
    };
    let mut path = vec![search.enter(start)];
    while let Some(open) = path.last_mut() {
        let Some(next) = open.next() else {
            path.pop();
            continue;
        };
        if search.counts.stored > limits.states || path.len() > limits.depth {
            return Err("there are more states than can be searched".to_owned());
        }
        path.push(search.enter(next));
    }
    Ok(search.counts)
}

/// A node of the search, stored or in the middle of a step.
struct Node {
    state: State,
    place: PlaceId,
    turn: Turn,
    depth: usize,
}

/// Who moves.
#[derive(Clone, Copy)]
enum Turn {
    /// The claim, then the system.
    Claim,
    /// The claim alone, since the system is stuck.
    Stutter,
    /// This process, which is inside of an atomic sequence.
    Inside(usize),
}

struct Search<'m> {
    interpreter: Interpreter<'m>,
    claim: &'m Claim,
    seen: HashSet<(State, PlaceId)>,
    counts: Counts,
}

impl<'m> Search<'m> {
    /// Comes to a node; what can happen there.
    fn enter(&mut self, node: Node) -> std::vec::IntoIter<Node> {
        let mut next = Vec::new();
        match node.turn {
            Turn::Inside(pid) => {
                self.counts.depth = self.counts.depth.max(node.depth);
                let inside = self.expand(&node.state, Some(pid), false, node.depth);
                if inside.is_stuck() {
                    // Blocked: the state counts after all, and the claim moves.
                    let turn = Turn::Claim;
                    return self.enter(Node { turn, ..node });
                }
                system_steps(inside, node.place, node.depth, &mut next);
            }
            Turn::Claim | Turn::Stutter => self.claim_turn(&node, &mut next),
        }
        next.into_iter()
    }

    fn claim_turn(&mut self, node: &Node, next: &mut Vec<Node>) {
        let stored = (self.interpreter.visible(&node.state), node.place);
        if !self.seen.insert(stored) {
            self.counts.matched += 1;
            return;
        }
        self.counts.stored += 1;
        self.counts.depth = self.counts.depth.max(node.depth);
        let place = &self.claim.places[node.place.index()];
        self.counts.ends += usize::from(place.end);
        let moves = self.interpreter.successors(&node.state, None, false);
        let stutters = matches!(node.turn, Turn::Stutter);
        if stutters && moves.offered {
            self.counts.depth = self.counts.depth.max(node.depth + 1);
        }
        let letter = self.letter(&node.state, moves.is_stuck());
        for (state, edge) in self.claim_steps(&node.state, &letter, node.place) {
            let depth = node.depth + edge.steps as usize;
            if stutters {
                next.push(stutter(state, edge, depth));
                continue;
            }
            self.counts.depth = self.counts.depth.max(depth);
            let mut expansion = self.expand(&state, None, false, depth);
            if expansion.is_stuck() {
                expansion = self.expand(&state, None, true, depth);
            }
            if expansion.is_stuck() {
                let again = self.letter(&state, true);
                for (state, second) in self.claim_steps(&state, &again, edge.target) {
                    next.push(stutter(state, second, depth + second.steps as usize));
                }
            }
            system_steps(expansion, edge.target, depth, next);
        }
    }

    fn letter(&self, state: &State, timeout: bool) -> Letter {
        self.interpreter.letter(state, self.claim, timeout)
    }

    /// What the claim can do, each with the state that it leaves.
    fn claim_steps(
        &mut self,
        state: &State,
        letter: &Letter,
        place: PlaceId,
    ) -> Vec<(State, &'m ClaimEdge)> {
        let mut steps = Vec::new();
        for edge in &self.claim.places[place.index()].edges {
            let mut after = state.clone();
            let taken = letter.allows(edge).and_then(|allowed| {
                let perform = || self.interpreter.perform_claim(&mut after, self.claim, edge);
                allowed.then(perform).transpose()
            });
            match taken {
                Ok(None) => {}
                Ok(Some(events)) => {
                    self.note(&events);
                    steps.push((after, edge));
                }
                Err(fault) => {
                    self.counts.faults.insert(fault);
                }
            }
        }
        steps
    }

    fn expand(
        &mut self,
        state: &State,
        exclusive: Option<usize>,
        timeout: bool,
        depth: usize,
    ) -> Expansion<'m> {
        let expansion = self.interpreter.successors(state, exclusive, timeout);
        if expansion.offered {
            self.counts.depth = self.counts.depth.max(depth + 1);
        }
        for failure in &expansion.faults {
            self.note(&failure.events);
            self.counts.faults.insert(failure.fault.clone());
        }
        for successor in &expansion.successors {
            self.note(&successor.events);
        }
        expansion
    }

    fn note(&mut self, events: &[Event<'m>]) {
        for event in events {
            if let Some(violation) = event.violation {
                let key = (violation, event.step.source.text.clone());
                *self.counts.failed.entry(key).or_default() += 1;
            }
        }
    }
}

fn stutter(state: State, edge: &ClaimEdge, depth: usize) -> Node {
    Node {
        state,
        place: edge.target,
        turn: Turn::Stutter,
        depth,
    }
}

fn system_steps(expansion: Expansion<'_>, place: PlaceId, depth: usize, next: &mut Vec<Node>) {
    for successor in expansion.successors {
        next.push(Node {
            state: successor.state,
            place,
            turn: successor.exclusive.map_or(Turn::Claim, Turn::Inside),
            depth: depth + successor.depth,
        });
    }
}
