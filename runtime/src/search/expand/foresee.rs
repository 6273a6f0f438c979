//! A look at all edges of a state before they are followed, for a store that needs the successors themselves to prepare their insertions.

use super::{Cursor, FORESEEN, Next, OFFERED};
use crate::model::Model;
use crate::search::foreseen::{Foreseen, NOTHING};
use crate::search::selection::Everything;
use crate::state::State;
use crate::store::Store;

impl Cursor {
    /// Executes all edges and takes them back, and has the store foresee the insertions of the states that they lead to, but not of those inside atomic sequences. Processes that did not move
    /// are not tried again; an offer that nobody took is not made again, but has been made.
    #[inline(always)]
    pub(in crate::search) fn foresee<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        store: &mut S,
        foreseen: &mut Foreseen,
    ) {
        let mut ahead = *self;
        let mut movers = 0;
        let lost = state.lost_messages();
        foreseen.begin();
        loop {
            match ahead.next_selected(model, state, &Everything) {
                Next::Edge(edge) => {
                    movers |= Self::bit(ahead.pid);
                    if !edge.atomic {
                        foreseen.add(match edge.faulted {
                            true => NOTHING,
                            false => store.foresee(state.hash(), state.words()),
                        });
                    }
                    ahead.retract(state);
                }
                Next::Exhausted if ahead.begin_timeout(state) => {}
                Next::Exhausted | Next::Interrupted => break,
            }
        }
        state.set_lost_messages(lost);
        self.movers = movers;
        self.flags |= ahead.flags & OFFERED;
        if foreseen.end() {
            self.flags |= FORESEEN;
        }
    }

    /// Whether [`Cursor::foresee`] has noted something of each edge that does not lead inside an atomic sequence.
    #[inline(always)]
    pub(in crate::search) fn has_foreseen(&self) -> bool {
        self.flags & FORESEEN != 0
    }
}
