//! Line 11 of Algorithm 2 of 1995: which sleeping edges lead into the stack.
//!
//! Each is executed and taken back, an atomic sequence with all its branches. That is a loop over
//! edges beside `explore`, and a shorter one: it reports and counts nothing, and may answer yes
//! where that is not known, so a bound on the steps does for endless sequences what the other loop
//! needs a charged path and `Chains` for.

use super::Reduced;
use super::on_stack::OnStack;
use super::path::OnHandles;
use crate::limits::Stop;
use crate::model::{Model, Step, TransitionId};
use crate::search::ground::Ground;
use crate::state::State;
use crate::step::{Cursor, Move, Next};
use crate::store::Store;

/// A sequence with more steps is taken to lead into the stack, which costs edges, not states.
const STEPS_MAX: usize = 10_000;

impl<const SLEEPS: bool> Reduced<SLEEPS> {
    /// Has the new state hand on no edge that leads into the stack.
    pub(super) fn apply_stack_rule<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
    ) -> Result<(), Stop> {
        let OnHandles { on_stack, sleep } = &mut self.known;
        on_stack.mark(&ground.path)?;
        let (state, model, store) = (&mut ground.state, ground.model, &mut *ground.store);
        if let Some(sleep) = sleep {
            sleep.drop_from_stack(|edge| leads_into_stack(model, state, store, on_stack, edge))?;
        }
        Ok(())
    }
}

fn leads_into_stack<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    state: &mut State,
    store: &mut S,
    on_stack: &OnStack,
    edge: &Move,
) -> bool {
    let mark = state.mark();
    let lost = state.lost_messages();
    let (mut last, mut transition) = (edge.pid, edge.transition);
    let mut atomic = is_atomic(state, last, transition);
    let mut done = model.execute(state, state.process(last), transition);
    if let (Ok(Step::Offered), Some((receiver, receive))) = (&done, edge.partner) {
        (last, transition) = (receiver, receive);
        atomic = is_atomic(state, last, transition);
        done = model.execute(state, state.process(last), transition);
    }
    let mut is_on_stack = |state: &State| {
        let found = store.find(state.hash(), state.words());
        found.is_some_and(|handle| on_stack.contains(handle))
    };
    let into = done.is_ok()
        && match atomic {
            true => an_end_is_on_stack(model, state, last, &mut is_on_stack),
            false => is_on_stack(state),
        };
    state.take_failures();
    let _ = state.take_fault();
    state.undo_to(mark);
    state.set_lost_messages(lost);
    into
}

/// Whether only the process may go on after the transition, which is offered where it stands.
fn is_atomic(state: &State, pid: u8, transition: TransitionId) -> bool {
    let place = state.place(state.process(pid));
    let candidates = state.info().places[place.0 as usize].candidates;
    let mut candidates = candidates.iter();
    candidates.any(|it| it.transition == transition && it.atomic)
}

/// Whether one of the ends of an atomic sequence is on the stack, in which the process goes on. The
/// steps up to it stay executed.
fn an_end_is_on_stack<M: Model + ?Sized>(
    model: &M,
    state: &mut State,
    pid: u8,
    mut is_on_stack: impl FnMut(&State) -> bool,
) -> bool {
    // A sequence may have more steps than a thread has room for calls.
    let mut cursors = vec![Cursor::exclusive(state, pid)];
    let mut steps = 0;
    while let Some(cursor) = cursors.last_mut() {
        let is_end = match cursor.next(model, state) {
            Next::Edge(edge) if edge.faulted => false,
            Next::Edge(edge) if edge.atomic => {
                steps += 1;
                if steps == STEPS_MAX {
                    return true;
                }
                cursors.push(Cursor::exclusive(state, edge.last));
                continue;
            }
            Next::Edge(_) => true,
            next => {
                cursors.pop();
                next == Next::AtomicityLost
            }
        };
        if is_end && is_on_stack(state) {
            return true;
        }
        if let Some(cursor) = cursors.last() {
            cursor.retract(state);
        }
    }
    false
}
