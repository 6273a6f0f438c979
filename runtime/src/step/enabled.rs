//! Whether a process could move: for `enabled(pid)` and for priorities; and whether any could, for
//! claims that ask for `timeout`.
//!
//! The process is tried as the search would try it, and the step is taken back. A question may lead
//! to another one, and in a model that makes no sense they go round in circles: with more questions
//! than processes that is an error. Questions that lead to two each are more than can be answered,
//! so it is looked whether the search must end before one inside of another.

use super::{Cursor, Everything, Next};
use crate::model::{Model, Variable};
use crate::state::{Fault, Faulted, ProbeReason, Process, State};

/// `enabled(pid)`, asked by process `me`: false for a process that does not exist. `what` is the
/// expression.
///
/// It stands inside of expressions, which only look at the state: so the trying is done on a copy.
///
/// # Errors
/// A process must not ask about itself, not even through others. The search must end.
pub fn enabled(state: &State, me: Process, pid: i32, what: &'static str) -> Result<bool, Faulted> {
    if state.live(pid) == Some(me) {
        return Err(state.fail(Fault::OwnEnabled { what }));
    }
    is_enabled(state, pid, what)
}

/// `enabled(pid)`, asked by a claim, which is no process.
///
/// # Errors
/// As [`enabled`], but for asking about itself.
pub fn is_enabled(state: &State, pid: i32, what: &'static str) -> Result<bool, Faulted> {
    let Some(process) = state.live(pid) else {
        return Ok(false);
    };
    if state.probes() > state.process_count() as usize {
        return Err(state.fail(Fault::OwnEnabled { what }));
    }
    if state.probes() > 0 {
        state.check_step()?;
    }
    let mut copy = state.copy();
    let moves = can_move(&mut copy, process, ProbeReason::Enabled);
    state.end_with(&copy)?;
    Ok(moves)
}

/// Whether some process of a higher priority than that of `me` could move, so that `me` may not.
/// `priority` is a variable of each process.
///
/// While `me` itself is only tried, priorities do not count.
pub fn outranked(state: &mut State, me: Process, priority: Variable) -> bool {
    if state.is_tried(me) {
        return false;
    }
    let own = state.get(me.at(priority));
    (0..state.process_count()).any(|pid| {
        let other = state.process(pid as u8);
        state.get(other.at(priority)) > own && can_move(state, other, ProbeReason::Priority)
    })
}

/// Nothing can move but by `timeout`, between two steps of a run.
#[cold]
pub fn waits_for_timeout<M: Model + ?Sized>(model: &M, state: &mut State) -> bool {
    let mut cursor = Cursor::open(state);
    let found = cursor.next_selected(model, state, &Everything);
    if found == Next::Exhausted {
        return true;
    }
    cursor.retract(state);
    state.take_fault();
    false
}

fn can_move(state: &mut State, process: Process, reason: ProbeReason) -> bool {
    let model = state.info();
    let probe = state.begin_probe(process.pid, reason);
    let moves = Cursor::probe(state, process.pid).next(&model, state);
    state.end_probe(probe);
    matches!(moves, Next::Edge(_))
}
