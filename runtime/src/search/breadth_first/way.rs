//! The way to a state, found by going it once more.

use std::sync::Arc;

use super::expansion::{Expansion, Path, Visitor};
use super::origins::Origin;
use crate::memory::{Budget, OutOfMemory};
use crate::model::Model;
use crate::reduce::First;
use crate::search::expand::{Cursor, Edge};
use crate::state::State;

/// The cursors on the way of `origins` from the initial state on. Time: as the edges of all states on it.
pub(in crate::search) fn way<M: Model + ?Sized>(
    model: &M,
    first: First,
    origins: &[Origin],
) -> Vec<Cursor> {
    // For a state the search needed as much, and there is one at a time.
    let budget = Arc::new(Budget::new(u64::MAX));
    let mut expansion = Expansion::new(model, first, budget);
    // It could be built before.
    let _ = model.initialize(&mut expansion.state);
    let mut cursors = Vec::new();
    for origin in origins {
        let mut going = Going {
            edges_before: origin.edge,
            cursors: &mut cursors,
        };
        let run = expansion.run(origin.choice, &mut going);
        debug_assert!(run.is_err(), "the edge was there before");
        expansion.stay();
    }
    cursors
}

/// On the way.
struct Going<'w> {
    /// Edges of this state before the one that is wanted.
    edges_before: u64,
    cursors: &'w mut Vec<Cursor>,
}

/// The state behind the wanted edge is reached.
struct Arrived;

impl From<OutOfMemory> for Arrived {
    fn from(_: OutOfMemory) -> Self {
        Self
    }
}

impl Visitor for Going<'_> {
    type End = Arrived;

    fn edge(&mut self, _: Edge, _: &mut State, _: Path<'_>) -> Result<(), Arrived> {
        Ok(())
    }

    fn arrive(&mut self, _: &State, path: Path<'_>) -> Result<(), Arrived> {
        if self.edges_before > 0 {
            self.edges_before -= 1;
            return Ok(());
        }
        self.cursors.extend(path.cursors());
        Err(Arrived)
    }

    /// The search may have gone on to other processes here.
    fn leads_on(&mut self) -> Result<bool, Arrived> {
        Ok(false)
    }
}
