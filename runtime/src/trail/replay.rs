//! Executes a trail from the initial state, edge by edge, as if nothing were known of the search
//! that made it.

use std::sync::Arc;

use super::{Trail, name_of_model};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::state::State;
use crate::step::{Cursor, Edge, Move, Next};
use crate::violation::{
    INCOMPLETE_TRACE, INVALID_END_STATE, Kind, found_on, is_trace_complete, is_valid_end,
};

/// One executed edge of a trail.
pub struct Replayed<'a> {
    /// How many come before it.
    pub index: usize,
    /// The edge.
    pub edge: Move,
    /// State vector before it.
    pub before: &'a [u32],
    /// State vector after it.
    pub after: &'a [u32],
}

/// Why a trail was not replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReplayed {
    /// In words: it is of another model, an edge is not enabled, or the end does not show the
    /// violation.
    Wrong(String),
    /// It takes too long.
    Stopped(Stop),
}

impl From<String> for NotReplayed {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

impl<S: Into<Stop>> From<S> for NotReplayed {
    fn from(stop: S) -> Self {
        Self::Stopped(stop.into())
    }
}

/// Executes the trail, as long as the monitor of `budget` grants, and calls `visit` after each
/// edge; returns the state vector at the end.
///
/// # Errors
/// See [`NotReplayed`].
pub fn replay(
    model: &dyn Model,
    trail: &Trail,
    budget: &Budget,
    visit: &mut dyn FnMut(Replayed<'_>),
) -> Result<Vec<u32>, NotReplayed> {
    let info = model.info();
    let file = name_of_model(info);
    if (&trail.model, trail.digest.as_str()) != (&file, info.digest) {
        let (name, digest) = (&trail.model, &trail.digest);
        return Err(format!(
            "the trail is of {name} with digest {digest}, this is {file} with digest {}",
            info.digest
        )
        .into());
    }
    let steps = trail.moves.len() as u64;
    let mut task = budget
        .monitor()
        .begin("replaying the trail", steps)
        .of_report();
    let state = State::new(info).with_promises();
    // The search has had the memory for a step.
    let mut state = state.for_report(Arc::new(budget.without_limit()));
    if model.initialize(&mut state).is_err() {
        let shown = trail.kind == Kind::RuntimeError && trail.moves.is_empty();
        return shown
            .then(|| state.words().to_vec())
            .ok_or_else(|| "the initial state cannot be built".to_string().into());
    }
    let mut cursor = Cursor::open(&mut state);
    let (mut evidence, mut before) = (Vec::new(), Vec::new());
    for (i, &edge) in trail.moves.iter().enumerate() {
        task.advance(1)?;
        before.clear();
        before.extend_from_slice(state.words());
        let taken = take(model, &mut state, &mut cursor, |found| found == edge);
        state.stopped().map_or(Ok(()), Err)?;
        let taken = taken.ok_or_else(|| format!("edge {} is not enabled: {edge:?}", i + 1))?;
        visit(Replayed {
            index: i,
            edge,
            before: &before,
            after: state.words(),
        });
        if taken.faulted && i + 1 < trail.moves.len() {
            return Err(format!("edge {} ends in a run-time error", i + 1).into());
        }
        let found = found_on(&mut state, taken).into_iter();
        evidence = found.map(|(kind, message, _)| (kind, message)).collect();
        state.forget();
        cursor = if taken.atomic {
            Cursor::exclusive(&mut state, taken.last)
        } else {
            Cursor::open(&mut state)
        };
    }
    if take(model, &mut state, &mut cursor, |_| true).is_some() {
        cursor.retract(&mut state);
    } else {
        if !is_valid_end(&state) {
            evidence.push((Kind::InvalidEndState, INVALID_END_STATE.to_string()));
        }
        if !is_trace_complete(&state) {
            evidence.push((Kind::Trace, INCOMPLETE_TRACE.to_string()));
        }
    }
    if evidence
        .iter()
        .any(|(kind, message)| (*kind, message) == (trail.kind, &trail.message))
    {
        Ok(state.words().to_vec())
    } else {
        Err(format!("its end does not show {}", trail.message).into())
    }
}

/// Looks for a wanted edge among the enabled ones and takes it.
fn take(
    model: &dyn Model,
    state: &mut State,
    cursor: &mut Cursor,
    is_wanted: impl Fn(Move) -> bool,
) -> Option<Edge> {
    loop {
        match cursor.next(model, state) {
            Next::Edge(found) if is_wanted(cursor.last_move(&found)) => return Some(found),
            Next::Edge(_) => {
                state.take_fault();
                cursor.retract(state);
            }
            Next::AtomicityLost => *cursor = Cursor::open(state),
            Next::Exhausted => return None,
        }
    }
}
