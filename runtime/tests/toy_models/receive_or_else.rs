//! A receive from a rendezvous channel beside `else`: on the receiver's own turn only the `else`
//! can be executed.
//!
//! ```promela
//! chan r = [0] of {byte}; byte x;
//! active proctype S() { r!1 }
//! active proctype R() { byte v; if :: r?v -> x = 1 :: else -> x = 2 fi; assert(x != 1); assert(x != 2) }
//! ```

use runtime::model::{Model, ModelInfo, QueueKind, Shown, Step, TransitionId};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{
    at, channel, offer, otherwise, place, proctype, receive, scalar, transition, unsigned,
};

use super::{EMPTY, Toy, UNUSED};

pub const TOY: Toy = Toy {
    model: &ReceiveOrElse,
    stored: 12,
    matched: 0,
    atomic_steps: 0,
    depth: 7,
    errors: 3,
};

pub struct ReceiveOrElse;

const X: Field = Field::unsigned(0, 0, 8);
const PLACE: Field = Field::unsigned(0, 0, 8);
const V: Field = Field::unsigned(0, 8, 8);

static INFO: ModelInfo = ModelInfo {
    name: "receive_or_else",
    globals: &[scalar("x", X, Shown::Number)],
    channels: &[channel("r", 0)],
    queues: &[QueueKind::new(0, &[unsigned(0, 8, Shown::Number)])],
    proctypes: &[
        proctype("S", 1, &[], &[]),
        proctype("R", 1, &[scalar("v", V, Shown::Number)], &[]),
    ],
    places: &[
        UNUSED,
        place(0, 2, false, &[offer(0)]),
        place(0, 2, true, &[offer(1)]),
        place(1, 3, false, &[receive(2), otherwise(3)]),
        place(1, 3, false, &[offer(4)]),
        place(1, 3, false, &[offer(5)]),
        place(1, 3, false, &[offer(6)]),
        place(1, 3, false, &[offer(7)]),
        place(1, 3, true, &[offer(8)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "r!1")]),
        transition(0, 0, &[at(2, "-end-")]),
        transition(1, 4, &[at(3, "r?v")]),
        transition(1, 5, &[at(3, "else")]),
        transition(1, 6, &[at(3, "x = 1")]),
        transition(1, 6, &[at(3, "x = 2")]),
        transition(1, 7, &[at(3, "assert(x != 1)")]),
        transition(1, 8, &[at(3, "assert(x != 2)")]),
        transition(1, 0, &[at(3, "-end-")]),
    ],
    ..EMPTY
};

impl Model for ReceiveOrElse {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for (proctype, start) in [(0, 1), (1, 3)] {
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
        let channel = state.channel(1, "r")?;
        let mut step = Step::Done;
        match transition.0 {
            0 => step = state.send(channel, &[1]),
            2 => {
                if !state.can_receive(channel) {
                    return Ok(Step::Blocked);
                }
                state.set(process.at(V), state.incoming(channel, 0));
                state.take(channel);
            }
            4 => state.set(X, 1),
            5 => state.set(X, 2),
            6 | 7 => {
                let holds = state.get(X) != transition.0 as i32 - 5;
                state.assert(holds, 0);
            }
            1 | 8 => {
                let ended = state.end_process(process);
                return Ok(if ended { Step::Done } else { Step::Blocked });
            }
            _ => {}
        }
        let target = INFO.transitions[transition.0 as usize].target;
        state.set(process.at(PLACE), target.0 as i32);
        Ok(step)
    }
}
