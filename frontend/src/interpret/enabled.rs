//! Whether a process may move: `provided`, priorities, `enabled`.

use super::evaluate::View;
use super::step::Situation;
use super::{Expansion, Fault, Interpreter, State};

impl Interpreter<'_> {
    /// Whether a process may try its statements: what it is `provided` for holds, and no process of
    /// a higher priority can move.
    pub(super) fn may_move(&self, state: &State, view: View) -> Result<bool, Fault> {
        if !self.is_provided(state, view)? {
            return Ok(false);
        }
        if !self.model.has_priorities {
            return Ok(true);
        }
        let own = state.processes[view.pid].priority;
        let asking = View {
            offered: None,
            ..view
        };
        for (pid, process) in state.processes.iter().enumerate() {
            if process.priority > own
                && self.is_provided(state, View { pid, ..asking })?
                && self.can_move(state, pid, asking)
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_provided(&self, state: &State, view: View) -> Result<bool, Fault> {
        match &self.proctype(state, view).provided {
            None => Ok(true),
            Some(e) => Ok(self.evaluate(state, view, e)? != 0),
        }
    }

    /// `enabled(pid)`: whether a process has an executable statement where it stands, be it one
    /// that ends in an error.
    pub(super) fn can_move(&self, state: &State, pid: usize, view: View) -> bool {
        let situation = Situation {
            pid,
            timeout: view.timeout,
            offer: None,
            moved: false,
            asked: view.asked + 1,
        };
        let mut expansion = Expansion::default();
        // 255 processes may ask one another, each in an expression of a thousand operators.
        stacker::maybe_grow(STACK_BYTES, STACK_BYTES, || {
            self.try_candidates(state, situation, None, &mut expansion)
        })
    }
}

/// For the evaluation of the deepest expression, when nothing is optimised.
const STACK_BYTES: usize = 8 << 20;

/// `set_priority(pid, priority)`; nothing happens when there is no such process.
pub(super) fn set_priority(state: &mut State, pid: i32, priority: i32) -> Result<(), Fault> {
    let index = usize::try_from(pid).ok();
    if let Some(process) = index.and_then(|index| state.processes.get_mut(index)) {
        let known = u8::try_from(priority).ok().filter(|known| *known > 0);
        process.priority = known.ok_or(Fault::Priority { value: priority })?;
    }
    Ok(())
}
