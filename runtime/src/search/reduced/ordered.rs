//! The search that tries the edges of each state in another order than SPIN's.
//!
//! What is left out is chosen as in every other reduced search: no set of processes, and no rule
//! about what must follow it, asks in which order its edges are executed. So this is the same
//! policy, and only the cursors are led elsewhere. It is compiled once, with the runtime, for all
//! models and reductions; one that leaves nothing out is among them.

use super::Reduced;
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::{Reduction, SetMethod};
use crate::search::Context;
use crate::search::depth_first::{Arrival, Policy, search};
use crate::search::ground::Ground;
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{Cursor, EdgeOrder, Next, Permuted};
use crate::store::{Attached, Handle, Store};

/// As [`super::reduced`], or [`depth_first`](crate::search::depth_first) where nothing is left out,
/// in this order, without sleep sets.
pub fn in_edge_order(
    model: &dyn Model,
    store: &mut dyn Store,
    context: &mut Context<'_>,
    reduction: Reduction,
    order: EdgeOrder,
) -> Statistics {
    let info = model.info();
    let state = match reduction.method {
        SetMethod::Full => State::new(info),
        _ => State::new(info).with_promises(),
    };
    let reduced = Reduced::new(info, reduction, context);
    search(model, store, context, state, Ordered { reduced, order })
}

/// Leads the cursors of a search without sleep sets.
struct Ordered {
    reduced: Reduced<false>,
    order: EdgeOrder,
}

impl Ordered {
    /// The edges of this round.
    fn wanted(&self, state: &State) -> Permuted<impl Fn(u8) -> bool + use<>> {
        let opened = self.reduced.opened;
        Permuted::new(self.order, state, move |pid| opened.tries(pid))
    }

    /// A round begins.
    fn lead(&self, cursor: &mut Cursor, state: &State) {
        if state.process_count() > 0 {
            cursor.begin_with(self.wanted(state).first_process());
        }
    }
}

impl<M: Model + ?Sized, S: Store + ?Sized> Policy<M, S> for Ordered {
    fn attached(&mut self) -> &mut dyn Attached {
        Policy::<M, S>::attached(&mut self.reduced)
    }

    fn next(&mut self, ground: &mut Ground<'_, '_, M, S>, cursor: &mut Cursor) -> Next {
        let selection = self.wanted(&ground.state);
        cursor.next_selected(ground.model, &mut ground.state, &selection)
    }

    fn enter(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Cursor, Stop> {
        let mut cursor = self.reduced.enter(ground, handle, arrival)?;
        self.lead(&mut cursor, &ground.state);
        Ok(cursor)
    }

    fn seen(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Option<Cursor>, Stop> {
        self.reduced.seen(ground, handle, arrival)
    }

    fn expand_further(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        cursor: &mut Cursor,
    ) -> Result<bool, Stop> {
        let goes_on = self.reduced.expand_further(ground, cursor)?;
        if goes_on {
            self.lead(cursor, &ground.state);
        }
        Ok(goes_on)
    }

    fn leave(&mut self, ground: &mut Ground<'_, '_, M, S>) -> Result<(), Stop> {
        self.reduced.leave(ground)
    }
}
