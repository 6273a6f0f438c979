//! Which edges of a state a search wants, all or those that are awake, and in which order.

use super::edge::Move;
use crate::model::{Candidate, TransitionId};

/// What a search wants of the edges of a state. The order is SPIN's unless it says another.
pub trait Selection {
    /// Whether there can be a decision but [`Decision::Execute`]. A constant: nothing that is off
    /// costs.
    const CHOOSES: bool;

    /// Whether the cursor may have been told to keep to some processes. A constant, too.
    const KEEPS_TO_SOME: bool = true;

    /// What to do with a transition of a process, or with those of its handshakes that
    /// [`Selection::handshake`] does not speak of.
    #[inline(always)]
    fn transition(&self, _pid: u8, _transition: TransitionId) -> Decision {
        Decision::Execute
    }

    /// What to do with a handshake of which the offer is wanted.
    #[inline(always)]
    fn handshake(&self, _edge: &Move) -> Decision {
        Decision::Execute
    }

    /// The process that is tried after `pid`; [`NO_PROCESS`](super::NO_PROCESS) after the last.
    #[inline(always)]
    fn process_after(&self, pid: u8) -> u8 {
        pid.wrapping_sub(1)
    }

    /// Of `processes`, the first that is asked to take a message; there is one.
    #[inline(always)]
    fn first_receiver(&self, processes: u32) -> u8 {
        processes as u8 - 1
    }

    /// The one that is asked after `receiver`.
    #[inline(always)]
    fn receiver_after(&self, receiver: u8) -> u8 {
        receiver.wrapping_sub(1)
    }

    /// The candidate of `pid` that is tried at `next`, one behind the number of the one before it,
    /// or 0; with its own number.
    #[inline(always)]
    fn candidate(
        &self,
        candidates: &'static [Candidate],
        _pid: u8,
        next: usize,
    ) -> Option<(usize, &'static Candidate)> {
        candidates.get(next).map(|candidate| (next, candidate))
    }
}

/// What to do with an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Execute it, if it is enabled.
    Execute,
    /// It is enabled, but not to be executed.
    Asleep,
    /// Do as if it did not exist.
    Ignore,
}

/// Every edge of every process.
pub struct Everything;

impl Selection for Everything {
    const CHOOSES: bool = false;
    const KEEPS_TO_SOME: bool = false;
}

/// Every edge of the processes that the cursor keeps to.
pub struct EveryKept;

impl Selection for EveryKept {
    const CHOOSES: bool = false;
}
