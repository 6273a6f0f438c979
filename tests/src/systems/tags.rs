//! Conflict tags of a system, and whether two conflict.

use std::collections::BTreeSet;

use runtime::tags::{Verb, When};

use super::plain::Plain;

/// A tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    /// What is done.
    pub verb: Verb,
    /// With what.
    pub object: Object,
    /// With which part.
    pub part: Part,
}

/// What several processes can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// A variable or an array.
    Global(usize),
    /// A channel.
    Channel(usize),
    /// How many processes are alive.
    Alive,
    /// Whether anything can move.
    Timeout,
}

/// Which part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All, or any.
    Any,
    /// This element.
    At(u8),
    /// The element whose index is this local of the process.
    Local(usize),
    /// The element whose index is the pid of the process.
    Pid,
}

/// Something that must hold before a statement can be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// How to find out whether it holds.
    pub question: Question,
    /// Who can bring it about.
    pub touches: Vec<Touch>,
}

/// Whether a need holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// No one knows.
    Unknown,
    /// Local `0` equals (`1`) the constant `2`.
    Local(usize, bool, u8),
    /// The first cell of global `0` equals (`1`) the constant `2`; all scalars lie in one word.
    Cell(usize, bool, u8),
    /// The channel has a message.
    Message(usize),
    /// The channel has no message, or this at its head.
    Head(usize, u8),
    /// The channel has room.
    Room(usize),
    /// The process is the youngest.
    Youngest,
}

/// What a transition touches, with all that may follow it in an atomic sequence.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Its tags.
    pub touches: BTreeSet<Touch>,
    /// What its first statement needs.
    pub needs: Vec<Need>,
    /// Locals that it may assign.
    pub assigns: u64,
    /// Automata of which it may start processes.
    pub starts: BTreeSet<usize>,
}

impl Own {
    /// Whether two transitions of different processes conflict in a state.
    pub fn conflicts(&self, pid: usize, other: &Own, by: usize, state: &Plain, when: When) -> bool {
        self.touches.iter().any(|it| {
            let mut others = other.touches.iter();
            others.any(|its| it.conflicts(pid, its, by, state, when))
        })
    }
}

impl Touch {
    /// Whether two tags of different processes conflict in a state.
    pub fn conflicts(
        &self,
        pid: usize,
        other: &Touch,
        by: usize,
        state: &Plain,
        when: When,
    ) -> bool {
        self.object == other.object
            && self.verb.conflicts(other.verb, when)
            && match (self.part.index(pid, state), other.part.index(by, state)) {
                (Some(i), Some(j)) => i == j,
                _ => true,
            }
    }
}

impl Part {
    fn index(self, pid: usize, state: &Plain) -> Option<u8> {
        match self {
            Self::Any => None,
            Self::At(index) => Some(index),
            Self::Local(local) => Some(state.processes[pid].locals[local]),
            Self::Pid => Some(pid as u8),
        }
    }
}
