//! The promise between the two halves: a resolved model that code generation, analyses and
//! interpreter can trust.
//!
//! What a [`Model`] guarantees (checked by [`verify::check`]):
//!
//! 1. Every id is in range of its table; every name, type and constant is resolved; structures are
//!    flattened.
//! 2. Inlines, macros, `for`, `select` and nested control structure are gone: there are only places
//!    and transitions.
//! 3. Each transition has at least one step and only its first step can block; `else` and `-end-`
//!    are single steps.
//! 4. An [`Access`] has one subscript per array dimension of its variable and none for a scalar.
//! 5. Accesses used as channels name variables of type `chan`.
//! 6. Sends and receives on a channel whose message type is known have one argument per field.
//! 7. [`Place::candidates`] is in SPIN's order, `else` behind the other options of its selection,
//!    and a place without candidates is one where the process is stuck.
//! 8. Everything is in source order, so that two runs over the same text give equal models.

pub mod arithmetic;
mod automaton;
mod channel_use;
mod claim;
mod expression;
mod ids;
mod irreducible;
pub mod range;
pub mod text;
mod trace;
pub mod verify;
pub mod visit;
mod walk;

pub use automaton::{
    Action, Branch, CANDIDATES_MAX, Candidate, Deterministic, LocalChannel, Node, Pattern, Place,
    Proctype, Promise, Step, TIERS_MAX, Transition,
};
pub use channel_use::ChannelUse;
pub use claim::{CLAIM_EDGES_MAX, Claim, ClaimEdge, ClaimPlace, PROPOSITIONS_MAX, Proposition};
pub use expression::{
    Access, BinaryOp, ChannelQuery, Expr, LabelQuery, Relation, Subscript, UnaryOp, Var,
};
pub use ids::{GlobalId, LocalId, NodeId, PlaceId, ProctypeId, SignatureId, TransitionId};

pub use irreducible::{Irreducible, IrreducibleBy};
pub use trace::{Direction, Event, Trace, TracePlace};
pub use walk::evaluated;

/// Most channels at a time.
pub const CHANNELS_MAX: usize = 255;

/// Most variables of a model, structures taken apart.
pub const VARIABLES_MAX: u64 = 1 << 16;

/// A complete model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Files read, as the user or an `#include` named them; the model itself first.
    pub files: Vec<String>,
    /// A digest of everything that was read and defined (`-D`), in hexadecimal.
    pub digest: String,
    /// Symbolic constants.
    pub mtypes: Vec<MtypeSet>,
    /// Global variables in order of declaration.
    pub globals: Vec<Variable>,
    /// Channels made before the first process, in order of creation: the channel at index `i` has
    /// id `i + 1`.
    pub channels: Vec<Channel>,
    /// Message types, each once.
    pub signatures: Vec<Signature>,
    /// Proctypes and `init` in source order.
    pub proctypes: Vec<Proctype>,
    /// The processes that exist at the start: `initial[pid]`.
    pub initial: Vec<ProctypeId>,
    /// `trace` or `notrace`: what may, or may not, be sent and received in this order.
    pub trace: Option<Trace>,
    /// Never claims and formulas, in order of the text.
    pub claims: Vec<Claim>,
    /// `_last` is part of the state: the model mentions it.
    pub tracks_last: bool,
    /// Priorities are part of the state: the model mentions them. Then only enabled processes of
    /// the highest priority move.
    pub has_priorities: bool,
    /// A send to a full channel is executable and loses the message (`--lossy-sends`).
    pub lossy_sends: bool,
    /// What the source says of the model's behaviour that is not verified.
    pub unchecked: Unchecked,
    /// Where hidden variables are read in a later step than they were written in, each place once.
    pub hidden_reads: Vec<HiddenRead>,
    /// Nothing may be left out of a search, and why.
    pub irreducible: Option<Irreducible>,
}

impl Model {
    /// Whether some channel has no room for a message.
    pub fn has_rendezvous(&self) -> bool {
        let locals = self.proctypes.iter().flat_map(|it| &it.channels);
        let locals = locals.map(|channel| channel.capacity);
        let globals = self.channels.iter().map(|channel| channel.capacity);
        globals.chain(locals).any(|capacity| capacity == 0)
    }
}

/// What a source claims or marks, and nothing here verifies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchecked {
    /// In words: `ltl p1`, `never claim`.
    pub claims: Vec<String>,
    /// Labels `accept...` of processes.
    pub accept_labels: u32,
    /// Labels `progress...` of processes.
    pub progress_labels: u32,
}

/// A read of a hidden variable that may have been written in an earlier step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenRead {
    /// The variable.
    pub variable: GlobalId,
    /// The statement that reads it.
    pub source: Source,
    /// A formula or a never claim reads it.
    pub by_claim: bool,
}

/// A position in the source with the statement's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Index into [`Model::files`].
    pub file: u32,
    /// One-based.
    pub line: u32,
    /// One-based, in characters.
    pub column: u32,
    /// The statement on one line.
    pub text: String,
    /// Uses of macros and inlines around it, innermost first: `N` at file, line.
    pub via: Vec<(String, u32, u32)>,
}

/// The text of what is no statement: where the options of a selection come together.
pub const JOIN: &str = ".(goto)";

/// The names of one `mtype` declaration set and their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MtypeSet {
    /// `mtype:name`; the unnamed set has none.
    pub name: Option<String>,
    /// `(name, value)`, by value.
    pub names: Vec<(String, i32)>,
}

/// Declared types of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "Promela's own names")]
pub enum Type {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    /// `unsigned x : n`, 1 to 31 bits.
    Unsigned(u8),
    /// Index into [`Model::mtypes`].
    Mtype(u32),
    Chan,
}

/// How a value is kept: its width in bits, sign-extended when read if `signed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Width {
    /// 1 to 32.
    pub bits: u8,
    /// Two's complement (`short`, `int`).
    pub signed: bool,
}

/// A global, a parameter or a local.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Name, with the path of structure members: `a.b`; where an array is on the way, its index
    /// belongs between the brackets of `a[].b` ([`text::indexed`] puts it there). Unique within its
    /// proctype or among the globals: a second local of the same name in another block is `x@12`,
    /// 12 being its line.
    pub name: String,
    /// Declared type.
    pub ty: Type,
    /// How a scalar, or one element, is stored. An element of a `bit` array has 8 bits, as in SPIN.
    pub width: Width,
    /// Lengths of the array dimensions, outermost first; empty for a scalar.
    pub dimensions: Vec<u32>,
    /// Globals: initial value of each element (length = product of the dimensions), channel ids
    /// included. Locals: empty.
    pub initial: Vec<i32>,
    /// `hidden`, or never read by anything: not part of the state. Assignments to it may be left,
    /// for the checks of their indices.
    pub hidden: bool,
    /// The declaration.
    pub source: Source,
}

impl Variable {
    /// Number of scalars it consists of.
    pub fn elements(&self) -> u32 {
        self.dimensions.iter().product()
    }

    /// The name of an element, given in row-major order: `a[2]`, `a[1].b[0]`; the plain name of a
    /// scalar.
    pub fn element_name(&self, element: usize) -> String {
        let mut rest = element;
        let mut indices = Vec::new();
        for length in self.dimensions.iter().rev() {
            indices.push((rest % *length as usize).to_string());
            rest /= *length as usize;
        }
        text::indexed(&self.name, indices.into_iter().rev())
    }
}

/// A channel made before the first process.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// `q`, or `q[2]` for an element of an array.
    pub name: String,
    /// Messages it can hold; 0 is a rendezvous channel.
    pub capacity: u32,
    /// Its message type.
    pub signature: SignatureId,
    /// The declaration.
    pub source: Source,
}

/// A message type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Declared type and stored width of each field. The single field of a one-field `bit` channel
    /// has 8 bits, as in SPIN.
    pub fields: Vec<(Type, Width)>,
}
