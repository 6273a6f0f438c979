//! Plain depth-first search: every edge of every state, once.
//!
//! Visits and counts exactly as SPIN without reduction.
//!
//! In a large store each look-up waits for memory, and one cannot begin before the one before it
//! has decided what comes next. So the successors of a new state are
//! [guessed](crate::search::guesses), for the store to load what it will need. Tried and not
//! better: prefetching the records behind the slots, at once or later; executing all edges of a new
//! state at once and looking them up together.

use super::{Arrival, Policy};
use crate::limits::Stop;
use crate::model::Model;
use crate::search::Context;
use crate::search::ground::Ground;
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{Cursor, Everything, Next};
use crate::store::{Attached, Handle, Store};

/// Searches every state that `model` can reach.
///
/// Time: one call of [`Model::attempt`] for each candidate of each process of each state, one
/// insertion for each edge. Memory: the store, and 20 to 40 bytes for each level of the path.
pub fn depth_first<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
) -> Statistics {
    super::search(
        model,
        store,
        context,
        State::new(model.info()),
        Plain { attached: () },
    )
}

/// Leaves nothing out.
struct Plain {
    attached: (),
}

impl<M: Model + ?Sized, S: Store + ?Sized> Policy<M, S> for Plain {
    fn attached(&mut self) -> &mut dyn Attached {
        &mut self.attached
    }

    /// With the round of `timeout`.
    #[inline(always)]
    fn next(&mut self, ground: &mut Ground<'_, '_, M, S>, cursor: &mut Cursor) -> Next {
        cursor.next(ground.model, &mut ground.state)
    }

    #[inline(always)]
    fn enter(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Cursor, Stop> {
        ground.enter(handle, arrival.by)?;
        ground.guess(u64::MAX, &Everything);
        Ok(Cursor::open(&mut ground.state))
    }

    #[inline(always)]
    fn seen(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Option<Cursor>, Stop> {
        ground.meet(handle, arrival.by);
        Ok(None)
    }

    #[inline(always)]
    fn expand_further(
        &mut self,
        _: &mut Ground<'_, '_, M, S>,
        _: &mut Cursor,
    ) -> Result<bool, Stop> {
        Ok(false)
    }

    #[inline(always)]
    fn leave(&mut self, ground: &mut Ground<'_, '_, M, S>) -> Result<(), Stop> {
        ground.leave().map(drop)
    }
}
