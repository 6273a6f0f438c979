//! Whether a process may move: `provided`, priorities, `enabled`.
//!
//! A question may lead to others. Where each of n processes asks twice about the next one, the last
//! would be tried 2ⁿ times: so what was answered is kept while a state is looked at.

use std::cell::RefCell;
use std::collections::HashMap;

use super::evaluate::View;
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
            offer: None,
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
        let first = RefCell::default();
        let answers = view.answers.unwrap_or(&first);
        let question = answers.borrow_mut().question(state, pid, view);
        let known = answers.borrow().known.get(&question).copied();
        known.unwrap_or_else(|| {
            let moves = self.tries(state, pid, view, answers);
            answers.borrow_mut().known.insert(question, moves);
            moves
        })
    }

    fn tries(&self, state: &State, pid: usize, view: View, answers: &RefCell<Answers>) -> bool {
        let view = View {
            timeout: view.timeout,
            asked: view.asked + 1,
            answers: Some(answers),
            ..View::of(pid)
        };
        let mut expansion = Expansion::default();
        // 255 processes may ask one another, each in an expression of a thousand operators. Only
        // one in eight gets a new stack.
        stacker::maybe_grow(STACK_BYTES, 8 * STACK_BYTES, || {
            self.try_candidates(state, view, None, &mut expansion)
        })
    }
}

/// What was answered while a state is looked at.
#[derive(Default)]
pub(super) struct Answers {
    /// In which it was asked, numbered: others too, where statements of a `d_step` ask.
    states: HashMap<State, usize>,
    known: HashMap<Question, bool>,
    /// The state of the last question: mostly that of the next one.
    last: Option<(State, usize)>,
    /// States, those forgotten too.
    seen: usize,
}

/// About a process in a state. A process that asks about itself is told so after a number of
/// questions, so an answer holds only for questions as far inside of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    state: usize,
    pid: usize,
    asked: usize,
    timeout: bool,
}

/// States in which what was answered is known, at a time.
const STATES_MAX: usize = 256;

impl Answers {
    fn question(&mut self, state: &State, pid: usize, view: View) -> Question {
        let state = match &self.last {
            Some((last, number)) if last == state => *number,
            _ => {
                let number = self.number(state);
                self.last = Some((state.clone(), number));
                number
            }
        };
        Question {
            state,
            pid,
            asked: view.asked,
            timeout: view.timeout,
        }
    }

    fn number(&mut self, state: &State) -> usize {
        if let Some(number) = self.states.get(state) {
            return *number;
        }
        if self.states.len() == STATES_MAX {
            self.states.clear();
            self.known.clear();
        }
        self.seen += 1;
        self.states.insert(state.clone(), self.seen);
        self.seen
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
