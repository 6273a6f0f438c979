//! A system as a model of the runtime, which interprets its tables.
//!
//! The tables of a model are constant data, so those of a system are leaked: some kilobytes each. A
//! campaign runs its systems in child processes of some thousands each.

use runtime::claim::ClaimInfo;
use runtime::model::{
    Candidate, ChannelInfo, Effect, Model, ModelInfo, PlaceId, PlaceInfo, ProctypeInfo, QueueKind,
    Role, Shown, SourceInfo, Step, TransitionId, TransitionInfo, Variable,
};
use runtime::state::{Array, Faulted, Field, Process, Queue, State};
use runtime::tables::{array, at, channel, offer, proctype, scalar, unsigned};
use runtime::tags::Tags;

use super::flat::Flat;
use super::plain::{Machine, Plain};
use super::table::{
    CELLS_MAX, CHANNELS_MAX, Cell, Fill, Index, Into, LOCALS, PROCESSES_MAX, Statement, System,
    Test, Value,
};

/// Where a process stands.
pub const PLACE: Field = Field::unsigned(0, 0, PLACE_BITS);
/// Its bits.
pub const PLACE_BITS: u8 = 12;
/// Bits of a value.
const BITS: u8 = 2;

/// A field of a process.
pub const fn local(number: usize) -> Field {
    Field::unsigned(0, PLACE_BITS + BITS * number as u8, BITS)
}

/// A scalar, or an element; all globals are in one word.
pub const fn global(cell: usize) -> Field {
    Field::unsigned(0, BITS * cell as u8, BITS)
}

const MESSAGE: [runtime::model::MessageField; 1] = [unsigned(0, BITS, Shown::Number)];

/// By capacity.
static QUEUES: [QueueKind; 3] = [
    QueueKind::new(0, &MESSAGE),
    QueueKind::new(1, &MESSAGE),
    QueueKind::new(2, &MESSAGE),
];

/// Names of globals.
pub const GLOBALS: [&str; CELLS_MAX] = [
    "g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10", "g11", "g12", "g13", "g14",
    "g15",
];
/// Names of channels.
pub const CHANNELS: [&str; CHANNELS_MAX] = ["c0", "c1", "c2"];
const PROCESSES: [&str; PROCESSES_MAX] = ["P0", "P1", "P2", "P3"];

static VARIABLES: [Variable; LOCALS] = [scalar(0, "l0", local(0)), scalar(1, "l1", local(1))];

/// A system behind the runtime's contract.
pub struct Tables {
    /// The tables, for anyone who wants to look at them.
    pub machine: Machine,
    info: &'static ModelInfo,
}

impl Tables {
    /// The model of a system, with these objects and conflict tags.
    pub fn new(machine: &Machine, objects: &'static [&'static str], tags: &'static [Tags]) -> Self {
        Self::with_claims(machine, objects, tags, &[])
    }

    /// The same with claims.
    pub fn with_claims(
        machine: &Machine,
        objects: &'static [&'static str],
        tags: &'static [Tags],
        claims: &'static [ClaimInfo],
    ) -> Self {
        let Machine { system, flat, .. } = machine;
        let globals = system.globals.iter().enumerate();
        let globals = globals.map(|(i, &length)| {
            let first = global(system.first_cell(i));
            match length {
                0 => scalar(i as u32, GLOBALS[i], first),
                length => {
                    let cells = Array::unsigned(first.shift.into(), BITS, BITS, length.into());
                    array(i as u32, GLOBALS[i], cells)
                }
            }
        });
        let channels = system.channels.iter().zip(CHANNELS);
        let channels = channels.map(|(&capacity, name)| channel(name, capacity.into()));
        let processes = PROCESSES.iter().take(system.processes.len());
        let info = ModelInfo {
            name: "system",
            files: &["system.pml"],
            digest: "",
            generator: "by chance",
            options: "--unoptimized",
            global_words: 1,
            place_bits: PLACE_BITS,
            globals: leak(globals.collect()),
            channels: leak::<ChannelInfo>(channels.collect()),
            queues: &QUEUES,
            proctypes: leak::<ProctypeInfo>(
                processes
                    .map(|name| proctype(name, 1, &VARIABLES, &[]))
                    .collect(),
            ),
            places: leak(places(flat, system)),
            transitions: leak(transitions(flat)),
            objects,
            tags,
            claims,
            ..ModelInfo::EMPTY
        };
        Self {
            machine: machine.clone(),
            info: Box::leak(Box::new(info)),
        }
    }
}

/// Makes constant data of a list.
pub fn leak<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

fn places(flat: &Flat, system: &System) -> Vec<PlaceInfo> {
    let places = flat.places.iter().enumerate().map(|(number, place)| {
        let candidates = place.tries.iter().map(|it| Candidate {
            tier: it.tier,
            role: match &flat.transitions[it.transition].statement {
                Some(Statement::Else) => Role::Else,
                Some(Statement::Send(..)) => Role::Offer,
                Some(Statement::Receive(channel, _)) if system.channels[*channel] == 0 => {
                    Role::Receive
                }
                _ => Role::Plain,
            },
            atomic: it.atomic,
            ..offer(it.transition as u32)
        });
        PlaceInfo {
            // No one asks for the proctype of the place where processes are that have ended.
            proctype: if number == 0 { 0 } else { place.process as u16 },
            file: 0,
            line: number as u32,
            end: place.end,
            accept: false,
            progress: false,
            candidates: leak(candidates.collect()),
        }
    });
    places.collect()
}

/// A transition's number is its line, by which a violation names it.
fn transitions(flat: &Flat) -> Vec<TransitionInfo> {
    let transitions = flat.transitions.iter().enumerate();
    let transitions = transitions.map(|(number, transition)| {
        let source = at(number as u32, "");
        let inside = match transition.then.len() {
            0 => 0,
            then => then + 1,
        };
        TransitionInfo {
            proctype: transition.process as u16,
            effect: Effect::Other,
            target: PlaceId(transition.target as u32),
            steps: leak::<SourceInfo>(vec![source]),
            inside: leak(vec![source; inside]),
        }
    });
    transitions.collect()
}

impl Model for Tables {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for (number, automaton) in self.machine.system.processes.iter().enumerate() {
            if !automaton.idle {
                self.begin(state, number)?;
            }
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        id: TransitionId,
    ) -> Result<Step, Faulted> {
        let transition = &self.machine.flat.transitions[id.0 as usize];
        let automaton = &self.machine.system.processes[transition.process];
        if let Some(test) = &automaton.provided
            && !self.holds(state, process, test)?
        {
            return Ok(Step::Blocked);
        }
        let Some(statement) = &transition.statement else {
            let ended = state.end_process(process);
            return Ok(if ended { Step::Done } else { Step::Blocked });
        };
        let step = self.perform(state, process, id, statement)?;
        if step == Step::Done {
            for statement in &transition.then {
                if self.perform(state, process, id, statement)? != Step::Done {
                    return Err(state.blocked_in_d_step("d_step"));
                }
            }
        }
        if step != Step::Blocked {
            state.set(process.at(PLACE), transition.target as i32);
        }
        Ok(step)
    }
}

impl Tables {
    fn begin(&self, state: &mut State, automaton: usize) -> Result<(), Faulted> {
        let process = state.spawn(automaton as u16)?;
        let start = self.machine.flat.starts[automaton];
        state.set(process.at(PLACE), start as i32);
        Ok(())
    }

    fn perform(
        &self,
        state: &mut State,
        process: Process,
        id: TransitionId,
        statement: &Statement,
    ) -> Result<Step, Faulted> {
        match statement {
            Statement::Skip | Statement::Else => {}
            Statement::Timeout if !state.timeout() => return Ok(Step::Blocked),
            Statement::Timeout => {}
            Statement::Guard(tests) => {
                for test in tests {
                    if !self.holds(state, process, test)? {
                        return Ok(Step::Blocked);
                    }
                }
            }
            Statement::Assign(cell, value) => {
                let value = self.value(state, process, value)?;
                let field = self.field(state, process, cell)?;
                state.set(field, value);
            }
            Statement::Advance(cell) => {
                let field = self.field(state, process, cell)?;
                state.set(field, (state.get(field) + 1) % 3);
            }
            Statement::Assert(test) => {
                let holds = self.holds(state, process, test)?;
                state.assert(holds, &self.info.transitions[id.0 as usize].steps[0]);
            }
            Statement::Run(automaton) => self.begin(state, *automaton)?,
            Statement::Send(channel, value) => {
                let queue = queue(state, *channel)?;
                if !state.can_send(queue) {
                    return Ok(Step::Blocked);
                }
                let value = self.value(state, process, value)?;
                return Ok(state.send(queue, &[value]));
            }
            Statement::Receive(channel, into) => {
                let queue = queue(state, *channel)?;
                if !state.can_receive(queue) {
                    return Ok(Step::Blocked);
                }
                let message = state.incoming(queue, 0);
                match into {
                    Into::Match(value) if i32::from(*value) != message => return Ok(Step::Blocked),
                    Into::Match(_) => {}
                    Into::Cell(cell) => {
                        let field = self.field(state, process, cell)?;
                        state.set(field, message);
                    }
                }
                state.take(queue);
            }
        }
        Ok(Step::Done)
    }

    fn holds(&self, state: &State, process: Process, test: &Test) -> Result<bool, Faulted> {
        Ok(match test {
            Test::Compare(cell, equal, value) => {
                let left = state.get(self.field(state, process, cell)?);
                (left == self.value(state, process, value)?) == *equal
            }
            Test::Fill(channel, fill) => {
                let queue = queue(state, *channel)?;
                match fill {
                    Fill::Full => state.is_full(queue),
                    Fill::Empty => state.queue_length(queue) == 0,
                    Fill::NotFull => !state.is_full(queue),
                    Fill::NotEmpty => state.queue_length(queue) > 0,
                }
            }
            Test::Length(channel, length) => {
                state.queue_length(queue(state, *channel)?) == u32::from(*length)
            }
            Test::Poll(channel, value) => {
                let queue = queue(state, *channel)?;
                state.queue_length(queue) > 0 && state.message(queue, 0, 0) == i32::from(*value)
            }
            Test::Alive(count) => state.process_count() == u32::from(*count),
        })
    }

    fn value(&self, state: &State, process: Process, value: &Value) -> Result<i32, Faulted> {
        match value {
            Value::Constant(value) => Ok(i32::from(*value)),
            Value::Cell(cell) => Ok(state.get(self.field(state, process, cell)?)),
        }
    }

    fn field(&self, state: &State, process: Process, cell: &Cell) -> Result<Field, Faulted> {
        let system = &self.machine.system;
        match *cell {
            Cell::Local(number) => Ok(process.at(local(number))),
            Cell::Global(number) => Ok(global(system.first_cell(number))),
            Cell::Element(number, index) => {
                let index = match index {
                    Index::Constant(index) => i32::from(index),
                    Index::Local(number) => state.get(process.at(local(number))),
                    Index::Pid => i32::from(process.pid),
                };
                let length = u32::from(system.globals[number]);
                let index = state.index(index, length, GLOBALS[number])?;
                Ok(global(system.first_cell(number) + index as usize))
            }
        }
    }
}

fn queue(state: &State, channel: usize) -> Result<Queue, Faulted> {
    state.channel(channel as i32 + 1, CHANNELS[channel])
}

/// A channel, wherever the state is.
pub fn constant_queue(system: &System, channel: usize) -> Queue {
    let kind = |channel: usize| &QUEUES[usize::from(system.channels[channel])];
    Queue {
        id: channel as u8 + 1,
        base: 1 + (0..channel).map(|it| kind(it).words).sum::<u32>(),
        kind: kind(channel),
    }
}

/// The words of a state.
pub fn words(machine: &Machine, state: &Plain) -> Box<[u32]> {
    let cells = state.cells.iter().enumerate();
    let globals = cells.fold(0, |word, (i, &cell)| global(i).replace(word, cell.into()));
    let mut words = vec![globals];
    for (queue, &capacity) in state.queues.iter().zip(&machine.system.channels) {
        if capacity > 0 {
            let slots = queue.slots.iter().enumerate();
            let slots = slots.fold(0, |word, (i, &it)| {
                word | u32::from(it) << (u32::from(BITS) * i as u32)
            });
            let length = QUEUES[usize::from(capacity)].length;
            words.push(length.replace(slots, queue.length.into()));
        }
    }
    for process in &state.processes[..usize::from(state.alive)] {
        let locals = process.locals.iter().enumerate();
        let word = PLACE.replace(0, process.place.into());
        words.push(locals.fold(word, |word, (i, &it)| local(i).replace(word, it.into())));
    }
    words.into_boxed_slice()
}
