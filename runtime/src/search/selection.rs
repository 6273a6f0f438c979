//! Which edges of a state a search wants: all, those of some processes, those that are awake.

use super::expand::Move;
use crate::model::TransitionId;

/// What a search wants of the edges of a state.
pub trait Selection {
    /// Whether there can be an answer but [`Answer::Execute`]. A constant: nothing that is off costs.
    const CHOOSES: bool;

    /// The highest process from `pid` downwards of which anything is wanted; [`NO_PROCESS`](super::NO_PROCESS) if there is none, or `pid` is none.
    fn down_from(&self, pid: u8) -> u8;

    /// What to do with a transition of a process, or with those of its handshakes that [`Selection::handshake`] does not speak of.
    fn transition(&self, pid: u8, transition: TransitionId) -> Answer;

    /// What to do with a handshake of which the offer is wanted.
    fn handshake(&self, edge: &Move) -> Answer;
}

/// What to do with an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Execute it, if it is enabled.
    Execute,
    /// It is enabled, but not to be executed.
    Asleep,
    /// Do as if it did not exist.
    Ignore,
}

/// Every edge.
pub struct Everything;

impl Selection for Everything {
    const CHOOSES: bool = false;

    #[inline(always)]
    fn down_from(&self, pid: u8) -> u8 {
        pid
    }

    #[inline(always)]
    fn transition(&self, _: u8, _: TransitionId) -> Answer {
        Answer::Execute
    }

    #[inline(always)]
    fn handshake(&self, _: &Move) -> Answer {
        Answer::Execute
    }
}
