//! `trace` and `notrace`: an automaton over what is sent and received.

use super::Source;
use super::expression::{Access, Expr};
use super::ids::PlaceId;

/// A `trace` or `notrace` declaration.
///
/// It sees a message sent when it is appended, or offered and taken, and a message received when it
/// is taken, of the watched channels and directions. `trace`: each of these events must be possible
/// at the place where the automaton stands. `notrace`: coming to its end is the error; an
/// impossible event takes it to the end without one, and it sees no more.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The keyword.
    pub source: Source,
    /// `notrace`.
    pub negated: bool,
    /// Control locations. The last one is the end, the closing brace: nothing leaves it.
    pub places: Vec<TracePlace>,
    /// Where it starts.
    pub start: PlaceId,
    /// What it sees: each channel by id, with the direction; sorted.
    pub watched: Vec<(u32, Direction)>,
}

impl Trace {
    /// The place behind the last statement.
    pub fn end(&self) -> PlaceId {
        PlaceId::from(self.places.len() - 1)
    }
}

/// A control location of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct TracePlace {
    /// The statement that leaves it.
    pub source: Source,
    /// It may stand here when nothing can move any more.
    pub end: bool,
    /// In the order of the text; at most one fits any message.
    pub events: Vec<Event>,
}

/// A statement of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Send or receive.
    pub direction: Direction,
    /// A global channel variable with constant subscripts.
    pub channel: Access,
    /// For each field the value it must have, if any.
    pub fields: Vec<Option<Expr>>,
    /// The statement.
    pub source: Source,
    /// The place it leads to.
    pub target: PlaceId,
}

/// Send or receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Send,
    Receive,
}
