//! Whether variables ever have a value that the front end's bounds rule out: all states that the
//! interpreter comes to are looked at, those inside of atomic sequences too.

use frontend::interpret::{Interpreter, State};
use frontend::ir::range::Range;
use frontend::ir::{Model, Var};
use frontend::passes::bounds_of_values;
use std::collections::{HashSet, VecDeque};

/// What was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    /// States.
    pub states: usize,
    /// Values in them that a bound closer than a width was known of.
    pub values: usize,
}

/// Looks at up to `states_max` states of a model that was not optimised, the nearest first.
///
/// # Errors
/// A variable, its value and its bounds.
///
/// # Panics
/// When the initial state cannot be made.
pub fn check(model: &Model, states_max: usize) -> Result<Checked, String> {
    let interpreter = Interpreter::new(model);
    let known = bounds_of_values(model);
    let initial = interpreter.initial().expect("an initial state");
    let mut seen = HashSet::from([(initial.clone(), None)]);
    let mut queue = VecDeque::from([(initial, None)]);
    let mut checked = Checked::default();
    while let Some((state, exclusive)) = queue.pop_front() {
        if checked.states == states_max {
            break;
        }
        checked.states += 1;
        for pid in 0..state.processes.len() {
            let process = &state.processes[pid];
            let known = known[process.proctype.index()].at(process.place);
            checked.values += known.len();
            for (var, range) in known {
                compare(model, &state, pid, var, range)?;
            }
        }
        let inside = interpreter.successors(&state, exclusive, false);
        let expansion = match inside.is_stuck() {
            true => interpreter.moves(&state).0,
            false => inside,
        };
        for next in expansion.successors {
            let next = (next.state, next.exclusive);
            if seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    Ok(checked)
}

fn compare(model: &Model, state: &State, pid: usize, var: Var, range: Range) -> Result<(), String> {
    let process = &state.processes[pid];
    let proctype = &model.proctypes[process.proctype.index()];
    let (name, value) = match var {
        Var::Local(id) => {
            let name = &proctype.locals[id.index()].name;
            (name, process.locals[id.index()][0])
        }
        Var::Global(id) => {
            let name = &model.globals[id.index()].name;
            (name, state.globals[id.index()][0])
        }
    };
    if range.contains(value.into()) {
        return Ok(());
    }
    let place = &proctype.places[process.place.index()].source;
    Err(format!(
        "{}[{pid}]:{name} is {value}, not in {range:?}, at line {}, before `{}`",
        proctype.name, place.line, place.text
    ))
}
