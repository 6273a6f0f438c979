//! Conflict tags: what a transition touches that other processes can see.
//!
//! After Holzmann, Godefroid and Pirottin, *Coverage preserving reduction strategies for
//! reachability analysis* (PSTV 1992), section 4. A tag is a verb, an object and perhaps an element
//! of it: `write fork[2]`. Two transitions of different processes may influence each other only if
//! two of their tags conflict. A tag too many costs some reduction; a tag that is missing lets an
//! analyzer overlook errors. Hence the rules that are easily forgotten, each with the file that has
//! it:
//!
//! | rule | file |
//! |---|---|
//! | a variable may name several channels, and ids of dead processes' channels are used again | `flow.rs`, `facts.rs` |
//! | the element of an array, or the channel, depends on locals that the transition itself may change | `element.rs`, `chain.rs` |
//! | `run` and `-end-` move pids, channels, and what remote references look at | `step.rs`, `anonymous.rs` |
//! | whether `else`, or what an `unless` encloses, is executable depends on what stands beside it | `chain.rs` |
//! | an atomic sequence is one transition: all that may follow, and what is tested on the way | `chain.rs` |
//! | an offer in the middle of a sequence looks where others stand, and goes on with what they do | `handover.rs` |
//! | a send after `nfull` in one sequence is executable for sure | `sure.rs` |
//! | what must change before a disabled transition can be executed is less than what it touches | `needs.rs` |

mod anonymous;
mod chain;
mod conflict;
mod element;
mod facts;
pub mod flow;
mod handover;
mod needs;
mod set;
mod step;
mod sure;
mod text;

pub use chain::of_model;
pub use conflict::When;
pub use facts::Facts;
pub use set::TagSet;
pub use step::of_propositions;

use crate::ir::{Expr, GlobalId, LocalId, ProctypeId};

/// What several processes can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A global variable, hidden ones included.
    Global(GlobalId),
    /// The channels that exist from the start and were declared with this variable. Their elements
    /// are their ids; a tag for a single channel has none.
    Channels(GlobalId),
    /// The channels that processes make for themselves where they declare this local. Their
    /// elements are their ids.
    OwnChannels(ProctypeId, LocalId),
    /// Where processes of a proctype stand, as far as remote references ask. Elements are pids.
    Places(ProctypeId),
    /// What processes of a proctype hold in a local that remote references read. Elements are pids.
    Local(ProctypeId, LocalId),
    /// The numbers of processes and channels in use.
    ProcessCount,
    /// The place of the `trace` or `notrace`.
    Trace,
    /// Whether anything else can move.
    Timeout,
}

/// What is done with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    /// Looks at it.
    Read,
    /// Changes it. Of channels: they are made, or end with their process.
    Write,
    /// Puts a message into a buffered channel.
    Send,
    /// Takes a message out of a buffered channel, or copies it.
    Receive,
    /// Looks at fill or contents of a buffered channel, or depends on a send or receive being *not*
    /// executable.
    Ask,
    /// Relies on a buffered channel having a message, or being full: an enabled transition that
    /// tests it.
    FindsMessage,
    /// Relies on a buffered channel having room, or being empty.
    FindsRoom,
    /// Waits until a buffered channel is not empty. Only in [`Need::tags`].
    AwaitSend,
    /// Waits until a buffered channel is not full, or has another message at its head. Only in
    /// [`Need::tags`].
    AwaitReceive,
    /// Begins a handshake on a rendezvous channel.
    Offer,
    /// Completes one.
    Accept,
    /// In the middle of an atomic sequence, or for an `else`: looks for a process that stands where
    /// it receives from a rendezvous channel.
    SeeksReceiver,
    /// Comes to where its process receives from a rendezvous channel, or leaves such a place.
    MovesReceiver,
    /// Starts a process, where no one sees its number (object [`Object::ProcessCount`]): conflicts
    /// as a write does, but may go before ends that come later.
    Start,
    /// Ends a process (object [`Object::ProcessCount`]).
    End,
}

/// Which part of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    /// All of it, or any part.
    Any,
    /// This element of an array in row-major order, the channel with this id, the process with this
    /// pid.
    At(i32),
    /// The element with the number that the executing process computes from `_pid` and scalar
    /// locals without a run-time error: bit `i` stands for local `i`. The number may be out of
    /// range; then the access is a run-time error.
    Of(Expr, u64),
}

/// One tag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    /// What is done.
    pub verb: Verb,
    /// With what.
    pub object: Object,
    /// With which part.
    pub element: Element,
    /// Only in states in which this is true, which depends on these locals as in [`Element::Of`].
    pub only_if: Option<(Expr, u64)>,
}

impl Tag {
    /// The locals on which its element and its condition depend, a bit for each.
    pub fn locals(&self) -> u64 {
        let of_element = match self.element {
            Element::Of(_, locals) => locals,
            Element::Any | Element::At(_) => 0,
        };
        of_element | self.only_if.as_ref().map_or(0, |&(_, locals)| locals)
    }
}

/// Something that must hold before the first statement of a transition can be executed, as far as
/// others can bring it about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Need {
    /// What must hold, if one can ask for it in any state. Where evaluating it is a run-time error,
    /// so is executing the transition.
    pub holds: Option<Expr>,
    /// As long as it does not hold, nothing but a transition that conflicts with one of these tags
    /// can change that.
    pub tags: Vec<Tag>,
}

/// The tags of a transition, that of an atomic sequence with every step that may follow before the
/// sequence ends. A step in the middle of one, at which it cannot be interrupted, has only its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tags {
    /// What it touches, tests that may fail on the way included; sorted by object and verb.
    pub touches: Vec<Tag>,
    /// What can keep its first statement from being executed. When it is disabled, one of these is
    /// missing. Empty: anything in `touches`.
    pub needs: Vec<Need>,
    /// Locals that it may assign or reset, a bit for each of the first 64.
    pub assigns: u64,
    /// Those that the rest of its atomic sequence may assign or reset.
    pub then_assigns: u64,
    /// Proctypes that it may start.
    pub starts: Vec<ProctypeId>,
    /// Depends on, and influences, every step of other processes: what it does cannot be said with
    /// tags.
    pub everything: bool,
}

impl Tags {
    /// Touches only what belongs to its own process.
    pub fn is_local(&self) -> bool {
        self.touches.is_empty() && !self.everything
    }
}
