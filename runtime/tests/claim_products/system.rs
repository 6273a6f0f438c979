//! Small systems of processes over bits and two buffered channels, with conflict tags by the book.

use runtime::model::{
    Candidate, Model, ModelInfo, PlaceInfo, ProctypeInfo, Step, TransitionId, TransitionInfo,
};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{
    await_receive, await_send, changes, looks_at, need, offer, place, proctype, put, tags, take,
    transition,
};
use runtime::tags::{Need, Object, Tag, Tags};

use crate::empty::{EMPTY, UNUSED};
use crate::random::Random;

/// Bits, and channels that are counters of messages.
pub const BITS: usize = 6;
pub const CHANNELS: usize = 2;
const CAPACITY: i32 = 2;
const PLACE: Field = Field::unsigned(0, 0, 8);
const NAMES: [&str; BITS + CHANNELS] = ["x0", "x1", "y", "z", "v", "w", "c", "d"];

const fn bit(number: usize) -> Field {
    Field::unsigned(0, number as u8, 1)
}

const fn messages(channel: usize) -> Field {
    Field::unsigned(0, (BITS + 2 * channel) as u8, 2)
}

/// A value of a bit.
pub type Literal = (usize, bool);

/// A step of a process: what must hold, what is set, what is done with a channel.
#[derive(Clone, Debug, Default)]
pub struct Action {
    pub from: u32,
    pub to: u32,
    pub when: Option<Literal>,
    pub sets: Option<Literal>,
    /// `true`: a send.
    pub channel: Option<(usize, bool)>,
}

/// Steps by process.
#[derive(Clone, Debug)]
pub struct System {
    actions: Vec<Action>,
    info: &'static ModelInfo,
    starts: Vec<u32>,
}

type Holds = fn(&State, Process) -> bool;

/// Whether a bit is clear, is set.
const VALUES: [[Holds; 2]; BITS] = [
    values::<0>(),
    values::<1>(),
    values::<2>(),
    values::<3>(),
    values::<4>(),
    values::<5>(),
];

const fn values<const BIT: usize>() -> [Holds; 2] {
    [
        |state, _| state.get(bit(BIT)) == 0,
        |state, _| state.get(bit(BIT)) == 1,
    ]
}

/// Whether there is a message, there is room.
const FILLS: [[Holds; 2]; CHANNELS] = [fills::<0>(), fills::<1>()];

const fn fills<const CHANNEL: usize>() -> [Holds; 2] {
    [
        |state, _| state.get(messages(CHANNEL)) > 0,
        |state, _| state.get(messages(CHANNEL)) < CAPACITY,
    ]
}

impl System {
    pub fn new(processes: &[Vec<Action>]) -> Self {
        let (mut places, mut starts, mut all): (Vec<PlaceInfo>, Vec<u32>, Vec<Action>) =
            (vec![UNUSED], Vec::new(), Vec::new());
        for (number, actions) in (0..).zip(processes) {
            let start = places.len() as u32;
            starts.push(start);
            let count = actions.iter().map(|it| it.from.max(it.to)).max();
            for at in 0..=count.unwrap_or(0) {
                let numbered = (all.len() as u32..).zip(actions);
                let here = numbered.filter(|(_, it)| it.from == at);
                let candidates: Vec<Candidate> = here.map(|(id, _)| offer(id)).collect();
                places.push(place(number, 1, true, candidates.leak()));
            }
            all.extend(actions.iter().map(|it| Action {
                from: number.into(),
                to: start + it.to,
                ..it.clone()
            }));
        }
        let transitions: Vec<TransitionInfo> = all
            .iter()
            .map(|it| transition(it.from as u16, it.to, &[]))
            .collect();
        let proctypes: Vec<ProctypeInfo> =
            starts.iter().map(|_| proctype("P", 1, &[], &[])).collect();
        let tags: Vec<Tags> = all.iter().map(tags_of).collect();
        let info = ModelInfo {
            proctypes: proctypes.leak(),
            places: places.leak(),
            transitions: transitions.leak(),
            objects: &NAMES,
            tags: tags.leak(),
            ..EMPTY
        };
        Self {
            actions: all,
            info: Box::leak(Box::new(info)),
            starts,
        }
    }

    /// Some processes of some steps each; half of the systems have no channels.
    pub fn random(random: &mut Random) -> (Self, Vec<Vec<Action>>) {
        let channels = random.below(4);
        let literal = |random: &mut Random, own: usize| {
            let number = match random.below(10) {
                it @ 0..4 => it as usize,
                _ => own,
            };
            (number, random.below(2) == 1)
        };
        let count = 2 + random.below(3) as usize;
        let processes: Vec<Vec<Action>> = (0..count)
            .map(|process| {
                let own = 5 - usize::from(process % 2 == 0);
                let places = 1 + random.below(4);
                let steps = places + random.below(3);
                let mut step = |from: u64| {
                    let channel = (channels > 1 && random.below(100) < 45).then(|| {
                        (
                            random.below(channels - 1) as usize % CHANNELS,
                            random.below(2) == 1,
                        )
                    });
                    let plain = channel.is_none();
                    Action {
                        from: (from % places) as u32,
                        to: match from + 1 < places {
                            true => from as u32 + 1,
                            false => random.below(places) as u32,
                        },
                        when: (random.below(100) < if plain { 45 } else { 20 })
                            .then(|| literal(random, own)),
                        sets: (random.below(100) < if plain { 60 } else { 30 })
                            .then(|| literal(random, own)),
                        channel,
                    }
                };
                (0..steps).map(&mut step).collect()
            })
            .collect();
        (Self::new(&processes), processes)
    }
}

/// What others can see of a step.
fn tags_of(action: &Action) -> Tags {
    let object = |number: usize| Object(number as u16);
    let mut touches: Vec<Tag> = Vec::new();
    let mut needs: Vec<Need> = Vec::new();
    let mut needs_one = |holds: Holds, tag: Tag| {
        needs.push(need(holds, vec![tag].leak()));
    };
    if let Some((number, value)) = action.when {
        touches.push(looks_at(object(number)));
        needs_one(VALUES[number][usize::from(value)], looks_at(object(number)));
    }
    if let Some((number, _)) = action.sets {
        touches.push(changes(object(number)));
    }
    if let Some((channel, sends)) = action.channel {
        let it = object(BITS + channel);
        let [message, room] = FILLS[channel];
        match sends {
            true => needs_one(room, await_receive(it)),
            false => needs_one(message, await_send(it)),
        }
        touches.push(if sends { put(it) } else { take(it) });
    }
    Tags {
        needs: needs.leak(),
        ..tags(touches.leak())
    }
}

/// Which of the two observed bits are set.
pub fn letter(state: &State) -> u8 {
    (state.get(bit(0)) + 2 * state.get(bit(1))) as u8
}

impl Model for System {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for (proctype, &start) in (0..).zip(&self.starts) {
            let process = state.spawn(proctype)?;
            state.set(process.at(PLACE), start as i32);
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        id: TransitionId,
    ) -> Result<Step, Faulted> {
        let action = &self.actions[id.0 as usize];
        let meets = |(number, value): Literal| VALUES[number][usize::from(value)](state, process);
        let fits =
            |(channel, sends): (usize, bool)| FILLS[channel][usize::from(sends)](state, process);
        if !action.when.is_none_or(meets) || !action.channel.is_none_or(fits) {
            return Ok(Step::Blocked);
        }
        if let Some((number, value)) = action.sets {
            state.set(bit(number), i32::from(value));
        }
        if let Some((channel, sends)) = action.channel {
            let count = state.get(messages(channel)) + if sends { 1 } else { -1 };
            state.set(messages(channel), count);
        }
        state.set(process.at(PLACE), action.to as i32);
        Ok(Step::Done)
    }
}
