//! Which processes go first: one type for all methods.

use crate::model::{Model, ModelInfo};
use crate::reduce::{First, Local, Pids, Sets};
use crate::state::State;

pub(super) enum Chooser {
    All,
    Local(Local),
    Sets(Box<Sets>),
}

impl Chooser {
    pub(super) fn new(info: &'static ModelInfo, first: First) -> Self {
        match first {
            First::All => Self::All,
            First::Overman => Self::Sets(Box::new(Sets::new(info, false))),
            First::Persistent => Self::Sets(Box::new(Sets::new(info, true))),
            First::Local => {
                let local = Local::new(info);
                if local.is_useless() {
                    return Self::All;
                }
                Self::Local(local)
            }
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
            Self::Local(local) => local.next(state, done),
            Self::Sets(sets) => sets.next(model, state, done),
        };
        next.and_then(|set| set.below_64())
    }
}
