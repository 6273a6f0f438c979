//! What an edge or a transition touches in the state at hand, read from its tags.

use crate::model::{ModelInfo, TransitionId};
use crate::state::State;
use crate::step::Move;
use crate::tags::{Object, Tag, Verb, When};

/// Tags whose elements are known as far as the state tells.
#[derive(Clone, Debug, Default)]
pub(super) struct Access {
    touches: Vec<Touch>,
    everything: bool,
}

#[derive(Clone, Copy, Debug)]
struct Touch {
    verb: Verb,
    object: Object,
    /// `None`: any.
    element: Option<i32>,
}

impl Access {
    /// Tags of process `pid`.
    pub fn of_tags(state: &State, pid: u8, tags: &[Tag]) -> Self {
        let process = state.process(pid);
        let touch = |tag: &Tag| Touch {
            verb: tag.verb,
            object: tag.object,
            element: tag.element.known(state, process),
        };
        let tags = tags.iter().filter(|tag| tag.applies(state, process));
        Self {
            touches: tags.map(touch).collect(),
            everything: false,
        }
    }

    /// All that a transition of process `pid` touches.
    pub fn of_transition(state: &State, pid: u8, transition: TransitionId) -> Self {
        let tags = &state.info().tags[transition.0 as usize];
        Self {
            everything: tags.everything,
            ..Self::of_tags(state, pid, tags.touches)
        }
    }

    /// What an edge touches: a handshake what both halves do.
    pub fn of_edge(state: &State, edge: &Move) -> Self {
        let halves = edge.halves();
        let touched = halves.map(|(pid, transition)| Self::of_transition(state, pid, transition));
        touched.fold(Self::default(), Self::and)
    }

    /// Both.
    pub fn and(mut self, other: Self) -> Self {
        self.touches.extend(other.touches);
        self.everything |= other.everything;
        self
    }

    /// Only what concerns handshakes.
    pub fn meetings(mut self) -> Self {
        let meets = |touch: &Touch| matches!(touch.verb, Verb::Offer | Verb::Accept);
        self.touches.retain(meets);
        self
    }

    /// Some tag of one conflicts with one of the other.
    pub fn conflicts(&self, other: &Self, when: When) -> bool {
        let conflict = |(a, b): (&Touch, &Touch)| {
            a.object == b.object
                && (a.element.is_none() || b.element.is_none() || a.element == b.element)
                && a.verb.conflicts(b.verb, when)
        };
        let mut pairs = self
            .touches
            .iter()
            .flat_map(|a| other.touches.iter().map(move |b| (a, b)));
        self.everything || other.everything || pairs.any(conflict)
    }

    /// `write fork[2], read x`; `nothing`.
    pub fn text(&self, info: &ModelInfo) -> String {
        if self.everything {
            return "everything".to_string();
        }
        if self.touches.is_empty() {
            return "nothing".to_string();
        }
        let touch = |touch: &Touch| {
            let object = info.objects[usize::from(touch.object.0)];
            let element = touch.element.map_or(String::new(), |i| format!("[{i}]"));
            format!("{} {object}{element}", verb_text(touch.verb))
        };
        let touches: Vec<String> = self.touches.iter().map(touch).collect();
        touches.join(", ")
    }
}

fn verb_text(verb: Verb) -> &'static str {
    match verb {
        Verb::Read => "read",
        Verb::Write => "write",
        Verb::Send => "send to",
        Verb::Receive => "receive from",
        Verb::Ask => "ask",
        Verb::FindsMessage => "find a message in",
        Verb::FindsRoom => "find room in",
        Verb::AwaitSend => "await a send to",
        Verb::AwaitReceive => "await a receive from",
        Verb::Offer => "offer on",
        Verb::Accept => "accept on",
        Verb::SeeksReceiver => "seek a receiver of",
        Verb::MovesReceiver => "move a receiver of",
        Verb::Start => "start",
        Verb::End => "end",
    }
}
