//! How many processes of each proctype there can be.
//!
//! Most models make all their processes at the start, in loops that no reading of the text counts, but that the interpreter runs through in a
//! few hundred steps. So every state is visited from which some process can still come to a `run`. If these are too many, the `run`s in the
//! text are counted: none, one, or many.

use std::collections::HashSet;

use crate::interpret::run::{Choice, Run};
use crate::interpret::{Interpreter, State};
use crate::ir::{Action, Model, PlaceId, Proctype, ProctypeId};

/// Processes in all states that are visited, at most: five processes that get the numbers 1 to 5 in any order take 2,000, a ring of a
/// hundred takes 20,000.
const PROCESSES_MAX: usize = 20_000;

/// Visits every process that can exist when it begins to exist, by number; `false` when there are too many states to look at, or when the
/// initial state cannot be built.
pub fn watch(model: &Model, visit: &mut dyn FnMut(&State, usize)) -> bool {
    let Ok(run) = Run::new(Interpreter::new(model)) else {
        return false;
    };
    (0..run.state.processes.len()).for_each(|pid| visit(&run.state, pid));
    let starts: Vec<Vec<bool>> = model.proctypes.iter().map(comes_to_run).collect();
    let goes_on = |state: &State| {
        let mut processes = state.processes.iter();
        processes.any(|process| starts[process.proctype.index()][process.place.index()])
    };
    let mut seen = HashSet::new();
    let mut open = vec![run];
    let mut processes = 0;
    while let Some(run) = open.pop() {
        if !goes_on(&run.state) {
            continue;
        }
        let count = run.state.processes.len();
        processes += count;
        if processes > PROCESSES_MAX {
            return false;
        }
        for choice in run.choices() {
            if let Choice::Step(successor) = choice {
                let mut next = run.clone();
                next.take(successor);
                (count..next.state.processes.len()).for_each(|pid| visit(&next.state, pid));
                if seen.insert((next.state.clone(), next.exclusive)) {
                    open.push(next);
                }
            }
        }
    }
    true
}

/// At most so many processes of each proctype, 2 standing for any number from 2 on.
pub fn count(model: &Model) -> Vec<u32> {
    let initial = |i: usize| {
        let started = model.initial.iter().filter(|id| id.index() == i);
        started.count().min(2) as u32
    };
    let initial: Vec<u32> = (0..model.proctypes.len()).map(initial).collect();
    let sites: Vec<Vec<(ProctypeId, u32)>> = model.proctypes.iter().map(sites).collect();
    let mut counts = initial.clone();
    loop {
        let mut next = initial.clone();
        for (starter, sites) in sites.iter().enumerate() {
            for (started, times) in sites {
                let known = &mut next[started.index()];
                *known = (*known + counts[starter] * times).min(2);
            }
        }
        if next == counts {
            return counts;
        }
        counts = next;
    }
}

/// The `run`s of a proctype, and how often one process comes to each: once, or many times.
fn sites(proctype: &Proctype) -> Vec<(ProctypeId, u32)> {
    let mut sites = Vec::new();
    for (index, transition) in proctype.transitions.iter().enumerate() {
        for step in &transition.steps {
            let Action::Run { proctype: id, .. } = step.action else {
                continue;
            };
            let reached = reachable(proctype, transition.target);
            let offers = |at: usize| {
                let mut candidates = proctype.places[at].candidates.iter();
                candidates.any(|candidate| candidate.transition.index() == index)
            };
            let again = (0..reached.len()).any(|at| reached[at] && offers(at));
            sites.push((id, if again { 2 } else { 1 }));
        }
    }
    sites
}

/// The places from which a process can come to a `run`.
fn comes_to_run(proctype: &Proctype) -> Vec<bool> {
    let runs = |at: &PlaceId| {
        let candidates = proctype.places[at.index()].candidates.iter();
        let transitions = candidates.map(|it| &proctype.transitions[it.transition.index()]);
        let mut steps = transitions.flat_map(|transition| &transition.steps);
        steps.any(|step| matches!(step.action, Action::Run { .. }))
    };
    let places = (0..proctype.places.len()).map(PlaceId::from);
    places
        .map(|at| {
            let reached = reachable(proctype, at);
            let reached = reached.iter().enumerate().filter(|(_, is)| **is);
            reached.map(|(at, _)| PlaceId::from(at)).any(|at| runs(&at))
        })
        .collect()
}

/// The places that a process can come to from `start`, itself included.
fn reachable(proctype: &Proctype, start: PlaceId) -> Vec<bool> {
    let mut reached = vec![false; proctype.places.len()];
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut reached[at.index()], true) {
            let candidates = proctype.places[at.index()].candidates.iter();
            open.extend(candidates.map(|it| proctype.transitions[it.transition.index()].target));
        }
    }
    reached
}
