//! Whose turn the next level is: what the workers bring to the end of a level, and what they are
//! told.

use super::super::findings::Findings;
use crate::limits::Stop;
use crate::reduce::Pauses;

/// Who searches a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Each worker its own states.
    All,
    /// The first worker, all states, which are few: to wait for each other would take all of them
    /// longer.
    First,
    /// There is no level.
    End,
}

/// What all workers are told of a level.
#[derive(Clone, Copy)]
pub(super) struct Told {
    pub(super) turn: Turn,
    /// Steps from the initial state to those that are taken.
    pub(super) level: u64,
    /// Whether a reduction asks for sets.
    pub(super) choice: bool,
}

/// What the workers bring to the end of a level, and what comes of it.
pub(super) struct EndOfLevel {
    /// States of the next level, and of the one before it.
    pub(super) states: u64,
    before: u64,
    pub(super) findings: Findings,
    pub(super) stop: Option<Stop>,
    /// Whether asking for sets goes on.
    pub(super) pauses: Pauses,
    /// The level that was searched last, or comes next, and the one that all workers were told of.
    pub(super) next: Told,
    pub(super) told: Told,
}

impl EndOfLevel {
    /// Before the first one, of one state.
    pub(super) fn new() -> Self {
        let first = Told {
            turn: Turn::First,
            level: 0,
            choice: true,
        };
        Self {
            states: 0,
            before: 1,
            findings: Findings::default(),
            stop: None,
            pauses: Pauses::default(),
            next: first,
            told: first,
        }
    }

    /// All have brought what they have: whether the search `goes_on`, and from how many states on
    /// it is worth it for all to search the next level.
    pub(super) fn begin_next(&mut self, goes_on: bool, worth_all: u64) {
        self.pauses.end_level(self.before);
        self.before = std::mem::take(&mut self.states);
        self.next = Told {
            turn: match self.before {
                0 => Turn::End,
                _ if !goes_on => Turn::End,
                states if states < worth_all => Turn::First,
                _ => Turn::All,
            },
            level: self.next.level + 1,
            choice: self.pauses.asks(),
        };
    }
}
