//! The meaning of the IR in the plainest way: the oracle of the tests, slow on purpose.
//!
//! A [`State`] is plain data that is cloned for every step. [`Interpreter::successors`] answers what can happen in a state,
//! in the order in which SPIN's verifier tries it; [`search`] counts states and transitions as SPIN does.

mod evaluate;
pub mod search;
mod step;

use crate::ir::{Model, PlaceId, ProctypeId, SignatureId};

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
}

/// A channel with its messages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Channel {
    /// Its message type.
    pub signature: SignatureId,
    /// Messages it can hold; 0 is a rendezvous channel.
    pub capacity: u32,
    /// The process that made it and with which it vanishes; `None` for one that was there at the start.
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
    /// The elements of each parameter and local.
    pub locals: Vec<Vec<i32>>,
}

/// Why a path ends: an error while a step is executed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// An index outside of its array.
    Index,
    /// Division, or remainder, by zero.
    Division,
    /// An operation on channel 0 or on one that is gone.
    NoChannel,
    /// A send or receive with another number of fields than the channel's messages have.
    FieldCount,
    /// `run` with 255 processes alive.
    TooManyProcesses,
    /// More than 255 channels.
    TooManyChannels,
}

/// Something that can happen in a state.
#[derive(Clone, Debug)]
pub struct Successor {
    /// The state it leads to.
    pub state: State,
    /// The process that alone may move next: it is inside `atomic`.
    pub exclusive: Option<usize>,
    /// Steps on the path: 1, or 2 for a handshake.
    pub depth: usize,
    /// Assertions that failed on the way, by their text.
    pub failed: Vec<String>,
}

/// What can happen in a state.
#[derive(Debug, Default)]
pub struct Expansion {
    /// In order.
    pub successors: Vec<Successor>,
    /// Steps that were begun and ended in an error.
    pub faults: Vec<Fault>,
    /// A message was offered on a rendezvous channel, whether or not somebody took it.
    pub offered: bool,
}

/// Runs a model.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter<'m> {
    model: &'m Model,
}

impl<'m> Interpreter<'m> {
    /// An interpreter for a model that keeps the promises of [`crate::ir`].
    pub fn new(model: &'m Model) -> Self {
        Interpreter { model }
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
        };
        for proctype in &self.model.initial {
            self.create(&mut state, *proctype, &[])?;
        }
        Ok(state)
    }

    /// What can happen in a state. `exclusive` is the only process that may move, if any; `timeout` is true when it is
    /// known that nothing can happen otherwise.
    pub fn successors(&self, state: &State, exclusive: Option<usize>, timeout: bool) -> Expansion {
        let mut expansion = Expansion::default();
        let pids = match exclusive {
            Some(pid) => pid..pid + 1,
            None => 0..state.processes.len(),
        };
        for pid in pids.rev() {
            self.expand_process(state, pid, timeout, &mut expansion);
        }
        expansion
    }

    /// Whether every process stands where it may rest for ever.
    pub fn is_end_state(&self, state: &State) -> bool {
        let rests = |process: &Process| {
            self.model.proctypes[process.proctype.index()].places[process.place.index()].end
        };
        state.processes.iter().all(rests)
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
