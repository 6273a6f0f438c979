//! The edges of a state as a reduction sees them: an atomic sequence is one edge with several ends.

use std::collections::{BTreeSet, HashSet};

use crate::model::{Model, TransitionId};
use crate::state::{Failure, State};
use crate::step::{self, Cursor, Move, Next};
use crate::violation::found_on;

/// An edge with everything that may come of it: an atomic sequence is one of these.
#[derive(Debug)]
pub(super) struct MacroEdge {
    /// The first step: by it the edge is known.
    pub name: Move,
    /// The stored states that it leads to, by number; none if every branch ends in a run-time error
    /// or goes on for ever.
    pub ends: BTreeSet<usize>,
    /// Failed assertions and run-time errors on the way.
    pub reports: BTreeSet<String>,
}

impl MacroEdge {
    /// The processes that it belongs to.
    pub fn pids(&self) -> impl Iterator<Item = u8> {
        self.name.halves().map(|(pid, _)| pid)
    }

    /// It belongs to this process.
    pub fn is_of(&self, pid: u8) -> bool {
        self.pids().any(|own| own == pid)
    }

    /// The first step is this transition of this process, alone or as a half of a handshake.
    pub fn begins_with(&self, pid: u8, transition: TransitionId) -> bool {
        let mut halves = self.name.halves();
        halves.any(|half| half == (pid, transition))
    }

    /// No process has part in both.
    pub fn is_disjoint(&self, other: &MacroEdge) -> bool {
        self.pids().all(|pid| !other.is_of(pid))
    }

    /// That a process had a choice is an error of the state, and not of the edge that was second.
    fn note(&mut self, state: &mut State, step: step::Edge) {
        let failures = state.take_failures().into_iter();
        let of_edge = failures.filter(|it| *it != Failure::Nondeterminism);
        of_edge.for_each(|it| state.note(it));
        for (_, message, source) in found_on(state, step) {
            let report = format!("{message}, line {}", source.line);
            self.reports.insert(report);
        }
    }
}

/// All edges of a state, and whether they are there only because nothing can move without
/// `timeout`. `number` gives a stored state its number.
pub(super) fn edges(
    model: &dyn Model,
    state: &mut State,
    number: &mut dyn FnMut(&State) -> usize,
) -> (Vec<MacroEdge>, bool) {
    let mut cursor = Cursor::open(state);
    let mut found = Vec::new();
    let mut timeout = false;
    while let Next::Edge(step) = cursor.next(model, state) {
        timeout |= state.timeout();
        let mut edge = MacroEdge {
            name: cursor.last_move(&step),
            ends: BTreeSet::new(),
            reports: BTreeSet::new(),
        };
        edge.note(state, step);
        match (step.faulted, step.atomic) {
            (true, _) => {}
            (false, true) => follow(model, state, step.last, &mut edge, number),
            (false, false) => {
                edge.ends.insert(number(state));
            }
        }
        cursor.retract(state);
        found.push(edge);
    }
    (found, timeout)
}

/// Goes through an atomic sequence of `pid` on all its branches, each state once.
fn follow(
    model: &dyn Model,
    state: &mut State,
    pid: u8,
    edge: &mut MacroEdge,
    number: &mut dyn FnMut(&State) -> usize,
) {
    let mut met = HashSet::from([(state.words().to_vec(), pid)]);
    let mut path = vec![Cursor::exclusive(state, pid)];
    while let Some(cursor) = path.last_mut() {
        match cursor.next(model, state) {
            Next::Edge(step) => {
                edge.note(state, step);
                if !step.faulted && !step.atomic {
                    edge.ends.insert(number(state));
                } else if !step.faulted && met.insert((state.words().to_vec(), step.last)) {
                    path.push(Cursor::exclusive(state, step.last));
                    continue;
                }
                cursor.retract(state);
                continue;
            }
            Next::AtomicityLost => {
                edge.ends.insert(number(state));
            }
            Next::Exhausted => {}
        }
        path.pop();
        if let Some(below) = path.last() {
            below.retract(state);
        }
    }
}
