//! Whether a process could move: for `enabled(pid)` and for priorities.
//!
//! The process is tried as the search would try it, and the step is taken back.

use crate::model::Model;
use crate::search::{Cursor, Next};
use crate::state::{Fault, Faulted, Field, Process, State};

/// `enabled(pid)`, asked by process `me`: false for a process that does not exist.
///
/// A question that comes back to a process which is being tried is answered with false.
///
/// # Errors
/// A process must not ask about itself.
pub fn enabled(
    model: &dyn Model,
    state: &mut State,
    me: Process,
    pid: i32,
) -> Result<bool, Faulted> {
    if pid == i32::from(me.pid) {
        return Err(state.fail(Fault::OwnEnabled));
    }
    Ok(state
        .live(pid)
        .is_some_and(|process| can_move(model, state, process)))
}

/// Whether some process of a higher priority than that of `me` could move, so that `me` may not. `priority` is a field of each process.
///
/// While a process is only tried, priorities do not count.
pub fn outranked(model: &dyn Model, state: &mut State, me: Process, priority: Field) -> bool {
    if state.is_probing() {
        return false;
    }
    let own = state.get(me.at(priority));
    (0..state.process_count()).any(|pid| {
        let other = state.process(pid as u8);
        state.get(other.at(priority)) > own && can_move(model, state, other)
    })
}

fn can_move(model: &dyn Model, state: &mut State, process: Process) -> bool {
    if state.is_probed(process.pid) {
        return false;
    }
    let probe = state.begin_probe(process.pid);
    let moves = Cursor::probe(state, process.pid).next(model, state);
    state.end_probe(probe);
    matches!(moves, Next::Edge(_))
}

/// `get_priority(pid)`: 0 for a process that does not exist.
pub fn priority(state: &State, pid: i32, priority: Field) -> i32 {
    state
        .live(pid)
        .map_or(0, |process| state.get(process.at(priority)))
}

/// `set_priority(pid, value)`: nothing for a process that does not exist.
///
/// # Errors
/// Priorities are numbers from 1 to 255.
pub fn set_priority(
    state: &mut State,
    pid: i32,
    priority: Field,
    value: i32,
) -> Result<(), Faulted> {
    let Some(process) = state.live(pid) else {
        return Ok(());
    };
    if !(1..=255).contains(&value) {
        return Err(state.fail(Fault::Priority { priority: value }));
    }
    state.set(process.at(priority), value);
    Ok(())
}
