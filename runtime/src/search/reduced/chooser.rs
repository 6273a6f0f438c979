//! Which processes go first: one type for all methods.

use super::path::Opened;
use crate::model::{Model, ModelInfo};
use crate::reduce::{First, Local, Pids, Sets};
use crate::state::State;
use crate::step::Cursor;

pub(in crate::search) struct Chooser {
    local: Local,
    sets: Option<Box<WhileItPays>>,
}

impl Chooser {
    pub(in crate::search) fn new(info: &'static ModelInfo, first: First) -> Self {
        let sets = |with_guards| Some(Box::new(WhileItPays::new(Sets::new(info, with_guards))));
        Self {
            local: match first {
                First::All => Local::nowhere(info),
                First::Local | First::Overman | First::Persistent => Local::new(info),
            },
            sets: match first {
                First::All | First::Local => None,
                First::Overman => sets(false),
                First::Persistent => sets(true),
            },
        }
    }

    /// The local processes, a bit for each of the first 64.
    pub(in crate::search) fn local(&self, state: &State) -> u64 {
        self.local.processes(state)
    }

    /// As [`Chooser::local`], at less cost: where one edge of `from` leads from `before` to this
    /// state, only those that have moved stand elsewhere now.
    #[inline(always)]
    pub(super) fn local_after(&self, before: &Opened, from: Option<&Cursor>, state: &State) -> u64 {
        let places = &self.local;
        let same = u32::from(before.processes) == state.process_count();
        let local = match from.filter(|from| same && !from.is_exclusive()) {
            None => places.processes(state),
            Some(from) => {
                let [one, other] = from.movers_of_last();
                let local = places.update(before.local, state, one);
                places.update(local, state, other)
            }
        };
        debug_assert_eq!(local, places.processes(state));
        local
    }

    /// Whether it asks for sets now.
    #[inline(always)]
    pub(in crate::search) fn asks(&self) -> bool {
        self.sets.as_ref().is_some_and(|sets| sets.pause == 0)
    }

    /// The next processes to try, a bit for each, some of them not in `done`; `None`: all others. A
    /// local process where there is one, the one with the highest pid; otherwise a set, if it
    /// `asks` for one. `first`: nothing was tried here yet; what is done was stuck before.
    #[inline(always)]
    pub(super) fn next<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        [local, done]: [u64; 2],
        asks: bool,
        first: bool,
    ) -> Option<u64> {
        let local = local & !done;
        if local != 0 {
            return Some(1 << local.ilog2());
        }
        let sets = self.sets.as_mut()?;
        let set = sets.next(model, state, &Pids::from(done), asks, first);
        set.and_then(|set| set.below_64())
    }
}

/// Sets of processes, as long as asking for them pays.
///
/// Where nearly every process depends on nearly every other, asking costs more than an edge and
/// gives nothing. So now and then it is counted in how many states it gives at most half of the
/// processes that are left. If that is too rare, it pauses, each time for twice as many states. Any
/// choice in any state is sound, so this only decides about cost; and it depends on nothing but the
/// model.
pub(super) struct WhileItPays {
    sets: Sets,
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
    fn new(sets: Sets) -> Self {
        Self {
            sets,
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
        asks: bool,
        first: bool,
    ) -> Option<Pids> {
        if !asks {
            self.pause = self.pause.saturating_sub(u64::from(first));
            return None;
        }
        let set = self.sets.next(model, state, done);
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
