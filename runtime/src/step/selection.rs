//! Which edges of a state a search wants: all, or those that are awake.

use super::edge::Move;
use crate::model::TransitionId;

/// What a search wants of the edges of a state.
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
