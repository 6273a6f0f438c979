//! Tags as the runtime has them: an index and a need are functions, of which there is one for each
//! local, channel, cell and constant.

use runtime::state::{Process, State};
use runtime::tables::{assigning, needing, starting, tags};
use runtime::tags::{self as conflict, ChannelRef, Element, NeedTags, Tag, Tags, Test};

use super::model::{CHANNELS, GLOBALS, constant_queue, global, leak, local};
use super::plain::Machine;
use super::table::{CELLS_MAX, CHANNELS_MAX, LOCALS};
use super::tags::{Need, Object, Own, Part, Question, Touch};

type Asks = fn(&State, Process) -> bool;

/// The names of a system's objects.
pub fn objects(machine: &Machine) -> &'static [&'static str] {
    let globals = GLOBALS.iter().take(machine.system.globals.len());
    let channels = CHANNELS.iter().take(machine.system.channels.len());
    let names = globals.chain(channels).copied();
    leak(names.chain(["_nr_pr", "timeout"]).collect())
}

/// The tags of all transitions.
pub fn encode(machine: &Machine, owns: &[Own]) -> &'static [Tags] {
    leak(owns.iter().map(|own| one(machine, own)).collect())
}

fn one(machine: &Machine, own: &Own) -> Tags {
    let touches = own.touches.iter().map(|touch| tag(machine, touch));
    let needs = own.needs.iter().map(|it| need(machine, it));
    let tags = assigning(own.assigns, tags(leak(touches.collect())));
    let starts = own.starts.iter().map(|&it| it as u16);
    let tags = starting(leak(starts.collect()), tags);
    needing(leak(needs.collect()), tags)
}

/// The tags of what reads this.
pub fn reading(machine: &Machine, touches: impl Iterator<Item = Touch>) -> Tags {
    tags(leak(touches.map(|touch| tag(machine, &touch)).collect()))
}

fn tag(machine: &Machine, touch: &Touch) -> Tag {
    let globals = machine.system.globals.len();
    let channels = machine.system.channels.len();
    let object = match touch.object {
        Object::Global(global) => global,
        Object::Channel(channel) => globals + channel,
        Object::Alive => globals + channels,
        Object::Timeout => globals + channels + 1,
    };
    let element = match touch.part {
        Part::Any => Element::Any,
        Part::At(index) => Element::At(index.into()),
        Part::Local(number) => Element::Local {
            field: local(number),
            locals: 1 << number,
        },
        Part::Pid => Element::Of {
            index: |_, process| process.pid.into(),
            locals: 0,
        },
    };
    Tag {
        only_if: None,
        verb: touch.verb,
        object: conflict::Object(object as u16),
        element,
    }
}

fn need(machine: &Machine, need: &Need) -> conflict::Need {
    let touches = need.touches.iter().map(|touch| tag(machine, touch));
    conflict::Need {
        test: test(machine, need.question),
        tags: NeedTags::These(leak(touches.collect())),
    }
}

fn test(machine: &Machine, question: Question) -> Test {
    let queue = |channel| ChannelRef::Constant(constant_queue(&machine.system, channel));
    Test::Computed(match question {
        Question::Unknown => return Test::Unknown,
        Question::Message(channel) => return Test::Message(queue(channel)),
        Question::Room(channel) => return Test::Room(queue(channel)),
        Question::Local(local, equal, value) => {
            const ALL: [[[Asks; 3]; 2]; LOCALS] = [of_local::<0>(), of_local::<1>()];
            ALL[local][usize::from(equal)][usize::from(value)]
        }
        Question::Cell(cell, equal, value) => {
            const ALL: [[[Asks; 3]; 2]; CELLS_MAX] = [
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
                of_cell::<12>(),
                of_cell::<13>(),
                of_cell::<14>(),
                of_cell::<15>(),
            ];
            ALL[cell][usize::from(equal)][usize::from(value)]
        }
        Question::Head(channel, value) => {
            const ALL: [[Asks; 3]; CHANNELS_MAX] = [
                [has_head::<1, 0>, has_head::<1, 1>, has_head::<1, 2>],
                [has_head::<2, 0>, has_head::<2, 1>, has_head::<2, 2>],
                [has_head::<3, 0>, has_head::<3, 1>, has_head::<3, 2>],
            ];
            ALL[channel][usize::from(value)]
        }
        Question::Youngest => |state, process| u32::from(process.pid) + 1 == state.process_count(),
    })
}

fn local_index<const LOCAL: usize>(state: &State, process: Process) -> i32 {
    state.get(process.at(local(LOCAL)))
}

/// Differs from a constant; equals it.
const fn of_local<const LOCAL: usize>() -> [[Asks; 3]; 2] {
    [
        [
            |state, process| local_index::<LOCAL>(state, process) != 0,
            |state, process| local_index::<LOCAL>(state, process) != 1,
            |state, process| local_index::<LOCAL>(state, process) != 2,
        ],
        [
            |state, process| local_index::<LOCAL>(state, process) == 0,
            |state, process| local_index::<LOCAL>(state, process) == 1,
            |state, process| local_index::<LOCAL>(state, process) == 2,
        ],
    ]
}

const fn of_cell<const CELL: usize>() -> [[Asks; 3]; 2] {
    [
        [
            |state, _| state.get(global(CELL)) != 0,
            |state, _| state.get(global(CELL)) != 1,
            |state, _| state.get(global(CELL)) != 2,
        ],
        [
            |state, _| state.get(global(CELL)) == 0,
            |state, _| state.get(global(CELL)) == 1,
            |state, _| state.get(global(CELL)) == 2,
        ],
    ]
}

fn has_head<const ID: i32, const VALUE: i32>(state: &State, _: Process) -> bool {
    state
        .channel(ID, "")
        .is_ok_and(|queue| state.queue_length(queue) == 0 || state.message(queue, 0, 0) == VALUE)
}
