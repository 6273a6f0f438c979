//! Whether asking for sets of processes pays.

use crate::model::Model;
use crate::reduce::{Pids, Sets};
use crate::state::State;

/// Sets of processes, as long as asking for them pays.
///
/// Where nearly every process depends on nearly every other, asking costs more than an edge and
/// gives nothing. So now and then it is counted in how many states it gives at most half of the
/// processes that are left. If that is too rare, it pauses, each time for twice as many states. Any
/// choice in any state is sound, so this only decides about cost; and it depends on nothing but the
/// model.
pub(super) struct WhileItPays {
    pub(super) sets: Sets,
    /// States of this trial.
    tried: u32,
    /// Those of them in which it paid.
    paid: u32,
    /// States that are left of a pause.
    pub(super) pause: u64,
    /// Pauses in a row.
    pauses: u32,
}

/// States of a trial.
const TRIAL: u32 = 1 << 12;
/// Asking pays if it gives something in one of this many states.
const WORTH: u32 = 1 << 10;

impl WhileItPays {
    pub(super) fn new(sets: Sets) -> Self {
        Self {
            sets,
            tried: 0,
            paid: 0,
            pause: 0,
            pauses: 0,
        }
    }

    /// As [`Sets::next_without`], if this state `asks`. `first`: nothing was tried here yet.
    #[inline(always)]
    pub(super) fn next<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        [done, barred]: [&Pids; 2],
        asks: bool,
        first: bool,
    ) -> Option<Pids> {
        if !asks {
            self.pause = self.pause.saturating_sub(u64::from(first));
            return None;
        }
        let set = self.sets.next_without(model, state, done, barred);
        if first {
            let left = state.process_count() - done.len();
            self.note(set.is_some_and(|set| 2 * set.without(done).len() <= left));
        }
        set
    }

    fn note(&mut self, pays: bool) {
        self.tried += 1;
        self.paid += u32::from(pays);
        if self.tried < TRIAL {
            return;
        }
        if self.paid < TRIAL / WORTH {
            self.pause = u64::from(TRIAL) << self.pauses.min(32);
            self.pauses += 1;
        } else {
            self.pauses = 0;
        }
        (self.tried, self.paid) = (0, 0);
    }
}
