//! Stretches of atomic sequences without a choice.
//!
//! Most steps of long atomic sequences are those of loops over arrays: one assignment after the
//! other, a condition or `else`. The loop over edges would open each state, and come back to it
//! once more to find no other edge, and it would take the steps back one by one: a hundred times
//! as much as the step itself costs in a language that is compiled. But where a process goes on
//! alone, from a place that [gives it no choice](PlaceInfo::has_choice), one edge leads on, or
//! none. So its steps are executed one after the other here, and the changes of all of them are
//! taken back at once: they share a mark, and a variable that each of them changes is in the undo
//! log once. The path has a cursor for each all the same, for those who read it.

use super::cursor::Cursor;
use super::edge::Edge;
use super::explore::{At, Follow, Inside, OnPath, Visit, arrive_behind, enter_sequence, go_down};
use crate::limits::Stop;
#[cfg(doc)]
use crate::model::PlaceInfo;
use crate::model::{Model, Step};
use crate::state::{Process, State};

/// Goes along the stretch without a choice of `pid` into which the edge on the top of the path has
/// led, to where it ends. If nothing leads on, the path is again the one before that edge, which is
/// still to be taken back.
#[inline(always)]
pub(super) fn go_along<V: Visit>(visit: &mut V, pid: u8, at: &mut At) -> Result<Follow, Stop> {
    let state = visit.state();
    state.set_timeout(false);
    let process = state.process(pid);
    let sole = Cursor::sole(state.mark(), pid);
    loop {
        let OnPath { model, state, .. } = visit.on_path();
        let Some((candidate, edge)) = next(model, state, process) else {
            return Ok(Follow::Down(Cursor::exclusive(visit.state(), pid)));
        };
        at.edges += 1;
        let mut cursor = sole;
        cursor.made_by(candidate);
        if !visit.taken(&cursor, edge, *at)? {
            break;
        }
        if !edge.atomic {
            match arrive_behind(visit, &cursor, Some(edge))? {
                Follow::Down(next) => {
                    go_down(visit, edge, at);
                    return Ok(Follow::Down(next));
                }
                Follow::Back => break,
                Follow::End => return Ok(Follow::End),
            }
        }
        visit.begin_sequence(&sole)?;
        let stack = visit.on_path().stack;
        // A copy of what was just written in parts would wait for these as long as all of the step
        // takes.
        stack.push(sole)?;
        stack.last_mut().expect("was pushed").made_by(candidate);
        match enter_sequence(visit, edge, at)? {
            Inside::NoChoice => {}
            Inside::Choice => return Ok(Follow::Down(Cursor::exclusive(visit.state(), pid))),
            Inside::Circle => break,
        }
    }
    let top = visit.on_path().stack.pop().expect("an edge has led inside");
    let (below, steps) = leave_stretch(visit, top);
    at.depth -= steps + u64::from(visit.steps_back(&below));
    Ok(Follow::Back)
}

/// Leaves the stretch without a choice of which `top` was the last on the path, or the edge that
/// has led into it; gives the cursor of that edge, and the steps behind it.
pub(super) fn leave_stretch<V: Visit>(visit: &mut V, top: Cursor) -> (Cursor, u64) {
    let OnPath { stack, chains, .. } = visit.on_path();
    let (mut below, mut steps) = (top, 0);
    while below.is_sole() {
        steps += 1;
        below = stack.pop().expect("an edge has led inside");
    }
    chains.leave(stack.len() + 1);
    (below, steps)
}

/// Executes the only edge of a state without a choice, if it has one; gives the number of the
/// candidate that has made it.
#[inline(always)]
fn next<M: Model + ?Sized>(model: &M, state: &mut State, process: Process) -> Option<(u16, Edge)> {
    let place = state.place(process);
    let candidates = state.info().places[place.0 as usize].candidates;
    for (number, candidate) in (0..).zip(candidates) {
        let outcome = model.attempt(state, process, candidate);
        if outcome != Ok(Step::Blocked) {
            debug_assert_ne!(outcome, Ok(Step::Offered), "an offer is a choice");
            let edge = Edge {
                transition: candidate.transition,
                partner: None,
                last: process.pid,
                atomic: candidate.atomic,
                faulted: outcome.is_err(),
            };
            return Some((number, edge));
        }
    }
    None
}
