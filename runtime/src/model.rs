//! The contract with generated code: what an analyzer tells the searches about its model.
//!
//! A model is a set of static tables ([`ModelInfo`]), among them a function for each transition,
//! which tries it on the working [`State`]. It knows nothing of searches; a search knows nothing of
//! Promela. Since all generated models are of this one type, the searches are compiled once, with
//! this crate, and an analyzer builds in a fraction of a second. The trait [`Model`] lets tests
//! have models of other types.

use crate::claim::{ClaimInfo, Safety};
use crate::state::{Array, Faulted, Field, Process, State};
use crate::tags::Tags;

/// A model of concurrent processes, as generated from Promela.
pub trait Model: Sync {
    /// Names, layout, places, transitions: constant data.
    fn info(&self) -> &'static ModelInfo;

    /// Builds the initial state on an empty [`State`]: globals, global channels, then the initial
    /// processes.
    ///
    /// # Errors
    /// When an initialiser fails (too many processes, index out of range).
    fn initialize(&self, state: &mut State) -> Result<(), Faulted>;

    /// Tries transition `transition` of `process`, which stands at a place that offers it.
    ///
    /// When the result is [`Step::Blocked`] the state is as it was: a statement tests before it
    /// changes anything. After an error it may have been changed in part: the caller undoes to its
    /// mark. `else` is executed without question: whether it is enabled is decided by the caller,
    /// who knows what was executed before.
    ///
    /// # Errors
    /// A run-time error of the model (index, division by zero, ...), with details in
    /// [`State::take_fault`].
    fn execute(&self, state: &mut State, process: Process, transition: TransitionId) -> Outcome;

    /// As [`Model::execute`], of a transition as the place offers it. A search tries most of them
    /// in vain, so what tries one stands where the search has looked last.
    #[inline(always)]
    fn attempt(&self, state: &mut State, process: Process, candidate: &Candidate) -> Outcome {
        self.execute(state, process, candidate.transition)
    }

    /// The claim that sees each state that is stored, if the search is to let it.
    #[inline(always)]
    fn safety(&self) -> Option<&Safety> {
        None
    }
}

impl Model for &'static ModelInfo {
    fn info(&self) -> &'static ModelInfo {
        self
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        (self.initialize)(state)
    }

    #[inline]
    fn execute(&self, state: &mut State, process: Process, transition: TransitionId) -> Outcome {
        self.call(
            self.execute[transition.0 as usize],
            state,
            process,
            transition,
        )
    }

    #[inline(always)]
    fn attempt(&self, state: &mut State, process: Process, candidate: &Candidate) -> Outcome {
        self.call(candidate.execute, state, process, candidate.transition)
    }
}

impl ModelInfo {
    /// Calls the function of a transition.
    #[inline(always)]
    fn call(
        &self,
        execute: Execute,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Outcome {
        let outcome = execute(state, process);
        debug_assert!(
            !matches!(outcome, Ok(Step::Done | Step::Offered))
                || state.live(process.pid.into()) != Some(process)
                || state.place(process) == self.transitions[transition.0 as usize].target,
            "a function leads to another place than its row says"
        );
        outcome
    }
}

/// A transition as a function: see [`Model::execute`].
pub type Execute = fn(&mut State, Process) -> Outcome;

/// What became of a tried transition, or that it made a run-time error.
pub type Outcome = Result<Step, Faulted>;

/// Executed.
pub const DONE: Outcome = Ok(Step::Done);

/// Not executable here; nothing was changed.
pub const BLOCKED: Outcome = Ok(Step::Blocked);

/// What became of a tried transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Not executable here; nothing counts.
    Blocked,
    /// Executed.
    Done,
    /// The first half of a handshake: a message is offered ([`State::send`]) and only a receive by
    /// another process can complete it.
    Offered,
}

/// A transition: index into [`ModelInfo::transitions`], unique over all proctypes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransitionId(pub u32);

/// A control location: index into [`ModelInfo::places`], unique over all proctypes.
///
/// Entry 0 is unused, so that the first word of a live process is never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

/// Everything constant about a model.
#[derive(Debug)]
pub struct ModelInfo {
    /// Stem of the model's file name.
    pub name: &'static str,
    /// Files read: the model first, as named to `pvgen`.
    pub files: &'static [&'static str],
    /// Digest of sources and definitions: a trail of another version is refused.
    pub digest: &'static str,
    /// Version of the generator.
    pub generator: &'static str,
    /// Options of the generator that decide about states and numbers: `--unoptimized`,
    /// `--lossy-sends`, or none.
    pub options: &'static str,
    /// Words of the global variables; global channels follow, then the processes.
    pub global_words: u32,
    /// Words of the hidden variables, which lie outside of the state vector.
    pub hidden_words: u32,
    /// Words behind them, of variables that nothing reads: see [`State::telling`].
    pub told_words: u32,
    /// Bits of the place field, at bit 0 of a process's first word.
    pub place_bits: u8,
    /// Global variables, for dumps and trails.
    pub globals: &'static [Variable],
    /// Channels that exist before the first process: the channel at index `i` has id `i + 1`.
    pub channels: &'static [ChannelInfo],
    /// Kinds of channels, global and local.
    pub queues: &'static [QueueKind],
    /// Symbolic names of values, by mtype set.
    pub mtypes: &'static [&'static [(&'static str, i32)]],
    /// Proctypes and `init`.
    pub proctypes: &'static [ProctypeInfo],
    /// Control locations of all proctypes; entry 0 is unused.
    pub places: &'static [PlaceInfo],
    /// Transitions of all proctypes.
    pub transitions: &'static [TransitionInfo],
    /// By transition: what executes it.
    pub execute: &'static [Execute],
    /// What several processes can touch, by name: [`Object`](crate::tags::Object) is an index into
    /// this.
    pub objects: &'static [&'static str],
    /// Conflict tags, by transition; empty if no one has found them.
    pub tags: &'static [Tags],
    /// Why no reduction may be used, in words that follow `because`: `the model uses _last`.
    pub irreducible: Option<&'static str>,
    /// Where the `trace` or `notrace` of the model stands, if it has one.
    pub trace: Option<TraceInfo>,
    /// What must not happen in the long run: never claims, formulas, and the two claims about
    /// labels if there are such labels.
    pub claims: &'static [ClaimInfo],
    /// What the source claims and marks that no search of this analyzer looks at.
    pub unchecked: Unchecked,
    /// Where hidden variables are read in a later step than they were written in: the state does
    /// not hold what decides there.
    pub hidden_reads: &'static [HiddenRead],
    /// Builds the initial state: see [`Model::initialize`].
    pub initialize: fn(&mut State) -> Result<(), Faulted>,
}

impl ModelInfo {
    /// A model without anything, to be completed with `..`.
    pub const EMPTY: Self = Self {
        name: "",
        files: &[],
        digest: "",
        generator: "by hand",
        options: "",
        global_words: 0,
        hidden_words: 0,
        told_words: 0,
        place_bits: 8,
        globals: &[],
        channels: &[],
        queues: &[],
        mtypes: &[],
        proctypes: &[],
        places: &[],
        transitions: &[],
        execute: &[],
        objects: &[],
        tags: &[],
        irreducible: None,
        trace: None,
        claims: &[],
        unchecked: Unchecked::NOTHING,
        hidden_reads: &[],
        initialize: |_| Ok(()),
    };
}

/// What a source says of its behaviour that no search of this analyzer looks at.
#[derive(Clone, Copy, Debug)]
pub struct Unchecked {
    /// Formulas and claims, in words: `ltl p1`, `never claim`.
    pub claims: &'static [&'static str],
    /// Labels `accept...` of processes: marks for cycles, no claims.
    pub accept_labels: u32,
    /// Labels `progress...` of processes.
    pub progress_labels: u32,
}

impl Unchecked {
    /// All is looked at.
    pub const NOTHING: Self = Self {
        claims: &[],
        accept_labels: 0,
        progress_labels: 0,
    };
}

/// A read of a hidden variable that was written in an earlier step.
#[derive(Clone, Copy, Debug)]
pub struct HiddenRead {
    /// Promela name of the variable.
    pub variable: &'static str,
    /// The statement that reads it.
    pub source: SourceInfo,
    /// A formula or a never claim reads it: no step of the model depends on it.
    pub by_claim: bool,
}

/// A variable: what it is called, and where it lies. What executes a transition reads and sets it,
/// its tags name it, dumps and trails show it.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Of a global: its number among the [objects](ModelInfo::objects), or one behind them if no
    /// tag names it. Of a local: its position among the parameters and locals of its proctype.
    pub number: u32,
    /// Promela name. Where arrays are inside of structures, with the lengths of all dimensions:
    /// `s[2].b[4]`.
    pub name: &'static str,
    /// Where it lies; for locals relative to the process.
    pub cells: Array,
    /// Declared as an array.
    pub is_array: bool,
    /// It lies among the hidden variables.
    pub is_hidden: bool,
    /// How a value is shown.
    pub shown: Shown,
}

impl Variable {
    /// The same, with values that are no plain numbers.
    pub const fn shown(self, shown: Shown) -> Self {
        Self { shown, ..self }
    }

    /// The same, outside of the state vector.
    pub const fn hidden(self) -> Self {
        Self {
            is_hidden: true,
            ..self
        }
    }

    /// The element at `index` of an array, which the caller has checked against its length.
    #[inline(always)]
    pub const fn element(self, index: u32) -> Field {
        self.cells.element(index)
    }
}

impl From<Variable> for Field {
    #[inline(always)]
    fn from(scalar: Variable) -> Self {
        scalar.element(0)
    }
}

impl From<Variable> for Array {
    #[inline(always)]
    fn from(array: Variable) -> Self {
        array.cells
    }
}

/// How a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Decimal.
    Number,
    /// By name: index into [`ModelInfo::mtypes`].
    Mtype(u16),
    /// By the channel's name.
    Channel,
}

/// A global channel.
#[derive(Clone, Copy, Debug)]
pub struct ChannelInfo {
    /// `q`, or `q[2]`.
    pub name: &'static str,
    /// Index into [`ModelInfo::queues`].
    pub kind: u16,
}

/// Capacity and message layout shared by channels.
#[derive(Debug)]
pub struct QueueKind {
    /// Messages it can hold; 0 is a rendezvous channel.
    pub capacity: u32,
    /// Bits of one message: the sum of its fields' bits.
    pub slot_bits: u32,
    /// Where each field lies in a message: `word` and `shift` count from the start of the message.
    pub fields: &'static [MessageField],
    /// The fill count, after the `capacity` slots.
    pub length: Field,
    /// Words of a channel of this kind; none for a rendezvous channel.
    pub words: u32,
}

impl QueueKind {
    /// The kind with the fill count packed behind the slots, in the narrowest field that holds
    /// `capacity`.
    pub const fn new(capacity: u32, fields: &'static [MessageField]) -> Self {
        let mut slot_bits = 0;
        let mut i = 0;
        while i < fields.len() {
            slot_bits += fields[i].bits as u32;
            i += 1;
        }
        let length_bits = if capacity == 0 {
            1
        } else {
            (32 - capacity.leading_zeros()) as u8
        };
        let end = capacity * slot_bits;
        let straddles = end % 32 + length_bits as u32 > 32;
        let bit = if straddles {
            end.next_multiple_of(32)
        } else {
            end
        };
        let words = if capacity == 0 { 0 } else { bit / 32 + 1 };
        let length = Field::unsigned(bit / 32, (bit % 32) as u8, length_bits);
        Self {
            capacity,
            slot_bits,
            fields,
            length,
            words,
        }
    }
}

/// A field of a message.
#[derive(Clone, Copy, Debug)]
pub struct MessageField {
    /// First bit, counted from the start of the message.
    pub bit: u32,
    /// Width in bits, 1 to 32.
    pub bits: u8,
    /// Sign-extended when read.
    pub signed: bool,
    /// How a value is shown.
    pub shown: Shown,
}

impl MessageField {
    /// The value of a field whose bits are the lowest of `bits`.
    #[inline(always)]
    pub const fn value(&self, bits: u32) -> i32 {
        Field {
            word: 0,
            shift: 0,
            bits: self.bits,
            signed: self.signed,
        }
        .extract(bits)
    }
}

/// A proctype.
#[derive(Clone, Copy, Debug)]
pub struct ProctypeInfo {
    /// Promela name; `init` for the initial process.
    pub name: &'static str,
    /// Words of one process, without its channels.
    pub words: u32,
    /// Parameters and locals.
    pub locals: &'static [Variable],
    /// Channels that each process makes, in order: name and index into [`ModelInfo::queues`].
    pub channels: &'static [ChannelInfo],
}

/// A control location.
#[derive(Clone, Copy, Debug)]
pub struct PlaceInfo {
    /// Index into [`ModelInfo::proctypes`].
    pub proctype: u16,
    /// Index into [`ModelInfo::files`].
    pub file: u16,
    /// One-based line.
    pub line: u32,
    /// A process may rest here for ever.
    pub end: bool,
    /// It has an `accept` label.
    pub accept: bool,
    /// It has a `progress` label.
    pub progress: bool,
    /// What can be tried here, in order.
    pub candidates: &'static [Candidate],
}

impl PlaceInfo {
    /// More than one edge can lead out of a state here: a process may be able to execute more than
    /// one candidate, or one that several receivers take.
    #[inline(always)]
    pub fn has_choice(&self) -> bool {
        match self.candidates {
            [only] => only.role == Role::Offer,
            [
                first,
                Candidate {
                    role: Role::Else, ..
                },
            ] => first.role == Role::Offer,
            _ => true,
        }
    }
}

/// A transition offered at a place.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// What to try.
    pub transition: TransitionId,
    /// What tries it, for [`Model::attempt`] of a [`ModelInfo`].
    pub execute: Execute,
    /// Once a transition of a tier was executed, higher tiers are not tried.
    pub tier: u8,
    /// What the search must know about its first statement.
    pub role: Role,
    /// After it only this process may move, and the state is not stored unless it is blocked.
    pub atomic: bool,
    /// Of a `D_proctype`: that another transition of the process was executed in this state is an
    /// error.
    pub deterministic: bool,
}

/// What a search must know about a transition before it tries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing.
    Plain,
    /// A send: may begin a handshake.
    Offer,
    /// A receive: may complete a handshake.
    Receive,
    /// An `else`: executable iff no other candidate of the process was executed in this state.
    Else,
}

/// A transition, for reports.
#[derive(Clone, Copy, Debug)]
pub struct TransitionInfo {
    /// Index into [`ModelInfo::proctypes`].
    pub proctype: u16,
    /// What it does, for `--replace type-oriented`.
    pub effect: Effect,
    /// The place it leads to.
    pub target: PlaceId,
    /// Its statements: one, or several when merged.
    pub steps: &'static [SourceInfo],
    /// The statements inside of its `d_step`s.
    pub inside: &'static [SourceInfo],
}

/// The kinds of transitions of Godefroid, Holzmann and Pirottin (1995, section 5), in their order.
///
/// Of several statements, merged or in a `d_step`, the first of these kinds that one of them has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Jumps, or comes to the start of a loop, on its way to the place it leads to.
    ControlBranch,
    /// A receive from a channel.
    Receive,
    /// A send to a channel.
    Send,
    /// An assignment.
    Assignment,
    /// Anything else.
    Other,
}

/// The automaton of a `trace` or `notrace`, which generated code moves.
#[derive(Clone, Copy, Debug)]
pub struct TraceInfo {
    /// Where its place lies, among the globals.
    pub place: Field,
    /// The places at which it may stand when nothing can move any more.
    pub ends: &'static [i32],
}

/// A statement in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceInfo {
    /// Index into [`ModelInfo::files`].
    pub file: u16,
    /// One-based line.
    pub line: u32,
    /// The statement on one line.
    pub text: &'static str,
}

impl SourceInfo {
    /// Where the options of a selection come together, which is no statement.
    pub fn is_join(&self) -> bool {
        self.text == ".(goto)"
    }
}
