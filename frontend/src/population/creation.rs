//! How many processes of each proctype there can be.
//!
//! Most models make all their processes at the start, in loops that no reading of the text counts,
//! but that the interpreter runs through in a few hundred steps. So every state is visited from
//! which some process can still come to a `run`. If these are too many or too large, or a `d_step`
//! takes too long, the `run`s in the text are counted: none, one, or many.

use std::collections::HashSet;

use crate::interpret::run::{Choice, Run};
use crate::interpret::{Fault, Interpreter, Process, State};
use crate::ir::{Action, Model, PlaceId, Proctype, ProctypeId};

/// Processes in all states that are visited, at most: five processes that get the numbers 1 to 5 in
/// any order take 2,000, a ring of a hundred takes 20,000.
const PROCESSES_MAX: usize = 20_000;

/// Numbers in all states that are kept, and in those that one state leads to, at most.
const NUMBERS_MAX: usize = 1 << 24;

/// Numbers in all states that are built, at most.
const NUMBERS_BUILT_MAX: usize = 1 << 27;

/// What it takes to keep a variable or a process, in numbers, beside its elements.
const OVERHEAD: usize = 16;

/// Steps of a `d_step`, at most.
const D_STEP_MAX: usize = 1_000;

/// Visits every process that can exist when it begins to exist, by number; `false` when there are
/// too many states to look at, or when the initial state cannot be built.
pub fn watch(model: &Model, visit: &mut dyn FnMut(&State, usize)) -> bool {
    if initial_size(model) > NUMBERS_MAX {
        return false;
    }
    let Ok(run) = Run::new(Interpreter::new(model).with_longest_d_step(D_STEP_MAX)) else {
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
    let (mut processes, mut kept, mut built) = (0, 0, 0);
    while let Some(run) = open.pop() {
        if !goes_on(&run.state) {
            continue;
        }
        let count = run.state.processes.len();
        processes += count;
        let size = size(&run.state);
        let next = size * (1 + tries(model, &run.state));
        (kept, built) = (kept + size, built + next);
        let numbers = kept.max(next);
        if processes > PROCESSES_MAX || numbers > NUMBERS_MAX || built > NUMBERS_BUILT_MAX {
            return false;
        }
        for choice in run.choices() {
            match choice {
                Choice::Step(successor) => {
                    let mut next = run.clone();
                    next.take(successor);
                    (count..next.state.processes.len()).for_each(|pid| visit(&next.state, pid));
                    if seen.insert((next.state.clone(), next.exclusive)) {
                        open.push(next);
                    }
                }
                // It may only be a long one.
                Choice::FailedStep(failure) if failure.fault == Fault::EndlessDStep => {
                    return false;
                }
                Choice::FailedStep(_) => {}
            }
        }
    }
    true
}

/// The numbers of the initial state, as [`size`] counts them.
fn initial_size(model: &Model) -> usize {
    let locals = model.initial.iter().flat_map(|id| {
        let proctype = &model.proctypes[id.index()];
        &proctype.locals
    });
    let variables = model.globals.iter().chain(locals);
    variables.map(|it| it.elements() as usize + OVERHEAD).sum()
}

/// The numbers of a state.
fn size(state: &State) -> usize {
    let locals = state.processes.iter().flat_map(|process| &process.locals);
    let variables = state.globals.iter().chain(locals);
    let messages = state.channels.iter().flat_map(|channel| &channel.messages);
    let lists = variables.chain(messages);
    let numbers: usize = lists.map(|it| it.len() + OVERHEAD).sum();
    numbers + state.processes.len() * OVERHEAD
}

/// What can be tried in a state, each time on a copy of it.
fn tries(model: &Model, state: &State) -> usize {
    let place = |process: &Process| {
        let proctype = &model.proctypes[process.proctype.index()];
        proctype.places[process.place.index()].candidates.len()
    };
    state.processes.iter().map(place).sum()
}

/// At most as many processes of each proctype as this, 2 standing for any number from 2 on.
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
    let offered_at = proctype.offered_at();
    for (index, transition) in proctype.transitions.iter().enumerate() {
        for step in &transition.steps {
            let Action::Run { proctype: id, .. } = step.action else {
                continue;
            };
            let reached = proctype.reachable(transition.target);
            let again = offered_at[index].iter().any(|at| reached[at.index()]);
            sites.push((id, if again { 2 } else { 1 }));
        }
    }
    sites
}

/// The places from which a process can come to a `run`.
fn comes_to_run(proctype: &Proctype) -> Vec<bool> {
    let runs = |at: &usize| {
        let transitions = proctype.offered(PlaceId::from(*at));
        let mut steps = transitions.flat_map(|transition| &transition.steps);
        steps.any(|step| matches!(step.action, Action::Run { .. }))
    };
    let before = proctype.places_before();
    let mut open: Vec<usize> = (0..proctype.places.len()).filter(runs).collect();
    let mut comes = vec![false; proctype.places.len()];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut comes[at], true) {
            open.extend(&before[at]);
        }
    }
    comes
}
