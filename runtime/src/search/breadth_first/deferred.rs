//! What failed on the edges of a level, reported at its end.

use super::expansion::Path;
use crate::limits::Stop;
use crate::state::State;
use crate::step::{Cursor, Edge};
use crate::violation::{EdgeViolation, PathStep, Recorder};

/// What failed on edges, deferred until all states of their level were seen: an end state among
/// them would be one step nearer.
#[derive(Default)]
pub(in crate::search) struct DeferredViolations {
    deferred: Vec<Deferred>,
    is_ending: bool,
}

/// What failed on an edge.
struct Deferred {
    found: EdgeViolation,
    /// The state that the edge is of, by number.
    state: u64,
    /// The path from there.
    path: Vec<Cursor>,
}

impl DeferredViolations {
    /// As many violations were found as were asked for, unless some state of this level has no
    /// edges.
    #[inline(always)]
    pub(in crate::search) fn is_ending(&self) -> bool {
        self.is_ending
    }

    /// Something failed on `edge` of the state with this number, the last of `path`.
    ///
    /// # Errors
    /// Enough was found, and no one asks for states without edges, or the edge led to a state that
    /// is too long.
    #[cold]
    pub(in crate::search) fn note(
        &mut self,
        recorder: &mut Recorder<'_>,
        edge: Edge,
        state: &mut State,
        number: u64,
        path: Path<'_>,
    ) -> Result<(), Stop> {
        for found in recorder.found_on(state, edge)? {
            self.push(recorder, found, number, path);
        }
        self.is_ending = recorder.is_enough(self.deferred.len());
        match self.is_ending && !recorder.looks_for_ends() {
            true => Err(Stop::Errors),
            false => Ok(()),
        }
    }

    /// The state at the end of `path` violates a claim of safety: there is nothing to look for
    /// behind this level.
    ///
    /// # Errors
    /// Always: one such state is enough, and this one is nearest.
    #[cold]
    pub(in crate::search) fn note_last(
        &mut self,
        recorder: &mut Recorder<'_>,
        found: EdgeViolation,
        number: u64,
        path: Path<'_>,
    ) -> Result<bool, Stop> {
        self.push(recorder, found, number, path);
        Err(Stop::Errors)
    }

    /// Keeps what was found, unless it is known.
    fn push(
        &mut self,
        recorder: &mut Recorder<'_>,
        found: EdgeViolation,
        number: u64,
        path: Path<'_>,
    ) {
        if recorder.note(&found) {
            self.deferred.push(Deferred {
                found,
                state: number,
                path: path.cursors().collect(),
            });
        }
    }

    /// Adds what was deferred to the violations, as far as they are asked for; `path_to` gives the
    /// path to a state by its number.
    ///
    /// # Errors
    /// Enough was found, or a path is lost.
    pub(in crate::search) fn tell(
        &mut self,
        recorder: &mut Recorder<'_>,
        mut path_to: impl FnMut(u64) -> Result<Vec<Cursor>, Stop>,
    ) -> Result<(), Stop> {
        let mut lost = None;
        for deferred in self.deferred.drain(..) {
            if recorder.is_enough(0) {
                break;
            }
            let path = path_to(deferred.state);
            let path = path.map(|path| {
                let cursors = path.into_iter().chain(deferred.path);
                cursors.map(PathStep::System)
            });
            let is_lost = path.is_err();
            // What was found is reported all the same.
            match recorder.add_noted(deferred.found, path) {
                Err(stop) if is_lost => lost = lost.or(Some(stop)),
                added => added?,
            }
        }
        lost.map_or(Ok(()), Err)
    }
}
