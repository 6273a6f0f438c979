//! Processes as automata: places (control locations) and the transitions between them.
//!
//! Places and transitions follow SPIN's control graph, so that states can be counted alike: the
//! head of a block, of an atomic sequence or of a selection is a place of its own that offers the
//! *same* transitions as the first statement in it.

use std::collections::BTreeSet;

use super::expression::{Access, BinaryOp, Expr, Var};
use super::ids::{LocalId, NodeId, PlaceId, ProctypeId, SignatureId, TransitionId};
use super::{Direction, Source, Variable};

/// A proctype or `init`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proctype {
    /// Its name; `init` for the initial process.
    pub name: String,
    /// The heading, as written.
    pub source: Source,
    /// `D_proctype`: two executable transitions in one state are a run-time error.
    pub deterministic: bool,
    /// `provided (..)`: must be true for each step of a process, inside `atomic` and for its end
    /// too.
    pub provided: Option<Expr>,
    /// Priority of the processes that exist at the start, 1 to 255.
    pub priority: u8,
    /// How many leading entries of `locals` are parameters.
    pub parameters: usize,
    /// Parameters, then locals of all scopes in order of declaration (all exist from creation on).
    pub locals: Vec<Variable>,
    /// Assignments made at creation, in order, after the parameters were set: initialisers that
    /// cost no step.
    pub creation: Vec<(Access, Expr)>,
    /// All that are written, where optimisation has left out some.
    pub written_creation: Option<Vec<(Access, Expr)>>,
    /// Channels made at creation, in order of declaration.
    pub channels: Vec<LocalChannel>,
    /// Control locations.
    pub places: Vec<Place>,
    /// All transitions, in source order.
    pub transitions: Vec<Transition>,
    /// Where a new process stands.
    pub start: PlaceId,
    /// `xr` and `xs` declarations.
    pub promises: Vec<Promise>,
}

/// `xr c` or `xs c`: no other process receives from the channel, or sends to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// [`Direction::Receive`] is `xr`.
    pub direction: Direction,
    /// A variable of type `chan`.
    pub channel: Access,
    /// The declaration.
    pub source: Source,
    /// It is known to be kept.
    pub proven: bool,
}

impl Proctype {
    /// The promises that must be watched.
    pub fn unproven(&self) -> impl Iterator<Item = &Promise> {
        self.promises.iter().filter(|promise| !promise.proven)
    }

    /// The transitions that can be tried at a place, in order.
    pub fn offered(&self, place: PlaceId) -> impl Iterator<Item = &Transition> + Clone {
        let candidates = self.places[place.index()].candidates.iter();
        candidates.map(|it| &self.transitions[it.transition.index()])
    }

    /// By transition, the places that offer it.
    pub fn offered_at(&self) -> Vec<Vec<PlaceId>> {
        let mut offered_at = vec![Vec::new(); self.transitions.len()];
        for (at, place) in self.places.iter().enumerate() {
            for candidate in &place.candidates {
                offered_at[candidate.transition.index()].push(PlaceId::from(at));
            }
        }
        offered_at
    }

    /// By transition: whether a process that executes it may come to one of these places from
    /// elsewhere, or leave them.
    pub fn enters_or_leaves(&self, places: &[PlaceId]) -> Vec<bool> {
        let mut crosses = vec![false; self.transitions.len()];
        for (at, place) in self.places.iter().enumerate() {
            let stands = places.contains(&PlaceId::from(at));
            for candidate in &place.candidates {
                let target = self.transitions[candidate.transition.index()].target;
                crosses[candidate.transition.index()] |= places.contains(&target) != stands;
            }
        }
        crosses
    }

    /// By place, the places that lead there in one step, once for each step.
    pub fn places_before(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.places.len()];
        for at in 0..self.places.len() {
            for transition in self.offered(PlaceId::from(at)) {
                before[transition.target.index()].push(at);
            }
        }
        before
    }

    /// By place, whether a process can come there from `start`, which it can.
    pub fn reachable(&self, start: PlaceId) -> Vec<bool> {
        let mut reached = vec![false; self.places.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut reached[at.index()], true) {
                open.extend(self.offered(at).map(|it| it.target));
            }
        }
        reached
    }

    /// The variables that name one channel of the process's own as long as it lives: scalars that
    /// are never assigned or reset.
    pub fn names_of_own_channels(&self) -> BTreeSet<LocalId> {
        let scalar = |id: &LocalId| self.locals[id.index()].dimensions.is_empty();
        let names = self.channels.iter().map(|it| it.local).filter(scalar);
        let mut names: BTreeSet<LocalId> = names.collect();
        let created = self.creation.iter().map(|(access, _)| access);
        let assigned = self.steps().flat_map(|it| it.action.assigned());
        for access in assigned.chain(created) {
            if let Var::Local(id) = access.var {
                names.remove(&id);
            }
        }
        for id in self.transitions.iter().flat_map(|it| &it.resets) {
            names.remove(id);
        }
        names
    }
}

/// A channel that each process of a proctype makes for itself.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalChannel {
    /// The variable that names it.
    pub local: LocalId,
    /// Which element of it, 0 for a scalar.
    pub element: u32,
    /// Messages it can hold; 0 is a rendezvous channel.
    pub capacity: u32,
    /// Its message type.
    pub signature: SignatureId,
}

/// A control location.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The statement (or the head) that leaves it.
    pub source: Source,
    /// Labels of the source that stand here, in order.
    pub labels: Vec<String>,
    /// A process may rest here for ever: an `end` label, or the closing brace.
    pub end: bool,
    /// An `accept` label.
    pub accept: bool,
    /// A `progress` label.
    pub progress: bool,
    /// What can be tried here, in SPIN's order: escapes first, `else` behind the other options of
    /// its selection.
    pub candidates: Vec<Candidate>,
}

/// Most candidates of a place: a search counts through them in 16 bits.
pub const CANDIDATES_MAX: usize = u16::MAX as usize;

/// Most tiers of a place: the byte that is left says that nothing was executed yet.
pub const TIERS_MAX: usize = u8::MAX as usize;

/// A transition offered at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The transition.
    pub transition: TransitionId,
    /// Escapes of an `unless` have lower tiers: once a transition of a tier was executed, higher
    /// tiers are not tried. The main part is last.
    pub tier: u8,
}

/// One transition: what it does, where it leads.
///
/// As read from the source it has exactly one step; merging appends steps that cannot block.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Executed in order. Only the first may block.
    pub steps: Vec<Step>,
    /// Locals whose value cannot matter at `target`; set to zero after the steps.
    pub resets: Vec<LocalId>,
    /// The place it leads to. For [`Action::End`] the place it leaves (the process is gone).
    pub target: PlaceId,
    /// The way to `target` leads over a `goto`, a `break` or the start of a loop.
    pub jumps: bool,
    /// After it only this process may move (SPIN's "atomic" flag): the state reached is not stored
    /// unless the process is blocked there. Merging sets it where others cannot notice what is
    /// done then.
    pub atomic: bool,
}

/// A basic statement with its place in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What it does.
    pub action: Action,
    /// What is written, where optimisation has left some of it out of the action: an assignment to
    /// a variable that nothing reads. What tells of a step does it as well; it fails only where
    /// the action does.
    pub written: Option<Box<Action>>,
    /// The statement.
    pub source: Source,
}

impl Step {
    /// As written.
    pub fn new(action: Action, source: Source) -> Self {
        Self {
            action,
            written: None,
            source,
        }
    }

    /// What is written.
    pub fn as_written(&self) -> &Action {
        self.written.as_deref().unwrap_or(&self.action)
    }
}

/// Basic statements.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// `skip`, and the steps SPIN makes of some `goto`, `break` and joins: always executable, no
    /// effect.
    Skip,
    /// Executable when the value is not zero.
    Condition(Expr),
    /// Executable when no *earlier* candidate of its place was executed in this state; the search
    /// decides. As in SPIN, the `else` of a selection that is the first statement of an option does
    /// not look at the options behind that one.
    Else,
    /// Always executable; the value is truncated to the variable's width.
    Assign(Access, Expr),
    /// Always executable; a zero value is a violation.
    Assert(Expr),
    /// Always executable, no effect in a search.
    Print {
        /// The format string as written, without quotes, escapes not yet interpreted.
        format: String,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// `c!a,b` (sorted: `c!!a,b`). On a rendezvous channel, the first half of a handshake.
    Send {
        /// A variable of type `chan`.
        channel: Access,
        /// One value for each message field.
        arguments: Vec<Expr>,
        /// `!!`: inserted before the first greater message.
        sorted: bool,
    },
    /// `c?a,b` and its kin.
    Receive {
        /// A variable of type `chan`.
        channel: Access,
        /// One pattern for each message field.
        arguments: Vec<Pattern>,
        /// `??`: the first matching message, not only the head.
        random: bool,
        /// `?<..>`: the message stays.
        keep: bool,
    },
    /// `run P(..)`; too many processes is a run-time error.
    Run {
        /// What is started.
        proctype: ProctypeId,
        /// Values for the leading parameters; the missing ones are zero.
        arguments: Vec<Expr>,
        /// The priority of the new process, 1 to 255.
        priority: u8,
        /// Assigned afterwards; [`Expr::Spawned`] is the new pid.
        result: Option<(Access, Expr)>,
    },
    /// `set_priority(pid, n)`.
    SetPriority {
        /// Whose.
        process: Expr,
        /// The new one.
        priority: Expr,
    },
    /// `d_step { .. }`: all of it at once.
    Deterministic(Deterministic),
    /// The process dies; executable only for the youngest process.
    End,
}

/// The inside of a `d_step`: a control graph that is run through in one transition, from node 0
/// until a branch leads out.
///
/// At each node the first executable branch is taken. When there is none at node 0 the `d_step` is
/// not executable, at another node that is a run-time error.
#[derive(Clone, Debug, PartialEq)]
pub struct Deterministic {
    /// Control locations inside.
    pub nodes: Vec<Node>,
}

impl Action {
    /// A step that computes a value and keeps nothing: it has an effect only where that fails. No
    /// `skip`, which is free in a `D_proctype`.
    pub fn computation_of(value: Expr) -> Self {
        match value.can_fail() {
            true => Self::Assert(Expr::Binary(
                BinaryOp::Or,
                value.into(),
                Expr::Const(1).into(),
            )),
            false => Self::Assert(Expr::Const(1)),
        }
    }

    /// Whether it is for when the other options are blocked: an `else`, or a `d_step` that begins
    /// with one.
    pub fn is_else(&self) -> bool {
        match self {
            Self::Else => true,
            Self::Deterministic(inside) => match &inside.nodes[0].branches[..] {
                [only] => only.step.action.is_else(),
                _ => false,
            },
            _ => false,
        }
    }
}

impl Deterministic {
    /// All statements inside.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        let branches = self.nodes.iter().flat_map(|node| &node.branches);
        branches.map(|branch| &branch.step)
    }
}

/// A control location inside a `d_step`.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// In the order of the text, an `else` last.
    pub branches: Vec<Branch>,
}

/// A statement inside a `d_step`.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// No `run`, no `-end-`, no `d_step`; a send on a rendezvous channel is a run-time error, a
    /// receive from one can stand at node 0 only.
    pub step: Step,
    /// Where it leads to; `None` is behind the `d_step`.
    pub target: Option<NodeId>,
}

/// What a receive does with one message field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// A constant or `eval(..)`: executable only if the field has this value.
    Match(Expr),
    /// Stored into a variable, fields from left to right.
    Store(Access),
    /// `_`.
    Discard,
}
