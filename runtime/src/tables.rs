//! Rows of the tables that describe a model, as short as generated code and tests write them:
//! `place(0, 11, false, &[offer(0), receive(2)])`.

use crate::model::{
    Candidate, ChannelInfo, Effect, HiddenRead, MessageField, PlaceId, PlaceInfo, ProctypeInfo,
    Role, Shown, SourceInfo, TransitionId, TransitionInfo, Variable,
};
use crate::state::{Array, Faulted, Field, Process, Queue, State};
use crate::tags::{ChannelRef, Condition, Element, Need, NeedTags, Object, Tag, Tags, Test, Verb};

/// A proctype: name, words of a process, parameters and locals, channels that each process makes.
pub const fn proctype(
    name: &'static str,
    words: u32,
    locals: &'static [Variable],
    channels: &'static [ChannelInfo],
) -> ProctypeInfo {
    ProctypeInfo {
        name,
        words,
        locals,
        channels,
    }
}

/// A scalar variable, of numbers: its [number](Variable::number), its name, where it lies.
pub const fn scalar(number: u32, name: &'static str, field: Field) -> Variable {
    Variable {
        is_array: false,
        ..array(number, name, Array::single(field))
    }
}

/// An array of numbers.
pub const fn array(number: u32, name: &'static str, cells: Array) -> Variable {
    Variable {
        number,
        name,
        cells,
        is_array: true,
        is_hidden: false,
        shown: Shown::Number,
    }
}

/// A channel: its name and the index of its kind.
pub const fn channel(name: &'static str, kind: u16) -> ChannelInfo {
    ChannelInfo { name, kind }
}

/// A field of a message that is read as a number from 0 on.
pub const fn unsigned(bit: u32, bits: u8, shown: Shown) -> MessageField {
    MessageField {
        bit,
        bits,
        signed: false,
        shown,
    }
}

/// A field of a message in two's complement.
pub const fn signed(bit: u32, bits: u8, shown: Shown) -> MessageField {
    MessageField {
        signed: true,
        ..unsigned(bit, bits, shown)
    }
}

/// A place: proctype, line, whether a process may rest there, what can be tried in this order.
pub const fn place(
    proctype: u16,
    line: u32,
    end: bool,
    candidates: &'static [Candidate],
) -> PlaceInfo {
    PlaceInfo {
        proctype,
        file: 0,
        line,
        end,
        accept: false,
        progress: false,
        candidates,
    }
}

impl PlaceInfo {
    /// It has an `accept` label.
    pub const fn accepting(self) -> Self {
        Self {
            accept: true,
            ..self
        }
    }
}

/// A transition to be tried. Where a `ModelInfo` is searched, `execute` must be set, too.
pub const fn offer(transition: u32) -> Candidate {
    Candidate {
        transition: TransitionId(transition),
        execute: |_, _| unreachable!("the tables do not say what tries a transition"),
        tier: 0,
        role: Role::Plain,
        atomic: false,
        deterministic: false,
    }
}

/// A send: it may begin a handshake.
pub const fn send(transition: u32) -> Candidate {
    Candidate {
        role: Role::Offer,
        ..offer(transition)
    }
}

/// A receive: it may complete a handshake.
pub const fn receive(transition: u32) -> Candidate {
    Candidate {
        role: Role::Receive,
        ..offer(transition)
    }
}

/// An `else`.
pub const fn otherwise(transition: u32) -> Candidate {
    Candidate {
        role: Role::Else,
        ..offer(transition)
    }
}

/// After it only this process may move.
pub const fn atomic(candidate: Candidate) -> Candidate {
    Candidate {
        atomic: true,
        ..candidate
    }
}

/// A transition: proctype, the place it leads to, its statements.
pub const fn transition(
    proctype: u16,
    target: u32,
    steps: &'static [SourceInfo],
) -> TransitionInfo {
    TransitionInfo {
        proctype,
        effect: Effect::Other,
        target: PlaceId(target),
        steps,
        inside: &[],
    }
}

/// A statement in the model's first file: line and text.
pub const fn at(line: u32, text: &'static str) -> SourceInfo {
    SourceInfo {
        file: 0,
        line,
        text,
    }
}

impl SourceInfo {
    /// The statement is in another file.
    pub const fn in_file(self, file: u16) -> Self {
        Self { file, ..self }
    }
}

/// A hidden variable, and a statement that reads what an earlier step may have written.
pub const fn hidden_read(variable: &'static str, source: SourceInfo) -> HiddenRead {
    HiddenRead {
        variable,
        source,
        by_claim: false,
    }
}

/// A formula or a never claim reads it.
pub const fn by_claim(read: HiddenRead) -> HiddenRead {
    HiddenRead {
        by_claim: true,
        ..read
    }
}

/// The conflict tags of a transition: what it touches that others can see.
pub const fn tags(touches: &'static [Tag]) -> Tags {
    Tags {
        touches,
        needs: &[],
        assigns: 0,
        then_assigns: 0,
        starts: &[],
        everything: false,
    }
}

/// What cannot be said with tags: it depends on every step of others.
pub const fn touching_everything() -> Tags {
    Tags {
        everything: true,
        ..tags(&[])
    }
}

/// What must hold before its first statement can be executed.
pub const fn needing(needs: &'static [Need], tags: Tags) -> Tags {
    Tags { needs, ..tags }
}

/// The locals that it may assign, a bit for each.
pub const fn assigning(assigns: u64, tags: Tags) -> Tags {
    Tags { assigns, ..tags }
}

/// The proctypes that it may start.
pub const fn starting(starts: &'static [u16], tags: Tags) -> Tags {
    Tags { starts, ..tags }
}

/// A need that can be asked about, and the tags of what brings it about.
pub const fn need(holds: fn(&State, Process) -> bool, tags: &'static [Tag]) -> Need {
    Need {
        test: Test::Computed(holds),
        tags: NeedTags::These(tags),
    }
}

/// Room in a channel, whose object is this one.
pub const fn room_in(queue: Queue, object: Object) -> Need {
    Need {
        test: Test::Room(ChannelRef::Constant(queue)),
        tags: NeedTags::One([await_receive(object)]),
    }
}

/// A message in a channel.
pub const fn message_in(queue: Queue, object: Object) -> Need {
    Need {
        test: Test::Message(ChannelRef::Constant(queue)),
        tags: NeedTags::One([await_send(object)]),
    }
}

/// Room in the channel that a local names, one of this object.
pub const fn room_in_local(local: Variable, object: Object) -> Need {
    Need {
        test: Test::Room(ChannelRef::Local(local.element(0))),
        tags: NeedTags::One([await_receive(object).of(local)]),
    }
}

/// A message in the channel that a local names.
pub const fn message_in_local(local: Variable, object: Object) -> Need {
    Need {
        test: Test::Message(ChannelRef::Local(local.element(0))),
        tags: NeedTags::One([await_send(object).of(local)]),
    }
}

/// Whether a need holds that cannot be asked for in every state: where that is a run-time error,
/// the transition can be executed, and makes it.
pub fn holds_or_fails(test: impl FnOnce() -> Result<bool, Faulted>) -> bool {
    test().unwrap_or(true)
}

/// A need of which it is not known whether it holds.
pub const fn perhaps(tags: &'static [Tag]) -> Need {
    Need {
        test: Test::Unknown,
        tags: NeedTags::These(tags),
    }
}

/// Reads a global variable.
pub const fn read(variable: Variable) -> Tag {
    looks_at(object_of(variable))
}

/// Writes a global variable.
pub const fn write(variable: Variable) -> Tag {
    changes(object_of(variable))
}

const fn object_of(global: Variable) -> Object {
    assert!(global.number <= u16::MAX as u32, "is an object");
    Object(global.number as u16)
}

/// A word for each verb, said of an object.
macro_rules! words {
    ($($(#[$says:meta])* $word:ident: $verb:ident,)*) => {
        $($(#[$says])*
        pub const fn $word(object: Object) -> Tag {
            Tag::any(Verb::$verb, object)
        })*
    };
}

words! {
    /// Looks at what is no variable: where processes stand, how many there are.
    looks_at: Read,
    /// Changes what is no variable. Of channels: they are made, or end with their process.
    changes: Write,
    /// Sends to a buffered channel.
    put: Send,
    /// Receives from a buffered channel.
    take: Receive,
    /// Asks for fill or contents of a channel.
    ask: Ask,
    /// Relies on a message, or on a channel being full.
    finds_message: FindsMessage,
    /// Relies on room, or on a channel being empty.
    finds_room: FindsRoom,
    /// Waits for a message.
    await_send: AwaitSend,
    /// Waits for room, or for another message.
    await_receive: AwaitReceive,
    /// Begins a handshake.
    meet_sending: Offer,
    /// Completes a handshake.
    meet_receiving: Accept,
    /// Looks for a process that stands where it receives.
    seeks_receiver: SeeksReceiver,
    /// Comes to where its process receives, or leaves such a place.
    moves_receiver: MovesReceiver,
    /// Starts a process, where no one sees its number.
    starts: Start,
    /// Ends a process.
    ends: End,
}

impl Tag {
    /// An element of an array; the channel with this id.
    pub const fn at(self, index: i32) -> Self {
        let element = Element::At(index);
        Self { element, ..self }
    }

    /// Only in states in which the process finds this true of these locals.
    pub const fn only_if(self, locals: &[Variable], holds: fn(&State, Process) -> bool) -> Self {
        let locals = bits_of(locals);
        let only_if = Some(Condition { holds, locals });
        Self { only_if, ..self }
    }

    /// The element that this local of the process names.
    pub const fn of(self, local: Variable) -> Self {
        let element = Element::Local {
            field: local.element(0),
            locals: bits_of(&[local]),
        };
        Self { element, ..self }
    }

    /// The element that the process computes from these locals.
    pub const fn computed(self, locals: &[Variable], index: fn(&State, Process) -> i32) -> Self {
        let locals = bits_of(locals);
        let element = Element::Of { index, locals };
        Self { element, ..self }
    }
}

/// A bit for each of these locals.
///
/// # Panics
/// One has a number above 63.
pub(crate) const fn bits_of(locals: &[Variable]) -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < locals.len() {
        assert!(locals[i].number < 64, "has a bit");
        bits |= 1 << locals[i].number;
        i += 1;
    }
    bits
}
