//! Path reconstruction: the path to a state, found by executing it once more.

use std::sync::Arc;

use super::expansion::{Expansion, Path, Proviso, Visitor};
use super::predecessors::Predecessor;
use crate::claim::Judgement;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::reduce::SetMethod;
use crate::state::State;
use crate::statistics::SeenLetters;
use crate::step::{Cursor, Edge};
use crate::violation::FINDING;

/// The cursors on the path of `predecessors` from the initial state on. Time: as the edges of all
/// states on it.
///
/// # Errors
/// It takes too long, says the monitor of `budget`.
pub(in crate::search) fn reconstruct_path<M: Model + ?Sized>(
    model: &M,
    method: SetMethod,
    predecessors: &[Predecessor],
    budget: &Budget,
) -> Result<Vec<Cursor>, Stop> {
    let steps = predecessors.len() as u64;
    let task = budget.monitor().begin(FINDING, steps).of_report();
    let mut task = task.of_long_steps();
    // For a state the search needed as much memory, and there is one at a time.
    let budget = Arc::new(budget.without_limit());
    let state = State::new(model.info()).for_report(budget.clone());
    let mut expansion = Expansion::new(model, state, method, budget);
    // It could be built before.
    let _ = model.initialize(&mut expansion.state);
    see(model, &mut expansion.state);
    let mut cursors = Vec::new();
    for predecessor in predecessors {
        task.advance(1)?;
        let mut visitor = Reconstruction {
            model,
            edges_before: predecessor.edge,
            cursors: &mut cursors,
        };
        let run = expansion.run(predecessor.choice, &mut visitor)?;
        debug_assert!(run.is_none(), "the edge was there before");
        expansion.stay();
    }
    Ok(cursors)
}

/// At a state of the path.
struct Reconstruction<'p, M: Model + ?Sized> {
    model: &'p M,
    /// Edges of this state before the one that is wanted.
    edges_before: u64,
    cursors: &'p mut Vec<Cursor>,
}

/// The claim of safety sees the state, if there is one: whether the search has gone on there.
fn see<M: Model + ?Sized>(model: &M, state: &mut State) -> bool {
    let mut seen = SeenLetters::default();
    let judgement = model.safety().map(|safety| safety.see(state, &mut seen));
    judgement.is_none_or(|it| it == Judgement::Inconclusive)
}

impl<M: Model + ?Sized> Visitor for Reconstruction<'_, M> {
    fn edge(&mut self, _: Edge, state: &mut State, _: Path<'_>) -> Result<(), Stop> {
        state.stopped().map_or(Ok(()), Err)
    }

    fn arrive(&mut self, state: &mut State, path: Path<'_>) -> Result<bool, Stop> {
        if !see(self.model, state) {
            return Ok(true);
        }
        if self.edges_before > 0 {
            self.edges_before -= 1;
            return Ok(true);
        }
        self.cursors.extend(path.cursors());
        Ok(false)
    }

    /// The search may have gone on to other processes here.
    fn proviso(&mut self) -> Result<Proviso, Stop> {
        Ok(Proviso::Fails)
    }
}
