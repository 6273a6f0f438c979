//! Conflict tags of a system, from the definitions in [`runtime::tags`]: a second implementation, beside that of the generator.

use std::collections::BTreeSet;

use runtime::tags::{Verb, When};

use super::flat::Try;
use super::plain::{Machine, Plain};
use super::table::{Cell, Index, Into, Statement, Test, Value};

/// A tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    /// What is done.
    pub verb: Verb,
    /// With what.
    pub object: Object,
    /// With which part.
    pub part: Part,
}

/// What several processes can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// A variable or an array.
    Global(usize),
    /// A channel.
    Channel(usize),
    /// How many processes are alive.
    Alive,
    /// Whether anything can move.
    Timeout,
}

/// Which part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All, or any.
    Any,
    /// This element.
    At(u8),
    /// The element whose index is this local of the process.
    Local(usize),
    /// The element whose index is the pid of the process.
    Pid,
}

/// Something that must hold before a statement can be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// How to find out whether it holds.
    pub question: Question,
    /// Who can bring it about.
    pub touches: Vec<Touch>,
}

/// Whether a need holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Nobody knows.
    Unknown,
    /// Local `0` equals (`1`) the constant `2`.
    Local(usize, bool, u8),
    /// The first cell of global `0` equals (`1`) the constant `2`; all scalars lie in one word.
    Cell(usize, bool, u8),
    /// The channel has a message.
    Message(usize),
    /// The channel has no message, or this at its head.
    Head(usize, u8),
    /// The channel has room.
    Room(usize),
    /// The process is the youngest.
    Youngest,
}

/// What a transition touches, with all that may follow it in an atomic sequence.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Its tags.
    pub touches: BTreeSet<Touch>,
    /// What its first statement needs.
    pub needs: Vec<Need>,
    /// Locals that it may assign.
    pub assigns: u64,
    /// Depends on everything.
    pub everything: bool,
}

/// By transition; for those that nobody comes to as well.
pub fn find(machine: &Machine) -> Vec<Own> {
    let mut found = vec![Own::default(); machine.flat.transitions.len()];
    for place in &machine.flat.places {
        for (i, it) in place.tries.iter().enumerate() {
            // The same escape is offered at several places: what it touches and needs is the same at each.
            let mut own = Own::default();
            let mut seen = BTreeSet::new();
            close(machine, &place.tries, i, &mut own, &mut seen);
            forget_changing_parts(&mut own);
            own.needs = needs(machine, &place.tries, i);
            found[it.transition] = own;
        }
    }
    found
}

/// Adds what candidate `i` of a place touches, and what may follow.
fn close(machine: &Machine, tries: &[Try], i: usize, own: &mut Own, seen: &mut BTreeSet<usize>) {
    let it = tries[i];
    let transition = &machine.flat.transitions[it.transition];
    let statement = transition.statement.as_ref();
    own.touches.extend(executed(machine, statement));
    own.assigns |= assigned(statement);
    for other in deciders(machine, tries, i) {
        match other {
            Some(touches) => own.touches.extend(touches),
            None => own.everything = true,
        }
    }
    // Behind a handshake it is the receiver that may go on alone.
    let goes_on = it.atomic && !is_offer(machine, statement);
    if !goes_on || !seen.insert(transition.target) {
        return;
    }
    let tries = &machine.flat.places[transition.target].tries;
    for (i, next) in tries.iter().enumerate() {
        let statement = machine.flat.transitions[next.transition].statement.as_ref();
        match asked(machine, statement) {
            Some(touches) => own.touches.extend(touches),
            // It moves a process of which nothing is known here.
            None => own.everything = true,
        }
        close(machine, tries, i, own, seen);
    }
}

/// What decides whether candidate `i` is tried at all: of an `else` all others, of what can be interrupted the escapes. `None` where
/// it depends on where processes stand.
fn deciders(machine: &Machine, tries: &[Try], i: usize) -> Vec<Option<Vec<Touch>>> {
    let it = tries[i];
    let is_else = machine.flat.transitions[it.transition].statement == Some(Statement::Else);
    let others = tries
        .iter()
        .enumerate()
        .filter(|(j, other)| other.tier < it.tier || (is_else && *j != i));
    let others = others.map(|(_, other)| {
        let statement = machine.flat.transitions[other.transition]
            .statement
            .as_ref();
        asked(machine, statement)
    });
    others.collect()
}

fn is_offer(machine: &Machine, statement: Option<&Statement>) -> bool {
    matches!(statement, Some(Statement::Send(channel, _)) if machine.system.channels[*channel] == 0)
}

/// What a statement touches that is executed.
fn executed(machine: &Machine, statement: Option<&Statement>) -> Vec<Touch> {
    let Some(statement) = statement else {
        return vec![touch(Verb::End, Object::Alive)];
    };
    let is_buffered = |channel: usize| machine.system.channels[channel] > 0;
    match statement {
        Statement::Skip | Statement::Else => Vec::new(),
        Statement::Timeout => vec![touch(Verb::Read, Object::Timeout)],
        Statement::Guard(tests) => tests.iter().flat_map(|it| tested(machine, it)).collect(),
        Statement::Assert(test) => tested(machine, test),
        Statement::Assign(cell, value) => {
            let written = of_cell(machine, Verb::Write, cell);
            written.into_iter().chain(read(machine, value)).collect()
        }
        Statement::Advance(cell) => of_cell(machine, Verb::Write, cell).into_iter().collect(),
        Statement::Send(channel, value) => {
            let verb = if is_buffered(*channel) {
                Verb::Send
            } else {
                Verb::Offer
            };
            let mut touches = vec![touch(verb, Object::Channel(*channel))];
            touches.extend(read(machine, value));
            touches
        }
        Statement::Receive(channel, into) => {
            let verb = if is_buffered(*channel) {
                Verb::Receive
            } else {
                Verb::Accept
            };
            let mut touches = vec![touch(verb, Object::Channel(*channel))];
            if let Into::Cell(cell) = into {
                touches.extend(of_cell(machine, Verb::Write, cell));
            }
            touches
        }
    }
}

/// What a statement looks at when it is found out whether it can be executed; `None`: where processes stand.
fn asked(machine: &Machine, statement: Option<&Statement>) -> Option<Vec<Touch>> {
    match statement {
        Some(Statement::Guard(tests)) => {
            Some(tests.iter().flat_map(|it| tested(machine, it)).collect())
        }
        Some(Statement::Timeout) => Some(vec![touch(Verb::Read, Object::Timeout)]),
        Some(Statement::Send(channel, _) | Statement::Receive(channel, _)) => {
            match (machine.system.channels[*channel], statement) {
                (0, Some(Statement::Send(..))) => None,
                // Not executable as long as nobody else moves.
                (0, _) => Some(Vec::new()),
                _ => Some(vec![touch(Verb::Ask, Object::Channel(*channel))]),
            }
        }
        None => Some(vec![touch(Verb::Read, Object::Alive)]),
        _ => Some(Vec::new()),
    }
}

fn tested(machine: &Machine, test: &Test) -> Vec<Touch> {
    match test {
        Test::Compare(cell, _, value) => {
            let left = of_cell(machine, Verb::Read, cell);
            left.into_iter().chain(read(machine, value)).collect()
        }
        Test::Fill(channel, _) | Test::Length(channel, _) | Test::Poll(channel, _) => {
            vec![touch(Verb::Ask, Object::Channel(*channel))]
        }
    }
}

fn touch(verb: Verb, object: Object) -> Touch {
    let part = Part::Any;
    Touch { verb, object, part }
}

fn read(machine: &Machine, value: &Value) -> Option<Touch> {
    match value {
        Value::Constant(_) => None,
        Value::Cell(cell) => of_cell(machine, Verb::Read, cell),
    }
}

fn of_cell(machine: &Machine, verb: Verb, cell: &Cell) -> Option<Touch> {
    match *cell {
        Cell::Local(_) => None,
        Cell::Global(global) => Some(touch(verb, Object::Global(global))),
        Cell::Element(global, index) => {
            let part = match index {
                Index::Constant(index) => Part::At(index),
                // What can be out of range is not asked for.
                Index::Local(_) if machine.system.globals[global] < 3 => Part::Any,
                Index::Local(local) => Part::Local(local),
                Index::Pid => Part::Pid,
            };
            let object = Object::Global(global);
            Some(Touch { verb, object, part })
        }
    }
}

fn assigned(statement: Option<&Statement>) -> u64 {
    match statement {
        Some(
            Statement::Assign(Cell::Local(local), _)
            | Statement::Advance(Cell::Local(local))
            | Statement::Receive(_, Into::Cell(Cell::Local(local))),
        ) => 1 << local,
        _ => 0,
    }
}

/// An index that the transition itself changes says nothing.
fn forget_changing_parts(own: &mut Own) {
    let assigns = own.assigns;
    let touches = own.touches.iter().map(|it| match it.part {
        Part::Local(local) if assigns >> local & 1 != 0 => touch(it.verb, it.object),
        _ => *it,
    });
    own.touches = touches.collect();
}

/// What can keep candidate `i` from being executed.
fn needs(machine: &Machine, tries: &[Try], i: usize) -> Vec<Need> {
    let unknown = |touches| Need {
        question: Question::Unknown,
        touches,
    };
    let statement = machine.flat.transitions[tries[i].transition]
        .statement
        .as_ref();
    let mut needs = own_needs(machine, statement);
    for other in deciders(machine, tries, i) {
        match other {
            Some(touches) if touches.is_empty() => {}
            Some(touches) => needs.push(unknown(touches)),
            // Whoever meets somebody there; the transition depends on everything in any case.
            None => return Vec::new(),
        }
    }
    needs
}

fn own_needs(machine: &Machine, statement: Option<&Statement>) -> Vec<Need> {
    let Some(statement) = statement else {
        let touches = vec![touch(Verb::Read, Object::Alive)];
        let question = Question::Youngest;
        return vec![Need { question, touches }];
    };
    match statement {
        Statement::Guard(tests) => tests.iter().map(|it| test_need(machine, it)).collect(),
        Statement::Send(channel, value) if machine.system.channels[*channel] == 0 => {
            // Whoever waits may wait for another message.
            let offer = touch(Verb::Offer, Object::Channel(*channel));
            let touches = [offer].into_iter().chain(read(machine, value)).collect();
            let question = Question::Unknown;
            vec![Need { question, touches }]
        }
        Statement::Send(channel, _) => {
            let question = Question::Room(*channel);
            let touches = vec![touch(Verb::AwaitReceive, Object::Channel(*channel))];
            vec![Need { question, touches }]
        }
        Statement::Receive(channel, into) => {
            let need = |question, verb| Need {
                question,
                touches: vec![touch(verb, Object::Channel(*channel))],
            };
            if machine.system.channels[*channel] == 0 {
                return vec![need(Question::Unknown, Verb::Accept)];
            }
            let mut needs = vec![need(Question::Message(*channel), Verb::AwaitSend)];
            if let Into::Match(value) = into {
                needs.push(need(Question::Head(*channel, *value), Verb::AwaitReceive));
            }
            needs
        }
        Statement::Timeout => vec![Need {
            question: Question::Unknown,
            touches: vec![touch(Verb::Read, Object::Timeout)],
        }],
        _ => Vec::new(),
    }
}

fn test_need(machine: &Machine, test: &Test) -> Need {
    let question = match test {
        Test::Compare(Cell::Local(local), equal, Value::Constant(value)) => {
            Question::Local(*local, *equal, *value)
        }
        Test::Compare(Cell::Global(global), equal, Value::Constant(value)) => {
            Question::Cell(machine.system.first_cell(*global), *equal, *value)
        }
        _ => Question::Unknown,
    };
    let touches = tested(machine, test);
    Need { question, touches }
}

impl Own {
    /// Whether two transitions of different processes conflict in a state.
    pub fn conflicts(&self, pid: usize, other: &Own, by: usize, state: &Plain, when: When) -> bool {
        self.everything
            || other.everything
            || self.touches.iter().any(|it| {
                let others = other.touches.iter();
                others
                    .clone()
                    .any(|its| it.conflicts(pid, its, by, state, when))
            })
    }
}

impl Touch {
    /// Whether two tags of different processes conflict in a state.
    pub fn conflicts(
        &self,
        pid: usize,
        other: &Touch,
        by: usize,
        state: &Plain,
        when: When,
    ) -> bool {
        self.object == other.object
            && self.verb.conflicts(other.verb, when)
            && match (self.part.index(pid, state), other.part.index(by, state)) {
                (Some(i), Some(j)) => i == j,
                _ => true,
            }
    }
}

impl Part {
    fn index(self, pid: usize, state: &Plain) -> Option<u8> {
        match self {
            Self::Any => None,
            Self::At(index) => Some(index),
            Self::Local(local) => Some(state.processes[pid].locals[local]),
            Self::Pid => Some(pid as u8),
        }
    }
}
