//! What the reduced search keeps of a stored state on its path, and what it wants of its edges.

use super::on_stack::OnStack;
use crate::memory::OutOfMemory;
use crate::model::TransitionId;
use crate::reduce::{Sleep, Sleeper};
use crate::step::{Answer, Move, NO_PROCESS, Selection};
use crate::store::{Attached, Handle};

/// An expansion of a stored state on the path: 32 bytes. Sets of processes are bits; processes from
/// 64 on are tried last, with all others.
#[derive(Clone, Copy)]
pub(in crate::search) struct Opened {
    /// Processes that are tried now.
    pub(super) set: u64,
    /// Processes that were tried before.
    pub(super) done: u64,
    /// Processes of which every transition is local where they stand.
    pub(super) local: u64,
    /// Of the first 32 processes, those that can never move again: every transition at their place
    /// is local, and none was enabled, here or further up.
    pub(super) stuck: u32,
    /// How many there are.
    pub(super) processes: u8,
    pub(in crate::search) stage: Stage,
    /// An executed edge has led to a state that was not on the stack.
    pub(in crate::search) leads_on: bool,
    /// Opened again while it was on the stack, and there it stays.
    pub(super) stays_on_stack: bool,
}

impl Opened {
    /// Below the initial state.
    pub(in crate::search) const NONE: Opened = Opened {
        set: 0,
        done: 0,
        local: 0,
        stuck: 0,
        processes: 0,
        stage: Stage::All,
        leads_on: false,
        stays_on_stack: false,
    };

    /// One process is tried, and every transition at its place is local: if none is enabled, none
    /// ever will be, since no one else can change that.
    pub(super) fn is_local(&self) -> bool {
        self.set.is_power_of_two() && self.set & self.local != 0
    }

    /// The highest process from `pid` downwards that is tried now; [`NO_PROCESS`] if there is none,
    /// or `pid` is none.
    pub(super) fn down_from(&self, pid: u8) -> u8 {
        if pid >= 64 && (self.stage != Stage::Chosen || pid == NO_PROCESS) {
            return pid;
        }
        let below = self.set & u64::MAX >> (63 - pid.min(63));
        // Of no bit the highest is none: 63 - 64 wraps to `NO_PROCESS`.
        63u8.wrapping_sub(below.leading_zeros() as u8)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Stage {
    /// Processes chosen to go first.
    Chosen,
    /// All that are left.
    All,
    /// Only edges that slept when the state was opened before.
    Reopened,
}

/// What the search knows of states by handle.
pub(super) struct OnHandles<'s> {
    pub(super) on_stack: &'s mut OnStack,
    pub(super) sleep: &'s mut Option<Sleep>,
}

impl Attached for OnHandles<'_> {
    fn is_empty(&self) -> bool {
        self.sleep.as_ref().is_none_or(Sleep::knows_nothing)
    }

    fn unmark(&mut self, path: &[Handle]) -> Result<(), OutOfMemory> {
        self.on_stack.unmark(path)
    }

    fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory> {
        let sleep = self.sleep.as_mut();
        sleep.map_or(Ok(()), |sleep| sleep.reserve(bound))
    }

    fn lift(&self, handle: Handle) -> u32 {
        self.sleep.as_ref().map_or(0, |sleep| sleep.set_of(handle))
    }

    fn put(&mut self, handle: Handle, set: u32) {
        if let Some(sleep) = &mut self.sleep {
            sleep.put(handle, set);
        }
    }

    fn keep(&mut self, stored: &mut dyn Iterator<Item = Handle>) {
        if let Some(sleep) = &mut self.sleep {
            sleep.keep(stored);
        }
    }
}

/// The edges that are awake.
pub(super) struct Awake<'s> {
    /// Not to be executed; of a state opened again, the only ones to be executed.
    sleepers: &'s [Sleeper],
    reopened: bool,
}

impl<'s> Awake<'s> {
    #[inline(always)]
    pub(super) fn of(opened: &Opened, sleep: &'s Sleep) -> Self {
        Self {
            sleepers: sleep.asleep(),
            reopened: opened.stage == Stage::Reopened,
        }
    }
}

impl Selection for Awake<'_> {
    const CHOOSES: bool = true;

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
