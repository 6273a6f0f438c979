//! The plainest meaning of the tables: a state is a value, a step makes another one.
//!
//! This shares nothing with the runtime but the words by which states are compared.

use super::flat::{Flat, Try};
use super::table::{
    CAPACITY_MAX, CELLS_MAX, CHANNELS_MAX, Cell, Fill, Index, Into, LOCALS, PROCESSES_MAX,
    Statement, System, Test, Value,
};

/// A state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plain {
    /// Globals, element by element.
    pub cells: [u8; CELLS_MAX],
    /// Channels.
    pub queues: [Queue; CHANNELS_MAX],
    /// Processes; those from `alive` on have ended.
    pub processes: [Process; PROCESSES_MAX],
    /// Processes that have not ended.
    pub alive: u8,
}

/// What a channel holds, the oldest message first; slots behind the last are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Queue {
    /// Messages.
    pub length: u8,
    /// The messages.
    pub slots: [u8; CAPACITY_MAX],
}

/// A process: all zero when it has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Process {
    /// Where it stands, by number.
    pub place: u16,
    /// Its locals.
    pub locals: [u8; LOCALS],
}

/// A message on offer: the channel and the value.
type Offer = (usize, u8);

/// An edge by name, as [`runtime::step::Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    /// The process that moves, or sends.
    pub pid: usize,
    /// Its transition.
    pub transition: usize,
    /// The receiver of a handshake and its transition.
    pub partner: Option<(usize, usize)>,
}

/// An executed edge.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its name.
    pub name: Name,
    /// Where it leads. Not changed to its end when it is `faulted`.
    pub after: Plain,
    /// The process that moved last.
    pub last: usize,
    /// That process alone may go on.
    pub atomic: bool,
    /// The transition whose assertion has failed.
    pub failed: Option<usize>,
    /// Assertions that have failed.
    pub failures: u8,
    /// The transition in which an index was wrong, or a `d_step` blocked.
    pub faulted: Option<usize>,
    /// It starts more processes than there may be.
    pub overfull: bool,
}

impl Edge {
    fn fails(&mut self, transition: usize, failures: u8) {
        self.failed = (failures > 0).then_some(transition);
        self.failures = failures;
    }
}

/// What becomes of a tried statement.
enum Outcome {
    Blocked,
    /// With this many assertions that have failed.
    Done(u8),
    Offers(Offer),
    /// The same, before it.
    Faulted(u8),
    /// There are too many processes.
    Full,
}

/// A wrong index.
struct WrongIndex;

/// A system with its control graphs.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The tables.
    pub system: System,
    /// Its places and transitions.
    pub flat: Flat,
    first_cells: Vec<usize>,
}

impl Machine {
    /// Makes a system executable.
    pub fn new(system: &System) -> Self {
        let first_cells = (0..system.globals.len()).map(|i| system.first_cell(i));
        Self {
            flat: Flat::new(system),
            first_cells: first_cells.collect(),
            system: system.clone(),
        }
    }

    /// The initial state.
    pub fn start(&self) -> Plain {
        let mut state = Plain::default();
        for (number, automaton) in self.system.processes.iter().enumerate() {
            if !automaton.idle {
                self.begin(&mut state, number);
            }
        }
        state
    }

    /// Adds a process; `false` if there are as many as there may be.
    fn begin(&self, state: &mut Plain, automaton: usize) -> bool {
        let Some(process) = state.processes.get_mut(usize::from(state.alive)) else {
            return false;
        };
        process.place = self.flat.starts[automaton] as u16;
        state.alive += 1;
        true
    }

    /// What a process does: an automaton, by number.
    pub fn automaton(&self, state: &Plain, pid: usize) -> Option<usize> {
        let is_alive = pid < usize::from(state.alive);
        is_alive.then(|| self.flat.places[usize::from(state.processes[pid].place)].process)
    }

    /// The edges of a state, or those of process `alone`. With nothing else to do, those behind
    /// `timeout`.
    pub fn edges(&self, state: &Plain, alone: Option<usize>) -> Vec<Edge> {
        let mut edges = Vec::new();
        self.add_edges(state, alone, false, &mut edges);
        if edges.is_empty() && alone.is_none() {
            self.add_edges(state, None, true, &mut edges);
        }
        edges
    }

    /// Nothing can move unless `timeout` is true.
    pub fn waits(&self, state: &Plain) -> bool {
        let mut edges = Vec::new();
        self.add_edges(state, None, false, &mut edges);
        edges.is_empty()
    }

    fn add_edges(&self, state: &Plain, alone: Option<usize>, timeout: bool, edges: &mut Vec<Edge>) {
        for pid in 0..usize::from(state.alive) {
            if alone.is_some_and(|alone| alone != pid) {
                continue;
            }
            let mut tier = None;
            for it in &self.flat.places[usize::from(state.processes[pid].place)].tries {
                let is_else = self.is_else(it);
                if tier.is_some_and(|tier| it.tier > tier || is_else) {
                    continue;
                }
                let before = edges.len();
                self.try_one(state, pid, it, timeout, edges);
                if edges.len() > before {
                    tier = Some(it.tier);
                }
            }
        }
    }

    fn is_else(&self, it: &Try) -> bool {
        self.flat.transitions[it.transition].statement == Some(Statement::Else)
    }

    fn try_one(&self, state: &Plain, pid: usize, it: &Try, timeout: bool, edges: &mut Vec<Edge>) {
        let mut edge = Edge {
            name: Name {
                pid,
                transition: it.transition,
                partner: None,
            },
            after: *state,
            last: pid,
            atomic: it.atomic,
            failed: None,
            failures: 0,
            faulted: None,
            overfull: false,
        };
        match self.execute(&mut edge.after, pid, it.transition, None, timeout) {
            Outcome::Blocked => {}
            Outcome::Done(failures) => {
                edge.fails(it.transition, failures);
                edges.push(edge);
            }
            Outcome::Faulted(failures) => {
                edge.fails(it.transition, failures);
                edge.faulted = Some(it.transition);
                edges.push(edge);
            }
            Outcome::Full => {
                edge.overfull = true;
                edges.push(edge);
            }
            Outcome::Offers(offer) => {
                let receivers = (0..usize::from(state.alive)).filter(|&receiver| receiver != pid);
                for receiver in receivers {
                    self.add_handshakes(&edge, receiver, offer, edges);
                }
            }
        }
    }

    /// The edges in which `receiver` takes what is offered.
    fn add_handshakes(&self, send: &Edge, receiver: usize, offer: Offer, edges: &mut Vec<Edge>) {
        let mut tier = None;
        for it in &self.flat.places[usize::from(send.after.processes[receiver].place)].tries {
            if tier.is_some_and(|tier| it.tier > tier) {
                continue;
            }
            let mut edge = *send;
            edge.name.partner = Some((receiver, it.transition));
            edge.last = receiver;
            edge.atomic = it.atomic;
            match self.execute(&mut edge.after, receiver, it.transition, Some(offer), false) {
                Outcome::Done(failures) => edge.fails(it.transition, failures),
                Outcome::Faulted(failures) => {
                    edge.fails(it.transition, failures);
                    edge.faulted = Some(it.transition);
                }
                Outcome::Blocked | Outcome::Offers(_) | Outcome::Full => continue,
            }
            tier = Some(it.tier);
            edges.push(edge);
        }
    }

    /// Tries a transition; blocked leaves the state as it was.
    fn execute(
        &self,
        state: &mut Plain,
        pid: usize,
        transition: usize,
        offer: Option<Offer>,
        timeout: bool,
    ) -> Outcome {
        let transition = &self.flat.transitions[transition];
        let provided = &self.system.processes[transition.process].provided;
        match provided.map(|test| self.holds(state, pid, &test)) {
            None | Some(Ok(true)) => {}
            Some(Ok(false)) => return Outcome::Blocked,
            Some(Err(WrongIndex)) => return Outcome::Faulted(0),
        }
        let Some(statement) = &transition.statement else {
            if offer.is_some() || pid + 1 != usize::from(state.alive) {
                return Outcome::Blocked;
            }
            state.alive -= 1;
            state.processes[pid] = Process::default();
            return Outcome::Done(0);
        };
        let outcome = self.perform(state, pid, statement, offer, timeout);
        let mut outcome = outcome.unwrap_or(Outcome::Faulted(0));
        for statement in &transition.then {
            let Outcome::Done(before) = outcome else {
                break;
            };
            outcome = match self.perform(state, pid, statement, None, false) {
                Ok(Outcome::Done(failures)) => Outcome::Done(before + failures),
                _ => Outcome::Faulted(before),
            };
        }
        if matches!(outcome, Outcome::Done(_) | Outcome::Offers(_)) {
            state.processes[pid].place = transition.target as u16;
        }
        outcome
    }

    fn perform(
        &self,
        state: &mut Plain,
        pid: usize,
        statement: &Statement,
        offer: Option<Offer>,
        timeout: bool,
    ) -> Result<Outcome, WrongIndex> {
        let done = Ok(Outcome::Done(0));
        let blocked = Ok(Outcome::Blocked);
        if offer.is_some() && !matches!(statement, Statement::Receive(..)) {
            return blocked;
        }
        match statement {
            Statement::Skip | Statement::Else => done,
            Statement::Timeout if timeout => done,
            Statement::Timeout => blocked,
            Statement::Guard(tests) => {
                for test in tests {
                    if !self.holds(state, pid, test)? {
                        return blocked;
                    }
                }
                done
            }
            Statement::Assign(cell, value) => {
                let value = self.value(state, pid, value)?;
                *self.cell(state, pid, cell)? = value;
                done
            }
            Statement::Advance(cell) => {
                let cell = self.cell(state, pid, cell)?;
                *cell = (*cell + 1) % 3;
                done
            }
            Statement::Assert(test) => {
                let holds = self.holds(state, pid, test)?;
                Ok(Outcome::Done(u8::from(!holds)))
            }
            Statement::Run(automaton) => match self.begin(state, *automaton) {
                true => done,
                false => Ok(Outcome::Full),
            },
            Statement::Send(channel, value) => {
                let capacity = self.system.channels[*channel];
                if capacity == 0 {
                    let value = self.value(state, pid, value)?;
                    return Ok(Outcome::Offers((*channel, value)));
                }
                if state.queues[*channel].length == capacity {
                    return blocked;
                }
                let value = self.value(state, pid, value)?;
                let queue = &mut state.queues[*channel];
                queue.slots[usize::from(queue.length)] = value;
                queue.length += 1;
                done
            }
            Statement::Receive(channel, into) => {
                let queue = state.queues[*channel];
                let message = match (self.system.channels[*channel], offer) {
                    (0, Some((on, value))) if on == *channel => value,
                    (1.., None) if queue.length > 0 => queue.slots[0],
                    _ => return blocked,
                };
                match into {
                    Into::Match(value) if *value != message => return blocked,
                    Into::Match(_) => {}
                    Into::Cell(cell) => *self.cell(state, pid, cell)? = message,
                }
                if offer.is_none() {
                    let queue = &mut state.queues[*channel];
                    queue.length -= 1;
                    queue.slots = [queue.slots[1], 0];
                }
                done
            }
        }
    }

    fn holds(&self, state: &mut Plain, pid: usize, test: &Test) -> Result<bool, WrongIndex> {
        let queue = |channel: &usize| (state.queues[*channel], self.system.channels[*channel]);
        Ok(match test {
            Test::Compare(cell, equal, value) => {
                let left = *self.cell(state, pid, cell)?;
                (left == self.value(state, pid, value)?) == *equal
            }
            Test::Fill(channel, fill) => {
                let (queue, capacity) = queue(channel);
                match fill {
                    Fill::Full => queue.length == capacity,
                    Fill::Empty => queue.length == 0,
                    Fill::NotFull => queue.length < capacity,
                    Fill::NotEmpty => queue.length > 0,
                }
            }
            Test::Length(channel, length) => queue(channel).0.length == *length,
            Test::Poll(channel, value) => {
                let (queue, _) = queue(channel);
                queue.length > 0 && queue.slots[0] == *value
            }
            Test::Alive(count) => state.alive == *count,
        })
    }

    fn value(&self, state: &mut Plain, pid: usize, value: &Value) -> Result<u8, WrongIndex> {
        match value {
            Value::Constant(value) => Ok(*value),
            Value::Cell(cell) => self.cell(state, pid, cell).copied(),
        }
    }

    fn cell<'s>(
        &self,
        state: &'s mut Plain,
        pid: usize,
        cell: &Cell,
    ) -> Result<&'s mut u8, WrongIndex> {
        match *cell {
            Cell::Local(local) => Ok(&mut state.processes[pid].locals[local]),
            Cell::Global(global) => Ok(&mut state.cells[self.first_cells[global]]),
            Cell::Element(global, index) => {
                let index = match index {
                    Index::Constant(index) => index,
                    Index::Local(local) => state.processes[pid].locals[local],
                    Index::Pid => pid as u8,
                };
                if index >= self.system.globals[global] {
                    return Err(WrongIndex);
                }
                Ok(&mut state.cells[self.first_cells[global] + usize::from(index)])
            }
        }
    }

    /// Everybody rests where it may.
    pub fn is_valid_end(&self, state: &Plain) -> bool {
        let mut alive = state.processes[..usize::from(state.alive)].iter();
        alive.all(|process| self.flat.places[usize::from(process.place)].end)
    }
}
