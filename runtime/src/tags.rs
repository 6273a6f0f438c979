//! Conflict tags: what a transition touches that other processes can see.
//!
//! The vocabulary of Holzmann, Godefroid and Pirottin, *Coverage preserving reduction strategies
//! for reachability analysis* (PSTV 1992), section 4, with some words more. A tag is a verb, an
//! object and perhaps an element of it: `write fork[2]`, `send to the channel that q names`. A
//! transition without tags touches only what belongs to its own process. That of an atomic sequence
//! has the tags of every step that may follow before the sequence ends, since all of it is one
//! transition for a reduction.
//!
//! | object | is |
//! |---|---|
//! | `x`, `a` | a global variable, a hidden one too; with an element, one of an array |
//! | `q` | the channels declared so that exist from the start; the element is the id of one |
//! | `P.q` | the channels that processes of proctype `P` make for themselves; the element is the id of one |
//! | `P` | where processes of proctype `P` stand and what their locals hold, as far as others look at it; the element is a pid |
//! | `_nr_pr` | the numbers of processes and channels in use |
//! | `_trace` | the place of the model's `trace` or `notrace` |
//! | `timeout` | whether anything else can move; no one writes it, the searches know how it changes |

use crate::state::{Field, Process, Queue, State};

/// An object: index into [`ModelInfo::objects`](crate::model::ModelInfo::objects).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object(pub u16);

/// What is done with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    /// Looks at a variable, or at how many processes there are.
    Read,
    /// Changes a variable, or starts a process. Of channels: one is made, or ends with its process.
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
    /// Starts a process, where no one sees its number (object `_nr_pr`): as `Write`, but may go
    /// before ends that come later, see [`crate::reduce::Sets`].
    Start,
    /// Ends a process (object `_nr_pr`).
    End,
}

/// Which part of an object. Equal elements are computed alike; a function that has two addresses
/// may be unequal to itself.
#[allow(unpredictable_function_pointer_comparisons)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// All of it, or any part.
    Any,
    /// This element of an array, or the channel with this id.
    At(i32),
    /// The element that a local of the executing process names: as `Of`, for what most of them
    /// compute.
    Local {
        /// Where the local lies in its process.
        field: Field,
        /// Its bit.
        locals: u64,
    },
    /// The element that the executing process computes from its own parameters and locals, without
    /// a run-time error, where the transition begins. Behind it the answer may be another one if
    /// the transition [assigns](Tags::assigns) one of the locals, as it does when it is the last to
    /// use it.
    Of {
        /// The index, or the channel's id.
        index: fn(&State, Process) -> i32,
        /// The locals that it depends on: bit `i` stands for local `i` of the proctype. As long as
        /// none of them is assigned, the answer stays the same.
        locals: u64,
    },
}

impl Element {
    /// Which one it is for this process in this state; `None`: any.
    #[inline]
    pub fn known(self, state: &State, process: Process) -> Option<i32> {
        match self {
            Self::Any => None,
            _ => Some(self.value(state, process)),
        }
    }

    /// As [`known`](Self::known), of an element that is not any.
    #[inline(always)]
    pub(crate) fn value(self, state: &State, process: Process) -> i32 {
        match self {
            Self::Local { field, .. } => state.get(process.at(field)),
            Self::Of { index, .. } => index(state, process),
            Self::At(index) => index,
            Self::Any => 0,
        }
    }

    /// The locals that it depends on; `None` where it does not depend on the process.
    pub fn locals(self) -> Option<u64> {
        match self {
            Self::Any | Self::At(_) => None,
            Self::Local { locals, .. } | Self::Of { locals, .. } => Some(locals),
        }
    }
}

/// In some states a transition does not touch an object: what stands behind `k == _pid ||` is not
/// looked at when that is true. As an [`Element`], one may be unequal to itself.
#[allow(unpredictable_function_pointer_comparisons)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// Whether the object is touched, as the executing process computes it: see [`Element::Of`].
    pub holds: fn(&State, Process) -> bool,
    /// The locals that it depends on.
    pub locals: u64,
}

/// One tag.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    /// What is done.
    pub verb: Verb,
    /// With what.
    pub object: Object,
    /// With which part.
    pub element: Element,
    /// Only in these states; `None`: in all.
    pub only_if: Option<Condition>,
}

/// Something that must hold before the first statement of a transition can be executed, as far as
/// others can bring it about.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// How a state tells whether it holds.
    pub test: Test,
    /// As long as it does not hold, nothing but a transition that conflicts with one of these tags
    /// can change that.
    pub tags: NeedTags,
}

impl Need {
    /// Whether it holds; `None`: not known, it may be missing.
    #[inline]
    pub fn holds(&self, state: &State, process: Process) -> Option<bool> {
        let queue = |channel: ChannelRef| channel.queue(state, process);
        match self.test {
            Test::Unknown => None,
            Test::Computed(holds) => Some(holds(state, process)),
            // No channel: the transition can be executed, and makes a run-time error.
            Test::Room(channel) => Some(queue(channel).is_none_or(|it| !state.is_full(it))),
            Test::Message(channel) => {
                Some(queue(channel).is_none_or(|it| state.queue_length(it) != 0))
            }
        }
    }

    /// As [`Self::tags`].
    pub fn tags(&'static self) -> &'static [Tag] {
        match &self.tags {
            NeedTags::One(tag) => tag,
            NeedTags::These(tags) => tags,
        }
    }
}

/// How a state tells whether a need holds.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// It does not tell.
    Unknown,
    /// This finds out.
    Computed(fn(&State, Process) -> bool),
    /// There is room in the channel.
    Room(ChannelRef),
    /// There is a message in the channel.
    Message(ChannelRef),
}

/// How a need names a channel.
#[derive(Clone, Copy, Debug)]
pub enum ChannelRef {
    /// Always this one.
    Constant(Queue),
    /// The one whose id this local of the process holds.
    Local(Field),
}

impl ChannelRef {
    #[inline(always)]
    fn queue(self, state: &State, process: Process) -> Option<Queue> {
        match self {
            Self::Constant(queue) => Some(queue),
            Self::Local(field) => state.find_channel(state.get(process.at(field))),
        }
    }
}

/// The tags of a need, most often one.
#[derive(Clone, Copy, Debug)]
pub enum NeedTags {
    /// It stands in the need itself.
    One([Tag; 1]),
    /// They stand elsewhere.
    These(&'static [Tag]),
}

/// The tags of a transition.
#[derive(Clone, Copy, Debug)]
pub struct Tags {
    /// What it touches, tests that may fail on the way included.
    pub touches: &'static [Tag],
    /// What can keep its first statement from being executed. When it is disabled, one of these is
    /// missing. Empty: anything in `touches`.
    pub needs: &'static [Need],
    /// Locals that it may assign, as in [`Element::Of`], of those on which the element of any tag
    /// of the proctype depends.
    pub assigns: u64,
    /// Those that the rest of its atomic sequence may assign.
    pub then_assigns: u64,
    /// Proctypes that it may start: indices into
    /// [`ModelInfo::proctypes`](crate::model::ModelInfo::proctypes).
    pub starts: &'static [u16],
    /// Depends on, and influences, every step of other processes: what it does cannot be said with
    /// tags.
    pub everything: bool,
}

impl Tags {
    /// Locals that it, or the rest of its atomic sequence, may assign.
    pub fn all_assigned(&self) -> u64 {
        self.assigns | self.then_assigns
    }

    /// Touches only what belongs to its own process: a *local* transition of the 1992 paper.
    pub fn is_local(&self) -> bool {
        self.touches.is_empty() && !self.everything
    }
}

/// When two tags are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Both transitions are enabled in the state at hand. Then a send and a receive on one channel
    /// commute (the x cells of Table I).
    BothEnabled,
    /// The first is enabled here, the second may be executed by another process at any time before
    /// it.
    Later,
    /// As `Later`, and the first may be disabled here.
    LaterPerhapsDisabled,
}

impl Verb {
    /// Whether two verbs on the same part of one object conflict. Symmetric.
    ///
    /// Why a send and a receive need not conflict `Later`: processes outside can only receive
    /// (another sender conflicts and would be inside), which leaves an enabled send enabled; and
    /// likewise for a receive.
    pub const fn conflicts(self, other: Verb, when: When) -> bool {
        use Verb::{
            Accept, Ask, AwaitReceive, AwaitSend, End, FindsMessage, FindsRoom, MovesReceiver,
            Offer, Read, Receive, SeeksReceiver, Send, Start, Write,
        };
        let disabled = matches!(when, When::LaterPerhapsDisabled);
        match (self, other) {
            // Also of a channel that is made or ends with its process, whatever is done with it.
            (Write | Start, _) | (_, Write | Start) => true,
            (Read, End) | (End, Read) => true,
            (Send, Send | Ask) | (Ask, Send) => true,
            (Receive, Receive | Ask) | (Ask, Receive) => true,
            (AwaitSend, Send) | (Send, AwaitSend) => true,
            (AwaitReceive, Receive) | (Receive, AwaitReceive) => true,
            (FindsMessage, Receive) | (Receive, FindsMessage) => true,
            (FindsRoom, Send) | (Send, FindsRoom) => true,
            (Send, Receive | FindsMessage) | (Receive, Send | FindsRoom) => disabled,
            (FindsMessage, Send) | (FindsRoom, Receive) => disabled,
            // Two handshakes of four processes have nothing in common; but who takes part in one
            // must be asked about the others.
            (Offer, Accept) | (Accept, Offer) => !matches!(when, When::BothEnabled),
            (SeeksReceiver, MovesReceiver) | (MovesReceiver, SeeksReceiver) => true,
            // Processes end one after the other, the youngest first.
            (End, End) => !matches!(when, When::Later),
            _ => false,
        }
    }
}

impl Tag {
    /// All of the object.
    pub const fn any(verb: Verb, object: Object) -> Self {
        Self {
            verb,
            object,
            element: Element::Any,
            only_if: None,
        }
    }

    /// Whether the process touches the object in this state.
    #[inline]
    pub fn applies(&self, state: &State, process: Process) -> bool {
        self.only_if.is_none_or(|it| (it.holds)(state, process))
    }

    /// Whether two tags conflict, whatever the indices and conditions are that are only known in a
    /// state.
    pub fn may_conflict(&self, other: &Tag, when: When) -> bool {
        self.object == other.object
            && self.verb.conflicts(other.verb, when)
            && match (self.element, other.element) {
                (Element::At(i), Element::At(j)) => i == j,
                _ => true,
            }
    }
}
