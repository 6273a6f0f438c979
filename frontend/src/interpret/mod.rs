//! The meaning of the IR in the plainest way: the oracle of the tests, slow on purpose.
//!
//! A [`State`] is plain data that is cloned for every step. [`Interpreter::successors`] answers
//! what can happen in a state, in the order in which SPIN's verifier tries it; [`search`] counts
//! states and transitions as SPIN does.

pub mod claim;
pub mod cycles;
mod deterministic;
mod enabled;
mod evaluate;
mod fault;
mod messages;
mod print;
pub mod product;
mod promise;
pub mod run;
pub mod search;
mod step;
mod trace;
pub mod view;

use std::cell::RefCell;
use std::fmt;

use crate::ir::{Model, PlaceId, ProctypeId, SignatureId, Step, TransitionId};

pub use claim::Letter;
pub use fault::Fault;
pub use print::conversions;
pub use promise::Broken;

/// Most processes, and most channels, at a time.
const LIVE_MAX: usize = 255;

/// The state of a system.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The elements of each global.
    pub globals: Vec<Vec<i32>>,
    /// Channels that exist: the channel with id `i + 1` at index `i`.
    pub channels: Vec<Channel>,
    /// Processes that are alive: process `pid` at index `pid`.
    pub processes: Vec<Process>,
    /// The process that made the last step, when the model asks for it; else 0.
    pub last: usize,
    /// Where the `trace` stands; 0 without one.
    pub trace: PlaceId,
    /// Characters that `STDIN` has given; 0 without an [`Input`].
    pub read: usize,
}

/// The characters of the standard input, for a simulation.
pub trait Input: fmt::Debug {
    /// The one at this position; `None` behind the end. May wait for it.
    fn character(&self, position: usize) -> Option<u8>;
}

/// A channel with its messages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Channel {
    /// Its message type.
    pub signature: SignatureId,
    /// Messages it can hold; 0 is a rendezvous channel.
    pub capacity: u32,
    /// The process that made it and with which it vanishes; `None` for one that was there at the
    /// start.
    pub owner: Option<usize>,
    /// Messages, oldest first.
    pub messages: Vec<Vec<i32>>,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// What it runs.
    pub proctype: ProctypeId,
    /// Where it stands.
    pub place: PlaceId,
    /// From 1 to 255.
    pub priority: u8,
    /// The elements of each parameter and local.
    pub locals: Vec<Vec<i32>>,
}

/// Who moves, by which transition of its proctype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The process.
    pub pid: usize,
    /// Its transition.
    pub transition: TransitionId,
    /// The receiver in a handshake, and its transition.
    pub partner: Option<(usize, TransitionId)>,
}

/// A statement that was executed.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<'m> {
    /// By whom.
    pub pid: usize,
    /// The statement.
    pub step: &'m Step,
    /// What is to be seen of it beside the state.
    pub effect: Effect,
    /// What is wrong with it although the path goes on.
    pub violation: Option<Violation>,
}

impl Event<'_> {
    /// Whether it is an assertion that fails.
    pub fn fails(&self) -> bool {
        self.violation == Some(Violation::Assertion)
    }
}

/// An error with which the path goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// The assertion does not hold.
    Assertion,
    /// A `D_proctype` could have done something else.
    Nondeterminism,
    /// The `trace` has no event for the message.
    Trace,
    /// The message is the last event of the `notrace`.
    Notrace,
    /// A channel is used that another process has for itself; only [`Interpreter::with_promises`].
    Promise(Broken),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Assertion => "assertion violated",
            Self::Nondeterminism => "non-determinism in D_proctype",
            Self::Trace => "trace: no event fits",
            Self::Notrace => "notrace: all events matched",
            Self::Promise(_) => "another process has this channel for itself",
        })
    }
}

/// What is to be seen of a statement beside the state it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It has printed this: Latin-1 characters of the values of `%c`, else UTF-8.
    Printed(Vec<u8>),
    /// A message went into a channel (index into [`State::channels`]), or was offered on it.
    Sent {
        /// Which.
        channel: usize,
        /// Its fields as they are kept.
        message: Vec<i32>,
    },
    /// A message was taken from a channel, or read and left there.
    Received {
        /// Which.
        channel: usize,
        /// Its fields.
        message: Vec<i32>,
    },
    /// A character was read from `STDIN`.
    Read(u8),
}

/// Something that can happen in a state.
#[derive(Clone, Debug)]
pub struct Successor<'m> {
    /// Who moves.
    pub by: Move,
    /// The state it leads to.
    pub state: State,
    /// The process that alone may move next: it is inside `atomic`.
    pub exclusive: Option<usize>,
    /// Steps on the path: 1, or 2 for a handshake.
    pub depth: usize,
    /// The statements executed, in order.
    pub events: Vec<Event<'m>>,
}

impl<'m> Successor<'m> {
    /// What was wrong on the way, with the statement.
    pub fn failed(&self) -> impl Iterator<Item = (Violation, &'m Step)> {
        failed(&self.events)
    }
}

/// What was wrong in these statements.
fn failed<'m>(events: &[Event<'m>]) -> impl Iterator<Item = (Violation, &'m Step)> {
    let events = events.iter();
    events.filter_map(|event| Some((event.violation?, event.step)))
}

/// A step that was begun and ended in an error.
#[derive(Clone, Debug)]
pub struct FailedStep<'m> {
    /// Who moved.
    pub by: Move,
    /// The statements begun, in order; the last one is at fault.
    pub events: Vec<Event<'m>>,
    /// What went wrong.
    pub fault: Fault,
}

impl<'m> FailedStep<'m> {
    /// What was wrong before the error, with the statement.
    pub fn failed(&self) -> impl Iterator<Item = (Violation, &'m Step)> {
        failed(&self.events)
    }
}

/// What can happen in a state.
#[derive(Debug, Default)]
pub struct Expansion<'m> {
    /// In order.
    pub successors: Vec<Successor<'m>>,
    /// Steps that were begun and ended in an error.
    pub faults: Vec<FailedStep<'m>>,
    /// A message was offered on a rendezvous channel, whether or not somebody took it.
    pub offered: bool,
}

/// Most steps of a `d_step`; a longer one is taken for one without an end, since each of its
/// statements is remembered.
const LONGEST_D_STEP: usize = 10_000_000;

/// Runs a model.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter<'m> {
    model: &'m Model,
    input: Option<&'m dyn Input>,
    watches_promises: bool,
    /// A step ends behind an assertion that fails.
    stops: bool,
    longest_d_step: usize,
}

impl<'m> Interpreter<'m> {
    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// An interpreter for a model that keeps the promises of [`crate::ir`].
    pub fn new(model: &'m Model) -> Self {
        Interpreter {
            model,
            input: None,
            watches_promises: false,
            stops: false,
            longest_d_step: LONGEST_D_STEP,
        }
    }

    /// With another bound on the steps of a `d_step`.
    pub fn with_longest_d_step(self, longest_d_step: usize) -> Self {
        Self {
            longest_d_step,
            ..self
        }
    }

    /// A step goes no further than an assertion that fails, to show what was true there: its
    /// process stays where it was.
    pub fn stopping(self) -> Self {
        Self {
            stops: true,
            ..self
        }
    }

    /// With something to read from `STDIN`; without, it is a channel that was never initialised, as
    /// in SPIN's verifier.
    pub fn with_input(self, input: &'m dyn Input) -> Self {
        let input = Some(input);
        Self { input, ..self }
    }

    /// The state before the first step.
    ///
    /// # Errors
    /// When an initial value of a local cannot be computed.
    pub fn initial(&self) -> Result<State, Fault> {
        let globals = self
            .model
            .globals
            .iter()
            .map(|variable| variable.initial.clone())
            .collect();
        let new = |channel: &crate::ir::Channel| Channel {
            signature: channel.signature,
            capacity: channel.capacity,
            owner: None,
            messages: Vec::new(),
        };
        let channels = self.model.channels.iter().map(new).collect();
        let mut state = State {
            globals,
            channels,
            processes: Vec::new(),
            last: 0,
            read: 0,
            trace: self
                .model
                .trace
                .as_ref()
                .map_or(PlaceId(0), |trace| trace.start),
        };
        for id in &self.model.initial {
            let priority = self.model.proctypes[id.index()].priority;
            self.create(&mut state, *id, priority, &[])?;
        }
        Ok(state)
    }

    /// What can happen between two steps of a run, by `timeout` if nothing else can, and whether
    /// that is so.
    pub fn moves(self, state: &State) -> (Expansion<'m>, bool) {
        let expansion = self.successors(state, None, false);
        match expansion.is_stuck() {
            true => (self.successors(state, None, true), true),
            false => (expansion, false),
        }
    }

    /// What can happen in a state. `exclusive` is the only process that may move, if any; `timeout`
    /// is true when it is known that nothing can happen otherwise.
    pub fn successors(
        &self,
        state: &State,
        exclusive: Option<usize>,
        timeout: bool,
    ) -> Expansion<'m> {
        let mut expansion = Expansion::default();
        let pids = match exclusive {
            Some(pid) => pid..pid + 1,
            None => 0..state.processes.len(),
        };
        let answers = RefCell::default();
        for pid in pids.rev() {
            self.expand_process(state, pid, timeout, &answers, &mut expansion);
        }
        expansion
    }

    /// Whether every process, and the `trace` while there are processes, stands where it may rest
    /// for ever.
    pub fn is_end_state(&self, state: &State) -> bool {
        self.is_trace_complete(state) && self.may_all_rest(state)
    }

    /// Whether every process stands where it may rest for ever.
    pub fn may_all_rest(&self, state: &State) -> bool {
        let rests = |process: &Process| {
            self.model.proctypes[process.proctype.index()].places[process.place.index()].end
        };
        state.processes.iter().all(rests)
    }

    /// Whether the `trace`, if there is one, may end where it stands; with all processes gone it
    /// always may.
    pub fn is_trace_complete(&self, state: &State) -> bool {
        let trace = self.model.trace.as_ref();
        let may_end = trace.is_none_or(|trace| trace.places[state.trace.index()].end);
        state.processes.is_empty() || may_end
    }

    /// The state without the variables that are not part of it.
    pub fn visible(&self, state: &State) -> State {
        let mut state = state.clone();
        for (values, variable) in state.globals.iter_mut().zip(&self.model.globals) {
            if variable.hidden {
                values.clear();
            }
        }
        state
    }
}
