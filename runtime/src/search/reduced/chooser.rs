//! Which processes go first: one type for all methods.

use crate::model::{Model, ModelInfo};
use crate::reduce::{First, Local, Pids, Sets};
use crate::state::State;

pub(super) enum Chooser {
    All,
    Local(Local, Trial),
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
            First::Local if !local.is_useless() => Self::Local(local, Trial::default()),
            First::Local | First::All => Self::All,
            First::Overman => sets(false),
            First::Persistent => sets(true),
        }
    }

    /// The next processes to try, a bit for each, some of them not in `done`; `None`: all others.
    #[inline(always)]
    pub(super) fn next<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: u64,
    ) -> Option<u64> {
        let done = &Pids::from(done);
        let next = match self {
            Self::All => None,
            Self::Local(local, trial) => match done.is_empty() && !trial.asks() {
                true => None,
                false => local.next(state, done),
            },
            Self::Sets(sets) => sets.next(model, state, done),
        };
        next.and_then(|set| set.below_64())
    }

    /// The processes named last in some state have led on: the others were left out there.
    #[inline(always)]
    pub(super) fn has_paid(&mut self) {
        if let Self::Local(_, trial) = self {
            trial.paid += 1;
        }
    }
}

/// Whether it pays to ask which processes go first.
///
/// Where it hardly ever gives anything, asking is only a cost. So now and then it is counted in how many states it gives something. If that is too rare, there
/// is a pause, each time for twice as many states. Any choice in any state is sound, so this only decides about cost; and it depends on nothing but the model.
#[derive(Default)]
pub(super) struct Trial {
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

impl Trial {
    /// Whether to ask in a state.
    #[inline(always)]
    fn asks(&mut self) -> bool {
        if self.tried == TRIAL {
            self.judge();
        }
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        self.tried += 1;
        true
    }

    #[cold]
    fn judge(&mut self) {
        if self.paid < TRIAL / WORTH {
            self.pause = u64::from(TRIAL) << self.pauses.min(32);
            self.pauses += 1;
        } else {
            self.pauses = 0;
        }
        (self.tried, self.paid) = (0, 0);
    }
}

/// A local process where there is one, which takes a bit test for each process to find; else a set, as long as asking pays: where nearly every process depends on
/// nearly every other, asking costs more than an edge. A set pays if it has at most half of the processes.
pub(super) struct WhileItPays {
    sets: Sets,
    local: Local,
    trial: Trial,
}

impl WhileItPays {
    fn new(sets: Sets, local: Local) -> Self {
        Self {
            sets,
            local,
            trial: Trial::default(),
        }
    }

    fn next<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: &Pids,
    ) -> Option<Pids> {
        let local = self.local.next(state, done);
        if local.is_some() {
            return local;
        }
        let first = done.is_empty();
        if self.trial.pause > 0 && !first || first && !self.trial.asks() {
            return None;
        }
        let set = self.sets.next(model, state, done);
        let pays = set.is_some_and(|set| 2 * set.len() <= state.process_count());
        self.trial.paid += u32::from(first && pays);
        set
    }
}
