//! Which processes go first: one type for all methods.

use crate::model::{Model, ModelInfo};
use crate::reduce::{First, Local, Pids, Sets};
use crate::state::State;

pub(super) enum Chooser {
    All,
    Local(Local),
    Sets(Box<WhileItPays>),
}

impl Chooser {
    pub(super) fn new(info: &'static ModelInfo, first: First) -> Self {
        if first == First::All {
            return Self::All;
        }
        let local = Local::new(info);
        let sets = |with_guards| {
            let sets = WhileItPays::new(Sets::new(info, with_guards), local.clone());
            Self::Sets(Box::new(sets))
        };
        match first {
            First::Local if !local.is_useless() => Self::Local(local),
            First::Local | First::All => Self::All,
            First::Overman => sets(false),
            First::Persistent => sets(true),
        }
    }

    /// The set is one process, and every transition at its place is local: if none is enabled, none ever will be, since nobody else can change that.
    #[inline(always)]
    pub(super) fn is_local(&self, state: &State, set: u64) -> bool {
        let local = match self {
            Self::All => return false,
            Self::Local(local) => local,
            Self::Sets(sets) => &sets.local,
        };
        set.is_power_of_two() && local.is_local(state, set.trailing_zeros() as u8)
    }

    /// The next processes to try, a bit for each, some of them not in `done`; `None`: all others. `first`: nothing was tried here yet; what is done was stuck before.
    #[inline(always)]
    pub(super) fn next<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: u64,
        first: bool,
    ) -> Option<u64> {
        let done = &Pids::from(done);
        let next = match self {
            Self::All => None,
            Self::Local(local) => local.next(state, done),
            Self::Sets(sets) => sets.next(model, state, done, first),
        };
        next.and_then(|set| set.below_64())
    }
}

/// A local process where there is one, which takes a bit test for each process to find; else a set, as long as asking pays.
///
/// Where nearly every process depends on nearly every other, asking costs more than an edge and gives nothing. So now and then it is counted in how many states
/// it gives at most half of the processes. If that is too rare, it pauses, each time for twice as many states.
/// Any choice in any state is sound, so this only decides about cost; and it depends on nothing but the model.
pub(super) struct WhileItPays {
    sets: Sets,
    local: Local,
    /// States of this trial.
    tried: u32,
    /// Those of them in which it paid.
    paid: u32,
    /// States that are left of a pause.
    pause: u64,
    /// Pauses in a row.
    pauses: u32,
}

/// States of a trial.
const TRIAL: u32 = 1 << 12;
/// Asking pays if it gives something in one of this many states.
const WORTH: u32 = 1 << 10;

impl WhileItPays {
    fn new(sets: Sets, local: Local) -> Self {
        Self {
            sets,
            local,
            tried: 0,
            paid: 0,
            pause: 0,
            pauses: 0,
        }
    }

    fn next<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: &Pids,
        first: bool,
    ) -> Option<Pids> {
        let local = self.local.next(state, done);
        if local.is_some() {
            return local;
        }
        if self.pause > 0 {
            self.pause -= u64::from(first);
            return None;
        }
        let set = self.sets.next(model, state, done);
        if first {
            self.note(set.is_some_and(|set| 2 * set.len() <= state.process_count()));
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
