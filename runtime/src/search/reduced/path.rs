//! What the reduced search keeps of a stored state on its path, and what it wants of its edges.

use std::collections::HashMap;

use crate::model::TransitionId;
use crate::reduce::{Pids, Sleep, Sleeper};
use crate::search::{Answer, Move, Selection};
use crate::store::Handle;

/// A stored state on the path: 20 bytes.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) handle: Handle,
    /// Processes that are tried now, by number.
    pub(super) set: u32,
    /// Processes that were tried before.
    pub(super) done: u32,
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

/// The wanted edges of a state.
pub(super) struct Chosen<'s> {
    pub(super) pids: Pids,
    /// Not to be executed; of a state opened again, the only ones to be executed.
    pub(super) sleepers: &'s [Sleeper],
    pub(super) reopened: bool,
}

impl<'s> Chosen<'s> {
    /// Those of the last state on the path.
    #[inline(always)]
    pub(super) fn of(path: &[Opened], sets: &PidSets, sleep: &'s Option<Sleep>) -> Self {
        let opened = path.last().expect("a state is open");
        Self {
            pids: sets.get(opened.set),
            sleepers: sleep.as_ref().map_or(&[], Sleep::asleep),
            reopened: opened.stage == Stage::Reopened,
        }
    }
}

impl Selection for Chosen<'_> {
    const CHOOSES: bool = true;

    #[inline(always)]
    fn tries(&self, pid: u8) -> bool {
        self.pids.contains(pid)
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

/// Sets of processes by number: few are ever chosen, and a number is short.
pub(super) struct PidSets {
    sets: Vec<Pids>,
    numbers: HashMap<Pids, u32>,
    last: u32,
}

impl PidSets {
    pub(super) const NONE: u32 = 0;
    pub(super) const ALL: u32 = 1;

    pub(super) fn new() -> Self {
        let sets = vec![Pids::NONE, Pids::ALL];
        let numbers = sets.iter().copied().zip(0..).collect();
        Self {
            sets,
            numbers,
            last: 0,
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> Pids {
        self.sets[number as usize]
    }

    #[inline(always)]
    pub(super) fn number(&mut self, set: Pids) -> u32 {
        if self.get(self.last) != set {
            let next = self.sets.len() as u32;
            self.last = *self.numbers.entry(set).or_insert(next);
            if self.last == next {
                self.sets.push(set);
            }
        }
        self.last
    }
}
