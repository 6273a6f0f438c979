//! What claims can look at.

use runtime::state::{Faulted, State};
use runtime::tags::Verb;
use serde::{Deserialize, Serialize};

use crate::systems::model::{PLACE_BITS, global};
use crate::systems::plain::{Machine, Plain};
use crate::systems::table::{PROCESSES_MAX, System};
use crate::systems::tags::{Object, Part, Touch};

/// Most cells of a system with claims: their place lies behind them in one word.
pub const CELLS_MAX: usize = 12;

/// A condition on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proposition {
    /// Global `0` has, at index `1`, the value `2`.
    Cell(usize, u8, u8),
    /// Buffered channel `0` has this many messages.
    Length(usize, u8),
    /// This many processes are alive.
    Alive(u8),
    /// Nothing can move but by `timeout`.
    Timeout,
    /// The process with pid `0` is one of automaton `1` and stands at place `2` of it.
    At(u8, usize, usize),
}

/// What a proposition is in a model's tables.
type Holds = fn(&mut State) -> Result<bool, Faulted>;

impl Proposition {
    /// All that can be asked of a system.
    pub fn all(system: &System) -> Vec<Self> {
        let mut all = Vec::new();
        for (number, &length) in system.globals.iter().enumerate() {
            for index in 0..length.max(1) {
                all.extend((0..3).map(|value| Self::Cell(number, index, value)));
            }
        }
        for (channel, &capacity) in system.channels.iter().enumerate() {
            if capacity > 0 {
                all.extend((0..=capacity).map(|length| Self::Length(channel, length)));
            }
        }
        all.extend((0..=PROCESSES_MAX as u8).map(Self::Alive));
        let mut active = 0;
        for (number, automaton) in system.processes.iter().enumerate() {
            // The first that is started while all others are there.
            let pid = if automaton.idle {
                system.started()
            } else {
                active
            };
            active += usize::from(!automaton.idle);
            let places = 0..automaton.places.len();
            all.extend(places.map(|place| Self::At(pid as u8, number, place)));
        }
        all
    }

    /// Whether the system has what it names.
    pub fn fits(self, system: &System) -> bool {
        match self {
            Self::At(_, automaton, place) => {
                let automaton = system.processes.get(automaton);
                automaton.is_some_and(|it| place < it.places.len())
            }
            _ => true,
        }
    }

    /// Whether it is about where a process stands.
    pub fn is_place(self) -> bool {
        matches!(self, Self::At(..))
    }

    /// Whether it holds; `waits` says whether nothing can move but by `timeout`.
    pub fn holds(self, machine: &Machine, state: &Plain, waits: bool) -> bool {
        match self {
            Self::Cell(number, index, value) => {
                let cell = machine.system.first_cell(number) + usize::from(index);
                state.cells[cell] == value
            }
            Self::Length(channel, length) => state.queues[channel].length == length,
            Self::Alive(count) => state.alive == count,
            Self::Timeout => waits,
            Self::At(pid, automaton, place) => {
                let pid = usize::from(pid);
                let number = machine.flat.starts[automaton] + place;
                pid < usize::from(state.alive) && usize::from(state.processes[pid].place) == number
            }
        }
    }

    /// The same for the runtime, of proposition `position` of a claim.
    pub fn function(self, system: &System, position: usize) -> Holds {
        match self {
            Self::Cell(number, index, value) => {
                const ALL: [[Holds; 3]; CELLS_MAX] = [
                    of_cell::<0>(),
                    of_cell::<1>(),
                    of_cell::<2>(),
                    of_cell::<3>(),
                    of_cell::<4>(),
                    of_cell::<5>(),
                    of_cell::<6>(),
                    of_cell::<7>(),
                    of_cell::<8>(),
                    of_cell::<9>(),
                    of_cell::<10>(),
                    of_cell::<11>(),
                ];
                ALL[system.first_cell(number) + usize::from(index)][usize::from(value)]
            }
            Self::Length(channel, length) => {
                const ALL: [[Holds; 3]; 3] =
                    [of_channel::<1>(), of_channel::<2>(), of_channel::<3>()];
                ALL[channel][usize::from(length)]
            }
            Self::Alive(count) => {
                const ALL: [Holds; 5] =
                    [alive::<0>, alive::<1>, alive::<2>, alive::<3>, alive::<4>];
                ALL[usize::from(count)]
            }
            Self::Timeout => |state| Ok(state.timeout()),
            Self::At(..) => {
                const ALL: [Holds; 4] = [stands::<0>, stands::<1>, stands::<2>, stands::<3>];
                ALL[position]
            }
        }
    }

    /// The line that it is said to be at. Of a place it says which it is.
    pub fn line(self, machine: &Machine) -> u32 {
        match self {
            Self::At(pid, automaton, place) => {
                let number = machine.flat.starts[automaton] + place;
                u32::from(pid) << PLACE_BITS | number as u32
            }
            _ => 1,
        }
    }

    /// What it reads.
    pub fn touch(self, system: &System) -> Touch {
        let (verb, object, part) = match self {
            Self::Cell(number, index, _) => {
                let is_array = system.globals[number] > 0;
                let part = if is_array { Part::At(index) } else { Part::Any };
                (Verb::Read, Object::Global(number), part)
            }
            Self::Length(channel, _) => (Verb::Ask, Object::Channel(channel), Part::Any),
            // Where processes stand no tag tells: see `visible.rs`.
            Self::Alive(_) | Self::At(..) => (Verb::Read, Object::Alive, Part::Any),
            Self::Timeout => (Verb::Read, Object::Timeout, Part::Any),
        };
        Touch { verb, object, part }
    }

    /// As Promela.
    pub fn text(self, system: &System) -> String {
        match self {
            Self::Cell(number, index, value) if system.globals[number] > 0 => {
                format!("(g{number}[{index}] == {value})")
            }
            Self::Cell(number, _, value) => format!("(g{number} == {value})"),
            Self::Length(channel, length) => format!("(len(c{channel}) == {length})"),
            Self::Alive(count) => format!("(_nr_pr == {count})"),
            Self::Timeout => "timeout".to_string(),
            Self::At(pid, automaton, place) => format!("(P{automaton}[{pid}]@L{place})"),
        }
    }
}

const fn of_cell<const CELL: usize>() -> [Holds; 3] {
    [
        |state| Ok(state.get(global(CELL)) == 0),
        |state| Ok(state.get(global(CELL)) == 1),
        |state| Ok(state.get(global(CELL)) == 2),
    ]
}

const fn of_channel<const ID: i32>() -> [Holds; 3] {
    [
        has_length::<ID, 0>,
        has_length::<ID, 1>,
        has_length::<ID, 2>,
    ]
}

fn has_length<const ID: i32, const LENGTH: u32>(state: &mut State) -> Result<bool, Faulted> {
    Ok(state.queue_length(state.channel(ID, "")?) == LENGTH)
}

fn alive<const COUNT: u32>(state: &mut State) -> Result<bool, Faulted> {
    Ok(state.process_count() == COUNT)
}

/// A function of a model knows no values, so they are found in the tables.
fn stands<const POSITION: usize>(state: &mut State) -> Result<bool, Faulted> {
    let line = state.info().claims[0].propositions[POSITION].source.line;
    let (pid, place) = (line >> PLACE_BITS, line % (1 << PLACE_BITS));
    Ok(state.stands_at(pid as i32, &[place]))
}
