//! What the reduced search keeps of a stored state on its path, and what it wants of its edges.

use crate::limits::Stop;
use crate::model::TransitionId;
use crate::reduce::{Sleep, Sleeper};
use crate::search::room::Attached;
use crate::search::{Answer, Move, NO_PROCESS, Selection};
use crate::store::{Flags, Handle, HandleSet};

/// An expansion of a stored state on the path: 24 bytes. Sets of processes are bits; processes from 64 on are tried last, with all others.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    /// Processes that are tried now.
    pub(super) set: u64,
    /// Processes that were tried before.
    pub(super) done: u64,
    /// Of the first 32 processes, those that can never move again: every transition at their place is local, and none was enabled, here or further up.
    pub(super) stuck: u32,
    pub(super) stage: Stage,
    /// An executed edge has led to a state that was not on the stack.
    pub(super) leads_on: bool,
    /// Opened again while it was on the stack, and there it stays.
    pub(super) stays_on_stack: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Processes chosen to go first.
    Chosen,
    /// All that are left.
    All,
    /// Only edges that slept when the state was opened before.
    Reopened,
}

/// What the search knows of states by handle.
pub(super) struct OnHandles<'s> {
    pub(super) on_stack: &'s mut Flags,
    pub(super) sleep: &'s mut Option<Sleep>,
}

impl Attached for OnHandles<'_> {
    fn rename(&mut self, renamed: &[(Handle, Handle)]) -> Result<(), Stop> {
        for &(old, _) in renamed {
            self.on_stack.set(old, false)?;
        }
        for &(_, new) in renamed {
            self.on_stack.set(new, true)?;
        }
        match &mut self.sleep {
            Some(sleep) => Ok(sleep.rename(renamed)?),
            None => Ok(()),
        }
    }

    fn keep(&mut self, stored: &HandleSet) {
        if let Some(sleep) = &mut self.sleep {
            sleep.keep(stored);
        }
    }
}

/// The processes that are tried now, where there are more than [`Cursor::keep_to`](crate::search::Cursor::keep_to) can tell apart.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    set: u64,
    /// Processes from 64 on are tried as well.
    others: bool,
}

impl Tried {
    #[inline(always)]
    pub(super) fn of(opened: &Opened) -> Self {
        Self {
            set: opened.set,
            others: opened.stage != Stage::Chosen,
        }
    }
}

impl Selection for Tried {
    const CHOOSES: bool = false;

    #[inline(always)]
    fn down_from(&self, pid: u8) -> u8 {
        if pid >= 64 && (self.others || pid == NO_PROCESS) {
            return pid;
        }
        let below = self.set & u64::MAX >> (63 - pid.min(63));
        // Of no bit the highest is none: 63 - 64 wraps to `NO_PROCESS`.
        63u8.wrapping_sub(below.leading_zeros() as u8)
    }
}

/// Of their edges, those that are wanted.
pub(super) struct Awake<'s> {
    /// `None`: the cursor keeps to the processes itself.
    tried: Option<Tried>,
    /// Not to be executed; of a state opened again, the only ones to be executed.
    sleepers: &'s [Sleeper],
    reopened: bool,
}

impl<'s> Awake<'s> {
    #[inline(always)]
    pub(super) fn of(opened: &Opened, sleep: &'s Sleep, few: bool) -> Self {
        Self {
            tried: (!few).then(|| Tried::of(opened)),
            sleepers: sleep.asleep(),
            reopened: opened.stage == Stage::Reopened,
        }
    }
}

impl Selection for Awake<'_> {
    const CHOOSES: bool = true;

    #[inline(always)]
    fn down_from(&self, pid: u8) -> u8 {
        match &self.tried {
            None => pid,
            Some(tried) => tried.down_from(pid),
        }
    }

    #[inline(always)]
    fn transition(&self, pid: u8, transition: TransitionId) -> Answer {
        let mut own = self.sleepers.iter();
        if self.reopened {
            return match own.any(|it| it.begins_with(pid, transition)) {
                true => Answer::Execute,
                false => Answer::Ignore,
            };
        }
        match own.any(|it| it.is_alone() && it.begins_with(pid, transition)) {
            true => Answer::Asleep,
            false => Answer::Execute,
        }
    }

    #[inline(always)]
    fn handshake(&self, edge: &Move) -> Answer {
        match (self.sleepers.contains(&Sleeper::new(edge)), self.reopened) {
            (true, false) => Answer::Asleep,
            (true, true) | (false, false) => Answer::Execute,
            (false, true) => Answer::Ignore,
        }
    }
}
