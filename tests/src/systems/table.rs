//! Small systems as tables: everything a system of a campaign can have.
//!
//! Values are 0, 1 and 2 and all variables begin with 0. Each automaton that is not idle is that of
//! one process, and these have the pids from 0 on; an idle one is that of each process that a `run`
//! starts. A process has two locals, and places that it goes to by number. At a place it has
//! choices; a choice is a sequence of stages, and a stage a statement or several of which one is
//! taken.

use serde::{Deserialize, Serialize};

/// A system of processes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct System {
    /// Elements of each global; 0 is a scalar.
    pub globals: Vec<u8>,
    /// Capacity of each channel; 0 is a rendezvous channel. Messages have one field.
    pub channels: Vec<u8>,
    /// What processes do.
    pub processes: Vec<Automaton>,
}

/// What a process does: it begins at its first place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Automaton {
    /// No process of it is there at the start.
    #[serde(default)]
    pub idle: bool,
    /// What must hold for each step, its end included: something about globals.
    #[serde(default)]
    pub provided: Option<Test>,
    /// Where it can be between its choices.
    pub places: Vec<Place>,
}

/// A place with a label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The process may rest here for ever.
    pub end: bool,
    /// What it can do here; without any it is stuck.
    pub choices: Vec<Choice>,
    /// What interrupts the choices, also between their stages.
    pub escape: Option<Choice>,
}

/// A way to the next place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// No one else may move between the stages.
    pub atomic: bool,
    /// All stages are one step, which is an error if one behind the first is blocked. Each is one
    /// statement.
    #[serde(default)]
    pub d_step: bool,
    /// One after the other; at least one. Each is at least one statement; the first stage has just
    /// one.
    pub stages: Vec<Vec<Statement>>,
    /// The place it leads to. `None`: the process ends; only at the last place.
    pub target: Option<usize>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    /// Nothing.
    Skip,
    /// Waits until all of this holds.
    Guard(Vec<Test>),
    /// `x = v`.
    Assign(Cell, Value),
    /// `x = (x + 1) % 3`.
    Advance(Cell),
    /// Asserts.
    Assert(Test),
    /// `c!v`.
    Send(usize, Value),
    /// `c?x`, or `c?1`.
    Receive(usize, Into),
    /// Taken when no other can be.
    Else,
    /// Waits until nothing else can move.
    Timeout,
    /// Starts a process of this automaton, which is idle.
    Run(usize),
}

/// What is done with a received message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Into {
    /// Stored.
    Cell(Cell),
    /// Compared: no other message is received.
    Match(u8),
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Test {
    /// `x == v`, or `x != v`.
    Compare(Cell, bool, Value),
    /// `full(c)` and its like, of a buffered channel.
    Fill(usize, Fill),
    /// `len(c) == n`.
    Length(usize, u8),
    /// `c?[1]`: whether a receive could be executed.
    Poll(usize, u8),
    /// `_nr_pr == n`.
    Alive(u8),
}

/// How full a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "Promela's own names")]
pub enum Fill {
    Full,
    Empty,
    NotFull,
    NotEmpty,
}

/// Something to assign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// A constant.
    Constant(u8),
    /// What a variable holds.
    Cell(Cell),
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// A local of the process.
    Local(usize),
    /// A scalar global.
    Global(usize),
    /// An element of an array.
    Element(usize, Index),
}

/// An index of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Index {
    /// A constant.
    Constant(u8),
    /// What a local holds: with an array of two elements this may be wrong.
    Local(usize),
    /// `_pid`.
    Pid,
}

/// Most automata of a system, and most processes that may be alive.
pub const PROCESSES_MAX: usize = 4;
/// Locals of each process.
pub const LOCALS: usize = 2;
/// Most channels of a system.
pub const CHANNELS_MAX: usize = 3;
/// Most scalars and elements of arrays together.
pub const CELLS_MAX: usize = 16;
/// Largest capacity.
pub const CAPACITY_MAX: usize = 2;

impl System {
    /// The position of a global's first cell among all of them.
    pub fn first_cell(&self, global: usize) -> usize {
        let sizes = self.globals[..global].iter();
        sizes.map(|&length| usize::from(length.max(1))).sum()
    }

    /// Processes at the start.
    pub fn started(&self) -> usize {
        self.processes.iter().filter(|it| !it.idle).count()
    }

    /// Every choice, escapes included.
    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        let places = self.processes.iter().flat_map(|process| &process.places);
        places.flat_map(|place| place.choices.iter().chain(&place.escape))
    }

    /// Every statement.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        let stages = self.choices().flat_map(|choice| &choice.stages);
        stages.flatten()
    }
}

impl Choice {
    /// One statement.
    pub fn simple(statement: Statement, target: usize) -> Self {
        Self::sequence(vec![vec![statement]], Some(target))
    }

    /// These stages, atomic if there are several.
    pub fn sequence(stages: Vec<Vec<Statement>>, target: Option<usize>) -> Self {
        Self {
            atomic: stages.len() > 1,
            d_step: false,
            stages,
            target,
        }
    }
}
