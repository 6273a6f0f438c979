//! Whether asking for sets of processes pays.

use crate::model::Model;
use crate::reduce::{Pids, Sets};
use crate::state::State;

/// Sets of processes, as long as asking for them pays.
///
/// Where nearly every process depends on nearly every other, asking costs more than an edge and
/// gives nothing. So it is counted in how many states it gives at most half of the processes that
/// are left. Any choice in any state is sound, so this only decides about cost.
pub(super) struct WhileItPays {
    pub(super) sets: Sets,
    pauses: Pauses,
}

/// States in which it was asked for a set.
#[derive(Clone, Copy, Default)]
pub(crate) struct Trial {
    asked: u64,
    /// Those of them in which it paid.
    paid: u64,
}

/// States in which it is not asked, for it did not pay before: each time for twice as many as it
/// was asked in.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pauses {
    trial: Trial,
    /// States that are left of a pause.
    left: u64,
    /// Pauses in a row.
    in_a_row: u32,
}

/// States of a trial, at least.
const TRIAL: u64 = 1 << 12;
/// Asking pays if it gives something in one of this many states.
const WORTH: u64 = 1 << 10;

impl WhileItPays {
    pub(super) fn new(sets: Sets) -> Self {
        Self {
            sets,
            pauses: Pauses::default(),
        }
    }

    /// Whether to ask in the next state, as a search decides that goes from state to state. One
    /// that goes by levels takes the [trial](Self::take_trial) instead.
    #[inline(always)]
    pub(super) fn asks(&mut self) -> bool {
        self.pauses.judge();
        self.pauses.asks()
    }

    /// What came of asking since the last time.
    pub(super) fn take_trial(&mut self) -> Trial {
        std::mem::take(&mut self.pauses.trial)
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
            self.pauses.pass(u64::from(first));
            return None;
        }
        let set = self.sets.next_without(model, state, done, barred);
        if first {
            let left = state.process_count() - done.len();
            let pays = set.is_some_and(|set| 2 * set.without(done).len() <= left);
            self.pauses.note(Trial {
                asked: 1,
                paid: u64::from(pays),
            });
        }
        set
    }
}

impl Pauses {
    /// There is none.
    #[inline(always)]
    pub(crate) fn asks(self) -> bool {
        self.left == 0
    }

    /// What came of asking.
    #[inline(always)]
    pub(crate) fn note(&mut self, trial: Trial) {
        self.trial.asked += trial.asked;
        self.trial.paid += trial.paid;
    }

    /// This many states were opened, and perhaps it was not asked in them.
    #[inline(always)]
    fn pass(&mut self, states: u64) {
        self.left = self.left.saturating_sub(states);
    }

    /// A level of this many states is at its end: begins or ends a pause. It depends on nothing but
    /// the model, in whatever order the states of a level were taken.
    pub(crate) fn end_level(&mut self, states: u64) {
        self.pass(states);
        self.judge();
    }

    /// Begins a pause if the trial was long enough, and did not pay.
    #[inline(always)]
    fn judge(&mut self) {
        let trial = self.trial;
        if trial.asked < TRIAL {
            return;
        }
        if trial.paid < trial.asked / WORTH {
            self.left = trial.asked << self.in_a_row.min(24);
            self.in_a_row += 1;
        } else {
            self.in_a_row = 0;
        }
        self.trial = Trial::default();
    }
}
