//! A look at all edges of a state before they are followed, so that the store can begin to load what it will need.

use super::{Cursor, Edge, FORESEEN, MOVED, Next, OFFERED};
use crate::model::Model;
use crate::search::foreseen::{Foreseen, NOTHING};
use crate::search::selection::{Everything, Selection};
use crate::state::State;
use crate::store::Store;

impl Cursor {
    /// Starts the slots of the successors on their way to the cache: executes all wanted edges and takes them back. Processes that did not move are not
    /// tried again; an offer that nobody took is not made again, but has been made.
    #[inline(always)]
    pub(in crate::search) fn look_ahead<M: Model + ?Sized, S: Store + ?Sized, C: Selection>(
        &mut self,
        model: &M,
        state: &mut State,
        store: &S,
        selection: &C,
    ) {
        self.look_at_edges(model, state, selection, |state, _| {
            store.prefetch(state.hash());
        });
    }

    /// As [`Cursor::look_ahead`] of all edges, and has the store foresee their insertions.
    #[inline(always)]
    pub(in crate::search) fn foresee<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        store: &mut S,
        foreseen: &mut Foreseen,
    ) {
        foreseen.begin();
        self.look_at_edges(model, state, &Everything, |state, edge| {
            foreseen.add(match edge.faulted {
                true => NOTHING,
                false => store.foresee(state.hash(), state.words()),
            });
        });
        if foreseen.end() {
            self.flags |= FORESEEN;
        }
    }

    /// Whether [`Cursor::foresee`] has noted something of each edge that does not lead inside an atomic sequence.
    #[inline(always)]
    pub(in crate::search) fn has_foreseen(&self) -> bool {
        self.flags & FORESEEN != 0
    }

    /// Executes all wanted edges and takes them back; tells of those that do not lead inside an atomic sequence.
    #[inline(always)]
    fn look_at_edges<M: Model + ?Sized, C: Selection>(
        &mut self,
        model: &M,
        state: &mut State,
        selection: &C,
        mut look: impl FnMut(&State, &Edge),
    ) {
        let mut ahead = *self;
        let mut movers = 0;
        let lost = state.lost_messages();
        loop {
            match ahead.next_selected(model, state, selection) {
                Next::Edge(edge) => {
                    movers |= Self::bit(ahead.pid);
                    if !edge.atomic {
                        look(state, &edge);
                    }
                    ahead.retract(state);
                }
                Next::Exhausted if ahead.begin_timeout(state) => {}
                Next::Exhausted | Next::Interrupted => break,
            }
        }
        state.set_lost_messages(lost);
        self.movers = movers;
        // A process whose enabled edges all sleep is not tried again, but it could move: there is no timeout, and no end.
        let seen = match ahead.in_timeout() {
            true => OFFERED,
            false => OFFERED | MOVED,
        };
        self.flags |= ahead.flags & seen;
    }
}
