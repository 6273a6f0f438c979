//! Which tags conflict. Analyzers decide it by the runtime's table, which is this one.

use super::{Element, Tag, Tags, Verb};

/// When two tags are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Both transitions are enabled in the state at hand. Then a send and a receive on one channel
    /// commute.
    BothEnabled,
    /// The first is enabled here, the second may be executed by another process at any time before
    /// it.
    Later,
    /// As `Later`, and the first may be disabled here.
    LaterPerhapsDisabled,
}

impl Verb {
    /// All verbs.
    pub const ALL: [Self; 15] = [
        Self::Read,
        Self::Write,
        Self::Send,
        Self::Receive,
        Self::Ask,
        Self::FindsMessage,
        Self::FindsRoom,
        Self::AwaitSend,
        Self::AwaitReceive,
        Self::Offer,
        Self::Accept,
        Self::SeeksReceiver,
        Self::MovesReceiver,
        Self::Start,
        Self::End,
    ];

    /// Whether two verbs on the same part of one object conflict. Symmetric.
    pub fn conflicts(self, other: Self, when: When) -> bool {
        use Verb::{
            Accept, Ask, AwaitReceive, AwaitSend, End, FindsMessage, FindsRoom, MovesReceiver,
            Offer, Read, Receive, SeeksReceiver, Send, Start, Write,
        };
        let disabled = when == When::LaterPerhapsDisabled;
        match (self, other) {
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
            (Offer, Accept) | (Accept, Offer) => when != When::BothEnabled,
            (SeeksReceiver, MovesReceiver) | (MovesReceiver, SeeksReceiver) => true,
            (End, End) => when != When::Later,
            _ => false,
        }
    }
}

impl Tag {
    /// Whether two tags of different processes conflict for some values of their locals.
    pub fn may_conflict(&self, other: &Self, when: When) -> bool {
        self.object == other.object
            && self.verb.conflicts(other.verb, when)
            && match (&self.element, &other.element) {
                (Element::At(i), Element::At(j)) => i == j,
                _ => true,
            }
    }
}

impl Tags {
    /// Whether two transitions of different processes may influence each other.
    pub fn may_conflict(&self, other: &Self, when: When) -> bool {
        self.everything
            || other.everything
            || (self.touches.iter()).any(|a| other.touches.iter().any(|b| a.may_conflict(b, when)))
    }
}
