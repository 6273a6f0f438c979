//! Executes a trail from the initial state, edge by edge, as if nothing were known of the search that made it.

use super::Trail;
use crate::model::Model;
use crate::search::{Cursor, Edge, Move, Next};
use crate::state::State;
use crate::violation::{
    INCOMPLETE_TRACE, INVALID_END_STATE, Kind, describe, is_trace_complete, is_valid_end,
};

/// One executed edge of a trail.
pub struct Replayed<'a> {
    /// The edge.
    pub edge: Move,
    /// State vector before it.
    pub before: &'a [u32],
    /// State vector after it.
    pub after: &'a [u32],
}

/// Executes the trail and calls `visit` after each edge; returns the state vector at the end.
///
/// # Errors
/// In words: the trail is of another model, an edge is not enabled, or the end does not show the violation.
pub fn replay(
    model: &dyn Model,
    trail: &Trail,
    visit: &mut dyn FnMut(Replayed<'_>),
) -> Result<Vec<u32>, String> {
    let info = model.info();
    if (trail.model.as_str(), trail.digest.as_str()) != (info.name, info.digest) {
        let (name, digest) = (&trail.model, &trail.digest);
        return Err(format!(
            "the trail is of {name} with digest {digest}, this is {} with digest {}",
            info.name, info.digest
        ));
    }
    let mut state = State::new(info).with_promises();
    if model.initialize(&mut state).is_err() {
        let shown = trail.kind == Kind::RuntimeError && trail.moves.is_empty();
        return shown
            .then(|| state.words().to_vec())
            .ok_or_else(|| "the initial state cannot be built".to_string());
    }
    let mut cursor = Cursor::open(&mut state);
    let mut evidence = Vec::new();
    for (i, &edge) in trail.moves.iter().enumerate() {
        let before = state.words().to_vec();
        let taken = take(model, &mut state, &mut cursor, edge)
            .ok_or_else(|| format!("edge {} is not enabled: {edge:?}", i + 1))?;
        visit(Replayed {
            edge,
            before: &before,
            after: state.words(),
        });
        if taken.faulted && i + 1 < trail.moves.len() {
            return Err(format!("edge {} ends in a run-time error", i + 1));
        }
        evidence = evidence_of(&mut state, taken);
        state.forget();
        cursor = if taken.atomic {
            Cursor::exclusive(&mut state, taken.last)
        } else {
            Cursor::open(&mut state)
        };
    }
    if is_end(model, &mut state, cursor) {
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
        Err(format!("its end does not show {}", trail.message))
    }
}

/// Looks for `edge` among the enabled edges and takes it.
fn take(model: &dyn Model, state: &mut State, cursor: &mut Cursor, edge: Move) -> Option<Edge> {
    loop {
        match cursor.next(model, state) {
            Next::Edge(found) if cursor.last_move(&found) == edge => return Some(found),
            Next::Edge(_) => {
                state.take_fault();
                cursor.retract(state);
            }
            Next::Interrupted => *cursor = Cursor::open(state),
            Next::Exhausted => return None,
        }
    }
}

/// What the edge just taken shows.
fn evidence_of(state: &mut State, edge: Edge) -> Vec<(Kind, String)> {
    let info = state.info();
    let failures = state.take_failures().into_iter();
    let mut evidence: Vec<_> = failures
        .map(|failure| {
            let (kind, message, _) = describe(info, edge, failure);
            (kind, message)
        })
        .collect();
    evidence.extend(
        state
            .take_fault()
            .map(|fault| (Kind::RuntimeError, fault.to_string())),
    );
    evidence
}

/// Whether nothing can move.
fn is_end(model: &dyn Model, state: &mut State, mut cursor: Cursor) -> bool {
    loop {
        match cursor.next(model, state) {
            Next::Edge(_) => {
                cursor.retract(state);
                return false;
            }
            Next::Interrupted => cursor = Cursor::open(state),
            Next::Exhausted => return true,
        }
    }
}
