//! A handshake between atomic sequences: afterwards the receiver alone may move if its receive is
//! inside one, else no one is alone.
//!
//! ```promela
//! chan c = [0] of {byte}; byte x;
//! active proctype S() { atomic { x = 1; c!5; x = 2 } }
//! active proctype R() { byte v; atomic { c?v; assert(x == 1); x = 3; x = 4 } }     /* into atomic */
//! active proctype R() { byte v; c?v; assert(x == 1) }                              /* out of atomic */
//! ```

use runtime::model::{Model, ModelInfo, QueueKind, Shown, Step, TransitionId};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{
    at, atomic, channel, offer, place, proctype, receive, scalar, transition, unsigned,
};

use super::{EMPTY, Toy, UNUSED};

pub const INTO_ATOMIC: Toy = Toy {
    model: &Handshake { info: &INTO },
    stored: 6,
    matched: 1,
    atomic_steps: 4,
    depth: 9,
    errors: 0,
};
pub const OUT_OF_ATOMIC: Toy = Toy {
    model: &Handshake { info: &OUT },
    stored: 8,
    matched: 2,
    atomic_steps: 1,
    depth: 7,
    errors: 1,
};

pub struct Handshake {
    info: &'static ModelInfo,
}

const X: Field = Field::unsigned(0, 0, 8);
const PLACE: Field = Field::unsigned(0, 0, 8);
const V: Field = Field::unsigned(0, 8, 8);

static QUEUES: [QueueKind; 1] = [QueueKind::new(0, &[unsigned(0, 8, Shown::Number)])];

const COMMON: ModelInfo = ModelInfo {
    name: "handshake",
    globals: &[scalar("x", X, Shown::Number)],
    channels: &[channel("c", 0)],
    queues: &QUEUES,
    proctypes: &[
        proctype("S", 1, &[], &[]),
        proctype("R", 1, &[scalar("v", V, Shown::Number)], &[]),
    ],
    ..EMPTY
};

static INTO: ModelInfo = ModelInfo {
    places: &[
        UNUSED,
        place(0, 2, false, &[atomic(offer(0))]),
        place(0, 2, false, &[atomic(offer(1))]),
        place(0, 2, false, &[offer(2)]),
        place(0, 2, true, &[offer(3)]),
        place(1, 3, false, &[atomic(receive(4))]),
        place(1, 3, false, &[atomic(offer(5))]),
        place(1, 3, false, &[atomic(offer(6))]),
        place(1, 3, false, &[offer(7)]),
        place(1, 3, true, &[offer(8)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "x = 1")]),
        transition(0, 3, &[at(2, "c!5")]),
        transition(0, 4, &[at(2, "x = 2")]),
        transition(0, 0, &[at(2, "-end-")]),
        transition(1, 6, &[at(3, "c?v")]),
        transition(1, 7, &[at(3, "assert(x == 1)")]),
        transition(1, 8, &[at(3, "x = 3")]),
        transition(1, 9, &[at(3, "x = 4")]),
        transition(1, 0, &[at(3, "-end-")]),
    ],
    ..COMMON
};

static OUT: ModelInfo = ModelInfo {
    places: &[
        UNUSED,
        place(0, 2, false, &[atomic(offer(0))]),
        place(0, 2, false, &[atomic(offer(1))]),
        place(0, 2, false, &[offer(2)]),
        place(0, 2, true, &[offer(3)]),
        place(1, 4, false, &[receive(4)]),
        place(1, 4, false, &[offer(5)]),
        place(1, 4, true, &[offer(8)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "x = 1")]),
        transition(0, 3, &[at(2, "c!5")]),
        transition(0, 4, &[at(2, "x = 2")]),
        transition(0, 0, &[at(2, "-end-")]),
        transition(1, 6, &[at(4, "c?v")]),
        transition(1, 7, &[at(4, "assert(x == 1)")]),
        transition(1, 7, &[at(4, "unused")]),
        transition(1, 7, &[at(4, "unused")]),
        transition(1, 0, &[at(4, "-end-")]),
    ],
    ..COMMON
};

impl Model for Handshake {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for (proctype, start) in [(0, 1), (1, 5)] {
            let process = state.spawn(proctype)?;
            state.set(process.at(PLACE), start);
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        let channel = state.channel(1, "c")?;
        let mut step = Step::Done;
        match transition.0 {
            0 => state.set(X, 1),
            1 => step = state.send(channel, &[5]),
            2 => state.set(X, 2),
            3 | 8 => {
                let ended = state.end_process(process);
                return Ok(if ended { Step::Done } else { Step::Blocked });
            }
            4 => {
                if !state.can_receive(channel) {
                    return Ok(Step::Blocked);
                }
                state.set(process.at(V), state.incoming(channel, 0));
                state.take(channel);
            }
            5 => {
                let holds = state.get(X) == 1;
                state.assert(holds, 0);
            }
            6 => state.set(X, 3),
            _ => state.set(X, 4),
        }
        let target = self.info.transitions[transition.0 as usize].target;
        state.set(process.at(PLACE), target.0 as i32);
        Ok(step)
    }
}
