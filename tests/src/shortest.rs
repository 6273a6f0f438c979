//! How far away the nearest violation of each kind is: a breadth-first search of the interpreter,
//! in the plainest way.
//!
//! A step is what leads from one stored state to the next: a statement, a handshake, a `d_step`, or
//! a whole atomic sequence.

use crate::interpreter::kind;
use codegen::plan::automaton::{Liveness, number};
use frontend::interpret::run::{Choice, Run};
use frontend::interpret::{Interpreter, State};
use frontend::ir::Model;
use runtime::trail::Trail;
use std::collections::{BTreeMap, HashSet};

/// The fewest steps to a violation, by kind.
pub type Distances = BTreeMap<&'static str, usize>;

/// The nearest violations of each kind; `None` if there are more states than `states_max`.
///
/// # Panics
/// When the initial state cannot be made.
pub fn distances(model: &Model, states_max: usize) -> Option<Distances> {
    let interpreter = Interpreter::new(model);
    let initial = interpreter.initial().expect("an initial state");
    let mut seen = HashSet::from([interpreter.visible(&initial)]);
    let mut found = Distances::new();
    let mut level = vec![initial];
    for steps in 0.. {
        let mut next = Vec::new();
        for state in level {
            let arrivals = arrivals(interpreter, state, |kind, further| {
                let nearest = found.entry(kind).or_insert(steps + further);
                *nearest = (*nearest).min(steps + further);
            });
            let is_new = |state: &State| seen.insert(interpreter.visible(state));
            next.extend(arrivals.into_iter().filter(is_new));
        }
        if next.is_empty() {
            return Some(found);
        }
        if seen.len() > states_max {
            return None;
        }
        level = next;
    }
    unreachable!("there are so many states at most")
}

/// The states behind one step; what is wrong is given to `note`, with 1 if it is in the step and 0
/// if there is none.
fn arrivals(
    interpreter: Interpreter<'_>,
    state: State,
    mut note: impl FnMut(&'static str, usize),
) -> Vec<State> {
    let mut arrivals = Vec::new();
    let mut inside = HashSet::new();
    let mut waiting = vec![(state, None)];
    while let Some((state, exclusive)) = waiting.pop() {
        let mut expansion = interpreter.successors(&state, exclusive, false);
        if expansion.is_stuck() && exclusive.is_some() {
            arrivals.push(state);
            continue;
        }
        if expansion.is_stuck() {
            expansion = interpreter.successors(&state, None, true);
        }
        if expansion.is_stuck() && !interpreter.is_end_state(&state) {
            let rests = interpreter.may_all_rest(&state);
            note(if rests { "trace" } else { "invalid-end-state" }, 0);
        }
        if !expansion.faults.is_empty() {
            note("runtime-error", 1);
        }
        for next in expansion.successors {
            for (violation, _) in next.failed() {
                note(kind(&violation), 1);
            }
            match next.exclusive {
                None => arrivals.push(next.state),
                Some(pid) => {
                    if inside.insert((next.state.clone(), pid)) {
                        waiting.push((next.state, Some(pid)));
                    }
                }
            }
        }
    }
    arrivals
}

/// Steps of a trail.
///
/// # Errors
/// It does not fit the model.
pub fn steps(model: &Model, trail: &Trail) -> Result<usize, String> {
    let (automata, _) = number(model, &Liveness::of(model));
    let mut names = BTreeMap::new();
    for automaton in &automata {
        for (transition, named) in automaton.executable() {
            names.insert(named.number, transition);
        }
    }
    let interpreter = Interpreter::new(model);
    let mut run = Run::new(interpreter).map_err(|fault| fault.to_string())?;
    let mut steps = 0;
    for edge in trail.moves() {
        let goes_on = run.exclusive.is_some_and(|pid| {
            let expansion = interpreter.successors(&run.state, Some(pid), false);
            !expansion.is_stuck()
        });
        steps += usize::from(!goes_on);
        let name = |number: u32| names.get(&number).copied();
        let wanted = (
            usize::from(edge.pid),
            name(edge.transition.0),
            edge.partner
                .map(|(pid, partner)| (usize::from(pid), name(partner.0))),
        );
        let is_wanted = |choice: &Choice<'_>| {
            let by = choice.by();
            let partner = by.partner.map(|(pid, partner)| (pid, Some(partner)));
            (by.pid, Some(by.transition), partner) == wanted
        };
        match run.choices().into_iter().find(is_wanted) {
            None => return Err(format!("{edge:?} cannot happen")),
            Some(Choice::Step(successor)) => run.take(successor),
            Some(Choice::FailedStep(_)) => {}
        }
    }
    Ok(steps)
}
