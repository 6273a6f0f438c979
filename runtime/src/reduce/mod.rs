//! Partial-order reduction: which enabled edges of a state need not be executed.
//!
//! Processes that do not influence each other can be interleaved in many ways that all lead to the same state. One of them is enough for every
//! failed assertion and every invalid end state to be found. Two independent means, which can be combined:
//!
//! | means | leaves out | file |
//! |---|---|---|
//! | a set of processes that the others cannot influence goes first | states | `local.rs`, `sets.rs` |
//! | sleep sets: an edge that was executed before an independent one is not executed again behind it | edges | `sleep.rs` |
//!
//! Both live on conflict tags ([`crate::tags`]), which `dependency.rs` turns into relations between transitions.

mod bits;
pub mod check;
mod pids;
mod places;
mod sets;

pub use pids::Pids;
pub use sets::Sets;

/// What a search leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reduction {
    /// How the processes are chosen that go first.
    pub first: First,
    /// Whether sleep sets are kept, and how.
    pub sleep: Option<SleepSets>,
}

/// Which processes go first in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// All.
    #[default]
    All,
    /// One whose every transition at its place is local (Algorithm 2 of 1992).
    Local,
    /// The smallest set that no process outside can influence, all transitions at the places taken as enabled (1992, section 5).
    Overman,
    /// As Overman's, but a disabled transition asks only for those that could enable it.
    Persistent,
}

/// Forms of sleep sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SleepSets {
    /// Kept with the stored state; a state met again with fewer edges asleep is opened again for these.
    Stored,
    /// On the stack only, with the stack rule (Algorithm 2 of 1995).
    Paper1995,
    /// On the stack only, without the rule (Algorithm 3 of 1992): may lose states.
    Paper1992,
}
