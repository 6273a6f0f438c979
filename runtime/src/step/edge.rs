//! Edges: what a cursor finds, and their names.

#[cfg(doc)]
use super::Cursor;
use crate::model::TransitionId;
#[cfg(doc)]
use crate::state::State;

/// What [`Cursor::next`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// An edge. The working state has taken it; [`Cursor::retract`] before asking for the next.
    Edge(Edge),
    /// The process that must go on inside its atomic sequence is blocked: it loses atomicity. The
    /// state is like any other now: look it up, then [`Cursor::open`] it.
    AtomicityLost,
    /// There are no more edges.
    Exhausted,
}

/// An executed edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The transition of the process that moved, or sent.
    pub transition: TransitionId,
    /// The receiver's transition of a handshake.
    pub partner: Option<TransitionId>,
    /// The process that moved last; with `atomic` it alone may go on.
    pub last: u8,
    /// The state reached is inside an atomic sequence.
    pub atomic: bool,
    /// A run-time error ended the edge half-way; [`State::take_fault`] has it.
    pub faulted: bool,
}

impl Edge {
    /// What the edge adds to the depth: SPIN counts both halves of a handshake.
    #[inline(always)]
    pub fn steps(&self) -> u32 {
        1 + u32::from(self.partner.is_some())
    }

    /// Notes its transitions as executed, by number. A step of a claim alone has none.
    #[inline(always)]
    pub(crate) fn note_reached(&self, reached: &mut [bool]) {
        if let Some(reached) = reached.get_mut(self.transition.0 as usize) {
            *reached = true;
        }
        if let Some(partner) = self.partner {
            reached[partner.0 as usize] = true;
        }
    }
}

/// An edge by name, as a trail keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The process that moved, or sent.
    pub pid: u8,
    /// Its transition.
    pub transition: TransitionId,
    /// The receiver of a handshake and its transition.
    pub partner: Option<(u8, TransitionId)>,
}

/// A step of a run, as a trail keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunStep {
    /// Of the system.
    System(Move),
    /// Of the claim: an edge of the place where it stands, by index. It sees the state before the
    /// step of the system that follows; without one the system is stuck.
    Claim(u16),
}

impl RunStep {
    /// What it adds to the depth.
    pub fn steps(&self) -> u64 {
        match self {
            Self::System(edge) => edge.steps(),
            Self::Claim(_) => 1,
        }
    }
}

impl Move {
    /// The process that moved, and its partner in a handshake, with their transitions.
    #[inline(always)]
    pub(crate) fn halves(&self) -> impl Iterator<Item = (u8, TransitionId)> + Clone + use<> {
        std::iter::once((self.pid, self.transition)).chain(self.partner)
    }

    /// As [`Edge::steps`].
    pub fn steps(&self) -> u64 {
        1 + u64::from(self.partner.is_some())
    }
}
